/** Jobs that call back, and a server that receives their calls. */
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

export let emulator: Emulator;

export let address: string;

let called: Server;

/** The calls that have arrived. */
export let calls: Call[];

/** The addresses that jobs called, whether or not the call has arrived. */
export let asked: string[];

let warned: jest.SpyInstance;

/** Says that a call has arrived, or that the emulator has noted something. */
const happened = new EventEmitter();

export const headers = {
	authorization: `Bearer ${DEMO_TOKEN}`,
	'content-type': 'application/json',
};

export const ANOTHER_MACHINE = 'https://n8n.example.com';

/** All timers but the one by which jobs look whether a call is due. */
const OTHER_TIMERS = [
	...(['Date', 'nextTick', 'performance', 'hrtime', 'queueMicrotask'] as const),
	...(['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
];

/** From now on the job behaves so. */
export function behaves(change: Partial<Behavior>): void {
	const task = taskNamed(emulator.state, DEMO.callingTask);
	task.behaviors = [{ ...task.behaviors[0]!, ...change }];
}

/** An emulator, and somebody who may be called; `answer` says what they do. */
export async function begin(
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

export const here = (path = '/resume/7?signature=a-secret') =>
	`http://127.0.0.1:${(called.address() as AddressInfo).port}${path}`;

const addressOf = (asked: Parameters<typeof fetch>[0]) =>
	asked instanceof Request ? asked.url : asked instanceof URL ? asked.href : asked;

export const notes = () =>
	warned.mock.calls.map(([message]) => String(message).replace(/:\d{4,5}/g, ':port'));

export async function start(parameters: Record<string, string>, more = {}): Promise<string> {
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

export const statusOf = async (id: string) =>
	(
		(await (await fetch(`${address}/processing/executions/${id}`, { headers })).json()) as {
			executionStatus: string;
		}
	).executionStatus;

/** Lets time pass on the platform, and jobs start the calls that are due (`asked`). */
export function pass(ms: number): void {
	emulator.clock.advance(ms);
	jest.advanceTimersToNextTimer();
}

export async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await once(happened, 'something');
}

export const arrived = async () => await until(() => calls.length > 0);
