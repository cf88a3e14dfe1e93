/** Ports of this machine. */
import { createServer } from 'node:net';

/** A port that is currently free. */
export async function freePort() {
	const server = createServer();
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address();
	await new Promise((resolve) => server.close(resolve));
	return port;
}

/** Whether a port of this machine is in use. */
export async function isTaken(port) {
	const server = createServer();
	return await new Promise((resolve) => {
		server.once('error', () => resolve(true));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)));
	});
}
