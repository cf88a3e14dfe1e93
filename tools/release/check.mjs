/**
 * `npm run release:check`: whether everything that only a person can decide about a release has
 * been decided: the real repository, author and owner (`tools/release/owner.json`), a version with
 * its changes. `-- --write` puts what owner.json says into all other files.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { fail, root } from '../programs.mjs';

/** What owner.json says as long as nobody has decided. */
const UNDECIDED = {
	repository: 'https://github.com/n8n-nodes-talend-cloud/n8n-nodes-talend-cloud',
	author: 'The n8n-nodes-talend-cloud maintainers',
	email: 'maintainers@users.noreply.github.com',
	codeOwners: '@n8n-nodes-talend-cloud/maintainers',
};

const OWNER = 'tools/release/owner.json';

const read = (path) => readFileSync(join(root, path), 'utf8');
const git = (...args) =>
	execFileSync('git', args, {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	}).trim();

/** What to look for: an address is written with and without its scheme. */
const shortest = (value) => value.replace('https://', '');

/** What the files of the repository say now. */
function stated() {
	const { homepage, author } = JSON.parse(read('package.json'));
	return {
		repository: homepage,
		author: author.name,
		email: author.email,
		codeOwners: read('.github/CODEOWNERS').trim().split(/\s+/).at(-1),
	};
}

/** The files that contain one of these values. */
const filesWith = (values) => {
	try {
		return git(
			'grep',
			'-lIF',
			...values.flatMap((value) => ['-e', shortest(value)]),
			'--',
			'.',
			':!tools/release',
		).split('\n');
	} catch {
		return [];
	}
};

/**
 * Puts the owner's values into all files that have the ones before.
 * @returns the files
 */
function write(owner) {
	const before = stated();
	const files = filesWith(Object.values(before));
	for (const file of files) {
		const changed = Object.entries(before).reduce(
			(text, [name, value]) => text.replaceAll(shortest(value), shortest(owner[name])),
			read(file),
		);
		writeFileSync(join(root, file), changed);
	}
	return files;
}

/** What is still to be done, in words. */
function missing(owner) {
	const found = [];
	const now = stated();
	for (const [name, value] of Object.entries(owner)) {
		if (value === UNDECIDED[name]) found.push(`${OWNER}: ${name} is not the real one yet`);
		if (now[name] !== value)
			found.push(
				`the files say ${name} ${now[name]}, not ${value}: run "npm run release:check -- --write"`,
			);
	}
	let origin = '';
	try {
		origin = git('remote', 'get-url', 'origin')
			.replace(/^git@github\.com:/, 'https://github.com/')
			.replace(/\.git$/, '');
	} catch {
		// A clone without a remote.
	}
	if (origin !== owner.repository)
		found.push(`this clone comes from ${origin || 'nowhere'}, not from ${owner.repository}`);
	const { version } = JSON.parse(read('package.json'));
	const changes = read('CHANGELOG.md').split(/^## /m);
	if (!changes.some((section) => section.startsWith(`[${version}] - `)))
		found.push(`CHANGELOG.md has no section for ${version} with its date`);
	const unreleased = changes.find((section) => section.startsWith('[Unreleased]'));
	if (/^- /m.test(unreleased ?? ''))
		found.push(
			'CHANGELOG.md has changes under Unreleased: move them to the version, and raise it in package.json',
		);
	return found;
}

try {
	const owner = JSON.parse(read(OWNER));
	if (process.argv.includes('--write'))
		for (const file of write(owner)) console.log(`written: ${file}`);
	const found = missing(owner);
	for (const each of found) console.log(`NOT ${each}`);
	console.log(
		found.length === 0
			? 'Ready to release.'
			: `\n${found.length} things to do before a release: docs/project/releasing.md`,
	);
	process.exit(found.length === 0 ? 0 : 1);
} catch (error) {
	fail(error);
}
