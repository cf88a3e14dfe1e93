/** An engine that does not come back leaves its cluster, and the alarm is raised. */
import assert from 'node:assert/strict';

import { outputOf } from '../../../demo/n8n.mjs';
import { remoteEngines } from '../support/stage.mjs';

const reports = (execution, node) => outputOf(execution, node).map(({ json }) => json.report);

export default {
	workflow: 'engine-stays-away',
	/** Who tests does not wait for ten minutes. */
	change: (workflow) => {
		workflow.nodes.find(({ name }) => name === 'Back in Ten Minutes?').parameters.timeLimit = 1;
	},
	async byHand({ run, emulator: { state, clock } }) {
		assert.deepEqual(reports(await run(), 'All There'), ['2 engines are in clusters, and all can be reached']);

		const engine = (name) => remoteEngines.all(state).find((each) => each.name === name);
		const away = { from: clock.now() - 60_000, to: Infinity };
		const { clusterId } = engine('Frankfurt 2');
		engine('Frankfurt 2').outages = [away];
		assert.deepEqual(reports(await run(), 'Alarm'), ['Frankfurt 2 has been away for ten minutes and was taken out of the cluster Frankfurt, which continues without it']);
		assert.equal(engine('Frankfurt 2').clusterId, undefined);
		assert.equal(engine('Frankfurt 1').clusterId, clusterId);

		// The last one stays in: no other could take over.
		engine('Frankfurt 1').outages = [away];
		assert.deepEqual(reports(await run(), 'Alarm at Once'), ['Frankfurt 1 has been away for ten minutes, and the cluster Frankfurt has no other engine: its tasks do not run']);
		assert.equal(engine('Frankfurt 1').clusterId, clusterId);

		engine('Frankfurt 1').outages = [{ from: away.from, to: clock.now() + 15_000 }];
		assert.deepEqual(reports(await run(), 'Came Back'), ['Frankfurt 1 came back']);
	},
};
