/** Takes the pictures of the example workflows. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../programs.mjs';

const button = (page) => page.getByTestId('execute-workflow-button');

/**
 * Executes the open workflow as a user does, and waits for its end, or for a while: some workflows
 * wait for a person.
 */
export async function runOpened(page, { n8n, id, webhook, asks, timeout = 180_000 }) {
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
export async function takeExamples({ stage, page, take, isWanted, exampleWorkflow, credentials }) {
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
