/**
 * A list that may be put into files: what is chosen, the files, and the hint from where on they are
 * the better way.
 */
import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { type Answers, records } from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';
import { isTopLevel } from '../../../nodes/shared/declare/derived/layout';
import { propertyOf } from '../../../nodes/shared/declare/field/property';
import { allAtOnce } from '../../../nodes/shared/declare/lists/paging';
import type { Message } from '../../../nodes/shared/declare/messages';
import type { OperationContext, RequestOperation } from '../../../nodes/shared/declare/operation';
import { outputOf } from '../../../nodes/shared/engine/output/output';
import { readPages } from '../../../nodes/shared/engine/pages/readPages';
import {
	csvOf,
	FILE_RULES,
	fileSettings,
	intoItemsOrFiles,
	picked,
	RECORDS_PER_FILE,
} from '../../../nodes/TalendCloudAccount/resources/auditLog/listFiles';
import { rulesOf } from '../../../tools/reference/rules';
import { showing } from '../../support/messages';
import { stub } from '../../support/stub';

const about = { name: 'Get Many', action: 'Get', description: 'Get' };

function run(declared: RequestOperation, body: unknown, settings: IDataObject = {}) {
	const hints: string[] = [];
	const read: OperationContext['pages'] = (list, take) => readPages(op, list, take);
	const op: OperationContext<Message> = stub<OperationContext<Message>>({
		send: () => Promise.resolve({ status: 200, headers: {}, body }),
		...showing(hints),
		pages: read,
		outputs: outputOf,
		binary: (data: Buffer, fileName: string, mimeType: string) =>
			Promise.resolve({ data: data.toString(), fileName, mimeType } as IBinaryData),
	});
	return intoItemsOrFiles('logs')(op, declared, {
		path: {},
		query: {},
		body: undefined,
		settings,
		values: {},
	}).then((outputs) => ({ outputs, hints }));
}
const list = (answers: Partial<Answers> = {}): RequestOperation => ({
	...operation('GET /x', { ...about, answers: records(undefined) }),
	pages: allAtOnce,
	answers: { ...records(undefined), ...answers },
});
const three = [{ id: 1, at: 1_774_944_000_000, more: { a: 1, b: 2 } }, { id: 2 }, { id: 3 }];
const jsons = async (...given: Parameters<typeof run>) =>
	(await run(...given)).outputs.map(({ json }) => json);

test('each record is an item, up to Limit unless Return All is on', async () => {
	expect(await jsons(list(), three, { returnAll: true, limit: 2 })).toEqual(three);
	expect(await jsons(list(), three, { returnAll: false, limit: 2 })).toEqual(three.slice(0, 2));
});

test('chosen fields come before Simplify', async () => {
	const simple = list({ simple: ['id', 'at'], times: ['at'] });
	expect(await jsons(simple, three.slice(0, 1), { simplify: true })).toEqual([
		{ id: 1, at: '2026-03-31T08:00:00.000Z' },
	]);
	expect(await jsons(simple, three.slice(0, 1), { simplify: true, fields: ['more.a'] })).toEqual([
		{ more: { a: 1 } },
	]);
	expect(await jsons(simple, three.slice(0, 1), { simplify: false })).toEqual(three.slice(0, 1));
});

describe('the settings of a list in files', () => {
	test('a list has settings of its own where it is written to files', () => {
		expect(
			Object.entries(fileSettings).map(([name, field]) => [
				name,
				propertyOf(name, field).displayName,
				rulesOf(field),
				isTopLevel(field),
			]),
		).toEqual([
			['outputAs', 'Output as Files', ['one of: `jsonLines`, `csv`'], false],
			['recordsPerFile', 'Records per File', ['1 to 100000'], false],
			['filesField', 'Put Output Files in Field', [], false],
		]);
		expect(propertyOf('o', fileSettings.outputAs!)).toMatchObject({
			description:
				'Return files instead of one item for each record, so that long lists need little memory',
			options: [
				{
					value: 'csv',
					name: 'CSV',
					description: 'A header line, then one line per record; nested values are written as JSON',
				},
				{ value: 'jsonLines', name: 'JSON Lines', description: 'One JSON object per line' },
			],
		});
		expect(propertyOf('r', fileSettings.recordsPerFile!).description).toBe(
			'How many records to put into one file (defaults to 10000)',
		);
		expect(propertyOf('f', fileSettings.filesField!)).toMatchObject({
			description: 'Name of the binary field to put each file in (defaults to data)',
			placeholder: 'e.g. data',
		});
	});

	test('a setting that requires another one is refused without it', () => {
		expect(FILE_RULES.map(({ field }) => field)).toEqual(['recordsPerFile', 'filesField']);
		expect(
			FILE_RULES.map(({ finding }) => [
				finding({ recordsPerFile: 1, filesField: 'a' }, 0) !== undefined,
				finding({ recordsPerFile: 1, filesField: 'a', outputAs: 'csv' }, 0),
			]),
		).toEqual([
			[true, undefined],
			[true, undefined],
		]);
	});
});

test('files are recommended for 200,000 records or more', async () => {
	const many = (count: number) => Array.from({ length: count }, () => ({ id: 1 }));
	expect((await run(list(), many(199_999), { returnAll: true })).hints).toEqual([]);
	expect((await run(list(), many(200_000), { returnAll: true })).hints).toEqual([
		'200000 items are more than n8n saves reliably. Choose Output as Files to put such a list into files.',
	]);
});

describe('a list in files', () => {
	const withFiles = list({ simple: ['id'] });
	test('each file but the last one has the chosen number of records, in the order of the list', async () => {
		const { outputs, hints } = await run(withFiles, three, {
			returnAll: true,
			outputAs: 'jsonLines',
			recordsPerFile: 2,
			filesField: 'log',
			simplify: true,
		});
		expect(outputs).toEqual([
			{
				json: { fileName: 'logs-1.jsonl', mimeType: 'application/x-ndjson', size: 18, records: 2 },
				binary: {
					log: {
						data: '{"id":1}\n{"id":2}\n',
						fileName: 'logs-1.jsonl',
						mimeType: 'application/x-ndjson',
					},
				},
			},
			{
				json: { fileName: 'logs-2.jsonl', mimeType: 'application/x-ndjson', size: 9, records: 1 },
				binary: {
					log: { data: '{"id":3}\n', fileName: 'logs-2.jsonl', mimeType: 'application/x-ndjson' },
				},
			},
		]);
		expect(hints).toEqual([]);
	});

	test('a list is one CSV file, in the usual binary field, with the chosen fields', async () => {
		const { outputs } = await run(withFiles, [{ id: 1, a: 'é' }, { id: 2 }], {
			returnAll: true,
			outputAs: 'csv',
			fields: ['id', 'a'],
		});
		expect(outputs).toEqual([
			{
				json: { fileName: 'logs-1.csv', mimeType: 'text/csv', size: 16, records: 2 },
				binary: {
					data: { data: 'id,a\r\n1,é\r\n2,\r\n', fileName: 'logs-1.csv', mimeType: 'text/csv' },
				},
			},
		]);
	});

	test('a list that fills its file exactly is not followed by an empty one', async () => {
		const { outputs } = await run(withFiles, three.slice(0, 2), {
			returnAll: true,
			outputAs: 'csv',
			recordsPerFile: 2,
		});
		expect(outputs).toHaveLength(1);
	});

	test('an empty list makes no file', async () => {
		const { outputs } = await run(withFiles, [], { returnAll: true, outputAs: 'csv' });
		expect(outputs).toEqual([]);
	});

	test('a file has the usual number of records if none is chosen', async () => {
		const { outputs } = await run(
			withFiles,
			Array.from({ length: RECORDS_PER_FILE + 1 }, (_, id) => ({ id })),
			{ returnAll: true, outputAs: 'jsonLines' },
		);
		expect(outputs.map(({ json }) => json.records)).toEqual([RECORDS_PER_FILE, 1]);
	});

	test('the files contain each record once, as a list does', async () => {
		// What is in files is not held in memory: only the last records are known, and each comes once
		// all the same.
		const { outputs } = await run(list({ key: 'id' }), [{ id: 1 }, { id: 1 }, { id: 2 }], {
			returnAll: true,
			outputAs: 'jsonLines',
		});
		expect(outputs[0]!.json.records).toBe(2);
	});
});

describe('CSV', () => {
	test('CSV has the names of all records once, with their values below', () => {
		expect(
			csvOf([
				{ id: 1, name: 'a' },
				{ name: 'b', more: true },
			]),
		).toBe('id,name,more\r\n1,a,\r\n,b,true\r\n');
	});

	test.each([
		{ what: 'a comma', value: 'a,b', written: '"a,b"' },
		{ what: 'quotes', value: 'say "yes" or "no"', written: '"say ""yes"" or ""no"""' },
		{ what: 'a line', value: 'a\nb', written: '"a\nb"' },
		{ what: 'a return', value: 'a\rb', written: '"a\rb"' },
		{ what: 'nothing special', value: 'a;b', written: 'a;b' },
		{ what: 'null', value: null, written: '' },
		{ what: 'a number', value: 0, written: '0' },
		{ what: 'an object', value: { a: 1 }, written: '"{""a"":1}"' },
	])('CSV keeps $what', ({ value, written }) => {
		expect(csvOf([{ x: value }])).toBe(`x\r\n${written}\r\n`);
	});
});

describe('chosen fields', () => {
	const record = {
		id: 1,
		name: 'Nightly',
		owner: { id: 2, team: { id: 3, name: 'Data' } },
		empty: null,
	};

	test('a record has only the chosen fields, including nested ones', () => {
		expect(
			picked(record, ['id', 'owner.id', 'owner.team.name', 'absent', 'absent.id', 'name.first']),
		).toStrictEqual({ id: 1, owner: { id: 2, team: { name: 'Data' } } });
	});
});
