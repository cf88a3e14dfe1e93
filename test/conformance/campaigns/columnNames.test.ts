/**
 * Names of fields as people's tables have them: with a byte order mark, blanks and other
 * characters that nobody sees around or in them. Each place that takes such names, in each
 * operation, reads the name that is meant and says so, or shows the characters in its refusal.
 */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { areaOf } from '../../support/area';
import { byId, byName } from '../../support/demo';
import { platformForAll } from '../../support/platform';
import { report } from '../../support/report';
import { AROUND, INSIDE, places, read } from './columnNamesStage';

let tried = 0;

afterAll(() => report(`Names of fields: ${tried} cases in ${places.length} places`));

test.each(places)(
	'$title recognizes the names of fields with invisible characters around or in them',
	({ top, whole, field, object, put }) => {
		const usual = read(top, whole, put(object));
		expect(usual.refused?.message).toBeUndefined();
		const isFree = field.spec.kind === 'pairs';
		for (const [spelling, spelled] of Object.entries(isFree ? AROUND : { ...AROUND, ...INSIDE })) {
			const named = (change: (name: string) => string) =>
				Object.fromEntries(Object.entries(object).map(([name, value]) => [change(name), value]));
			tried++;
			const seen = read(top, whole, put(named(spelled)));
			expect({ spelling, refused: seen.refused?.message, value: seen.value }).toEqual({
				spelling,
				refused: undefined,
				value: usual.value,
			});
			expect(seen.renamed).toEqual(
				Object.keys(object).map((name) => [spelled(name), name] as [string, string]),
			);
			const [first] = Object.keys(object);
			if (first === undefined) continue;
			// Both spellings at once: neither is chosen.
			const both = read(top, whole, put({ ...object, [spelled(first)]: object[first] }));
			expect(both.refused?.rule).toMatch(
				/^has ".*" and ".*", which look the same: leave one of them out$/,
			);
			expect(both.refused?.rule).toContain(`"${first}"`);
			expect(both.refused?.rule).toMatch(/\[(U\+[0-9A-F]{4}|blank|2 blanks)\]/);
		}
	},
);

const platform = platformForAll();
const { run, succeed, requests, expectRefused } = areaOf('Stewardship', () => platform);
const CAMPAIGN = byId('rejected-invoices');
const NEW_TASKS = 'POST /data-stewardship/api/v1/campaigns/owned/{campaignName}/tasks';

describe.each(Object.entries(AROUND))('records whose field has %s', (_sign, spelled) => {
	const record = { number: 'INV-17', [spelled('amount')]: 12.5 };
	const loads = async (how: IDataObject, items?: IDataObject[]) => {
		platform.clearLog();
		const result = await run(
			'task',
			'createMany',
			{ campaignName: CAMPAIGN, ...how },
			items && { items: items.map((json) => ({ json })) },
		);
		return {
			result,
			sent: requests(NEW_TASKS).map(({ body }) => JSON.parse(body) as IDataObject[]),
		};
	};

	test.each<[string, IDataObject, IDataObject[] | undefined]>([
		['as items', {}, [record]],
		['as JSON', { takeFrom: 'json', records: [record] }, undefined],
	])('the records become tasks with a hint: %s', async (_how, how, items) => {
		const { result, sent } = await loads(how, items);
		expect(result.error).toBeUndefined();
		expect(sent[0]![0]!.record).toEqual({ number: 'INV-17', amount: 12.5 });
		expect(result.hints.join()).toContain('was read as "amount"');
	});

	test.each<[string, IDataObject, IDataObject[] | undefined, RegExp]>([
		['as items', {}, [{ ...record, amount: 1 }], /^"Input Items" has the fields .* in item 0,/],
		[
			'as JSON',
			{ takeFrom: 'json', records: [{ ...record, amount: 1 }] },
			undefined,
			/^"Records" has the fields .* in row 1,/,
		],
	])(
		'the records are refused if they have the same field twice: %s',
		async (_how, how, items, words) => {
			const { result, sent } = await loads(how, items);
			expect(result.error?.message).toMatch(words);
			expect(result.error?.message).toMatch(/"amount".*which look the same/);
			expect(sent).toEqual([]);
		},
	);

	test('the records define a data model whose fields have the visible names', async () => {
		const [shown] = await succeed('campaign', 'createWithDataModel', {
			name: 'invoices-of-a-table',
			label: 'Invoices',
			owners: ['ana.demo'],
			participants: { rows: [{ role: 'Steward', logins: ['bao.nguyen'] }] },
			taskType: 'RESOLUTION',
			takeFrom: 'json',
			records: [record],
			preview: true,
			additionalFields: { typesJson: { [spelled('amount')]: 'text' } },
		});
		expect((shown!.dataModel as IDataObject).fields).toMatchObject([
			{ name: 'number' },
			{ name: 'amount', type: 'text' },
		]);
	});

	test('a data model is created with the visible names of its fields', async () => {
		const fields = (names: string[]) => ({
			name: 'of_a_table',
			displayName: 'Of a table',
			fieldsJson: names.map((name) => ({ name, type: 'text' })),
		});
		await expectRefused(
			'dataModel',
			'create',
			fields(['amount', spelled('amount')]),
			/row 1 and row 2/,
		);
		platform.clearLog();
		await run('dataModel', 'create', fields([spelled('amount')]));
		const [sent] = requests('POST /schemaservice/api/v1/schemas/org.talend.schema');
		expect((JSON.parse(sent!.body) as IDataObject).fields).toMatchObject([{ name: 'amount' }]);
	});
});

test('an invisible character inside the name of an unknown field is shown', async () => {
	const { error } = await run('task', 'createMany', {
		campaignName: CAMPAIGN,
		takeFrom: 'json',
		records: [{ number: 'INV-17', 'am\u200Bount': 1 }],
	});
	expect(error?.description).toContain('am[U+200B]ount is not a field of the data model');
});

test('the refusal of the path of a field, which is sent unchanged, shows its blanks', async () => {
	const { error } = await platform.run('Catalog', 'fieldDescription', 'set', {
		datasetId: byName(DEMO_CATALOG.nestedDataset),
		path: 'number ',
		description: 'The number',
	});
	expect(platform.emulator.log.at(-1)!.path).toMatch(/\/columns\/number%20$/);
	expect(error!.description).toMatch(
		/^The path has invisible characters: "number\[blank\]"\. Check the ID/,
	);
});
