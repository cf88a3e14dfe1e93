/**
 * Each example workflow, run in the real n8n against the emulated platform as it was imported. What
 * it must have done stands in `workflows/<name>.expect.mjs` beside this file.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { root } from '../../scripts/setup.mjs';
import { exampleWorkflow, startStage } from './support/stage.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), 'workflows');
const expectations = readdirSync(folder).filter((name) => name.endsWith('.expect.mjs'));

let stage;
before(async () => {
	stage = await startStage();
});
after(async () => await stage?.close());

test('each example has its expectations', () => {
	const examples = readdirSync(join(root, 'workflows')).filter((name) => name.endsWith('.json'));
	assert.deepEqual(expectations.map((name) => name.replace('.expect.mjs', '.json')).sort(), examples.sort());
});

const isTrigger = ({ type }) => /(manualTrigger|Trigger)$/.test(type);

describe('example workflow', () => {
	for (const file of expectations)
		test(file.replace('.expect.mjs', ''), async () => {
			const expected = (await import(pathToFileURL(join(folder, file)))).default;
			const workflow = exampleWorkflow(expected.workflow);
			stage.emulator.reset();
			await expected.prepare?.(stage.platform);
			const { id } = await stage.n8n.workflow(workflow, [stage.credential]);
			const trigger = expected.trigger ?? workflow.nodes.find(isTrigger).name;
			const execution = await stage.n8n.run(id, trigger, { timeoutMs: expected.timeoutMs ?? 120_000 });
			assert.equal(execution.status, 'success', `${execution.error?.message}: ${execution.error?.description}`);
			await expected.check({ runData: execution.runData, emulator: stage.platform, fileOf: (binary) => stage.n8n.file(binary) });
			assert.deepEqual(stage.emulator.faults.unconsumed(), []);
		});
});
