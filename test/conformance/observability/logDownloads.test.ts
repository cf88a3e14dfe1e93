/** Downloads of execution logs: the file, the wait for it, and downloads at the same time. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { clock } from '../../../nodes/shared/support/time/clock';
import { changed } from '../../support/changed';
import { byId } from '../../support/demo';
import type { NodeResult } from '../../support/engine';
import { fact } from '../../support/fact';
import { until } from '../../support/followedClock';
import { startScripted } from '../../support/scripted';
import { execution, executionId, itemsOf, LINES, platform, run, textOf } from './stage';

test.each(['workflow', 'tool'] as const)(
	'the download reads the rest of a truncated log (%s)',
	async (entryPoint) => {
		fact('B.206');
		const [text] = await itemsOf(
			'executionLog',
			'download',
			{ executionId: byId(executionId()) },
			{ entryPoint },
		);
		expect(text!.json).toEqual({
			executionId: executionId(),
			fileName: `${execution().taskId}_${executionId()}.log`,
			fileFormat: 'text',
			entries: 450,
			parts: 5,
			...(entryPoint === 'tool'
				? { content: 'The content of the file is not shown to agents.' }
				: {}),
		});
		expect(text!.binary!.data).toMatchObject({
			mimeType: 'text/plain',
			fileName: `${execution().taskId}_${executionId()}.log`,
		});
		expect(
			textOf(text)
				.trim()
				.split('\n')
				.map((line) => Number(/entry (\d+)/.exec(line)![1])),
		).toEqual(LINES);
		const [json] = await itemsOf(
			'executionLog',
			'download',
			{ executionId: byId(executionId()), fileFormat: 'json', binaryPropertyName: 'log' },
			{ entryPoint },
		);
		const entries = JSON.parse(textOf(json, 'log')) as Array<{ logMessage: string }>;
		expect(entries.map(({ logMessage }) => Number(/entry (\d+)/.exec(logMessage)![1]))).toEqual(
			LINES,
		);
		expect(json!.binary!.log).toMatchObject({ mimeType: 'application/json' });
	},
);

describe('downloads at the same time', () => {
	const LOGS = 'POST /monitoring/executions/{executionId}/logs';
	let held: ServerResponse[];
	let isHolding: boolean;
	let asked: string[];
	let storages: Server[];
	let one: string;
	let other: string;

	const answer: RequestListener = ({ url }, response) => {
		const owner = url!.slice(1);
		asked.push(owner);
		if (owner === 'slow' && isHolding) held.push(response);
		else if (owner === 'limited') response.writeHead(429, { 'retry-after': '3600' }).end();
		else response.end('the log');
	};
	/** Answers the slow downloads, those that are held and those that come. */
	const letGo = () => {
		isHolding = false;
		for (const response of held.splice(0)) response.end('the log');
	};
	const addressOf = async (storage: Server) =>
		await new Promise<string>((resolve) =>
			storage.listen(0, '127.0.0.1', () =>
				resolve(`http://127.0.0.1:${(storage.address() as AddressInfo).port}`),
			),
		);
	beforeEach(async () => {
		[held, asked, isHolding] = [[], [], true];
		storages = [createServer(answer), createServer(answer)];
		[one, other] = (await Promise.all(storages.map(addressOf))) as [string, string];
	});
	afterEach(() => {
		for (const storage of storages) {
			storage.closeAllConnections();
			storage.close();
		}
	});

	const download = async (link: string, authentication: string, count = 1) => {
		platform.emulator.faults.clear();
		platform.emulator.faults.add({
			operation: LOGS,
			status: 200,
			body: { size: 1, token: 'log-token' },
			times: count,
		});
		platform.emulator.faults.add({
			operation: `${LOGS}/status`,
			status: 200,
			body: { status: 'READY', presignedURL: link },
			times: count,
		});
		return await run(
			'executionLog',
			'download',
			{ authentication, executionId: byId(executionId()) },
			{ items: Array.from({ length: count }, () => ({ json: {} })) },
		);
	};

	test('slow downloads of one account delay neither those of another account nor its own from another host', async () => {
		const slow = download(`${one}/slow`, 'serviceAccount', 20);
		// As many as a queue has places: all others of the account wait for one of them.
		await until('eight are held', () => held.length === 8);
		const results: NodeResult[] = [];
		const others = async () => {
			results.push(await download(`${one}/quick`, 'token'));
			results.push(await download(`${other}/quick`, 'serviceAccount'));
		};
		void others();
		await until('the others have ended', () => results.length === 2).finally(letGo);
		expect((await slow).items).toHaveLength(20);
		for (const { error, items } of results) {
			expect(error).toBeUndefined();
			expect(textOf(items[0])).toBe('the log');
		}
	});

	test('a limit of one account and host delays no other downloads', async () => {
		expect((await download(`${one}/limited`, 'serviceAccount')).error).toMatchObject({
			httpCode: '429',
		});
		for (const [link, authentication] of [
			[`${one}/quick`, 'token'],
			[`${other}/quick`, 'serviceAccount'],
		] as const)
			expect((await download(link, authentication)).error).toBeUndefined();
		const before = asked.length;
		expect((await download(`${one}/quick`, 'serviceAccount')).error).toMatchObject({
			httpCode: '429',
		});
		expect(asked).toHaveLength(before);
	});
});

test('a download waits by the clock of Talend Cloud if that of n8n is ahead', async () => {
	const { clock: platformClock, faults } = platform.emulator;
	changed(clock, { now: () => platformClock.now() + 60_000 });
	const finishTimestamp = new Date(platformClock.now() - 10_000).toISOString();
	const body = { executionId: executionId(), executionStatus: 'EXECUTION_FAILED', finishTimestamp };
	faults.add({ operation: 'GET /processing/executions/{executionId}', status: 200, body });
	const generatedAt: number[] = [];
	platform.onRequest('POST /monitoring/executions/{executionId}/logs', () =>
		generatedAt.push(platformClock.now()),
	);
	const startedAt = platformClock.now();
	await itemsOf('executionLog', 'download', { executionId: byId(executionId()) });
	expect(generatedAt[0]! - startedAt).toBeGreaterThanOrEqual(19_000);
});

test('a log that the platform could not generate is not waited for', async () => {
	platform.clearLog();
	platform.emulator.faults.add({
		operation: 'POST /monitoring/executions/{executionId}/logs/status',
		status: 200,
		body: { status: 'FAILED' },
	});
	const { error } = await run('executionLog', 'download', { executionId: byId(executionId()) });
	expect(error?.message).toBe('Talend Cloud could not generate the log file');
	expect(
		platform.emulator.log.filter(
			({ operation }) => operation === 'POST /monitoring/executions/{executionId}/logs/status',
		),
	).toHaveLength(1);
});

test.each([401, 403, 404, 410])(
	'the error for a download link refused with %i does not advise on permissions or the region',
	async (status) => {
		const storage = await startScripted();
		try {
			storage.script = () => ({
				status,
				body: '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
				headers: { 'content-type': 'application/xml' },
			});
			platform.emulator.faults.add({
				operation: 'POST /monitoring/executions/{executionId}/logs/status',
				status: 200,
				body: { status: 'READY', presignedURL: `${storage.address}/log` },
			});
			const { error } = await run('executionLog', 'download', {
				executionId: byId(executionId()),
			});
			expect(error?.message).toBe('Request has expired');
			expect(error?.description).toBe(
				`The link to the file has expired or is not valid. Run the operation again: it gets a new link. (Status ${status})`,
			);
		} finally {
			await storage.close();
		}
	},
);

test.each([{ status: 'IN_PROGRESS' }, { status: 'READY' }])(
	'a file that does not become ready is given up after ten minutes: %j',
	async (body) => {
		platform.emulator.faults.add({
			operation: 'POST /monitoring/executions/{executionId}/logs/status',
			status: 200,
			body,
			times: 1000,
		});
		const began = platform.emulator.clock.now();
		const { error } = await run('executionLog', 'download', { executionId: byId(executionId()) });
		expect(error).toMatchObject({
			message: 'The log file was not ready after 10 minutes',
			description: expect.stringContaining(`Its last status was ${body.status}`) as string,
		});
		expect(platform.emulator.clock.now() - began).toBeLessThan(660_000);
	},
);

test('a file that the platform could not generate is reported', async () => {
	platform.emulator.faults.add({
		operation: 'POST /monitoring/executions/{executionId}/logs',
		status: 200,
		body: { size: 0 },
	});
	expect(
		(await run('executionLog', 'download', { executionId: byId(executionId()) })).error!.message,
	).toBe('Talend Cloud returned an object with the field "size" instead of a record with token');
});
