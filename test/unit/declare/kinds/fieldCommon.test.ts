/**
 * What all kinds of field have in common.
 */
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
import { isUntouched } from '../../../../nodes/shared/declare/input/parse';
import { isAllOptional, isFirstInForm } from '../../../../nodes/shared/declare/kinds/common/form';
import { columns, DESCRIPTION, inputOf, mapping, taskPicker } from './stage';

test('an input has a label that fits, and says nothing twice', () => {
	expect(inputOf(text('The task'), 'task')).toEqual({
		displayName: 'Task',
		name: 'task',
		required: true,
		type: 'string',
		default: '',
	});
	expect(inputOf(text('THE task').label('Other'), 'task')).toMatchObject({
		displayName: 'Other',
		description: 'THE task',
	});
	expect(inputOf(id('A task').pick(taskPicker), 'taskId')).toMatchObject({ displayName: 'Task' });
	expect(inputOf(id('A task'), 'taskId')).toMatchObject({ displayName: 'Task ID' });
	expect(inputOf(id('A task').pick(taskPicker), 'taskIds')).toMatchObject({
		displayName: 'Task IDs',
	});
	expect(inputOf(text(DESCRIPTION).describe('Other'))).toMatchObject({ description: 'Other' });
});

test('an input counts as untouched while it has the value that n8n fills in', () => {
	expect(
		[
			'',
			undefined,
			null,
			{},
			[],
			{ __rl: true, mode: 'id', value: '' },
			'x',
			0,
			false,
			['a'],
			{ a: 1 },
		].map(isUntouched),
	).toEqual([true, true, true, true, true, true, false, false, false, false, false]);
	expect(
		[
			mapping(null),
			mapping({}),
			mapping({ a: '', b: null }),
			mapping({ a: '', b: 'x' }),
			{},
			{ a: 'x' },
			'',
		].map(isUntouched),
	).toEqual([true, true, true, false, true, false, true]);
});

test('a field stands first in a form if it is required, on top, or has rows or pairs', () => {
	expect(
		[
			text(DESCRIPTION),
			text(DESCRIPTION).optional(),
			text(DESCRIPTION).optional().onTop(),
			pairs(DESCRIPTION).optional(),
			object(DESCRIPTION, { a: text(DESCRIPTION).optional() }).optional(),
		].map(isFirstInForm),
	).toEqual([true, false, true, true, false]);
});

test('fields are all optional if none of them is required', () => {
	expect([
		isAllOptional({}),
		isAllOptional({ a: text(DESCRIPTION).optional() }),
		isAllOptional({ a: text(DESCRIPTION).optional(), b: text(DESCRIPTION) }),
	]).toEqual([true, true, false]);
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
		].map(({ wire }) => wire),
	).toEqual(['text', 'boolean', 'number', 'number', 'text', 'text']);
});

test('a kind with several entries says so', () => {
	expect(
		[
			text(DESCRIPTION),
			list(DESCRIPTION),
			rows(DESCRIPTION, {}),
			choices(DESCRIPTION, ['A']),
			jsonArray(DESCRIPTION),
			json(DESCRIPTION),
		].map(({ isMany }) => isMany),
	).toEqual([false, true, true, true, true, false]);
});

test('a kind that is shown as a form says so', () => {
	expect(
		[
			text(DESCRIPTION),
			rows(DESCRIPTION, {}),
			pairs(DESCRIPTION),
			mapped(DESCRIPTION, columns),
			object(DESCRIPTION, { a: text(DESCRIPTION) }).optional(),
			object(DESCRIPTION, { a: text(DESCRIPTION).optional() }),
			object(DESCRIPTION, { a: text(DESCRIPTION).optional() }).optional(),
			json(DESCRIPTION),
		].map(({ isForm }) => isForm),
	).toEqual([false, true, true, true, true, true, false, false]);
});

test('a field is shown for a value of another and for its versions', () => {
	expect(
		text(DESCRIPTION)
			.shownWhen({ a: [1] })
			.since(2).shownFor,
	).toEqual({ a: [1], '@version': [{ _cnd: { gte: 2 } }] });
});

test('the check of a field is made once: it is used for each value', () => {
	for (const field of [text(DESCRIPTION), text(DESCRIPTION).optional()])
		expect(field.schema).toBe(field.schema);
});

test('a confirmation is kept with its reason', () => {
	const why = 'All is lost';
	expect(boolean(DESCRIPTION).confirms(why).spec.confirms).toEqual({ why, when: undefined });
});

test('pairs whose names are loaded are required pairs, and stand on top', () => {
	for (const field of [mapped(DESCRIPTION, columns), mapped(DESCRIPTION, columns).withNumbers()])
		expect(field.spec).toMatchObject({
			kind: 'pairs',
			description: DESCRIPTION,
			required: true,
			onTop: true,
		});
});

test('a text that is part of a path as it is says so', () => {
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
