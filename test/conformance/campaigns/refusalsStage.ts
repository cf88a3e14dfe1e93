/** Requests as the documents describe them, and refusals that cannot be brought about. */
import { Emulator, standingClock } from '../../../emulator';
import { DEMO_TOKEN } from '../../../emulator/seed';
import { NO_LIMITS } from '../../../emulator/server/limits';
import { routesOf } from '../../../emulator/server/router';
import { areas } from '../../../nodes/areas';
import { isWholeBody } from '../../../nodes/shared/declare/derived/operationParts';
import { type Fields, nameOnWire } from '../../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { interfaceOperation } from '../../../platform/descriptions/interfaceDocuments';
import { sampleOf } from '../../support/samples';

/** Documented, but nothing says what brings it about, or it cannot be brought about by a client. */
export const UNEXPLAINED: ReadonlyArray<
	readonly [operations: RegExp, status: number, reason: string]
> = [
	[
		/^(POST|PUT) \/security\/.*permissions\/batch$/,
		404,
		'rows about what is not there come back as rejections, with 207',
	],
	[/^(GET|POST) \/datasets\/attributes$/, 404, 'it names nothing that could be missing'],
	[
		/^POST \/orchestration\/executables\/tasks\/search$/,
		404,
		'a filter by what is not there finds nothing, as in the list that it is the other form of',
	],
	[
		/^GET \/security\/audit\/logs$/,
		404,
		'an id that is not there ends the list; nothing else could be missing',
	],
];

/** An ID that nobody has. */
export const elsewhere = '5a1e1d0effffffffffffffff';

/** What rules want beside the required fields. */
const MORE: Readonly<Record<string, { query?: Record<string, string>; body?: object }>> = {
	'PUT /datasets/{datasetId}/attributes/{id}': { body: { values: ['Internal'] } },
	'POST /processing/run-profiles': { body: { runtimeId: elsewhere } },
	'DELETE /security/permissions/batch': { query: { workspaceIds: elsewhere } },
	'DELETE /security/service-accounts/permissions/batch': { query: { workspaceIds: elsewhere } },
};

export const routes = routesOf(areas).filter(
	({ method, path }) => interfaceOperation(method, path) !== undefined,
);

export const NOBODY = 'token-of-nobody';

export let emulator: Emulator;

export let address: string;

/** The statuses that each operation answered. */
export const seen = new Map<string, Set<number>>(routes.map(({ key }) => [key, new Set<number>()]));

export async function begin(limits = NO_LIMITS): Promise<void> {
	await emulator?.close();
	emulator = new Emulator({ clock: standingClock(), limits });
	emulator.state.personalTokens.set(NOBODY, {
		id: 'nobody',
		name: 'Nobody',
		type: 'HUMAN',
		permissions: [],
	});
	address = await emulator.listen();
}

interface Sent {
	path: string;
	query: URLSearchParams;
	body?: string;
	contentType?: string;
}

/** The values of all required fields, as they leave. */
const required = (fields: Fields = {}) =>
	Object.entries(fields)
		.filter(([, field]) => field.spec.required)
		.map(([name, field]) => [nameOnWire(name, field), sampleOf(name, field).wire] as const);

/** A request that the declaration allows, about records that do not exist. */
export function requestOf(operation: RequestOperation, path: string): Sent {
	const more = MORE[`${operation.method} ${path}`];
	const variables = new Map(
		Object.entries(operation.path ?? {}).map(([name, field]) => [
			nameOnWire(name, field),
			String(sampleOf(name, field).wire),
		]),
	);
	const query = new URLSearchParams();
	for (const [name, value] of required(operation.query))
		for (const each of [value].flat()) query.append(name, String(each));
	for (const [name, value] of Object.entries(more?.query ?? {})) query.append(name, value);
	const sent: Sent = {
		path: path.replace(/\{([^}]+)\}/g, (_all, name: string) =>
			encodeURIComponent(variables.get(name) ?? name),
		),
		query,
	};
	const { body } = operation;
	if (body === undefined) return sent;
	if (!isWholeBody(body))
		return {
			...sent,
			body: JSON.stringify({
				...operation.constants,
				...Object.fromEntries(required(body)),
				...more?.body,
			}),
			contentType: 'application/json',
		};
	const { wire } = sampleOf(body.whole, body.field);
	return body.contentType
		? { ...sent, body: String(wire), contentType: body.contentType }
		: { ...sent, body: JSON.stringify(wire), contentType: 'application/json' };
}

export async function send(
	key: string,
	{ path, query, body, contentType }: Sent,
	token: string | undefined = DEMO_TOKEN,
): Promise<number> {
	const [method] = key.split(' ') as [string];
	const given = [...query].length > 0 ? `?${query.toString()}` : '';
	const { status } = await fetch(address + path + given, {
		method,
		headers: {
			...(token === '' ? {} : { authorization: `Bearer ${token}` }),
			...(contentType === undefined ? {} : { 'content-type': contentType }),
			accept: '*/*',
		},
		...(body === undefined ? {} : { body }),
	});
	seen.get(key)?.add(status);
	return status;
}

/**
 * Sends a request with the values of its variables, and expects this status.
 */
export async function expectStatus(
	wanted: number,
	key: string,
	variables: Record<string, string> = {},
	body?: unknown,
	query: Record<string, string> = {},
): Promise<{ body: Record<string, unknown> }> {
	const [method, path] = key.split(' ') as [string, string];
	const given = new URLSearchParams(query).toString();
	const response = await fetch(
		address +
			path.replace(/\{([^}]+)\}/g, (_all, name: string) => variables[name] ?? 'nothing') +
			(given === '' ? '' : `?${given}`),
		{
			method,
			headers: {
				authorization: `Bearer ${DEMO_TOKEN}`,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		},
	);
	seen.get(key)!.add(response.status);
	expect({ key, status: response.status }).toEqual({ key, status: wanted });
	const text = await response.text();
	return { body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {} };
}

beforeAll(() => begin());

afterAll(() => emulator.close());
