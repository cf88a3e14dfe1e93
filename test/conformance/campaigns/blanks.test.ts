/**
 * Rows of a table with blanks, in every optional field of everything that creates or changes
 * something: what is sent is compared with the row, field by field. Which blanks stay out is
 * derived a second time here (`isBlankAt`), from what the requests do.
 */

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { isDeepStrictEqual } from 'node:util';

import { BadInput } from '../../../nodes/shared/declare/badInput';
import { inputFields, isWholeBody } from '../../../nodes/shared/declare/derived/operationParts';
import { type Field, type Fields, nameOnWire } from '../../../nodes/shared/declare/fields';
import type { Operation } from '../../../nodes/shared/declare/operation';
import { assemble } from '../../../nodes/shared/engine/input/assemble';
import { readParameters } from '../../../nodes/shared/engine/input/readParameters';
import { allOperations } from '../../support/performing';
import { isBlankAt, purposeAt } from '../../support/places';
import { platformForAll } from '../../support/platform';
import { report } from '../../support/report';
import { parametersOf, sampleOf } from '../../support/samples';
import { casesToDraw } from '../../support/share';

type Purpose = ReturnType<typeof purposeAt>;

/**
 * A value of a row: what is given, what has to be sent, and which fields are left out or refused.
 */
interface Drawn {
	given?: unknown;
	wire?: unknown;
	isGiven: boolean;
	leftOut: string[];
	refused: string[];
}

const BLANKS = [undefined, null, '', ' '];

const notGiven: Drawn = { isGiven: false, leftOut: [], refused: [] };

/** What a blank in a field has to result in. */
function blankIn(path: string, field: Field, purpose: Purpose, blank: unknown): Drawn {
	const isLeftOut = isBlankAt({ field, purpose }, blank);
	return {
		given: blank,
		isGiven: true,
		leftOut: isLeftOut ? [path] : [],
		refused: isLeftOut ? [] : [path],
	};
}

/**
 * A field of a row. Blanks that are refused are rare: otherwise no row of many fields would be
 * sent.
 */
function drawn(path: string, name: string, field: Field, purpose: Purpose): fc.Arbitrary<Drawn> {
	const { given, wire } = sampleOf(name, field);
	const isForm = field.spec.fields && ['rows', 'object'].includes(field.spec.kind);
	const value = isForm
		? holding(path, field, purpose)
		: fc.constant<Drawn>({ given, wire, isGiven: true, leftOut: [], refused: [] });
	if (field.spec.required) return value;
	const blanks = BLANKS.map((blank) => blankIn(path, field, purpose, blank));
	const [quiet, refused] = [true, false].map((isLeftOut) =>
		blanks.filter(({ leftOut }) => leftOut.length > 0 === isLeftOut),
	);
	return fc.oneof(
		{ weight: 40, arbitrary: value },
		{ weight: 20, arbitrary: fc.constant(notGiven) },
		...(quiet!.length > 0 ? [{ weight: 40, arbitrary: fc.constantFrom(...quiet!) }] : []),
		...(refused!.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...refused!) }] : []),
	);
}

/** The values of a field of a form for which others are shown; none if it decides nothing. */
const deciding = (name: string, fields: Fields): unknown[] => [
	...new Set(Object.values(fields).flatMap(({ spec }) => spec.shownWhen?.[name] ?? [])),
];

/**
 * A field of a form: what decides which others are shown is always given, and what has an initial
 * value is not.
 */
function drawnInside(
	path: string,
	name: string,
	fields: Fields,
	purpose: Purpose,
): fc.Arbitrary<Drawn> {
	const values = deciding(name, fields);
	if (values.length > 0)
		return fc
			.constantFrom(...values)
			.map((value) => ({ ...notGiven, given: value, wire: value, isGiven: true }));
	const { initial } = fields[name]!.spec;
	if (initial === undefined) return drawn(`${path}.${name}`, name, fields[name]!, purpose);
	return fc.constant({ ...notGiven, wire: initial === '' ? undefined : initial });
}

/** A form, whose fields have blanks as well. */
function holding(path: string, field: Field, purpose: Purpose): fc.Arbitrary<Drawn> {
	const { kind, fields = {} } = field.spec;
	const inner = fc.record(
		Object.fromEntries(
			Object.keys(fields)
				.filter((name) => !fields[name]!.spec.notAsked)
				.map((name) => [name, drawnInside(path, name, fields, purpose)]),
		),
	);
	const one = inner.map((each): Drawn => {
		const isShown = (name: string) =>
			Object.entries(fields[name]!.spec.shownWhen ?? {}).every(([by, values]) =>
				values.includes(each[by]?.given),
			);
		const all = Object.entries(each).filter(([name]) => isShown(name));
		const entries = all.filter(([, { isGiven }]) => isGiven);
		const wire = Object.fromEntries(
			all.flatMap(([name, { wire: inWire }]) =>
				inWire === undefined ? [] : [[nameOnWire(name, fields[name]!), inWire]],
			),
		);
		return {
			given: Object.fromEntries(entries.map(([name, { given }]) => [name, given])),
			// An object of which nothing is left is left out itself.
			wire: Object.keys(wire).length === 0 ? undefined : wire,
			isGiven: true,
			leftOut: entries.flatMap(([, { leftOut }]) => leftOut),
			refused: entries.flatMap(([, { refused }]) => refused),
		};
	});
	/** What is required must not be left out. */
	const judged = (each: Drawn): Drawn =>
		field.spec.required && each.wire === undefined && each.refused.length === 0
			? { ...each, refused: [path] }
			: each;
	// A form without a single field is no form.
	const filled = one.filter(({ given }) => Object.keys(given as object).length > 0);
	if (kind !== 'rows') return filled.map(judged);
	return fc.array(filled, { minLength: 1, maxLength: 3 }).map((rows) => {
		const wire = rows.map((row) => row.wire).filter((row) => row !== undefined);
		return judged({
			given: rows.map(({ given }) => given),
			wire: wire.length === 0 ? undefined : wire,
			isGiven: true,
			leftOut: rows.flatMap(({ leftOut }) => leftOut),
			refused: rows.flatMap(({ refused }) => refused),
		});
	});
}

/** The inputs of an operation that are there whatever the others are. */
const shown = (fields: Fields): Array<[string, Field]> =>
	Object.entries(fields).filter(
		([, { spec }]) =>
			!spec.shownWhen && !spec.notAsked && spec.initial === undefined && spec.kind !== 'spread',
	);

const cases = allOperations.flatMap(({ area, name, operation }) => {
	const all = shown({ ...inputFields(operation), ...operation.settings });
	const fields = Object.fromEntries(
		all.filter(([each]) => purposeAt(operation, each) !== 'selects'),
	);
	return Object.values<Field>(fields).some(({ spec }) => !spec.required)
		? [{ title: `${area} ${name}`, operation, fields }]
		: [];
});

const EXPRESSION = '={{ $json.cell }}';

/** Whether the fields are the body; otherwise, that is built from them later. */
const isSentAsGiven = (operation: Operation): boolean =>
	operation.kind === 'request' &&
	!isWholeBody(operation.body) &&
	!Object.values<Field>(operation.body ?? {}).some(({ spec }) => spec.notAsked === 'derived');

/** What the operation makes of a row. */
function sentFor(operation: Operation, row: IDataObject, cleared: string[]) {
	const all: Fields = { ...inputFields(operation), ...operation.settings };
	const needed = Object.entries(all).filter(
		([name, { spec }]) => !(name in row) && (spec.initial !== undefined || spec.required),
	);
	const others = Object.fromEntries(
		needed.map(([name, field]) => [
			name,
			(field.spec.initial ?? sampleOf(name, field).given) as IDataObject,
		]),
	);
	const parameters = parametersOf(operation, {
		...others,
		...row,
		...(cleared.length > 0 ? { clearFields: cleared } : {}),
	});
	const expressions = parametersOf(
		operation,
		Object.fromEntries(Object.keys(row).map((name) => [name, EXPRESSION])),
	);
	const leftOut: string[] = [];
	const reading = {
		timezone: 'UTC',
		version: 1,
		leftOut: (label: string) => void leftOut.push(label),
	};
	const given = {
		value: (name: string) => parameters[name] ?? null,
		entered: (name: string) => expressions[name],
	};
	const read = readParameters({ ...operation, rules: [] }, given, reading);
	const input = assemble({ ...operation, rules: [] }, read);
	return {
		leftOut,
		sent: isSentAsGiven(operation) ? (input.body as IDataObject) : input.values,
	};
}

let rows = 0;
let sentRows = 0;
let blanks = 0;
afterAll(() =>
	report(
		`Rows with blanks: ${rows} in ${cases.length} operations, ${sentRows} sent with ${blanks} blanks left out`,
	),
);

/**
 * Of a hundred thousand comparisons, jest makes only those that say what differs: each would take
 * as long as the rest of a row.
 */
function expectSame(found: unknown, wanted: unknown): void {
	if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
}

/** What is sent for a field that is cleared. */
const clearedValueOf = ({ isMany, spec }: Field) => (isMany ? [] : spec.kind === 'text' ? '' : {});

// What else would notice: test/unit/declare/kinds/kindsMissing.test.ts (what a blank means in which
// field) and kindsBlanks.test.ts (inside of forms).
test.each(cases)('$title sends a row without its blank values', ({ operation, fields }) => {
	const canClear = operation.settings !== undefined && 'clearFields' in operation.settings;
	const clearable = Object.keys(fields).filter((name) => canClear && fields[name]!.spec.mayBeEmpty);
	const cellOf = (name: string, field: Field) =>
		drawn(name, name, field, purposeAt(operation, name));
	const row = fc.record(
		Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, cellOf(name, field)])),
	);
	const onWire = isSentAsGiven(operation);
	const own = new Set(
		Object.entries(fields).map(([name, field]) => (onWire ? nameOnWire(name, field) : name)),
	);
	fc.assert(
		fc.property(row, fc.subarray(clearable), (cells, chosen) => {
			rows++;
			const given = Object.entries(cells).filter(([, { isGiven }]) => isGiven);
			const cleared = chosen.filter((name) => !given.some(([other]) => other === name));
			const nameOf = (name: string) => (onWire ? nameOnWire(name, fields[name]!) : name);
			const fixed = Object.entries(
				(operation.kind === 'request' ? operation.constants : undefined) ?? {},
			);
			const constants = Object.fromEntries(fixed.filter(([name]) => own.has(name)));
			const sent = given.filter(([, { wire }]) => wire !== undefined);
			const wanted: IDataObject = Object.fromEntries([
				...sent.map(([name, { wire }]) => [nameOf(name), wire]),
				...cleared.map((name) => [nameOf(name), clearedValueOf(fields[name]!)]),
			]);
			const refused = given.flatMap(([, each]) => each.refused);
			let result: ReturnType<typeof sentFor>;
			try {
				result = sentFor(
					operation,
					Object.fromEntries(given.map(([name, each]) => [name, each.given as IDataObject])),
					cleared,
				);
			} catch (error) {
				if (!(error instanceof BadInput)) throw error;
				const at = error.field.replace(/\[\d+\]/g, '');
				// An update of which nothing is left.
				if (at === 'updateFields' && refused.length === 0 && Object.keys(wanted).length === 0)
					return;
				expectSame(
					{ at, message: error.message, isExpected: refused.includes(at) },
					{ at, message: error.message, isExpected: true },
				);
				return;
			}
			expectSame(refused, []);
			expectSame(
				Object.fromEntries(Object.entries(result.sent).filter(([name]) => own.has(name))),
				{ ...constants, ...wanted },
			);
			expectSame(result.leftOut.length, given.flatMap(([, { leftOut }]) => leftOut).length);
			sentRows++;
			blanks += result.leftOut.length;
		}),
		{ numRuns: casesToDraw(1_000) },
	);
});

describe('rows through n8n', () => {
	const platform = platformForAll();

	test('a name whose parts are blank is missing when a user is replaced as a whole', async () => {
		platform.clearLog();
		const { error } = await platform.run('SCIM', 'user', 'update', {
			id: { __rl: true, mode: 'id', value: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11' },
			keepOthers: false,
			updateFields: {
				userName: 'a@example.com',
				name: { givenName: '={{ $json.a }}', familyName: '={{ $json.a }}' },
			},
		});
		expect(error?.message).toContain('"Name" must be given when Keep Other Attributes is off');
		expect(platform.emulator.log).toEqual([]);
	});

	test('one hint says how the text of a field was divided', async () => {
		const { error, hints } = await platform.run(
			'Orchestration',
			'task',
			'search',
			{ filters: { tags: '={{ $json.tags }}' }, limit: 1 },
			{ items: [{ json: { tags: 'nightly, finance' } }, { json: { tags: 'a,b,c' } }] },
		);
		expect(error).toBeUndefined();
		expect(hints).toEqual([
			'Tags: the text was split at commas into 2 entries, such as "nightly". If an entry contains a comma, enter a list, such as ["a, b", "c"].',
		]);
	});
});

describe('rows that are drawn, through n8n', () => {
	const ROWS = casesToDraw(1_000);
	const platform = platformForAll();
	const COLUMNS = ['title', 'nickName', 'locale', 'active', 'externalId'];
	const cell = fc.oneof(fc.constantFrom('', ' ', null, undefined), fc.constant('given'));

	test('the users are created without the blank values, which one hint names', async () => {
		const drawnRows = fc.sample(
			fc.record(Object.fromEntries(COLUMNS.map((name) => [name, cell]))),
			ROWS,
		);
		const people = drawnRows.map((row, index): IDataObject => ({
			...row,
			...(row.active === 'given' ? { active: 'true' } : {}),
			login: `row-${index}@example.com`,
		}));
		platform.clearLog();
		const { items, hints, error } = await platform.run(
			'SCIM',
			'user',
			'create',
			{
				userName: '={{ $json.login }}',
				nameJson: '{"givenName":"A","familyName":"B"}',
				additionalFields: Object.fromEntries(COLUMNS.map((name) => [name, `={{ $json.${name} }}`])),
			},
			{ items: people.map((json) => ({ json })) },
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(ROWS);
		const isGiven = (value: unknown) =>
			value !== undefined && value !== null && String(value).trim() !== '';
		const sent = new Map(
			platform.emulator.log
				.map(({ body }) => JSON.parse(body) as IDataObject)
				.map((body) => [body.userName, body]),
		);
		const same = {
			schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
			name: { givenName: 'A', familyName: 'B' },
		};
		for (const { login, ...row } of people) {
			const cells = Object.entries(row).filter(([, value]) => isGiven(value));
			const wanted = cells.map(([name, value]) => [name, name === 'active' ? true : value]);
			expect(sent.get(login)).toEqual({ ...same, userName: login, ...Object.fromEntries(wanted) });
		}
		const LABELS: Record<string, string> = {
			title: 'Title',
			nickName: 'Nickname',
			locale: 'Locale',
			active: 'Active',
			externalId: 'External ID',
		};
		const shown = hints.filter((hint) => hint.startsWith('Left out'));
		expect(shown).toHaveLength(1);
		for (const name of COLUMNS)
			expect(shown[0]).toContain(
				`${LABELS[name]} (${people.filter((row) => !isGiven(row[name])).length} items)`,
			);
	});
});
