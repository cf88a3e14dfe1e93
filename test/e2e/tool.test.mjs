/** A node as a tool: an MCP client calls it through n8n's MCP server, as an agent would. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { chosen, toolOf } from './support/build.mjs';
import { serveTools } from './support/mcp.mjs';
import { DEMO, startStage } from './support/stage.mjs';

let stage;
let tools;
before(async () => {
	stage = await startStage();
	tools = await serveTools(stage, 'talend-tools', [
		toolOf('Run Task', 'Processing', {
			descriptionType: 'manual',
			toolDescription: 'Runs a task',
			resource: 'taskExecution',
			operation: 'runAndWait',
			executable: chosen('name', "={{ $fromAI('task', 'Name of the task', 'string') }}"),
			timeLimit: 5,
			failOnFailure: false,
			simplify: true,
			options: {},
		}),
	]);
});
after(async () => await stage?.close());

const run = async (task) => await tools.tell('Run_Task', { task });
const outcomeOf = ({ content }) => JSON.parse(content[0].text)[0].outcome;

test('a tool has the name of its node and the description that was given', async () => {
	assert.deepEqual(await tools.list(), [{ name: 'Run_Task', description: 'Runs a task' }]);
});

test('a task that does not exist is refused without affecting the next one', async () => {
	const unknown = await run('No such task');
	assert.equal(unknown.isError, true);
	assert.match(
		unknown.content[0].text,
		/Task\\?" is \\?"No such task\\?", which was not found: check the spelling/,
	);
	assert.equal(outcomeOf(await run(DEMO.goodTask)), 'succeeded');
});

test('a task that fails is an outcome, which does not affect the next one', async () => {
	assert.equal(outcomeOf(await run(DEMO.goodTask)), 'succeeded');
	assert.equal(outcomeOf(await run(DEMO.failingTask)), 'failed');
	assert.equal(outcomeOf(await run(DEMO.goodTask)), 'succeeded');
});
