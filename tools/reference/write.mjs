/**
 * Generates pages from the built declarations: the reference, the permission that each operation
 * needs, and the facts of the interface that are tested. `--check` only reports whether they are up
 * to date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const { generatedFiles } = createRequire(import.meta.url)(
	join(root, 'build/tools/reference/index.js'),
);

const docs = join(root, 'docs');
const files = generatedFiles();
const check = process.argv.includes('--check');

/** Pages of resources that no longer exist. */
const left = readdirSync(join(docs, 'reference'), { recursive: true, encoding: 'utf8' })
	.map((name) => `reference/${name.replaceAll('\\', '/')}`)
	.filter((name) => /\.\w+$/.test(name) && !files.has(name));

const stale = [...files].filter(
	([name, text]) =>
		!existsSync(join(docs, name)) || readFileSync(join(docs, name), 'utf8') !== text,
);

if (check) {
	for (const wrong of [...left, ...stale.map(([name]) => name)])
		console.error(
			`docs/${wrong} does not match the declarations: run "npm run build" and commit it`,
		);
	if (left.length + stale.length > 0) process.exit(1);
} else {
	for (const name of left) rmSync(join(docs, name));
	for (const [name, text] of stale) {
		mkdirSync(dirname(join(docs, name)), { recursive: true });
		writeFileSync(join(docs, name), text);
	}
}
