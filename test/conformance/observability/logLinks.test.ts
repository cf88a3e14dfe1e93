/**
 * The links to which downloads of execution logs lead: redirects, unsafe links, and truncated
 * files.
 */
import { byId } from '../../support/demo';
import { type Scripted, startScripted } from '../../support/scripted';
import { type Received, serve } from '../../support/server';
import { execution, executionId, itemsOf, jsonOf, platform, run, textOf } from './stage';

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
		expect(error?.message).toBe('Talend Cloud returned a download link that is not safe to follow');
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
	afterEach(() => platform.emulator.faults.clear());

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

	test('a log that always continues is given up after a thousand parts', async () => {
		await cut(206, ...Array.from({ length: 1_100 }, (_, index) => String(middle() - index)));
		platform.clearLog();
		const { error } = await run('executionLog', 'download', { executionId: byId(executionId()) });
		expect(error).toHaveProperty('message', expect.stringContaining('Talend Cloud cut the log'));
		const parts = platform.emulator.log.filter(({ operation }) => operation === GENERATE);
		expect(parts).toHaveLength(1_001);
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
		expect(error!.message).toBe('Talend Cloud returned a download link that is not safe to follow');
	}
});
