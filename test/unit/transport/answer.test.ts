import {
	fileAnswer,
	type FileFormat,
	nothing,
	record,
	records,
} from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';
import { isRedirect, judgeResponse } from '../../../nodes/shared/transport/answer';
import { parseBody } from '../../../nodes/shared/transport/body';
import { readRefusal } from '../../../nodes/shared/transport/refusalBody';
import { ANY_TEXTS } from '../../support/anyTexts';
import { growth } from '../../support/growth';

const get = operation('GET /processing/x', {
	...ANY_TEXTS,
	answers: record('B.Executionidentifier', { requiredFields: ['executionId'] }),
});
const put = operation('PUT /processing/x', { ...ANY_TEXTS, answers: record(undefined) });
const create = operation('POST /account/x', {
	...ANY_TEXTS,
	answers: record('vendor:identities-management/Group', {
		requiredFields: ['name'],
		inLocation: true,
	}),
});
const several = operation('PATCH /sharing/x', {
	...ANY_TEXTS,
	answers: record('vendor:sharing/SharingSetKey', { requiredFields: ['entityId'], several: true }),
});
const list = operation('GET /scim/v2/x', { ...ANY_TEXTS, answers: records('A.UserResource') });
const remove = operation('DELETE /processing/x', { ...ANY_TEXTS, answers: nothing() });
const download = operation('GET /processing/y', { ...ANY_TEXTS, answers: fileAnswer() });

const log = operation('GET /processing/z', {
	...ANY_TEXTS,
	answers: fileAnswer({ whenEmpty: 'Nothing happened.' }),
});
const formed = (form: FileFormat) =>
	operation('GET /z', { ...ANY_TEXTS, answers: fileAnswer({ fileFormat: form }) });

const came = (body: string | Buffer, status = 200, type = 'application/json') => ({
	status,
	headers: { 'content-type': type },
	body: Buffer.from(body),
});

describe('a response', () => {
	test.each([
		{ what: 'a record', of: get, answer: came('{"executionId":"e"}') },
		{
			what: 'a record behind a byte order mark',
			of: get,
			answer: came('\uFEFF{"executionId":"e"}'),
		},
		{
			what: 'a record that is called a text',
			of: get,
			answer: came('{"executionId":"e"}', 200, 'text/plain'),
		},
		{ what: 'a change that says that it is done', of: put, answer: came('', 204) },
		{
			what: 'a list of the records that were changed',
			of: several,
			answer: came('[{"entityId":"a"},{"entityId":"b"}]'),
		},
		{ what: 'one of the records that were changed', of: several, answer: came('{"entityId":"a"}') },
		{
			what: 'a creation that only shows the address of the record',
			of: create,
			answer: { ...came('', 201), headers: { location: '/account/x/1' } },
		},
		{ what: 'a list', of: list, answer: came('{"Resources":[]}') },
		{
			what: 'a list of SCIM that says that it is empty',
			of: list,
			answer: came('{"totalResults":0}'),
		},
		{
			what: 'nothing in particular',
			of: remove,
			answer: came('Execution stopped', 200, 'text/plain'),
		},
		{ what: 'a file that may be empty', of: log, answer: came('') },
		{
			what: 'a file of lines that are JSON',
			of: download,
			answer: came('{"error":"a"}\n{"error":"b"}\n'),
		},
		{ what: 'a zip file', of: formed('zip'), answer: came('PK\x03\x04...', 200, 'text/plain') },
		{ what: 'CSV', of: formed('csv'), answer: came('\uFEFF"id","name"\n') },
		{
			what: 'a definition in JSON',
			of: formed('definition'),
			answer: came('{"openapi":"3.0.3","paths":{}}'),
		},
		{
			what: 'a definition in YAML with braces',
			of: formed('definition'),
			answer: came('{openapi: 3.0.3}\n'),
		},
		{
			what: 'a definition in YAML',
			of: formed('definition'),
			answer: came('---\nopenapi: 3.0.3\n'),
		},
		{
			what: 'a definition in RAML',
			of: formed('definition'),
			answer: came('#%RAML 1.0\ntitle: Orders\n'),
		},
		{
			what: 'a definition of several files',
			of: formed('definition'),
			answer: came('PK\x03\x04...'),
		},
		{
			what: 'a file of XML',
			of: download,
			answer: came('<?xml version="1.0"?><log/>', 200, 'text/xml'),
		},
	])('$what is accepted as a response', ({ of, answer }) => {
		expect(judgeResponse(of, answer).failure).toBeUndefined();
	});

	test.each([
		['as bytes', (bytes: Buffer) => bytes],
		['as the memory that holds them', (bytes: Buffer) => Uint8Array.from(bytes).buffer],
		['as text', (bytes: Buffer) => bytes.toString('utf8')],
	])('a response is judged alike if it comes %s', (_form, formed) => {
		expect(
			judgeResponse(get, {
				status: 200,
				headers: { 'content-type': 'application/json' },
				body: formed(Buffer.from('\uFEFF{"executionId":"é"}')),
			}).answer?.body,
		).toEqual({ executionId: 'é' });
	});

	test.each([
		{ what: 'nothing', of: get, answer: came(''), words: 'nothing instead of a record' },
		{ what: 'no content', of: get, answer: came('', 204), words: 'nothing instead of a record' },
		{
			what: 'a creation without the record and its address',
			of: create,
			answer: came('', 201),
			words: 'nothing instead of a record',
		},
		{
			what: 'a record that only has an address',
			of: get,
			answer: { ...came('', 200), headers: { location: '/processing/x/1' } },
			words: 'nothing instead of a record',
		},
		{
			what: 'a list of something else than the records that were changed',
			of: several,
			answer: came('[1]'),
			words: 'a list instead of a record',
		},
		{ what: 'an empty change', of: put, answer: came(''), words: 'nothing instead of a record' },
		{ what: 'null', of: list, answer: came('null'), words: 'null instead of a list' },
		{ what: 'an empty list', of: list, answer: came(''), words: 'nothing instead of a list' },
		{
			what: 'no content instead of a list',
			of: list,
			answer: came('', 204),
			words: 'nothing instead of a list',
		},
		{
			what: 'a text',
			of: get,
			answer: came('OK', 200, 'text/plain'),
			words: 'the text "OK" instead of a record',
		},
		{
			what: 'cut JSON',
			of: get,
			answer: came('{"executionId":"e'),
			words: 'incomplete or invalid JSON instead of a record',
		},
		{
			what: 'a list instead of a record',
			of: get,
			answer: came('[]'),
			words: 'a list instead of a record',
		},
		{
			what: 'a record instead of a list',
			of: list,
			answer: came('{"surprise":"hush"}'),
			words: 'an object that has surprise instead of a list',
		},
		{
			what: 'a list of something else',
			of: list,
			answer: came('[1]'),
			words: 'a number in a list of records',
		},
		{
			what: 'a record without its ID',
			of: get,
			answer: came('{"started":true}'),
			words: 'an object that has started instead of a record with executionId',
		},
		{
			what: 'a record whose ID is empty',
			of: get,
			answer: came('{"executionId":""}'),
			words: 'an object that has executionId instead of a record with executionId',
		},
	])('an unexpected response is refused: $what', ({ of, answer, words }) => {
		expect(judgeResponse(of, answer).failure?.invalid).toBe(`The platform answered with ${words}`);
	});

	test.each([
		'<!doctype html><html>',
		'\uFEFF<!DOCTYPE html>',
		'<!-- proxy --><html>',
		'<?xml version="1.0"?><html/>',
		'<body>',
		' \n<html>',
	])('a response is not the web page %j, whatever its content type', (page) => {
		for (const each of [get, list, remove, put]) {
			const { answer, failure } = judgeResponse(each, came(page));
			expect(answer).toBeUndefined();
			expect(failure).toMatchObject({ status: 200 });
		}
	});

	test.each([
		{
			what: 'a file without content',
			of: download,
			answer: came(''),
			words: 'nothing instead of a file',
		},
		{
			what: 'a file of blanks',
			of: formed('zip'),
			answer: came(' \n'),
			words: 'nothing instead of a zip file',
		},
		{
			what: 'a zip file',
			of: formed('zip'),
			answer: came('OK'),
			words: 'the text "OK" instead of a zip file',
		},
		{
			what: 'a zip file, but JSON',
			of: formed('zip'),
			answer: came('{"surprise":1}'),
			words: 'an object that has surprise instead of a zip file',
		},
		{
			what: 'CSV, but a line of text',
			of: formed('csv'),
			answer: came('OK\n'),
			words: 'the text "OK\n" instead of CSV',
		},
		{
			what: 'CSV, but JSON',
			of: formed('csv'),
			answer: came('{}'),
			words: 'an empty object instead of CSV',
		},
		{
			what: 'a definition that breaks off',
			of: formed('definition'),
			answer: came('{"openapi": "3.0.3",'),
			words: 'incomplete or invalid JSON instead of a definition',
		},
		{
			what: 'a definition, but a list',
			of: formed('definition'),
			answer: came('["a: b"]'),
			words: 'incomplete or invalid JSON instead of a definition',
		},
	])('an unexpected response is refused: $what', ({ of, answer, words }) => {
		expect(judgeResponse(of, answer)).toEqual({
			failure: {
				status: 200,
				headers: answer.headers,
				invalid: `The platform answered with ${words}`,
			},
		});
	});

	test.each([download, log, formed('zip'), formed('csv'), formed('definition')])(
		'a response is not a file if it is an error report ($#)',
		(of) => {
			for (const body of [
				{ status: 500, message: 'Broken' },
				{ error: 'Broken' },
				{ code: 403, message: 'Denied' },
			])
				expect(judgeResponse(of, came(JSON.stringify(body))).failure).toMatchObject({
					invalid: expect.stringContaining('reported an error'),
					body,
				});
		},
	);

	test('a response is not a web page instead of a file', () => {
		for (const page of ['<!doctype html><html>', '\uFEFF<html>'])
			expect(judgeResponse(download, came(page, 200, 'text/plain')).answer).toBeUndefined();
		expect(
			judgeResponse(download, came('sign in', 200, 'text/html; charset=utf-8')).answer,
		).toBeUndefined();
	});
});

describe('an error report in a response whose status says success', () => {
	const error = { status: 503, message: 'Try later' };

	test.each<[unknown, isReport: boolean]>([
		[{ errors: ['Broken'] }, true],
		[{ errors: { name: 'is required' } }, true],
		[{ errors: ['The name is taken'], id: 'a', status: 'DRAFT' }, false],
		[{ errors: {} }, false],
		[{ error: null, id: 'a' }, false],
		[{ fault: { faultstring: 'Broken' } }, true],
		[{ exception: 'java.lang.NullPointerException' }, true],
		[{ success: false }, true],
		[{ success: true }, false],
		[{ ok: false }, true],
		[{ httpStatus: 404 }, true],
		[{ status_code: '500' }, true],
		[{ statusCode: 200 }, false],
		[{ status: 'ERROR' }, true],
		[{ status: 'failed', message: 'Broken' }, true],
		[{ status: 'ERROR', engineId: 'a' }, false],
		[{ id: 'a', message: 'Not found' }, false],
		[{ message: 'Not found' }, true],
		[{ message: 'Internal server error' }, true],
		[{ message: 'Execution stopped' }, false],
		[{ message: 'java.lang.IllegalStateException: closed', path: '/x' }, true],
		[[error, error], true],
		[[error, { id: 'a' }], false],
		[[], false],
		['Internal Server Error', true],
		['502 Bad Gateway', true],
		['HTTP/1.1 503 Service Unavailable', true],
		['An unexpected error occurred.', true],
		['java.lang.NullPointerException: null', true],
		['OK', false],
		['Pairing of the engine was not found before', false],
		[500, false],
	])('the body %j in a success is an error report: %s', (body, isReport) => {
		const { failure } = judgeResponse(remove, came(JSON.stringify(body)));
		if (isReport)
			expect(failure).toMatchObject({
				invalid: expect.stringContaining('reported an error'),
				body,
			});
		else expect(failure).toBeUndefined();
		if (typeof body === 'string')
			expect(judgeResponse(remove, came(body, 200, 'text/plain')).failure === undefined).toBe(
				!isReport,
			);
	});

	test('an error report in a response whose status says success is not the list of what several changes were rejected for', () => {
		const rejected = [{ userId: 'a', status: 409, message: 'has permissions already' }];
		expect(judgeResponse(remove, came(JSON.stringify(rejected), 207)).failure).toBeUndefined();
		expect(judgeResponse(remove, came(JSON.stringify(rejected), 200)).failure).toBeDefined();
	});

	test('an error report in a response whose status says success is also recognized where a record is expected', () => {
		for (const body of [{ httpStatus: 500, executionId: 'e' }, { status_code: 401 }])
			expect(judgeResponse(get, came(JSON.stringify(body))).failure?.invalid).toContain(
				'reported an error',
			);
	});
});

describe('what counts as a success', () => {
	const post = operation('POST /processing/x', { ...ANY_TEXTS, answers: record(undefined) });
	const removeRecord = operation('DELETE /processing/x', {
		...ANY_TEXTS,
		answers: record(undefined),
	});
	const patch = operation('PATCH /processing/x', { ...ANY_TEXTS, answers: record(undefined) });
	const begins = operation('POST /processing/x', {
		...ANY_TEXTS,
		answers: { ...record(undefined), begins: true },
	});
	const texts = operation('GET /processing/x', {
		...ANY_TEXTS,
		answers: { ...records('A.UserResource'), valueName: 'name' },
	});
	const anyList = operation('GET /processing/x', { ...ANY_TEXTS, answers: records(undefined) });
	const named = operation('GET /processing/x', {
		...ANY_TEXTS,
		answers: { ...records(undefined), key: 'id' },
	});
	const within = operation('GET /processing/x', {
		...ANY_TEXTS,
		answers: { ...records(undefined), listPath: 'metrics' },
	});
	const posted = operation('POST /processing/y', { ...ANY_TEXTS, answers: fileAnswer() });
	const isTaken = (of: typeof get, answer: ReturnType<typeof came>) =>
		judgeResponse(of, answer).answer !== undefined;

	test.each<[number, boolean]>([
		[199, false],
		[200, true],
		[201, true],
		[299, true],
		[300, false],
		[400, false],
	])('a response with status %i is a success: %s', (status, taken) => {
		expect(isTaken(remove, came('{"a":1}', status))).toBe(taken);
		expect(isTaken(download, came('lines', status))).toBe(taken);
		if (taken)
			expect(judgeResponse(download, came('lines', status))).toEqual({
				answer: came('lines', status),
			});
		if (!taken)
			expect(judgeResponse(get, came('{"a":1}', status))).toEqual({
				failure: { status, headers: { 'content-type': 'application/json' }, body: { a: 1 } },
			});
	});

	describe('an empty response', () => {
		const STATUSES = [200, 202, 204];
		const takenOf = (of: Parameters<typeof isTaken>[0]) =>
			STATUSES.filter((status) => isTaken(of, came('', status)));

		test.each([
			['a PUT', put],
			['a PATCH', patch],
			['a deletion', removeRecord],
		])('%s may be answered with an empty 202 or 204', (_what, change) => {
			expect(takenOf(change)).toEqual([202, 204]);
		});

		test.each([
			['a creation', post],
			['a record', get],
			['a list', list],
			['a list that a change answers with', { ...list, method: 'PUT' as const }],
		])('%s must not be answered with nothing', (_what, of) => {
			expect(takenOf(of)).toEqual([]);
		});

		test('work that begins may be answered with an empty 202 only', () => {
			expect(takenOf(begins)).toEqual([202]);
		});
	});

	test('a text in place of nothing is no success of a change, or of work that begins', () => {
		expect(isTaken(put, came('"text"', 204))).toBe(false);
		expect(isTaken(begins, came('text', 202))).toBe(false);
	});

	test('a file may be elsewhere, unless the request would have to be sent there with its body', () => {
		for (const status of [301, 302, 303, 307, 308]) {
			expect(isRedirect({ status })).toBe(true);
			expect(judgeResponse(download, came('moved', status))).toEqual({
				answer: { status, headers: { 'content-type': 'application/json' }, body: undefined },
			});
			expect(isTaken(posted, came('moved', status))).toBe(status < 307);
			expect(isTaken(get, came('{"executionId":"e"}', status))).toBe(false);
		}
		for (const status of [200, 300, 304, 306, 309]) expect(isRedirect({ status })).toBe(false);
		expect(isTaken(download, came('moved', 304))).toBe(false);
	});

	test('a list that is declared so may have texts', () => {
		expect(isTaken(texts, came('["a",{"id":1}]'))).toBe(true);
	});

	test('a list of which nothing is declared may have anything', () => {
		expect(isTaken(anyList, came('["a",7]'))).toBe(true);
	});

	test.each([
		{
			what: 'a number among texts',
			of: texts,
			body: '["a",7]',
			words: 'a number in a list of records',
		},
		{
			what: 'a text among records',
			of: list,
			body: '[{"id":1},"a"]',
			words: 'the text "a" in a list of records',
		},
		{
			what: 'nothing among records',
			of: named,
			body: '[{"id":1},null]',
			words: 'null in a list of records',
		},
	])('a list with $what is refused', ({ of, body, words }) => {
		expect(judgeResponse(of, came(body)).failure?.invalid).toBe(
			`The platform answered with ${words}`,
		);
	});

	test('a list inside of the response is looked for in its place only', () => {
		expect(isTaken(within, came('{"metrics":{"items":[{"a":1}]}}'))).toBe(true);
		expect(isTaken(within, came('{"items":[{"a":1}]}'))).toBe(false);
	});

	test('a record needs all that identifies it', () => {
		const both = operation('GET /processing/x', {
			...ANY_TEXTS,
			answers: { ...record(undefined), requiredFields: ['a', 'b'] },
		});
		expect(isTaken(both, came('{"a":0,"b":false}'))).toBe(true);
		expect(judgeResponse(both, came('{"a":null,"c":1}')).failure?.invalid).toBe(
			'The platform answered with an object that has a, c instead of a record with a and b',
		);
		expect(judgeResponse(both, came('{"a":1,"b":""}')).failure?.invalid).toBe(
			'The platform answered with an object that has a, b instead of a record with b',
		);
	});
});

describe('a response is described', () => {
	const odd = (body: string) =>
		judgeResponse(get, came(body)).failure?.invalid?.replace(
			/^The platform answered with (.*) instead of a record.*$/s,
			'$1',
		);
	test.each([
		['{}', 'an empty object'],
		['{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}', 'an object that has a, b, c, d, e, f'],
		['{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1}', 'an object that has a, b, c, d, e, f and more'],
		['7', 'a number'],
		['true', 'a boolean'],
		['null', 'null'],
		[' ', 'nothing'],
		['[1]', 'a list'],
		['{"a', 'incomplete or invalid JSON'],
		[' [1,', 'incomplete or invalid JSON'],
		['"a', 'incomplete or invalid JSON'],
		['a [b]', 'the text "a [b]"'],
		['x'.repeat(60), `the text "${'x'.repeat(60)}"`],
		['x'.repeat(61), `the text "${'x'.repeat(59)}…"`],
	])('the body %j is described as %s', (body, words) => {
		expect(odd(body)).toBe(words);
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
	const page = (of: typeof get, body: string, type: string) =>
		judgeResponse(of, came(body, 200, type)).answer === undefined;
	test.each([
		['text/html', true],
		['TEXT/HTML; charset=utf-8', true],
		['application/xhtml+xml', true],
		['text/plain', false],
		['x-text/html', false],
	])('a web page is recognized by its type: %s', (type, refused) => {
		expect(page(remove, 'done', type)).toBe(refused);
		expect(page(download, 'done', type)).toBe(refused);
	});

	test('a web page is recognized by its beginning, and an XML file is not one', () => {
		for (const begins of ['<!doctype html>', '<html>', ' <head>', '\n<BODY>']) {
			expect(page(download, begins, 'text/plain')).toBe(true);
			expect(page(remove, begins, 'text/plain')).toBe(true);
		}
		for (const begins of [
			'<!doctype log>',
			'<!-- log -->',
			'<?xml version="1.0"?>',
			'a <html>',
			'<a><html>',
		])
			expect(page(download, begins, 'text/plain')).toBe(false);
		for (const begins of ['a <html>', '<a><html>'])
			expect(page(remove, begins, 'text/plain')).toBe(false);
		expect(
			judgeResponse(remove, { status: 200, headers: {}, body: Buffer.from('done') }).answer,
		).toBeDefined();
		expect(judgeResponse(log, { status: 200, headers: {}, body: undefined }).answer).toBeDefined();
	});

	test('a web page is recognized at the beginning only', () => {
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
			judgeResponse(get, came(text));
		};
		expect(growth(work, part)).toBeLessThan(8);
	},
);
