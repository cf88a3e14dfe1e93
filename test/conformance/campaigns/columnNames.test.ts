/**
 * Names of fields as people's tables have them: with a byte order mark, blanks and other
 * characters that nobody sees around or in them. Each place that takes such names, in each
 * operation, reads the name that is meant and says so, or shows the characters in its refusal.
 */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { areas } from '../../../nodes/areas';
import { BadInput } from '../../../nodes/shared/declare/badInput';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import { readField } from '../../../nodes/shared/declare/field/reading';
import { type Field, type Fields, isShownBeside } from '../../../nodes/shared/declare/fields';
import { areaOf } from '../../support/area';
import { byId, byName } from '../../support/demo';
import { platformForAll } from '../../support/platform';
import { report } from '../../support/report';
import { sampleOf } from '../../support/samples';

const AROUND: Readonly<Record<string, (name: string) => string>> = {
	'a byte order mark before it': (name) => `\uFEFF${name}`,
	'a blank after it': (name) => `${name} `,
	'a blank before it': (name) => ` ${name}`,
	'a no-break space after it': (name) => `${name}\u00A0`,
	'a narrow no-break space after it': (name) => `${name}\u202F`,
	'an ideographic space before it': (name) => `\u3000${name}`,
	'a soft hyphen after it': (name) => `${name}\u00AD`,
	'a word joiner before it': (name) => `\u2060${name}`,
	'a line break after it': (name) => `${name}\r\n`,
	'a zero byte after it': (name) => `${name}\0`,
};

/** Found only where the names are known. */
const INSIDE: Readonly<Record<string, (name: string) => string>> = {
	'a space of no width in it': (name) => `${name.slice(0, 1)}\u200B${name.slice(1)}`,
	'a variation selector in it': (name) => `${name.slice(0, 1)}\uFE0F${name.slice(1)}`,
	'a joiner in it': (name) => `${name.slice(0, 1)}\u200D${name.slice(1)}`,
};

interface Read {
	value?: unknown;
	refused?: BadInput;
	renamed: Array<[given: string, name: string]>;
}

function read(name: string, field: Field, raw: unknown): Read {
	const renamed: Read['renamed'] = [];
	try {
		const reading = {
			timezone: 'UTC',
			renamed: (given: string, to: string) => void renamed.push([given, to]),
		};
		return { value: readField(name, field, raw, { ...reading, isGiven: true }), renamed };
	} catch (error) {
		if (!(error instanceof BadInput)) throw error;
		return { refused: error, renamed };
	}
}

interface Place {
	title: string;
	name: string;
	field: Field;
	/** An object there, as JSON would have it, and how to put it into the field. */
	object: IDataObject;
	put: (object: IDataObject) => unknown;
}

/** The object of a sample, without the form around it. */
function bare(given: unknown): IDataObject {
	const value = typeof given === 'string' ? (JSON.parse(given) as unknown) : given;
	const inside = (value as IDataObject).rows ?? (value as IDataObject).value ?? value;
	const { additionalFields, ...object } = [inside].flat()[0] as IDataObject;
	return { ...object, ...(additionalFields as IDataObject | undefined) };
}

/** Objects with declared fields, wherever they are in a field. */
function objectsIn(title: string, top: string, field: Field, put: Place['put']): Place[] {
	const { fields } = field.spec;
	if (field.parts?.(top)) return [];
	if (field.spec.kind === 'pairs') {
		const value = { country: 'DE', region: 'EU' };
		return [{ title, name: top, field, object: value, put }];
	}
	if (!fields) return [];
	const object = bare(sampleOf(top, field).given);
	const own = (given: IDataObject) => put((field.isMany ? [given] : given) as IDataObject);
	return [
		{ title, name: top, field, object, put: own },
		...Object.entries(fields)
			.filter(([inner, declared]) => inner in object && isShownBeside(declared, fields, object))
			.flatMap(([inner, declared]) =>
				objectsIn(`${title}.${inner}`, inner, declared, (given) =>
					own({ ...object, [inner]: given }),
				),
			),
	];
}

const places = Object.entries(areas).flatMap(([node, resources]) =>
	resources.flatMap(({ value: resource, operations }) =>
		Object.entries(operations).flatMap(([name, operation]) => {
			const all: Fields = { ...inputFields(operation), ...operation.settings };
			return Object.entries(all).flatMap(([top, field]) =>
				objectsIn(`${node}: ${resource}.${name}.${top}`, top, field, (given) => given).map(
					(place) => ({ ...place, top, whole: field }),
				),
			);
		}),
	),
);

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
