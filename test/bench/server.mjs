/** A platform that answers any read after a moment and counts the requests. */
import { createServer } from 'node:http';

export const LATENCY_MS = 5;

const execution = (id) => ({
	executionId: id,
	status: 'execution_successful',
	executionStatus: 'EXECUTION_SUCCESS',
	startTimestamp: '2026-03-31T08:00:00Z',
	triggerTimestamp: '2026-03-31T08:00:00Z',
	finishTimestamp: '2026-03-31T08:01:00Z',
	userId: 'u',
	userType: 'HUMAN',
	taskId: 't',
	workspaceId: 'w',
	numberOfProcessedRows: 1200,
});

/** A token as long as real ones: outputs are searched for it. */
export const tokenNumber = (number) => `${'0123456789abcdef'.repeat(4)}-${number}`;

/** The time of the log 0; each has its own second, the newest first. */
const LOGGED_MS = 1_774_944_000_000;

/** A complete audit log, with its request and response: 0.7 kB. */
const log = (number) => ({
	timestamp: new Date(LOGGED_MS - number * 1_000).toISOString(),
	logId: `a0d17000-0000-4000-8000-${String(number + 10 ** 9).padStart(12, '0')}`,
	requestId: `4e900000-0000-4000-8000-${String(number).padStart(12, '0')}`,
	accountId: 'b1c1e1c0-0000-4000-8000-000000000001',
	applicationId: 'TMC',
	eventType: 'security',
	eventCategory: 'User account',
	eventOperation: 'edit',
	userId: '0b8a1f50-0000-4000-8000-000000000002',
	username: 'ana.demo',
	email: 'ana@example.com',
	clientIp: '192.0.2.7',
	request: {
		method: 'PUT',
		url: 'https://api.example.com/scim/v2/Users/1',
		userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
		body: JSON.stringify({ name: 'Ana', active: true, roles: ['Operator', 'Viewer'] }),
	},
	response: { code: '204', body: '' },
});

/**
 * @param options.logs how many audit logs there are; `reset` can give another number, of full pages
 * @param options.newer how many of them are newer than the first one was at the beginning
 * @param options.perSecond how many requests per second are answered; the others get a 429
 * @param options.retryAfter whether a 429 says when to try again
 * @param options.expiresAfter after how many requests the first token is refused
 */
export async function startServer({ logs = 100_000 } = {}) {
	const seen = {};
	const options = {};
	let window = { at: 0, count: 0 };
	const reset = (given = {}) => {
		Object.assign(seen, { tokens: 0, requests: 0, refused: 0, inFlight: 0, most: 0 });
		Object.assign(
			options,
			{ logs, newer: 0, perSecond: undefined, retryAfter: false, expiresAfter: undefined },
			given,
		);
		window = { at: 0, count: 0 };
	};
	reset();
	const pages = new Map();
	/** Generated once, so that the server's work is not measured. */
	const pageOf = (page, size, count, newest) => {
		const key = `${count} ${newest} ${page} ${size}`;
		if (!pages.has(key))
			pages.set(
				key,
				Buffer.from(
					JSON.stringify(
						Array.from(
							{ length: Math.max(0, Math.min(size, count - (page - 1) * size)) },
							(_, index) => log((page - 1) * size + index + newest),
						),
					),
				),
			);
		return pages.get(key);
	};
	/**
	 * The numbers of the logs in a span, of which both ends count: the newest, and how many there
	 * are.
	 */
	const logsBetween = (fromDate, toDate) => {
		const newest = Math.max(
			-options.newer,
			toDate === null ? -Infinity : Math.ceil((LOGGED_MS - Date.parse(toDate)) / 1_000),
		);
		const oldest = Math.min(
			options.logs - options.newer - 1,
			fromDate === null ? Infinity : Math.floor((LOGGED_MS - Date.parse(fromDate)) / 1_000),
		);
		return { newest, count: Math.max(0, oldest - newest + 1) };
	};
	const server = createServer((request, response) => {
		const url = new URL(request.url, 'http://127.0.0.1');
		const json = (body, status = 200) => {
			response.statusCode = status;
			response
				.setHeader('content-type', 'application/json')
				.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
		};
		if (url.pathname === '/security/oauth/token') {
			seen.tokens++;
			request.resume();
			return void json({
				access_token: tokenNumber(seen.tokens),
				token_type: 'Bearer',
				expires_in: 1800,
			});
		}
		seen.requests++;
		if (
			options.expiresAfter !== undefined &&
			seen.requests > options.expiresAfter &&
			request.headers.authorization === `Bearer ${tokenNumber(1)}`
		)
			return void json({ message: 'The token has expired' }, 401);
		if (options.perSecond !== undefined) {
			const at = Math.floor(Date.now() / 1000);
			if (window.at !== at) window = { at, count: 0 };
			if (++window.count > options.perSecond) {
				seen.refused++;
				if (options.retryAfter) response.setHeader('retry-after', '1');
				return void json({ message: 'Too many requests' }, 429);
			}
		}
		seen.most = Math.max(seen.most, ++seen.inFlight);
		setTimeout(() => {
			seen.inFlight--;
			if (url.pathname !== '/security/audit/logs')
				return json(execution(url.pathname.split('/').at(-1)));
			const [page, size] = [
				Number(url.searchParams.get('page') ?? 1),
				Number(url.searchParams.get('size') ?? 100),
			];
			const { newest, count } = logsBetween(
				url.searchParams.get('fromDate'),
				url.searchParams.get('toDate'),
			);
			const last = page * size >= count;
			for (const [name, value] of Object.entries({
				'page-number': page,
				'page-size': size,
				'page-last': last,
				'total-pages': Math.ceil(count / size),
				'total-elements': count,
			}))
				response.setHeader(name, String(value));
			json(pageOf(page, size, count, newest));
		}, LATENCY_MS);
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		seen,
		reset,
		address: `http://127.0.0.1:${server.address().port}`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
