/** A request to the emulated platform as any client could send it, without the nodes. */
import { DEMO_TOKEN } from '../../emulator/seed';
import type { Platform } from './platform';

export interface Asked {
	status: number;
	headers: Headers;
	body: unknown;
}

/** Sends `GET /path` (or another method) as the demo's person. */
export async function ask(
	{ address }: Platform,
	endpoint: `${string} /${string}`,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Asked> {
	const [method, path] = endpoint.split(' ') as [string, string];
	const response = await fetch(address + path, {
		method,
		headers: {
			authorization: `Bearer ${DEMO_TOKEN}`,
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	return {
		status: response.status,
		headers: response.headers,
		body: text === '' ? undefined : (JSON.parse(text) as unknown),
	};
}
