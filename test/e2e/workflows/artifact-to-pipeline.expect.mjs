/**
 * A pipeline is started once for each version that is published, and a person is notified if it
 * cannot be.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { orchestrationOf } from '../support/stage.mjs';

const reports = (execution, node) => outputOf(execution, node).map(({ json }) => json.report);

export default {
	workflow: 'artifact-to-pipeline',
	async credentials() {
		const calls = [];
		this.calls = calls;
		this.server = createServer((request, response) => {
			const chunks = [];
			request.on('data', (chunk) => chunks.push(chunk));
			request.on('end', () => {
				calls.push(JSON.parse(Buffer.concat(chunks).toString()));
				response.writeHead(204).end();
			});
		});
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		return [];
	},
	change(workflow) {
		const { assignments } = workflow.nodes.find(({ name }) => name === 'Pipeline').parameters
			.assignments;
		assignments.find(({ name }) => name === 'url').value =
			`http://127.0.0.1:${this.server.address().port}/dispatches`;
	},
	async published({ emulator: { state, clock }, executed }) {
		const { artifacts, workspaces, environments } = orchestrationOf(state);
		const artifact = [...artifacts.values()].find(
			({ workspaceId }) =>
				environments.get(workspaces.get(workspaceId).environmentId).name === 'Development',
		);
		const publish = (version) =>
			artifact.versions.push({ version, createdAt: clock.now(), parameters: [] });
		try {
			publish('1.4.0');
			const [first] = await executed(1);
			assert.deepEqual(reports(first, 'Started'), [
				`Version 1.4.0 of ${artifact.name} (Finance, Development) was published: the pipeline was started`,
			]);
			const [{ event_type: type, client_payload: payload }] = this.calls;
			assert.equal(type, 'talend-artifact');
			const { event, ...about } = payload;
			assert.deepEqual(about, {
				artifact: artifact.name,
				version: '1.4.0',
				workspace: 'Finance',
				environment: 'Development',
			});
			assert.match(event, /1\.4\.0/);
		} finally {
			this.server.close();
			this.server.closeAllConnections();
			await once(this.server, 'close');
		}
		publish('1.5.0');
		const [, second] = await executed(2);
		assert.match(
			reports(second, 'Tell Someone')[0],
			new RegExp(
				`^Version 1\\.5\\.0 of ${artifact.name} \\(Finance, Development\\) was published, but the pipeline was not started: .+\\. Start it in the CI system$`,
			),
		);
		assert.equal(this.calls.length, 1);
	},
};
