import { DEMO_TOKEN } from '../../emulator/seed';

/** Sends a request to an emulator, such as `GET /orchestration/artifacts`. @returns its status, and its JSON or its text */
export async function askAt(
	address: string,
	endpoint: string,
	body?: unknown,
): Promise<{ status: number; body: unknown }> {
	const [method, path] = endpoint.split(' ');
	const response = await fetch(address + path!, {
		method,
		headers: {
			authorization: `Bearer ${DEMO_TOKEN}`,
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	return {
		status: response.status,
		body: /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : text,
	};
}
