/**
 * `npm run build`: sets up what is missing on a fresh clone, then runs the tasks of gulpfile.js,
 * which build `dist/`, `build/` and the reference. With `--check`, as in `.ci/run`, it fails if the
 * pages in docs/ were not generated from these declarations.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { fail, root, SetupTrouble } from '../programs.mjs';
import { checkNode, ensureProject, noteBuild } from '../setup.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

function build() {
	const gulp = join(root, 'node_modules/gulp/bin/gulp.js');
	const { status } = spawnSync(process.execPath, [gulp, 'build'], { cwd: root, stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
	noteBuild();
}

const readme = () => readFileSync(join(root, 'README.md'), 'utf8');

/**
 * Refuses pages that are not committed as they were generated.
 * @param before the README before the build, of which only the numbers are generated
 */
function checkPages(before) {
	const changed = git('status', '--porcelain', '--', 'docs');
	if (changed === '' && readme() === before) return;
	console.log(git('--no-pager', 'diff', '--stat', '--', 'docs', 'README.md'));
	throw new SetupTrouble(
		`The generated pages do not match the declarations: run "npm run build" and commit them.\n${changed}`,
	);
}

try {
	checkNode();
	await ensureProject();
	const before = readme();
	build();
	if (process.argv.includes('--check')) checkPages(before);
} catch (error) {
	fail(error);
}
