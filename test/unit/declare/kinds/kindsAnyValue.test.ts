/** What holds for whatever is given to a field; single values are in the test of their kind. */
import fc from 'fast-check';
import { DateTime } from 'luxon';

import { records } from '../../../../nodes/shared/declare/answers';
import { BadInput } from '../../../../nodes/shared/declare/badInput';
import { operation } from '../../../../nodes/shared/declare/define';
import {
	boolean,
	choice,
	datetime,
	day,
	type Field,
	id,
	integer,
	json,
	jsonArray,
	jsonValue,
	list,
	milliseconds,
	number,
	object,
	pairs,
	rows,
	text,
} from '../../../../nodes/shared/declare/fields';
import { picker } from '../../../../nodes/shared/declare/lists/picker';
import { titleCase } from '../../../../nodes/shared/support/text/words';
import { read, refusal } from '../../../support/fieldValue';

const getTasks = operation('GET /tasks', {
	name: 'X',
	action: 'X',
	description: 'X',
	answers: records(undefined),
});
const taskPicker = picker({
	noun: 'task',
	method: 'searchTasks',
	byName: true,
	example: 'abc',
	list: getTasks,
	entry: ({ id: taskId, name }) => ({ id: String(taskId), name: String(name) }),
});
const taskField = id('A task').pick(taskPicker);

test('names become labels', () => {
	expect(
		[
			'maxCloudContainers',
			'workspaceId',
			'jvmArguments',
			'RUN_PROFILE',
			'component_start_time_seconds',
			'url',
			'tagsOfTask',
		].map(titleCase),
	).toEqual([
		'Max Cloud Containers',
		'Workspace ID',
		'JVM Arguments',
		'Run Profile',
		'Component Start Time Seconds',
		'URL',
		'Tags of Task',
	]);
});

test('the entries of a picker are texts', () => {
	const { entry } = picker({
		...taskPicker,
		entry: ({ id: taskId, name, tags }) => ({ id: taskId, name, description: tags }),
	});
	expect(entry({ id: 7, name: 'Load' })).toEqual({ id: '7', name: 'Load' });
	expect(entry({ tags: ['a', 'b'] })).toEqual({ id: '', name: '', description: 'a,b' });
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
	const key = fc.oneof(
		fc.constantFrom(
			'a',
			'b',
			'rows',
			'pairs',
			'value',
			'name',
			'mode',
			'__rl',
			'additionalFields',
			'__proto__',
			'constructor',
		),
		fc.string(),
	);
	const { any } = fc.letrec((tie) => ({
		any: fc.oneof(
			{ maxDepth: 4 },
			tie('leaf'),
			fc.array(tie('any'), { maxLength: 4 }),
			fc.dictionary(key, tie('any'), { maxKeys: 4 }),
		),
		leaf: fc.oneof(
			fc.string(),
			fc.integer(),
			fc.double(),
			fc.boolean(),
			fc.constantFrom(
				null,
				undefined,
				'',
				'[',
				'{}',
				'[{}]',
				'{"a":1}',
				'\ud800',
				new Date(NaN),
				new Date(0),
			),
			fc.jsonValue().map((value) => JSON.stringify(value)),
			fc.date(),
		),
	}));

	test.each(Object.entries(fields))(
		'%s is read as the field requires, or refused by its name',
		(_name, field) => {
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
					if (!['json', 'date'].includes(field.spec.kind))
						expect(read(field, value)).toEqual(value);
				}),
				{ numRuns: 400 },
			);
		},
	);

	test.each([null, 1, 'x', {}])('JSON can have a field called constructor: %j', (constructor) => {
		expect(read(fields.json!, { constructor })).toEqual({ constructor });
	});

	test('an object instead of a text is refused, whatever its type', () => {
		const nameless = { constructor: { name: Object.create(null) as object } };
		expect(() => read(fields.list!, [nameless])).toThrow(BadInput);
	});

	test('a number keeps its value in every form', () => {
		fc.assert(
			fc.property(fc.integer(), fc.constantFrom('', ' ', '\n'), (value, blank) => {
				expect([read(integer('N'), value), read(integer('N'), `${blank}${value}${blank}`)]).toEqual(
					[value, value],
				);
			}),
		);
	});

	test('a list keeps its entries in every form', () => {
		const entry = fc
			.string({ minLength: 1 })
			.filter((each) => each.trim() === each && !/[,\n]/.test(each));
		fc.assert(
			fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), (entries) => {
				for (const raw of [entries, [entries], JSON.stringify(entries)])
					expect(read(list('L'), raw)).toEqual(entries);
				if (!entries[0]!.startsWith('['))
					for (const raw of [entries.join(','), entries.join('\n')])
						expect(read(list('L'), raw)).toEqual(entries);
			}),
		);
	});

	test('pairs keep their names and values in every form', () => {
		const rows = fc.uniqueArray(
			fc.record({
				name: fc.oneof(
					fc.constantFrom('__proto__', 'constructor', 'toString'),
					// What nobody sees around a name is taken off (campaigns/columnNames.test.ts).
					fc.string({ minLength: 1 }).filter((name) => name.trim() === name && name !== ''),
				),
				value: fc.string(),
			}),
			{ selector: ({ name }) => name, minLength: 1, maxLength: 5 },
		);
		fc.assert(
			fc.property(rows, (given) => {
				const wanted = given.map(({ name, value }) => [name, value]);
				const sorted = (value: unknown) => Object.entries(value as object).sort();
				for (const raw of [
					{ pairs: given },
					given,
					JSON.stringify({ pairs: given }),
					Object.fromEntries(wanted),
				])
					expect(sorted(read(pairs('P'), raw))).toEqual([...wanted].sort());
			}),
		);
	});

	test('a point in time is the same in every form and zone', () => {
		const zones = fc.constantFrom(
			'UTC',
			'Europe/Berlin',
			'America/St_Johns',
			'Asia/Kolkata',
			'Pacific/Apia',
		);
		const instants = fc.date({
			min: new Date('1980-01-01T00:00:00Z'),
			max: new Date('2100-01-01T00:00:00Z'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(instants, zones, zones, (date, zone, workflow) => {
				const ms = date.getTime();
				const there = DateTime.fromMillis(ms, { zone });
				for (const raw of [date, ms, String(ms), date.toISOString(), there, there.toISO()!]) {
					expect(read(milliseconds('D'), raw, { timezone: workflow })).toBe(ms);
					expect(Date.parse(String(read(datetime('D'), raw, { timezone: workflow })))).toBe(ms);
				}
				// Without a zone it is meant in the workflow's; an hour that comes twice is either of the
				// two.
				const local = DateTime.fromMillis(ms, { zone: workflow });
				const readWithoutZone = Number(
					read(milliseconds('D'), local.toISO({ includeOffset: false })!, { timezone: workflow }),
				);
				expect(local.getPossibleOffsets().map((each) => each.toMillis())).toContain(
					readWithoutZone,
				);
			}),
			{ numRuns: 60 },
		);
	});

	test('the refusal of a secret does not repeat it, whatever it is', () => {
		const secret = fc.stringMatching(/^[A-Z][a-z]{5}[0-9]{4,12}$/);
		const around = object('O', {
			key: text('K').secret().maxLength(2),
			n: integer('N').optional(),
		});
		fc.assert(
			fc.property(secret, (value) => {
				for (const raw of [
					{ key: value },
					{ key: [value] },
					JSON.stringify({ key: value }),
					`{"key":"${value}"`,
					[value],
					{ value: { key: { a: value } } },
				]) {
					const words = refusal(around, raw);
					expect(words).toMatch(/^field/);
					expect(words).not.toContain(value);
				}
				expect(refusal(text('T').secret().maxLength(3), value)).not.toContain(value);
			}),
		);
	});
});
