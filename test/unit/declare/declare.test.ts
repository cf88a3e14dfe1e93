/**
 * What a declaration comes to: what every operation brings with it, and what is wrong with one when
 * it is loaded.
 */
import type { IDataObject } from 'n8n-workflow';

import { areas } from '../../../nodes/areas';
import { fileAnswer, nothing, record, records } from '../../../nodes/shared/declare/answers';
import { confirmation, confirmationRules } from '../../../nodes/shared/declare/confirmation';
import { createdAs } from '../../../nodes/shared/declare/created';
import {
	allFields,
	bodyFields,
	flow,
	inputFields,
	isWholeBody,
	operation,
	resource,
	wholeBody,
} from '../../../nodes/shared/declare/define';
import { familyOf } from '../../../nodes/shared/declare/families';
import {
	boolean,
	choice,
	type Fields,
	id,
	integer,
	list,
	object,
	text,
} from '../../../nodes/shared/declare/field';
import {
	collectionOf,
	isInCollection,
	isTopLevel,
	jsonTwin,
	labelOfJson,
} from '../../../nodes/shared/declare/layout';
import { limitOffset } from '../../../nodes/shared/declare/lists/paging';
import { picker, pickerOf, withOthers } from '../../../nodes/shared/declare/lists/picker';
import {
	type Columns,
	columnsOf,
	listOf,
	type Source,
	sourceOf,
} from '../../../nodes/shared/declare/lists/source';
import type {
	FlowOperation,
	RequestOperation,
	RequestSpec,
} from '../../../nodes/shared/declare/operation';
import { FROM_VENDOR, isUnpublished } from '../../../nodes/shared/declare/origin';
import { purposeOf } from '../../../nodes/shared/declare/purpose';
import { toolFields } from '../../../nodes/shared/declare/toolFields';
import { isInVersion, shownForVersions } from '../../../nodes/shared/declare/versions';
import { interfaceSchemas } from '../../../tools/interface/documents';
import { vendorSchema } from '../../../tools/interface/vendor';
import { rulesOf, versionRules } from '../../../tools/reference/rules';
import { checkDeclaration } from '../../support/declarations';

const reported = { name: 'X', action: 'Do x', description: 'Does x' };
const a = text('A');
const path = { taskId: id('T') };
const paging = limitOffset();
const paged = { limit: integer('L').optional(), offset: integer('O').optional() };
const shapeOf = (fields: Fields) =>
	Object.fromEntries(
		Object.entries(fields).map(([name, { spec }]) => [
			name,
			[spec.kind, spec.initial, spec.shownWhen],
		]),
	);

describe('an operation', () => {
	test.each([
		['GET', 'read'],
		['PUT', 'write'],
		['DELETE', 'write'],
		['POST', 'once'],
		['PATCH', 'once'],
	] as const)('an operation of %s is %s', (method, effect) => {
		expect(operation(`${method} /processing/x`, { ...reported, answers: nothing() })).toMatchObject(
			{
				kind: 'request',
				method,
				endpoint: '/processing/x',
				effect,
				family: 'processing',
				rules: [],
				settings: {},
				...reported,
			},
		);
	});

	test('an operation can have an effect and a queue of its own', () => {
		expect(
			operation('POST /processing/x', {
				...reported,
				effect: 'read',
				family: 'files',
				answers: nothing(),
			}),
		).toMatchObject({ effect: 'read', family: 'files' });
	});

	test('a property that no declaration has is a type error', () => {
		// @ts-expect-error it is called permissions
		operation('GET /x', { ...reported, answers: nothing(), permission: 'TMC_OPERATOR' });
		const known = operation('GET /x', {
			...reported,
			answers: nothing(),
			permissions: 'TMC_OPERATOR',
		});
		expect(known.permissions).toBe('TMC_OPERATOR');
	});

	test('an operation has the settings that its answer needs', () => {
		const settingsOf = (answers: RequestSpec['answers'], more: Partial<RequestSpec> = {}) =>
			shapeOf(operation('GET /x', { ...reported, answers, ...more }).settings!);
		expect(settingsOf(record(undefined))).toEqual({});
		expect(settingsOf(records(undefined))).toEqual({});
		expect(settingsOf(record(undefined), { pages: paging, query: paged })).toEqual({});
		expect(settingsOf(records(undefined), { pages: paging, query: paged })).toEqual({
			returnAll: ['boolean', false, undefined],
			limit: ['integer', 50, { returnAll: [false] }],
		});
		expect(settingsOf(record(undefined, { simple: ['a'] }))).toEqual({
			simplify: ['boolean', true, undefined],
		});
		expect(settingsOf(fileAnswer())).toEqual({ binaryPropertyName: ['text', 'data', undefined] });
		// What it declares itself comes behind, and in the place of the usual.
		expect(
			settingsOf(record(undefined, { simple: ['a'] }), {
				settings: { own: a.optional(), simplify: boolean('S').startsWith(false) },
			}),
		).toEqual({ simplify: ['boolean', false, undefined], own: ['text', undefined, undefined] });
	});

	test('an operation has the settings that n8n expects, in n8n’s words', () => {
		const { settings } = operation('GET /x', {
			...reported,
			answers: records(undefined, { simple: ['a'] }),
			pages: paging,
			query: paged,
		});
		expect(
			Object.entries(settings!).map(([name, field]) => [
				name,
				field.property(name).displayName,
				field.property(name).description,
			]),
		).toEqual([
			['returnAll', 'Return All', 'Whether to return all results or only up to a given limit'],
			['limit', 'Limit', 'Max number of results to return'],
			[
				'simplify',
				'Simplify',
				'Whether to return a simplified version of the response instead of the raw data',
			],
		]);
		expect(rulesOf(settings!.limit!)).toContain('at least 1');
		const { binaryPropertyName } = operation('GET /x', {
			...reported,
			answers: fileAnswer(),
		}).settings!;
		expect(binaryPropertyName!.property('b')).toMatchObject({
			displayName: 'Put Output File in Field',
			description: 'Name of the binary field to put the file in',
			default: 'data',
		});
	});

	test('an operation has its rules, and those of its settings', () => {
		const own = { field: 'a', says: 'own', check: () => undefined };
		const { rules } = operation('DELETE /x', {
			...reported,
			query: { a },
			rules: [own],
			settings: { ...confirmation('all') },
			answers: records(undefined),
		});
		expect(rules.map(({ field }) => field)).toEqual(['a', 'confirmDeletion']);
	});

	test.each<[string, Parameters<typeof operation>[0], Partial<RequestSpec>, string]>([
		[
			'a name for two things',
			'GET /x',
			{ query: { a }, settings: { a } },
			'the name a means two things: give one a wireName',
		],
		[
			'a name for two things that leave',
			'PUT /x',
			{ query: { a }, body: { a } },
			'the name a means two things: give one a wireName',
		],
		[
			'a whole body of a name that is there',
			'PUT /x',
			{ query: { a }, body: wholeBody('a', a) },
			'the name a means two things: give one a wireName',
		],
		[
			'a name that every node has',
			'GET /x',
			{ query: { resource: a } },
			'the name resource is taken',
		],
		[
			'a name that every node has, with a value',
			'GET /x',
			{ settings: { options: text('O').startsWith('x') } },
			'the name options is taken',
		],
		[
			'an optional field of such a name that starts with a value',
			'GET /x',
			{ query: { options: text('O').optional().startsWith('') } },
			'the name options is taken',
		],
		['a variable without a field', 'GET /x/{b}', {}, 'the path variable b has no field'],
		[
			'a variable whose field is elsewhere',
			'GET /x/{b}',
			{ query: { b: a } },
			'the path variable b has no field',
		],
		['a field without a variable', 'GET /x', { path: { b: a } }, 'the path has no variable b'],
		[
			'a rule about nothing',
			'GET /x',
			{ rules: [{ field: 'b', says: 's', check: () => undefined }] },
			'a rule is about b, which is no field',
		],
		[
			'a warning about nothing',
			'GET /x',
			{ warnings: [{ field: 'b', says: 's', check: () => undefined }] },
			'a rule is about b, which is no field',
		],
		['pages without their fields', 'GET /x', { pages: paging }, 'the paging needs the field'],
	])('an operation with %s is refused', (_what, endpoint, more, message) => {
		expect(() =>
			checkDeclaration(operation(endpoint, { ...reported, answers: nothing(), ...more })),
		).toThrow(`${endpoint} (X): ${message}`);
	});

	test.each<[string, Parameters<typeof operation>[0], Partial<RequestSpec>]>([
		[
			'a name of a collection for an optional field',
			'GET /x',
			{ query: { filters: a.optional() } },
		],
		['a variable of any name', 'GET /x/{taskId}', { path }],
		[
			'a rule about a setting',
			'GET /x',
			{ settings: { b: a }, rules: [{ field: 'b', says: 's', check: () => undefined }] },
		],
		[
			'pages that own a field of a name that is a setting',
			'GET /x',
			{ query: paged, pages: paging, answers: records(undefined) },
		],
		['pages in the body', 'POST /x', { body: paged, pages: paging }],
	])('an operation with %s is right', (_what, endpoint, more) => {
		expect(() =>
			checkDeclaration(operation(endpoint, { ...reported, answers: nothing(), ...more })),
		).not.toThrow();
	});

	test.each([
		'resource',
		'operation',
		'authentication',
		'requestOptions',
		'notice',
		'filters',
		'additionalFields',
		'updateFields',
		'options',
	])('an operation cannot have a required field %s', (name) => {
		expect(() =>
			checkDeclaration(
				operation('GET /x', { ...reported, answers: nothing(), query: { [name]: a } }),
			),
		).toThrow(`the name ${name} is taken`);
	});
});

describe('the fields of an operation', () => {
	const op = operation('PUT /x/{taskId}', {
		...reported,
		path,
		query: { ...paged, q: a },
		body: { b: a, made: a.optional().derived() },
		settings: { s: a.optional() },
		pages: paging,
		answers: records(undefined),
	});
	test('the fields of an operation are those that a person can give', () => {
		expect(Object.keys(inputFields(op))).toEqual(['taskId', 'offset', 'q', 'b']);
		expect(Object.keys(allFields(op))).toEqual([
			'taskId',
			'offset',
			'q',
			'b',
			'returnAll',
			'limit',
			's',
		]);
		expect(Object.keys(bodyFields(op))).toEqual(['b', 'made']);
	});

	test('the fields of an operation whose field is the whole body are that one', () => {
		const whole = wholeBody('all', a, 'text/plain');
		expect(whole).toEqual({ whole: 'all', field: a, contentType: 'text/plain' });
		const of = operation('PUT /x', { ...reported, body: whole, answers: nothing() });
		expect(bodyFields(of)).toEqual({ all: a });
		expect([
			isWholeBody(whole),
			isWholeBody(undefined),
			isWholeBody({}),
			isWholeBody({ whole: a }),
		]).toEqual([true, false, false, false]);
	});

	test('an operation without a body has no fields', () => {
		expect(
			bodyFields(operation('GET /x', { ...reported, query: { a }, answers: nothing() })),
		).toEqual({});
	});

	test('the fields of an operation of a flow are its own', () => {
		const of = flow({
			...reported,
			fields: { a },
			settings: { s: a },
			uses: [],
			answers: nothing(),
			run: async () => await Promise.resolve([]),
		});
		expect(of).toMatchObject({ kind: 'flow', rules: [] });
		expect(inputFields(of)).toEqual({ a });
		expect(allFields(of)).toEqual({ a, s: a });
		expect(bodyFields(of)).toEqual({});
		const waits = flow({
			...reported,
			fields: { a },
			settings: { ...confirmation('all') },
			rules: [{ field: 'a', says: 's', check: () => undefined }],
			patient: true,
			uses: [],
			answers: nothing(),
			run: async () => await Promise.resolve([]),
		});
		expect(waits.patient).toBe(true);
		expect(waits.rules!.map(({ field }) => field)).toEqual(['a', 'confirmDeletion']);
	});

	describe('the fields with which a person allows an operation, and a model tries it', () => {
		const fieldsOf = (operation: RequestOperation | FlowOperation) =>
			Object.keys(toolFields(operation));
		const deletes = (more: Partial<RequestSpec> = {}) =>
			operation('DELETE /x', { ...reported, answers: nothing(), ...more });

		test('a deletion has them, unless it is confirmed or not destructive', () => {
			expect(fieldsOf(deletes())).toEqual(['allowAsTool', 'dryRun']);
			expect(fieldsOf(deletes({ settings: confirmation('all') }))).toEqual(['dryRun']);
			expect(fieldsOf(deletes({ destructive: false }))).toEqual(['dryRun']);
		});

		test('an update has Allow only if it is destructive, and Dry Run also if it has a confirmation', () => {
			const updates = (more: Partial<RequestSpec> = {}) =>
				operation('PUT /x', { ...reported, answers: nothing(), ...more });
			expect(fieldsOf(updates())).toEqual([]);
			expect(fieldsOf(updates({ destructive: true }))).toEqual(['allowAsTool', 'dryRun']);
			expect(
				fieldsOf(updates({ settings: { ...confirmation('all'), other: a.optional() } })),
			).toEqual(['dryRun']);
		});

		test('a flow has them if it is destructive or deletes', () => {
			const runs = (more: Partial<FlowOperation> = {}) =>
				flow({
					...reported,
					fields: {},
					uses: [],
					answers: nothing(),
					run: async () => await Promise.resolve([]),
					...(more as object),
				});
			expect(fieldsOf(runs())).toEqual([]);
			const withDelete = (more: object) => runs({ uses: [deletes()], ...more });
			expect([fieldsOf(withDelete({})), fieldsOf(withDelete({ destructive: false }))]).toEqual([
				['allowAsTool', 'dryRun'],
				[],
			]);
			expect(fieldsOf(runs({ destructive: true }))).toEqual(['allowAsTool', 'dryRun']);
		});

		test('the fields are off at first, and shown to a tool only', () => {
			const { allowAsTool, dryRun } = toolFields(deletes());
			expect(allowAsTool!.property('allowAsTool')).toMatchObject({
				displayName: 'Allow the Agent to Do This',
				default: false,
				description: 'Whether the agent may run this operation',
			});
			expect(allowAsTool!.spec.confirms).toBeDefined();
			expect(dryRun!.property('dryRun')).toMatchObject({
				displayName: 'Dry Run',
				default: false,
				description: 'Whether to only show what would be sent',
			});
			for (const field of [allowAsTool!, dryRun!])
				expect(field.spec.shownWhen).toEqual({ '@tool': [true] });
		});
	});

	test('a resource has the name, the texts and the operations of its declaration', () => {
		expect(resource('task', 'Task', { get: op }, 'Tasks')).toEqual({
			value: 'task',
			name: 'Task',
			operations: { get: op },
			description: 'Tasks',
		});
	});
});

describe('where fields stand', () => {
	const optional = a.optional();
	test.each<[string, RequestOperation | FlowOperation]>([
		[
			'filters',
			operation('GET /x', { ...reported, query: { optional }, answers: records(undefined) }),
		],
		[
			'options',
			operation('GET /x', { ...reported, query: { optional }, answers: record(undefined) }),
		],
		[
			'options',
			operation('POST /x', {
				...reported,
				query: { optional },
				body: wholeBody('all', a),
				answers: record(undefined),
			}),
		],
		[
			'additionalFields',
			operation('POST /x', { ...reported, body: { optional }, answers: record(undefined) }),
		],
		[
			'options',
			operation('POST /x', { ...reported, query: { optional }, answers: record(undefined) }),
		],
		[
			'options',
			operation('POST /x', {
				...reported,
				effect: 'read',
				body: { optional },
				answers: record(undefined),
			}),
		],
		[
			'updateFields',
			operation('PUT /x', { ...reported, body: { optional }, answers: record(undefined) }),
		],
		[
			'updateFields',
			operation('PATCH /x', { ...reported, body: { optional }, answers: record(undefined) }),
		],
		[
			'updateFields',
			operation('PUT /x', {
				...reported,
				body: { optional },
				settings: { how: optional },
				answers: record(undefined),
			}),
		],
		['updateFields', operation('PUT /x', { ...reported, body: { a }, answers: record(undefined) })],
		[
			'updateFields',
			operation('PUT /x', {
				...reported,
				body: { a },
				settings: { how: boolean('H').startsWith(true) },
				answers: record(undefined),
			}),
		],
		[
			'options',
			operation('PUT /x', {
				...reported,
				body: { a },
				settings: { how: optional },
				answers: record(undefined),
			}),
		],
		['options', operation('DELETE /x', { ...reported, query: { optional }, answers: nothing() })],
		[
			'options',
			flow({
				...reported,
				fields: { optional },
				uses: [],
				answers: records(undefined),
				run: async () => await Promise.resolve([]),
			}),
		],
		[
			'filters',
			flow({
				...reported,
				fields: { optional },
				optionalAs: 'filters',
				uses: [],
				answers: nothing(),
				run: async () => await Promise.resolve([]),
			}),
		],
	])('optional fields stand in %s', (collection, of) => {
		expect(collectionOf(of)).toBe(collection);
	});

	test('required fields and those that start with a value stand on top, the JSON of each form in the collection', () => {
		const form = object('F', { a });
		const blank = a.optional().startsWith('');
		expect(
			[a, optional, boolean('B').startsWith(false), blank, optional.onTop(), form.optional()].map(
				isTopLevel,
			),
		).toEqual([true, false, true, true, true, false]);
		const each = [
			form,
			form.optional(),
			object('T', { a }).optional().onTop(),
			boolean('B').startsWith(false),
			blank,
			optional,
		];
		expect(each.map(isInCollection)).toEqual([true, true, true, false, false, true]);
		expect([jsonTwin('a'), labelOfJson('a', form)]).toEqual(['aJson', 'A (JSON)']);
	});
});

describe('versions of a node', () => {
	test.each<[object, number[], unknown, string[]]>([
		[{}, [1, 2, 3], {}, []],
		[{ since: 2 }, [2, 3], { '@version': [{ _cnd: { gte: 2 } }] }, ['since version 2 of the node']],
		[{ until: 2 }, [1, 2], { '@version': [{ _cnd: { lte: 2 } }] }, ['until version 2 of the node']],
		[
			{ since: 2, until: 2 },
			[2],
			{ '@version': [{ _cnd: { between: { from: 2, to: 2 } } }] },
			['versions 2 to 2 of the node'],
		],
	])(
		'a field of the versions %j is shown and accepted in these only',
		(of, versions, shown, words) => {
			expect([1, 2, 3].filter((version) => isInVersion(of, version))).toEqual(versions);
			expect(shownForVersions(of)).toEqual(shown);
			expect(versionRules(of)).toEqual(words);
		},
	);
});

describe('answers', () => {
	test('a record needs what says which one it is', () => {
		expect(record('B.Plan')).toEqual({ kind: 'record', schema: 'B.Plan', requiredFields: ['id'] });
		expect(record('B.Permission', { requiredFields: ['permissions'] })).toEqual({
			kind: 'record',
			schema: 'B.Permission',
			requiredFields: ['permissions'],
		});
		expect(record(undefined, { simple: ['a'] })).toEqual({
			kind: 'record',
			schema: undefined,
			simple: ['a'],
		});
		expect(record('B.Plan', { requiredFields: ['name'] }).requiredFields).toEqual(['name']);
	});

	test('the ID of a record is a field of its schema', () => {
		const declared = Object.values(areas)
			.flat()
			.flatMap(({ operations }) => Object.values(operations))
			.flatMap(({ answers }) =>
				answers.kind === 'record' && answers.schema !== undefined ? [answers] : [],
			);
		const fieldsOf = (schema: string): object => {
			if (schema.startsWith('vendor:')) return vendorSchema(schema)?.properties ?? {};
			const [doc, ...name] = schema.split('.');
			return interfaceSchemas[doc!]?.[name.join('.')]?.fields ?? {};
		};
		const wrong = declared.filter(
			({ schema, requiredFields = [] }) =>
				!requiredFields.every((names) => [names].flat().some((name) => name in fieldsOf(schema!))),
		);
		expect(
			wrong.map(({ schema, requiredFields }) => `${schema}: ${String(requiredFields)}`),
		).toEqual([]);
		expect(new Set(declared.map(({ schema }) => schema)).size).toBeGreaterThan(60);
	});

	test('answers can be of other kinds', () => {
		expect(records('B.Plan', { key: 'id' })).toEqual({ kind: 'list', schema: 'B.Plan', key: 'id' });
		expect(nothing({ begins: true })).toEqual({ kind: 'nothing', begins: true });
		expect(fileAnswer({ fileName: 'a' })).toEqual({ kind: 'file', fileName: 'a' });
		expect([records(undefined), nothing(), fileAnswer()]).toEqual([
			{ kind: 'list', schema: undefined },
			{ kind: 'nothing' },
			{ kind: 'file' },
		]);
	});
});

describe('what must be confirmed', () => {
	test('a confirmation is a switch that is off, with a rule', () => {
		const settings = confirmation('the project and all in it');
		expect(settings.confirmDeletion!.property('confirmDeletion')).toMatchObject({
			displayName: 'Delete with All Contents',
			description: 'Whether to delete the project and all in it; it cannot be restored',
			default: false,
		});
		const [rule, ...others] = confirmationRules({ other: a, ...settings });
		expect(others).toEqual([]);
		expect(rule).toMatchObject({
			field: 'confirmDeletion',
			says: 'confirmDeletion must be turned on: it deletes all contents, too, and cannot be undone',
			caution: true,
		});
		expect(
			[{}, { confirmDeletion: false }, { confirmDeletion: 'true' }, { confirmDeletion: true }].map(
				(values) => rule!.check(values, 0),
			),
		).toEqual([
			...Array<string>(3).fill(
				'must be turned on: it deletes all contents, too, and cannot be undone',
			),
			undefined,
		]);
	});

	test('a confirmation may depend on what else was given', () => {
		const [rule] = confirmationRules({
			sure: boolean('S')
				.confirms('it is so', ({ all }) => all === true)
				.startsWith(false),
		});
		expect(
			[{}, { all: true }, { all: true, sure: true }].map((values) => rule!.check(values, 0)),
		).toEqual([undefined, 'must be turned on: it is so', undefined]);
		// Only a person can switch it on: what is asked of models alone has no rule.
		expect(confirmationRules({ sure: boolean('S').confirms().startsWith(false) })).toEqual([]);
	});
});

describe('how a record is found that was created', () => {
	const getMany = operation('GET /x', { ...reported, answers: records(undefined) });
	const look = (more: object = {}) =>
		createdAs({
			subject: 'The task',
			list: getMany,
			unique: { name: 'name', 'workspace.id': 'workspaceId' },
			...more,
		});
	const sent = { name: 'One', workspaceId: 7 };
	const it = { name: ' one ', workspace: { id: '7' } };
	const since = Date.UTC(2026, 2, 31, 8);
	const later = '2026-03-31T08:00:00Z';
	const before = '2026-03-31T07:59:59Z';
	const is = (
		record: IDataObject,
		{ beganWell = false, ...more }: { beganWell?: boolean; mayRepeat?: boolean } = {},
		given: IDataObject = sent,
	) => look(more).matches(record, given, { since, beganWell });

	test.each<[string, IDataObject, boolean | 'perhaps']>([
		['it says nothing of its creation', it, 'perhaps'],
		['another name', { ...it, name: 'Two' }, false],
		['another place', { ...it, workspace: { id: 8 } }, false],
		['no place, but the name', { name: 'One' }, 'perhaps'],
		['no name, but the place', { workspace: { id: 7 } }, 'perhaps'],
		['a place that is a text', { name: 'One', workspace: '7' }, 'perhaps'],
		['neither', { other: 1 }, false],
		['created since', { ...it, createDate: later }, true],
		['created before', { ...it, createDate: before }, false],
		['created since, and no place', { name: 'One', createDate: later }, 'perhaps'],
		['created before, and no place', { name: 'One', createDate: before }, false],
		['createdDate', { ...it, createdDate: before }, false],
		['creationDate', { ...it, creationDate: since }, true],
		['createdAt', { ...it, createdAt: since - 1 }, false],
		['meta.created', { ...it, meta: { created: later } }, true],
		['no time', { ...it, createdAt: 'soon' }, 'perhaps'],
		['no time yet', { ...it, createdAt: 0 }, 'perhaps'],
		['the first that is a time', { ...it, createDate: null, createdAt: before }, false],
	])('a record is compared with what was sent: %s', (_what, record, expected) => {
		expect(is(record)).toBe(expected);
	});

	test('the record is the one if the platform had begun to say that it was created, unless it may be there twice', () => {
		expect(is(it, { beganWell: true })).toBe(true);
		expect(is(it, { beganWell: true, mayRepeat: true })).toBe('perhaps');
		expect(is({ name: 'One' }, { beganWell: true })).toBe('perhaps');
		expect(is({ ...it, createDate: later }, { mayRepeat: true })).toBe(true);
	});

	test('a value that was not given does not distinguish records', () => {
		expect(is({ name: 'One' }, {}, { name: 'One' })).toBe('perhaps');
		expect(is({ name: 'One', workspace: { id: 7 } }, {}, { name: 'One' })).toBe(false);
		expect(is({ name: 'One', workspace: {}, createDate: later }, {}, { name: 'One' })).toBe(true);
		expect(is({ name: { a: 1 } }, {}, { name: { a: 1 } })).toBe('perhaps');
	});

	test('a created record is looked for in its list, and answered with its ID', () => {
		expect(look()).toMatchObject({ subject: 'The task', list: getMany, id: 'id' });
		expect(look().values(sent)).toEqual({});
		expect(look({ values: ({ name }: IDataObject) => ({ q: name }) }).values(sent)).toEqual({
			q: 'One',
		});
		expect(look().answer!({ id: 5, b: 1 })).toEqual({ id: 5, b: 1 });
		expect(look({ id: 'key', onlyOnce: 'Gone.' })).toMatchObject({ id: 'key', onlyOnce: 'Gone.' });
		expect(look({ id: 'key' }).answer!({ key: 5, b: 1 })).toEqual({ key: 5, b: 1, id: 5 });
	});
});

test('requests of a family share a limit', () => {
	const families = [
		'/monitoring/x',
		'/orchestration/executables',
		'/processing',
		'/account/x',
		'/security/x',
		'/scim/v2',
		'/datasets/x',
		'/connections/x',
		'/other',
		'',
	];
	expect(families.map(familyOf)).toEqual([
		'monitoring',
		'orchestration',
		'processing',
		'account',
		'security',
		'scim',
		'catalog',
		'catalog',
		'other',
		'other',
	]);
});

test('endpoints that no OpenAPI file has are known', () => {
	const endpoints = [
		'/processing/data-planes',
		'/processing/data-planes/{id}',
		'/processing/data-planes2',
		'/orchestration/dataplane-environments/{id}',
		'{path}',
		'/orchestration/environments',
	];
	expect(FROM_VENDOR).toBe("from the vendor's public OpenAPI files");
	expect(endpoints.map(isUnpublished)).toEqual([true, true, false, true, true, false]);
});

describe('lists to choose from', () => {
	const getMany = operation('GET /x', { ...reported, answers: records(undefined) });
	const other = picker({
		noun: 'cluster',
		method: 'searchClusters',
		byName: false,
		example: 'c1',
		list: getMany,
		entry: () => ({ id: 'c', name: 'C' }),
	});
	const tasks = picker({
		noun: 'remote engine',
		method: 'searchEngines',
		byName: true,
		example: 'e1',
		list: getMany,
		entry: () => ({ id: 'e', name: 'E' }),
		otherPickers: [other],
	});

	test('a picker brings those beside it', () => {
		expect(withOthers(tasks)).toEqual([tasks, other]);
		expect(withOthers(other)).toEqual([other]);
		expect(pickerOf(id('E').pick(tasks))).toBe(tasks);
		expect(pickerOf(a)).toBeUndefined();
	});

	test('several records are chosen by ID or by name', () => {
		const words =
			'Engines to use. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';
		const of = (field: ReturnType<typeof listOf>) => [
			sourceOf(field),
			field.spec.label,
			field.spec.description,
			field.spec.example,
		];
		const ids = listOf(tasks, 'getEngines', 'Engines to use');
		expect(of(ids)).toEqual([
			{ picker: tasks, method: 'getEngines', as: 'id', dependsOn: [] },
			'Remote Engine Names or IDs',
			words,
			['e1'],
		]);
		expect(of(listOf(tasks, 'getEngines', 'Engines to use', 'name'))).toEqual([
			{ picker: tasks, method: 'getEngines', as: 'name', dependsOn: [] },
			'Remote Engine Names or IDs',
			words,
			['My remote engine'],
		]);
	});

	test('loaded choices are those that were declared', () => {
		const loaded: Source = {
			method: 'm',
			dependsOn: [],
			load: async () => await Promise.resolve([]),
		};
		expect(sourceOf(list('L').from(loaded))).toBe(loaded);
		expect(sourceOf(a)).toBeUndefined();
		const names: Columns = {
			method: 'm',
			dependsOn: [],
			words: { singular: 'p', plural: 'ps' },
			first: 'F.',
			load: async () => await Promise.resolve(undefined),
		};
		expect(columnsOf({ spec: { ...a.spec, columns: names } })).toBe(names);
		expect(columnsOf(a)).toBeUndefined();
		expect(choice('C', ['a']).spec.source).toBeUndefined();
	});
});

test('a repeatable operation decides neither where optional fields stand nor what a blank means', () => {
	const posted = (facts: { effect?: 'write' | 'once'; creates?: boolean }) => {
		const posting = operation('POST /things', {
			name: 'Post',
			action: 'Post a thing',
			description: 'Post it',
			body: { name: text('Name').optional() },
			answers: nothing(),
			...facts,
		});
		return [collectionOf(posting), purposeOf(posting, 'name')];
	};
	expect(posted({ effect: 'write' })).toEqual(posted({ effect: 'once' }));
	expect(posted({})).toEqual(['additionalFields', 'describes']);
	expect(posted({ creates: false })).toEqual(['options', 'selects']);
});
