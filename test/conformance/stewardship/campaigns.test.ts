/** Campaigns: created, with or without their data model, and changed. */
import type { IDataObject } from 'n8n-workflow';

import { campaigns, dataModels } from '../../../emulator/areas/stewardship/stewardshipStore';
import { byId, byName } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { expectRefused, platform, requests, run, state, stewards, succeed } from './stage';

describe('a campaign', () => {
	const newCampaign = async (name: string, label: string, owners = ['ana.demo']) => {
		const [campaign] = await succeed('campaign', 'create', {
			name,
			label,
			dataModelName: byId('rejected_invoices'),
			owners,
			participants: stewards,
			additionalFields: { description: 'Returned goods' },
			taskResolutionDelay: { value: { value: 10, unit: 'DAYS' } },
		});
		return campaign!;
	};
	afterEach(() => {
		platform.clearLog();
		platform.emulator.resetAccount();
	});

	test('a new campaign has a data model', async () => {
		expect(await newCampaign('returns', 'Returns')).toMatchObject({
			name: 'returns',
			taskType: 'RESOLUTION',
			schemaRef: { namespace: 'org.talend.schema', name: 'rejected_invoices', version: 1 },
		});
	});

	test('a campaign is read by its label', async () => {
		await newCampaign('refunds', 'Refunds');
		const [campaign] = await succeed('campaign', 'get', { campaignName: byName('Refunds') });
		expect(campaign).toMatchObject({ name: 'refunds', label: 'Refunds' });
	});

	test('campaigns are listed, including or excluding those of other owners', async () => {
		await newCampaign('refunds', 'Refunds', ['bao.nguyen']);
		await newCampaign('returns', 'Returns');
		const listed = async (operation: 'getMany' | 'getManyOwned') =>
			(
				await succeed('campaign', operation, {
					authentication: 'token',
					returnAll: true,
					simplify: true,
				})
			).map(({ name }) => name);
		expect(await listed('getMany')).toEqual(['rejected-invoices', 'refunds', 'returns']);
		expect(await listed('getManyOwned')).toEqual(['rejected-invoices', 'returns']);
	});

	test('a campaign is changed by its name', async () => {
		await newCampaign('returns', 'Returns');
		const [changed] = await succeed('campaign', 'update', {
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
			await succeed('campaign', 'delete', {
				campaignName: byId('returns'),
				confirmDeletion: true,
			}),
		).toEqual([{ deleted: true, campaignName: 'returns' }]);
	});
});

test('a campaign requires a valid name, a data model and existing users', async () => {
	const base = {
		label: 'X',
		dataModelName: byId('rejected_invoices'),
		owners: ['ana.demo'],
		participants: stewards,
	};
	for (const name of ['Rejected', '1st', 'two words', 'under_score'])
		await expectRefused(
			'campaign',
			'create',
			{ ...base, name },
			'"Technical Name" must begin with a lowercase letter and have only lowercase letters, digits and hyphens',
		);
	await expectRefused(
		'campaign',
		'create',
		{ ...base, name: 'x', participants: {}, participantsJson: { Steward: ['bao.nguyen', ''] } },
		'"Participants, row 1: Logins" has an empty entry: give each entry a value',
	);
	const withoutDataModel = await run('campaign', 'create', {
		...base,
		name: 'x',
		dataModelName: byId('never_was'),
	});
	expect(withoutDataModel.error).toMatchObject({ httpCode: '404' });
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

test('Create with Data Model outputs a preview, then creates both when Preview is off', async () => {
	const given = {
		name: 'stock-count',
		label: 'Stock count',
		owners: ['ana.demo'],
		participants: stewards,
		taskType: 'RESOLUTION',
	};
	platform.clearLog();
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

const withTypes = async (additionalFields: IDataObject) =>
	await run(
		'campaign',
		'createWithDataModel',
		{
			name: 'stock-of-types',
			label: 'Stock',
			owners: ['ana.demo'],
			participants: stewards,
			taskType: 'RESOLUTION',
			additionalFields,
		},
		{ items: samples },
	);

test.each<[string, IDataObject]>([
	['in the form', { types: { rows: [{ name: 'price', type: 'text' }] } }],
	['as JSON by field', { typesJson: '{"price": "text"}' }],
	['as JSON, a list', { typesJson: [{ name: 'price', type: 'text' }] }],
])('a campaign has the types that are given %s', async (_how, additionalFields) => {
	const { items } = await withTypes(additionalFields);
	expect((items[0]!.json.dataModel as IDataObject).fields).toContainEqual(
		expect.objectContaining({ name: 'price', type: 'text' }),
	);
});

test('a type of a field that no record has is refused', async () => {
	const { error } = await withTypes({ types: { rows: [{ name: 'weight', type: 'text' }] } });
	expect(error!.message).toBe('"Types" has weight, which is not a field of any record');
});

test('two types of one field are refused', async () => {
	const { error } = await withTypes({
		typesJson: [
			{ name: 'price', type: 'text' },
			{ name: 'price', type: 'date' },
		],
	});
	expect(error!.message).toMatch(/^"Types" must not have the same .* twice: row 1 and row 2/);
});

test.each<{ from: string; source: IDataObject; message: string }>([
	{
		from: 'input items have no field',
		source: { takeFrom: 'items' },
		message: '"Input Items" must have at least one record with a field',
	},
	{
		from: 'records of JSON have no field',
		source: { takeFrom: 'json', records: [{}] },
		message: '"Records, entry 1" is empty: give a value, or leave it out',
	},
	{
		from: 'records have a field without a name',
		source: { takeFrom: 'json', records: [{ a: 1, ' ': 2 }] },
		message: '"Records" has a field without a name: give it one, or leave it out',
	},
	{
		from: 'records have a field whose name nobody sees',
		source: { takeFrom: 'json', records: [{ a: 1, '\u200b': 2 }] },
		message: '"Records" has a field without a name: give it one, or leave it out',
	},
	{
		from: 'records have two fields that look the same',
		source: { takeFrom: 'json', records: [{ 'net\u00a0price': 1 }, { 'net price': 2 }] },
		message:
			'"Records" has two fields whose names look the same, net[U+00A0]price and net price: give them one name',
	},
	{
		from: 'records have two fields with accents of two kinds',
		source: { takeFrom: 'json', records: [{ Größe: 1, ['Größe'.normalize('NFD')]: 2 }] },
		message:
			'"Records" has two fields whose names look the same, Größe and Gro[U+0308]ße: give them one name',
	},
	{
		from: 'records have a value that no type takes',
		source: { takeFrom: 'json', records: [{ a: 1 }, { a: 2, address: { city: 'Paris' } }] },
		message:
			'"Records" has an object or a list as address, which fits no basic type: leave the field out, make it a text, or give it another type under Types',
	},
])('the error names the field that is shown if $from', async ({ source, message }) => {
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

test('a hint shows the invisible characters of names, which a data model keeps', async () => {
	const { items, hints } = await inferred([{ 'net\u00a0price': 1, 'zip  code': 'x', tax: 2 }]);
	expect((items[0]!.json.dataModel as IDataObject).fields).toMatchObject([
		{ name: 'net\u00a0price' },
		{ name: 'zip  code' },
		{ name: 'tax' },
	]);
	expect(hints.join()).toContain(
		'Some field names have invisible characters, which the data model keeps: net[U+00A0]price, zip[2 blanks]code.',
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

/** A campaign whose data model can be created, but which itself is refused. */
const withUnknownOwner = {
	name: 'left-behind',
	label: 'Left',
	owners: ['nobody'],
	participants: stewards,
	preview: false,
	takeFrom: 'json',
	records: [{ a: 1 }],
};

test('the error says what was created if only the data model could be created', async () => {
	const { error } = await run('campaign', 'createWithDataModel', withUnknownOwner);
	expect(error!.description).toMatch(
		/The data model left_behind had already been created and was not deleted: create the campaign with it, or delete it\.$/,
	);
});

test('the name of another campaign is refused before a data model is created', async () => {
	const { error } = await run('campaign', 'createWithDataModel', {
		...withUnknownOwner,
		name: 'rejected-invoices',
	});
	expect(error!.message).toBe(
		'"Technical Name" must not be that of another campaign: rejected-invoices already exists',
	);
	expect(error!.description).toContain('Nothing was changed');
});

judgeRequests(platform, 'Stewardship', ['campaign']);
