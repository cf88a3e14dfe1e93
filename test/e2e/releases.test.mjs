/**
 * The workflow that each release saved (test/releases): it still loads, and asks the platform for
 * the same. `npm run release:rehearse` records it.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { root } from '../../tools/programs.mjs';
import { requestsOf } from '../../tools/release/everyNode.mjs';
import { START } from './support/build.mjs';
import { startStage } from './support/stage.mjs';

let stage;
before(async () => {
	stage = await startStage();
});
after(async () => await stage?.close());

for (const file of readdirSync(join(root, 'test/releases')))
	test(`the workflow that ${file.replace('.json', '')} saved still runs`, async () => {
		const { version, workflow, requests } = JSON.parse(
			readFileSync(join(root, 'test/releases', file), 'utf8'),
		);
		const { id } = await stage.n8n.workflow({ ...workflow, name: `Saved by ${version}` }, [
			stage.credential,
		]);
		stage.emulator.log.length = 0;
		const execution = await stage.n8n.run(id, START);
		assert.equal(execution.status, 'success', execution.error?.message);
		// Without what JSON does not have.
		assert.deepEqual(JSON.parse(JSON.stringify(requestsOf(stage.emulator.log))), requests);
	});
