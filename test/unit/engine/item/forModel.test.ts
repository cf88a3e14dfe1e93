/** What a model may do, and what it is shown. */
import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { nothing, type Output, record, records } from '../../../../nodes/shared/declare/answers';
import { confirmation } from '../../../../nodes/shared/declare/confirmation';
import type { Input } from '../../../../nodes/shared/declare/context';
import { flow, operation } from '../../../../nodes/shared/declare/define';
import { boolean, id, text } from '../../../../nodes/shared/declare/field';
import { NotForModels } from '../../../../nodes/shared/declare/input/badInput';
import type { Operation } from '../../../../nodes/shared/declare/operation';
import { isTool } from '../../../../nodes/shared/engine/caller';
import { assemble } from '../../../../nodes/shared/engine/input/input';
import {
	checkForModel,
	dryRunOf,
	errorForModel,
	forModel,
	isDryRun,
} from '../../../../nodes/shared/engine/item/forModel';
import type { Context } from '../../../../nodes/shared/transport/senders';
import { stub } from '../../../support/stub';

const texts = { name: 'Delete', action: 'Delete a Thing', description: 'X' };
const path = { thingId: id('T') };
const deletes = operation('DELETE /things/{thingId}', { ...texts, path, answers: nothing() });
const confirmed = operation('DELETE /things/{thingId}', {
	...texts,
	path,
	settings: confirmation('all'),
	answers: nothing(),
});
const reads = operation('GET /things/{thingId}', { ...texts, path, answers: record(undefined) });
const parametersOf = (values: IDataObject, written: IDataObject = values) => ({
	value: (name: string) => values[name] ?? null,
	entered: (name: string) => written[name],
});
const input = (more: Partial<Input>): Input => ({
	path: {},
	query: {},
	body: undefined,
	settings: {},
	values: {},
	...more,
});

test('n8n gives a node another type where it is a tool', () => {
	expect(
		['n8n-nodes-x.thing', 'n8n-nodes-x.thingTool', 'n8n-nodes-x.Toolbox'].map((type) =>
			isTool(stub<Context>({}), { type } as INode),
		),
	).toEqual([false, true, false]);
});

describe('a model', () => {
	const check = (of: Operation, values: IDataObject, written?: IDataObject) => () =>
		checkForModel(of, parametersOf(values, written));
	const refusal = (field: string, label: string, rule: string) =>
		expect.objectContaining({ constructor: NotForModels, field, label, rule }) as Error;

	test('a model may read', () => {
		expect(check(reads, {})).not.toThrow();
	});

	test('a model may delete what a person allowed, and try it otherwise', () => {
		const refused = refusal(
			'allowAsTool',
			'Allow the Agent to Do This',
			'must be turned on in the node by a person before an agent can delete a Thing',
		);
		for (const values of [
			{},
			{ allowAsTool: false },
			{ allowAsTool: 'no' },
			{ allowAsTool: 1 },
			{ dryRun: false },
		])
			expect(check(deletes, values as IDataObject)).toThrow(refused);
		for (const values of [
			{ allowAsTool: true },
			{ allowAsTool: 'true' },
			{ dryRun: true },
			{ allowAsTool: false, dryRun: 'true' },
		])
			expect(check(deletes, values)).not.toThrow();
	});

	test('a model cannot switch on what a person must, by an expression or a value of its own', () => {
		const rule =
			'must be turned on or off in the node by a person: an expression, or a value that the model fills in, does not count';
		expect(check(deletes, { allowAsTool: true }, { allowAsTool: '={{ true }}' })).toThrow(
			refusal('allowAsTool', 'Allow the Agent to Do This', rule),
		);
		expect(check(confirmed, { confirmDeletion: true }, { confirmDeletion: '={{ true }}' })).toThrow(
			refusal('confirmDeletion', 'Delete with All Contents', rule),
		);
		expect(check(confirmed, { confirmDeletion: true })).not.toThrow();
		// Anything else may be an expression, whether to try it only included.
		expect(
			check(
				deletes,
				{ dryRun: true, thingId: 't' },
				{ dryRun: '={{ true }}', thingId: '={{ $json.id }}' },
			),
		).not.toThrow();
	});

	test('a model cannot choose what to delete by choosing the operation', () => {
		const allowed = { allowAsTool: true, confirmDeletion: true, thingId: 't' };
		for (const name of ['resource', 'operation']) {
			const rule =
				'must be chosen in the node by a person before an agent can delete a Thing: an expression, or a value that the model fills in, does not count';
			const written = { [name]: "={{ $fromAI('x', '', 'string') }}" };
			for (const guarded of [deletes, confirmed])
				expect(check(guarded, allowed, written)).toThrow(
					refusal(name, name === 'resource' ? 'Resource' : 'Operation', rule),
				);
			expect(check(deletes, { dryRun: true }, written)).not.toThrow();
			expect(check(reads, {}, written)).not.toThrow();
		}
	});

	test.each([
		"={{ $fromAI('x') }}",
		'={{ $FROMAI("x") }}',
		'={{ $json.confirm }}',
		'=true',
		'={{ true }}',
		'=yes {{ $fromAI("x") }}',
		"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Confirm', ``, 'boolean') }}",
		{ value: '={{ true }}' },
		['={{ true }}'],
	])('a model cannot confirm with %j', (written) => {
		expect(check(deletes, { allowAsTool: true }, { allowAsTool: written })).toThrow(NotForModels);
		expect(check(confirmed, { confirmDeletion: true }, { confirmDeletion: written })).toThrow(
			NotForModels,
		);
	});

	test('a model does not get at secrets', () => {
		const secret = operation('GET /token', {
			...texts,
			name: 'Get Token',
			answers: record(undefined, { secret: 'a token' }),
		});
		expect(check(secret, {})).toThrow(
			refusal(
				'operation',
				'Operation',
				'Get Token is not for agents, because its output is secret: a token. A person can run it in a workflow, outside of an agent, or use the Talend Management Console',
			),
		);
	});
});

describe('a dry run', () => {
	test('a dry run is one where it was chosen, and the operation has it', () => {
		expect(
			[deletes, confirmed, reads].map((of) => isDryRun(of, parametersOf({ dryRun: true }))),
		).toEqual([true, true, false]);
		expect(
			[false, 'false', undefined, 'true'].map((dryRun) =>
				isDryRun(deletes, parametersOf({ dryRun })),
			),
		).toEqual([false, false, false, true]);
	});

	const shown = (
		of: Operation,
		given: Partial<Input>,
		parameters: IDataObject = { allowAsTool: true },
	) => dryRunOf(of, input(given), parametersOf(parameters)).map(({ json }) => json);
	const result = 'Nothing was changed.';

	test('a dry run says what would be sent, with its values, but not how', () => {
		const of = operation('DELETE /things/{thingId}', {
			...texts,
			path,
			query: { force: boolean('F').optional() },
			settings: { ...confirmation('all'), how: text('H').optional() },
			answers: nothing(),
		});
		const values = { thingId: 'a b', force: true, confirmDeletion: true, how: 'h', dryRun: true };
		expect(shown(of, { path: { thingId: 'a b' }, query: { force: true }, values })).toEqual([
			{
				dryRun: true,
				action: 'Delete a Thing',
				wouldSend: ['DELETE /things/a%20b?force=true'],
				values: { thingId: 'a b', force: true, confirmDeletion: true, dryRun: true },
				result,
			},
		]);
		expect(shown(operation('DELETE /things', { ...texts, answers: nothing() }), {})).toStrictEqual([
			{ dryRun: true, action: 'Delete a Thing', wouldSend: ['DELETE /things'], result },
		]);
	});

	test('a dry run of what takes several requests names those that change something', () => {
		const performed = operation('DELETE /things/{thingId}', {
			...texts,
			path,
			perform: async () => await Promise.resolve([]),
			answers: nothing(),
		});
		expect(shown(performed, { path: { thingId: 'a' } })[0]).toMatchObject({
			wouldSend: ['DELETE /things/{thingId}'],
		});
		const several = flow({
			...texts,
			fields: {},
			uses: [reads, deletes, operation('POST /things/run', { ...texts, answers: nothing() })],
			answers: nothing(),
			run: async () => await Promise.resolve([]),
		});
		expect(shown(several, { values: { a: 1 } })[0]).toMatchObject({
			values: { a: 1 },
			wouldSend: ['DELETE /things/{thingId}', 'POST /things/run'],
		});
	});
});

describe('a dry run, before a person has allowed it', () => {
	const needsOf = (of: Operation, values: IDataObject, parameters: IDataObject = {}) =>
		dryRunOf(of, input({ path: { thingId: 't' }, values }), parametersOf(parameters)).map(
			({ json }) => json.needs,
		);
	const needs = (...labels: string[]) => [
		`Before an agent can do this, a person must turn on in the node: ${labels.join(', ')}.`,
	];

	test('a dry run says which switches a person has not switched on', () => {
		const both = operation('DELETE /things/{thingId}', {
			...texts,
			path,
			destructive: true,
			settings: confirmation('all'),
			answers: nothing(),
		});
		expect(needsOf(deletes, {})).toEqual(needs('Allow the Agent to Do This'));
		expect(needsOf(confirmed, { confirmDeletion: false })).toEqual(
			needs('Delete with All Contents'),
		);
		expect(needsOf(both, {})).toEqual(
			needs('Allow the Agent to Do This', 'Delete with All Contents'),
		);
		expect(needsOf(both, {}, { allowAsTool: true })).toEqual(needs('Delete with All Contents'));
		expect([
			needsOf(deletes, {}, { allowAsTool: true }),
			needsOf(confirmed, { confirmDeletion: true }),
		]).toEqual([[undefined], [undefined]]);
	});

	test('a dry run refuses what other rules refuse', () => {
		const ruled = operation('DELETE /things/{thingId}', {
			...texts,
			path,
			settings: confirmation('all'),
			rules: [{ field: 'thingId', says: 'x', check: () => 'is wrong' }],
			answers: nothing(),
		});
		expect(needsOf(ruled, { confirmDeletion: true })).toEqual([undefined]);
		const read = { values: { thingId: 't' }, settings: {} };
		expect(() => assemble(ruled, read, true)).toThrow('is wrong');
		expect(() => assemble(confirmed, read, true)).not.toThrow();
		expect(() => assemble(confirmed, read)).toThrow('Delete with All Contents must be turned on');
	});
});

describe('a model is shown', () => {
	const shownOf = (of: Operation, outputs: Output[], settings: IDataObject = {}) =>
		forModel(of, outputs, { settings });

	test('an empty list is shown to a model as a sentence', () => {
		expect(shownOf(reads, [])).toEqual([
			{ json: { result: 'Nothing was found: the list is empty.' } },
		]);
	});

	test('an output without fields is shown to a model as a sentence', () => {
		expect(shownOf(reads, [{ json: {}, binary: {} }, { json: { a: 1 } }])).toEqual([
			{ json: { result: 'Done. The platform returned no details.' }, binary: {} },
			{ json: { a: 1 } },
		]);
	});

	test('a model is shown all fields but what is as good as a credential, however deep', () => {
		const of = operation('GET /x', {
			...texts,
			answers: record(undefined, { sensitive: ['key'] }),
		});
		const hidden =
			'(not shown to agents; a person sees it when the operation runs in a workflow, outside of an agent)';
		const [shown] = shownOf(of, [
			{
				json: { key: 'k', name: 'n', list: [{ key: 0 }, 'key'], inner: { key: '', other: null } },
				binary: {},
			},
		]);
		expect(shown).toEqual({
			json: {
				key: hidden,
				name: 'n',
				list: [{ key: hidden }, 'key'],
				inner: { key: hidden, other: null },
			},
			binary: {},
		});
		expect(shownOf(of, [{ json: { key: null, other: { key: undefined } } }])).toStrictEqual([
			{ json: { key: null, other: { key: undefined } } },
		]);
		expect(shownOf(reads, [{ json: { key: 'k' } }])).toEqual([{ json: { key: 'k' } }]);
	});

	test('a model is not shown any value whose name says that it is secret, declared or not', () => {
		const hidden =
			'(not shown to agents; a person sees it when the operation runs in a workflow, outside of an agent)';
		const given = {
			secret: '***',
			password: 'p',
			accessToken: 7,
			hasPassword: true,
			token: null,
			parameters: [
				{ name: 'db_password', value: 'p' },
				{ name: 'url', value: 'u' },
				{ name: 'x', value: 'e', encrypted: true },
			],
		};
		expect(shownOf(reads, [{ json: given }])[0]!.json).toEqual({
			secret: '***',
			password: hidden,
			accessToken: hidden,
			hasPassword: true,
			token: null,
			parameters: [
				{ name: 'db_password', value: hidden },
				{ name: 'url', value: 'u' },
				{ name: 'x', value: hidden, encrypted: true },
			],
		});
		// What an audit log repeats of a request.
		const body = JSON.stringify({ id: 'i', secret: 's\\"1', clientSecret: 's2', count: 1 });
		const [log] = shownOf(reads, [
			{
				json: {
					response: { body },
					twice: JSON.stringify({ body: JSON.stringify({ secret: 's3', id: 'i' }) }),
				},
			},
		]);
		expect(
			shownOf(reads, [
				{
					json: {
						cut: '{"id":1,"secret":"s4',
						text: 'the secret: s',
						list: '[ 1, 20]',
						big: '{"id":12345678901234567890}',
					},
				},
			])[0]!.json,
		).toEqual({
			cut: hidden,
			text: 'the secret: s',
			list: '[ 1, 20]',
			big: '{"id":12345678901234567890}',
		});
		expect(log!.json).toEqual({
			response: {
				body: JSON.stringify({ id: 'i', secret: hidden, clientSecret: hidden, count: 1 }),
			},
			twice: JSON.stringify({ body: JSON.stringify({ secret: hidden, id: 'i' }) }),
		});
	});

	const lists = operation('GET /things', { ...texts, answers: records(undefined) });
	const many = (count: number, size = 1): Output[] =>
		Array.from({ length: count }, (_, index) => ({ json: { index, text: 'x'.repeat(size) } }));

	test('a model is told that a list may go on', () => {
		const more = (count: number) => ({
			json: {
				result: `There may be more: only ${count} were requested. Narrow the list down with a filter, or raise Limit.`,
			},
		});
		expect(shownOf(lists, many(3), { returnAll: false, limit: 3 })).toEqual([...many(3), more(3)]);
		for (const settings of [{ returnAll: false, limit: 4 }, { returnAll: true, limit: 3 }, {}])
			expect(shownOf(lists, many(3), settings)).toEqual(many(3));
		const files = many(3).map((output) => ({
			...output,
			binary: { data: { data: '', mimeType: 'text/csv' } },
		}));
		expect(shownOf(lists, files, { returnAll: false, limit: 3 })).toHaveLength(3);
		expect(shownOf(reads, many(1), { returnAll: false, limit: 1 })).toEqual(many(1));
	});

	test('a model is shown no more than it can read', () => {
		const cut = (shown: number, of: number) => ({
			json: {
				result: `Only the first ${shown} of ${of} are shown, because more would be too long. Narrow the list down with a filter or a limit.`,
			},
		});
		const [first] = many(1, 29_979);
		expect(JSON.stringify(first!.json).length).toBe(30_000);
		expect(shownOf(lists, [first!, first!], { returnAll: true })).toHaveLength(2);
		expect(shownOf(lists, [first!, first!, ...many(1)])).toEqual([first, first, cut(2, 3)]);
		expect(shownOf(lists, many(2, 70_000))).toEqual([many(1, 70_000)[0], cut(1, 2)]);
		expect(shownOf(reads, many(1, 70_000))).toEqual(many(1, 70_000));
	});

	test('a model is told that it does not see the content of a file', () => {
		const binary = { data: { data: '', mimeType: 'text/plain' } };
		expect(shownOf(reads, [{ json: { fileName: 'a.log' }, binary }])).toEqual([
			{
				json: { fileName: 'a.log', content: 'The content of the file is not shown to agents.' },
				binary,
			},
		]);
	});

	const node = { name: 'N' } as INode;
	const errorOf = (message: string, description?: string) =>
		errorForModel(new NodeOperationError(node, message, { description })).message;

	test('a model reads what to do about an error in its message', () => {
		expect([
			errorOf('It failed', 'Try again.'),
			errorOf('It failed.', 'Try again.'),
			errorOf('It failed:', 'Try again.'),
		]).toEqual(['It failed. Try again.', 'It failed. Try again.', 'It failed. Try again.']);
		expect([
			errorOf('It failed'),
			errorOf('It failed', ''),
			errorOf('It failed. Try again.', 'Try again.'),
		]).toEqual(['It failed', 'It failed', 'It failed. Try again.']);
		expect(
			errorForModel(new NodeApiError(node, {}, { message: 'Refused', description: 'Why.' }))
				.message,
		).toBe('Refused. Why.');
	});

	test('a model is shown other errors unchanged', () => {
		const other = Object.assign(new Error('It failed'), { description: 'Try again.' });
		expect(errorForModel(other)).toBe(other);
		expect(other.message).toBe('It failed');
		expect(errorForModel('text')).toBe('text');
	});
});
