/**
 * The emulator of the test that is running, and requests to it.
 */
import { Emulator, type EmulatorOptions, standingClock } from '../../../emulator';
import { DEMO, DEMO_TOKEN } from '../../../emulator/seed';
import { NO_LIMITS } from '../../../emulator/server/limits';
import { taskNamed } from '../../support/demo';

let started: { emulator: Emulator; address: string } | undefined;

afterEach(async () => {
	await started?.emulator.close();
	started = undefined;
});

function ofThisTest() {
	if (!started) throw new Error('This test has not started an emulator: `begin` does');
	return started;
}

/** The emulator of the test that is running, which `begin` has started. */
export const emulator = () => ofThisTest().emulator;

/** The address of that emulator. */
export const address = () => ofThisTest().address;

/** Starts an emulator without limits whose clock stands, unless the options say otherwise. */
export async function begin(options: EmulatorOptions = {}, host?: string) {
	const emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS, ...options });
	started = { emulator, address: await emulator.listen(0, host) };
}

export interface Request {
	headers?: Record<string, string>;
	/** Sent as it is; an object as JSON. */
	body?: unknown;
}

/** A request as the demo's person, unless other headers say otherwise. */
export async function ask(endpoint: string, { headers, body }: Request = {}) {
	const [method, path] = endpoint.split(' ');
	const response = await fetch(address() + path!, {
		method,
		headers: {
			authorization: `Bearer ${DEMO_TOKEN}`,
			...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
			...headers,
		},
		...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	return {
		status: response.status,
		headers: response.headers,
		text,
		body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined) as Record<
			string,
			unknown
		>,
	};
}

export const LIST = 'GET /processing/executables/tasks/executions';

export const START = 'POST /processing/executions';

/** The ID of a task that can be started. */
export const aTask = () => taskNamed(emulator().state, DEMO.goodTask).id;

/** The status and the message with which a request is refused. */
export const refusalOf = async (...given: Parameters<typeof ask>) => {
	const { status, body } = await ask(...given);
	return `${status} ${String(body.message)}`;
};
