/**
 * Refusals of the emulated platform. Each area has its own shape of an error body
 * (docs/platform/interface.md, "Refusals").
 */

/** A refusal, in the area's own shape once it is sent. */
export class Refusal extends Error {
	override readonly name = 'Refusal';

	constructor(
		readonly status: number,
		message: string,
		readonly more: {
			/** Details for developers. */
			detail?: string;
			code?: string;
			headers?: Record<string, string>;
			/** The body, if its shape depends on what was refused (as with crawlers). */
			body?: unknown;
		} = {},
	) {
		super(message);
	}
}

export const badRequest = (message: string, detail?: string) =>
	new Refusal(400, message, { detail });

export const forbidden = (message: string) => new Refusal(403, message);
export const notFound = (message: string) => new Refusal(404, message);
export const conflict = (message: string) => new Refusal(409, message);

interface Where {
	method: string;
	path: string;
	/** Milliseconds since 1970. */
	now: number;
	requestId: string;
}

type Shape = (refusal: Refusal, where: Where) => unknown;

const WORDS: Record<number, string> = {
	400: 'Bad Request',
	401: 'Unauthorized',
	403: 'Forbidden',
	404: 'Not Found',
	405: 'Method Not Allowed',
	406: 'Not Acceptable',
	409: 'Conflict',
	415: 'Unsupported Media Type',
	422: 'Unprocessable Entity',
	429: 'Too Many Requests',
	500: 'Internal Server Error',
	501: 'Not Implemented',
	502: 'Bad Gateway',
	503: 'Service Unavailable',
	504: 'Gateway Timeout',
};

const full =
	(detailName: 'detail' | 'details'): Shape =>
	({ status, message, more }, { requestId }) => ({
		status,
		message,
		...(more.detail ? { [detailName]: more.detail } : {}),
		...(more.code ? { code: more.code } : {}),
		requestId,
	});

const serviceAccounts: Shape = ({ status, message }) =>
	status === 409 ? { detail: message } : { status, detail: message };

const environmentAssignment: Shape = ({ status, message, more }, { requestId, path }) => ({
	status,
	message,
	...(more.detail ? { details: more.detail } : {}),
	...(more.code ? { code: more.code } : {}),
	uri: path,
	requestId,
});

const logs: Shape = ({ status, message }, { requestId }) => ({
	status,
	message,
	requestId,
	...(status === 401 ? { detail: message } : {}),
});

/**
 * A 401 of the observability area carries no request id (docs/platform/interface.md, "Refusals").
 */
const observability: Shape = ({ status, message }, { requestId }) =>
	status === 401 ? { status, message } : { status, message, requestId };

const datasets: Shape = ({ status, message }, { now, path }) => ({
	timestamp: now,
	status,
	error: WORDS[status] ?? 'Error',
	message,
	path,
});

const api: Shape = ({ status, message, more }, { path }) => ({
	status,
	title: WORDS[status] ?? 'Error',
	details: message,
	instance: path,
	type: 'about:blank',
	...(more.code ? { code: more.code } : {}),
});

const crawlers: Shape = ({ message, more }) => more.body ?? { message };

const scim: Shape = ({ status, message, more }) => ({
	schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
	status: String(status),
	detail: message,
	...(more.code ? { scimType: more.code } : {}),
});

/** The shapes by the beginning of the path. The first one that matches counts. */
const SHAPES: ReadonlyArray<readonly [string, Shape]> = [
	['/account/service-accounts', serviceAccounts],
	['/account', full('details')],
	['/security', full('details')],
	['/scim', scim],
	['/orchestration/dynamic-engine-environments', environmentAssignment],
	['/orchestration/dataplane-environments', environmentAssignment],
	['/orchestration', full('detail')],
	['/processing/data-planes', api],
	// Dynamic engines and their versions.
	['/processing/runtimes/dynamic-engine', api],
	['/processing', full('details')],
	['/monitoring/observability', observability],
	['/monitoring', logs],
	['/connections/crawlers', crawlers],
	['/connections/scan', crawlers],
	['/connections', datasets],
	['/datasets', datasets],
	['/sharing', datasets],
];

/** The body of a refusal, in the shape of its area. */
export function bodyOfRefusal(refusal: Refusal, where: Where): unknown {
	const shape = SHAPES.find(([beginning]) => where.path.startsWith(beginning))?.[1];
	return (shape ?? full('details'))(refusal, where);
}
