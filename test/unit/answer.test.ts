import { areas } from '../../nodes/areas';
import { file, nothing, record, records } from '../../nodes/shared/declare/answers';
import { operation } from '../../nodes/shared/declare/define';
import { judgeAnswer } from '../../nodes/shared/transport/answer';
import { readRefusal } from '../../nodes/shared/transport/refusalBody';
import { interfaceSchemas } from '../../interface/documents';

const about = { name: 'Try', action: 'Try', description: 'Try' };
const get = operation('GET /processing/x', { ...about, answers: record('B.Executionidentifier') });
const put = operation('PUT /processing/x', { ...about, answers: record(undefined) });
const list = operation('GET /scim/v2/x', { ...about, answers: records('A.UserResource') });
const remove = operation('DELETE /processing/x', { ...about, answers: nothing() });
const download = operation('GET /processing/y', { ...about, answers: file() });

const came = (body: string | Buffer, status = 200, type = 'application/json') => ({ status, headers: { 'content-type': type }, body: Buffer.from(body) });

describe('an answer', () => {
	test.each([
		['a record', get, came('{"executionId":"e"}')],
		['a record behind a byte order mark', get, came('\uFEFF{"executionId":"e"}')],
		['a record that is called a text', get, came('{"executionId":"e"}', 200, 'text/plain')],
		['a change that says that it is done', put, came('', 204)],
		['a list', list, came('{"Resources":[]}')],
		['a list of SCIM that says that it is empty', list, came('{"totalResults":0}')],
		['nothing in particular', remove, came('Execution stopped', 200, 'text/plain')],
		['a file that is empty', download, came('')],
		['a file of XML', download, came('<?xml version="1.0"?><log/>', 200, 'text/xml')],
	])('%s', (_what, of, answer) => {
		expect(judgeAnswer(of, answer).refused).toBeUndefined();
	});

	test.each([
		['as bytes', (bytes: Buffer) => bytes],
		['as the memory that holds them', (bytes: Buffer) => Uint8Array.from(bytes).buffer],
		['as text', (bytes: Buffer) => bytes.toString('utf8')],
	])('is the same %s', (_form, formed) => {
		expect(judgeAnswer(get, { status: 200, headers: { 'content-type': 'application/json' }, body: formed(Buffer.from('\uFEFF{"executionId":"é"}')) }).answer?.body).toEqual({ executionId: 'é' });
	});

	test.each([
		['nothing', get, came(''), 'nothing instead of a record'],
		['no content', get, came('', 204), 'nothing instead of a record'],
		['an empty change', put, came(''), 'nothing instead of a record'],
		['null', list, came('null'), 'null instead of a list'],
		['an empty list', list, came(''), 'nothing instead of a list'],
		['no content instead of a list', list, came('', 204), 'nothing instead of a list'],
		['a text', get, came('OK', 200, 'text/plain'), 'the text "OK" instead of a record'],
		['cut JSON', get, came('{"executionId":"e'), 'JSON that breaks off or is damaged instead of a record'],
		['a list instead of a record', get, came('[]'), 'a list instead of a record'],
		['a record instead of a list', list, came('{"surprise":"hush"}'), 'an object that has surprise instead of a list'],
		['a list of something else', list, came('[1]'), 'a number in a list of records'],
		['a record without its ID', get, came('{"started":true}'), 'an object that has started instead of a record with executionId'],
		['a record whose ID is empty', get, came('{"executionId":""}'), 'an object that has executionId instead of a record with executionId'],
	])('is not %s', (_what, of, answer, words) => {
		expect(judgeAnswer(of, answer).refused?.odd).toBe(`The platform answered with ${words}`);
	});

	test.each(['<!doctype html><html>', '\uFEFF<!DOCTYPE html>', '<!-- proxy --><html>', '<?xml version="1.0"?><html/>', '<body>', ' \n<html>'])('is not the web page %j, whatever it is called', (page) => {
		for (const each of [get, list, remove, put]) {
			const { answer, refused } = judgeAnswer(each, came(page));
			expect(answer).toBeUndefined();
			expect(refused).toMatchObject({ status: 200 });
		}
	});

	test('is not a web page instead of a file', () => {
		for (const page of ['<!doctype html><html>', '\uFEFF<html>']) expect(judgeAnswer(download, came(page, 200, 'text/plain')).answer).toBeUndefined();
		expect(judgeAnswer(download, came('sign in', 200, 'text/html; charset=utf-8')).answer).toBeUndefined();
	});

	test('each record whose schema has a required ID is none without it', () => {
		const ids = ['id', 'executionId', 'executable', 'definitionId', 'token', 'access_token'];
		const without: string[] = [];
		let checked = 0;
		for (const resources of Object.values(areas))
			for (const { value, operations } of resources)
				for (const [name, { answers }] of Object.entries(operations)) {
					if (answers.kind !== 'record' || answers.schema === undefined) continue;
					const [doc, ...rest] = answers.schema.split('.');
					const fields = interfaceSchemas[doc!]?.[rest.join('.')]?.fields ?? {};
					const [id] = ids.filter((each) => fields[each]?.required);
					if (id === undefined) continue;
					checked++;
					if (!answers.needs?.includes(id)) without.push(`${value}.${name}: ${answers.schema} needs ${id} (nodes/shared/declare/answers.ts)`);
				}
		expect(without).toEqual([]);
		expect(checked).toBeGreaterThan(20);
	});
});

test('a web page of a megabyte is read at once', () => {
	const began = performance.now();
	for (const part of ['<title', '<title ', '<!--', '<html ', '<Message', ' <', '<?xml ']) {
		readRefusal(`<!doctype html>${part.repeat(1_000_000 / part.length)}`);
		readRefusal(part.repeat(1_000_000 / part.length));
		judgeAnswer(get, came(part.repeat(1_000_000 / part.length)));
	}
	expect(performance.now() - began).toBeLessThan(2_000);
});
