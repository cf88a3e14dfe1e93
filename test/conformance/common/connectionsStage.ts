/** Servers whose connections fail, before or after they have received the request. */
import net, { type AddressInfo } from 'node:net';

import { byId } from '../../support/demo';
import { runNode, TestCredentials } from '../../support/engine';
import { simulatedTimeForEach } from '../../support/time';

simulatedTimeForEach();

type Answering = (socket: net.Socket, head: string) => void;

interface Case {
	scheme: 'http' | 'https';
	/** What the server does with what first arrives. */
	answering: Answering;
	/** Whether what arrived can be a request. */
	arrives: boolean;
	message: string;
}

const http201 = (headers: string, body = '{"executionId":"e1"}') =>
	`HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

export const CASES: Record<string, Case> = {
	'the other side does not speak TLS': {
		scheme: 'https',
		answering: (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
		arrives: false,
		message: 'Could not establish an encrypted (TLS) connection to Talend Cloud',
	},
	'a server that refuses TLS': {
		scheme: 'https',
		answering: (socket) => void socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40])),
		arrives: false,
		message: 'Could not establish an encrypted (TLS) connection to Talend Cloud',
	},
	'it wants another version of TLS': {
		scheme: 'https',
		answering: (socket) => void socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 70])),
		arrives: false,
		message: 'Could not establish an encrypted (TLS) connection to Talend Cloud',
	},
	'it breaks off before the encryption': {
		scheme: 'https',
		answering: (socket) => void socket.destroy(),
		arrives: false,
		message: 'The connection broke before a response arrived',
	},
	'it breaks off after the request': {
		scheme: 'http',
		answering: (socket) => void socket.resetAndDestroy(),
		arrives: true,
		message: 'The connection broke before a response arrived',
	},
	'it ends without an answer': {
		scheme: 'http',
		answering: (socket) => void socket.end(),
		arrives: true,
		message: 'The connection broke before a response arrived',
	},
	'it answers in another protocol': {
		scheme: 'http',
		answering: (socket) => void socket.end('SSH-2.0-nothing\r\n'),
		arrives: true,
		message: 'The response is not HTTP, or is damaged',
	},
	'a header has a forbidden character': {
		scheme: 'http',
		answering: (socket) => void socket.end(http201('X: a\u0001b\r\nContent-Length: 20\r\n')),
		arrives: true,
		message: 'The response is not HTTP, or is damaged',
	},
	'the headers are too long': {
		scheme: 'http',
		answering: (socket) =>
			void socket.end(http201(`X: ${'a'.repeat(100_000)}\r\nContent-Length: 20\r\n`)),
		arrives: true,
		message: 'The response is not HTTP, or is damaged',
	},
	'the body breaks off': {
		scheme: 'http',
		answering: (socket) =>
			void socket.end(http201('Transfer-Encoding: chunked\r\n', '5\r\n{"exe\r\n')),
		arrives: true,
		message: 'The connection broke in the middle of the response',
	},
	'a body that is not gzip as its header says': {
		scheme: 'http',
		answering: (socket) =>
			void socket.end(http201('Content-Encoding: gzip\r\nContent-Length: 20\r\n')),
		arrives: true,
		message: 'The connection broke in the middle of the response',
	},
};

export async function runAgainst({ scheme, answering }: Case, parameters: object) {
	let starts = 0;
	const sockets = new Set<net.Socket>();
	const server = net.createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined);
		socket.once('data', (data: Buffer) => {
			const head = data.toString('latin1');
			if (head.startsWith('POST ')) starts++;
			answering(socket, head);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
	try {
		const credentialStore = new TestCredentials();
		const address = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const credentials = {
			talendCloudTokenApi: credentialStore.add('talendCloudTokenApi', {
				region: 'other',
				address,
				token: 'a-personal-token',
			}),
		};
		const { error } = await runNode({
			node: 'Processing',
			parameters: { authentication: 'token', ...parameters },
			credentials,
			credentialStore,
		});
		return { error, starts };
	} finally {
		for (const socket of sockets) socket.destroy();
		server.close();
	}
}

export const START = { resource: 'taskExecution', operation: 'start', executable: byId('a-task') };

export const GET = { resource: 'taskExecution', operation: 'get', executionId: byId('a-run') };
