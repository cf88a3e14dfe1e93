/**
 * n8n's packages as one file each. Otherwise, each test file would load the 1,700 modules of
 * n8n-core and of what it imports, which was a third of the time that loading took.
 */
const { build } = require('esbuild');
const { existsSync, renameSync, statSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../..');
const folder = join(root, 'node_modules/.cache/n8n-bundles');
const PACKAGES = ['n8n-workflow', 'n8n-core'];
/** What tests import as well, or replace: there must be only one of each. */
const SHARED = ['n8n-workflow', '@n8n/di', '@n8n/utils/sleep', 'luxon', 'reflect-metadata', 'zod'];

/** For jest's `moduleNameMapper`. */
exports.bundledModules = { [`^(${PACKAGES.join('|')})$`]: join(folder, '$1.cjs') };

const changedAt = (file) => statSync(file).mtimeMs;

/** Bundles the packages, unless this was done since they were installed and this file changed. */
exports.bundleN8n = async () => {
	const installedAt = changedAt(join(root, 'node_modules/.package-lock.json'));
	const neededSince = Math.max(installedAt, changedAt(join(__dirname, 'n8nBundles.cjs')));
	await Promise.all(
		PACKAGES.map(async (name) => {
			const file = join(folder, `${name}.cjs`);
			if (existsSync(file) && changedAt(file) > neededSince) return;
			const partialFile = `${file}.${process.pid}`;
			await build({
				// What imports the package while it is loaded (n8nSleep.ts) keeps the same object.
				stdin: {
					contents: `exports.__esModule = true; Object.assign(exports, require('${name}'));`,
					resolveDir: root,
				},
				bundle: true,
				platform: 'node',
				// n8n recognizes some errors by the names of their classes.
				keepNames: true,
				external: [...SHARED.filter((module) => module !== name), '*.node'],
				outfile: partialFile,
				logLevel: 'error',
			});
			// Another run may load the file meanwhile.
			renameSync(partialFile, file);
		}),
	);
};
