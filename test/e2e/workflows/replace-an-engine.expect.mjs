/** The old engine goes only after the new one is in its place. */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { remoteEngines } from '../support/stage.mjs';

export default {
	workflow: 'replace-an-engine',
	fast: true,
	async manually({ emulator: { state, log }, run }) {
		const engine = (name) => remoteEngines.all(state).find((each) => each.name === name);
		const { clusterId } = engine('Frankfurt 2');
		const execution = await run();
		assert.match(
			outputOf(execution, 'Report')
				.map(({ json }) => json.report)
				.join('\n'),
			/^Frankfurt 3 is available and has replaced Frankfurt 2 in the cluster Frankfurt \(Production\) at \d\d:\d\d$/,
		);
		const [{ json: created }] = outputOf(execution, 'Install With Its Key');
		assert.equal(created.preAuthorizedKey, engine('Frankfurt 3').key);
		assert.equal(engine('Frankfurt 3').clusterId, clusterId);
		assert.equal(engine('Frankfurt 2'), undefined);
		const changed = log
			.filter(({ method, path }) => method !== 'GET' && /remote-engine/.test(path))
			.map(({ method }) => method);
		assert.deepEqual(changed, ['POST', 'PUT', 'DELETE', 'DELETE', 'DELETE']);
	},
};
