/**
 * What `.ci/run` does: each step begins when the steps that it needs have succeeded, two of them at a time. What a step
 * prints appears when it has ended; what is still running is printed every minute. The first step that does not succeed ends all.
 */
import { spawn } from 'node:child_process';

import { checkNode, fail, npm, root } from './setup.mjs';

/** For each step: what it runs, and the steps that must have succeeded before. Of those that could begin, the first one here does. */
const STEPS = {
	'Set-up of n8n': { run: ['node', 'tools/scripts/ci-setup.mjs', 'n8n'] },
	'Set-up of the project': { run: ['node', 'tools/scripts/ci-setup.mjs', 'project'] },
	Build: { run: ['node', 'tools/scripts/ci-build.mjs'], needs: ['Set-up of the project'] },
	'In the real n8n': { run: [npm, 'run', '-s', 'test:e2e'], needs: ['Build', 'Set-up of n8n'] },
	Types: { run: [npm, 'run', '-s', 'types'], needs: ['Set-up of the project'] },
	Lint: { run: [npm, 'run', '-s', 'lint'], needs: ['Set-up of the project'] },
	// All cases of the campaigns, of which `npm test` tries a part.
	Tests: { run: [npm, 'test', '--', '--ci'], env: { CAMPAIGNS: 'all' }, needs: ['Build'] },
	'Operations, on a platform that follows the vendor’s files': {
		run: [npm, 'run', '-s', 'test:dialect', '--', 'vendor', '--ci'],
		needs: ['Tests'],
	},
	// Elsewhere, the platform that others have seen answers as these files say.
	'Operations, on a platform as others have seen it': {
		run: [
			npm,
			'run',
			'-s',
			'test:dialect',
			'--',
			'field',
			'--areas',
			'clients,observability,orchestration,processing',
			'--ci',
		],
		needs: ['Tests'],
	},
	'Demo, headless': { run: [npm, 'start', '--', '--headless'], needs: ['Build', 'Set-up of n8n'] },
	Package: { run: [npm, 'run', '-s', 'check:package'], needs: ['Build'] },
};
const AT_ONCE = 2;

const startedAt = Date.now();
const seconds = (from = startedAt) => Math.round((Date.now() - from) / 1000);
const state = Object.fromEntries(Object.keys(STEPS).map((name) => [name, { stage: 'waits' }]));
const inStage = (stage) => Object.keys(STEPS).filter((name) => state[name].stage === stage);

/** Whether what still runs is being stopped. */
let ending = false;

/** Runs a step. @returns whether it succeeded */
async function performed(name) {
	const [command, ...args] = STEPS[name].run;
	const from = Date.now();
	// In a group of its own, so that all that it has started ends with it.
	const child = spawn(command, args, {
		cwd: root,
		env: { ...process.env, ...STEPS[name].env },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: process.platform !== 'win32',
	});
	Object.assign(state[name], { stage: 'runs', child, from });
	const printed = [];
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (data) => printed.push(data));
	const code = await new Promise((resolve) =>
		child
			.once('error', (error) => resolve(error.message))
			.once('close', (exit, signal) => resolve(exit ?? signal)),
	);
	state[name].stage = code === 0 ? 'done' : ending ? 'stopped' : 'wrong';
	console.log(
		`\n=== ${name}: ${code === 0 ? 'done' : ending ? 'stopped' : `ended with ${code}`} (${seconds(from)} s, ${seconds()} s so far)`,
	);
	process.stdout.write(Buffer.concat(printed));
	return code === 0;
}

function endAll() {
	ending = true;
	for (const name of inStage('runs'))
		try {
			process.kill(
				process.platform === 'win32' ? state[name].child.pid : -state[name].child.pid,
				'SIGTERM',
			);
		} catch (error) {
			if (error.code !== 'ESRCH') throw error;
		}
}

async function main() {
	checkNode();
	const clock = setInterval(
		() =>
			console.log(
				`… ${seconds()} s so far: ${inStage('runs')
					.map((name) => `${name} (${seconds(state[name].from)} s)`)
					.join(', ')}`,
			),
		60_000,
	);
	const running = new Map();
	for (;;) {
		const ready = inStage('waits').filter((name) =>
			(STEPS[name].needs ?? []).every((each) => state[each].stage === 'done'),
		);
		for (const name of ready.slice(0, AT_ONCE - running.size))
			running.set(
				name,
				performed(name).finally(() => running.delete(name)),
			);
		if (running.size === 0) break;
		await Promise.race(running.values());
		if (inStage('wrong').length > 0) break;
	}
	clearInterval(clock);
	endAll();
	await Promise.all(running.values());
	const [wrong] = inStage('wrong');
	console.log(`\n=== ${wrong === undefined ? 'Done' : `Not done: ${wrong}`} (${seconds()} s)`);
	process.exit(wrong === undefined ? 0 : 1);
}

for (const signal of ['SIGINT', 'SIGTERM'])
	process.once(signal, () => {
		endAll();
		process.exit(130);
	});
main().catch(fail);
