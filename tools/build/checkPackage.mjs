/**
 * Packs the package and checks the tarball as n8n's verification would: its contents, its
 * manifest, its size, and the rules of n8n's own scanner on the sources and on what is packed,
 * with inline comments that switch rules off ignored.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fail, npm, root, SetupTrouble } from '../programs.mjs';
import { ensureBuild, ensureProject } from '../setup.mjs';
import { relativeTargets, stagePackage } from './pack.mjs';

/**
 * The tarball is this small so that n8n installs it quickly. It contains the inputs of the nodes as
 * JSON (60 kB), so that n8n need not load the code of the nodes when it starts, and the library
 * that reads and writes YAML (30 kB).
 */
const MAX_BYTES = 424_000;
/** What a verified package may import at run time besides its own files. */
const IMPORTS = [
	'n8n-workflow',
	'zod',
	'zod/v4',
	'lodash',
	'luxon',
	'moment',
	'p-limit',
	'node:crypto',
	'crypto',
];

const { scripts: ownScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const findings = [];
const expect = (holds, finding) => {
	if (!holds) findings.push(finding);
};

function filesIn(folder, prefix = '') {
	return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
		const path = prefix ? `${prefix}/${entry.name}` : entry.name;
		return entry.isDirectory() ? filesIn(folder, path) : [path];
	});
}

/**
 * Packs the package.
 * @returns its sizes, and the folder into which it is unpacked again
 */
function packAndUnpack(scratch) {
	const staged = join(scratch, 'staged');
	stagePackage(staged);
	const packed = execFileSync(
		npm,
		['pack', staged, '--json', '--ignore-scripts', '--pack-destination', scratch],
		{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
	);
	const [{ filename, size, unpackedSize }] = JSON.parse(packed);
	const tarball = join(scratch, filename);
	expect(
		statSync(tarball).size <= MAX_BYTES,
		`the tarball has ${size} bytes, more than ${MAX_BYTES}`,
	);
	execFileSync('tar', ['-xzf', tarball, '-C', scratch]);
	return { unpacked: join(scratch, 'package'), size, unpackedSize };
}

/** What belongs in the package, and nothing else. */
function checkFiles(files) {
	for (const file of files) {
		expect(
			/^(dist\/.+|README\.md|LICENSE|package\.json|index\.js)$/.test(file),
			`${file} does not belong in the package`,
		);
		expect(!/\.(ts|map|tsbuildinfo)$/.test(file), `${file} is not needed at run time`);
	}
	for (const file of ['README.md', 'LICENSE', 'package.json', 'index.js'])
		expect(files.includes(file), `${file} is missing`);
}

function checkReadme(unpacked) {
	const page = relativeTargets(readFileSync(join(unpacked, 'README.md'), 'utf8'));
	expect(
		page.length === 0,
		`the packed README has links that only work in the repository: ${page.join(', ')}`,
	);
}

function checkManifest(manifest) {
	for (const field of ['description', 'homepage', 'repository', 'bugs', 'author'])
		expect(manifest[field], `the page of the package has no ${field}`);
	for (const field of ['dependencies', 'optionalDependencies', 'bundledDependencies', 'overrides'])
		expect(!manifest[field], `the package must not have ${field}`);
	expect(
		JSON.stringify(manifest.peerDependencies) === '{"n8n-workflow":"*"}',
		'the peer dependencies must be n8n-workflow "*" alone',
	);
	for (const field of ['scripts', 'devDependencies'])
		expect(!manifest[field], `the package has ${field}, which only who changes it needs`);
	// Those of the repository would run where somebody installs from there.
	for (const name of ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'])
		expect(!ownScripts[name], `package.json must not have a script ${name}`);
	expect(manifest.license === 'MIT', 'the license is not MIT');
	expect(
		manifest.keywords.includes('n8n-community-node-package'),
		'the keyword n8n-community-node-package is missing',
	);
}

/**
 * Nodes and credentials are packed and named in the manifest, and can be loaded without the code
 * that runs operations.
 */
function checkEntries(unpacked, files, { nodes, credentials }) {
	const entries = [...nodes, ...credentials];
	for (const file of entries)
		expect(files.includes(file), `${file} is named in package.json but not packed`);
	for (const file of files.filter((name) => /\.(node|credentials)\.js$/.test(name)))
		expect(entries.includes(file), `${file} is packed but not named in package.json`);
	const require = createRequire(join(unpacked, 'package.json'));
	for (const file of entries) {
		const { description, properties = description.properties } = new (require(`./${file}`)[
			file.split('/').at(-1).split('.')[0]
		])();
		expect(properties.length > 1, `${file} has no inputs`);
	}
	expect(
		!Object.keys(require.cache).some((path) => path.endsWith('talendCloud.js')),
		'the code of the nodes is loaded before one is used',
	);
}

function checkImports(unpacked, files) {
	for (const file of files.filter((name) => name.endsWith('.js') && name !== 'index.js')) {
		const text = readFileSync(join(unpacked, file), 'utf8');
		for (const [, name] of text.matchAll(/require\("([^"]+)"\)/g))
			expect(name.startsWith('.') || IMPORTS.includes(name), `${file} imports ${name}`);
	}
}

/** n8n's own scanner. */
async function scan(unpacked) {
	const { analyzePackage, SOURCE_FILE_PATTERNS } =
		await import('@n8n/scan-community-package/scanner/scanner.mjs');
	for (const [folder, patterns, what] of [
		[root, SOURCE_FILE_PATTERNS, 'sources'],
		[unpacked, ['**/*.js', 'package.json'], 'tarball'],
	]) {
		const { passed, message, details } = await analyzePackage(folder, patterns);
		expect(passed, `n8n's scanner on the ${what}: ${message}\n${details ?? ''}`);
	}
}

async function main() {
	await ensureProject();
	await ensureBuild();
	const scratch = mkdtempSync(join(tmpdir(), 'n8n-package-'));
	try {
		const { unpacked, size, unpackedSize } = packAndUnpack(scratch);
		const files = filesIn(unpacked);
		const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
		// As in n8n, where n8n-workflow and its dependencies are already loaded.
		symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'), 'junction');
		checkFiles(files);
		checkReadme(unpacked);
		checkManifest(manifest);
		checkEntries(unpacked, files, manifest.n8n);
		checkImports(unpacked, files);
		await scan(unpacked);
		if (findings.length > 0)
			throw new SetupTrouble(
				`${findings.join('\n')}\n\n${findings.length} findings in the package.`,
			);
		console.log(
			`The package meets the rules of n8n's verification, except that it has more than one regular node: ${files.length} files, ${size} bytes packed, ${unpackedSize} unpacked, 0 findings`,
		);
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

main().then(() => process.exit(0), fail);
