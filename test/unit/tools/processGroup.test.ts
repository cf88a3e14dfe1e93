/**
 * Programs that start others, as n8n does: nothing of them stays when the process that started them
 * ends.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const MODULE = join(__dirname, '../../../tools/demo/processGroup.mjs');

/** Starts another process, prints the numbers of both, and runs for ten minutes. */
const PROGRAM = `
	const other = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600000)']);
	console.log(process.pid + ' ' + other.pid);
	setTimeout(() => {}, 600000);
`;
const starter = (ending: string) => `
	import { spawnGroup } from ${JSON.stringify(MODULE)};
	const child = spawnGroup(process.execPath, ['-e', ${JSON.stringify(PROGRAM)}], { stdio: ['ignore', 'pipe', 'inherit'] });
	child.stdout.once('data', (data) => { process.stdout.write(data); ${ending} });
`;

/**
 * Whether a process runs. One that has ended keeps its number until its parent asks for its end;
 * where that is a process of somebody else, it may never.
 */
const isRunning = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
	} catch (error) {
		// A system without these files has answered the signal.
		return (error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync('/proc/self/stat');
	}
};

/** How long the processes may take to end, on a machine with much else to do. */
const ENDED_WITHIN_MS = 30_000;

/** Waits until none of the processes runs. */
async function expectEnded(pids: number[]) {
	const until = Date.now() + ENDED_WITHIN_MS;
	while (pids.some(isRunning) && Date.now() < until) await setTimeout(50);
	expect(pids.filter(isRunning)).toEqual([]);
}

async function started(ending = '') {
	const child = spawn(process.execPath, ['--input-type=module', '-e', starter(ending)], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [line] = (await once(child.stdout, 'data')) as [Buffer];
	return { child, pids: String(line).trim().split(' ').map(Number) };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
	'a program and its children end with a process that gets %s',
	async (signal) => {
		const { child, pids } = await started();
		expect(pids).toHaveLength(2);
		expect(pids.filter(isRunning)).toEqual(pids);
		child.kill(signal);
		await expectEnded(pids);
	},
);

test('a program and its children end with a process that exits or fails', async () => {
	const { pids } = await started('setTimeout(() => process.exit(3), 100)');
	expect(pids).toHaveLength(2);
	await expectEnded(pids);
	const failing = await started("setTimeout(() => { throw new Error('on purpose') }, 100)");
	expect(failing.pids).toHaveLength(2);
	await expectEnded(failing.pids);
});

test('a process that handles a signal itself decides when it exits', async () => {
	const { child, pids } = await started(
		"process.once('SIGTERM', () => setTimeout(() => process.exit(7), 300))",
	);
	child.kill('SIGTERM');
	const [code] = (await once(child, 'close')) as [number];
	expect(code).toBe(7);
	await expectEnded(pids);
});
