/* eslint-disable @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return -- what does not compile has no type */
import {
	boolean,
	choice,
	choices,
	datetime,
	type Field,
	file,
	id,
	integer,
	json,
	jsonArray,
	jsonOf,
	jsonValue,
	list,
	object,
	pairs,
	rows,
	spread,
	text,
} from '../../../../nodes/shared/declare/fields';

/**
 * What does not make sense for a kind does not compile: each line must have what the compiler
 * complains of.
 */
const wrong = [
	// @ts-expect-error a number has no lines
	() => integer('N').multiline(),
	// @ts-expect-error a number has no length
	() => integer('N').maxLength(3),
	// @ts-expect-error a switch has no length
	() => boolean('B').maxLength(3),
	// @ts-expect-error a switch has no bounds
	() => boolean('B').min(1),
	// @ts-expect-error a text has no smallest value
	() => text('T').min(1),
	// @ts-expect-error a text is not chosen from a list of records
	() => text('T').pick({ noun: 'x', method: 'x', byName: false, example: 'x' }),
	// @ts-expect-error an ID may not be empty
	() => id('I').mayBeEmpty(),
	// @ts-expect-error a choice has no bounds
	() => choice('C', ['A']).max(3),
	// @ts-expect-error choices are no secret
	() => choices('C', ['A']).secret(),
	// @ts-expect-error a date has no pattern of its own
	() => datetime('D').matching(/x/, 'be x'),
	// @ts-expect-error a list of texts has its choices from a source
	() => list('L').pick({ noun: 'x', method: 'x', byName: false, example: 'x' }),
	// @ts-expect-error pairs have no pattern
	() => pairs('P').uuid(),
	// @ts-expect-error rows are no text
	() => rows('R', { a: text('A') }).maxLength(3),
	// @ts-expect-error an object has no size
	() => object('O', { a: text('A') }).min(1),
	// @ts-expect-error an object given as JSON has no size
	() => json('J').min(1),
	// @ts-expect-error what may be left out has no other kinds of properties
	() => integer('N').optional().multiline(),
];

test('a field has no method that makes no sense for its kind', () => {
	for (const each of wrong) expect(each).toThrow(/is not a function/);
});

test('a modifier does not change the field on which it is called', () => {
	const plain = jsonArray('J').min(1);
	const changed = plain.optional().label('Other').max(2);
	expect(plain.spec).toEqual({
		kind: 'json',
		description: 'J',
		required: true,
		shape: 'array',
		min: 1,
	});
	expect(changed.spec).toEqual({ ...plain.spec, required: false, label: 'Other', max: 2 });
});

test('a kind says whether it sends an object, a list or a file', () => {
	const fields = { a: text('A') };
	const all = {
		object: object('O', fields),
		jsonOf: jsonOf('O', fields),
		spread: spread('S', fields),
		pairs: pairs('P'),
		json: json('J'),
		jsonValue: jsonValue('V'),
		jsonArray: jsonArray('J'),
		rows: rows('R', fields),
		list: list('L'),
		file: file('F'),
		text: text('T'),
	};
	const named = (test: (field: Field) => boolean) =>
		Object.entries<Field>(all)
			.filter(([, field]) => test(field))
			.map(([name]) => name);
	expect(named(({ isObject }) => isObject)).toEqual([
		'object',
		'jsonOf',
		'spread',
		'pairs',
		'json',
	]);
	expect(named(({ isMany }) => isMany)).toEqual(['jsonArray', 'rows', 'list']);
	expect(named(({ isFile }) => isFile)).toEqual(['file']);
});
