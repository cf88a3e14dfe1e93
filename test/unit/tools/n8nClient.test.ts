/** The client of n8n that the demo and the tests in the real n8n use. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const client = join(__dirname, '../../../tools/demo/n8n.mjs');

/** A server that closes connections soon after a response, and prints its port. */
const SERVER = `
	const server = require('node:http').createServer((request, response) => {
		const { socket } = request;
		request.resume().on('end', () => response.end('{"data":"done"}', () => setTimeout(() => socket.end(), 50)));
	});
	server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/**
 * Several times: requests, and then another one after the process was busy for longer than the
 * server keeps a connection.
 */
const asking = (port: string) => `
	import { N8n } from ${JSON.stringify(client)};
	const n8n = new N8n({ userFolder: '', port: ${port} });
	for (let round = 0; round < 8; round++) {
		for (let times = 0; times < 2; times++) await Promise.all([n8n.rest('GET', '/workflows'), n8n.rest('GET', '/credentials')]);
		for (const until = Date.now() + 150; Date.now() < until; );
		await n8n.rest('POST', '/credentials/test', {});
	}
	console.log('done');
`;

test('a request after a busy time does not use a connection that n8n has closed', async () => {
	const server = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
	try {
		const [port] = (await once(server.stdout, 'data')).map(String) as [string];
		const asked = spawn(process.execPath, ['--input-type=module', '-e', asking(port.trim())], {
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const printed: unknown[] = [];
		for (const stream of [asked.stdout, asked.stderr])
			stream.on('data', (data) => printed.push(String(data)));
		await once(asked, 'close');
		expect(printed.join('')).toBe('done\n');
	} finally {
		server.kill();
	}
});
