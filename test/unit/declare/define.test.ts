/**
 * The declaration of an operation: what is derived from it, and what is refused.
 */
import { fileAnswer, nothing, record, records } from '../../../nodes/shared/declare/answers';
import { confirmation } from '../../../nodes/shared/declare/confirmation';
import { flow, operation, resource, wholeBody } from '../../../nodes/shared/declare/define';
import { propertyOf } from '../../../nodes/shared/declare/field/property';
import { boolean, type Fields, id, integer, text } from '../../../nodes/shared/declare/fields';
import { limitOffset } from '../../../nodes/shared/declare/lists/paging';
import type { RequestSpec } from '../../../nodes/shared/declare/operation';
import { rulesOf } from '../../../tools/reference/rules';
import { ANY_TEXTS } from '../../support/anyTexts';
import { checkDeclaration } from '../../support/declarations';

const anyText = text('A');

const path = { taskId: id('T') };

const paging = limitOffset();

const paged = { limit: integer('L').optional(), offset: integer('O').optional() };

const shapeOf = (fields: Fields) =>
	Object.fromEntries(
		Object.entries(fields).map(([name, { spec }]) => {
			const { kind, initial, shownWhen } = spec;
			return [name, { kind, initial, shownWhen }];
		}),
	);

describe('an operation', () => {
	test.each([
		['GET', 'read'],
		['PUT', 'write'],
		['DELETE', 'write'],
		['POST', 'start'],
		['PATCH', 'start'],
	] as const)('an operation of %s has the effect %s', (method, effect) => {
		expect(
			operation(`${method} /processing/x`, { ...ANY_TEXTS, answers: nothing() }),
		).toMatchObject({
			kind: 'request',
			method,
			endpoint: '/processing/x',
			effect,
			family: 'processing',
			rules: [],
			settings: {},
			...ANY_TEXTS,
		});
	});

	test('an operation can have an effect and a queue of its own', () => {
		expect(
			operation('POST /processing/x', {
				...ANY_TEXTS,
				effect: 'read',
				family: 'files',
				answers: nothing(),
			}),
		).toMatchObject({ effect: 'read', family: 'files' });
	});

	test('a property that no declaration has is a type error', () => {
		// @ts-expect-error it is called permissions
		operation('GET /x', { ...ANY_TEXTS, answers: nothing(), permission: 'TMC_OPERATOR' });
		const known = operation('GET /x', {
			...ANY_TEXTS,
			answers: nothing(),
			permissions: 'TMC_OPERATOR',
		});
		expect(known.permissions).toBe('TMC_OPERATOR');
	});

	const settingsOf = (answers: RequestSpec['answers'], more: Partial<RequestSpec> = {}) =>
		shapeOf(operation('GET /x', { ...ANY_TEXTS, answers, ...more }).settings!);
	test.each<{ answer: string; declared: Parameters<typeof settingsOf>; settings: object }>([
		{ answer: 'a record', declared: [record(undefined)], settings: {} },
		{ answer: 'a list without pages', declared: [records(undefined)], settings: {} },
		{
			answer: 'a record with the fields of pages',
			declared: [record(undefined), { pages: paging, query: paged }],
			settings: {},
		},
		{
			answer: 'a list with pages',
			declared: [records(undefined), { pages: paging, query: paged }],
			settings: {
				returnAll: { kind: 'boolean', initial: false },
				limit: { kind: 'integer', initial: 50, shownWhen: { returnAll: [false] } },
			},
		},
		{
			answer: 'a record with a simple form',
			declared: [record(undefined, { simple: ['a'] })],
			settings: { simplify: { kind: 'boolean', initial: true } },
		},
		{
			answer: 'a file',
			declared: [fileAnswer()],
			settings: { binaryPropertyName: { kind: 'text', initial: 'data' } },
		},
	])('an operation has the settings that its answer needs: $answer', ({ declared, settings }) => {
		expect(settingsOf(...declared)).toEqual(settings);
	});

	describe('the settings of an operation', () => {
		const settings = settingsOf(record(undefined, { simple: ['a'] }), {
			settings: { own: anyText.optional(), simplify: boolean('S').initial(false) },
		});

		test('a setting of its own can replace a default one', () => {
			expect(settings).toEqual({
				simplify: { kind: 'boolean', initial: false },
				own: { kind: 'text' },
			});
		});

		test('the default settings come first', () => {
			expect(Object.keys(settings)).toEqual(['simplify', 'own']);
		});
	});

	test('an operation has the settings that n8n expects, in n8n’s words', () => {
		const { settings } = operation('GET /x', {
			...ANY_TEXTS,
			answers: records(undefined, { simple: ['a'] }),
			pages: paging,
			query: paged,
		});
		const texts = Object.entries(settings!).map(([name, field]) => {
			const { displayName, description } = propertyOf(name, field);
			return { name, displayName, description };
		});
		expect(texts).toEqual([
			{
				name: 'returnAll',
				displayName: 'Return All',
				description: 'Whether to return all results or only up to a given limit',
			},
			{
				name: 'limit',
				displayName: 'Limit',
				description: 'Max number of results to return',
			},
			{
				name: 'simplify',
				displayName: 'Simplify',
				description:
					'Whether to return a simplified version of the response instead of the raw data',
			},
		]);
		expect(rulesOf(settings!.limit!)).toContain('at least 1');
	});

	test('an operation that returns a file has the setting that n8n expects, in n8n’s words', () => {
		const { binaryPropertyName } = operation('GET /x', {
			...ANY_TEXTS,
			answers: fileAnswer(),
		}).settings!;
		expect(propertyOf('b', binaryPropertyName!)).toMatchObject({
			displayName: 'Put Output File in Field',
			description: 'Name of the binary field to put the file in',
			default: 'data',
		});
	});

	test('the rules of its settings are among the rules of an operation', () => {
		const own = { field: 'a', says: 'own', finding: () => undefined };
		const { rules } = operation('DELETE /x', {
			...ANY_TEXTS,
			query: { a: anyText },
			rules: [own],
			settings: { ...confirmation('all') },
			answers: records(undefined),
		});
		expect(rules.map(({ field }) => field)).toEqual(['a', 'confirmDeletion']);
	});

	test.each<{
		what: string;
		endpoint: Parameters<typeof operation>[0];
		more: Partial<RequestSpec>;
		message: string;
	}>([
		{
			what: 'one name in the query and the settings',
			endpoint: 'GET /x',
			more: { query: { a: anyText }, settings: { a: anyText } },
			message: 'the name a means two things: give one a wireName',
		},
		{
			what: 'one name in the query and the body',
			endpoint: 'PUT /x',
			more: { query: { a: anyText }, body: { a: anyText } },
			message: 'the name a means two things: give one a wireName',
		},
		{
			what: 'one name for the whole body and in the query',
			endpoint: 'PUT /x',
			more: { query: { a: anyText }, body: wholeBody('a', anyText) },
			message: 'the name a means two things: give one a wireName',
		},
		{
			what: 'a name that every node has',
			endpoint: 'GET /x',
			more: { query: { resource: anyText } },
			message: 'the name resource is taken',
		},
		{
			what: 'a name that every node has, with a value',
			endpoint: 'GET /x',
			more: { settings: { options: text('O').initial('x') } },
			message: 'the name options is taken',
		},
		{
			what: 'an optional field of such a name that starts with a value',
			endpoint: 'GET /x',
			more: { query: { options: text('O').optional().initial('') } },
			message: 'the name options is taken',
		},
		{
			what: 'a variable without a field',
			endpoint: 'GET /x/{b}',
			more: {},
			message: 'the path variable b has no field',
		},
		{
			what: 'a variable whose field is elsewhere',
			endpoint: 'GET /x/{b}',
			more: { query: { b: anyText } },
			message: 'the path variable b has no field',
		},
		{
			what: 'a field without a variable',
			endpoint: 'GET /x',
			more: { path: { b: anyText } },
			message: 'the path has no variable b',
		},
		{
			what: 'a rule about nothing',
			endpoint: 'GET /x',
			more: { rules: [{ field: 'b', says: 's', finding: () => undefined }] },
			message: 'a rule is about b, which is no field',
		},
		{
			what: 'a warning about nothing',
			endpoint: 'GET /x',
			more: { warnings: [{ field: 'b', says: 's', finding: () => undefined }] },
			message: 'a rule is about b, which is no field',
		},
		{
			what: 'pages without their fields',
			endpoint: 'GET /x',
			more: { pages: paging },
			message: 'the paging needs the field',
		},
	])('an operation with $what is refused', ({ endpoint, more, message }) => {
		expect(() =>
			checkDeclaration(operation(endpoint, { ...ANY_TEXTS, answers: nothing(), ...more })),
		).toThrow(`${endpoint} (X): ${message}`);
	});

	test.each<{
		what: string;
		endpoint: Parameters<typeof operation>[0];
		more: Partial<RequestSpec>;
	}>([
		{
			what: 'a name of a collection for an optional field',
			endpoint: 'GET /x',
			more: { query: { filters: anyText.optional() } },
		},
		{ what: 'a variable of any name', endpoint: 'GET /x/{taskId}', more: { path } },
		{
			what: 'a rule about a setting',
			endpoint: 'GET /x',
			more: {
				settings: { b: anyText },
				rules: [{ field: 'b', says: 's', finding: () => undefined }],
			},
		},
		{
			what: 'paging fields that share their name with a setting',
			endpoint: 'GET /x',
			more: { query: paged, pages: paging, answers: records(undefined) },
		},
		{ what: 'pages in the body', endpoint: 'POST /x', more: { body: paged, pages: paging } },
	])('an operation with $what is accepted', ({ endpoint, more }) => {
		expect(() =>
			checkDeclaration(operation(endpoint, { ...ANY_TEXTS, answers: nothing(), ...more })),
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
				operation('GET /x', { ...ANY_TEXTS, answers: nothing(), query: { [name]: anyText } }),
			),
		).toThrow(`the name ${name} is taken`);
	});
});

test('the rules of a flow include those of its settings', () => {
	const { rules } = flow({
		...ANY_TEXTS,
		fields: { a: anyText },
		settings: { ...confirmation('all') },
		rules: [{ field: 'a', says: 's', finding: () => undefined }],
		uses: [],
		answers: nothing(),
		run: async () => await Promise.resolve([]),
	});
	expect(rules!.map(({ field }) => field)).toEqual(['a', 'confirmDeletion']);
});

test('a resource has the name, the texts and the operations of its declaration', () => {
	const op = operation('GET /x', { ...ANY_TEXTS, answers: nothing() });
	expect(resource('task', 'Task', { get: op }, 'Tasks')).toEqual({
		value: 'task',
		name: 'Task',
		operations: { get: op },
		description: 'Tasks',
	});
});
