/**
 * What every node begins with, and the inputs of a field or a collection.
 */
import type { INodeProperties } from 'n8n-workflow';

import { record } from '../../../nodes/shared/declare/answers';
import { resource } from '../../../nodes/shared/declare/define';
import { propertyOf } from '../../../nodes/shared/declare/field/property';
import {
	type Field,
	type Fields,
	id,
	json,
	list,
	rows,
	spread,
	text,
} from '../../../nodes/shared/declare/fields';
import { authentication, credentials } from '../../../nodes/shared/editor/authentication';
import {
	propertiesOfNode,
	sensitiveOutputFields,
} from '../../../nodes/shared/editor/nodeProperties';
import { collection, topLevelInputs, typedProperty } from '../../../nodes/shared/editor/properties';
import { routed } from '../../../nodes/shared/editor/routing';
import { eventsSubtitle, subtitle } from '../../../nodes/shared/editor/subtitle';
import { a, form, get, resourceOf } from './editorStage';

describe('the inputs of every node', () => {
	test('the first input chooses the type of credential', () => {
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

	test('resources and their operations are sorted by name', () => {
		const properties = propertiesOfNode([
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

	test('the way in which n8n reaches an operation is stored once, in the resource', () => {
		const resources = [resourceOf({ get: get() })];
		const inputs = propertiesOfNode(resources);
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

	test('fields that are equivalent to a credential are listed once', () => {
		const withSensitive = (...sensitive: string[]) =>
			get({ answers: record(undefined, { sensitive }) });
		expect(
			sensitiveOutputFields([
				resourceOf({ a: withSensitive('token', 'key'), b: get() }),
				resourceOf({ c: withSensitive('key', 'secret') }),
			]),
		).toEqual(['token', 'key', 'secret']);
	});

	test('the notice of a node is its last input', () => {
		expect(subtitle).toBe(
			'={{ ($parameter["operation"] + ": " + $parameter["resource"]).replace(/[A-Z]/g, " $&").toSentenceCase() }}',
		);
		expect(eventsSubtitle).toBe(
			'={{ ([].concat($parameter["events"]).join(", ")).replace(/[A-Z]/g, " $&").toSentenceCase() }}',
		);
	});
});

describe('the inputs of a field', () => {
	test('the inputs of a field are those of its kind', () => {
		expect(topLevelInputs('a', a, 'options')).toEqual([propertyOf('a', a)]);
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
	test('a required form starts with one entry', () => {
		const [many] = topLevelInputs('form', rows('The rows', { a }), 'options');
		expect(many).toMatchObject({ default: { rows: [{ a: '' }] }, displayOptions: { hide } });
	});

	test('a required form is hidden while its JSON is given', () => {
		expect(topLevelInputs('form', form, 'options')).toEqual([
			{ ...propertyOf('form', form), displayOptions: { hide } },
		]);
	});

	test('a required list of texts starts with one entry, always shown', () => {
		const [texts] = topLevelInputs('texts', list('The texts'), 'options');
		expect([texts!.default, texts!.displayOptions]).toEqual([[''], undefined]);
	});

	test.each([
		{ what: 'is optional', texts: list('The texts').optional().onTop() },
		{ what: 'may be empty', texts: list('The texts').mayBeEmpty() },
		{ what: 'is chosen', texts: list('The tasks').from({ method: 'load', dependsOn: [] }) },
	])('a list that $what starts empty', ({ texts }) => {
		expect(topLevelInputs('texts', texts, 'options')[0]!.default).toEqual([]);
	});

	describe('an optional form', () => {
		const inputs = (field: Field) =>
			collection('options', { form: field }).options as INodeProperties[];

		test('the collection offers the form beside its JSON', () => {
			expect(inputs(form.optional().label('Data'))).toEqual([
				// A form that starts empty would be dropped by n8n.
				{ ...propertyOf('form', form.optional().label('Data')), default: { value: { a: '' } } },
				{
					displayName: 'Data (JSON)',
					name: 'formJson',
					type: 'json',
					default: '{}',
					description: 'Data as JSON',
				},
			]);
		});

		test('a form of rows starts with one row', () => {
			const starts = inputs(rows('R', { a }).optional()).map(({ default: start }) => start);
			expect(starts).toEqual([{ rows: [{ a: '' }] }, '[]']);
		});

		test('a form that is always shown has only its JSON in the collection', () => {
			expect(topLevelInputs('form', form.optional().onTop(), 'options')).toEqual([
				propertyOf('form', form.optional().onTop()),
			]);
			expect(inputs(form.optional().onTop()).map(({ name }) => name)).toEqual(['formJson']);
		});
	});

	test('an input with several parts consists of the inputs of the parts', () => {
		expect(typedProperty('json', { displayName: 'J', name: 'j', default: '' })).toEqual({
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

	test('the fields are sorted by label', () => {
		const { options } = collection('filters', fields);
		expect(
			(options as INodeProperties[]).map(({ name, displayName }) => [displayName, name]),
		).toEqual([
			['A', 'a'],
			['A J', 'j'],
			['B', 'b'],
			['S One', 'sOne'],
			['S Two', 'sTwo'],
		]);
	});

	test('a field refers to a field outside of the collection with a slash', () => {
		const { options } = collection('filters', fields);
		expect(
			(options as INodeProperties[]).map(({ name, displayOptions }) => [name, displayOptions]),
		).toEqual([
			['a', { show: { '/kind': ['x'], '@version': [2] } }],
			['j', undefined],
			['b', undefined],
			['sOne', undefined],
			['sTwo', { show: { sOne: ['x'] } }],
		]);
	});

	test('the parts of an object are shown with it', () => {
		const { options } = collection('filters', {
			s: spread('S', { one: text('One'), two: text('Two').shownWhen({ one: ['x'] }) })
				.optional()
				.shownWhen({ kind: ['y'] }),
		});
		expect((options as INodeProperties[]).map(({ displayOptions }) => displayOptions)).toEqual([
			{ show: { '/kind': ['y'] } },
			{ show: { sOne: ['x'], '/kind': ['y'] } },
		]);
	});

	describe('a collection with a record to choose', () => {
		const picked = {
			b: id('The task').pick({ noun: 'task', method: 'm', byName: true, example: 'e' }).optional(),
			a: text('An a')
				.shownWhen({ kind: ['x'] })
				.optional(),
		};
		const optionsOf = (ofTrigger: boolean) =>
			collection('filters', picked, { nested: ofTrigger }).options as INodeProperties[];
		const modesOf = (property: INodeProperties) => property.modes!.map(({ name }) => name);

		test('a collection refers to an outside field with a slash', () => {
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
