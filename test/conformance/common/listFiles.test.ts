/** A list that is put into files: each record once, in files of the size that was asked for. */
import { BinaryDataService } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { addAuditLog, auditOf } from '../../../emulator/areas/account/accountStore';
import { areas } from '../../../nodes/areas';
import {
	csvRecords,
	csvValues,
} from '../../../nodes/TalendCloudObservability/resources/executionHistory/csv';
import { areaOf } from '../../support/area';
import { type Platform, startPlatform } from '../../support/platform';

let platform: Platform;
beforeAll(async () => {
	platform = await startPlatform();
	const { state, clock } = platform.emulator;
	for (let index = 0; index < 2_400; index++)
		addAuditLog(state, clock.now() - index * 1_000, {
			eventOperation: `"read", ${index}`,
			username: index % 3 === 0 ? 'ana\r\ndemo' : undefined,
			request: { url: `/a?n=${index}`, method: 'GET', body: '' },
		});
});
afterAll(async () => await platform.close());

const { run, succeed } = areaOf('Account', () => platform);
const count = () => auditOf(platform.emulator.state).logs.length;
const filesOf = async (filters: IDataObject, more: IDataObject = {}) =>
	(await run('auditLog', 'getMany', { returnAll: true, simplify: false, filters, ...more })).items;
const textOf = ({ binary }: INodeExecutionData, field = 'data') =>
	Buffer.from(binary![field]!.data, 'base64').toString('utf8');

describe('JSON Lines', () => {
	let files: INodeExecutionData[];
	beforeEach(async () => {
		files = await filesOf({ outputAs: 'jsonLines', recordsPerFile: 1_000 });
	});

	test('each file is an item with its number of records', () => {
		expect(files.map(({ json }) => [json.fileName, json.mimeType, json.records])).toEqual([
			['audit-logs-1.jsonl', 'application/x-ndjson', 1_000],
			['audit-logs-2.jsonl', 'application/x-ndjson', 1_000],
			['audit-logs-3.jsonl', 'application/x-ndjson', count() - 2_000],
		]);
	});

	test('the size of an item is that of its file', () => {
		expect(files.map((file) => Buffer.byteLength(textOf(file)))).toEqual(
			files.map(({ json }) => json.size),
		);
	});

	test('the files contain all records once', async () => {
		const records = files
			.flatMap((file) => textOf(file).trimEnd().split('\n'))
			.map((line) => JSON.parse(line) as IDataObject);
		expect(records).toEqual(
			await succeed('auditLog', 'getMany', { returnAll: true, simplify: false, filters: {} }),
		);
	});
});

test('CSV has all field names, nested values as JSON, quotes and line breaks', async () => {
	const [file, ...more] = await filesOf({ outputAs: 'csv', filesField: 'logs' });
	expect(more).toEqual([]);
	const [names, ...lines] = csvRecords(textOf(file!, 'logs')).map(csvValues);
	const records = await succeed('auditLog', 'getMany', {
		returnAll: true,
		simplify: false,
		filters: {},
	});
	expect(names).toEqual([...new Set(records.flatMap((record) => Object.keys(record)))]);
	const written = (value: unknown) =>
		value === undefined || value === null
			? ''
			: typeof value === 'object'
				? JSON.stringify(value)
				: String(value);
	expect(lines).toEqual(records.map((record) => names!.map((name) => written(record[name]))));
});

test('Simplify, Fields and Limit also apply to files', async () => {
	const [file] = await filesOf(
		{ outputAs: 'jsonLines', fields: ['logId', 'request.url'] },
		{ returnAll: false, limit: 3 },
	);
	expect(file!.json.records).toBe(3);
	expect(
		textOf(file!)
			.trimEnd()
			.split('\n')
			.map((line) => Object.keys(JSON.parse(line) as object)),
	).toEqual(Array(3).fill(['logId', 'request']));
});

test('no file is created by a failing page or an empty list', async () => {
	platform.emulator.faults.add({ operation: 'GET /security/audit/logs', after: 1, status: 400 });
	const { error, items } = await run('auditLog', 'getMany', {
		returnAll: true,
		filters: { outputAs: 'csv', recordsPerFile: 100 },
	});
	expect(error).toMatchObject({ httpCode: '400' });
	expect(items).toEqual([]);
	expect(
		await filesOf({ outputAs: 'csv', fromId: '00000000-0000-4000-8000-000000000000' }),
	).toEqual([]);
});

test('the settings of files are refused if the output is not files', async () => {
	for (const filters of [{ recordsPerFile: 10 }, { filesField: 'logs' }] as IDataObject[]) {
		const { error } = await run('auditLog', 'getMany', { returnAll: true, filters });
		expect(error!.message).toMatch(
			/can only be used together with Output as Files|Output as Files/,
		);
	}
});

test('no more records are in memory than one file contains', async () => {
	const held: number[] = [];
	const kept = jest
		.spyOn(BinaryDataService.prototype, 'store')
		.mockImplementation(async (_location, data, binary) => {
			held.push((data as Buffer).toString('utf8').split('\n').length - 1);
			return { ...binary, data: '' };
		});
	await filesOf({ outputAs: 'jsonLines', recordsPerFile: 500 }).finally(() => kept.mockRestore());
	expect(held).toEqual([500, 500, 500, 500, 500, count() - 2_500]);
});

test('an operation that offers files is a list with pages', () => {
	const offering = Object.values(areas)
		.flatMap((resources) => resources.flatMap(({ operations }) => Object.values(operations)))
		.filter((operation) => 'outputAs' in (operation.settings ?? {}));
	expect(offering.length).toBeGreaterThan(0);
	for (const operation of offering)
		expect([
			operation.answers.kind,
			operation.kind === 'request' && operation.pages?.positionName,
		]).toEqual(['list', expect.any(String)]);
});
