/**
 * The request that an item’s input is made into: path, query and body.
 */
import type { IDataObject } from 'n8n-workflow';

import { fileAnswer, nothing, record, records } from '../../../../nodes/shared/declare/answers';
import { operation, wholeBody } from '../../../../nodes/shared/declare/define';
import { file, id, integer, list, object, text } from '../../../../nodes/shared/declare/fields';
import { limitOffset } from '../../../../nodes/shared/declare/lists/paging';
import type { Input } from '../../../../nodes/shared/declare/runtime/context';
import { buildRequest, pathOf, queryString } from '../../../../nodes/shared/transport/request/wire';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { read } from './inputStage';

describe('a request', () => {
	const input = (more: Partial<Input>): Input => ({
		path: {},
		query: {},
		body: undefined,
		settings: {},
		values: {},
		...more,
	});
	const accept = { Accept: 'application/json, text/plain, */*' };
	test('a request without a body has none', () => {
		const get = operation('GET /x/{xId}', {
			...ANY_TEXTS,
			path: { xId: id('X') },
			answers: record(undefined),
		});
		expect(
			buildRequest(get, input({ path: { xId: 'a b' }, query: { q: 1 } }), { page: 2 }),
		).toEqual({ method: 'GET', url: '/x/a%20b?q=1&page=2', headers: accept });
		const download = operation('GET /x', { ...ANY_TEXTS, answers: fileAnswer() });
		expect(buildRequest(download, input({}))).toEqual({
			method: 'GET',
			url: '/x',
			headers: accept,
			binary: true,
		});
	});

	test('a request has its body as JSON, or unchanged', () => {
		const json = { ...accept, 'Content-Type': 'application/json' };
		const paged = operation('POST /x', {
			...ANY_TEXTS,
			effect: 'read',
			body: {
				a: text('A').optional(),
				limit: integer('L').optional(),
				offset: integer('O').optional(),
			},
			pages: limitOffset({ where: 'body' }),
			answers: records(undefined),
		});
		expect(buildRequest(paged, input({ query: { q: 1 }, body: { a: 'x' } }), { limit: 5 })).toEqual(
			{ method: 'POST', url: '/x?q=1', headers: json, body: '{"a":"x","limit":5}' },
		);
		const whole = (contentType?: string) =>
			operation('PUT /x', {
				...ANY_TEXTS,
				body: wholeBody('all', list('A'), contentType),
				answers: nothing(),
			});
		expect(buildRequest(whole(), input({ body: ['a'] }))).toMatchObject({
			headers: json,
			body: '["a"]',
		});
		expect(buildRequest(whole('application/json'), input({ body: 'text' }))).toMatchObject({
			headers: json,
			body: '"text"',
		});
		expect(buildRequest(whole('text/csv'), input({ body: 7 }))).toMatchObject({
			headers: { ...accept, 'Content-Type': 'text/csv' },
			body: '7',
		});
		expect(buildRequest(whole('text/csv'), input({}))).toMatchObject({ body: '' });
	});

	test('a request with a file has parts, one of which is the rest of the body', async () => {
		const given = {
			bytes: 4,
			fileName: 'f.txt',
			mimeType: 'text/plain',
			chunks: async function* () {
				yield await Promise.resolve(Buffer.from('four'));
			},
		};
		const upload = (multipart: object) =>
			operation('POST /x', {
				...ANY_TEXTS,
				body: {
					data: file('D').wireName('content'),
					note: text('N').wireName('remark').optional(),
					none: text('O').optional(),
				},
				constants: { kind: 'k' },
				multipart,
				answers: nothing(),
			});
		const sent = async (multipart: object, settings: IDataObject = {}) => {
			const { body, headers } = buildRequest(
				upload(multipart),
				input({ body: { content: given, remark: 'n' }, settings }),
			);
			type Streamed = Exclude<typeof body, string | undefined> & {
				stream: () => AsyncIterable<Uint8Array>;
			};
			const chunks: Uint8Array[] = [];
			for await (const chunk of (body as Streamed).stream()) chunks.push(chunk);
			return { type: headers['Content-Type'], text: Buffer.concat(chunks).toString() };
		};
		const both = await sent({ jsonPart: 'meta', base64: 'asText' }, { asText: false });
		expect(both.type).toMatch(/^multipart\/form-data; boundary=/);
		expect(both.text).toContain(
			'name="meta"\r\nContent-Type: application/json\r\n\r\n{"kind":"k","remark":"n"}\r\n',
		);
		expect(both.text).toContain(
			'name="content"; filename="f.txt"\r\nContent-Type: text/plain\r\n\r\nfour\r\n',
		);
		expect((await sent({ base64: 'asText' }, { asText: true })).text).toContain(
			'\r\n\r\nZm91cg==\r\n',
		);
		expect((await sent({})).text).not.toContain('remark');
		expect((await sent({}, { asText: true })).text).toContain('\r\n\r\nfour\r\n');
	});

	describe('the path of a request', () => {
		const declared = operation('GET /x/{xId}/y/{yId}', {
			...ANY_TEXTS,
			path: { xId: id('X').wireName('ex'), yId: id('Y') },
			answers: record(undefined),
		});

		test('a path variable is encoded', () => {
			expect(pathOf(declared, { ex: 'a/b', yId: 7 })).toBe('/x/a%2Fb/y/7');
		});

		test('a path variable without a field is the value of its name', () => {
			expect(pathOf({ ...declared, path: undefined }, { xId: 'a', yId: 'b' })).toBe('/x/a/y/b');
		});

		test.each([
			{
				how: 'is missing',
				values: { ex: 'a' },
				refusal: { field: 'yId', message: '"Y ID" must not be empty' },
			},
			{
				how: 'is blank',
				values: { ex: ' ', yId: 'b' },
				refusal: { message: '"X ID" must not be empty' },
			},
			{
				how: 'is ".."',
				values: { ex: '..', yId: 'b' },
				refusal: { rule: 'must not be "." or ".."', shownValue: '..' },
			},
			{
				how: 'is "."',
				values: { ex: '.', yId: 'b' },
				refusal: { rule: 'must not be "." or ".."', shownValue: '.' },
			},
		])('a path variable that $how is refused', ({ values, refusal }) => {
			expect(() => pathOf(declared, values)).toThrow(expect.objectContaining(refusal) as Error);
		});
	});

	describe('a path that is given as a whole', () => {
		const raw = operation('GET {path}', {
			...ANY_TEXTS,
			path: { path: text('P').rawPath() },
			family: 'x',
			answers: record(undefined),
		});
		const FORM = 'must be a path that begins with "/" and has no query, such as /processing/…';
		const DOTS = 'must not contain "." or ".."';

		test('a whole path is sent unchanged', () => {
			expect(pathOf(raw, { path: '/a/b~c.d-e_f%20g' })).toBe('/a/b~c.d-e_f%20g');
		});

		test.each([
			['a/b', FORM],
			['/a/', FORM],
			['x/a', FORM],
			['/a?b', FORM],
			['/a/%zz', 'must be correctly encoded'],
			['/a/..', DOTS],
			['/./a', DOTS],
			['/a%2Fb', DOTS],
			['/a%5Cb', DOTS],
			['/%2e%2e/a', DOTS],
		])('the whole path %s is refused', (path, rule) => {
			expect(() => pathOf(raw, { path })).toThrow(
				expect.objectContaining({ field: 'path', label: 'Path', rule, shownValue: path }) as Error,
			);
		});
	});

	test('a request has a query of the given values', () => {
		expect(queryString({})).toBe('');
		expect(queryString({ a: undefined, b: null })).toBe('');
		expect(queryString({ 'a b': ['x&', 2], c: false, d: [] })).toBe('?a%20b=x%26&a%20b=2&c=false');
	});
});

test('the fields of an object in a query or a body are read', () => {
	const declared = operation('POST /x', {
		...ANY_TEXTS,
		body: { place: object('P', { x: integer('X') }).optional() },
		answers: record(undefined),
	});
	expect(read(declared, { additionalFields: { place: { value: { x: '7' } } } }).body).toEqual({
		place: { x: 7 },
	});
});
