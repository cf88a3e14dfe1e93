/**
 * `npm run test:queue`: the package in n8n's queue mode, main and two workers on Redis and
 * Postgres.
 * - tokens: exchanges of processes that share only the database
 * - executions: those whose worker is killed
 * - waits: executions that n8n stores while they wait, with kills
 * - memory: of executions that wait in the process
 * - triggers: main and worker are killed, and the events are compared with what happened on the
 *   platform
 *
 * `-- tokens` runs only that part.
 */
import { parseArgs } from 'node:util';

import { ensureN8n } from '../../tools/demo/n8n.mjs';
import { fail } from '../../tools/programs.mjs';
import { ensureBuild, ensureProject } from '../../tools/setup.mjs';

const PARTS = ['tokens', 'executions', 'waits', 'memory', 'triggers'];
const { positionals } = parseArgs({ allowPositionals: true });

try {
	const unknown = positionals.filter((part) => !PARTS.includes(part));
	if (unknown.length > 0)
		throw new Error(`There is no part ${unknown.join(', ')}: choose from ${PARTS.join(', ')}`);
	await ensureProject();
	await ensureBuild();
	await ensureN8n();
	const { ensureServers } = await import('./cluster.mjs');
	await ensureServers();
	let wrong = 0;
	const say = (holds, text) => {
		if (!holds) wrong++;
		console.log(`${holds ? 'ok ' : 'NOT'} ${text}`);
	};
	for (const part of positionals.length > 0 ? positionals : PARTS)
		await (await import(`./${part}.mjs`)).default(say);
	process.exit(wrong === 0 ? 0 : 1);
} catch (error) {
	fail(error);
}
