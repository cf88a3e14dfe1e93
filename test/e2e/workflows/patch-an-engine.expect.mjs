/** An engine leaves its cluster while another keeps running, and is put back. */
import assert from 'node:assert/strict';

const out = (runData, node) =>
	(runData[node] ?? []).flatMap((run) => run.data.main[0] ?? []).map(({ json }) => json);

export default {
	workflow: 'patch-an-engine',
	async check({ runData, emulator }) {
		assert.match(
			out(runData, 'Report')
				.map(({ report }) => report)
				.join('\n'),
			/^Frankfurt 1 was patched and is back in Frankfurt at \d\d:\d\d\. Meanwhile, Frankfurt 2 kept running$/,
		);
		const [{ id, clusterId }] = out(runData, 'Engines').filter(
			({ name }) => name === 'Frankfurt 1',
		);
		const member = `/processing/runtimes/remote-engine-clusters/${clusterId}/engines/${id}`;
		const log = await (await fetch(`${emulator}/__emulator/log`)).json();
		const changes = log.filter(({ method, path }) => path === member && method !== 'GET');
		assert.deepEqual(
			changes.map(({ method, status }) => [method, status]),
			[
				['DELETE', 204],
				['PUT', 204],
			],
		);
		assert.deepEqual(JSON.parse(changes[1].body), {
			method: 'CLUSTER_RUN_PROFILE',
			runProfileId: '63a1f0b2c4d5e6f708192a32',
		});
	},
};
