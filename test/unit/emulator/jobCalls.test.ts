/**
 * Jobs of the emulator that call an address when they end: once, this machine only, and without
 * harm when nobody answers.
 */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Emulator, type EmulatorOptions, standingClock } from '../../../emulator';
import type { Behavior } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO, DEMO_TOKEN } from '../../../emulator/seed';
import { NO_LIMITS } from '../../../emulator/server/limits';
import { taskNamed } from '../../support/demo';

interface Call {
	method?: string;
	url?: string;
	body: string;
}

let emulator: Emulator;
let address: string;
let called: Server;
let calls: Call[];
let warned: jest.SpyInstance;

const headers = { authorization: `Bearer ${DEMO_TOKEN}`, 'content-type': 'application/json' };
const SOON = 400;

/** From now on the job behaves so. */
function behaves(change: Partial<Behavior>): void {
	const task = taskNamed(emulator.state, DEMO.callingTask);
	task.behaviors = [{ ...task.behaviors[0]!, ...change }];
}

/** An emulator, and somebody who may be called; `answer` says what they do. */
async function begin(
	options: EmulatorOptions = {},
	answer: RequestListener = (_request, response) => void response.end('ok'),
) {
	calls = [];
	called = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			calls.push({
				method: request.method,
				url: request.url,
				body: Buffer.concat(chunks).toString(),
			});
			answer(request, response);
		});
	});
	called.listen(0, '127.0.0.1');
	await once(called, 'listening');
	emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS, loud: true, ...options });
	address = await emulator.listen();
}

beforeEach(() => {
	warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await emulator.close();
	called.closeAllConnections();
	await new Promise((resolve) => called.close(resolve));
});

const here = (path = '/resume/7?signature=a-secret') =>
	`http://127.0.0.1:${(called.address() as AddressInfo).port}${path}`;
const addressOf = (asked: Parameters<typeof fetch>[0]) =>
	asked instanceof Request ? asked.url : asked instanceof URL ? asked.href : asked;
const notes = () =>
	warned.mock.calls.map(([message]) => String(message).replace(/:\d{4,5}/g, ':port'));

async function start(parameters: Record<string, string>, more = {}): Promise<string> {
	const body = JSON.stringify({
		executable: taskNamed(emulator.state, DEMO.callingTask).id,
		parameters,
		...more,
	});
	const response = await fetch(`${address}/processing/executions`, {
		method: 'POST',
		headers,
		body,
	});
	expect(response.status).toBe(201);
	return ((await response.json()) as { executionId: string }).executionId;
}

const statusOf = async (id: string) =>
	(
		(await (await fetch(`${address}/processing/executions/${id}`, { headers })).json()) as {
			executionStatus: string;
		}
	).executionStatus;
const soon = async () => await new Promise((resolve) => setTimeout(resolve, SOON));

async function arrived(count = 1): Promise<void> {
	for (let tries = 0; calls.length < count && tries < 50; tries++)
		await new Promise((resolve) => setTimeout(resolve, 50));
	expect(calls).toHaveLength(count);
}

test('the job calls once, shortly before the platform shows its end', async () => {
	await begin();
	const id = await start({ resume_url: here() });
	await soon();
	expect(calls).toEqual([]);
	emulator.clock.advance(7_600);
	await arrived();
	expect(calls).toEqual([
		{ method: 'POST', url: '/resume/7?signature=a-secret', body: '{"outcome":"success"}' },
	]);
	expect(await statusOf(id)).toBe('STARTING_FLOW_EXECUTION');
	emulator.clock.advance(60_000);
	await soon();
	expect(await statusOf(id)).toBe('EXECUTION_SUCCESS');
	expect(calls).toHaveLength(1);
	expect(notes()).toEqual([]);
});

test('a failed job also calls', async () => {
	await begin();
	behaves({ end: 'execution_failed' });
	await start({ resume_url: here() });
	emulator.clock.advance(8_000);
	await arrived();
	expect(calls[0]!.body).toBe('{"outcome":"failure"}');
});

test('the address can be a value of the task itself', async () => {
	await begin();
	taskNamed(emulator.state, DEMO.callingTask).parameters = { resume_url: here('/of-the-task') };
	await start({});
	emulator.clock.advance(8_000);
	await arrived();
	expect(calls[0]!.url).toBe('/of-the-task');
});

test('nothing is called if the parameter is empty or the job never ends', async () => {
	await begin();
	await start({});
	await start({ resume_url: '' });
	const terminated = await start({ resume_url: here('/terminated') });
	await fetch(`${address}/processing/executions/${terminated}`, {
		method: 'DELETE',
		headers: { ...headers, accept: 'text/plain' },
	});
	behaves({ durationMs: 600_000 });
	await start({ resume_url: here('/timed-out') }, { timeout: 1 });
	behaves({ durationMs: 7_000, end: 'deploy_failed' });
	await start({ resume_url: here('/not-deployed') });
	emulator.clock.advance(3_600_000);
	await soon();
	expect(calls).toEqual([]);
	expect(notes()).toEqual([]);
});

test.each([
	[
		'http://192.0.2.1/resume?signature=a-secret',
		'A job did not call http://192.0.2.1: jobs can call this machine only',
	],
	[
		'https://n8n.example.com/resume',
		'A job did not call https://n8n.example.com: jobs can call this machine only',
	],
	[
		'http://127.0.0.1.example.com/resume',
		'A job did not call http://127.0.0.1.example.com: jobs can call this machine only',
	],
	['file:///etc/passwd', 'A job was given something that is not an address, so it makes no call'],
	['resume', 'A job was given something that is not an address, so it makes no call'],
])('%s is not called', async (given, note) => {
	await begin();
	const asked = jest.spyOn(globalThis, 'fetch');
	await start({ resume_url: given });
	emulator.clock.advance(60_000);
	await soon();
	expect(
		asked.mock.calls.map(([url]) => addressOf(url)).filter((url) => !url.startsWith(address)),
	).toEqual([]);
	expect(notes()).toEqual([note]);
});

test('another machine is called if configured', async () => {
	await begin({ callbacks: 'anywhere' });
	const real = globalThis.fetch;
	const asked: string[] = [];
	jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
		if (addressOf(url).startsWith(address)) return await real(url, options);
		asked.push(addressOf(url));
		return new Response('ok');
	});
	await start({ resume_url: 'https://n8n.example.com/resume' });
	emulator.clock.advance(8_000);
	await soon();
	expect(asked).toEqual(['https://n8n.example.com/resume']);
});

test('a job does not follow a refusal or a redirect, which is logged', async () => {
	await begin(
		{},
		(request, response) =>
			void response
				.writeHead(request.url === '/moved' ? 302 : 409, { location: here('/elsewhere') })
				.end(),
	);
	await start({ resume_url: here('/moved') });
	await start({ resume_url: here('/taken') });
	emulator.clock.advance(8_000);
	await arrived(2);
	await soon();
	expect(calls.map(({ url }) => url).sort()).toEqual(['/moved', '/taken']);
	expect(notes().sort()).toEqual([
		'A job called http://127.0.0.1:port, which answered 302',
		'A job called http://127.0.0.1:port, which answered 409',
	]);
});

test('neither a broken connection nor a missing server affects the emulator', async () => {
	await begin({}, (request) => void request.socket.destroy());
	const id = await start({ resume_url: here() });
	await start({ resume_url: 'http://127.0.0.1:1/resume?signature=a-secret' });
	emulator.clock.advance(8_000);
	await arrived();
	await soon();
	expect(await statusOf(id)).toBe('EXECUTION_SUCCESS');
	expect(notes().sort()).toEqual([
		'A job could not call http://127.0.0.1:1: TypeError',
		'A job could not call http://127.0.0.1:port: TypeError',
	]);
});

test('a reset drops pending calls', async () => {
	await begin();
	await start({ resume_url: here() });
	emulator.reset();
	emulator.clock.advance(60_000);
	await soon();
	expect(calls).toEqual([]);
});
