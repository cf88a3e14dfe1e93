/** Building: `dist/` is the package, `build/` what only this repository runs (emulator, demo, checks). */
const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { Transform } = require('node:stream');
const { dest, parallel, series, src } = require('gulp');

/** Runs a program of this project's dependencies. */
const run = (script, ...args) =>
	new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
		child.once('error', reject);
		child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${script} ended with ${code}`))));
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
const compile = () => tsc('tsconfig.build.json');
/** Indented with tabs, as the sources are: everybody who installs the package downloads this. */
const indent = () => src('dist/**/*.js').pipe(changed((text) => text.replace(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4)))).pipe(dest('dist'));
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const codex = () => src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: 'nodes' })
	.pipe(changed((text) => JSON.stringify(JSON.parse(text))))
	.pipe(dest('dist/nodes'));
const emulator = () => tsc('tsconfig.emulator.json');
const reference = () => run('scripts/reference.mjs');

exports.build = series(clean, parallel(series(compile, parallel(indent, icons, codex)), emulator), reference);
exports.package = series(clean, compile, parallel(indent, icons, codex));
exports.emulator = emulator;
exports.reference = reference;
exports.default = exports.build;
