import fc from 'fast-check';
import { DateTime } from 'luxon';

import { records } from '../../nodes/shared/declare/answers';
import { operation } from '../../nodes/shared/declare/define';
import { BadInput } from '../../nodes/shared/declare/input/badInput';
import { boolean, choice, datetime, day, type Field, id, integer, json, jsonArray, jsonValue, list, milliseconds, number, object, pairs, pairsWithNumbers, rows, text } from '../../nodes/shared/declare/field';
import { picker } from '../../nodes/shared/declare/lists/picker';
import { readField } from '../../nodes/shared/declare/input/read';
import { titleCase } from '../../nodes/shared/support/words';

const read = (field: Field, raw: unknown, timezone = 'UTC') => readField('field', field, raw, { timezone });

/** The refusal of a value: its words and what it repeats. */
function refusal(field: Field, raw: unknown): string {
	try {
		return `taken as ${JSON.stringify(read(field, raw))}`;
	} catch (error) {
		if (!(error instanceof BadInput)) throw error;
		return `${error.field}: ${error.message}${error.given === undefined ? '' : ` (${error.given})`}`;
	}
}

const locator = (value: unknown, mode = 'id') => ({ __rl: true, mode, value });
const getTasks = operation('GET /tasks', { name: 'X', action: 'X', description: 'X', answers: records(undefined) });
const taskPicker = picker({ noun: 'task', method: 'searchTasks', byName: true, example: 'abc', list: getTasks, entry: ({ id: taskId, name }) => ({ id: String(taskId), name: String(name) }) });
const taskField = id('A task').pick(taskPicker);

describe('is read leniently', () => {
	test.each<[string, Field, unknown, unknown]>([
		['a number as text', text('T'), 42, '42'],
		['a switch where that is a choice', choice('C', ['true', 'false']), true, 'true'],
		['an ID with blanks around it', id('I'), ' abc\n', 'abc'],
		['a locator', taskField, locator('abc'), 'abc'],
		['a number in a text', integer('N'), ' 42 ', 42],
		['a fraction in a text', number('N'), '-1.5', -1.5],
		['a switch in a text', boolean('B'), 'True', true],
		['a switch that is off, in a text', boolean('B'), ' false', false],
		['a list with commas', list('L'), 'a, b,c', ['a', 'b', 'c']],
		['a list with blanks around its entries', list('L'), [' a', 'b\n'], ['a', 'b']],
		['a list in lines', list('L'), 'a\nb\n', ['a', 'b']],
		['a list as JSON', list('L'), '["a", 1]', ['a', '1']],
		['a whole list in one input', list('L'), [['a', 'b']], ['a', 'b']],
		['one number as a list', list('L'), 7, ['7']],
		['pairs of a form', pairs('P'), { pairs: [{ name: 'a', value: 1 }, { name: 'b', value: '' }] }, { a: '1', b: '' }],
		['pairs as an object', pairs('P'), { a: 'x', b: true }, { a: 'x', b: 'true' }],
		['pairs as JSON', pairs('P'), '{"a":"x"}', { a: 'x' }],
		['pairs as rows', pairs('P'), [{ name: 'a', value: 'x' }], { a: 'x' }],
		['pairs with numbers', pairsWithNumbers('P'), { a: 1 }, { a: 1 }],
		['pairs called as what objects have', pairs('P'), { pairs: [{ name: 'constructor', value: 'a' }, { name: 'toString', value: 'b' }] }, { constructor: 'a', toString: 'b' }],
		['pairs called mode and value', pairs('P'), { mode: 'full', value: '3' }, { mode: 'full', value: '3' }],
		['rows of a form', rows('R', { a: text('A'), b: text('B').optional() }), { rows: [{ a: 'x', additionalFields: { b: 'y' } }] }, [{ a: 'x', b: 'y' }]],
		['rows as JSON, flat', rows('R', { a: text('A'), b: text('B').optional() }), '[{"a":"x","b":"y"}]', [{ a: 'x', b: 'y' }]],
		['one row', rows('R', { a: text('A') }), { rows: { a: 'x' } }, [{ a: 'x' }]],
		['an object of a form', object('O', { a: integer('A') }), { value: { a: '1' } }, { a: 1 }],
		['an object', object('O', { a: integer('A') }), { a: 1 }, { a: 1 }],
		['any JSON called mode and value', jsonValue('J'), { mode: 'x', value: 'y' }, { mode: 'x', value: 'y' }],
		['an object as JSON', json('J'), '{"a":[1]}', { a: [1] }],
		['an array as JSON', jsonArray('J'), '[1]', [1]],
	])('%s', (_name, field, raw, wanted) => {
		expect(read(field, raw)).toEqual(wanted);
	});

	test.each<[string, Field, unknown]>([
		['an empty text', text('T').optional(), ''],
		['null', text('T').optional(), null],
		['an empty locator', taskField.optional(), locator('')],
		['an empty list', list('L').optional(), []],
		['a form without rows', rows('R', { a: text('A') }).optional(), {}],
		['a form with no row', rows('R', { a: text('A').optional() }).optional(), { rows: [] }],
		['pairs without any', pairs('P').optional(), { pairs: [] }],
		['an empty object', object('O', { a: text('A').optional() }).optional(), {}],
	])('as not given: %s', (_name, field, raw) => {
		expect(read(field, raw)).toBeUndefined();
	});

	test('a blank text: it selects nothing, but may describe what is being created', () => {
		const given = (where: object) => readField('field', text('T').optional(), ' \n', { timezone: 'UTC' }, { given: true, ...where });
		expect(() => given({})).toThrow(/^Field was given, but is empty/);
		expect(given({ describes: true })).toBe(' \n');
		expect(() => readField('field', text('T').secret().optional(), '  ', { timezone: 'UTC' }, { given: true, describes: true })).toThrow(/^Field was given, but is empty/);
	});

	test('a field that may be empty is sent empty', () => {
		expect(read(text('T').mayBeEmpty().optional(), '')).toBe('');
		expect(read(list('L').mayBeEmpty().optional(), [])).toEqual([]);
		expect(read(text('T').mayBeEmpty().optional(), undefined)).toBeUndefined();
	});
});

describe('dates', () => {
	test.each<[string, unknown, string]>([
		['with a zone', '2026-03-31T08:00:00+02:00', '2026-03-31T08:00:00+02:00'],
		['with all its digits', '2026-03-31T08:00:00.123456Z', '2026-03-31T08:00:00.123456Z'],
		['without a zone: the workflow’s', '2026-03-31T08:00:00', '2026-03-31T06:00:00Z'],
		['with a blank', '2026-03-31 08:00', '2026-03-31T06:00:00Z'],
		['a day', '2026-03-31', '2026-03-30T22:00:00Z'],
		['milliseconds', 1774944000000, '2026-03-31T08:00:00Z'],
		['milliseconds in a text', '1774944000123', '2026-03-31T08:00:00.123Z'],
		['a Date', new Date('2026-03-31T08:00:00Z'), '2026-03-31T08:00:00Z'],
		['a luxon date', DateTime.fromISO('2026-03-31T08:00:00Z'), '2026-03-31T08:00:00Z'],
	])('%s', (_name, raw, wanted) => {
		expect(read(datetime('D'), raw, 'Europe/Berlin')).toBe(wanted);
		expect(read(milliseconds('D'), raw, 'Europe/Berlin')).toBe(Date.parse(wanted));
	});

	test('a day is sent as that day in the workflow’s zone', () => {
		expect(read(day('D'), '2026-03-31', 'Europe/Berlin')).toBe('2026-03-31');
		for (const raw of ['2026-03-31T23:30:00Z', DateTime.fromISO('2026-03-31T23:30:00Z'), DateTime.fromISO('2026-03-31T23:30:00Z', { zone: 'America/New_York' }), new Date('2026-03-31T23:30:00Z')])
			expect(read(day('D'), raw, 'Europe/Berlin')).toBe('2026-04-01');
	});

	test.each([1774944000, '1774944000', '2026', 2026, '08:00', 'tomorrow', '2026-13-01', '2026-02-30', '2026-02-30T10:00:00Z', '2026-13-45T99:99:99Z', '2026-03-31T25:00:00Z', 1774944000000.5, {}, true])('%s is not guessed at', (raw) => {
		expect(refusal(datetime('D'), raw)).toMatch(/^field: Field must be a date and time, such as 2026-03-31T08:00:00Z/);
	});
});

describe('is refused, naming the field and the rule', () => {
	const inner = rows('R', { a: text('A'), b: integer('B').max(3).optional() });
	test.each<[string, Field, unknown, string]>([
		['missing', text('T'), '', 'field: Field is required'],
		['missing in a locator', taskField, locator(''), 'field: Field is required'],
		['an object as text', text('T'), { a: 1 }, 'field: Field must be text ({"a":1})'],
		['too long', text('T').maxLength(3), 'abcd', 'field: Field must have at most 3 characters (abcd)'],
		['too small', integer('N').min(1), 0, 'field: Field must be at least 1 (0)'],
		['too large', integer('N').max(100), 101, 'field: Field must be at most 100 (101)'],
		['a fraction', integer('N'), 1.5, 'field: Field must be a whole number (1.5)'],
		['a hexadecimal number', integer('N'), '0x10', 'field: Field must be a whole number (0x10)'],
		['a number with an exponent', integer('N'), '1e2', 'field: Field must be a whole number (1e2)'],
		['no number', number('N'), 'many', 'field: Field must be a number (many)'],
		['no switch', boolean('B'), 'yes', 'field: Field must be true or false (yes)'],
		['not one of the values', choice('C', ['A', 'B']), 'C', 'field: Field must be one of A, B (C)'],
		['not a UUID', id('I').uuid(), '17', 'field: Field must be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11 (17)'],
		['a list of objects', list('L'), [{ a: 1 }], 'field[0]: Field must be text ({"a":1})'],
		['no list', list('L'), { a: 1 }, 'field: Field must be a list ({"a":1})'],
		['too few', list('L').min(2), ['a'], 'field: Field needs at least 2 entries (["a"])'],
		['broken JSON', json('J'), '{', 'field: Field must be an object in valid JSON ({)'],
		['an array instead of an object', json('J'), '[]', 'field: Field must be an object ([])'],
		['a name twice', pairs('P'), { pairs: [{ name: 'a', value: '1' }, { name: 'a', value: '2' }] }, 'field[1].name: Field, row 2: Name must not be given twice (a)'],
		['a pair without a name', pairs('P'), { pairs: [{ value: '1' }] }, 'field[0].name: Field, row 1: Name is required'],
		['a pair with an object for a name', pairs('P'), [{ name: { a: 1 }, value: '1' }], 'field[0].name: Field, row 1: Name must be text ({"a":1})'],
		['a row without its field', inner, { rows: [{ a: 'x' }, {}] }, 'field[1].a: Field, row 2: A is required'],
		['a field of a row', inner, [{ a: 'x', b: 4 }], 'field[0].b: Field, row 1: B must be at most 3 (4)'],
		['an unknown field', inner, [{ a: 'x', c: 1 }], 'field[0].c: Field, row 1 has no field c'],
		['an unknown field called as what objects have', inner, [{ a: 'x', constructor: 1 }], 'field[0].constructor: Field, row 1 has no field constructor'],
		['a switch as text', text('T'), true, 'field: Field must be text (true)'],
		['no number as text', text('T'), NaN, 'field: Field must be text (NaN)'],
		['no number as ID', id('I'), Infinity, 'field: Field must be text (Infinity)'],
		['a switch as ID', id('I'), true, 'field: Field must be text (true)'],
		['a switch that is no choice', choice('C', ['a', 'b']), true, 'field: Field must be text (true)'],
		['an ID that lost its last digits', id('I'), 2 ** 60, 'field: Field has more digits than a number can keep: give it as text (1152921504606847000)'],
		['a number that loses its last digits', number('N'), '12345678901234567890', 'field: Field has more digits than a number can keep: give it as text (12345678901234567000)'],
		['an entry that lost its last digits', list('L'), [2 ** 60], 'field[0]: Field has more digits than a number can keep: give it as text (1152921504606847000)'],
		['JSON that loses digits', json('J'), '{"a":[12345678901234567890]}', 'field.a[0]: Field: a, entry 1 has more digits than a number can keep: give it as text (12345678901234567000)'],
		['JSON with nothing in it', json('J'), { a: undefined }, 'field.a: Field: a has no value'],
		['JSON with a number that is none', jsonArray('J'), [NaN], 'field[0]: Field, entry 1 contains a value that is not a number (NaN)'],
		['a version as a number', id('V').noNumber('1.10 would be 1.1'), 1.1, 'field: Field must be given as text: 1.10 would be 1.1 (1.1)'],
		['an entry that is blank', list('L'), ['a', ' '], 'field[1]: Field has an empty entry: give each entry a value'],
		['an entry that is not there', list('L').optional(), [undefined], 'field[0]: Field has an empty entry: give each entry a value'],
		['a comma too many', list('L').optional(), 'a,,b', 'field[1]: Field has an empty entry: give each entry a value'],
		['nothing but a comma', list('L').optional(), ',', 'field[0]: Field has an empty entry: give each entry a value'],
		['a pair without a value', pairs('P'), { pairs: [{ name: 'a', value: undefined }] }, 'field.a: Field: a has no value: give one, or leave the name out'],
		['an object with a value that is not there', pairs('P'), { a: null }, 'field.a: Field: a has no value: give one, or leave the name out'],
		['a pair with a number that is none', pairs('P'), { a: NaN }, 'field.a: Field: a must be text (NaN)'],
		['a name that came to nothing', taskField, locator('', 'name'), 'field: Field is required'],
		['half a character', text('T'), 'a\ud83d', 'field: Field contains half of a character, as when text is cut inside an emoji'],
		['half a character in a list', list('L'), ['a', '\ude00'], 'field: Field contains half of a character, as when text is cut inside an emoji'],
		['a name where names are not looked up', rows('R', { task: taskField }), [{ task: locator('Load', 'name') }], 'field[0].task: Field, row 1: Task cannot be chosen by name here: choose it from the list or by ID (Load)'],
	])('%s', (_name, field, raw, words) => {
		expect(refusal(field, raw)).toBe(words);
	});

	test.each<[string, Field, unknown]>([
		['a secret', text('T').secret().maxLength(3), 's3cr3t'],
		['a secret that is no text', text('T').secret(), { a: 's3cr3t' }],
		['broken JSON around a secret', object('O', { key: text('K').secret() }), '{"key":"s3cr3t",}'],
		['an array around a secret', object('O', { key: text('K').secret() }), [{ key: 's3cr3t' }]],
		['a field beside a secret', object('O', { key: text('K').secret(), other: integer('N') }), { key: 's3cr3t', other: 'x' }],
		['a secret in a row', rows('R', { key: text('K').secret().maxLength(3) }), [{ key: 's3cr3t' }]],
	])('without repeating %s', (_name, field, raw) => {
		expect(refusal(field, raw)).toMatch(/^field/);
		expect(refusal(field, raw)).not.toContain('s3cr3t');
	});
});

test('names become labels', () => {
	expect(['maxCloudContainers', 'workspaceId', 'jvmArguments', 'RUN_PROFILE', 'component_start_time_seconds', 'url', 'tagsOfTask'].map(titleCase)).toEqual([
		'Max Cloud Containers',
		'Workspace ID',
		'JVM Arguments',
		'Run Profile',
		'Component Start Time Seconds',
		'URL',
		'Tags of Task',
	]);
	expect(picker(taskPicker)).toBe(taskPicker);
});

describe('whatever is given', () => {
	const fields: Record<string, Field> = {
		text: text('T').maxLength(20),
		id: id('I').uuid(),
		choice: choice('C', ['A', 'B']),
		integer: integer('N').min(1).max(100),
		number: number('N'),
		boolean: boolean('B'),
		list: list('L').max(3),
		pairs: pairs('P'),
		rows: rows('R', { a: text('A'), b: integer('B').optional() }),
		object: object('O', { a: integer('A').min(0), b: text('B').optional() }),
		json: json('J'),
		array: jsonArray('J'),
		anyJson: jsonValue('J'),
		datetime: datetime('D'),
		milliseconds: milliseconds('D'),
		day: day('D'),
		task: taskField,
	};
	const key = fc.oneof(fc.constantFrom('a', 'b', 'rows', 'pairs', 'value', 'name', 'mode', '__rl', 'additionalFields', '__proto__', 'constructor'), fc.string());
	const { any } = fc.letrec((tie) => ({
		any: fc.oneof({ maxDepth: 4 }, tie('leaf'), fc.array(tie('any'), { maxLength: 4 }), fc.dictionary(key, tie('any'), { maxKeys: 4 })),
		leaf: fc.oneof(
			fc.string(),
			fc.integer(),
			fc.double(),
			fc.boolean(),
			fc.constantFrom(null, undefined, '', '[', '{}', '[{}]', '{"a":1}', '\ud800', new Date(NaN), new Date(0)),
			fc.jsonValue().map((value) => JSON.stringify(value)),
			fc.date(),
		),
	}));

	test.each(Object.entries(fields))('%s is read as the field requires, or refused by its name', (_name, field) => {
		fc.assert(
			fc.property(any, (raw) => {
				let value: unknown;
				try {
					value = read(field, raw);
				} catch (error) {
					expect(error).toBeInstanceOf(BadInput);
					expect((error as BadInput).field).toMatch(/^field/);
					return;
				}
				expect(value === undefined ? field.spec.required : false).toBe(false);
				expect(field.schema.safeParse(value).success).toBe(true);
				// A flow passes on what was read: it reads as the same again.
				if (!['json', 'date'].includes(field.spec.kind)) expect(read(field, value)).toEqual(value);
			}),
			{ numRuns: 400 },
		);
	});

	test.each([null, 1, 'x', {}])('JSON may have a field called constructor: %j', (constructor) => {
		expect(read(fields.json!, { constructor })).toEqual({ constructor });
	});

	test('an object in place of a text is refused, whatever its type', () => {
		const nameless = { constructor: { name: Object.create(null) as object } };
		expect(() => read(fields.list!, [nameless])).toThrow(BadInput);
	});

	test('a number keeps its value in any form', () => {
		fc.assert(
			fc.property(fc.integer(), fc.constantFrom('', ' ', '\n'), (value, blank) => {
				expect([read(integer('N'), value), read(integer('N'), `${blank}${value}${blank}`)]).toEqual([value, value]);
			}),
		);
	});

	test('a list keeps its entries in any form', () => {
		const entry = fc.string({ minLength: 1 }).filter((each) => each.trim() === each && !/[,\n]/.test(each));
		fc.assert(
			fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), (entries) => {
				for (const raw of [entries, [entries], JSON.stringify(entries)]) expect(read(list('L'), raw)).toEqual(entries);
				if (!entries[0]!.startsWith('[')) for (const raw of [entries.join(','), entries.join('\n')]) expect(read(list('L'), raw)).toEqual(entries);
			}),
		);
	});

	test('pairs keep their names and values in any form', () => {
		const rows = fc.uniqueArray(fc.record({ name: fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString'), fc.string({ minLength: 1 })), value: fc.string() }), { selector: ({ name }) => name, minLength: 1, maxLength: 5 });
		fc.assert(
			fc.property(rows, (given) => {
				const wanted = given.map(({ name, value }) => [name, value]);
				const sorted = (value: unknown) => Object.entries(value as object).sort();
				for (const raw of [{ pairs: given }, given, JSON.stringify({ pairs: given }), Object.fromEntries(wanted)]) expect(sorted(read(pairs('P'), raw))).toEqual([...wanted].sort());
			}),
		);
	});

	test('a point in time is the same in any form and zone', () => {
		const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Apia');
		const instants = fc.date({ min: new Date('1980-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true });
		fc.assert(
			fc.property(instants, zones, zones, (date, zone, workflow) => {
				const ms = date.getTime();
				const there = DateTime.fromMillis(ms, { zone });
				for (const raw of [date, ms, String(ms), date.toISOString(), there, there.toISO()!]) {
					expect(read(milliseconds('D'), raw, workflow)).toBe(ms);
					expect(Date.parse(String(read(datetime('D'), raw, workflow)))).toBe(ms);
				}
				// Without a zone it is meant in the workflow's; an hour that comes twice is either of the two.
				const local = DateTime.fromMillis(ms, { zone: workflow });
				const read2 = Number(read(milliseconds('D'), local.toISO({ includeOffset: false })!, workflow));
				expect(local.getPossibleOffsets().map((each) => each.toMillis())).toContain(read2);
			}),
			{ numRuns: 60 },
		);
	});

	test('a secret is not repeated by its refusal, whatever it is', () => {
		const secret = fc.stringMatching(/^[A-Z][a-z]{5}[0-9]{4,12}$/);
		const around = object('O', { key: text('K').secret().maxLength(2), n: integer('N').optional() });
		fc.assert(
			fc.property(secret, (value) => {
				for (const raw of [{ key: value }, { key: [value] }, JSON.stringify({ key: value }), `{"key":"${value}"`, [value], { value: { key: { a: value } } }]) {
					const words = refusal(around, raw);
					expect(words).toMatch(/^field/);
					expect(words).not.toContain(value);
				}
				expect(refusal(text('T').secret().maxLength(3), value)).not.toContain(value);
			}),
		);
	});
});
