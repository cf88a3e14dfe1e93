/**
 * `npm run shots`: takes the pictures of the documentation in the real editor in Chromium, light
 * and dark. `-- --panels` takes a picture of each operation's panel, filled in with the example of
 * the reference, in build/shots, for reviewing; `--only TEXT,TEXT` takes only those whose name
 * contains one of the texts, and `--old` those that no longer show what they should.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { fail, root } from '../programs.mjs';
import { checkNode, ensureBuild, ensureProject } from '../setup.mjs';

const { values: options } = parseArgs({
	options: {
		panels: { type: 'boolean', default: false },
		only: { type: 'string', default: '' },
		old: { type: 'boolean', default: false },
	},
});

const PICTURES = join(root, 'docs/pictures');
const PANELS = join(root, 'build/shots');
const MAX_BYTES = 3_000_000;

const only = options.only.split(',');
/** The names of the pictures that are too old, with `--old`. */
let old;
const isWanted = (name) => (!old || old.includes(name)) && only.some((text) => name.includes(text));

/** What the pictures show, and how to remember what they showed when they were taken. */
function fingerprints() {
	const { FINGERPRINTS, shownNow } = createRequire(import.meta.url)(
		join(root, 'build/tools/pictures/pictures.js'),
	);
	const file = join(root, FINGERPRINTS);
	const taken = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
	const now = shownNow();
	return {
		old: Object.keys(now).filter((name) => now[name] !== taken[name]),
		remember: (name) => {
			taken[name] = now[name];
			const all = Object.keys(now).filter((each) => taken[each] !== undefined);
			const sorted = Object.fromEntries(all.sort().map((each) => [each, taken[each]]));
			writeFileSync(file, `${JSON.stringify(sorted, undefined, '\t')}\n`);
		},
	};
}

/** Converts a PNG into a WebP of a given width, in the browser itself. */
async function asWebp(page, png, width) {
	const url = await page.evaluate(
		async ([data, wanted]) => {
			const image = new Image();
			image.src = `data:image/png;base64,${data}`;
			await image.decode();
			const canvas = document.createElement('canvas');
			canvas.width = Math.min(wanted, image.width);
			canvas.height = Math.round((image.height * canvas.width) / image.width);
			canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
			return canvas.toDataURL('image/webp', 0.8);
		},
		[png.toString('base64'), width],
	);
	return Buffer.from(url.split(',')[1], 'base64');
}

/** Takes pictures of the page, light and dark. */
function camera(page, converter, remember) {
	return async (name, { target = page, width = 1_200, clip } = {}) => {
		if (!isWanted(name)) return;
		for (const theme of ['light', 'dark']) {
			await page.emulateMedia({ colorScheme: theme });
			await page.waitForTimeout(500);
			const webp = await asWebp(converter, await target.screenshot(clip ? { clip } : {}), width);
			writeFileSync(join(PICTURES, `${name}-${theme}.webp`), webp);
			console.log(`${name}-${theme}.webp: ${Math.round(webp.length / 1000)} kB`);
		}
		await page.emulateMedia({ colorScheme: 'light' });
		remember(name);
	};
}

const button = (page) => page.getByTestId('execute-workflow-button');

/**
 * Executes the open workflow as a user does, and waits for its end, or for a while: some workflows
 * wait for a person.
 */
async function runOpened(page, { n8n, id, webhook, asks, timeout = 180_000 }) {
	await button(page).click();
	if (webhook) await callWebhook(page, webhook);
	// A workflow that waits for a person is shown as it waits, one that waits for a job when it has
	// ended.
	const isOver = ({ status, stoppedAt }) => (status === 'waiting' ? asks : stoppedAt);
	for (const end = Date.now() + timeout; Date.now() < end; await page.waitForTimeout(500))
		if ((await n8n.executions(id)).some(isOver)) break;
	await page.waitForTimeout(2_000);
}

/**
 * Calls the address at which n8n waits for the call of a workflow that is executed in the editor.
 */
async function callWebhook(page, { address, method }) {
	const called = async () => (await fetch(address, { method })).ok;
	for (let tries = 0; !(await called()) && tries < 20; tries++) await page.waitForTimeout(500);
}

/** Removes what covers the canvas only temporarily. */
async function tidy(page) {
	await page.addStyleTag({
		content:
			'.el-notification, [data-test-id="canvas-controls"], .vue-flow__minimap, [data-test-id="ask-assistant-canvas-action-button"], [data-test-id="execute-workflow-button"] { visibility: hidden !important }',
	});
	await page.locator('.vue-flow__pane').click({ position: { x: 5, y: 5 } });
	await page.keyboard.press('1');
	await page.waitForTimeout(800);
}

/** Each example, after it was executed. */
async function takePipelines({ stage, page, take, exampleWorkflow, credentials }) {
	for (const file of readdirSync(join(root, 'workflows')).filter((name) =>
		name.endsWith('.json'),
	)) {
		const name = file.replace('.json', '');
		if (!isWanted(name)) continue;
		const workflow = exampleWorkflow(name, stage.platform);
		const { id } = await stage.n8n.workflow(workflow, credentials);
		await page.goto(`${stage.n8n.address}/workflow/${id}`);
		await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		const { path, httpMethod: method = 'GET' } =
			workflow.nodes.find(({ type }) => type.endsWith('.webhook'))?.parameters ?? {};
		// A chat cannot be held without a model.
		const chats = workflow.nodes.some(({ type }) => type.endsWith('.chatTrigger'));
		if (!chats)
			await runOpened(page, {
				n8n: stage.n8n,
				id,
				asks: workflow.nodes.some(({ parameters }) => parameters.resume === 'form'),
				webhook: path && { address: `${stage.n8n.address}/webhook-test/${path}`, method },
			});
		// A picture of a failed example would suggest that it does not work.
		const failed = page.getByText(/Problem in node|Error in/i);
		if ((await failed.count()) > 0)
			throw new Error(`${name} failed: no picture was taken: ${await failed.first().innerText()}`);
		if (!chats && (await page.getByTestId('canvas-node-status-success').count()) < 2)
			throw new Error(`${name} was not executed: no picture was taken`);
		await tidy(page);
		await take(name, { target: page.locator('.vue-flow').first() });
	}
}

/** A node of Processing after a manual trigger, which is called Start. */
function startedBy({ name, parameters, credential }) {
	const trigger = {
		id: 't',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const node = {
		id: 'n',
		name,
		type: 'n8n-nodes-talend-cloud.talendCloudProcessing',
		typeVersion: 1,
		position: [260, 0],
		parameters: { authentication: 'serviceAccount', ...parameters },
		credentials: { talendCloudApi: { name: credential.name } },
	};
	const connections = { Start: { main: [[{ node: name, type: 'main', index: 0 }]] } };
	return { nodes: [trigger, node], connections };
}

/** The first steps: search, choose a task, execute. */
async function takeFirstMinutes({ stage, page, take }) {
	const { n8n, credential } = stage;
	await page.goto(`${n8n.address}/workflow/new`);
	await page.getByTestId('canvas-plus-button').click();
	await page.getByTestId('node-creator-search-bar').fill('talend');
	await page.getByTestId('node-creator-item-name').first().waitFor();
	await take('first-1-search', { width: 1_000 });

	const name = 'Run a task and wait until it finishes';
	const parameters = {
		resource: 'taskExecution',
		operation: 'runAndWait',
		executable: { __rl: true, mode: 'list', value: '' },
	};
	const { id } = await n8n.workflow(
		{ name: 'First pipeline', ...startedBy({ name, parameters, credential }) },
		[credential],
	);
	await page.goto(`${n8n.address}/workflow/${id}`);
	const onCanvas = page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	await onCanvas.dblclick();
	await page.getByTestId('ndv').waitFor();
	await page.getByTestId('resource-locator-executable').getByTestId('rlc-input').click();
	await page.getByTestId('rlc-item').filter({ hasText: 'Load customers' }).first().waitFor();
	await take('first-2-task', { width: 1_000 });
	await page.getByTestId('rlc-item').filter({ hasText: 'Load customers' }).first().click();
	await page.getByTestId('node-execute-button').click();
	await page.getByTestId('node-run-status-success').waitFor({ timeout: 60_000 });
	await page.addStyleTag({ content: '.el-notification { visibility: hidden !important }' });
	// The table is wider than the panel: as a schema, all fields are visible.
	const output = page.getByTestId('output-panel');
	await output.getByText('Schema', { exact: true }).click();
	for (const field of ['outcome', 'numberOfProcessedRows', 'durationSeconds'])
		await output.getByText(field, { exact: true }).first().waitFor();
	await page.waitForTimeout(800);
	await take('first-3-output', { width: 1_000 });
}

/** What a person sees in the editor while a workflow execution is stored until the job calls. */
async function takeWaiting({ stage, page, take, openNode }) {
	const { n8n, credential } = stage;
	const name = 'Start a task and wait for its callback';
	const { id } = await n8n.workflow(
		{
			name: 'Wait for the call of a job',
			...startedBy({
				name,
				parameters: {
					resource: 'taskExecution',
					operation: 'startAndWaitForCallback',
					executable: { __rl: true, mode: 'name', value: 'Load customers' },
				},
				credential,
			}),
		},
		[credential],
	);
	await page.goto(`${n8n.address}/workflow/${id}`);
	await page.locator('[data-test-id="canvas-node"]').first().waitFor();
	await runOpened(page, { n8n, id, asks: true });
	await openNode(page, name);
	await page.getByTestId('output-panel').getByText('Waiting for input').waitFor();
	await page.addStyleTag({ content: '.el-notification { visibility: hidden !important }' });
	await take('waiting', { width: 1_000 });
}

/** The page that the example of a status page serves, as a browser shows it. */
async function takeLastStates({ stage, page, take, exampleWorkflow }) {
	const { id } = await stage.n8n.workflow(exampleWorkflow('status-page', stage.platform), [
		stage.credential,
	]);
	await stage.n8n.publish(id);
	await page.goto(`${stage.n8n.address}/webhook/talend-status`);
	await page.locator('.totals').waitFor();
	await take('last-states', { width: 1_000 });
	await stage.n8n.unpublish(id);
}

/** The panel of each operation, filled with its example. */
async function takePanels({ stage, page, openNode }) {
	const { everyOperation } = createRequire(import.meta.url)(
		join(root, 'build/platform/operations.js'),
	);
	const { exampleParameters } = createRequire(import.meta.url)(
		join(root, 'build/tools/reference/example.js'),
	);
	const byResource = grouped(everyOperation);
	await page.setViewportSize({ width: 1_300, height: 1_500 });
	let count = 0;
	for (const [title, all] of byResource) {
		const placed = all.filter(({ value }) => isWanted(`${title}.${value}`));
		if (placed.length === 0) continue;
		const nodes = placed.map((each, index) => ({
			id: `n${index}`,
			name: each.operation.name,
			type: `n8n-nodes-talend-cloud.talendCloud${each.area === 'SCIM' ? 'Scim' : each.area}`,
			typeVersion: 1,
			position: [(index % 6) * 220, Math.floor(index / 6) * 200],
			parameters: exampleParameters(each),
			credentials: { talendCloudApi: { name: stage.credential.name } },
		}));
		const { id } = await stage.n8n.workflow({ name: title, nodes, connections: {} }, [
			stage.credential,
		]);
		mkdirSync(join(PANELS, title), { recursive: true });
		// The editor takes seconds to load, a panel opens at once.
		await page.goto(`${stage.n8n.address}/workflow/${id}`);
		await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		await page.keyboard.press('1');
		await page.waitForTimeout(800);
		for (const { value, operation } of placed) {
			await openNode(page, operation.name);
			await page.getByTestId('node-parameters').waitFor();
			await page.waitForTimeout(300);
			await page
				.getByTestId('node-parameters')
				.screenshot({ path: join(PANELS, title, `${value}.png`) });
			count++;
			await page.keyboard.press('Escape');
			await page.getByTestId('ndv').waitFor({ state: 'hidden' });
		}
		console.log(`${title}: ${placed.length} panels`);
	}
	console.log(`${count} panels in ${PANELS}`);
}

/** Operations by "Area.resource". */
function grouped(all) {
	const groups = new Map();
	for (const each of all) {
		const key = `${each.area}.${each.resource.value}`;
		groups.set(key, [...(groups.get(key) ?? []), each]);
	}
	return groups;
}

async function main() {
	checkNode();
	await ensureProject();
	await ensureBuild();
	const pictures = fingerprints();
	if (options.old) old = pictures.old;
	const { ensureN8n } = await import('../demo/n8n.mjs');
	await ensureN8n();
	const { exampleWorkflow, seedFailedPlan, startStage } =
		await import('../../test/e2e/support/stage.mjs');
	const { startPostgres } = await import('../../test/e2e/support/postgres.mjs');
	const { openEditor, openNode } = await import('../../test/e2e/support/browser.mjs');
	const stage = await startStage();
	const database = await startPostgres();
	seedFailedPlan(stage.emulator.state, stage.emulator.clock);
	const { browser, page } = await openEditor(stage.n8n, {
		viewport: { width: 1_440, height: 860 },
	});
	try {
		const converter = await page.context().newPage();
		await page.bringToFront();
		if (options.panels) return await takePanels({ stage, page, openNode });
		mkdirSync(PICTURES, { recursive: true });
		const take = camera(page, converter, pictures.remember);
		if (['first-1-search', 'first-2-task', 'first-3-output'].some(isWanted))
			await takeFirstMinutes({ stage, page, take });
		if (isWanted('waiting')) await takeWaiting({ stage, page, take, openNode });
		if (isWanted('last-states')) await takeLastStates({ stage, page, take, exampleWorkflow });
		const inPostgres = {
			...(await stage.n8n.credential('Postgres', 'postgres', database.credentialData)),
			type: 'postgres',
			name: 'Postgres',
		};
		await takePipelines({
			stage,
			page,
			take,
			exampleWorkflow,
			credentials: [stage.credential, stage.readOnlyCredential, inPostgres],
		});
		const bytes = readdirSync(PICTURES).reduce(
			(sum, name) => sum + statSync(join(PICTURES, name)).size,
			0,
		);
		console.log(`${Math.round(bytes / 1000)} kB in docs/pictures`);
		if (bytes > MAX_BYTES) throw new Error(`The pictures have more than ${MAX_BYTES / 1e6} MB`);
	} finally {
		await browser.close();
		await database.close();
		await stage.close();
	}
}

main().then(() => process.exit(0), fail);
