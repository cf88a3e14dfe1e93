/** The nodes as tools: an MCP client calls them through n8n's MCP server, as an agent would. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { connect } from './support/mcp.mjs';
import { CREDENTIAL, DEMO, startStage } from './support/stage.mjs';

let stage;
before(async () => {
	stage = await startStage();
});
after(async () => await stage?.close());

test('a task is run by an agent: good, unknown, and good again', async () => {
	const { n8n, credential } = stage;
	const workflow = {
		name: 'Tools',
		nodes: [
			{
				id: 'm',
				name: 'MCP',
				type: '@n8n/n8n-nodes-langchain.mcpTrigger',
				typeVersion: 2,
				position: [0, 0],
				webhookId: 'talend-tools',
				parameters: { authentication: 'none', path: 'talend-tools' },
			},
			{
				id: 'r',
				name: 'Run Task',
				type: 'n8n-nodes-talend-cloud.talendCloudProcessingTool',
				typeVersion: 1,
				position: [0, 200],
				parameters: {
					descriptionType: 'manual',
					toolDescription: 'Runs a task',
					authentication: 'serviceAccount',
					resource: 'taskExecution',
					operation: 'runAndWait',
					executable: {
						__rl: true,
						mode: 'name',
						value: "={{ $fromAI('task', 'Name of the task', 'string') }}",
					},
					timeLimit: 5,
					failOnFailure: false,
					simplify: true,
					options: {},
				},
				credentials: { talendCloudApi: { name: CREDENTIAL } },
			},
		],
		connections: { 'Run Task': { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] } },
	};
	const { id } = await n8n.workflow(workflow, [credential]);
	await n8n.publish(id);
	const call = await connect(`${n8n.address}/mcp/talend-tools`);
	const { tools } = await call('tools/list', {});
	assert.deepEqual(
		tools.map(({ name, description }) => ({ name, description })),
		[{ name: 'Run_Task', description: 'Runs a task' }],
	);
	const run = (task) => call('tools/call', { name: 'Run_Task', arguments: { task } });
	const good = await run(DEMO.goodTask);
	assert.equal(JSON.parse(good.content[0].text)[0].outcome, 'succeeded');
	const unknown = await run('No such task');
	assert.equal(unknown.isError, true);
	assert.match(unknown.content[0].text, /Task "No such task" was not found: check the spelling/);
	const failing = await run(DEMO.failingTask);
	assert.equal(JSON.parse(failing.content[0].text)[0].outcome, 'failed');
	assert.equal(JSON.parse((await run(DEMO.goodTask)).content[0].text)[0].outcome, 'succeeded');
});
