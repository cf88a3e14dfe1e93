/** Each operation of Talend Cloud Data Stewardship does its work on the platform. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import {
	campaigns,
	dataModels,
	loadsOf,
	semanticTypes,
	tasks,
} from '../../../emulator/areas/stewardship/records';
import { areaOf } from '../../support/area';
import { judge } from '../../support/conformance';
import { byId, named } from '../../support/demo';
import { load, pick } from '../../support/picking';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });

const state = () => platform.emulator.state;
const { run, done, requests, refused } = areaOf('Stewardship', () => platform);
const CAMPAIGN = byId('rejected-invoices');
const GET_TYPES = 'GET /semanticservice/categories';
const EDIT_TYPE = 'PATCH /semanticservice/categories/{semanticTypeId}';
const NEW_TASKS = 'POST /data-stewardship/api/v1/campaigns/owned/{campaignName}/tasks';
const loaded = () => tasks.all(state()).filter(({ campaign }) => campaign === 'rejected-invoices');
const numbers = () => loaded().map(({ record }) => String(record.number));
const sentBody = (operation: string) => JSON.parse(requests(operation).at(-1)!.body) as IDataObject;

describe('data model', () => {
	const FIELDS = [
		{ name: 'sku', type: 'text', required: true },
		{ name: 'pieces', type: 'integer' },
	];
	const createModel = async (name: string, displayName: string) => {
		const [made] = await done('dataModel', 'create', {
			name,
			displayName,
			fieldsJson: FIELDS,
			additionalFields: { description: 'What is there' },
		});
		return made;
	};

	test('a data model is created, and its response has no fields', async () => {
		expect(await createModel('stock', 'Stock')).toMatchObject({
			name: 'stock',
			version: 1,
			fields: null,
		});
	});

	test('a data model is read with its fields, by the name that people see', async () => {
		await createModel('shelves', 'Shelves');
		const [read] = await done('dataModel', 'get', { dataModelName: named('Shelves') });
		expect(read).toMatchObject({ name: 'shelves', fields: FIELDS });
	});

	test('an update of a data model keeps what is not given, and makes a new version', async () => {
		await createModel('bins', 'Bins');
		const [changed] = await done('dataModel', 'update', {
			dataModelName: byId('bins'),
			updateFields: { displayName: 'Bins of the day' },
		});
		expect(changed).toMatchObject({
			displayName: 'Bins of the day',
			description: 'What is there',
			version: 2,
			fields: [{ name: 'sku' }, { name: 'pieces' }],
		});
		expect(
			sentBody('PUT /schemaservice/api/v1/schemas/org.talend.schema/{dataModelName}'),
		).toMatchObject({ namespace: 'org.talend.schema', name: 'bins', version: 1 });
	});

	test('a data model that no campaign uses is listed as such', async () => {
		await createModel('racks', 'Racks');
		expect(await done('dataModel', 'getMany', { returnAll: true, simplify: true })).toContainEqual(
			expect.objectContaining({ name: 'racks', referenced: false }),
		);
	});

	test('a data model is not created with the technical name of another', async () => {
		await createModel('crates', 'Crates');
		const { error } = await run('dataModel', 'create', {
			name: 'crates',
			displayName: 'Crates',
			fieldsJson: FIELDS,
		});
		expect(error).toMatchObject({ httpCode: '400', message: 'SCHEMA_NAME_ALREADY_EXISTS' });
		expect(error!.description).toContain('choose another technical name');
	});

	test('a data model that no campaign uses is deleted', async () => {
		await createModel('pallets', 'Pallets');
		expect(await done('dataModel', 'delete', { dataModelName: byId('pallets') })).toEqual([
			{ deleted: true, dataModelName: 'pallets' },
		]);
	});

	test('a data model cannot be deleted while a campaign uses it', async () => {
		const { error } = await run('dataModel', 'delete', {
			dataModelName: byId('rejected_invoices'),
		});
		expect(error).toMatchObject({ httpCode: '400', message: 'SCHEMA_NOT_DELETABLE_REFERENCED' });
		expect(error!.description).toMatch(/^A campaign may still use the data model/);
	});

	test('a data model needs a usable name and a field', async () => {
		const rest = {
			displayName: 'X',
			fieldsJson: [{ name: 'a', type: 'text' }],
		};
		await refused(
			'dataModel',
			'create',
			{ ...rest, name: 'my stock' },
			'Technical Name must begin with a letter and have only letters, digits and underscores',
		);
		await refused('dataModel', 'create', { ...rest, name: 'stock', fieldsJson: '[]' }, /^Fields/);
	});
});

const stewards = { rows: [{ role: 'Steward', logins: ['bao.nguyen'] }] };

describe('campaign', () => {
	describe('a campaign', () => {
		const newCampaign = async (name: string, label: string) => {
			const [campaign] = await done('campaign', 'create', {
				name,
				label,
				dataModelName: byId('rejected_invoices'),
				owners: ['ana.demo'],
				participants: stewards,
				additionalFields: { description: 'Returned goods' },
				taskResolutionDelay: { value: { value: 10, unit: 'DAYS' } },
			});
			return campaign!;
		};
		afterEach(() => {
			platform.forget();
			platform.emulator.resetAccount();
		});

		test('a campaign is created, and read by its label', async () => {
			const campaign = await newCampaign('returns', 'Returns');
			expect(campaign).toMatchObject({
				name: 'returns',
				taskType: 'RESOLUTION',
				schemaRef: { namespace: 'org.talend.schema', name: 'rejected_invoices', version: 1 },
			});
			expect((await done('campaign', 'get', { campaignName: named('Returns') }))[0]).toMatchObject({
				name: 'returns',
				label: 'Returns',
			});
		});

		test('campaigns are listed, all or those that a person owns', async () => {
			await newCampaign('returns', 'Returns');
			expect(
				(await done('campaign', 'getMany', { returnAll: true, simplify: true })).map(
					({ name }) => name,
				),
			).toEqual(['rejected-invoices', 'returns']);
			expect(
				(await done('campaign', 'getManyOwned', { returnAll: true, simplify: true })).map(
					({ name }) => name,
				),
			).toContain('returns');
		});

		test('a campaign is changed under its name', async () => {
			await newCampaign('returns', 'Returns');
			const [changed] = await done('campaign', 'update', {
				campaignName: byId('returns'),
				participantsJson: { Steward: ['chloe.martin'] },
				label: 'Returns of the week',
			});
			expect(changed).toMatchObject({ label: 'Returns of the week' });
			expect(campaigns.find(state(), 'returns').participants).toEqual({
				Steward: ['chloe.martin'],
			});
		});

		test('a campaign is deleted by its name alone', async () => {
			const campaign = await newCampaign('returns', 'Returns');
			const byNumber = await run('campaign', 'delete', {
				campaignName: byId(String(campaign.id)),
				confirmDeletion: true,
			});
			expect(byNumber.error).toMatchObject({ httpCode: '405' });
			expect(byNumber.error!.description).toMatch(/^A campaign is deleted by its technical name/);
			expect(
				await done('campaign', 'delete', { campaignName: byId('returns'), confirmDeletion: true }),
			).toEqual([{ deleted: true, campaignName: 'returns' }]);
		});
	});

	test('a campaign needs a name in the right form, a data model and users that exist', async () => {
		const base = {
			label: 'X',
			dataModelName: byId('rejected_invoices'),
			owners: ['ana.demo'],
			participants: stewards,
		};
		for (const name of ['Rejected', '1st', 'two words', 'under_score'])
			await refused(
				'campaign',
				'create',
				{ ...base, name },
				'Technical Name must begin with a lowercase letter and have only lowercase letters, digits and hyphens',
			);
		await refused(
			'campaign',
			'create',
			{ ...base, name: 'x', participants: {}, participantsJson: { Steward: ['bao.nguyen', ''] } },
			'Participants, row 1: Logins has an empty entry: give each entry a value',
		);
		const without = await run('campaign', 'create', {
			...base,
			name: 'x',
			dataModelName: byId('never_was'),
		});
		expect(without.error).toMatchObject({ httpCode: '404' });
		expect(
			requests('POST /data-stewardship/api/v1/campaigns/owned').filter(({ body }) =>
				body.includes('never_was'),
			),
		).toEqual([]);
		const nobody = await run('campaign', 'create', { ...base, name: 'x', owners: ['nobody'] });
		expect(nobody.error!.description).toMatch(
			/^Check that each owner and participant is the login of a user/,
		);
	});

	const samples = [
		{ json: { id: '007', pieces: 3, price: 1.5, checked: true, due: '2026-03-01', note: null } },
		{ json: { id: '008', pieces: 4, price: 2, checked: false, due: '2026-03-02', note: 'x' } },
	];

	test('a campaign is created together with its data model, which is shown first', async () => {
		const given = {
			name: 'stock-count',
			label: 'Stock count',
			owners: ['ana.demo'],
			participants: stewards,
			taskType: 'RESOLUTION',
		};
		platform.forget();
		const shown = await run('campaign', 'createWithDataModel', given, { items: samples });
		expect(shown.items.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				preview: true,
				dataModel: {
					name: 'stock_count',
					displayName: 'Stock count',
					fields: [
						{ name: 'id', displayName: 'id', type: 'text', required: true },
						{ name: 'pieces', displayName: 'pieces', type: 'integer', required: true },
						{ name: 'price', displayName: 'price', type: 'decimal', required: true },
						{ name: 'checked', displayName: 'checked', type: 'boolean', required: true },
						{ name: 'due', displayName: 'due', type: 'date', required: true },
						{ name: 'note', displayName: 'note', type: 'text', required: false },
					],
				},
			}),
		]);
		expect(platform.emulator.log).toEqual([]);
		const made = await run(
			'campaign',
			'createWithDataModel',
			{ ...given, preview: false, additionalFields: { typesJson: { price: 'text' } } },
			{ items: samples },
		);
		expect(made.error).toBeUndefined();
		expect(made.items).toHaveLength(1);
		expect(made.items[0]!.json).toMatchObject({ name: 'stock-count', dataModel: 'stock_count' });
		expect(
			dataModels.find(state(), 'stock_count').fields.find(({ name }) => name === 'price'),
		).toMatchObject({ type: 'text' });
	});

	test.each<[string, IDataObject]>([
		['in the form', { types: { rows: [{ name: 'price', type: 'text' }] } }],
		['as JSON by field', { typesJson: '{"price": "text"}' }],
		['as JSON, a list', { typesJson: [{ name: 'price', type: 'text' }] }],
	])('a campaign has the types that are given %s', async (_how, additionalFields) => {
		const types = async (more: IDataObject) =>
			await run(
				'campaign',
				'createWithDataModel',
				{
					name: 'stock-of-types',
					label: 'Stock',
					owners: ['ana.demo'],
					participants: stewards,
					taskType: 'RESOLUTION',
					additionalFields: more,
				},
				{ items: samples },
			);
		const { items } = await types(additionalFields);
		expect((items[0]!.json.dataModel as IDataObject).fields).toContainEqual(
			expect.objectContaining({ name: 'price', type: 'text' }),
		);
		const unknown = await types({ types: { rows: [{ name: 'weight', type: 'text' }] } });
		expect(unknown.error!.message).toBe('Types has weight, which is not a field of any record');
		const twice = await types({
			typesJson: [
				{ name: 'price', type: 'text' },
				{ name: 'price', type: 'date' },
			],
		});
		expect(twice.error!.message).toMatch(/^Types must not have the same .* twice: row 1 and row 2/);
	});

	test.each<[string, IDataObject, string]>([
		[
			'input items have no field',
			{ takeFrom: 'items' },
			'Input Items must have at least one record with a field',
		],
		[
			'records of JSON have no field',
			{ takeFrom: 'json', records: [{}] },
			'Records, entry 1 is empty: give a value, or leave it out',
		],
		[
			'records have a field without a name',
			{ takeFrom: 'json', records: [{ a: 1, ' ': 2 }] },
			'Records have a field without a name: give it one, or leave it out',
		],
		[
			'records have a field whose name nobody sees',
			{ takeFrom: 'json', records: [{ a: 1, '\u200b': 2 }] },
			'Records have a field without a name: give it one, or leave it out',
		],
		[
			'records have two fields that look the same',
			{ takeFrom: 'json', records: [{ 'net\u00a0price': 1 }, { 'net price': 2 }] },
			'Records have two fields whose names look the same, net[U+00A0]price and net price: give them one name',
		],
		[
			'records have two fields with accents of two kinds',
			{ takeFrom: 'json', records: [{ Größe: 1, ['Größe'.normalize('NFD')]: 2 }] },
			'Records have two fields whose names look the same, Größe and Gro[U+0308]ße: give them one name',
		],
		[
			'records have a value that no type takes',
			{ takeFrom: 'json', records: [{ a: 1 }, { a: 2, address: { city: 'Paris' } }] },
			'Records have an object or a list as address, which fits no basic type: leave the field out, make it a text, or give it another type under Types',
		],
	])('the error names the field that is shown if %s', async (_from, source, message) => {
		const given = {
			name: 'nothing-to-infer',
			label: 'Nothing',
			owners: ['ana.demo'],
			participants: stewards,
			taskType: 'RESOLUTION',
			...source,
		};
		const { error } = await run('campaign', 'createWithDataModel', given, {
			items: [{ json: {} }],
		});
		expect(error!.message).toBe(message);
	});

	const inferred = async (records: IDataObject[]) =>
		await run('campaign', 'createWithDataModel', {
			name: 'to-infer',
			label: 'To infer',
			owners: ['ana.demo'],
			participants: stewards,
			taskType: 'RESOLUTION',
			takeFrom: 'json',
			records,
		});

	test('a data model has invisible characters of names as they are, and a hint shows them', async () => {
		const { items, hints } = await inferred([{ 'net\u00a0price': 1, 'zip  code': 'x', tax: 2 }]);
		expect((items[0]!.json.dataModel as IDataObject).fields).toMatchObject([
			{ name: 'net\u00a0price' },
			{ name: 'zip  code' },
			{ name: 'tax' },
		]);
		expect(hints.join()).toContain(
			'Names of fields have invisible characters, which stay in the data model: net[U+00A0]price, zip[2 blanks]code.',
		);
	});

	test.each([
		['2024-02-29', 'date'],
		['2023-02-29', 'text'],
		['2024-13-01', 'text'],
		['0000-00-00', 'text'],
		[9007199254740991, 'integer'],
		[2 ** 60, 'decimal'],
		[1e21, 'decimal'],
	])('the value %j makes a field of the type %s', async (value, type) => {
		const { items, error } = await run(
			'campaign',
			'createWithDataModel',
			{
				name: 'to-infer',
				label: 'To infer',
				owners: ['ana.demo'],
				participants: stewards,
				taskType: 'RESOLUTION',
			},
			{ items: [{ json: { value } }] },
		);
		expect(error).toBeUndefined();
		expect((items[0]!.json.dataModel as IDataObject).fields).toMatchObject([{ type }]);
	});

	test('a campaign says what is left if only the data model was created', async () => {
		const given = {
			name: 'left-behind',
			label: 'Left',
			owners: ['nobody'],
			participants: stewards,
			preview: false,
			takeFrom: 'json',
			records: [{ a: 1 }],
		};
		const { error } = await run('campaign', 'createWithDataModel', given);
		expect(error!.description).toMatch(
			/The data model left_behind had already been created and was not deleted: create the campaign with it, or delete it\.$/,
		);
		const taken = await run('campaign', 'createWithDataModel', {
			...given,
			name: 'rejected-invoices',
		});
		expect(taken.error!.message).toBe(
			'Technical Name must not be that of another campaign: rejected-invoices already exists',
		);
		expect(taken.error!.description).toContain('Nothing was changed');
	});
});

test('a date that a database node has read is the text that it is sent as', async () => {
	const item = (due: unknown) => ({ json: { number: 'D-1', due } as IDataObject });
	const given = {
		name: 'with-dates',
		label: 'With dates',
		owners: ['ana.demo'],
		participants: { rows: [{ role: 'Steward', logins: ['bao.nguyen'] }] },
		taskType: 'RESOLUTION',
		preview: false,
		additionalFields: { typesJson: { due: 'date' } },
	};
	await done('campaign', 'createWithDataModel', given, { items: [item('2026-03-01')] });
	const dates = [new Date('2026-03-01'), DateTime.fromISO('2026-03-01', { zone: 'utc' })];
	const { error } = await run(
		'task',
		'createMany',
		{ campaignName: byId('with-dates'), takeFrom: 'items' },
		{ items: dates.map(item) },
	);
	expect(error).toBeUndefined();
	const sent = JSON.parse(requests(NEW_TASKS).at(-1)!.body) as Array<{ record: IDataObject }>;
	expect(sent.map(({ record }) => record.due)).toEqual(Array(2).fill('2026-03-01T00:00:00.000Z'));
	await done('campaign', 'delete', { campaignName: byId('with-dates'), confirmDeletion: true });
});

const rowsOf = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({
		json: {
			number: `N-${from + index}`,
			amount: index + 0.5,
			owner: index % 2 === 0 ? 'bao.nguyen' : 'chloe.martin',
		},
	}));
const fromItems = {
	campaignName: CAMPAIGN,
	takeFrom: 'items',
	assignee: { __rl: true, mode: 'id', value: '={{ $json.owner }}' },
	options: { leaveOut: ['owner'] },
};

describe('tasks', () => {
	beforeEach(() => {
		platform.forget();
		loadsOf(state()).length = 0;
		for (const { id } of loaded().slice(3)) tasks.in(state()).delete(id);
	});

	test('tasks are created from the items, with the assignee of each, and each belongs to its item', async () => {
		const { items, error } = await run('task', 'createMany', fromItems, { items: rowsOf(3) });
		expect(error).toBeUndefined();
		expect(
			items.map(({ json, pairedItem }) => [
				json.record,
				json.assignee,
				json.currentState,
				pairedItem,
			]),
		).toEqual([
			[{ number: 'N-0', amount: 0.5 }, 'bao.nguyen', 'New', { item: 0 }],
			[{ number: 'N-1', amount: 1.5 }, 'chloe.martin', 'New', { item: 1 }],
			[{ number: 'N-2', amount: 2.5 }, 'bao.nguyen', 'New', { item: 2 }],
		]);
		expect(requests(NEW_TASKS)).toHaveLength(1);
	});

	test('more than 250 tasks are sent in several requests, and each of 5,001 is created once', async () => {
		const { items, error } = await run(
			'task',
			'createMany',
			{ ...fromItems, checkRecords: true },
			{ items: rowsOf(5001) },
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(5001);
		expect(loadsOf(state())).toEqual([...Array.from({ length: 20 }, () => 250), 1]);
		expect(new Set(numbers().filter((number) => number.startsWith('N-'))).size).toBe(5001);
	});

	test('a record that does not fit the data model is named before anything is sent', async () => {
		const items = [
			...rowsOf(2),
			{ json: { number: 'N-9', amount: 'much', colour: 'red', owner: 'bao.nguyen' } },
			{ json: { amount: 1, owner: 'bao.nguyen' } },
		];
		const { error } = await run('task', 'createMany', fromItems, { items });
		expect(error!.message).toBe('2 of 4 records do not fit the data model of the campaign');
		expect(error!.description).toBe(
			'Row 3: colour is no field of the data model; amount must be a number (type decimal). Row 4: number is required. Nothing was sent. To create the tasks of the others, set On Rejection to Output Each Result.',
		);
		expect(requests(NEW_TASKS)).toEqual([]);
		const each = await run(
			'task',
			'createMany',
			{ ...fromItems, onRejection: 'output' },
			{ items },
		);
		expect(
			each.items.map(({ json, pairedItem }) => [json.success, json.message, pairedItem]),
		).toEqual([
			[true, undefined, { item: 0 }],
			[true, undefined, { item: 1 }],
			[
				false,
				'colour is no field of the data model; amount must be a number (type decimal)',
				{ item: 2 },
			],
			[false, 'number is required', { item: 3 }],
		]);
		expect(numbers().slice(3)).toEqual(['N-0', 'N-1']);
	});

	test('one record that the platform rejects does not keep the others', async () => {
		const items = rowsOf(600);
		items[333]!.json.owner = 'nobody';
		const { error } = await run('task', 'createMany', fromItems, { items });
		expect(error!.message).toBe('1 of 600 rows was rejected');
		expect(error!.description).toMatch(
			/^Row 334: There is no user nobody\. All other tasks were created\./,
		);
		const there = numbers().slice(3);
		expect(there).toHaveLength(599);
		expect(new Set(there).size).toBe(599);
		expect(there).not.toContain('N-333');
	});

	test('a limit in the middle loses and repeats no row', async () => {
		platform.emulator.faults.add({ operation: NEW_TASKS, status: 429, retryAfter: 1, after: 1 });
		const { error } = await run('task', 'createMany', fromItems, { items: rowsOf(700) });
		expect(error).toBeUndefined();
		expect(numbers().slice(3)).toEqual(rowsOf(700).map(({ json }) => json.number));
	});

	test.each(['after', 'before'] as const)(
		'nothing more is sent after a response that was lost (%s), nothing is repeated, and the error says what became of the rows',
		async (breaks) => {
			const items = rowsOf(700);
			let count = 0;
			platform.emulator.faults.add({ operation: NEW_TASKS, breaks, after: 1 });
			const { error } = await run('task', 'createMany', fromItems, { items, maxTries: 2 });
			count = numbers().slice(3).length;
			expect(error!.message).toMatch(/^Rows 251 to 500 of 700: /);
			expect(error!.description).toMatch(
				/Check with Get Many of Task before sending them again\..* Before, 250 tasks were created; 200 rows were not sent\.$/s,
			);
			expect(count).toBe(breaks === 'after' ? 500 : 250);
			expect(new Set(numbers()).size).toBe(loaded().length);
		},
	);

	test('all items must be about one campaign, and a list may be given instead', async () => {
		const { error } = await run(
			'task',
			'createMany',
			{ ...fromItems, campaignName: { __rl: true, mode: 'id', value: '={{ $json.number }}' } },
			{ items: rowsOf(2) },
		);
		expect(error!.message).toMatch(
			/^Campaign must be the same for all items: item 0 has "N-0" and item 1 has "N-1"/,
		);
		const made = await done('task', 'createMany', {
			campaignName: named('Rejected invoices'),
			takeFrom: 'json',
			records: [{ number: 'J-1', amount: 1 }],
			assignee: byId('bao.nguyen'),
			options: { batchSize: 100 },
		});
		expect(made).toMatchObject([{ record: { number: 'J-1', amount: 1 }, assignee: 'bao.nguyen' }]);
		await refused(
			'task',
			'createMany',
			{ campaignName: CAMPAIGN, takeFrom: 'json', records: [] },
			/^Records/,
		);
	});

	test('an item without an assignee among others is refused before anything is sent', async () => {
		const { error } = await run(
			'task',
			'createMany',
			{ ...fromItems, assignee: { __rl: true, mode: 'id', value: '={{ $json.owner ?? "" }}' } },
			{ items: [...rowsOf(3), { json: { number: 'N-4', amount: 1 } }] },
		);
		expect(error!.message).toMatch(/^Assignee (is empty for item 3|was given, but is empty)/);
		expect(requests(NEW_TASKS)).toEqual([]);
	});

	test('tasks are listed by state, quality and assignee', async () => {
		const list = async (filters: IDataObject) =>
			(await done('task', 'getMany', { campaignName: CAMPAIGN, returnAll: true, filters })).map(
				({ record }) => (record as IDataObject).number,
			);
		expect(await list({})).toEqual(['INV-1001', 'INV-1002', 'INV-1003']);
		expect(await list({ quality: 'invalid' })).toEqual(['INV-1002']);
		expect(await list({ quality: 'valid', assignee: byId('bao.nguyen') })).toEqual(['INV-1001']);
		expect(await list({ states: ['New'] })).toEqual(['INV-1003']);
		expect(
			(await load(platform, 'Stewardship', 'loadTaskStates', { campaignName: CAMPAIGN })).map(
				({ value }) => value,
			),
		).toEqual(['New', 'Resolved']);
		expect((await pick(platform, 'Stewardship', 'searchCampaigns', {}, 'reject')).results).toEqual([
			{ name: 'Rejected invoices', value: 'rejected-invoices', description: 'rejected-invoices' },
		]);
	});

	test('a list of tasks that may be incomplete says so', async () => {
		await run('task', 'createMany', fromItems, { items: rowsOf(250) });
		const { items, hints } = await run('task', 'getMany', {
			campaignName: CAMPAIGN,
			returnAll: true,
		});
		expect(items).toHaveLength(200);
		expect(JSON.stringify(hints)).toContain('The platform shows about 200 tasks of a campaign');
	});

	const IN_STATE = 'GET /data-stewardship/api/v1/campaigns/owned/{campaignName}/tasks/{state}';

	test('all tasks in chosen states are listed, page by page, and a query is passed on', async () => {
		await run('task', 'createMany', fromItems, { items: rowsOf(430) });
		const { items, hints } = await run('task', 'getMany', {
			campaignName: CAMPAIGN,
			returnAll: true,
			filters: { states: ['New', 'Resolved'] },
		});
		expect(items).toHaveLength(433);
		expect(hints).toEqual([]);
		expect(
			requests(IN_STATE).map(({ query }) => query.map((each) => each.join('=')).join('&')),
		).toEqual(expect.arrayContaining(['size=200', 'size=200&page=1', 'size=200&page=2']));
		const some = await done('task', 'getManyInState', {
			campaignName: CAMPAIGN,
			state: 'New',
			returnAll: true,
			filters: { query: "record.number in ['N-3', 'N-429']" },
		});
		expect(some.map(({ record }) => (record as IDataObject).number)).toEqual(['N-3', 'N-429']);
		platform.forget();
		expect(
			await done('task', 'getManyInState', { campaignName: CAMPAIGN, state: 'New', limit: 20 }),
		).toHaveLength(20);
		expect(requests(IN_STATE).map(({ query }) => query)).toEqual([[['size', '20']]]);
	});

	test.each([404, 405])(
		'tasks are listed as far as they are shown if the platform refuses to list by state with %s',
		async (status) => {
			await run('task', 'createMany', fromItems, { items: rowsOf(250) });
			platform.emulator.faults.add({ operation: IN_STATE, status, times: 10 });
			const { items, hints } = await run('task', 'getMany', {
				campaignName: CAMPAIGN,
				returnAll: true,
				filters: { states: ['New'] },
			});
			expect(items).toHaveLength(200);
			expect(JSON.stringify(hints)).toContain('there may be others');
			platform.emulator.faults.clear();
			platform.emulator.faults.add({ operation: IN_STATE, status: 403 });
			expect(
				(await run('task', 'getMany', { campaignName: CAMPAIGN, filters: { states: ['New'] } }))
					.error,
			).toMatchObject({ httpCode: '403' });
			platform.emulator.faults.clear();
		},
	);

	test('tasks are waited for even if they are more than the list of all states shows', async () => {
		const created = await run('task', 'createMany', fromItems, { items: rowsOf(450) });
		const { items, error } = await run(
			'task',
			'waitUntilResolved',
			{ campaignName: CAMPAIGN, timeLimit: 10 },
			{ items: created.items },
		);
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(450);
	});

	test('tasks are waited for until people have resolved them', async () => {
		const created = await run('task', 'createMany', fromItems, { items: rowsOf(2) });
		const { items, error } = await run(
			'task',
			'waitUntilResolved',
			{ campaignName: CAMPAIGN, timeLimit: 10 },
			{ items: created.items },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [json.currentState, pairedItem])).toEqual([
			['Resolved', { item: 0 }],
			['Resolved', { item: 1 }],
		]);
	});

	test('tasks that change their state between two lists are looked for again', async () => {
		const wanted = loaded()[0]!.id;
		// Each list of the first look is read while the task is in another state.
		const states = (
			(await done('campaign', 'get', { campaignName: CAMPAIGN }))[0]!.workflow as IDataObject
		).states as unknown[];
		platform.emulator.faults.add({
			operation: IN_STATE,
			status: 200,
			body: [],
			times: states.length,
		});
		const { items, error } = await run('task', 'waitUntilResolved', {
			campaignName: CAMPAIGN,
			takeFrom: 'json',
			taskIds: [wanted],
			timeLimit: 10,
		});
		platform.emulator.faults.clear();
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual([wanted]);
	});

	test('tasks that nobody resolves, or that do not exist, are named', async () => {
		const unassigned = loaded()[2]!.id;
		const late = await run('task', 'waitUntilResolved', {
			campaignName: CAMPAIGN,
			takeFrom: 'json',
			taskIds: [unassigned, loaded()[0]!.id],
			timeLimit: 2,
		});
		expect(late.error!.message).toBe('1 of 2 tasks were not resolved within 2 minutes');
		expect(late.error!.description).toContain(`Open: ${unassigned}.`);
		const gone = await run('task', 'waitUntilResolved', {
			campaignName: CAMPAIGN,
			takeFrom: 'json',
			taskIds: ['never-was'],
			timeLimit: 2,
		});
		expect(gone.error!.message).toBe('1 of 1 tasks do not exist in this campaign');
		const other = await done('task', 'waitUntilResolved', {
			campaignName: CAMPAIGN,
			takeFrom: 'json',
			taskIds: [unassigned],
			timeLimit: 2,
			options: { states: ['New'] },
		});
		expect(other).toMatchObject([{ currentState: 'New' }]);
		const without = await run(
			'task',
			'waitUntilResolved',
			{ campaignName: CAMPAIGN, timeLimit: 2 },
			{ items: [{ json: {} }] },
		);
		expect(without.error!.message).toMatch(
			/^Take From needs the field id in each item, and item 0 has none/,
		);
	});
});

describe('semantic type', () => {
	/** A published semantic type, as the node returns it and as the platform keeps it. */
	const publish = async (name: string, label: string) => {
		const [made] = await done('semanticType', 'create', {
			name,
			label,
			type: 'DICT',
			values: { rows: [{ value: 'North' }, { value: 'South', synonyms: ['S'] }] },
			additionalFields: { validationMode: 'EXACT' },
		});
		return { made: made!, kept: semanticTypes.find(state(), String(made!.id)) };
	};

	test('a semantic type is created on the whole way to its publication', async () => {
		const { made, kept } = await publish('REGION', 'Region');
		expect(made).toEqual({
			success: true,
			id: expect.any(String) as string,
			name: 'REGION',
			label: 'Region',
			type: 'DICT',
			validationMode: 'EXACT',
			published: true,
		});
		expect(kept).toMatchObject({ state: 'PUBLISHED', values: [['North'], ['South', 'S']] });
	});

	test('an update of a semantic type adds values, keeps what is not given, and publishes it', async () => {
		const { kept } = await publish('AREA', 'Area');
		const [changed] = await done('semanticType', 'update', {
			semanticTypeId: named('Area'),
			updateFields: { label: 'Sales area', valuesJson: ['East', ['West', 'W', 3]] },
		});
		expect(changed).toMatchObject({
			name: 'AREA',
			label: 'Sales area',
			validationMode: 'EXACT',
			published: true,
		});
		expect(kept).toMatchObject({ state: 'PUBLISHED', content: { label: 'Sales area' } });
		expect(kept.values).toEqual([['North'], ['South', 'S'], ['East'], ['West', 'W', '3']]);
	});

	test('semantic types are listed', async () => {
		await publish('DISTRICT', 'District');
		const listed = await done('semanticType', 'getMany', { returnAll: true, simplify: true });
		expect(listed.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['COST_CENTER', 'DISTRICT']),
		);
	});

	test('a semantic type is deleted', async () => {
		const { kept } = await publish('ZONE', 'Zone');
		expect(await done('semanticType', 'delete', { semanticTypeId: byId(kept.id) })).toEqual([
			{ deleted: true, semanticTypeId: kept.id },
		]);
		const listed = await done('semanticType', 'getMany', { returnAll: true });
		expect(listed.map(({ id }) => id)).not.toContain(kept.id);
	});

	test.each([
		{
			type: 'REGEX',
			regEx: {
				mainCategory: 'AlphaNumeric',
				validator: { patternString: '^P$', caseInsensitive: null, re2jCompliant: true },
			},
		},
		{ type: 'COMPOUND', children: [{ id: '5f76ecd1a9d7fb0001d3e1c2', label: 'Part' }] },
	])('a semantic type keeps what the platform has of it as it is: $type', async (content) => {
		const listed = { id: 'type-1', name: 'PART', label: 'Part', state: 'SANDBOX', ...content };
		platform.emulator.faults.add({ operation: GET_TYPES, status: 200, body: [listed], times: 1 });
		platform.emulator.faults.add({ operation: EDIT_TYPE, status: 204, body: '' });
		platform.forget();
		await run('semanticType', 'update', {
			semanticTypeId: byId('type-1'),
			updateFields: { label: 'Spare part' },
		});
		platform.emulator.faults.clear();
		expect(sentBody(EDIT_TYPE)).toEqual({ name: 'PART', label: 'Spare part', ...content });
	});

	test('a semantic type can be created and published step by step', async () => {
		const [{ id }] = (await done('semanticType', 'createSandbox', {})) as [{ id: string }];
		const semanticTypeId = byId(id);
		await done('semanticType', 'editSandbox', {
			semanticTypeId,
			name: 'PART',
			label: 'Part',
			type: 'REGEX',
			updateFields: {},
			regExJson: { mainCategory: 'AlphaNumeric', validator: { patternString: '^P\\d+$' } },
		});
		await done('semanticType', 'saveDraft', { semanticTypeId });
		expect(await done('semanticType', 'getDraftStatus', { semanticTypeId })).toMatchObject([
			{ status: 'IN_PROGRESS' },
		]);
		platform.emulator.clock.advance(5_000);
		expect(await done('semanticType', 'getDraftStatus', { semanticTypeId })).toMatchObject([
			{ status: 'FINISH' },
		]);
		await done('semanticType', 'publish', { semanticTypeId });
		expect(await done('semanticType', 'openSandbox', { semanticTypeId })).toMatchObject([
			{ state: 'SANDBOX' },
		]);
		expect(
			await done('semanticType', 'getMany', { returnAll: true, filters: { state: 'SANDBOX' } }),
		).toMatchObject([{ id }]);
		await done('semanticType', 'addValues', {
			categoryId: semanticTypeId,
			valuesJson: '["P1", 1.10]',
		});
		expect(semanticTypes.find(state(), id).values).toEqual([['P1'], ['1.10']]);
	});

	test.each([
		[
			'PATCH /semanticservice/categories/{semanticTypeId}',
			'the sandbox was created',
			'Edit Sandbox',
		],
		[
			'POST /semanticservice/documents',
			'the sandbox was created, the content was set',
			'Add Values',
		],
		[
			'PATCH /semanticservice/v2/categories/{semanticTypeId}/draft',
			'the sandbox was created, the content was set, the values were added',
			'Save Draft',
		],
		[
			'POST /semanticservice/categories/{semanticTypeId}/publish',
			'the sandbox was created, the content was set, the values were added, it was saved as a draft',
			'Publish',
		],
	])('a semantic type says where it stopped: %s', async (operation, before, next) => {
		platform.emulator.faults.add({ operation, status: 403 });
		const { error } = await run('semanticType', 'create', {
			name: `STOPPED_${next.replace(' ', '_')}`,
			label: 'S',
			type: 'DICT',
			values: { rows: [{ value: 'a' }] },
		});
		expect(error!.message).toMatch(/^Semantic type \w+ is not published: /);
		expect(error!.description).toMatch(
			new RegExp(
				`Before, ${before}\\. Continue with ${next} of this semantic type, or delete it\\.$`,
			),
		);
	});

	test.each([
		['DICT', 'Values is required'],
		['REGEX', 'Regular Expression: Main Category is required'],
		['COMPOUND', 'Semantic Type IDs is required'],
	])('a semantic type needs what its type consists of: %s', async (type, refusal) => {
		platform.forget();
		const values = { rows: [] };
		await refused('semanticType', 'create', { name: 'X', label: 'X', type, values }, refusal);
		expect(platform.emulator.log).toEqual([]);
	});

	test('a semantic type takes only texts as values', async () => {
		const { error } = await run('semanticType', 'create', {
			name: 'X',
			label: 'X',
			type: 'DICT',
			valuesJson: [['Lyon'], [{ city: 'Lyon' }]],
		});
		expect(error!.message).toBe('Values, row 2: Value must be text');
	});
});

test('every operation was done, and the responses are as described', () => {
	expect(judge('Stewardship', platform.everything)).toEqual({ notDone: [], notDocumented: [] });
});
