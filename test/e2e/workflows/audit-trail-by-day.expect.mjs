/** The logs of one poll, on both sides of midnight, in a file for each day. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { root } from '../../../tools/programs.mjs';

const require = createRequire(import.meta.url);
const { addAuditLog } = require(join(root, 'build/emulator/areas/account/accountStore.js'));

export default {
	workflow: 'audit-trail-by-day',
	published: async ({ emulator: { state, clock }, executed, fileOf }) => {
		// Without the logs of n8n's own sign-ins.
		const midnight = Math.ceil(clock.now() / 86_400_000) * 86_400_000;
		const logs = [-30_000, -10_000, 10_000].map((offset, index) =>
			addAuditLog(state, midnight + offset, {
				eventCategory: 'test',
				eventOperation: 'create',
				request: { body: `{"number":${index}}` },
			}),
		);
		clock.advance(midnight + 60_000 - clock.now());
		const [execution] = await executed(1);
		const files = outputOf(execution, 'Daily File');
		const day = (time) => new Date(time).toISOString().slice(0, 10);
		assert.deepEqual(
			files.map(({ binary }) => binary.file.fileName),
			[midnight - 1, midnight].map((time) => `audit-${day(time)}-${execution.id}.jsonl`),
		);
		const texts = await Promise.all(
			files.map(async ({ binary }) => (await fileOf(binary.file)).toString('utf8')),
		);
		const lines = texts.map((text) =>
			text
				.trimEnd()
				.split('\n')
				.map((line) => JSON.parse(line)),
		);
		assert.deepEqual(
			lines.map((each) => each.map(({ eventId }) => eventId)),
			[[logs[0].logId, logs[1].logId], [logs[2].logId]],
		);
		assert.deepEqual(lines[1][0].request, logs[2].request);
	},
};
