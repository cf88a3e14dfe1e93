/** Get Many: which records come, and what of each. */
import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { fileAnswer, record, records } from '../../../../nodes/shared/declare/answers';
import type { Answers } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { allAtOnce } from '../../../../nodes/shared/declare/lists/paging';
import type { Message } from '../../../../nodes/shared/declare/messages';
import type {
	OperationContext,
	RequestOperation,
} from '../../../../nodes/shared/declare/operation';
import { sendOrList } from '../../../../nodes/shared/engine/item/sendOrList';
import { showing } from '../../../support/messages';
import { stub } from '../../../support/stub';

const about = { name: 'Get Many', action: 'Get', description: 'Get' };

function run(of: RequestOperation, body: unknown, settings: IDataObject = {}) {
	const hints: string[] = [];
	const op = stub<OperationContext<Message>>({
		send: () => Promise.resolve({ status: 200, headers: {}, body }),
		...showing(hints),
		binary: (data: Buffer, fileName: string, mimeType: string) =>
			Promise.resolve({ data: data.toString(), fileName, mimeType } as IBinaryData),
	});
	return sendOrList(op, of, { path: {}, query: {}, body: undefined, settings, values: {} }).then(
		(outputs) => ({ outputs, hints }),
	);
}
const list = (answers: Partial<Answers> = {}): RequestOperation => ({
	...operation('GET /x', { ...about, answers: records(undefined) }),
	pages: allAtOnce,
	answers: { ...records(undefined), ...answers },
});
const three = [{ id: 1, at: 1_774_944_000_000, more: { a: 1, b: 2 } }, { id: 2 }, { id: 3 }];
const jsons = async (...given: Parameters<typeof run>) =>
	(await run(...given)).outputs.map(({ json }) => json);

test('all records are returned, or the first ones', async () => {
	expect(await jsons(list(), three, { returnAll: true, limit: 2 })).toEqual(three);
	expect(await jsons(list(), three, { returnAll: false, limit: 2 })).toEqual(three.slice(0, 2));
	expect(await jsons(list(), three)).toEqual(three);
});

test('Simplify shows the declared fields, with their times as text', async () => {
	const simple = list({ simple: ['id', 'at'], times: ['at'] });
	expect(await jsons(simple, three.slice(0, 1), { simplify: true })).toEqual([
		{ id: 1, at: '2026-03-31T08:00:00.000Z' },
	]);
	expect(await jsons(simple, three.slice(0, 1), { simplify: false })).toEqual(three.slice(0, 1));
});

test('strings are records of one field', async () => {
	expect(await jsons(list(), ['a'])).toEqual([{ value: 'a' }]);
	expect(await jsons(list({ valueName: 'name' }), ['a'])).toEqual([{ name: 'a' }]);
});

test('a record or a file is the content of the response', async () => {
	expect(await jsons({ ...list(), answers: record(undefined) }, { id: 1 })).toEqual([{ id: 1 }]);
	const { outputs } = await run({ ...list(), answers: fileAnswer() }, Buffer.from('lines'), {
		binaryPropertyName: 'log',
	});
	expect(outputs).toEqual([
		{
			json: { fileName: 'data', mimeType: 'application/octet-stream', size: 5 },
			binary: { log: { data: 'lines', fileName: 'data', mimeType: 'application/octet-stream' } },
		},
	]);
});
