import assert from 'node:assert/strict';

const out = (runData, node) => (runData[node] ?? []).flatMap((run) => run.data.main[0] ?? []);

export default {
	workflow: 'run-and-report',
	async check({ runData, emulator, fileOf }) {
		assert.deepEqual(out(runData, 'Continue').map(({ json }) => json.report), ['Load customers succeeded: 1200 rows in 3 seconds']);
		assert.deepEqual(out(runData, 'Report').map(({ json }) => json.report), ['Load orders failed: Table ORDERS does not exist. Its log has 12 entries; it stopped in tDBOutput_1']);
		const [{ binary }] = out(runData, 'Download Its Log');
		assert.match((await fileOf(binary.log)).toString('utf8'), /ERROR Table ORDERS does not exist/);
		const log = await (await fetch(`${emulator}/__emulator/log`)).json();
		assert.equal(log.filter(({ operation }) => operation === 'POST /processing/executions').length, 2);
	},
};
