/**
 * Rows of a table with blanks, in every optional field of everything that creates or changes
 * something: what is sent is compared with the row, field by field. Which blanks stay out is
 * derived a second time here (`isBlankAt`), from what the requests do.
 */

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { BadInput } from '../../../nodes/shared/declare/badInput';
import { type Field, nameOnWire } from '../../../nodes/shared/declare/fields';
import { purposeAt } from '../../support/places';
import { platformForAll } from '../../support/platform';
import { report } from '../../support/report';
import { casesToDraw } from '../../support/share';
import { cases, clearedValueOf, drawn, expectSame, isSentAsGiven, sentFor } from './blanksStage';

let rowCount = 0;

let sentRowCount = 0;

let blankCount = 0;

afterAll(() =>
	report(
		`Rows with blanks: ${rowCount} in ${cases.length} operations, ${sentRowCount} sent with ${blankCount} blanks left out`,
	),
);

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
			rowCount++;
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
			sentRowCount++;
			blankCount += result.leftOut.length;
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
