/**
 * Which responses are accepted, and which are refused as unexpected.
 */
import { fileAnswer, type FileFormat, record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { judgeResponse } from '../../../../nodes/shared/transport/response/answer';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { download, get, list, log, put, remove, responseWith } from './answerStage';

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

const formed = (form: FileFormat) =>
	operation('GET /z', { ...ANY_TEXTS, answers: fileAnswer({ fileFormat: form }) });

describe('a response', () => {
	test.each([
		{ what: 'a record', of: get, answer: responseWith('{"executionId":"e"}') },
		{
			what: 'a record behind a byte order mark',
			of: get,
			answer: responseWith('\uFEFF{"executionId":"e"}'),
		},
		{
			what: 'a record that is called a text',
			of: get,
			answer: responseWith('{"executionId":"e"}', 200, 'text/plain'),
		},
		{ what: 'a change that says that it is done', of: put, answer: responseWith('', 204) },
		{
			what: 'a list of the records that were changed',
			of: several,
			answer: responseWith('[{"entityId":"a"},{"entityId":"b"}]'),
		},
		{
			what: 'one of the records that were changed',
			of: several,
			answer: responseWith('{"entityId":"a"}'),
		},
		{
			what: 'a creation that only shows the address of the record',
			of: create,
			answer: { ...responseWith('', 201), headers: { location: '/account/x/1' } },
		},
		{ what: 'a list', of: list, answer: responseWith('{"Resources":[]}') },
		{
			what: 'a list of SCIM that says that it is empty',
			of: list,
			answer: responseWith('{"totalResults":0}'),
		},
		{
			what: 'nothing in particular',
			of: remove,
			answer: responseWith('Execution stopped', 200, 'text/plain'),
		},
		{ what: 'a file that may be empty', of: log, answer: responseWith('') },
		{
			what: 'a file of lines that are JSON',
			of: download,
			answer: responseWith('{"error":"a"}\n{"error":"b"}\n'),
		},
		{
			what: 'a ZIP archive',
			of: formed('zip'),
			answer: responseWith('PK\x03\x04...', 200, 'text/plain'),
		},
		{ what: 'CSV', of: formed('csv'), answer: responseWith('\uFEFF"id","name"\n') },
		{
			what: 'a definition in JSON',
			of: formed('definition'),
			answer: responseWith('{"openapi":"3.0.3","paths":{}}'),
		},
		{
			what: 'a definition in YAML with braces',
			of: formed('definition'),
			answer: responseWith('{openapi: 3.0.3}\n'),
		},
		{
			what: 'a definition in YAML',
			of: formed('definition'),
			answer: responseWith('---\nopenapi: 3.0.3\n'),
		},
		{
			what: 'a definition in RAML',
			of: formed('definition'),
			answer: responseWith('#%RAML 1.0\ntitle: Orders\n'),
		},
		{
			what: 'a definition of several files',
			of: formed('definition'),
			answer: responseWith('PK\x03\x04...'),
		},
		{
			what: 'a file of XML',
			of: download,
			answer: responseWith('<?xml version="1.0"?><log/>', 200, 'text/xml'),
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
		{ what: 'nothing', of: get, answer: responseWith(''), words: 'nothing instead of a record' },
		{
			what: 'no content',
			of: get,
			answer: responseWith('', 204),
			words: 'nothing instead of a record',
		},
		{
			what: 'a creation without the record and its address',
			of: create,
			answer: responseWith('', 201),
			words: 'nothing instead of a record',
		},
		{
			what: 'a record that only has an address',
			of: get,
			answer: { ...responseWith('', 200), headers: { location: '/processing/x/1' } },
			words: 'nothing instead of a record',
		},
		{
			what: 'a list of something else than the records that were changed',
			of: several,
			answer: responseWith('[1]'),
			words: 'a list instead of a record',
		},
		{
			what: 'an empty body instead of a changed record',
			of: put,
			answer: responseWith(''),
			words: 'nothing instead of a record',
		},
		{ what: 'null', of: list, answer: responseWith('null'), words: 'null instead of a list' },
		{
			what: 'an empty body instead of a list',
			of: list,
			answer: responseWith(''),
			words: 'nothing instead of a list',
		},
		{
			what: 'no content instead of a list',
			of: list,
			answer: responseWith('', 204),
			words: 'nothing instead of a list',
		},
		{
			what: 'a text',
			of: get,
			answer: responseWith('OK', 200, 'text/plain'),
			words: 'the text "OK" instead of a record',
		},
		{
			what: 'cut JSON',
			of: get,
			answer: responseWith('{"executionId":"e'),
			words: 'incomplete or invalid JSON instead of a record',
		},
		{
			what: 'a list instead of a record',
			of: get,
			answer: responseWith('[]'),
			words: 'a list instead of a record',
		},
		{
			what: 'a record instead of a list',
			of: list,
			answer: responseWith('{"surprise":"hush"}'),
			words: 'an object with the field "surprise" instead of a list',
		},
		{
			what: 'a list of something else',
			of: list,
			answer: responseWith('[1]'),
			words: 'a number in a list of records',
		},
		{
			what: 'a record without its ID',
			of: get,
			answer: responseWith('{"started":true}'),
			words: 'an object with the field "started" instead of a record with executionId',
		},
		{
			what: 'a record whose ID is empty',
			of: get,
			answer: responseWith('{"executionId":""}'),
			words: 'an object with the field "executionId" instead of a record with executionId',
		},
	])('an unexpected response is refused: $what', ({ of, answer, words }) => {
		expect(judgeResponse(of, answer).failure?.invalid).toBe(`Talend Cloud returned ${words}`);
	});

	test.each([
		'<!doctype html><html>',
		'\uFEFF<!DOCTYPE html>',
		'<!-- proxy --><html>',
		'<?xml version="1.0"?><html/>',
		'<body>',
		' \n<html>',
	])('the web page %j is not accepted as a response, whatever its content type', (page) => {
		for (const each of [get, list, remove, put]) {
			const { answer, failure } = judgeResponse(each, responseWith(page));
			expect(answer).toBeUndefined();
			expect(failure).toMatchObject({ status: 200 });
		}
	});

	test.each([
		{
			what: 'a file without content',
			of: download,
			answer: responseWith(''),
			words: 'nothing instead of a file',
		},
		{
			what: 'a file of blanks',
			of: formed('zip'),
			answer: responseWith(' \n'),
			words: 'nothing instead of a ZIP archive',
		},
		{
			what: 'a text instead of a ZIP archive',
			of: formed('zip'),
			answer: responseWith('OK'),
			words: 'the text "OK" instead of a ZIP archive',
		},
		{
			what: 'JSON instead of a ZIP archive',
			of: formed('zip'),
			answer: responseWith('{"surprise":1}'),
			words: 'an object with the field "surprise" instead of a ZIP archive',
		},
		{
			what: 'a line of text instead of CSV',
			of: formed('csv'),
			answer: responseWith('OK\n'),
			words: 'the text "OK\n" instead of CSV',
		},
		{
			what: 'CSV, but JSON',
			of: formed('csv'),
			answer: responseWith('{}'),
			words: 'an empty object instead of CSV',
		},
		{
			what: 'a definition that breaks off',
			of: formed('definition'),
			answer: responseWith('{"openapi": "3.0.3",'),
			words: 'incomplete or invalid JSON instead of a definition',
		},
		{
			what: 'a definition, but a list',
			of: formed('definition'),
			answer: responseWith('["a: b"]'),
			words: 'incomplete or invalid JSON instead of a definition',
		},
	])('an unexpected response to a download is refused: $what', ({ of, answer, words }) => {
		expect(judgeResponse(of, answer)).toEqual({
			failure: {
				status: 200,
				headers: answer.headers,
				invalid: `Talend Cloud returned ${words}`,
			},
		});
	});

	test.each([
		['a file', download],
		['a log', log],
		['a ZIP archive', formed('zip')],
		['a CSV file', formed('csv')],
		['a definition', formed('definition')],
	])('an error report is not accepted in place of %s', (_what, declared) => {
		for (const body of [
			{ status: 500, message: 'Broken' },
			{ error: 'Broken' },
			{ code: 403, message: 'Denied' },
		])
			expect(judgeResponse(declared, responseWith(JSON.stringify(body))).failure).toMatchObject({
				invalid: expect.stringContaining('returned an error'),
				body,
			});
	});

	test('a web page is not accepted in place of a file', () => {
		for (const page of ['<!doctype html><html>', '\uFEFF<html>'])
			expect(judgeResponse(download, responseWith(page, 200, 'text/plain')).answer).toBeUndefined();
		expect(
			judgeResponse(download, responseWith('sign in', 200, 'text/html; charset=utf-8')).answer,
		).toBeUndefined();
	});
});

describe('the description of a response', () => {
	const odd = (body: string) =>
		judgeResponse(get, responseWith(body)).failure?.invalid?.replace(
			/^Talend Cloud returned (.*) instead of a record.*$/s,
			'$1',
		);
	test.each([
		['{}', 'an empty object'],
		[
			'{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}',
			'an object with the fields "a", "b", "c", "d", "e", "f"',
		],
		[
			'{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1}',
			'an object with the fields "a", "b", "c", "d", "e", "f" and more',
		],
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
