/** Runs in steps, such as `.ci/run`: what begins when, and what ends with what. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const STEPS = join(__dirname, '../../../tools/ci/steps.mjs');

/** A program of steps; each prints its name and how it ended. `node` runs a step of JavaScript. */
const program = (code: string) =>
	`import { Steps } from ${JSON.stringify(STEPS)};
	const steps = new Steps(({ name, outcome, text }) => console.log(name + ': ' + outcome + ' ' + text));
	const node = (name, script, options) => steps.run(name, [process.execPath, '-e', script], options);
	${code}`;

function begun(code: string) {
	const child = spawn(process.execPath, ['--input-type=module', '-e', program(code)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let output = '';
	child.stdout.on('data', (data) => (output += String(data)));
	return {
		child,
		ended: once(child, 'close').then(([status]) => ({ status: status as unknown, output })),
	};
}

test('a step begins after its predecessors have succeeded and their output has been printed', async () => {
	const { ended } = begun(`
		const first = node('first', 'setTimeout(() => console.log(1), 300)');
		await node('second', 'console.log(2)', { after: [first] });
	`);
	expect(await ended).toEqual({
		status: 0,
		output: 'first: done 1\n\nsecond: done 2\n\n',
	});
});

test('no later step begins after a step that does not succeed', async () => {
	const { ended } = begun(`
		const first = node('first', 'process.exit(3)');
		const third = node('third', '', { after: [node('second', '', { after: [first] })] });
		await third.catch((error) => console.log(error.message));
	`);
	expect(await ended).toEqual({
		status: 0,
		output: 'first: ended with 3 \nfirst ended with 3\n',
	});
});

let folder: string;
let note: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'steps-'));
	note = join(folder, 'note');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program that notes when it begins, takes long, and notes when it is ended. */
const longProgram = () => {
	const notes = (what: string) =>
		`require('node:fs').writeFileSync(${JSON.stringify(note)}, '${what}');`;
	return `process.on('SIGTERM', () => { ${notes('ended')} process.exit(); });
		${notes('begun')}
		setTimeout(() => console.log('not ended'), 30_000);`;
};
const untilNoted = async (what: string) => {
	while (!existsSync(note) || readFileSync(note, 'utf8') !== what) await setTimeout(20);
};

test('steps that are stopped end what they have started, instead of beginning more', async () => {
	const parent = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(longProgram())}], { stdio: 'inherit' })`;
	const { child, ended } = begun(`
		process.once('SIGUSR2', () => steps.stop());
		await node('first', ${JSON.stringify(parent)}).catch(() => undefined);
		await node('second', '').catch((error) => console.log(error.message));
	`);
	await untilNoted('begun');
	child.kill('SIGUSR2');
	// A step has ended when nothing that it has started can print any more.
	expect(await ended).toEqual({ status: 0, output: 'first: stopped \nsecond was not begun\n' });
});

test.each(['SIGINT', 'SIGTERM'] as const)(
	'the signal %s ends what the steps have started',
	async (signal) => {
		const { child, ended } = begun(
			`await node('first', ${JSON.stringify(longProgram())}).catch(() => undefined);`,
		);
		await untilNoted('begun');
		child.kill(signal);
		expect((await ended).status).toBe(130);
		await untilNoted('ended');
	},
);
