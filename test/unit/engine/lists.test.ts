/** Get Many: which records come, what of each, and the hint from where on files are the better way. */
import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { file, record, records } from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';
import type { Answers } from '../../../nodes/shared/declare/answers';
import { RECORDS_PER_FILE } from '../../../nodes/shared/declare/lists/files';
import { allAtOnce } from '../../../nodes/shared/declare/lists/paging';
import type { Message } from '../../../nodes/shared/declare/messages';
import type { Call, RequestOperation } from '../../../nodes/shared/declare/operation';
import { request } from '../../../nodes/shared/engine/request';
import { showing } from '../../support/messages';

const about = { name: 'Get Many', action: 'Get', description: 'Get' };

function run(of: RequestOperation, body: unknown, settings: IDataObject = {}) {
	const hints: string[] = [];
	const call = {
		send: () => Promise.resolve({ status: 200, headers: {}, body }),
		...showing(hints),
		binary: (data: Buffer, fileName: string, mimeType: string) => Promise.resolve({ data: data.toString(), fileName, mimeType } as IBinaryData),
	} as unknown as Call<Message>;
	return request(call, of, { path: {}, query: {}, body: undefined, settings, values: {} }).then((outputs) => ({ outputs, hints }));
}
const list = (answers: Partial<Answers> = {}): RequestOperation => ({ ...operation('GET /x', { ...about, answers: records(undefined) }), pages: allAtOnce, answers: { ...records(undefined), ...answers } });
const three = [{ id: 1, at: 1_774_944_000_000, more: { a: 1, b: 2 } }, { id: 2 }, { id: 3 }];
const jsons = async (...given: Parameters<typeof run>) => (await run(...given)).outputs.map(({ json }) => json);

test('all records, or the first ones', async () => {
	expect(await jsons(list(), three, { returnAll: true, limit: 2 })).toEqual(three);
	expect(await jsons(list(), three, { returnAll: false, limit: 2 })).toEqual(three.slice(0, 2));
	expect(await jsons(list(), three)).toEqual(three);
});

test('chosen fields come before Simplify', async () => {
	const simple = list({ simple: ['id', 'at'], times: ['at'] });
	expect(await jsons(simple, three.slice(0, 1), { simplify: true })).toEqual([{ id: 1, at: '2026-03-31T08:00:00.000Z' }]);
	expect(await jsons(simple, three.slice(0, 1), { simplify: true, fields: ['more.a'] })).toEqual([{ more: { a: 1 } }]);
	expect(await jsons(simple, three.slice(0, 1), { simplify: false })).toEqual(three.slice(0, 1));
});

test('strings are records of one field', async () => {
	expect(await jsons(list(), ['a'])).toEqual([{ value: 'a' }]);
	expect(await jsons(list({ plain: 'name' }), ['a'])).toEqual([{ name: 'a' }]);
});

test('a record or a file is the content of the response', async () => {
	expect(await jsons({ ...list(), answers: record(undefined) }, { id: 1 })).toEqual([{ id: 1 }]);
	const { outputs } = await run({ ...list(), answers: file() }, Buffer.from('lines'), { binaryPropertyName: 'log' });
	expect(outputs).toEqual([{ json: { fileName: 'data', mimeType: 'application/octet-stream', size: 5 }, binary: { log: { data: 'lines', fileName: 'data', mimeType: 'application/octet-stream' } } }]);
});

test('from 200,000 records on, files are recommended if they are possible', async () => {
	const many = (count: number) => Array.from({ length: count }, () => ({ id: 1 }));
	const withFiles = list({ files: 'logs' });
	expect((await run(withFiles, many(199_999))).hints).toEqual([]);
	expect((await run(withFiles, many(200_000))).hints).toEqual(['200000 items are more than n8n saves reliably. Choose Output as Files to put such a list into files.']);
	expect((await run(list(), many(200_000))).hints).toEqual([]);
});

describe('a list in files', () => {
	const withFiles = list({ files: 'logs', simple: ['id'] });
	test('has a fixed number of records in each, in order, and the rest in the last', async () => {
		const { outputs, hints } = await run(withFiles, three, { outputAs: 'jsonLines', recordsPerFile: 2, filesField: 'log', simplify: true });
		expect(outputs).toEqual([
			{ json: { fileName: 'logs-1.jsonl', mimeType: 'application/x-ndjson', size: 18, records: 2 }, binary: { log: { data: '{"id":1}\n{"id":2}\n', fileName: 'logs-1.jsonl', mimeType: 'application/x-ndjson' } } },
			{ json: { fileName: 'logs-2.jsonl', mimeType: 'application/x-ndjson', size: 9, records: 1 }, binary: { log: { data: '{"id":3}\n', fileName: 'logs-2.jsonl', mimeType: 'application/x-ndjson' } } },
		]);
		expect(hints).toEqual([]);
	});
	test('is one CSV file, in the usual binary field, with the chosen fields', async () => {
		const { outputs } = await run(withFiles, [{ id: 1, a: 'é' }, { id: 2 }], { outputAs: 'csv', fields: ['id', 'a'] });
		expect(outputs).toEqual([{ json: { fileName: 'logs-1.csv', mimeType: 'text/csv', size: 16, records: 2 }, binary: { data: { data: 'id,a\r\n1,é\r\n2,\r\n', fileName: 'logs-1.csv', mimeType: 'text/csv' } } }]);
	});
	test('has no empty file, and the usual number of records in one', async () => {
		expect((await run(withFiles, three.slice(0, 2), { outputAs: 'csv', recordsPerFile: 2 })).outputs).toHaveLength(1);
		expect((await run(withFiles, [], { outputAs: 'csv' })).outputs).toEqual([]);
		const { outputs } = await run(withFiles, Array.from({ length: RECORDS_PER_FILE + 1 }, (_, id) => ({ id })), { outputAs: 'jsonLines' });
		expect(outputs.map(({ json }) => json.records)).toEqual([RECORDS_PER_FILE, 1]);
	});
	test('contains each record once, as a list does', async () => {
		// What is in files is not held in memory: only the last records are known, and each comes once all the same.
		const { outputs } = await run(list({ files: 'logs', key: 'id' }), [{ id: 1 }, { id: 1 }, { id: 2 }], { outputAs: 'jsonLines' });
		expect(outputs[0]!.json.records).toBe(2);
	});
});
