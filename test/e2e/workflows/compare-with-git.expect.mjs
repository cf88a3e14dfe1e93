/** A change that was made only in the workspace is reported, by field; nothing is said while both are the same. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { orchestrationOf } from '../support/stage.mjs';

const FILE = 'Finance.yaml';

/** A Git repository on disk, and what serves its committed files. */
async function startRepository() {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-git-'));
	const git = (...args) => execFileSync('git', ['-C', folder, '-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', ...args], { encoding: 'utf8' });
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

export default {
	workflow: 'compare-with-git',
	async manually({ emulator: { state }, run }) {
		const repository = await startRepository();
		try {
			const change = (workflow) => {
				const { parameters } = workflow.nodes.find(({ name }) => name === 'What to Compare');
				parameters.jsonOutput = JSON.stringify({ ...JSON.parse(parameters.jsonOutput), file: repository.address });
			};
			/** The definitions as the same node exports them. */
			const exported = (workflow) => {
				change(workflow);
				const compare = workflow.nodes.find(({ name }) => name === 'Compare');
				const { authentication, resource, workspaceId } = compare.parameters;
				compare.parameters = { authentication, resource, operation: 'export', workspaceId, includeRunConfigurations: true, binaryPropertyName: 'data' };
			};
			repository.commit('tasks: []\n');
			const [{ json }] = outputOf(await run({ change: exported }), 'Compare');
			repository.commit(json.definitions);
			assert.deepEqual(outputOf(await run({ change }), 'Report'), []);

			const { tasks } = orchestrationOf(state);
			const customers = [...tasks.values()].find(({ name }) => name === 'Load customers');
			customers.parameters = { country: 'DE' };
			repository.commit(json.definitions.replaceAll('Archive 2024', 'Archive 2025'));
			const [{ json: differs }] = outputOf(await run(), 'Report');
			assert.match(differs.report, /^Production\/Finance is not as in Git\. /);
			const parts = differs.report.split('. ')[1].split('; ').sort();
			assert.deepEqual(parts, ['task/Archive 2024 is not in Git', 'task/Archive 2025 is missing', 'task/Load customers parameters.country is "DE", in Git "FR"']);

			repository.commit('tasks: [\n');
			assert.match(outputOf(await run(), 'Tell Someone')[0].json.report, /^Production\/Finance could not be compared with Git: /);
		} finally {
			await repository.close();
		}
		assert.match(outputOf(await run(), 'Tell Someone')[0].json.report, /^Production\/Finance could not be compared with Git: .*(refused|ECONNREFUSED)/i);
	},
};
