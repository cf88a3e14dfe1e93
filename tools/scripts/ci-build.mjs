/**
 * The step of `.ci/run` that builds everything, and checks that the pages in docs/ were generated
 * from these declarations.
 */
import { execFileSync } from 'node:child_process';

import { fail, root, SetupTrouble } from './setup.mjs';

const run = (command, args) =>
	execFileSync(command, args, {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});

try {
	run(process.execPath, ['tools/scripts/build.mjs']);
	const changed = run('git', ['status', '--porcelain', '--', 'docs']);
	if (changed !== '') {
		console.log(run('git', ['--no-pager', 'diff', '--stat', '--', 'docs']));
		throw new SetupTrouble(
			`docs/ does not match the declarations: run "npm run build" and commit docs/.\n${changed}`,
		);
	}
	run(process.execPath, ['tools/scripts/reference.mjs', '--check']);
} catch (error) {
	fail(error);
}
