/**
 * The build: `dist/` is the package, `build/` is what only this repository uses (emulator, demo,
 * checks).
 */
const { dest, parallel, series, src } = require('gulp');
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { mkdir, readdir, rm } = require('node:fs/promises');
const { join } = require('node:path');
const { Transform } = require('node:stream');

/** Runs a program of this project's dependencies. */
const run = (script, ...args) =>
	new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
		child.once('error', reject);
		child.once('exit', (code) =>
			code === 0 ? resolve() : reject(new Error(`${script} ended with ${code}`)),
		);
	});
const tsc = (project) => run(require.resolve('typescript/bin/tsc'), '-p', project);

const clean = () => rm('dist', { recursive: true, force: true });
/** Changes the text of each file. */
const changed = (change) =>
	new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			file.contents = Buffer.from(change(file.contents.toString()));
			done(null, file);
		},
	});
const bundle = async () => await (await import('./tools/build/bundle.mjs')).bundle();
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const codex = () =>
	src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: 'nodes' })
		.pipe(changed((text) => JSON.stringify(JSON.parse(text))))
		.pipe(dest('dist/nodes'));
/**
 * Removes what was built from files that have moved: a module of that name would be loaded instead
 * of the folder that has replaced it.
 */
const cleanMoved = async () => {
	await mkdir('build', { recursive: true });
	const files = await readdir('build', { recursive: true });
	const moved = files.filter(
		(file) => file.endsWith('.js') && !existsSync(file.replace(/\.js$/, '.ts')),
	);
	await Promise.all(moved.map(async (file) => await rm(join('build', file))));
};
const compileEmulator = () => tsc('tsconfig.emulator.json');
const emulator = series(cleanMoved, compileEmulator);
const reference = () => run('tools/reference/write.mjs');

exports.build = series(clean, parallel(bundle, icons, codex, emulator), reference);
exports.default = exports.build;
exports.emulator = emulator;
exports.package = series(clean, parallel(bundle, icons, codex));
exports.reference = reference;
