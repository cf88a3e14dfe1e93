/** Takes the pictures of single screens: the first steps, a node that waits, the status page. */
import { runOpened } from './examples.mjs';

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
export async function takeFirstSteps({ stage, page, take }) {
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
export async function takeWaiting({ stage, page, take, openNode }) {
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
export async function takeLastStates({ stage, page, take, exampleWorkflow }) {
	const { id } = await stage.n8n.workflow(exampleWorkflow('status-page', stage.platform), [
		stage.credential,
	]);
	await stage.n8n.publish(id);
	await page.goto(`${stage.n8n.address}/webhook/talend-status`);
	await page.locator('.totals').waitFor();
	await take('last-states', { width: 1_000 });
	await stage.n8n.unpublish(id);
}
