/**
 * What counts as a success of an operation.
 */
import { fileAnswer, record, records } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { isRedirect, judgeResponse } from '../../../../nodes/shared/transport/response/answer';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { download, get, list, put, remove, responseWith } from './answerStage';

describe('the statuses of success', () => {
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
	const isTaken = (of: typeof get, answer: ReturnType<typeof responseWith>) =>
		judgeResponse(of, answer).answer !== undefined;

	test.each([200, 201, 299])('a response with status %i is a success', (status) => {
		expect(isTaken(remove, responseWith('{"a":1}', status))).toBe(true);
		expect(judgeResponse(download, responseWith('lines', status))).toEqual({
			answer: responseWith('lines', status),
		});
	});

	test.each([199, 300, 400])('a response with status %i is a failure', (status) => {
		expect(isTaken(remove, responseWith('{"a":1}', status))).toBe(false);
		expect(isTaken(download, responseWith('lines', status))).toBe(false);
		expect(judgeResponse(get, responseWith('{"a":1}', status))).toEqual({
			failure: { status, headers: { 'content-type': 'application/json' }, body: { a: 1 } },
		});
	});

	describe('an empty response', () => {
		const STATUSES = [200, 202, 204];
		const takenOf = (of: Parameters<typeof isTaken>[0]) =>
			STATUSES.filter((status) => isTaken(of, responseWith('', status)));

		test.each([
			['a PUT', put],
			['a PATCH', patch],
			['a deletion', removeRecord],
		])('%s can have an empty 202 or 204 as its response', (_what, change) => {
			expect(takenOf(change)).toEqual([202, 204]);
		});

		test.each([
			['a creation', post],
			['a record', get],
			['a list', list],
			['a list that a change answers with', { ...list, method: 'PUT' as const }],
		])('%s must not have an empty response', (_what, of) => {
			expect(takenOf(of)).toEqual([]);
		});

		test('work that begins can have an empty response only with 202', () => {
			expect(takenOf(begins)).toEqual([202]);
		});
	});

	test('a text instead of an empty response is not a success of a change, or of work that begins', () => {
		expect(isTaken(put, responseWith('"text"', 204))).toBe(false);
		expect(isTaken(begins, responseWith('text', 202))).toBe(false);
	});

	test('a file can be elsewhere unless the request would have to be sent there with its body', () => {
		for (const status of [301, 302, 303, 307, 308]) {
			expect(isRedirect({ status })).toBe(true);
			expect(judgeResponse(download, responseWith('moved', status))).toEqual({
				answer: { status, headers: { 'content-type': 'application/json' }, body: undefined },
			});
			expect(isTaken(posted, responseWith('moved', status))).toBe(status < 307);
			expect(isTaken(get, responseWith('{"executionId":"e"}', status))).toBe(false);
		}
		for (const status of [200, 300, 304, 306, 309]) expect(isRedirect({ status })).toBe(false);
		expect(isTaken(download, responseWith('moved', 304))).toBe(false);
	});

	test('a list can have texts if that is declared', () => {
		expect(isTaken(texts, responseWith('["a",{"id":1}]'))).toBe(true);
	});

	test('a list without declared properties can have anything', () => {
		expect(isTaken(anyList, responseWith('["a",7]'))).toBe(true);
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
		expect(judgeResponse(of, responseWith(body)).failure?.invalid).toBe(
			`Talend Cloud returned ${words}`,
		);
	});

	test('a list inside the response is looked for only in its place', () => {
		expect(isTaken(within, responseWith('{"metrics":{"items":[{"a":1}]}}'))).toBe(true);
		expect(isTaken(within, responseWith('{"items":[{"a":1}]}'))).toBe(false);
	});

	test('a record must have all of its identifying fields', () => {
		const both = operation('GET /processing/x', {
			...ANY_TEXTS,
			answers: { ...record(undefined), requiredFields: ['a', 'b'] },
		});
		expect(isTaken(both, responseWith('{"a":0,"b":false}'))).toBe(true);
		expect(judgeResponse(both, responseWith('{"a":null,"c":1}')).failure?.invalid).toBe(
			'Talend Cloud returned an object with the fields "a", "c" instead of a record with a and b',
		);
		expect(judgeResponse(both, responseWith('{"a":1,"b":""}')).failure?.invalid).toBe(
			'Talend Cloud returned an object with the fields "a", "b" instead of a record with b',
		);
	});
});
