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
import { checkNode, ensureBuild, ensureProject, fail, npm, quietly, root } from '../setup.mjs';

const NAME = 'n8n-nodes-talend-cloud';
const RECORDS = join(root, 'test/releases');
const FIVE_SECONDS = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${5 * index} * * * * *`,
}));
const pictures = join(root, 'build/rehearsal');

const began = Date.now();
const say = (text) => console.log(`[${Math.round((Date.now() - began) / 1000)} s] ${text}`);

/** Waits until something holds. */
async function until(what, holds, timeoutMs = 120_000) {
	for (
		const deadline = Date.now() + timeoutMs;
		Date.now() < deadline;
		await new Promise((resolve) => setTimeout(resolve, 500))
	)
		if (await holds()) return;
	throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
}

/** n8n's page of community nodes, as a person uses it. */
class Settings {
	constructor(n8n, page) {
		this.address = `${n8n.address}/settings/community-nodes`;
		this.page = page;
		this.card = page.getByTestId('community-package-card').filter({ hasText: NAME });
		this.dialog = page.getByRole('dialog');
	}

	async install() {
		const { page, card, dialog } = this;
		await page.goto(this.address);
		await page
			.getByRole('button', { name: /install a community node/i })
			.first()
			.click();
		await page
			.getByTestId('package-name-input')
			.locator('input')
			.or(page.locator('input[name="packageNameInput"]'))
			.first()
			.fill(NAME);
		await dialog.getByText(/I understand the risks/i).click();
		await this.picture('1-install');
		await dialog.getByRole('button', { name: /^install/i }).click();
		await card.waitFor({ timeout: 120_000 });
		await dialog.waitFor({ state: 'detached' });
		await this.picture('2-installed');
	}

	async update(version) {
		await this.page.goto(this.address);
		await this.card.getByRole('button', { name: 'Update' }).click();
		await this.picture('3-update');
		await this.confirm();
		await this.card.getByText(`v${version}`).waitFor({ timeout: 120_000 });
		await this.picture('4-updated');
	}

	async uninstall() {
		await this.page.goto(this.address);
		await this.card.getByTestId('action-toggle').click();
		await this.page
			.getByText(/uninstall package/i)
			.last()
			.click();
		await this.picture('5-uninstall');
		await this.confirm();
		await this.card.waitFor({ state: 'detached', timeout: 120_000 });
		await this.picture('6-uninstalled');
	}

	async confirm() {
		await this.dialog
			.last()
			.getByRole('button', { name: /confirm|uninstall|update/i })
			.last()
			.click();
	}

	/** A picture of the page as it is once nothing moves any more. */
	async picture(name) {
		await this.page.waitForTimeout(1_000);
		await this.page.screenshot({ path: join(pictures, `${name}.png`) });
	}
}

/**
 * The page of the package as registries show it: its README, rendered from what was published. What
 * it shows from the repository comes from the files here, as the repository's address is not
 * reachable.
 */
async function readmeIsRight(context, address, { description, homepage, version }) {
	const page = await context.newPage();
	const raw = `${homepage.replace('github.com', 'raw.githubusercontent.com')}/v${version}/`;
	await page.route(
		`${raw}**`,
		async (route) =>
			await route.fulfill({ path: join(root, route.request().url().slice(raw.length)) }),
	);
	await page.goto(`${address}/-/web/detail/${NAME}`);
	const readme = page.locator('.markdown-body');
	await readme.locator('h1').first().waitFor();
	assert.match(
		await page.locator('body').innerText(),
		new RegExp(description.slice(0, 40).replace(/[^\w ]/g, '.')),
	);
	const headings = (await readme.locator('h1, h2, h3, h4').allInnerTexts()).map(
		(text) =>
			`#${text
				.toLowerCase()
				.replace(/[^\w -]/g, '')
				.replaceAll(' ', '-')}`,
	);
	const links = await readme
		.locator('a[href]')
		.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
	const blob = `${homepage}/blob/v${version}/`;
	const broken = links.filter((link) =>
		link.startsWith(blob)
			? !existsSync(join(root, link.slice(blob.length).split('#')[0]))
			: link.startsWith('#')
				? !headings.includes(link)
				: !/^(?:https|mailto):/.test(link),
	);
	assert.deepEqual(broken, [], 'links of the page that lead nowhere');
	const images = await readme.locator('img').evaluateAll(async (all) => {
		for (const each of all) each.loading = 'eager';
		return await Promise.all(
			all.map(async (each) => ({
				source: each.src,
				shown: await each.decode().then(
					() => each.naturalWidth > 0,
					() => false,
				),
			})),
		);
	});
	assert.deepEqual(
		images.filter(({ source, shown }) => !shown && source.startsWith(raw)),
		[],
		'pictures of the page that are not shown',
	);
	await page.screenshot({ path: join(pictures, '0-page.png'), fullPage: true });
	await page.close();
	return { links: links.length, images: images.length };
}

/** A workflow that was saved by an older version: what it asks the platform has to be the same. */
async function runs(stage, id, wanted) {
	const { requestsOf } = await import('./everyNode.mjs');
	stage.emulator.reset();
	stage.emulator.log.length = 0;
	const execution = await stage.n8n.run(id, 'Start');
	assert.equal(
		execution.status,
		'success',
		`${execution.error?.message} ${execution.error?.description ?? ''}`,
	);
	const requests = requestsOf(stage.emulator.log);
	if (wanted) assert.deepEqual(requests, wanted);
	return requests;
}

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

/** Every node of the package is in the workflow or watched. */
async function usesEachNode(n8n, every, nodes) {
	const { TRIGGERS } = await import('../../test/e2e/support/events.mjs');
	const nameOf = (type) => type.split('.').at(-1);
	const used = new Set([
		...every.nodes.map(({ type }) => nameOf(type)),
		...Object.values(TRIGGERS).map(({ type }) => type),
	]);
	const installed = (await n8n.rest('GET', '/community-packages')).flatMap(({ installedNodes }) =>
		installedNodes.map(({ type }) => nameOf(type)),
	);
	assert.equal(installed.length, nodes.length);
	assert.deepEqual(
		installed.filter((type) => !used.has(type)),
		[],
		'nodes of the package that are neither in the workflow nor watched',
	);
}

/**
 * Runs the workflow with every node for the first time.
 * @returns its ID and what it requested
 */
async function runsEveryNode(stage, every) {
	const { id } = await stage.n8n.workflow(every, [stage.credential]);
	const requests = await runs(stage, id);
	const count = every.nodes.length - 1;
	assert.ok(requests.length >= count, `${count} nodes have sent only ${requests.length} requests`);
	say(`A workflow with ${count} nodes has run: ${requests.length} requests`);
	return { id, requests };
}

/**
 * Publishes a workflow of each trigger. `settle` causes an event for each and waits for it; `check`
 * compares all that have arrived.
 */
async function watchTriggers(stage) {
	const { TRIGGERS, watching } = await import('../../test/e2e/support/events.mjs');
	const names = Object.keys(TRIGGERS);
	const watched = await watching(stage, FIVE_SECONDS);
	const happened = Object.fromEntries(names.map((name) => [name, []]));
	return {
		count: names.length,
		async settle() {
			for (const name of names) happened[name].push(TRIGGERS[name].happens(stage.emulator));
			for (const name of names)
				await until(`the event of ${name}`, async () =>
					(await watched.arrived(name)).has(happened[name].at(-1)),
				);
		},
		async check() {
			for (const name of names) {
				const counts = await watched.arrived(name);
				assert.deepEqual(
					[...counts.keys()].sort(),
					[...happened[name]].sort(),
					`${name}: the events that arrived`,
				);
				assert.deepEqual([...new Set(counts.values())], [1], `${name}: how often each arrived`);
			}
		},
	};
}

/** Uninstalls the package: nothing of it is left, but workflows and credential are. */
async function uninstallWorks(settings, { n8n, credential }, id) {
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
	const shown = await readmeIsRight(page.context(), registry.address, manifest);
	say(
		`The page of the package shows its README with ${shown.links} links and ${shown.images} pictures`,
	);
	return new Settings(n8n, page);
}

/**
 * Updates n8n to the next version: the triggers continue, and saved workflows do the same as
 * before.
 */
async function updateWorks({ stage, settings, watched, id, requests, next }) {
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
	await runs(stage, id, requests);
	say('After a restart, the saved workflow asks the platform for the same as before');
	await runsNext(stage);
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
	const { id, requests } = await runsEveryNode(stage, every);
	await usesEachNode(n8n, every, manifest.n8n.nodes);
	const watched = await watchTriggers(stage);
	await watched.settle();
	say(`${watched.count} triggers are published, and an event of each has arrived`);
	writeRecord(version, every, requests);

	const next = await publishNext(registry, scratch, version);
	await updateWorks({ stage, settings, watched, id, requests, next });
	await uninstallWorks(settings, stage, id);
	await queueModeWorks({
		name: NAME,
		versions: [version, next],
		env: registry.env(),
		credentialOf,
		every,
		runs: async (on, saved) => await runs(on, saved, requests),
		runsNext,
		until,
	});
	say(
		'In queue mode, main and two workers have installed it, run both workflows before and after the update, and uninstalled it',
	);
	await tarballWorks({ scratch, every, requests, platform, emulator });
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

/**
 * A workflow that only the next version can run: with its new operation, its renamed field, and the
 * default that has changed.
 */
async function runsNext({ n8n, emulator, credential }) {
	const { ours, start, START, workflow } = await import('../../test/e2e/support/build.mjs');
	const create = { resource: 'environment', operation: 'create', workspaceName: 'New' };
	const { id } = await n8n.workflow(
		workflow('New', [
			start(),
			ours(
				'Create',
				'Orchestration',
				{ ...create, name: 'New', purpose: 'Made by version 2' },
				{ typeVersion: 2 },
			),
			ours(
				'Create with Default',
				'Orchestration',
				{ ...create, name: 'Newer' },
				{ typeVersion: 2 },
			),
			ours(
				'All',
				'Orchestration',
				{ resource: 'environment', operation: 'getAll' },
				{ typeVersion: 2 },
			),
		]),
		[credential],
	);
	emulator.reset();
	emulator.log.length = 0;
	const execution = await n8n.run(id, START);
	assert.equal(execution.status, 'success', execution.error?.message);
	const created = emulator.log
		.filter(({ operation }) => operation === 'POST /orchestration/environments')
		.map(({ body }) => JSON.parse(body).description);
	assert.deepEqual(created, ['Made by version 2', 'Made by a workflow']);
}

/** Installs the tarball by hand, as the README says, and runs the workflow. */
async function tarballWorks({ scratch, every, requests, platform, emulator }) {
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
		await runs({ n8n, emulator }, id, requests);
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
