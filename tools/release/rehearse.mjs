/**
 * `npm run release:rehearse`: a release from end to end on this machine. The package is published
 * to a registry as the workflow does it, except for the provenance, which only GitHub can sign; its
 * page is rendered. A real n8n that has no other registry and no internet installs it from its own
 * page in a browser; a workflow with every node runs and every trigger is published; a next version
 * that really differs is published and *Update* is pressed; workflow, state of the triggers and
 * credential still work; *Uninstall*. Then the same in queue mode, with a main and two workers.
 * Finally the tarball is installed in a fresh folder. `-- --record` records the workflow in
 * test/releases/<version>.json, which later versions must still run. Takes four minutes, and
 * pictures in build/rehearsal.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stagePackage } from '../build/pack.mjs';
import { fail, npm, quietly, root } from '../programs.mjs';
import { checkNode, ensureBuild, ensureProject } from '../setup.mjs';
import { checkReadme, Settings } from './pages.mjs';
import { NAME, pictures, say, until } from './rehearsal.mjs';
import {
	checkNodesUsed,
	runEveryNode,
	runNextWorkflow,
	runWorkflow,
	watchTriggers,
} from './workflows.mjs';

const RECORDS = join(root, 'test/releases');

/** The credential of the package in an n8n, as workflows name it. */
async function credentialOf(n8n, address) {
	const { connectionTo, CREDENTIAL } = await import('../../test/e2e/support/stage.mjs');
	const { id } = await n8n.credential(CREDENTIAL, 'talendCloudApi', connectionTo(address));
	return { id, name: CREDENTIAL, type: 'talendCloudApi' };
}

/**
 * An emulated platform, and an n8n without the package that knows no other registry; `ends` says
 * how all of it stops.
 */
async function startStage(scratch, registry, ends) {
	const { ensureN8n, N8n } = await import('../demo/n8n.mjs');
	const { Emulator } = await import('../../test/e2e/support/stage.mjs');
	await ensureN8n();
	const emulator = new Emulator();
	const platform = await emulator.listen();
	ends.push(() => emulator.close());
	const n8n = await N8n.create({
		userFolder: join(scratch, 'n8n'),
		bare: true,
		env: registry.env(),
	});
	mkdirSync(n8n.userFolder);
	await n8n.start();
	ends.push(() => n8n.stop());
	await n8n.signIn();
	return { n8n, emulator, platform };
}

/** Uninstalls the package: nothing of it is left, but workflows and credential are. */
async function checkUninstall(settings, { n8n, credential }, id) {
	await settings.uninstall();
	const left = join(n8n.userFolder, '.n8n/nodes/node_modules');
	assert.deepEqual(existsSync(left) ? readdirSync(left) : [], []);
	const stored = await n8n.rest('GET', `/credentials/${credential.id}`);
	assert.equal(stored.name, credential.name);
	await n8n.rest('GET', `/workflows/${id}`);
	say('n8n has uninstalled it; workflows and credential are still there');
}

/**
 * Publishes the package as the release workflow does.
 * @returns its manifest
 */
async function publishPackage(registry, scratch) {
	const manifest = stagePackage(join(scratch, 'package'));
	await registry.publish(join(scratch, 'package'));
	say(`${NAME} ${manifest.version} is published, without provenance`);
	return manifest;
}

/**
 * Publishes a next version that really differs.
 * @returns its number
 */
async function publishNext(registry, scratch, version) {
	const { buildNextVersion } = await import('./nextVersion.mjs');
	const next = version.replace(/\d+$/, (patch) => Number(patch) + 1);
	const built = await buildNextVersion(join(scratch, 'next'), next);
	stagePackage(join(scratch, 'next-package'), { from: built });
	await registry.publish(join(scratch, 'next-package'));
	return next;
}

/**
 * Opens n8n's editor in a browser, after a look at the page of the package.
 * @returns n8n's page of
 * community nodes
 */
async function openSettings(n8n, registry, manifest, ends) {
	const { openEditor } = await import('../../test/e2e/support/browser.mjs');
	const { browser, page } = await openEditor(n8n);
	ends.push(() => browser.close());
	const shown = await checkReadme(page.context(), registry.address, manifest);
	say(
		`The page of the package shows its README with ${shown.links} links and ${shown.images} pictures`,
	);
	return new Settings(n8n, page);
}

/**
 * Updates n8n to the next version: the triggers continue, and saved workflows do the same as
 * before.
 */
async function checkUpdate({ stage, settings, watched, id, requests, next }) {
	const { n8n } = stage;
	await settings.update(next);
	say(`${next} is published, and n8n has updated to it from its page`);
	await watched.settle();
	await watched.check();
	say('The triggers have continued: each event arrived once');
	for (const trigger of [...n8n.published]) await n8n.unpublish(trigger);
	// A poll in progress continues when its workflow is unpublished: its requests would be taken for
	// the workflow's.
	await n8n.stop();
	await n8n.start();
	await runWorkflow(stage, id, requests);
	say('After a restart, the saved workflow asks the platform for the same as before');
	await runNextWorkflow(stage);
	say(
		'A workflow that is built with the next version has its new operation, and the field under its new name',
	);
}

async function rehearse(scratch, ends) {
	const { startRegistry } = await import('./registry.mjs');
	const { actionWorkflow } = await import('./everyNode.mjs');
	const { queueModeWorks } = await import('./queue.mjs');
	const registry = await startRegistry(join(scratch, 'registry'));
	ends.push(registry.close);
	say(`A registry that has no package answers at ${registry.address}`);
	const manifest = await publishPackage(registry, scratch);
	const { version } = manifest;
	const { n8n, emulator, platform } = await startStage(scratch, registry, ends);
	const settings = await openSettings(n8n, registry, manifest, ends);

	await settings.install();
	say('n8n has installed it from its own page');
	const stage = { n8n, emulator, credential: await credentialOf(n8n, platform) };
	const every = actionWorkflow('Every node');
	const { id, requests } = await runEveryNode(stage, every);
	await checkNodesUsed(n8n, every, manifest.n8n.nodes);
	const watched = await watchTriggers(stage);
	await watched.settle();
	say(`${watched.count} triggers are published, and an event of each has arrived`);
	writeRecord(version, every, requests);

	const next = await publishNext(registry, scratch, version);
	await checkUpdate({ stage, settings, watched, id, requests, next });
	await checkUninstall(settings, stage, id);
	await queueModeWorks({
		name: NAME,
		versions: [version, next],
		env: registry.env(),
		credentialOf,
		every,
		runs: async (on, saved) => await runWorkflow(on, saved, requests),
		runsNext: runNextWorkflow,
		until,
	});
	say(
		'In queue mode, main and two workers have installed it, run both workflows before and after the update, and uninstalled it',
	);
	await checkTarball({ scratch, every, requests, platform, emulator });
	say('The tarball works in a fresh folder');
}

async function main() {
	checkNode();
	await ensureProject();
	await ensureBuild();
	mkdirSync(pictures, { recursive: true });
	const scratch = mkdtempSync(join(tmpdir(), 'n8n-rehearsal-'));
	const ends = [() => rmSync(scratch, { recursive: true, force: true })];
	try {
		await rehearse(scratch, ends);
		console.log(`\nThe release can be published. Pictures: build/rehearsal`);
	} finally {
		for (const end of ends.reverse()) await end();
	}
}

/** Installs the tarball by hand, as the README says, and runs the workflow. */
async function checkTarball({ scratch, every, requests, platform, emulator }) {
	const { N8n } = await import('../demo/n8n.mjs');
	await quietly('Packing ', npm, [
		'pack',
		join(scratch, 'package'),
		'--ignore-scripts',
		'--pack-destination',
		scratch,
	]);
	const tarball = join(
		scratch,
		readdirSync(scratch).find((name) => name.endsWith('.tgz')),
	);
	const n8n = await N8n.create({ userFolder: join(scratch, 'fresh'), bare: true });
	await quietly('Installing the tarball ', npm, [
		'install',
		'--offline',
		'--prefix',
		join(n8n.userFolder, '.n8n/nodes'),
		'--legacy-peer-deps',
		'--ignore-scripts',
		tarball,
	]);
	try {
		await n8n.start();
		await n8n.signIn();
		const { id } = await n8n.workflow(every, [await credentialOf(n8n, platform)]);
		await runWorkflow({ n8n, emulator }, id, requests);
	} finally {
		await n8n.stop();
	}
}

/**
 * Records what this version saves, for all later ones; again only with `--record`, before the
 * version is released.
 */
function writeRecord(version, every, requests) {
	mkdirSync(RECORDS, { recursive: true });
	const file = join(RECORDS, `${version}.json`);
	if (existsSync(file) && !process.argv.includes('--record')) return;
	writeFileSync(file, `${JSON.stringify({ version, workflow: every, requests }, null, '\t')}\n`);
	say(`The workflow is recorded in test/releases/${version}.json: commit it`);
}

main().then(() => process.exit(0), fail);
