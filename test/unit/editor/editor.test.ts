/** Declarations → what a person sees: each input, where it stands, and for what it is shown. */
import type { INodeProperties } from 'n8n-workflow';

import { nothing, record, records } from '../../../nodes/shared/declare/answers';
import { confirmation } from '../../../nodes/shared/declare/confirmation';
import { flow, operation, resource } from '../../../nodes/shared/declare/define';
import {
	boolean,
	choice,
	type Field,
	type Fields,
	id,
	integer,
	json,
	list,
	object,
	rows,
	spread,
	text,
} from '../../../nodes/shared/declare/field';
import { limitOffset } from '../../../nodes/shared/declare/lists/paging';
import type { Operation, RequestSpec, Resource } from '../../../nodes/shared/declare/operation';
import {
	authentication,
	credentials,
	describe as describeNode,
	sensitiveOutputFields,
} from '../../../nodes/shared/editor/describe';
import { collection, propertyOf, topLevelInputs } from '../../../nodes/shared/editor/properties';
import { routed } from '../../../nodes/shared/editor/routing';
import { eventsSubtitle, subtitle } from '../../../nodes/shared/editor/subtitle';

const reported = { name: 'Get', action: 'Get an x', description: 'Gets x' };
const a = text('An a');
const form = object('The f', { a });

const resourceOf = (operations: Record<string, Operation>, value = 'x', name = 'X'): Resource =>
	resource(value, name, operations);
/** The inputs of one operation, after those for authentication, resource and operation. */
const inputsOf = (of: Operation): INodeProperties[] =>
	describeNode([resourceOf({ get: of })]).slice(3);
const namesOf = (of: Operation) => inputsOf(of).map(({ name }) => name);
const get = (more: Partial<RequestSpec> = {}) =>
	operation('GET /x', { ...reported, answers: record(undefined), ...more });

describe('what every node begins with', () => {
	test('the first input chooses who signs in', () => {
		expect(authentication).toEqual({
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Service Account',
					value: 'serviceAccount',
					description: 'Client ID and secret of a service account',
				},
				{ name: 'Token', value: 'token', description: 'A personal access token or a JWT' },
			],
			default: 'serviceAccount',
		});
		expect(credentials).toEqual([
			{
				name: 'talendCloudApi',
				required: true,
				displayOptions: { show: { authentication: ['serviceAccount'] } },
			},
			{
				name: 'talendCloudTokenApi',
				required: true,
				displayOptions: { show: { authentication: ['token'] } },
			},
		]);
	});

	test('resources are sorted by their names, and the operations of each by theirs', () => {
		const properties = describeNode([
			resource(
				'plan',
				'Plan',
				{
					update: get({
						name: 'Update',
						action: 'Update a plan',
						description: 'Updates',
						since: 2,
					}),
					get: get({ name: 'Get' }),
				},
				'Plans of tasks',
			),
			resource('artifact', 'Artifact', { get: get() }),
		]);
		expect(properties[0]).toBe(authentication);
		expect(properties.slice(1)).toEqual([
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Artifact', value: 'artifact' },
					{ name: 'Plan', value: 'plan', description: 'Plans of tasks' },
				],
				default: 'plan',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['plan'] } },
				options: [
					{ name: 'Get', value: 'get', action: 'Get an x', description: 'Gets x' },
					{
						name: 'Update',
						value: 'update',
						action: 'Update a plan',
						description: 'Updates',
						displayOptions: { show: { '@version': [{ _cnd: { gte: 2 } }] } },
					},
				],
				default: 'update',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['artifact'] } },
				options: [{ name: 'Get', value: 'get', action: 'Get an x', description: 'Gets x' }],
				default: 'get',
			},
		]);
	});

	test('the way in which n8n reaches an operation stands once, at the resource', () => {
		const resources = [resourceOf({ get: get() })];
		const inputs = describeNode(resources);
		const [auth, first, ...others] = routed(inputs, resources);
		expect([auth, ...others]).toEqual([inputs[0], ...inputs.slice(2)]);
		expect(first).toEqual({
			...inputs[1],
			routing: {
				send: { paginate: true },
				operations: { pagination: expect.any(Function) as unknown },
			},
		});
	});

	test('fields that are as good as a credential are named once', () => {
		const of = (...sensitive: string[]) => get({ answers: record(undefined, { sensitive }) });
		expect(
			sensitiveOutputFields([
				resourceOf({ a: of('token', 'key'), b: get() }),
				resourceOf({ c: of('key', 'secret') }),
			]),
		).toEqual(['token', 'key', 'secret']);
	});

	test('the notice below a node is its last input', () => {
		expect(subtitle).toBe(
			'={{ ($parameter["operation"] + ": " + $parameter["resource"]).replace(/[A-Z]/g, " $&").toSentenceCase() }}',
		);
		expect(eventsSubtitle).toBe(
			'={{ ([].concat($parameter["events"]).join(", ")).replace(/[A-Z]/g, " $&").toSentenceCase() }}',
		);
	});
});

describe('where the inputs of an operation stand', () => {
	test('inputs are ordered: what has to be filled in, what is set already, what may be left out', () => {
		const of = operation('PUT /x/{taskId}', {
			...reported,
			path: { taskId: id('T') },
			body: {
				aSwitch: boolean('Whether').initial(true),
				form: form.optional(),
				a,
				must: form,
				optional: a.optional(),
				count: integer('C').initial(3),
				word: text('W').initial('w'),
			},
			settings: { how: choice('H', ['x', 'y']).initial('x'), set: a.optional() },
			answers: record(undefined, { simple: ['a'] }),
		});
		expect(namesOf(of)).toEqual([
			'taskId',
			'a',
			'must',
			'word',
			'aSwitch',
			'count',
			'how',
			'simplify',
			'updateFields',
		]);
	});

	test('a switch that shows others stays with them', () => {
		const of = get({
			query: {
				aSwitch: boolean('Whether').initial(true),
				a,
				shown: text('S').shownWhen({ aSwitch: [true] }),
			},
		});
		expect(namesOf(of)).toEqual(['aSwitch', 'a', 'shown']);
		expect(namesOf(get({ query: { undecided: boolean('Whether'), a } }))).toEqual([
			'undecided',
			'a',
		]);
	});

	test('inputs that a setting shows stand right behind it', () => {
		const of = get({
			query: {
				first: a.shownWhen({ one: ['x'] }),
				second: text('S').shownWhen({ two: ['x'] }),
				form: object('F', { a }).shownWhen({ one: ['x'] }),
				both: text('B').shownWhen({ one: ['x'], two: ['x'] }),
			},
			settings: {
				one: choice('O', ['x', 'y']).initial('x'),
				two: choice('T', ['x', 'y']).initial('x'),
				three: choice('R', ['x', 'y']).initial('x'),
			},
		});
		expect(namesOf(of)).toEqual([
			'one',
			'first',
			'form',
			'two',
			'second',
			'both',
			'three',
			'options',
		]);
	});

	test('a list has inputs for how many records, from which one on, and how they are shown', () => {
		const of = get({
			query: { limit: integer('L').optional(), offset: integer('O').initial(0), a },
			pages: limitOffset(),
			answers: records(undefined, { simple: ['a'] }),
		});
		expect(namesOf(of)).toEqual(['a', 'returnAll', 'limit', 'offset', 'simplify']);
		const withForm = {
			query: { form: form.optional() },
			settings: { leftOut: form.optional(), how: boolean('H').initial(true) },
		};
		expect(namesOf(get({ ...withForm, answers: records(undefined, { simple: ['a'] }) }))).toEqual([
			'how',
			'simplify',
			'filters',
		]);
		expect(namesOf(get({ ...withForm, answers: record(undefined, { simple: ['a'] }) }))).toEqual([
			'how',
			'simplify',
			'options',
		]);
		expect(
			namesOf(get({ query: { a, optional: a.optional() }, answers: records(undefined) })),
		).toEqual(['a', 'filters']);
	});

	test('inputs that are only for models come after the settings', () => {
		expect(
			namesOf(
				operation('DELETE /x', {
					...reported,
					query: { aSwitch: boolean('Whether').initial(true), optional: a.optional() },
					answers: nothing(),
				}),
			),
		).toEqual(['aSwitch', 'allowAsTool', 'dryRun', 'options']);
		expect(
			namesOf(
				operation('DELETE /x', { ...reported, settings: confirmation('all'), answers: nothing() }),
			),
		).toEqual(['confirmDeletion', 'dryRun']);
		const [allow] = inputsOf(operation('DELETE /x', { ...reported, answers: nothing() }));
		expect(allow!.displayOptions).toEqual({
			show: { resource: ['x'], operation: ['get'], '@tool': [true] },
		});
	});

	test('a notice stands above all', () => {
		const noticeOf = (of: Operation) =>
			inputsOf(of)
				.filter(({ type }) => type === 'notice')
				.map(({ displayName, name, default: initial }) => [displayName, name, initial]);
		expect(noticeOf(get({ query: { a } }))).toEqual([]);
		expect(noticeOf(get({ notice: 'Mind this.' }))).toEqual([['Mind this.', 'notice', '']]);
		expect(noticeOf(get({ answers: record(undefined, { secret: 'a token' }) }))).toEqual([
			['The output contains a secret: a token.', 'notice', ''],
		]);
		expect(
			noticeOf(get({ notice: 'Mind this.', answers: record(undefined, { secret: 'a token' }) })),
		).toEqual([['Mind this.', 'notice', '']]);
		expect(namesOf(get({ query: { a }, notice: 'Mind this.' }))).toEqual(['notice', 'a']);
	});

	test('a flow has its fields and its settings', () => {
		const of = flow({
			...reported,
			fields: { a, optional: a.optional() },
			settings: { how: boolean('H').initial(true), other: text('O').optional() },
			uses: [],
			answers: nothing(),
			run: async () => await Promise.resolve([]),
		});
		expect(namesOf(of)).toEqual(['a', 'how', 'options']);
		expect((inputsOf(of)[2]!.options as INodeProperties[]).map(({ name }) => name)).toEqual([
			'optional',
			'other',
		]);
	});

	test('a condition of its own is kept beside those of versions', () => {
		const [shown] = inputsOf(get({ query: { a: a.shownWhen({ other: [1] }).since(2) } }));
		expect(shown!.displayOptions).toEqual({
			show: { resource: ['x'], operation: ['get'], other: [1], '@version': [{ _cnd: { gte: 2 } }] },
		});
		const [bare] = inputsOf(get({ query: { a } }));
		expect(bare!.displayOptions).toEqual({ show: { resource: ['x'], operation: ['get'] } });
	});

	test('a collection hides as long as another field hides all that it has', () => {
		const of = (query: Fields) => inputsOf(get({ query })).at(-1)!.displayOptions?.show;
		const type = choice('T', ['x', 'y', 'z']);
		const forX = text('X')
			.optional()
			.shownWhen({ type: ['x'] });
		const forXAndY = text('Y')
			.optional()
			.shownWhen({ type: ['y', 'x'] });
		const always = { resource: ['x'], operation: ['get'] };
		expect(of({ type, forX, forXAndY })).toEqual({ ...always, type: ['x', 'y'] });
		expect(of({ type, forX, any: text('A').optional() })).toEqual(always);
		expect(of({ type, later: forX.since(2) })).toEqual({ ...always, type: ['x'] });
	});

	test('a form stands once for operations that have the same, and hides for its JSON in each', () => {
		const update = operation('PUT /x', {
			...reported,
			body: { form: form.describe('Another') },
			answers: nothing(),
		});
		const [shown, collected] = describeNode([
			resourceOf({
				update,
				other: operation('PUT /y', {
					...reported,
					body: { form: form.describe('Another') },
					answers: nothing(),
				}),
			}),
		]).slice(3);
		expect(shown).toMatchObject({
			name: 'form',
			displayOptions: {
				show: { operation: ['update', 'other'] },
				hide: { '/updateFields.formJson': [{ _cnd: { exists: true } }] },
			},
		});
		expect(collected).toMatchObject({ name: 'updateFields', options: [{ name: 'formJson' }] });
	});
});

describe('the inputs of a field', () => {
	test('the inputs of a field are those of its kind', () => {
		expect(topLevelInputs('a', a, 'options')).toEqual([a.property('a')]);
		const parts = spread('S', { one: text('One'), two: text('Two').shownWhen({ one: ['x'] }) });
		expect(
			topLevelInputs('a', parts, 'options').map(({ name, displayOptions }) => [
				name,
				displayOptions,
			]),
		).toEqual([
			['aOne', undefined],
			['aTwo', { show: { aOne: ['x'] } }],
		]);
	});

	const hide = { '/options.formJson': [{ _cnd: { exists: true } }] };
	test('a required form starts with one entry, and is hidden while its JSON is given', () => {
		expect(topLevelInputs('form', form, 'options')).toEqual([
			{ ...form.property('form'), displayOptions: { hide } },
		]);
		const [many] = topLevelInputs('form', rows('The rows', { a }), 'options');
		expect(many).toMatchObject({ default: { rows: [{ a: '' }] }, displayOptions: { hide } });
		const [texts] = topLevelInputs('texts', list('The texts'), 'options');
		expect([texts!.default, texts!.displayOptions]).toEqual([[''], undefined]);
		const [mayBeNone] = topLevelInputs('texts', list('The texts').optional().onTop(), 'options');
		expect(mayBeNone!.default).toEqual([]);
		const [clearing] = topLevelInputs('texts', list('The texts').mayBeEmpty(), 'options');
		expect(clearing!.default).toEqual([]);
		const chosen = list('The tasks').from({ method: 'load', dependsOn: [] });
		expect(topLevelInputs('tasks', chosen, 'options')[0]!.default).toEqual([]);
	});

	test('an optional form has two inputs in the collection: the form, which n8n does not drop, and its JSON', () => {
		const inputs = (field: Field) =>
			collection('options', { form: field }).options as INodeProperties[];
		const [own, asJson] = inputs(form.optional().label('Data'));
		expect(own).toEqual({
			...form.optional().label('Data').property('form'),
			default: { value: { a: '' } },
		});
		expect(asJson).toEqual({
			displayName: 'Data (JSON)',
			name: 'formJson',
			type: 'json',
			default: '{}',
			description: 'Data as JSON',
		});
		expect(inputs(rows('R', { a }).optional()).map(({ default: start }) => start)).toEqual([
			{ rows: [{ a: '' }] },
			'[]',
		]);
		// One that is always shown has only its JSON there.
		expect(topLevelInputs('form', form.optional().onTop(), 'options')).toEqual([
			form.optional().onTop().property('form'),
		]);
		expect(inputs(form.optional().onTop()).map(({ name }) => name)).toEqual(['formJson']);
	});

	test('an input of several parts is made of the inputs of the parts', () => {
		expect(propertyOf('json', { displayName: 'J', name: 'j', default: '' })).toEqual({
			displayName: 'J',
			name: 'j',
			type: 'json',
			default: '',
		});
	});
});

describe('a collection', () => {
	const optional = (fields: Fields) =>
		Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.optional()]));
	const fields = optional({
		b: text('The b'),
		a: text('An a').shownWhen({ kind: ['x'], '@version': [2] }),
		s: spread('S', { one: text('One'), two: text('Two').shownWhen({ one: ['x'] }) }),
		j: json('The j').label('A J'),
	});

	test.each([
		{ name: 'filters', displayName: 'Filters', placeholder: 'Add Filter' },
		{ name: 'additionalFields', displayName: 'Additional Fields', placeholder: 'Add Field' },
		{ name: 'updateFields', displayName: 'Update Fields', placeholder: 'Add Field' },
		{ name: 'options', displayName: 'Options', placeholder: 'Add Option' },
	] as const)('$name is called $displayName', ({ name, displayName, placeholder }) => {
		expect(collection(name, {})).toEqual({
			displayName,
			placeholder,
			name,
			type: 'collection',
			default: {},
			options: [],
		});
	});

	test('a collection sorts its fields by label, and refers to fields outside of it with a slash', () => {
		const { options } = collection('filters', fields);
		expect(
			(options as INodeProperties[]).map(({ name, displayName, displayOptions }) => [
				displayName,
				name,
				displayOptions,
			]),
		).toEqual([
			['A', 'a', { show: { '/kind': ['x'], '@version': [2] } }],
			['A J', 'j', undefined],
			['B', 'b', undefined],
			['S One', 'sOne', undefined],
			['S Two', 'sTwo', { show: { sOne: ['x'] } }],
		]);
		const shown = collection('filters', {
			s: spread('S', { one: text('One'), two: text('Two').shownWhen({ one: ['x'] }) })
				.optional()
				.shownWhen({ kind: ['y'] }),
		});
		expect(
			(shown.options as INodeProperties[]).map(({ displayOptions }) => displayOptions),
		).toEqual([{ show: { '/kind': ['y'] } }, { show: { sOne: ['x'], '/kind': ['y'] } }]);
	});

	describe('a collection with a record to choose', () => {
		const picked = {
			b: id('The task').pick({ noun: 'task', method: 'm', byName: true, example: 'e' }).optional(),
			a: text('An a')
				.shownWhen({ kind: ['x'] })
				.optional(),
		};
		const optionsOf = (ofTrigger: boolean) =>
			collection('filters', picked, ofTrigger).options as INodeProperties[];
		const modesOf = (property: INodeProperties) => property.modes!.map(({ name }) => name);

		test('a collection refers to a field outside of it with a slash', () => {
			const [first] = optionsOf(true);
			expect(first).toMatchObject({ name: 'a', displayOptions: { show: { '/kind': ['x'] } } });
		});

		test('a record of an operation is chosen by list, ID or name', () => {
			expect(modesOf(optionsOf(false)[1]!)).toEqual(['list', 'id', 'name']);
		});

		test('a record of a trigger is chosen by list or ID', () => {
			expect(modesOf(optionsOf(true)[1]!)).toEqual(['list', 'id']);
		});
	});
});
