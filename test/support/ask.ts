/** A request to the emulated platform as any client could send it, without the nodes. */
import { DEMO_TOKEN } from '../../emulator/seed';
import type { Platform } from './platform';

export interface Answered {
	status: number;
	headers: Headers;
	body: unknown;
}

/** What a text says: JSON, or the text itself, such as a log. */
function bodyOf(text: string): unknown {
	if (text === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Sends `GET /path` (or another method) to an emulator as the demo's person. */
export async function askAt(
	address: string,
	endpoint: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Answered> {
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
		body: bodyOf(text),
	};
}

/** Sends a request to a platform as the demo's person. */
export const ask = async (
	{ address }: Platform,
	endpoint: `${string} /${string}`,
	body?: unknown,
	headers?: Record<string, string>,
): Promise<Answered> => await askAt(address, endpoint, body, headers);
