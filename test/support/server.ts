/**
 * A server of a test's own. It knows nothing of the platform: how it answers is all that a test
 * says.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
	method: string;
	/** Path and query. */
	url: string;
	path: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface Reply {
	/** 200 unless given. */
	status?: number;
	/** JSON, unless the headers say otherwise. */
	body?: string | Buffer;
	headers?: Record<string, string>;
	/** Breaks the connection after this many bytes of the body. */
	breaksAt?: number;
}

export interface OwnServer {
	address: string;
	close: () => Promise<void>;
}

/** Ends the connection without a response. */
export const NO_RESPONSE = 'no response';

/** Starts a server that answers each request, once it has received all of it. */
export async function serve(
	answer: (received: Received) => Reply | typeof NO_RESPONSE | Promise<Reply | typeof NO_RESPONSE>,
): Promise<OwnServer> {
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { pathname: path, searchParams: query } = new URL(request.url!, 'http://x');
			const { method, url, headers } = request;
			const body = Buffer.concat(chunks).toString('utf8');
			void Promise.resolve(answer({ method: method!, url: url!, path, query, headers, body })).then(
				(reply) => {
					if (reply === NO_RESPONSE) return void response.destroy();
					const { status = 200, headers: own = {}, breaksAt } = reply;
					const bytes = Buffer.from(reply.body ?? '');
					response.writeHead(status, {
						...(bytes.length > 0 ? { 'content-type': 'application/json' } : {}),
						...(status === 204 ? {} : { 'content-length': String(bytes.length) }),
						...own,
					});
					if (breaksAt === undefined) return void response.end(bytes);
					response.flushHeaders();
					if (breaksAt > 0) response.write(bytes.subarray(0, breaksAt));
					// What was written must have been sent before the connection breaks.
					setTimeout(() => response.destroy(), 5);
				},
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
