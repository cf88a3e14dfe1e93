/**
 * What each kind of field is to a person: its input, the rules that the reference shows, an
 * example, and which IDs in it are those of records.
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
} from '../../../../nodes/shared/declare/field';
import type { ChangeId } from '../../../../nodes/shared/declare/input/chosen';
import { isUntouched } from '../../../../nodes/shared/declare/input/parse';
import { isAllOptional, isFirstInForm } from '../../../../nodes/shared/declare/kinds/common/form';
import { singular } from '../../../../nodes/shared/support/nouns';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { rulesOf } from '../../../../tools/reference/rules';

const UUID = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';
const task = { noun: 'task', method: 'searchTasks', byName: true, example: 'abc' };
const engine = {
	noun: 'engine',
	method: 'searchEngines',
	byName: false,
	example: 'xyz',
	idName: 'Login',
};
const columns = {
	method: 'loadNames',
	dependsOn: ['taskId.value'],
	words: { singular: 'parameter', plural: 'parameters' },
};
const named = (field: Field, name = 'someField', nested = false) =>
	field.property(name, nested) as unknown;
const plain = (more: object) => ({
	displayName: 'Some Field',
	name: 'someField',
	description: 'What it is',
	...more,
});
const what = 'What it is';

describe('the input', () => {
	test.each<{ what: string; field: Field; input: object }>([
		{ what: 'a text', field: text(what), input: { required: true, type: 'string', default: '' } },
		{
			what: 'a text that starts with something',
			field: text(what).initial('x'),
			input: { required: true, type: 'string', default: 'x' },
		},
		{
			what: 'a text of lines',
			field: text(what).multiline(),
			input: { required: true, type: 'string', default: '', typeOptions: { rows: 4 } },
		},
		{
			what: 'a secret',
			field: text(what).secret(),
			input: { required: true, type: 'string', default: '', typeOptions: { password: true } },
		},
		{
			what: 'an optional text',
			field: text(what).optional(),
			input: { type: 'string', default: '' },
		},
		{
			what: 'a text with an example',
			field: text(what).eg('here'),
			input: { required: true, type: 'string', default: '', placeholder: 'e.g. here' },
		},
		{
			what: 'a text with a sample',
			field: text(what).sample('here'),
			input: { required: true, type: 'string', default: '' },
		},
		{ what: 'an ID', field: id(what), input: { required: true, type: 'string', default: '' } },
		{
			what: 'a file',
			field: file(what),
			input: { required: true, type: 'string', default: 'data' },
		},
		{
			what: 'a date',
			field: datetime(what),
			input: { required: true, type: 'dateTime', default: '' },
		},
		{
			what: 'a switch',
			field: boolean(what),
			input: { required: true, type: 'boolean', default: false },
		},
		{
			what: 'a switch that is on when not sent',
			field: boolean(what).byDefault(true).optional(),
			input: { type: 'boolean', default: true, description: 'What it is (defaults to true)' },
		},
		{
			what: 'a switch that starts off, and is on when not sent',
			field: boolean(what).byDefault(true).initial(false).optional(),
			input: { type: 'boolean', default: false },
		},
		{
			what: 'a switch that can be added and is usually on',
			field: boolean(what).sample(true).optional(),
			input: { type: 'boolean', default: true },
		},
		{
			what: 'a switch that can be added and is usually off',
			field: boolean(what).sample(false).optional(),
			input: { type: 'boolean', default: false },
		},
		{
			what: 'a switch that can be added',
			field: boolean(what).optional(),
			input: { type: 'boolean', default: false },
		},
		{
			what: 'a switch that must be set and is usually on',
			field: boolean(what).sample(true),
			input: { required: true, type: 'boolean', default: false },
		},
		{
			what: 'a whole number',
			field: integer(what),
			input: { required: true, type: 'number', default: 0, typeOptions: { numberPrecision: 0 } },
		},
		{
			what: 'a number',
			field: number(what),
			input: { required: true, type: 'number', default: 0 },
		},
		{
			what: 'a number with bounds',
			field: number(what).min(2).max(9),
			input: {
				required: true,
				type: 'number',
				default: 2,
				typeOptions: { minValue: 2, maxValue: 9 },
			},
		},
		{
			what: 'a number with an example',
			field: integer(what).min(2).eg(5),
			input: {
				required: true,
				type: 'number',
				default: 5,
				placeholder: 'e.g. 5',
				typeOptions: { minValue: 2, numberPrecision: 0 },
			},
		},
		{
			what: 'a number that the platform knows',
			field: integer(what).eg(5).byDefault(7).optional(),
			input: {
				type: 'number',
				default: 7,
				placeholder: 'e.g. 5',
				description: 'What it is (defaults to 7)',
				typeOptions: { numberPrecision: 0 },
			},
		},
		{
			what: 'a number that starts with one',
			field: integer(what).byDefault(7).initial(3),
			input: { required: true, type: 'number', default: 3, typeOptions: { numberPrecision: 0 } },
		},
		{
			what: 'a list',
			field: list(what),
			input: {
				required: true,
				type: 'string',
				default: [],
				typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Some Field' },
			},
		},
		{
			what: 'a list that is chosen',
			field: list(what).from({ method: 'load', dependsOn: ['a.value'] }),
			input: {
				required: true,
				type: 'multiOptions',
				default: [],
				typeOptions: { loadOptionsMethod: 'load', loadOptionsDependsOn: ['a.value'] },
			},
		},
		{
			what: 'a list that is chosen and completed',
			field: list(what).from({ method: 'load', dependsOn: ['a.value'], knows: ['b'] }),
			input: {
				required: true,
				type: 'multiOptions',
				default: [],
				typeOptions: { loadOptionsMethod: 'load', loadOptionsDependsOn: ['a.value', 'b'] },
			},
		},
		{
			what: 'an object as JSON',
			field: json(what),
			input: { required: true, type: 'json', default: '{}' },
		},
		{
			what: 'a list as JSON',
			field: jsonArray(what),
			input: { required: true, type: 'json', default: '[]' },
		},
		{
			what: 'any JSON',
			field: jsonValue(what),
			input: { required: true, type: 'json', default: '{}' },
		},
		{
			what: 'JSON that starts with something',
			field: jsonValue(what).initial('[1]'),
			input: { required: true, type: 'json', default: '[1]' },
		},
		{
			what: 'any value',
			field: looseValue(what),
			input: { required: true, type: 'string', default: '' },
		},
		{
			what: 'any value that starts with something',
			field: looseValue(what).initial('x'),
			input: { required: true, type: 'string', default: 'x' },
		},
	])('the input fits the field: $what', ({ field, input }) => {
		expect(named(field)).toEqual(plain(input));
		expect(field.properties('someField')).toEqual([plain(input)]);
	});

	describe('the input of a choice', () => {
		const options = [
			{ name: 'Alpha', value: 'ALPHA' },
			{ name: 'Last', value: 'A_LAST', description: 'The end', action: 'End it' },
		];
		const values = [
			{ value: 'A_LAST', name: 'Last', description: 'The end', action: 'End it' },
			'ALPHA',
		];

		test('the choices are listed by their name, and none is selected that must be chosen', () => {
			expect(named(choice(what, values))).toEqual(
				plain({ required: true, type: 'options', options, default: '' }),
			);
			expect(named(choice(what, values).optional())).toEqual(
				plain({ type: 'options', options, default: 'ALPHA' }),
			);
		});

		test('the choices can keep their order', () => {
			expect(named(choice(what, values).inOrder().optional())).toEqual(
				plain({ type: 'options', options: [options[1], options[0]], default: 'A_LAST' }),
			);
		});

		test('the default of the platform is selected if it is a choice, and named', () => {
			expect(named(choice(what, values).byDefault('A_LAST').optional())).toEqual(
				plain({
					type: 'options',
					options,
					default: 'A_LAST',
					description: 'What it is (defaults to A_LAST)',
				}),
			);
			expect(named(choice(what, values).byDefault('elsewhere').optional())).toEqual(
				plain({
					type: 'options',
					options,
					default: 'ALPHA',
					description: 'What it is (defaults to elsewhere)',
				}),
			);
		});

		test('a choice is selected that the form starts with', () => {
			expect(named(choice(what, values).initial('A_LAST'))).toEqual(
				plain({ required: true, type: 'options', options, default: 'A_LAST' }),
			);
		});

		test('the choices can be loaded', () => {
			expect(named(choice(what, values).listedBy('load'))).toEqual(
				plain({
					required: true,
					type: 'options',
					typeOptions: { loadOptionsMethod: 'load' },
					default: '',
				}),
			);
			expect(named(choice(what, values).listedBy('load').initial('ALPHA'))).toEqual(
				plain({
					required: true,
					type: 'options',
					typeOptions: { loadOptionsMethod: 'load' },
					default: 'ALPHA',
				}),
			);
		});

		test('several can be chosen, and none is selected unless the form starts with it', () => {
			expect(named(choices(what, values))).toEqual(
				plain({ required: true, type: 'multiOptions', options, default: [] }),
			);
			expect(named(choices(what, values).inOrder().initial(['ALPHA']))).toEqual(
				plain({
					required: true,
					type: 'multiOptions',
					options: [options[1], options[0]],
					default: ['ALPHA'],
				}),
			);
		});
	});

	describe('the input of a record', () => {
		const modes = (noun: string, method: string) => ({
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: noun,
			typeOptions: { searchListMethod: method, searchable: true },
		});
		const byId = { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. abc' };
		const byName = {
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. My task',
		};
		const locator = {
			required: true,
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
		};

		test('the input offers the list, the ID and, if the platform can search, the name', () => {
			expect(named(id(what).pick(task))).toEqual(
				plain({ ...locator, modes: [modes('Select a task…', 'searchTasks'), byId, byName] }),
			);
			expect(
				named(
					id('The some field')
						.pick({ ...task, byName: false })
						.optional(),
				),
			).toEqual({
				displayName: 'Some Field',
				name: 'someField',
				type: 'resourceLocator',
				default: { mode: 'list', value: '' },
				modes: [modes('Select a task…', 'searchTasks'), byId],
			});
		});

		test('the input in a form offers no name', () => {
			expect(named(id(what).pick(task), 'someField', true)).toEqual(
				plain({ ...locator, modes: [modes('Select a task…', 'searchTasks'), byId] }),
			);
			expect(named(id(what).pick({ ...task, idName: 'ID' }), 'someField', true)).toEqual(
				plain({ ...locator, modes: [modes('Select a task…', 'searchTasks'), byId] }),
			);
		});

		test('the input offers another key than the ID under its own name', () => {
			expect(named(id(what).pick(engine))).toEqual(
				plain({
					...locator,
					modes: [
						modes('Select an engine…', 'searchEngines'),
						{ displayName: 'By Login', name: 'byLogin', type: 'string', placeholder: 'e.g. xyz' },
					],
				}),
			);
			expect(named(id(what).pick({ ...engine, idName: 'Version' }))).toMatchObject({
				modes: [{}, { displayName: 'Version', name: 'byVersion' }],
			});
		});

		test('the input says that it is required if it is not always shown', () => {
			expect(
				named(
					id(what)
						.pick({ ...task, byName: false })
						.shownWhen({ a: [1] }),
				),
			).toMatchObject({ hint: 'Required' });
		});
	});

	test('an input has a label that fits, and says nothing twice', () => {
		expect(named(text('The task'), 'task')).toEqual({
			displayName: 'Task',
			name: 'task',
			required: true,
			type: 'string',
			default: '',
		});
		expect(named(text('THE task').label('Other'), 'task')).toMatchObject({
			displayName: 'Other',
			description: 'THE task',
		});
		expect(named(id('A task').pick(task), 'taskId')).toMatchObject({ displayName: 'Task' });
		expect(named(id('A task'), 'taskId')).toMatchObject({ displayName: 'Task ID' });
		expect(named(id('A task').pick(task), 'taskIds')).toMatchObject({ displayName: 'Task IDs' });
		expect(named(text(what).describe('Other'))).toMatchObject({ description: 'Other' });
	});

	test('an input that another input shows is checked by the node, because n8n cannot', () => {
		expect(named(text(what).shownWhen({ a: [1] }))).toEqual(
			plain({ type: 'string', default: '', hint: 'Required' }),
		);
		expect(named(text(what).shownWhen({ a: [1] }), 'someField', true)).toEqual(
			plain({ type: 'string', default: '' }),
		);
		expect(
			named(
				text(what)
					.shownWhen({ a: [1] })
					.initial('x'),
			),
		).toEqual(plain({ type: 'string', default: 'x' }));
		expect(
			named(
				text(what)
					.shownWhen({ a: [1] })
					.optional(),
			),
		).toEqual(plain({ type: 'string', default: '' }));
	});

	test('an input has its own name for each value of the input that gives its meaning', () => {
		const field = id(what).labeledBy('type', { TASK: 'Task', PLAN: 'Plan' });
		expect(field.properties('thing')).toEqual([
			{
				displayName: 'Task',
				name: 'thing',
				description: what,
				required: true,
				type: 'string',
				default: '',
				displayOptions: { show: { type: ['TASK'] } },
			},
			{
				displayName: 'Plan',
				name: 'thing',
				description: what,
				required: true,
				type: 'string',
				default: '',
				displayOptions: { show: { type: ['PLAN'] } },
			},
		]);
	});

	test('the input of pairs is rows of name and value', () => {
		const name = { displayName: 'Name', name: 'name', type: 'string', default: '' };
		const value = { displayName: 'Value', name: 'value', type: 'string', default: '' };
		const form = (values: object[]) => ({
			displayName: 'Tags',
			name: 'tags',
			description: what,
			required: true,
			type: 'fixedCollection',
			placeholder: 'Add Tag',
			typeOptions: { multipleValues: true },
			default: {},
			options: [{ displayName: 'Tag', name: 'pairs', values }],
		});
		expect(named(pairs(what), 'tags')).toEqual(form([name, value]));
		expect(named(pairs(what).named('Name of the tag'), 'tags')).toEqual(
			form([{ ...name, description: 'Name of the tag' }, value]),
		);
		expect(named(pairs(what).pick(task), 'tags')).toEqual(
			form([
				name,
				{
					displayName: 'Task',
					name: 'value',
					type: 'resourceLocator',
					default: { mode: 'list', value: '' },
					modes: [
						expect.objectContaining({ name: 'list' }),
						expect.objectContaining({ name: 'id' }),
					],
				},
			]),
		);
	});

	test('the input of names that are loaded is n8n’s resource mapper', () => {
		for (const field of [
			mapped(what, columns),
			mapped(what, columns).withNumbers(),
			mapped(what, { ...columns, method: 'other' }).columnsOf(columns),
		])
			expect(named(field)).toEqual(
				plain({
					required: true,
					type: 'resourceMapper',
					noDataExpression: true,
					default: { mappingMode: 'defineBelow', value: null },
					typeOptions: {
						loadOptionsDependsOn: ['taskId.value'],
						resourceMapper: {
							resourceMapperMethod: 'loadNames',
							mode: 'add',
							fieldWords: columns.words,
							valuesLabel: 'Some Field',
							addAllFields: true,
							multiKeyMatch: false,
							supportAutoMap: false,
							hideNoDataError: true,
						},
					},
				}),
			);
	});

	describe('the input of rows', () => {
		const shown = (name: string, more = {}) => expect.objectContaining({ name, ...more }) as object;
		const addable = (displayName: string, name: string, more: object) => ({
			displayName,
			name,
			description: what,
			...more,
		});

		test('the input is a form: required fields first, the others can be added', () => {
			const fields = {
				zeta: text(what).optional(),
				must: text(what),
				alpha: integer(what).optional(),
				top: text(what).onTop().optional(),
				inner: pairs(what).optional(),
			};
			expect(named(rows(what, fields), 'entries')).toEqual({
				displayName: 'Entries',
				name: 'entries',
				description: what,
				required: true,
				type: 'fixedCollection',
				placeholder: 'Add Entry',
				typeOptions: { multipleValues: true },
				default: {},
				options: [
					{
						displayName: 'Entry',
						name: 'rows',
						values: [
							shown('must', { required: true }),
							shown('top'),
							shown('inner', { type: 'fixedCollection' }),
							{
								displayName: 'Additional Fields',
								placeholder: 'Add Field',
								name: 'additionalFields',
								type: 'collection',
								default: {},
								options: [
									addable('Alpha', 'alpha', {
										type: 'number',
										default: 0,
										typeOptions: { numberPrecision: 0 },
									}),
									addable('Zeta', 'zeta', { type: 'string', default: '' }),
								],
							},
						],
					},
				],
			});
		});

		test('the input has no fields to add if all are required', () => {
			expect(JSON.stringify(named(rows(what, { must: text(what) })))).not.toContain(
				'additionalFields',
			);
		});

		test('records inside rows and objects cannot be given by name', () => {
			// Names are not looked up inside.
			for (const field of [
				rows(what, { must: id(what).pick(task) }),
				object(what, { may: id(what).pick(task).optional() }),
			])
				expect(JSON.stringify(named(field))).not.toContain('By Name');
			expect(JSON.stringify(named(id(what).pick(task)))).toContain('By Name');
		});
	});

	test('the input of an object is a form, or a collection if all of its fields are optional or it is required', () => {
		const must = { type: 'string', displayName: 'Must', name: 'must', description: what } as const;
		expect(
			named(object(what, { must: text(what), inner: object(what, { must: text(what) }) })),
		).toMatchObject({
			type: 'collection',
			required: true,
			default: { must: '', inner: { must: '' } },
			options: [{ name: 'inner', type: 'collection', default: { must: '' } }, must],
		});
		expect(named(object(what, { must: text(what) }).optional())).toEqual(
			plain({
				type: 'fixedCollection',
				placeholder: 'Add Some Field',
				default: {},
				options: [
					{
						displayName: 'Some Field',
						name: 'value',
						values: [
							{
								displayName: 'Must',
								name: 'must',
								description: what,
								required: true,
								type: 'string',
								default: '',
							},
						],
					},
				],
			}),
		);
		expect(
			named(object(what, { zeta: text(what).optional(), alpha: text(what).optional() }).optional()),
		).toEqual(
			plain({
				type: 'collection',
				placeholder: 'Add Field',
				default: {},
				options: [
					{ displayName: 'Alpha', name: 'alpha', description: what, type: 'string', default: '' },
					{ displayName: 'Zeta', name: 'zeta', description: what, type: 'string', default: '' },
				],
			}),
		);
	});

	test('an input in a form is shown depending on its siblings and its versions', () => {
		const inside = (field: Field) =>
			(
				named(object(what, { must: field }).optional()) as {
					options: Array<{ values: Array<{ displayOptions?: unknown }> }>;
				}
			).options[0]!.values[0]!.displayOptions;
		expect(inside(text(what))).toBeUndefined();
		expect(inside(text(what).shownWhen({ other: ['a'] }))).toEqual({ show: { other: ['a'] } });
		expect(
			inside(
				text(what)
					.shownWhen({ other: ['a'] })
					.since(2),
			),
		).toEqual({ show: { other: ['a'], '@version': [{ _cnd: { gte: 2 } }] } });
		expect(inside(text(what).until(1))).toEqual({ show: { '@version': [{ _cnd: { lte: 1 } }] } });
		expect(inside(text(what).since(1.5).until(2))).toEqual({
			show: { '@version': [{ _cnd: { between: { from: 1.5, to: 2 } } }] },
		});
	});

	test('the input of an object that is entered one by one is an input for each field that can be given', () => {
		const fields = {
			id: id(what),
			version: text(what).shownWhen({ id: ['x', 'y'] }),
			made: text(what).derived(),
		};
		expect(spread(what, fields).properties('artifact')).toEqual([
			{
				displayName: 'Artifact ID',
				name: 'artifactId',
				description: what,
				required: true,
				type: 'string',
				default: '',
			},
			{
				displayName: 'Artifact Version',
				name: 'artifactVersion',
				description: what,
				type: 'string',
				default: '',
				hint: 'Required',
				displayOptions: { show: { artifactId: ['x', 'y'] } },
			},
		]);
		expect(
			spread(what, { id: id(what) })
				.optional()
				.properties('artifact'),
		).toEqual([
			{
				displayName: 'Artifact ID',
				name: 'artifactId',
				description: what,
				type: 'string',
				default: '',
			},
		]);
		expect(spread(what, fields).parts('artifact')).toEqual({
			artifactId: 'id',
			artifactVersion: 'version',
		});
		expect(named(spread(what, fields))).toEqual(
			plain({ required: true, type: 'json', default: '{}' }),
		);
		expect(text(what).parts?.('x')).toBeUndefined();
	});
});

test.each([
	['Emails', 'Email'],
	['Entries', 'Entry'],
	['Addresses', 'Address'],
	['Statuses', 'Status'],
	['Boxes', 'Box'],
	['Branches', 'Branch'],
	['Types', 'Type'],
	['Address', 'Address'],
	['Status', 'Status'],
	['Series of Things', 'Series of Thing'],
	['Tag', 'Tag'],
])('one of %s is %s', (several, one) => {
	expect(singular(several)).toBe(one);
});

describe('the rules', () => {
	test.each<{ what: string; field: Field; rules: string[] }>([
		{ what: 'a text', field: text(what), rules: [] },
		{
			what: 'a text of a length',
			field: text(what).maxLength(3).matching(/x/, 'have an x'),
			rules: ['at most 3 characters', 'must have an x'],
		},
		{
			what: 'a secret that the platform knows',
			field: text(what).byDefault('x').secret(),
			rules: ['defaults to x', 'secret'],
		},
		{ what: 'an ID', field: id(what).uuid(), rules: [`must be a UUID, such as ${UUID}`] },
		{ what: 'a number', field: number(what), rules: [] },
		{ what: 'a number from', field: number(what).min(1), rules: ['at least 1'] },
		{ what: 'a number up to', field: number(what).max(9), rules: ['at most 9'] },
		{ what: 'a number between', field: number(what).min(1).max(9), rules: ['1 to 9'] },
		{ what: 'a list', field: list(what), rules: [] },
		{ what: 'a list from', field: list(what).min(1), rules: ['at least 1'] },
		{
			what: 'a list up to',
			field: list(what).max(9).maxLength(4).matching(/x/, 'have an x'),
			rules: ['at most 9', 'at most 4 characters', 'must have an x'],
		},
		{ what: 'a list between', field: list(what).min(1).max(9), rules: ['1 to 9'] },
		{ what: 'rows', field: rows(what, {}).max(3), rules: ['at most 3'] },
		{ what: 'a list as JSON', field: jsonArray(what).min(2), rules: ['at least 2'] },
		{ what: 'a date', field: datetime(what), rules: ['sent as RFC 3339'] },
		{ what: 'milliseconds', field: milliseconds(what), rules: ['sent as milliseconds since 1970'] },
		{ what: 'a day', field: day(what), rules: ['sent as a day'] },
		{ what: 'a choice', field: choice(what, ['A', 'B']), rules: ['one of: `A`, `B`'] },
		{
			what: 'a suggestion',
			field: suggestion(what, ['A', 'B']).matching(/x/, 'have an x'),
			rules: ['must have an x', 'known values: `A`, `B`'],
		},
		{
			what: 'choices',
			field: choices(what, ['A', 'B']).min(1),
			rules: ['at least 1', 'one of: `A`, `B`'],
		},
		{ what: 'suggestions', field: suggestions(what, ['A']), rules: ['known values: `A`'] },
		{
			what: 'a hundred choices',
			field: choice(
				what,
				Array.from({ length: 100 }, () => 'A'),
			),
			rules: [`one of: ${Array.from({ length: 100 }, () => '`A`').join(', ')}`],
		},
		{
			what: 'more than a hundred',
			field: choice(
				what,
				Array.from({ length: 101 }, () => 'A'),
			),
			rules: ['chosen from a long list'],
		},
		{ what: 'what is new', field: boolean(what).since(2), rules: ['since version 2 of the node'] },
		{ what: 'what is old', field: boolean(what).until(2), rules: ['until version 2 of the node'] },
		{
			what: 'what was there for a while',
			field: boolean(what).byDefault(false).since(2).until(3),
			rules: ['defaults to false', 'versions 2 to 3 of the node'],
		},
	])('the rules fit the field: $what', ({ field, rules }) => {
		expect(rulesOf(field)).toEqual(rules);
	});
});

describe('the example', () => {
	const both = (value: unknown) => ({ given: value, wire: value });
	test.each<{ what: string; field: Field; example: object }>([
		{ what: 'a text', field: text(what), example: both('a-it') },
		{ what: 'a UUID', field: text(what).uuid(), example: both(UUID) },
		{ what: 'a text with one', field: text(what).eg('here'), example: both('here') },
		{ what: 'an ID', field: id(what), example: both('a-it') },
		{ what: 'an ID that is a UUID', field: id(what).uuid(), example: both(UUID) },
		{ what: 'an ID with one', field: id(what).uuid().eg('7'), example: both('7') },
		{
			what: 'a record',
			field: id(what).pick(task),
			example: { given: { __rl: true, mode: 'id', value: 'abc' }, wire: 'abc' },
		},
		{
			what: 'a record that is given otherwise',
			field: id(what).pick(engine),
			example: { given: { __rl: true, mode: 'byLogin', value: 'xyz' }, wire: 'xyz' },
		},
		{
			what: 'a record with one',
			field: id(what).pick(task).eg('own'),
			example: { given: { __rl: true, mode: 'id', value: 'own' }, wire: 'own' },
		},
		{
			what: 'a file',
			field: file(what),
			example: { given: 'upload', wire: 'content of the upload' },
		},
		{ what: 'a switch', field: boolean(what), example: both(true) },
		{ what: 'a switch that is on', field: boolean(what).byDefault(true), example: both(false) },
		{
			what: 'a switch that starts otherwise',
			field: boolean(what).byDefault(true).initial(false),
			example: both(true),
		},
		{ what: 'a switch with one', field: boolean(what).sample(false), example: both(false) },
		{ what: 'a number', field: number(what), example: both(1) },
		{ what: 'a number from', field: number(what).min(4), example: both(5) },
		{ what: 'a number up to', field: number(what).min(4).max(9), example: both(9) },
		{ what: 'a number with one', field: number(what).max(9).eg(6), example: both(6) },
		{ what: 'a choice', field: choice(what, ['A', 'B', 'C']), example: both('C') },
		{ what: 'a choice with one', field: choice(what, ['A', 'B']).eg('A'), example: both('A') },
		{ what: 'choices', field: choices(what, ['A', 'B']), example: both(['A']) },
		{
			what: 'choices with some',
			field: choices(what, ['A', 'B']).sample(['B']),
			example: both(['B']),
		},
		{ what: 'a list', field: list(what), example: both(['it-1', 'it-2']) },
		{ what: 'a list with some', field: list(what).sample(['x']), example: both(['x']) },
		{ what: 'a date', field: datetime(what), example: both('2026-03-01T00:00:00Z') },
		{
			what: 'milliseconds',
			field: milliseconds(what),
			example: { given: '2026-03-01T00:00:00Z', wire: 1_772_323_200_000 },
		},
		{
			what: 'a day',
			field: day(what).sample('2026-04-02T08:00:00Z'),
			example: { given: '2026-04-02T08:00:00Z', wire: '2026-04-02' },
		},
		{ what: 'an object as JSON', field: json(what), example: { given: '{"a":1}', wire: { a: 1 } } },
		{ what: 'a list as JSON', field: jsonArray(what), example: { given: '["a"]', wire: ['a'] } },
		{
			what: 'JSON with one',
			field: jsonValue(what).sample({ b: 2 }),
			example: { given: '{"b":2}', wire: { b: 2 } },
		},
		{
			what: 'pairs',
			field: pairs(what),
			example: {
				given: { pairs: [{ name: 'it-key', value: 'a value' }] },
				wire: { 'it-key': 'a value' },
			},
		},
		{
			what: 'pairs with some',
			field: pairs(what).sample({ x: 'y' }),
			example: { given: { pairs: [{ name: 'x', value: 'y' }] }, wire: { x: 'y' } },
		},
		{
			what: 'names that are loaded',
			field: mapped(what, columns),
			example: {
				given: { mappingMode: 'defineBelow', value: { 'it-key': 'a value' } },
				wire: { 'it-key': 'a value' },
			},
		},
		{
			what: 'rows',
			field: rows(what, { a: text(what).wireName('b'), c: text(what).optional() }),
			example: {
				given: { rows: [{ a: 'a-a', additionalFields: { c: 'a-c' } }] },
				wire: [{ b: 'a-a', c: 'a-c' }],
			},
		},
		{
			what: 'rows without more',
			field: rows(what, { a: text(what) }),
			example: { given: { rows: [{ a: 'a-a' }] }, wire: [{ a: 'a-a' }] },
		},
		{
			what: 'an object, which is a collection',
			field: object(what, { a: text(what), c: text(what).optional() }),
			example: { given: { a: 'a-a', c: 'a-c' }, wire: { a: 'a-a', c: 'a-c' } },
		},
		{
			what: 'an optional object, which is a form',
			field: object(what, { a: text(what), c: text(what).optional() }).optional(),
			example: {
				given: { value: { a: 'a-a', additionalFields: { c: 'a-c' } } },
				wire: { a: 'a-a', c: 'a-c' },
			},
		},
		{
			what: 'an object of which all may be left out',
			field: object(what, { c: text(what).wireName('d').optional() }),
			example: { given: { c: 'a-c' }, wire: { d: 'a-c' } },
		},
		{
			what: 'an object that is entered one by one',
			field: spread(what, {
				a: choice(what, ['x']),
				b: text(what)
					.shownWhen({ a: ['x'] })
					.wireName('c'),
				d: text(what).shownWhen({ a: ['y'] }),
				e: text(what).derived(),
			}),
			example: { given: { a: 'x', b: 'a-b' }, wire: { a: 'x', c: 'a-b' } },
		},
	])('the example fits the field: $what', ({ field, example }) => {
		expect(exampleOf('it', field)).toEqual(example);
	});
});

describe('the IDs of records', () => {
	const change: ChangeId = async (given, { noun }) =>
		await Promise.resolve(`${noun} ${typeof given === 'string' ? given : given.name}`);
	test.each<{ what: string; field: Field; value: unknown; changed: unknown }>([
		{ what: 'a text', field: text(what), value: 'a', changed: 'a' },
		{ what: 'an ID of no list', field: id(what), value: 'a', changed: 'a' },
		{ what: 'a record', field: id(what).pick(task), value: 'a', changed: 'task a' },
		{ what: 'a record whose ID is a number', field: id(what).pick(task), value: 7, changed: 7 },
		{
			what: 'a record that is not given',
			field: id(what).pick(task),
			value: undefined,
			changed: undefined,
		},
		{ what: 'a list of texts', field: list(what), value: ['a'], changed: ['a'] },
		{
			what: 'a list of choices',
			field: list(what).from({ method: 'load', dependsOn: [] }),
			value: ['a'],
			changed: ['a'],
		},
		{
			what: 'a list of records',
			field: list(what).from({ method: 'load', dependsOn: [], picker: task }),
			value: ['a', 'b'],
			changed: ['task a', 'task b'],
		},
		{
			what: 'a list that is not given',
			field: list(what).from({ method: 'load', dependsOn: [], picker: task }),
			value: undefined,
			changed: undefined,
		},
		{ what: 'pairs', field: pairs(what), value: { x: 'a' }, changed: { x: 'a' } },
		{
			what: 'pairs of records',
			field: pairs(what).pick(task),
			value: { x: 'a', y: 7 },
			changed: { x: 'task a', y: 7 },
		},
		{
			what: 'pairs that are not given',
			field: pairs(what).pick(task),
			value: undefined,
			changed: undefined,
		},
		{
			what: 'rows',
			field: rows(what, { task: id(what).pick(task).wireName('taskId'), note: text(what) }),
			value: [{ taskId: 'a', note: 'n' }, { note: 'm' }],
			changed: [{ taskId: 'task a', note: 'n' }, { note: 'm' }],
		},
		{
			what: 'rows that are no rows',
			field: rows(what, { task: id(what).pick(task) }),
			value: 'x',
			changed: 'x',
		},
		{
			what: 'rows of which one is none',
			field: rows(what, { task: id(what).pick(task) }),
			value: ['x'],
			changed: ['x'],
		},
		{
			what: 'an object',
			field: object(what, { task: id(what).pick(task) }),
			value: { task: 'a', other: 'b' },
			changed: { task: 'task a', other: 'b' },
		},
		{
			what: 'an object with what is hidden',
			field: object(what, {
				of: choice(what, ['TASK', 'OTHER']),
				task: id(what)
					.pick(task)
					.shownWhen({ of: ['TASK'] }),
			}),
			value: { of: 'OTHER', task: 'a' },
			changed: { of: 'OTHER', task: 'a' },
		},
		{
			what: 'an object that is entered one by one',
			field: spread(what, { task: id(what).pick(task) }),
			value: { task: 'a' },
			changed: { task: 'task a' },
		},
	])('the IDs of records are found: $what', async ({ field, value, changed }) => {
		expect(await field.withIds(value, change)).toStrictEqual(changed);
	});
});

test('fields know whether they stand on top, are a form, or are sent as more than text', () => {
	expect(
		[
			text(what),
			text(what).optional(),
			text(what).optional().onTop(),
			pairs(what).optional(),
			object(what, { a: text(what).optional() }).optional(),
		].map(isFirstInForm),
	).toEqual([true, false, true, true, false]);
	expect([
		isAllOptional({}),
		isAllOptional({ a: text(what).optional() }),
		isAllOptional({ a: text(what).optional(), b: text(what) }),
	]).toEqual([true, true, false]);
	expect(
		[text(what), boolean(what), integer(what), milliseconds(what), datetime(what), day(what)].map(
			({ wire }) => wire,
		),
	).toEqual(['text', 'boolean', 'number', 'number', 'text', 'text']);
	expect(
		[text(what), list(what), rows(what, {}), choices(what, ['A']), jsonArray(what), json(what)].map(
			({ isMany }) => isMany,
		),
	).toEqual([false, true, true, true, true, false]);
	expect(
		[
			text(what),
			rows(what, {}),
			pairs(what),
			mapped(what, columns),
			object(what, { a: text(what) }).optional(),
			object(what, { a: text(what).optional() }),
			object(what, { a: text(what).optional() }).optional(),
			json(what),
		].map(({ isForm }) => isForm),
	).toEqual([false, true, true, true, true, true, false, false]);
	expect(
		text(what)
			.shownWhen({ a: [1] })
			.since(2).shownFor,
	).toEqual({ a: [1], '@version': [{ _cnd: { gte: 2 } }] });
});

test('an input counts as untouched while it has the value that n8n fills in', () => {
	const mapping = (value: unknown) => ({ mappingMode: 'defineBelow', value });
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

test('the check of a field is made once: it is used for each value', () => {
	for (const field of [text(what), text(what).optional()]) expect(field.schema).toBe(field.schema);
});

test('a value that is derived from a field is kept with it', () => {
	const why = 'All is lost';
	expect(boolean(what).confirms(why).spec.confirms).toEqual({ why, when: undefined });
	for (const field of [mapped(what, columns), mapped(what, columns).withNumbers()])
		expect(field.spec).toMatchObject({
			kind: 'pairs',
			description: what,
			required: true,
			onTop: true,
		});
	expect(text(what).rawPath().spec.rawPath).toBe(true);
	expect(jsonOf(what, { a: text(what) }).spec).toMatchObject({ kind: 'json', required: true });
	expect(
		[pairs, rows, spread, object, file, choice, suggestion, choices, suggestions]
			.map((make) => (make as (description: string, more: object) => Field)(what, []).spec)
			.map(({ kind, description, required }) => [kind, description, required]),
	).toEqual(
		['pairs', 'rows', 'spread', 'object', 'file', 'choice', 'choice', 'choices', 'choices'].map(
			(kind) => [kind, what, true],
		),
	);
	const kinds = {
		text,
		id,
		boolean,
		integer,
		number,
		list,
		datetime,
		day,
		milliseconds,
		json,
		jsonArray,
		jsonValue,
		looseValue,
	};
	expect(
		Object.entries(kinds).map(([name, make]) => [
			name,
			(make(what) as Field).spec.kind,
			(make(what) as Field).optional().spec.required,
		]),
	).toEqual([
		['text', 'text', false],
		['id', 'id', false],
		['boolean', 'boolean', false],
		['integer', 'integer', false],
		['number', 'number', false],
		['list', 'list', false],
		['datetime', 'date', false],
		['day', 'date', false],
		['milliseconds', 'date', false],
		['json', 'json', false],
		['jsonArray', 'json', false],
		['jsonValue', 'json', false],
		['looseValue', 'json', false],
	]);
});
