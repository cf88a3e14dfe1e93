/**
 * What all kinds of field have in common.
 */
import { isAllOptional, isFirstInForm } from '../../../../nodes/shared/declare/field/form';
import { isUntouched } from '../../../../nodes/shared/declare/field/parse';
import {
	boolean,
	choice,
	choices,
	datetime,
	day,
	type Field,
	file,
	id,
	integer,
	json,
	jsonArray,
	jsonOf,
	jsonValue,
	list,
	looseValue,
	mapped,
	milliseconds,
	number,
	object,
	pairs,
	rows,
	spread,
	suggestion,
	suggestions,
	text,
} from '../../../../nodes/shared/declare/fields';
import { columns, DESCRIPTION, inputOf, mapping, taskPicker } from './stage';

/** The names of those for which it is true. */
const namesWhere = <Each>(isSo: (each: Each) => boolean, named: Record<string, Each>): string[] =>
	Object.entries(named)
		.filter(([, each]) => isSo(each))
		.map(([name]) => name);

test('an input whose description is its label has no description', () => {
	expect(inputOf(text('The task'), 'task')).toEqual({
		displayName: 'Task',
		name: 'task',
		required: true,
		type: 'string',
		default: '',
	});
});

test('an input with a label of its own keeps its description', () => {
	expect(inputOf(text('THE task').label('Other'), 'task')).toMatchObject({
		displayName: 'Other',
		description: 'THE task',
	});
});

test.each([
	{ what: 'an ID', field: id('A task'), name: 'taskId', label: 'Task ID' },
	{ what: 'a picker', field: id('A task').pick(taskPicker), name: 'taskId', label: 'Task' },
	{
		what: 'a picker of a list',
		field: id('A task').pick(taskPicker),
		name: 'taskIds',
		label: 'Task IDs',
	},
])('the label of $what is derived from its name', ({ field, name, label }) => {
	expect(inputOf(field, name)).toMatchObject({ displayName: label });
});

test('the last description of an input counts', () => {
	expect(inputOf(text(DESCRIPTION).describe('Other'))).toMatchObject({ description: 'Other' });
});

test('an input counts as untouched while it has the value that n8n fills in', () => {
	const untouched = ['', undefined, null, {}, [], { __rl: true, mode: 'id', value: '' }];
	expect(untouched.filter(isUntouched)).toEqual(untouched);
	expect(['x', 0, false, ['a'], { a: 1 }].filter(isUntouched)).toEqual([]);
	const untouchedMappings = [mapping(null), mapping({}), mapping({ a: '', b: null })];
	expect(untouchedMappings.filter(isUntouched)).toEqual(untouchedMappings);
	expect([mapping({ a: '', b: 'x' }), { a: 'x' }].filter(isUntouched)).toEqual([]);
});

test('a field comes first in a form if it is required, on top, or has rows or pairs', () => {
	expect(
		namesWhere(isFirstInForm, {
			required: text(DESCRIPTION),
			optional: text(DESCRIPTION).optional(),
			'on top': text(DESCRIPTION).optional().onTop(),
			pairs: pairs(DESCRIPTION).optional(),
			'optional object': object(DESCRIPTION, { a: text(DESCRIPTION).optional() }).optional(),
		}),
	).toEqual(['required', 'on top', 'pairs']);
});

test('fields are all optional if none of them is required', () => {
	expect(
		namesWhere(isAllOptional, {
			'no field': {},
			'an optional one': { a: text(DESCRIPTION).optional() },
			'an optional and a required one': {
				a: text(DESCRIPTION).optional(),
				b: text(DESCRIPTION),
			},
		}),
	).toEqual(['no field', 'an optional one']);
});

test('a kind knows the type in which it is sent', () => {
	expect(
		[
			text(DESCRIPTION),
			boolean(DESCRIPTION),
			integer(DESCRIPTION),
			milliseconds(DESCRIPTION),
			datetime(DESCRIPTION),
			day(DESCRIPTION),
		].map(({ sentAs }) => sentAs),
	).toEqual(['text', 'boolean', 'number', 'number', 'text', 'text']);
});

test('a kind with several entries is declared `isMany`', () => {
	expect(
		namesWhere<Field>(({ isMany }) => isMany, {
			text: text(DESCRIPTION),
			list: list(DESCRIPTION),
			rows: rows(DESCRIPTION, {}),
			choices: choices(DESCRIPTION, ['A']),
			jsonArray: jsonArray(DESCRIPTION),
			json: json(DESCRIPTION),
		}),
	).toEqual(['list', 'rows', 'choices', 'jsonArray']);
});

test('a kind that is shown as a form is declared `isForm`', () => {
	const required = { a: text(DESCRIPTION) };
	const optional = { a: text(DESCRIPTION).optional() };
	expect(
		namesWhere<Field>(({ isForm }) => isForm, {
			text: text(DESCRIPTION),
			rows: rows(DESCRIPTION, {}),
			pairs: pairs(DESCRIPTION),
			mapped: mapped(DESCRIPTION, columns),
			'optional object with a required field': object(DESCRIPTION, required).optional(),
			'required object': object(DESCRIPTION, optional),
			'optional object without a required field': object(DESCRIPTION, optional).optional(),
			json: json(DESCRIPTION),
		}),
	).toEqual([
		'rows',
		'pairs',
		'mapped',
		'optional object with a required field',
		'required object',
	]);
});

test('a field is shown for a value of another and for its versions', () => {
	expect(
		text(DESCRIPTION)
			.shownWhen({ a: [1] })
			.since(2).shownFor,
	).toEqual({ a: [1], '@version': [{ _cnd: { gte: 2 } }] });
});

test('the check of a field is created once for all its values', () => {
	for (const field of [text(DESCRIPTION), text(DESCRIPTION).optional()])
		expect(field.schema).toBe(field.schema);
});

test('a confirmation is kept with its reason', () => {
	const why = 'All is lost';
	expect(boolean(DESCRIPTION).confirms(why).spec.confirms).toEqual({ why, when: undefined });
});

test('pairs whose names are loaded are required pairs on top', () => {
	for (const field of [mapped(DESCRIPTION, columns), mapped(DESCRIPTION, columns).withNumbers()])
		expect(field.spec).toMatchObject({
			kind: 'pairs',
			description: DESCRIPTION,
			required: true,
			onTop: true,
		});
});

test('a text that is part of a path unchanged is declared `rawPath`', () => {
	expect(text(DESCRIPTION).rawPath().spec.rawPath).toBe(true);
});

test.each<{ what: string; field: Field; kind: string }>([
	{ what: 'pairs', field: pairs(DESCRIPTION), kind: 'pairs' },
	{ what: 'rows', field: rows(DESCRIPTION, {}), kind: 'rows' },
	{ what: 'spread', field: spread(DESCRIPTION, {}), kind: 'spread' },
	{ what: 'object', field: object(DESCRIPTION, {}), kind: 'object' },
	{ what: 'file', field: file(DESCRIPTION), kind: 'file' },
	{ what: 'choice', field: choice(DESCRIPTION, []), kind: 'choice' },
	{ what: 'suggestion', field: suggestion(DESCRIPTION, []), kind: 'choice' },
	{ what: 'choices', field: choices(DESCRIPTION, []), kind: 'choices' },
	{ what: 'suggestions', field: suggestions(DESCRIPTION, []), kind: 'choices' },
	{ what: 'jsonOf', field: jsonOf(DESCRIPTION, { a: text(DESCRIPTION) }), kind: 'json' },
	{ what: 'text', field: text(DESCRIPTION), kind: 'text' },
	{ what: 'id', field: id(DESCRIPTION), kind: 'id' },
	{ what: 'boolean', field: boolean(DESCRIPTION), kind: 'boolean' },
	{ what: 'integer', field: integer(DESCRIPTION), kind: 'integer' },
	{ what: 'number', field: number(DESCRIPTION), kind: 'number' },
	{ what: 'list', field: list(DESCRIPTION), kind: 'list' },
	{ what: 'datetime', field: datetime(DESCRIPTION), kind: 'date' },
	{ what: 'day', field: day(DESCRIPTION), kind: 'date' },
	{ what: 'milliseconds', field: milliseconds(DESCRIPTION), kind: 'date' },
	{ what: 'json', field: json(DESCRIPTION), kind: 'json' },
	{ what: 'jsonArray', field: jsonArray(DESCRIPTION), kind: 'json' },
	{ what: 'jsonValue', field: jsonValue(DESCRIPTION), kind: 'json' },
	{ what: 'looseValue', field: looseValue(DESCRIPTION), kind: 'json' },
])(
	'$what makes a required field of the kind $kind, until it is made optional',
	({ field, kind }) => {
		expect(field.spec).toMatchObject({ kind, description: DESCRIPTION, required: true });
		expect(field.optional().spec).toMatchObject({ kind, required: false });
	},
);
