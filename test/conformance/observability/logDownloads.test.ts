/** The download of an execution log: its parts, links and redirects, and what is refused. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { byId } from '../../support/demo';
import type { NodeResult } from '../../support/engine';
import { fact } from '../../support/fact';
import { until } from '../../support/followedClock';
import { type Scripted, startScripted } from '../../support/scripted';
import { type Received, serve } from '../../support/server';
import { execution, executionId, itemsOf, jsonOf, LINES, platform, run, textOf } from './stage';

describe('the download of an execution log', () => {
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

	describe('the redirects of a download', () => {
		let storage: Awaited<ReturnType<typeof startScripted>>;
		beforeEach(async () => {
			storage = await startScripted();
		});
		afterEach(async () => await storage.close());

		const download = async (script: typeof storage.script) => {
			storage.script = script;
			platform.emulator.faults.add({
				operation: 'POST /monitoring/executions/{executionId}/logs',
				status: 200,
				body: { size: 1, token: 'log-token' },
			});
			platform.emulator.faults.add({
				operation: 'POST /monitoring/executions/{executionId}/logs/status',
				status: 200,
				body: { status: 'READY', presignedURL: `${storage.address}/first?signature=s` },
			});
			return await run('executionLog', 'download', { executionId: byId(executionId()) });
		};
		const leading =
			(to: string) =>
			({ path }: { path: string }): Scripted =>
				path === '/first'
					? { status: 302, headers: { location: to } }
					: { status: 200, body: 'the log', headers: { 'content-type': 'text/plain' } };
		const IN_A_LOOP = 'Talend Cloud returned a download link that redirects in a loop';

		test.each(['/moved', 'STORAGE/moved', 'moved'])(
			'a redirect to %s is followed without a credential',
			async (to) => {
				const { error, items } = await download(leading(to.replace('STORAGE', storage.address)));
				expect(error).toBeUndefined();
				expect(textOf(items[0])).toBe('the log');
				expect(storage.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
					['/first', undefined],
					['/moved', undefined],
				]);
			},
		);

		test.each([
			'http://attacker.example/log',
			'http://169.254.169.254/latest',
			'file:///etc/passwd',
			'ftp://127.0.0.1/x',
			'//attacker.example/log',
			'http://user:secret@127.0.0.1/log',
		])('a redirect to %s is not followed', async (to) => {
			const { error, items } = await download(leading(to));
			expect(error?.message).toBe(
				'Talend Cloud returned a download link that is not safe to follow',
			);
			expect(items).toEqual([]);
			expect(storage.asked).toHaveLength(1);
		});

		test.each<[string, string, Scripted]>([
			['refuses connections', 'http://127.0.0.1:9/log?signature=s', { status: 200 }],
			[
				'responds with a sign-in page',
				'STORAGE/log?signature=s',
				{ status: 200, body: '<html><title>Sign in</title></html>' },
			],
		])(
			'the error names the file host that %s instead of the address in the credential',
			async (_, to, page) => {
				const link = to.replace('STORAGE', storage.address);
				const { error } = await download((asked) =>
					asked.path === '/first' ? { status: 302, headers: { location: link } } : page,
				);
				expect(error?.description).toContain(
					`The file is at ${new URL(link).host}: check that n8n's network allows requests to it, then try again.`,
				);
				expect(error?.description).not.toMatch(/credential|signature/);
			},
		);

		test('a redirect without a location counts as a loop', async () => {
			const { error, items } = await download(leading(''));
			expect(error?.message).toBe(IN_A_LOOP);
			expect(items).toEqual([]);
		});

		test('a loop of redirects ends', async () => {
			const { error } = await download(() => ({ status: 302, headers: { location: '/first' } }));
			expect(error?.message).toBe(IN_A_LOOP);
			expect(storage.asked.length).toBeLessThan(10);
		});

		test('a file without contents is reported', async () => {
			const { error } = await download(() => ({ status: 200, body: '' }));
			expect(error?.message).toBe('The log file is empty, although Talend Cloud announced entries');
		});
	});

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

	test('the credential is not sent to the download link', async () => {
		const received: Received[] = [];
		const storage = await serve((request) => {
			received.push(request);
			return { body: 'a line', headers: { 'content-type': 'text/plain' } };
		});
		platform.emulator.faults.add({
			operation: 'POST /monitoring/executions/{executionId}/logs/status',
			status: 200,
			body: { status: 'READY', presignedURL: `${storage.address}/log` },
		});
		await itemsOf('executionLog', 'download', { executionId: byId(executionId()) }).finally(
			storage.close,
		);
		expect(received.map(({ path, headers }) => [path, headers.authorization])).toEqual([
			['/log', undefined],
		]);
	});

	describe('a truncated log', () => {
		const GENERATE = 'POST /monitoring/executions/{executionId}/logs';
		/** The platform answers with this file, and says that it is cut. */
		async function cut(status: number, ...ends: Array<string | undefined>) {
			const [{ size, token } = {}] = await jsonOf('executionLog', 'generateFile', {
				executionId: byId(executionId()),
			});
			for (const end of ends)
				platform.emulator.faults.add({
					operation: GENERATE,
					status,
					body: { size, token },
					headers: end === undefined ? {} : { 'X-Log-Next-Request-End-Time': end },
				});
		}
		const middle = () => execution().triggeredAt + execution().behavior.dispatchMs + 1_000;

		test.each<{ what: string; status: number; ends: () => Array<string | undefined> }>([
			{ what: 'that does not say where it goes on', status: 206, ends: () => [undefined] },
			{ what: 'that says it in no way known', status: 206, ends: () => ['later'] },
			{
				what: 'that does not move on',
				status: 206,
				ends: () => [String(middle()), String(middle())],
			},
			{
				what: 'that moves back',
				status: 206,
				ends: () => [String(middle()), String(middle() + 1)],
			},
		])('$what does not count as a complete file', async ({ status, ends }) => {
			await cut(status, ...ends());
			const { error, items } = await run('executionLog', 'download', {
				executionId: byId(executionId()),
			});
			expect(items).toEqual([]);
			expect(error).toMatchObject({
				message: 'Talend Cloud cut the log without saying where it continues',
				description: expect.stringContaining('Nothing was returned') as string,
			});
			expect(platform.emulator.faults.unconsumed()).toEqual([]);
		});

		test.each<{ how: string; status: number; end: () => string }>([
			{ how: 'in milliseconds', status: 206, end: () => String(middle()) },
			{ how: 'as a date', status: 206, end: () => new Date(middle()).toISOString() },
			{ how: 'without its status', status: 200, end: () => String(middle()) },
		])('a log whose end is given $how continues there', async ({ status, end }) => {
			await cut(status, end());
			platform.clearLog();
			const [file] = await itemsOf('executionLog', 'download', {
				executionId: byId(executionId()),
			});
			const asked = platform.emulator.log
				.filter(({ operation }) => operation === GENERATE)
				.map(({ query }) => new Map(query).get('endTime'));
			expect(asked.slice(0, 2)).toEqual([undefined, new Date(middle()).toISOString()]);
			expect(file!.json.parts).toBe(asked.length);
		});

		test('a log within a time span stays within it', async () => {
			const startTime = new Date(middle()).toISOString();
			const endTime = new Date(middle() + 1_500).toISOString();
			platform.clearLog();
			const [file] = await itemsOf('executionLog', 'download', {
				executionId: byId(executionId()),
				options: { startTime, endTime },
			});
			const asked = platform.emulator.log
				.filter(({ operation }) => operation === GENERATE)
				.map(({ query }) => new Map(query));
			expect(asked.length).toBeGreaterThan(1);
			expect(asked[0]!.get('endTime')).toBe(endTime);
			expect(asked.every((query) => query.get('startTime') === startTime)).toBe(true);
			const times = textOf(file)
				.trim()
				.split('\n')
				.map((line) => Date.parse(line.split(' ')[0]!));
			expect(times).toHaveLength(Number(file!.json.entries));
			expect(times).toEqual([...times].sort((one, other) => one - other));
			expect(times[0]).toBeGreaterThanOrEqual(middle());
			expect(times.at(-1)).toBeLessThanOrEqual(middle() + 1_500);
		});
	});

	test('a link that is not safe is not followed', async () => {
		for (const presignedURL of ['http://attacker.example/log', 'file:///etc/passwd', 'no link']) {
			platform.emulator.faults.add({
				operation: 'POST /monitoring/executions/{executionId}/logs/status',
				status: 200,
				body: { status: 'READY', presignedURL },
			});
			const { error, items } = await run('executionLog', 'download', {
				executionId: byId(executionId()),
			});
			expect(items).toEqual([]);
			expect(error!.message).toBe(
				'Talend Cloud returned a download link that is not safe to follow',
			);
		}
	});

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
});
