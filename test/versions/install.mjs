/** Versions of n8n other than the demo's, each installed in its own folder, which is kept. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ensureDatabaseDriver, withNode } from '../../tools/demo/install.mjs';
import { npm, quietly, root, SetupTrouble } from '../../tools/programs.mjs';

const demo = join(root, 'tools/demo');
const manifest = JSON.parse(readFileSync(join(demo, 'package.json'), 'utf8'));
const ofDemo = manifest.dependencies.n8n;

const CACHE = join(demo, 'versions');

/**
 * Dependencies of n8n that are not used here: those that are not available everywhere in the
 * required version (xlsx comes from another server), and those whose newest version does not work
 * with an older n8n.
 */
const overridesOf = (version) =>
	byNumber(version, ofDemo) >= 0
		? { ...manifest.overrides, xlsx: '0.18.5' }
		: {
				linkedom: manifest.overrides.linkedom,
				xlsx: '0.18.5',
				'@langchain/langgraph-checkpoint': '1.0.0',
			};

/**
 * Installed next to an older n8n 2: peer dependencies are not installed, and it would find a
 * version of this package that is too old.
 */
const besides = (version) =>
	version.startsWith('2.') && byNumber(version, ofDemo) < 0
		? { '@opentelemetry/core': '2.1.0' }
		: {};

const shell = process.platform === 'win32';
const ask = (...args) =>
	execFileSync(npm, [...args, '--json'], {
		encoding: 'utf8',
		shell,
		stdio: ['ignore', 'pipe', 'ignore'],
	});

const byNumber = (a, b) => {
	const [left, right] = [a, b].map((version) => version.split('.').map(Number));
	return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
};

/** The versions of n8n in the registry, oldest first. */
export function knownVersions() {
	return JSON.parse(ask('view', 'n8n', 'versions'))
		.filter((version) => /^\d+\.\d+\.\d+$/.test(version))
		.sort(byNumber);
}

const lineOf = (version) => version.split('.').slice(0, 2).join('.');

/**
 * The matching versions, best first: for "newest" the newest of all, for "1.123" its newest, for
 * "2" the newest of all 2.x, for "2.9" the newest of each higher minor version if the registry has
 * no 2.9.
 */
export function resolve(wanted, known = knownVersions()) {
	if (wanted === 'newest') return known.toReversed();
	const meant = known.filter((version) => version === wanted || version.startsWith(`${wanted}.`));
	if (meant.length > 0) return meant.toReversed();
	const next = known.filter((version) => byNumber(version, `${wanted}.0.0`) > 0);
	if (next.length === 0) throw new SetupTrouble(`Your npm registry has no n8n ${wanted}.`);
	return next.filter((version, index) => lineOf(version) !== lineOf(next[index + 1] ?? ''));
}

/**
 * How many versions are tried if the newest cannot be installed: a registry may not have all of its
 * dependencies yet.
 */
const TRIED = 3;

/**
 * Installs the first of these versions that can be installed.
 * @returns the version and its folder
 */
export async function ensureOneOf(versions) {
	for (const version of versions.slice(0, TRIED))
		try {
			return { version, home: await ensureVersion(version) };
		} catch (error) {
			if (!(error instanceof SetupTrouble)) throw error;
			console.log(
				`n8n ${version} cannot be installed: ${/notarget (No matching .*)/.exec(error.message)?.[1] ?? error.message.trim().split('\n').at(-1)}`,
			);
		}
	throw new SetupTrouble(`None of n8n ${versions.slice(0, TRIED).join(', ')} can be installed.`);
}

/**
 * Installs a version unless that has been done already.
 * @returns its folder; the demo's version is
 * installed anyway
 */
async function ensureVersion(version) {
	if (version === ofDemo) return demo;
	const folder = join(CACHE, version);
	const stamp = join(folder, '.installed');
	if (existsSync(stamp)) return folder;
	mkdirSync(folder, { recursive: true });
	writeFileSync(
		join(folder, 'package.json'),
		JSON.stringify(
			{
				name: 'n8n-of-another-version',
				private: true,
				dependencies: { n8n: version, ...besides(version) },
				overrides: overridesOf(version),
			},
			null,
			'\t',
		),
	);
	await quietly(
		`Installing n8n ${version} (takes a few minutes) `,
		npm,
		[
			'install',
			'--legacy-peer-deps',
			'--ignore-scripts',
			'--no-audit',
			'--no-fund',
			'--no-package-lock',
		],
		{ cwd: folder, shell, env: withNode(process.env) },
	);
	await ensureDatabaseDriver(folder);
	writeFileSync(stamp, version);
	return folder;
}
