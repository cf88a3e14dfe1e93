/**
 * What a model is shown of an output or an error.
 */
import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { type Output, record, records } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { suggestion, suggestions, text } from '../../../../nodes/shared/declare/fields';
import type { Operation } from '../../../../nodes/shared/declare/operation';
import { errorForModel, outputsForModel } from '../../../../nodes/shared/engine/agents/forModel';
import { reads, texts } from './stage';

describe('the output for a model', () => {
	const shownOf = (of: Operation, outputs: Output[], settings: IDataObject = {}) =>
		outputsForModel(of, outputs, { settings, values: {} });

	test('an empty list is shown to a model as a sentence', () => {
		expect(shownOf(reads, [])).toEqual([
			{ json: { result: 'Nothing was found: the list is empty.' } },
		]);
	});

	test.each<[IDataObject, string]>([
		[{ status: 'running' }, ' "Status" was running, but the known values are executing, failed.'],
		[{ status: 'null' }, ' "Status" was null, but the known values are executing, failed.'],
		[{ kinds: ['A', 'C'] }, ' "Kinds" was C, but the known values are A, B.'],
		[{ status: 'failed', kinds: ['A'], name: 'C' }, ''],
		[{}, ''],
	])('an empty list names the known values if a model has guessed one (%j)', (values, why) => {
		const lists = operation('GET /things', {
			...texts,
			query: {
				status: suggestion('S', ['executing', 'failed']).optional(),
				kinds: suggestions('K', ['A', 'B']).optional(),
				name: text('N').optional(),
			},
			answers: records(undefined, { key: 'id' }),
		});
		expect(outputsForModel(lists, [], { settings: {}, values })).toEqual([
			{ json: { result: `Nothing was found: the list is empty.${why}` } },
		]);
	});

	test('an output without fields is shown to a model as a sentence', () => {
		expect(shownOf(reads, [{ json: {}, binary: {} }, { json: { a: 1 } }])).toEqual([
			{ json: { result: 'Done. Talend Cloud returned no details.' }, binary: {} },
			{ json: { a: 1 } },
		]);
	});

	test('a model sees all fields except those that are equivalent to a credential, at any depth', () => {
		const declared = operation('GET /x', {
			...texts,
			answers: record(undefined, { sensitive: ['key'] }),
		});
		const hidden =
			'(not shown to agents; a person sees it when the operation runs in a workflow, outside of an agent)';
		const [shown] = shownOf(declared, [
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
		expect(shownOf(declared, [{ json: { key: null, other: { key: undefined } } }])).toStrictEqual([
			{ json: { key: null, other: { key: undefined } } },
		]);
		expect(shownOf(reads, [{ json: { key: 'k' } }])).toEqual([{ json: { key: 'k' } }]);
	});

	test('a model sees no value whose name says that it is secret, declared or not', () => {
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
			text: 'the secret: ***',
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

	test.each([
		[
			'jdbc:postgresql://h/db?user=u&password=p1&ssl=true',
			'jdbc:postgresql://h/db?user=u&password=***&ssl=true',
		],
		['grant_type=x&client_secret=p1', 'grant_type=x&client_secret=***'],
		['Authorization: Bearer abcdefgh12', 'Authorization: Bearer ***'],
		['cloning https://me:p1@git.example/r.git', 'cloning https://me:***@git.example/r.git'],
		['main DB_PASSWORD=p1, RETURN_CODE=17', 'main DB_PASSWORD=***, RETURN_CODE=17'],
		['https://h/p:1@2?a=b&monkey=c', 'https://h/p:1@2?a=b&monkey=c'],
	])('a model does not see a credential inside the text %s', (text, shown) => {
		const json = { log: text, body: JSON.stringify({ text }) };
		expect(shownOf(reads, [{ json }])[0]!.json).toEqual({
			log: shown,
			body: JSON.stringify({ text: shown }),
		});
	});

	test('a model sees names unchanged, because it searches for them', () => {
		const json = { name: 'Reset password: weekly', workspaceName: 'token=p1', log: 'token=p1' };
		expect(shownOf(reads, [{ json }])[0]!.json).toEqual({ ...json, log: 'token=***' });
	});

	const lists = operation('GET /things', { ...texts, answers: records(undefined) });
	const many = (count: number, size = 1): Output[] =>
		Array.from({ length: count }, (_, index) => ({ json: { index, text: 'x'.repeat(size) } }));

	test('the output for a model says that a list may continue', () => {
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

	test('a model sees no more than it can read', () => {
		const cut = (shown: number, of: number) => ({
			json: {
				result: `Only the first ${shown} of ${of} are shown, because the full list is too long. Narrow the list down with a filter or a limit.`,
			},
		});
		const [first] = many(1, 29_979);
		expect(JSON.stringify(first!.json).length).toBe(30_000);
		expect(shownOf(lists, [first!, first!], { returnAll: true })).toHaveLength(2);
		expect(shownOf(lists, [first!, first!, ...many(1)])).toEqual([first, first, cut(2, 3)]);
		expect(shownOf(lists, many(2, 70_000))).toEqual([many(1, 70_000)[0], cut(1, 2)]);
		expect(shownOf(reads, many(1, 70_000))).toEqual(many(1, 70_000));
	});

	test('the outputs that a model does not see are not read, however many there are', () => {
		const unread = jest.fn();
		const output = Object.defineProperty({ json: {} }, 'json', { enumerable: true, get: unread });
		expect(shownOf(lists, [...many(2, 70_000), output, output])).toHaveLength(2);
		expect(unread).not.toHaveBeenCalled();
	});

	test('the output for a model says that the content of a file is not shown', () => {
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

	test('a model reads in the message what to do about an error', () => {
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

	test('a model sees other errors unchanged', () => {
		const other = Object.assign(new Error('It failed'), { description: 'Try again.' });
		expect(errorForModel(other)).toBe(other);
		expect(other.message).toBe('It failed');
		expect(errorForModel('text')).toBe('text');
	});
});
