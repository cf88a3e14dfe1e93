/** An engine that does not come back leaves its cluster, and the alarm is raised. */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { remoteEngines } from '../support/stage.mjs';

const reports = (execution, node) => outputOf(execution, node).map(({ json }) => json.report);

const TRIGGER = 'When an Engine Is Unavailable';

export default {
	workflow: 'engine-stays-away',
	/** A test does not wait for ten minutes. */
	change: (workflow) => {
		const { parameters } = workflow.nodes.find(({ name }) => name === TRIGGER);
		assert.equal(parameters.minutes, 10);
		parameters.minutes = 0;
	},
	/** Executed manually in the demo. */
	async manually({ run }) {
		assert.deepEqual(reports(await run(), 'Available Again').sort(), [
			'Frankfurt 1 (Production) is available',
			'Frankfurt 2 (Production) is available',
		]);
	},
	async published({ emulator: { state, clock }, executed }) {
		const engine = (name) => remoteEngines.all(state).find((each) => each.name === name);
		const { clusterId } = engine('Frankfurt 2');
		engine('Frankfurt 2').outages = [{ from: clock.now(), to: Infinity }];
		const [first] = await executed(1);
		const [alarm, ...others] = reports(first, 'Alarm');
		assert.match(
			alarm,
			/^Frankfurt 2 \(Production\) became unavailable at \d\d:\d\d\. It was removed from the cluster Frankfurt, which continues without it\. Start it again, then put it back$/,
		);
		assert.deepEqual(others, []);
		assert.equal(engine('Frankfurt 2').clusterId, undefined);
		assert.equal(engine('Frankfurt 1').clusterId, clusterId);

		// The last one stays in the cluster: otherwise no task could run.
		engine('Frankfurt 1').outages = [{ from: clock.now(), to: Infinity }];
		const second = (await executed(2)).find(({ id }) => id !== first.id);
		assert.match(
			reports(second, 'Alarm Only').join('\n'),
			/^Frankfurt 1 \(Production\) became unavailable at \d\d:\d\d, and no other engine of the cluster Frankfurt can be reached: its tasks do not run\. Start one of them again$/,
		);
		assert.equal(engine('Frankfurt 1').clusterId, clusterId);

		engine('Frankfurt 1').outages = [];
		engine('Frankfurt 2').outages = [];
		const third = (await executed(3)).find(({ id }) => id !== first.id && id !== second.id);
		const [one, two, ...more] = reports(third, 'Available Again').sort();
		assert.match(
			one,
			/^Frankfurt 1 \(Production\) is available again at \d\d:\d\d: it was unavailable for [^.]+$/,
		);
		assert.match(
			two,
			/^Frankfurt 2 \(Production\) is available again at \d\d:\d\d: it was unavailable for [^.]+\. It is in no cluster: put it back$/,
		);
		assert.deepEqual(more, []);
	},
};
