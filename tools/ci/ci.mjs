/**
 * What `.ci/run` does. Each step begins when the steps that it depends on have succeeded; two steps
 * run at a time. The output of a step appears when it has ended, and the names of running steps
 * every minute. The first step that fails ends all of them.
 */
import { fail, npm } from '../programs.mjs';
import { checkNode } from '../setup.mjs';
import { secondsSince, Steps } from './steps.mjs';

const startedAt = Date.now();
const steps = new Steps(({ name, outcome, seconds, text }) => {
	console.log(`\n=== ${name}: ${outcome} (${seconds} s, ${secondsSince(startedAt)} s so far)`);
	process.stdout.write(text);
});

const node = (name, file, args, options) =>
	steps.run(name, [process.execPath, file, ...args], options);

const script = (name, args, options) => steps.run(name, [npm, 'run', '-s', ...args], options);

/**
 * Begins all steps.
 * @returns what `run` returned for each
 */
function begin() {
	const project = node('Set-up of the project', 'tools/ci/ciSetup.mjs', ['project']);
	const build = node('Build', 'tools/build/build.mjs', ['--check'], { after: [project] });
	const types = script('Types', ['types'], { after: [build] });
	const lint = script('Lint', ['lint'], { after: [types] });
	const tests = script('Tests', ['test', '--', '--ci'], { after: [lint] });
	const vendor = script(
		'Operations, on a platform that follows the OpenAPI files',
		['test:dialect', '--', 'vendor', '--ci'],
		{ after: [tests] },
	);

	const n8n = node('Set-up of n8n', 'tools/ci/ciSetup.mjs', ['n8n']);
	const inN8n = script('In the real n8n', ['test:e2e'], { after: [n8n, build] });
	const demo = script('Demo, headless', ['start', '--', '--headless'], { after: [inN8n] });
	const pack = script('Package', ['check:package'], { after: [demo] });
	// Elsewhere, the platform that others have seen answers as these files say.
	const areas = 'clients,observability,orchestration,processing';
	const field = script(
		'Operations, on a platform as others have seen it',
		['test:dialect', '--', 'field', '--areas', areas, '--ci'],
		{ after: [tests, pack] },
	);
	return [project, build, types, lint, tests, vendor, n8n, inN8n, demo, pack, field];
}

async function main() {
	checkNode();
	const clock = setInterval(
		() => console.log(`… ${secondsSince(startedAt)} s so far: ${steps.running.join(', ')}`),
		60_000,
	);
	const begun = begin();
	const wrong = await Promise.all(begun).then(
		() => undefined,
		(error) => error.message,
	);
	clearInterval(clock);
	steps.stop();
	await Promise.allSettled(begun);
	console.log(
		`\n=== ${wrong === undefined ? 'Done' : `Not done: ${wrong}`} (${secondsSince(startedAt)} s)`,
	);
	process.exit(wrong === undefined ? 0 : 1);
}

main().catch(fail);
