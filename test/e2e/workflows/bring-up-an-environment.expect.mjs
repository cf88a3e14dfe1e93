/**
 * A new environment is connected to a dynamic engine, and the manifest of the engine contains it.
 */
import { strFromU8, unzipSync } from 'fflate';
import assert from 'node:assert/strict';

const itemsOf = (runData, node) => runData[node].flatMap((run) => run.data.main[0]);

export default {
	workflow: 'bring-up-an-environment',

	async check({ runData, emulator, fileOf }) {
		const [{ json: connected }] = itemsOf(runData, 'Connect and Wait');
		assert.equal(connected.outcome, 'connected');
		assert.equal(connected.location, connected.linkId);
		const [{ json: report }] = itemsOf(runData, 'Report');
		assert.equal(
			report.report,
			`${connected.name} is connected: job-server RUNNING. The manifest is europe-west-1.2.0.zip`,
		);
		const [{ binary }] = itemsOf(runData, 'Manifest');
		const files = unzipSync(await fileOf(binary.manifest));
		assert.match(
			strFromU8(files[`environments/${connected.environmentId}.yaml`]),
			new RegExp(`linkId: "${connected.linkId}"`),
		);
		const log = await (await fetch(`${emulator}/__emulator/log`)).json();
		const connections = log.filter(
			({ operation }) =>
				operation === 'POST /orchestration/dynamic-engine-environments/{environmentId}/connection',
		);
		assert.equal(connections.length, 1);
	},
};
