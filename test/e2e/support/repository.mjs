/** A Git repository with definitions of tasks and plans. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILE = 'Finance.yaml';

/** A Git repository on disk, and what serves its committed files. */
export async function startRepository() {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-git-'));
	const git = (...args) =>
		execFileSync(
			'git',
			['-C', folder, '-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', ...args],
			{ encoding: 'utf8' },
		);
	git('init', '-q');
	const server = createServer(({ url }, response) => {
		try {
			response.end(git('show', `HEAD:${url.slice(1)}`));
		} catch {
			response.writeHead(404).end();
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		address: `http://127.0.0.1:${server.address().port}/${FILE}`,
		commit(text) {
			writeFileSync(join(folder, FILE), text);
			git('add', FILE);
			git('commit', '-qm', 'Change the definitions');
		},
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
