/**
 * Jobs of the emulator that call an address when they end: once, this machine only, and without
 * harm when nobody answers.
 */
import { EventEmitter, once } from 'node:events';
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
/** The calls that have arrived. */
let calls: Call[];
/** The addresses that jobs called, whether or not the call has arrived. */
let asked: string[];
let warned: jest.SpyInstance;
/** Says that a call has arrived, or that the emulator has noted something. */
const happened = new EventEmitter();

const headers = { authorization: `Bearer ${DEMO_TOKEN}`, 'content-type': 'application/json' };
const ANOTHER_MACHINE = 'https://n8n.example.com';
/** All timers but the one by which jobs look whether a call is due. */
const OTHER_TIMERS = [
	...(['Date', 'nextTick', 'performance', 'hrtime', 'queueMicrotask'] as const),
	...(['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
];

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
			happened.emit('something');
		});
	});
	called.listen(0, '127.0.0.1');
	await once(called, 'listening');
	emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS, loud: true, ...options });
	address = await emulator.listen();
}

beforeEach(() => {
	calls = [];
	asked = [];
	jest.useFakeTimers({ doNotFake: OTHER_TIMERS });
	warned = jest.spyOn(console, 'warn').mockImplementation(() => void happened.emit('something'));
	const real = globalThis.fetch;
	jest.spyOn(globalThis, 'fetch').mockImplementation(async (given, options) => {
		const url = addressOf(given);
		if (!url.startsWith(address)) asked.push(url);
		return url.startsWith(ANOTHER_MACHINE) ? new Response('ok') : await real(given, options);
	});
});
afterEach(async () => {
	jest.useRealTimers();
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

/** Lets time pass on the platform, and jobs start the calls that are due (`asked`). */
function pass(ms: number): void {
	emulator.clock.advance(ms);
	jest.advanceTimersToNextTimer();
}

async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await once(happened, 'something');
}
const arrived = async () => await until(() => calls.length > 0);

test('the job calls once, shortly before the platform shows its end', async () => {
	await begin();
	const id = await start({ resume_url: here() });
	pass(0);
	expect(asked).toEqual([]);
	pass(7_600);
	await arrived();
	expect(calls).toEqual([
		{ method: 'POST', url: '/resume/7?signature=a-secret', body: '{"outcome":"success"}' },
	]);
	expect(await statusOf(id)).toBe('STARTING_FLOW_EXECUTION');
	pass(60_000);
	expect(await statusOf(id)).toBe('EXECUTION_SUCCESS');
	expect(asked).toHaveLength(1);
	expect(notes()).toEqual([]);
});

test('a failed job calls with its outcome', async () => {
	await begin();
	behaves({ end: 'execution_failed' });
	await start({ resume_url: here() });
	pass(8_000);
	await arrived();
	expect(calls[0]!.body).toBe('{"outcome":"failure"}');
});

test('the address can be a value of the task itself', async () => {
	await begin();
	taskNamed(emulator.state, DEMO.callingTask).parameters = { resume_url: here('/of-the-task') };
	await start({});
	pass(8_000);
	await arrived();
	expect(calls[0]!.url).toBe('/of-the-task');
});

test('a job calls nothing if the parameter is empty or the job does not run to its end', async () => {
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
	pass(3_600_000);
	expect(asked).toEqual([]);
	expect(notes()).toEqual([]);
});

test.each([
	[
		'http://192.0.2.1/resume?signature=a-secret',
		'A job did not call http://192.0.2.1: jobs can call this machine only',
	],
	[
		`${ANOTHER_MACHINE}/resume`,
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
	await start({ resume_url: given });
	pass(60_000);
	expect(asked).toEqual([]);
	expect(notes()).toEqual([note]);
});

test('another machine is called if configured', async () => {
	await begin({ callbacks: 'anywhere' });
	await start({ resume_url: `${ANOTHER_MACHINE}/resume` });
	pass(8_000);
	expect(asked).toEqual([`${ANOTHER_MACHINE}/resume`]);
});

test('a job neither follows a redirect nor repeats a refused call, but logs both', async () => {
	await begin(
		{},
		(request, response) =>
			void response
				.writeHead(request.url === '/moved' ? 302 : 409, { location: here('/elsewhere') })
				.end(),
	);
	await start({ resume_url: here('/moved') });
	await start({ resume_url: here('/taken') });
	pass(8_000);
	await until(() => notes().length === 2);
	pass(60_000);
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
	pass(8_000);
	await until(() => notes().length === 2);
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
	pass(60_000);
	expect(asked).toEqual([]);
});
