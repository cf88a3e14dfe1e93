/**
 * How the body of a response is read: as JSON, as an error report or as a web page.
 */
import { readRefusal } from '../../../../nodes/shared/transport/failure/readRefusal';
import { judgeResponse } from '../../../../nodes/shared/transport/response/answer';
import { parseBody } from '../../../../nodes/shared/transport/response/body';
import { growth } from '../../../support/growth';
import { download, get, log, remove, responseWith } from './answerStage';

describe('an error report in a response whose status says success', () => {
	const error = { status: 503, message: 'Try later' };

	test.each<[unknown]>([
		[{ errors: ['Broken'] }],
		[{ errors: { name: 'is required' } }],
		[{ fault: { faultstring: 'Broken' } }],
		[{ exception: 'java.lang.NullPointerException' }],
		[{ success: false }],
		[{ ok: false }],
		[{ httpStatus: 404 }],
		[{ status_code: '500' }],
		[{ status: 'ERROR' }],
		[{ status: 'failed', message: 'Broken' }],
		[{ message: 'Not found' }],
		[{ message: 'Internal server error' }],
		[{ message: 'java.lang.IllegalStateException: closed', path: '/x' }],
		[[error, error]],
		['Internal Server Error'],
		['502 Bad Gateway'],
		['HTTP/1.1 503 Service Unavailable'],
		['An unexpected error occurred.'],
		['java.lang.NullPointerException: null'],
	])('the body %j in a success is an error report', (body) => {
		expect(judgeResponse(remove, responseWith(JSON.stringify(body))).failure).toMatchObject({
			invalid: expect.stringContaining('returned an error'),
			body,
		});
		if (typeof body === 'string')
			expect(judgeResponse(remove, responseWith(body, 200, 'text/plain')).failure).toBeDefined();
	});

	test.each<[unknown]>([
		[{ errors: ['The name is taken'], id: 'a', status: 'DRAFT' }],
		[{ errors: {} }],
		[{ error: null, id: 'a' }],
		[{ success: true }],
		[{ statusCode: 200 }],
		[{ status: 'ERROR', engineId: 'a' }],
		[{ id: 'a', message: 'Not found' }],
		[{ message: 'Execution stopped' }],
		[[error, { id: 'a' }]],
		[[]],
		['OK'],
		['Pairing of the engine was not found before'],
		[500],
	])('the body %j in a success is not an error report', (body) => {
		expect(judgeResponse(remove, responseWith(JSON.stringify(body))).failure).toBeUndefined();
		if (typeof body === 'string')
			expect(judgeResponse(remove, responseWith(body, 200, 'text/plain')).failure).toBeUndefined();
	});

	test('a list of rejected changes is not an error report', () => {
		const rejected = [{ userId: 'a', status: 409, message: 'has permissions already' }];
		expect(
			judgeResponse(remove, responseWith(JSON.stringify(rejected), 207)).failure,
		).toBeUndefined();
		expect(
			judgeResponse(remove, responseWith(JSON.stringify(rejected), 200)).failure,
		).toBeDefined();
	});

	test('an error report is also recognized where a record is expected', () => {
		for (const body of [{ httpStatus: 500, executionId: 'e' }, { status_code: 401 }])
			expect(judgeResponse(get, responseWith(JSON.stringify(body))).failure?.invalid).toContain(
				'returned an error',
			);
	});
});

test('a body is JSON if possible, otherwise the text', () => {
	const given = { a: 1 };
	expect(parseBody(given)).toBe(given);
	expect(parseBody(undefined)).toBeUndefined();
	expect([' ', '\uFEFF', Buffer.alloc(0)].map((body) => parseBody(body))).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	expect(
		['[1]', Buffer.from('\uFEFF[1]'), Uint8Array.from(Buffer.from('[1]')).buffer].map((body) =>
			parseBody(body),
		),
	).toEqual([[1], [1], [1]]);
	expect(['not', Buffer.from('[1')].map((body) => parseBody(body))).toEqual(['not', '[1']);
	expect(parseBody('a\uFEFF')).toBe('a\uFEFF');
});

describe('a web page', () => {
	const page = (declared: typeof get, body: string, type: string) =>
		judgeResponse(declared, responseWith(body, 200, type)).answer === undefined;
	test.each(['text/html', 'TEXT/HTML; charset=utf-8', 'application/xhtml+xml'])(
		'a response of the type %s is a web page',
		(type) => {
			expect(page(remove, 'done', type)).toBe(true);
			expect(page(download, 'done', type)).toBe(true);
		},
	);

	test.each(['text/plain', 'x-text/html'])('a response of the type %s is no web page', (type) => {
		expect(page(remove, 'done', type)).toBe(false);
		expect(page(download, 'done', type)).toBe(false);
	});

	test.each(['<!doctype html>', '<html>', ' <head>', '\n<BODY>'])(
		'a response that begins with %j is a web page',
		(begins) => {
			expect(page(download, begins, 'text/plain')).toBe(true);
			expect(page(remove, begins, 'text/plain')).toBe(true);
		},
	);

	test.each(['<!doctype log>', '<!-- log -->', '<?xml version="1.0"?>', 'a <html>', '<a><html>'])(
		'a download that begins with %j is no web page',
		(begins) => {
			expect(page(download, begins, 'text/plain')).toBe(false);
		},
	);

	test.each(['a <html>', '<a><html>'])(
		'a response that begins with %j is no web page',
		(begins) => {
			expect(page(remove, begins, 'text/plain')).toBe(false);
		},
	);

	test('a response without a type of content is accepted', () => {
		const answer = { status: 200, headers: {}, body: Buffer.from('done') };
		expect(judgeResponse(remove, answer).answer).toBeDefined();
	});

	test('an empty file is accepted', () => {
		expect(judgeResponse(log, { status: 200, headers: {}, body: undefined }).answer).toBeDefined();
	});

	test('a web page is recognized only at the beginning', () => {
		expect(page(download, `${' '.repeat(1_990)}<html>`, 'text/plain')).toBe(true);
		expect(page(download, `${' '.repeat(2_000)}<html>`, 'text/plain')).toBe(false);
		expect(page(remove, `${' '.repeat(2_000)}<html>`, 'text/plain')).toBe(false);
	});
});

test.each(['<title', '<title ', '<!--', '<html ', '<Message', ' <', '<?xml '])(
	'a long web page is recognized without more work for each character: %s',
	(part) => {
		const work = (text: string) => {
			readRefusal(`<!doctype html>${text}`);
			readRefusal(text);
			judgeResponse(get, responseWith(text));
		};
		expect(growth(work, part)).toBeLessThan(8);
	},
);
