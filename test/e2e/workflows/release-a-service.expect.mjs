/**
 * A service gets a new version in one environment, answers there, and only then is promoted,
 * configured and deployed in the next one.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { orchestrationOf, remoteEngines } from '../support/stage.mjs';

const SERVICE = 'Stock API';

/** The service in both environments; the first request to each comes too early. */
async function startService() {
	const service = { asked: [], broken: false };
	const server = createServer(({ url }, response) => {
		const isFirst = !service.asked.includes(url);
		service.asked.push(url);
		response.writeHead(service.broken || isFirst ? 503 : 200).end('{}');
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	service.address = `http://127.0.0.1:${server.address().port}`;
	service.close = async () => {
		server.close();
		server.closeAllConnections();
		await once(server, 'close');
	};
	return service;
}

export default {
	workflow: 'release-a-service',
	fast: true,
	async manually({ emulator: { state, log, dialect }, run }) {
		const { environments, workspaces, tasks } = orchestrationOf(state);
		const taskIn = (name) => {
			const { id } = [...environments.values()].find((each) => each.name === name);
			return [...tasks.values()].find(
				(task) => task.name === SERVICE && workspaces.get(task.workspaceId).environmentId === id,
			);
		};
		const promotions = () =>
			log.filter(({ operation }) => operation === 'POST /processing/executions/promotions').length;
		const starts = () =>
			log
				.filter(({ operation }) => operation === 'POST /processing/executions')
				.map(({ body }) => JSON.parse(body).executable);
		const service = await startService();
		try {
			const release = (version) => (workflow) => {
				const { parameters } = workflow.nodes.find(({ name }) => name === 'What to Release');
				const values = JSON.parse(parameters.jsonOutput);
				values.address = `${service.address}/source`;
				values.target.address = `${service.address}/target`;
				parameters.jsonOutput = JSON.stringify({ ...values, version });
			};
			assert.equal(taskIn('Production'), undefined);
			const [{ json }] = outputOf(await run({ change: release('0.2.0') }), 'Report');
			assert.match(
				json.report,
				/^Development\/Shared\/Stock API 0\.2\.0\.\d{14} \(Development to Production\): created, runs on Frankfurt 1, and answers$/,
			);
			const { id } = remoteEngines.all(state).find(({ name }) => name === 'Frankfurt 1');
			for (const environment of ['Development', 'Production']) {
				const { artifactVersion, runConfiguration } = taskIn(environment);
				assert.match(artifactVersion, /^0\.2\.0\./);
				assert.equal(runConfiguration.runtime.id, id, environment);
				assert.ok(runConfiguration.runtime.runProfileId, environment);
			}
			assert.equal(taskIn('Production').runConfiguration.microservicePort, '8094');
			// The documents do not know the port, so an update, which reads first, cannot keep it.
			if (dialect !== 'documents')
				assert.equal(taskIn('Development').runConfiguration.microservicePort, '8093');
			assert.deepEqual(starts(), [taskIn('Development').id, taskIn('Production').id]);
			assert.deepEqual(service.asked, ['/source', '/source', '/target', '/target']);

			// Back to the version before: what is there is replaced.
			const [{ json: back }] = outputOf(await run({ change: release('0.1.4') }), 'Report');
			assert.match(
				back.report,
				/^Development\/Shared\/Stock API 0\.1\.4\.\d{14} \(Development to Production\): replaced, /,
			);
			assert.match(taskIn('Production').artifactVersion, /^0\.1\.4\./);

			// What does not respond is not promoted.
			service.broken = true;
			const before = promotions();
			await assert.rejects(
				run({ change: release('0.2.0') }),
				/Stock API is running, but does not respond and was not promoted: /,
			);
			assert.equal(promotions(), before);
			assert.match(taskIn('Production').artifactVersion, /^0\.1\.4\./);
		} finally {
			await service.close();
		}
	},
};
