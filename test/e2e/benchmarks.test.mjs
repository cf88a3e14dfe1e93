/**
 * The benchmarks still run to their end: each part once, with few of everything, in the shared n8n;
 * and one measurement in a process of its own.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { N8n, TIMEOUT_MS } from '../../tools/demo/n8n.mjs';
import { root } from '../../tools/programs.mjs';
import { inProcesses } from '../bench/cli.mjs';
import { itemsOf, OURS } from '../bench/reads.mjs';
import { startServer } from '../bench/server.mjs';
import { start, workflow } from './support/build.mjs';

for (const part of ['reads', 'limits', 'pages', 'polls', 'load'])
	test(`the benchmark "${part}" runs to its end`, () => {
		// A process, because a part that waits for good can only be killed.
		const printed = execFileSync(
			process.execPath,
			[join(root, 'test/bench/run.mjs'), '--short', part],
			{ encoding: 'utf8', timeout: TIMEOUT_MS, killSignal: 'SIGKILL' },
		);
		assert.ok(printed.includes(`\n${part}\n\n| `), printed);
	});

test('the benchmark measures in a process of its own', { timeout: TIMEOUT_MS }, async () => {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-bench-'));
	const server = await startServer();
	try {
		const { prepare, measure } = inProcesses(await N8n.create({ userFolder }));
		await prepare(server.address, [
			{
				id: 'bench',
				active: false,
				settings: {},
				...workflow('bench', [start(), itemsOf('Items', 3), OURS('Work')]),
			},
		]);
		const { nodes, requests, tokens } = await measure(server, 'bench');
		assert.deepEqual(
			{ items: nodes.Work.items, requests, tokens },
			{ items: 3, requests: 3, tokens: 1 },
		);
	} finally {
		server.close();
		rmSync(userFolder, { recursive: true, force: true });
	}
});
