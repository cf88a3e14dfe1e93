/**
 * `npm run release:rehearse`: a release from end to end on this machine. The package is published to a registry as the
 * workflow does it, except for the provenance, which only GitHub can sign. A real n8n that has no other registry and no
 * internet installs it from its own page in a browser; a workflow with every node runs and every trigger is published;
 * a next version that really differs is published and *Update* is pressed; workflow, state of the triggers and
 * credential still work; *Uninstall*. Finally the tarball is installed in a fresh folder. `-- --record` records the workflow in
 * test/releases/<version>.json, which later versions must still run. Takes two minutes, and pictures in build/rehearsal.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stagePackage } from '../scripts/pack.mjs';
import { checkNode, ensureBuild, ensureProject, fail, npm, quietly, root } from '../scripts/setup.mjs';

const NAME = 'n8n-nodes-talend-cloud';
const RECORDS = join(root, 'test/releases');
const FIVE_SECONDS = Array.from({ length: 12 }, (_, index) => ({ mode: 'custom', cronExpression: `${5 * index} * * * * *` }));
const pictures = join(root, 'build/rehearsal');

const began = Date.now();
const say = (text) => console.log(`[${Math.round((Date.now() - began) / 1000)} s] ${text}`);

/** Waits until something holds. */
async function until(what, holds, timeoutMs = 120_000) {
	for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 500))) if (await holds()) return;
	throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
}

/** n8n's page of community nodes, as a person uses it. */
function pageOf(n8n, page) {
	const card = page.getByTestId('community-package-card').filter({ hasText: NAME });
	const open = async () => await page.goto(`${n8n.address}/settings/community-nodes`);
	const picture = async (name) => await page.screenshot({ path: join(pictures, `${name}.png`) });
	const confirm = async () => await page.getByRole('dialog').last().getByRole('button', { name: /confirm|uninstall|update/i }).last().click();
	return {
		async install() {
			await open();
			await page.getByRole('button', { name: /install a community node/i }).first().click();
			await page.getByTestId('package-name-input').locator('input').or(page.locator('input[name="packageNameInput"]')).first().fill(NAME);
			await page.getByRole('dialog').getByText(/I understand the risks/i).click();
			await picture('1-install');
			await page.getByRole('dialog').getByRole('button', { name: /^install/i }).click();
			await card.waitFor({ timeout: 120_000 });
			await picture('2-installed');
		},
		async update(version) {
			await open();
			await card.getByRole('button', { name: 'Update' }).click();
			await picture('3-update');
			await confirm();
			await card.getByText(`v${version}`).waitFor({ timeout: 120_000 });
			await picture('4-updated');
		},
		async uninstall() {
			await open();
			await card.getByTestId('action-toggle').click();
			await page.getByText(/uninstall package/i).last().click();
			await picture('5-uninstall');
			await confirm();
			await card.waitFor({ state: 'detached', timeout: 120_000 });
			await picture('6-uninstalled');
		},
	};
}

/** A workflow that was saved by an older version: what it asks the platform has to be the same. */
async function runs(stage, id, wanted) {
	const { requestsOf } = await import('./everyNode.mjs');
	stage.emulator.reset();
	stage.emulator.log.length = 0;
	const execution = await stage.n8n.run(id, 'Start');
	assert.equal(execution.status, 'success', `${execution.error?.message} ${execution.error?.description ?? ''}`);
	const requests = requestsOf(stage.emulator.log);
	if (wanted) assert.deepEqual(requests, wanted);
	return requests;
}

async function main() {
	checkNode();
	await ensureProject();
	await ensureBuild();
	const { ensureN8n, N8n } = await import('../demo/n8n.mjs');
	await ensureN8n();
	const { startRegistry } = await import('./registry.mjs');
	const { buildNextVersion } = await import('./nextVersion.mjs');
	const { actionWorkflow } = await import('./everyNode.mjs');
	const { openEditor } = await import('../../test/e2e/support/browser.mjs');
	const { ours, start, START, workflow } = await import('../../test/e2e/support/build.mjs');
	const { CREDENTIAL, DEMO_ACCOUNT, Emulator } = await import('../../test/e2e/support/stage.mjs');
	const { TRIGGERS, watching } = await import('../../test/e2e/support/events.mjs');

	mkdirSync(pictures, { recursive: true });
	const scratch = mkdtempSync(join(tmpdir(), 'n8n-rehearsal-'));
	const ends = [() => rmSync(scratch, { recursive: true, force: true })];
	try {
		const registry = await startRegistry(join(scratch, 'registry'));
		ends.push(registry.close);
		say(`A registry that has no package answers at ${registry.address}`);
		const { version } = stagePackage(join(scratch, 'package'));
		await registry.publish(join(scratch, 'package'));
		say(`${NAME} ${version} is published, without provenance`);

		const emulator = new Emulator();
		const platform = await emulator.listen();
		ends.push(() => emulator.close());
		const n8n = await N8n.create({ userFolder: join(scratch, 'n8n'), bare: true, env: registry.env() });
		mkdirSync(n8n.userFolder);
		await n8n.start();
		ends.push(() => n8n.stop());
		await n8n.signIn();
		const { browser, page } = await openEditor(n8n);
		ends.push(() => browser.close());
		page.setDefaultTimeout(60_000);
		const settings = pageOf(n8n, page);

		await settings.install();
		say('n8n has installed it from its own page');
		const data = { region: 'other', address: platform, clientId: DEMO_ACCOUNT.id, clientSecret: DEMO_ACCOUNT.secret, apiVersion: '' };
		const { id: credentialId } = await n8n.rest('POST', '/credentials', { name: CREDENTIAL, type: 'talendCloudApi', data });
		const credential = { id: credentialId, name: CREDENTIAL, type: 'talendCloudApi' };
		const stage = { n8n, emulator, credential };

		const every = actionWorkflow('Every node');
		const { id } = await n8n.workflow(every, [credential]);
		const requests = await runs(stage, id);
		say(`A workflow with ${every.nodes.length - 1} nodes has run: ${requests.length} requests`);
		const names = Object.keys(TRIGGERS);
		const watched = await watching(stage, FIVE_SECONDS);
		const happened = Object.fromEntries(names.map((name) => [name, []]));
		const settle = async () => {
			for (const name of names) happened[name].push(TRIGGERS[name].happens(emulator));
			for (const name of names) await until(`the event of ${name}`, async () => (await watched.arrived(name)).has(happened[name].at(-1)));
		};
		await settle();
		say(`${names.length} triggers are published, and an event of each has arrived`);
		writeRecord(version, every, requests);

		const next = version.replace(/\d+$/, (patch) => Number(patch) + 1);
		const built = await buildNextVersion(join(scratch, 'next'), next);
		stagePackage(join(scratch, 'next-package'), { from: built });
		await registry.publish(join(scratch, 'next-package'));
		await settings.update(next);
		say(`${next} is published, and n8n has updated to it from its page`);

		await settle();
		for (const name of names) {
			const counts = await watched.arrived(name);
			assert.deepEqual([...counts.keys()].sort(), [...happened[name]].sort(), `${name}: the events that arrived`);
			assert.deepEqual([...new Set(counts.values())], [1], `${name}: how often each arrived`);
		}
		say('The triggers have continued: each event arrived once');
		for (const trigger of [...n8n.published]) await n8n.unpublish(trigger);
		await runs(stage, id, requests);
		say('The saved workflow asks the platform for the same as before');
		const fresh = workflow('New', [
			start(),
			ours('Create', 'Orchestration', { resource: 'environment', operation: 'create', name: 'New', workspaceName: 'New', purpose: 'Made by version 2' }, { typeVersion: 2 }),
			ours('All', 'Orchestration', { resource: 'environment', operation: 'getAll' }, { typeVersion: 2 }),
		]);
		emulator.log.length = 0;
		const execution = await n8n.run((await n8n.workflow(fresh, [credential])).id, START);
		assert.equal(execution.status, 'success', execution.error?.message);
		const created = emulator.log.find(({ operation }) => operation === 'POST /orchestration/environments');
		assert.equal(JSON.parse(created.body).description, 'Made by version 2');
		say('A workflow that is built with the next version has its new operation, and the field under its new name');

		await settings.uninstall();
		const left = join(n8n.userFolder, '.n8n/nodes/node_modules');
		assert.deepEqual(existsSync(left) ? readdirSync(left) : [], []);
		const stored = await n8n.rest('GET', `/credentials/${credentialId}`);
		assert.equal(stored.name, CREDENTIAL);
		await n8n.rest('GET', `/workflows/${id}`);
		say('n8n has uninstalled it; workflows and credential are still there');

		await tarballWorks({ N8n, scratch, every, requests, CREDENTIAL, data, emulator });
		say('The tarball works in a fresh folder');
		console.log(`\nThe release can be published. Pictures: build/rehearsal`);
	} finally {
		for (const end of ends.reverse()) await end();
	}
}

/** Installs the tarball by hand, as the README says, and runs the workflow. */
async function tarballWorks({ N8n, scratch, every, requests, CREDENTIAL, data, emulator }) {
	await quietly('Packing ', npm, ['pack', join(scratch, 'package'), '--ignore-scripts', '--pack-destination', scratch]);
	const tarball = join(scratch, readdirSync(scratch).find((name) => name.endsWith('.tgz')));
	const n8n = await N8n.create({ userFolder: join(scratch, 'fresh'), bare: true });
	await quietly('Installing the tarball ', npm, ['install', '--offline', '--prefix', join(n8n.userFolder, '.n8n/nodes'), '--legacy-peer-deps', '--ignore-scripts', tarball]);
	try {
		await n8n.start();
		await n8n.signIn();
		const { id: credentialId } = await n8n.rest('POST', '/credentials', { name: CREDENTIAL, type: 'talendCloudApi', data });
		const { id } = await n8n.workflow(every, [{ id: credentialId, name: CREDENTIAL, type: 'talendCloudApi' }]);
		await runs({ n8n, emulator }, id, requests);
	} finally {
		await n8n.stop();
	}
}

/** Records what this version saves, for all later ones; again only with `--record`, before the version is released. */
function writeRecord(version, every, requests) {
	mkdirSync(RECORDS, { recursive: true });
	const file = join(RECORDS, `${version}.json`);
	if (existsSync(file) && !process.argv.includes('--record')) return;
	writeFileSync(file, `${JSON.stringify({ version, workflow: every, requests }, null, '\t')}\n`);
	say(`The workflow is recorded in test/releases/${version}.json: commit it`);
}

main().then(() => process.exit(0), fail);
