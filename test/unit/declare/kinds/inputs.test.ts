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
	test.each<[string, Field, object]>([
		['a text', text(what), { required: true, type: 'string', default: '' }],
		[
			'a text that starts with something',
			text(what).initial('x'),
			{ required: true, type: 'string', default: 'x' },
		],
		[
			'a text of lines',
			text(what).multiline(),
			{ required: true, type: 'string', default: '', typeOptions: { rows: 4 } },
		],
		[
			'a secret',
			text(what).secret(),
			{ required: true, type: 'string', default: '', typeOptions: { password: true } },
		],
		['an optional text', text(what).optional(), { type: 'string', default: '' }],
		[
			'a text with an example',
			text(what).eg('here'),
			{ required: true, type: 'string', default: '', placeholder: 'e.g. here' },
		],
		[
			'a text with a sample',
			text(what).sample('here'),
			{ required: true, type: 'string', default: '' },
		],
		['an ID', id(what), { required: true, type: 'string', default: '' }],
		['a file', file(what), { required: true, type: 'string', default: 'data' }],
		['a date', datetime(what), { required: true, type: 'dateTime', default: '' }],
		['a switch', boolean(what), { required: true, type: 'boolean', default: false }],
		[
			'a switch that is on when not sent',
			boolean(what).byDefault(true).optional(),
			{ type: 'boolean', default: true, description: 'What it is (defaults to true)' },
		],
		[
			'a switch that starts off, and is on when not sent',
			boolean(what).byDefault(true).initial(false).optional(),
			{ type: 'boolean', default: false },
		],
		[
			'a switch that can be added and is usually on',
			boolean(what).sample(true).optional(),
			{ type: 'boolean', default: true },
		],
		[
			'a switch that can be added and is usually off',
			boolean(what).sample(false).optional(),
			{ type: 'boolean', default: false },
		],
		['a switch that can be added', boolean(what).optional(), { type: 'boolean', default: false }],
		[
			'a switch that must be set and is usually on',
			boolean(what).sample(true),
			{ required: true, type: 'boolean', default: false },
		],
		[
			'a whole number',
			integer(what),
			{ required: true, type: 'number', default: 0, typeOptions: { numberPrecision: 0 } },
		],
		['a number', number(what), { required: true, type: 'number', default: 0 }],
		[
			'a number with bounds',
			number(what).min(2).max(9),
			{ required: true, type: 'number', default: 2, typeOptions: { minValue: 2, maxValue: 9 } },
		],
		[
			'a number with an example',
			integer(what).min(2).eg(5),
			{
				required: true,
				type: 'number',
				default: 5,
				placeholder: 'e.g. 5',
				typeOptions: { minValue: 2, numberPrecision: 0 },
			},
		],
		[
			'a number that the platform knows',
			integer(what).eg(5).byDefault(7).optional(),
			{
				type: 'number',
				default: 7,
				placeholder: 'e.g. 5',
				description: 'What it is (defaults to 7)',
				typeOptions: { numberPrecision: 0 },
			},
		],
		[
			'a number that starts with one',
			integer(what).byDefault(7).initial(3),
			{ required: true, type: 'number', default: 3, typeOptions: { numberPrecision: 0 } },
		],
		[
			'a list',
			list(what),
			{
				required: true,
				type: 'string',
				default: [],
				typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Some Field' },
			},
		],
		[
			'a list that is chosen',
			list(what).from({ method: 'load', dependsOn: ['a.value'] }),
			{
				required: true,
				type: 'multiOptions',
				default: [],
				typeOptions: { loadOptionsMethod: 'load', loadOptionsDependsOn: ['a.value'] },
			},
		],
		[
			'a list that is chosen and completed',
			list(what).from({ method: 'load', dependsOn: ['a.value'], knows: ['b'] }),
			{
				required: true,
				type: 'multiOptions',
				default: [],
				typeOptions: { loadOptionsMethod: 'load', loadOptionsDependsOn: ['a.value', 'b'] },
			},
		],
		['an object as JSON', json(what), { required: true, type: 'json', default: '{}' }],
		['a list as JSON', jsonArray(what), { required: true, type: 'json', default: '[]' }],
		['any JSON', jsonValue(what), { required: true, type: 'json', default: '{}' }],
		[
			'JSON that starts with something',
			jsonValue(what).initial('[1]'),
			{ required: true, type: 'json', default: '[1]' },
		],
		['any value', looseValue(what), { required: true, type: 'string', default: '' }],
		[
			'any value that starts with something',
			looseValue(what).initial('x'),
			{ required: true, type: 'string', default: 'x' },
		],
	])('the input fits the field: %s', (_what, field, input) => {
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
	test.each<[string, Field, string[]]>([
		['a text', text(what), []],
		[
			'a text of a length',
			text(what).maxLength(3).matching(/x/, 'have an x'),
			['at most 3 characters', 'must have an x'],
		],
		[
			'a secret that the platform knows',
			text(what).byDefault('x').secret(),
			['defaults to x', 'secret'],
		],
		['an ID', id(what).uuid(), [`must be a UUID, such as ${UUID}`]],
		['a number', number(what), []],
		['a number from', number(what).min(1), ['at least 1']],
		['a number up to', number(what).max(9), ['at most 9']],
		['a number between', number(what).min(1).max(9), ['1 to 9']],
		['a list', list(what), []],
		['a list from', list(what).min(1), ['at least 1']],
		[
			'a list up to',
			list(what).max(9).maxLength(4).matching(/x/, 'have an x'),
			['at most 9', 'at most 4 characters', 'must have an x'],
		],
		['a list between', list(what).min(1).max(9), ['1 to 9']],
		['rows', rows(what, {}).max(3), ['at most 3']],
		['a list as JSON', jsonArray(what).min(2), ['at least 2']],
		['a date', datetime(what), ['sent as RFC 3339']],
		['milliseconds', milliseconds(what), ['sent as milliseconds since 1970']],
		['a day', day(what), ['sent as a day']],
		['a choice', choice(what, ['A', 'B']), ['one of: `A`, `B`']],
		[
			'a suggestion',
			suggestion(what, ['A', 'B']).matching(/x/, 'have an x'),
			['must have an x', 'known values: `A`, `B`'],
		],
		['choices', choices(what, ['A', 'B']).min(1), ['at least 1', 'one of: `A`, `B`']],
		['suggestions', suggestions(what, ['A']), ['known values: `A`']],
		[
			'a hundred choices',
			choice(
				what,
				Array.from({ length: 100 }, () => 'A'),
			),
			[`one of: ${Array.from({ length: 100 }, () => '`A`').join(', ')}`],
		],
		[
			'more than a hundred',
			choice(
				what,
				Array.from({ length: 101 }, () => 'A'),
			),
			['chosen from a long list'],
		],
		['what is new', boolean(what).since(2), ['since version 2 of the node']],
		['what is old', boolean(what).until(2), ['until version 2 of the node']],
		[
			'what was there for a while',
			boolean(what).byDefault(false).since(2).until(3),
			['defaults to false', 'versions 2 to 3 of the node'],
		],
	])('the rules fit the field: %s', (_what, field, rules) => {
		expect(rulesOf(field)).toEqual(rules);
	});
});

describe('the example', () => {
	const both = (value: unknown) => ({ given: value, wire: value });
	test.each<[string, Field, object]>([
		['a text', text(what), both('a-it')],
		['a UUID', text(what).uuid(), both(UUID)],
		['a text with one', text(what).eg('here'), both('here')],
		['an ID', id(what), both('a-it')],
		['an ID that is a UUID', id(what).uuid(), both(UUID)],
		['an ID with one', id(what).uuid().eg('7'), both('7')],
		[
			'a record',
			id(what).pick(task),
			{ given: { __rl: true, mode: 'id', value: 'abc' }, wire: 'abc' },
		],
		[
			'a record that is given otherwise',
			id(what).pick(engine),
			{ given: { __rl: true, mode: 'byLogin', value: 'xyz' }, wire: 'xyz' },
		],
		[
			'a record with one',
			id(what).pick(task).eg('own'),
			{ given: { __rl: true, mode: 'id', value: 'own' }, wire: 'own' },
		],
		['a file', file(what), { given: 'upload', wire: 'content of the upload' }],
		['a switch', boolean(what), both(true)],
		['a switch that is on', boolean(what).byDefault(true), both(false)],
		['a switch that starts otherwise', boolean(what).byDefault(true).initial(false), both(true)],
		['a switch with one', boolean(what).sample(false), both(false)],
		['a number', number(what), both(1)],
		['a number from', number(what).min(4), both(5)],
		['a number up to', number(what).min(4).max(9), both(9)],
		['a number with one', number(what).max(9).eg(6), both(6)],
		['a choice', choice(what, ['A', 'B', 'C']), both('C')],
		['a choice with one', choice(what, ['A', 'B']).eg('A'), both('A')],
		['choices', choices(what, ['A', 'B']), both(['A'])],
		['choices with some', choices(what, ['A', 'B']).sample(['B']), both(['B'])],
		['a list', list(what), both(['it-1', 'it-2'])],
		['a list with some', list(what).sample(['x']), both(['x'])],
		['a date', datetime(what), both('2026-03-01T00:00:00Z')],
		[
			'milliseconds',
			milliseconds(what),
			{ given: '2026-03-01T00:00:00Z', wire: 1_772_323_200_000 },
		],
		[
			'a day',
			day(what).sample('2026-04-02T08:00:00Z'),
			{ given: '2026-04-02T08:00:00Z', wire: '2026-04-02' },
		],
		['an object as JSON', json(what), { given: '{"a":1}', wire: { a: 1 } }],
		['a list as JSON', jsonArray(what), { given: '["a"]', wire: ['a'] }],
		['JSON with one', jsonValue(what).sample({ b: 2 }), { given: '{"b":2}', wire: { b: 2 } }],
		[
			'pairs',
			pairs(what),
			{ given: { pairs: [{ name: 'it-key', value: 'a value' }] }, wire: { 'it-key': 'a value' } },
		],
		[
			'pairs with some',
			pairs(what).sample({ x: 'y' }),
			{ given: { pairs: [{ name: 'x', value: 'y' }] }, wire: { x: 'y' } },
		],
		[
			'names that are loaded',
			mapped(what, columns),
			{
				given: { mappingMode: 'defineBelow', value: { 'it-key': 'a value' } },
				wire: { 'it-key': 'a value' },
			},
		],
		[
			'rows',
			rows(what, { a: text(what).wireName('b'), c: text(what).optional() }),
			{
				given: { rows: [{ a: 'a-a', additionalFields: { c: 'a-c' } }] },
				wire: [{ b: 'a-a', c: 'a-c' }],
			},
		],
		[
			'rows without more',
			rows(what, { a: text(what) }),
			{ given: { rows: [{ a: 'a-a' }] }, wire: [{ a: 'a-a' }] },
		],
		[
			'an object, which is a collection',
			object(what, { a: text(what), c: text(what).optional() }),
			{ given: { a: 'a-a', c: 'a-c' }, wire: { a: 'a-a', c: 'a-c' } },
		],
		[
			'an optional object, which is a form',
			object(what, { a: text(what), c: text(what).optional() }).optional(),
			{
				given: { value: { a: 'a-a', additionalFields: { c: 'a-c' } } },
				wire: { a: 'a-a', c: 'a-c' },
			},
		],
		[
			'an object of which all may be left out',
			object(what, { c: text(what).wireName('d').optional() }),
			{ given: { c: 'a-c' }, wire: { d: 'a-c' } },
		],
		[
			'an object that is entered one by one',
			spread(what, {
				a: choice(what, ['x']),
				b: text(what)
					.shownWhen({ a: ['x'] })
					.wireName('c'),
				d: text(what).shownWhen({ a: ['y'] }),
				e: text(what).derived(),
			}),
			{ given: { a: 'x', b: 'a-b' }, wire: { a: 'x', c: 'a-b' } },
		],
	])('the example fits the field: %s', (_what, field, example) => {
		expect(exampleOf('it', field)).toEqual(example);
	});
});

describe('the IDs of records', () => {
	const change: ChangeId = async (given, { noun }) =>
		await Promise.resolve(`${noun} ${typeof given === 'string' ? given : given.name}`);
	test.each<[string, Field, unknown, unknown]>([
		['a text', text(what), 'a', 'a'],
		['an ID of no list', id(what), 'a', 'a'],
		['a record', id(what).pick(task), 'a', 'task a'],
		['a record whose ID is a number', id(what).pick(task), 7, 7],
		['a record that is not given', id(what).pick(task), undefined, undefined],
		['a list of texts', list(what), ['a'], ['a']],
		['a list of choices', list(what).from({ method: 'load', dependsOn: [] }), ['a'], ['a']],
		[
			'a list of records',
			list(what).from({ method: 'load', dependsOn: [], picker: task }),
			['a', 'b'],
			['task a', 'task b'],
		],
		[
			'a list that is not given',
			list(what).from({ method: 'load', dependsOn: [], picker: task }),
			undefined,
			undefined,
		],
		['pairs', pairs(what), { x: 'a' }, { x: 'a' }],
		['pairs of records', pairs(what).pick(task), { x: 'a', y: 7 }, { x: 'task a', y: 7 }],
		['pairs that are not given', pairs(what).pick(task), undefined, undefined],
		[
			'rows',
			rows(what, { task: id(what).pick(task).wireName('taskId'), note: text(what) }),
			[{ taskId: 'a', note: 'n' }, { note: 'm' }],
			[{ taskId: 'task a', note: 'n' }, { note: 'm' }],
		],
		['rows that are no rows', rows(what, { task: id(what).pick(task) }), 'x', 'x'],
		['rows of which one is none', rows(what, { task: id(what).pick(task) }), ['x'], ['x']],
		[
			'an object',
			object(what, { task: id(what).pick(task) }),
			{ task: 'a', other: 'b' },
			{ task: 'task a', other: 'b' },
		],
		[
			'an object with what is hidden',
			object(what, {
				of: choice(what, ['TASK', 'OTHER']),
				task: id(what)
					.pick(task)
					.shownWhen({ of: ['TASK'] }),
			}),
			{ of: 'OTHER', task: 'a' },
			{ of: 'OTHER', task: 'a' },
		],
		[
			'an object that is entered one by one',
			spread(what, { task: id(what).pick(task) }),
			{ task: 'a' },
			{ task: 'task a' },
		],
	])('the IDs of records are found: %s', async (_what, field, value, changed) => {
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
