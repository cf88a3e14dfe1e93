/**
 * Every operation as a tool, called over n8n's MCP server, and n8n's AI Agent with a chat model
 * that follows a script.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { outputOf } from '../../tools/demo/n8n.mjs';
import { root } from '../../tools/scripts/setup.mjs';
import { connect } from './support/mcp.mjs';
import { startModel } from './support/model.mjs';
import { CREDENTIAL, DEMO, orchestrationOf, startStage } from './support/stage.mjs';

const require = createRequire(import.meta.url);
const { areas } = require(join(root, 'build/nodes/areas.js'));
const { inputFields } = require(join(root, 'build/nodes/shared/declare/define.js'));
const { toolFields } = require(join(root, 'build/nodes/shared/declare/toolFields.js'));
const { parametersOf: placedIn, sampleOf } = require(join(root, 'build/test/support/samples.js'));

let stage;
before(async () => {
	stage = await startStage();
});
after(async () => await stage?.close());

const nodeOf = (area) => (area === 'SCIM' ? 'talendCloudScim' : `talendCloud${area}`);

/**
 * The parameters of an operation: examples of the required ones, and the defaults of the others.
 */
function parametersOf(operation) {
	const wanted = Object.entries({ ...inputFields(operation), ...operation.settings }).filter(
		([, { spec }]) => spec.required || spec.initial !== undefined,
	);
	return placedIn(
		operation,
		Object.fromEntries(
			wanted.map(([name, field]) => [name, field.spec.initial ?? sampleOf(name, field).given]),
		),
	);
}

function tool(area, resource, operation, parameters, name) {
	return {
		id: name,
		name,
		type: `n8n-nodes-talend-cloud.${nodeOf(area)}Tool`,
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			descriptionType: 'auto',
			authentication: 'serviceAccount',
			resource,
			operation,
			...parameters,
		},
		credentials: { talendCloudApi: { name: CREDENTIAL } },
	};
}

/** Publishes tools behind an MCP server of n8n and connects to it. */
async function serve(path, tools) {
	const trigger = {
		id: 'm',
		name: 'MCP',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		position: [0, 0],
		webhookId: path,
		parameters: { authentication: 'none', path },
	};
	const connections = Object.fromEntries(
		tools.map(({ name }) => [name, { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] }]),
	);
	const { id } = await stage.n8n.workflow({ name: path, nodes: [trigger, ...tools], connections }, [
		stage.credential,
	]);
	await stage.n8n.publish(id);
	const call = await connect(`${stage.n8n.address}/mcp/${path}`);
	return {
		call,
		tell: async (name, values = {}) => await call('tools/call', { name, arguments: values }),
		close: async () => await stage.n8n.unpublish(id),
	};
}

const textOf = ({ content }) => content.map(({ text }) => text).join('');

test('every operation is a tool that is described, is readable, and destroys nothing without permission', async () => {
	const { emulator } = stage;
	const counts = { tools: 0, answered: 0, refused: 0, failed: 0 };
	for (const [area, resources] of Object.entries(areas)) {
		const all = resources.flatMap(({ value, operations }) =>
			Object.entries(operations).map(([name, operation]) => ({
				name: `${value}_${name}`,
				resource: value,
				key: name,
				operation,
			})),
		);
		const tools = all.map(({ name, resource, key, operation }) =>
			tool(area, resource, key, parametersOf(operation), name),
		);
		const { call, tell, close } = await serve(`all-${nodeOf(area)}`, tools);
		const listed = (await call('tools/list', {})).tools;
		assert.deepEqual(listed.map(({ name }) => name).sort(), all.map(({ name }) => name).sort());
		for (const { name, operation } of all) {
			const { description } = listed.find((each) => each.name === name);
			assert.ok(
				description.startsWith(operation.action),
				`${name} is described as "${description}"`,
			);
			// Operations that wait for the end of an execution would wait for the emulator's clock.
			if (operation.settings?.timeLimit) continue;
			emulator.log.length = 0;
			const result = await tell(name);
			const text = textOf(result);
			counts.tools++;
			assert.notEqual(text.trim(), '', `${name} returned an empty text`);
			assert.doesNotMatch(text, /undefined|\[object Object\]|TypeError|Cannot read/, name);
			const refused =
				operation.answers.secret !== undefined || 'allowAsTool' in toolFields(operation);
			if (refused) {
				assert.equal(result.isError, true, `${name} was executed: ${text}`);
				assert.deepEqual(
					emulator.log.filter(({ method, path }) => method !== 'GET' && !path.includes('/oauth/')),
					[],
					`${name} sent a request`,
				);
				counts.refused++;
			} else counts[result.isError ? 'failed' : 'answered']++;
		}
		await close();
	}
	console.log(`# ${JSON.stringify(counts)}`);
	assert.ok(counts.answered > 70 && counts.refused > 70, JSON.stringify(counts));
});

test('an agent picks a tool, fills its fields and gets a short result', async () => {
	const { n8n, credential, emulator } = stage;
	const model = await startModel();
	try {
		const openAi = await n8n.credential('Scripted model', 'openAiApi', model.credential);
		const production = [...orchestrationOf(emulator.state).environments.values()].find(
			({ name }) => name === 'Production',
		);
		const chosen = (mode, value) => ({ __rl: true, mode, value });
		const workflow = {
			name: 'Agent',
			nodes: [
				{
					id: 's',
					name: 'Start',
					type: 'n8n-nodes-base.manualTrigger',
					typeVersion: 1,
					position: [0, 0],
					parameters: {},
				},
				{
					id: 'a',
					name: 'AI Agent',
					type: '@n8n/n8n-nodes-langchain.agent',
					typeVersion: 3.1,
					position: [200, 0],
					parameters: { promptType: 'define', text: 'Do it', options: {} },
				},
				{
					id: 'c',
					name: 'Model',
					type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
					typeVersion: 1.2,
					position: [200, 200],
					parameters: { model: chosen('id', 'scripted'), options: {} },
					credentials: { openAiApi: { id: openAi.id, name: 'Scripted model' } },
				},
				tool(
					'Processing',
					'taskExecution',
					'runAndWait',
					{
						executable: chosen('name', "={{ $fromAI('task', 'Name of the task', 'string') }}"),
						timeLimit: 5,
						failOnFailure: true,
						simplify: true,
						options: {},
					},
					'Run_Task',
				),
				tool(
					'Orchestration',
					'task',
					'getMany',
					{
						returnAll: false,
						limit: 5,
						simplify: true,
						filters: { name: "={{ $fromAI('name', 'Part of the name', 'string') }}" },
					},
					'Find_Tasks',
				),
				tool(
					'Orchestration',
					'environment',
					'delete',
					{
						Id: chosen('id', "={{ $fromAI('environment', 'ID of the environment', 'string') }}"),
						confirmDeletion: "={{ $fromAI('confirm', 'Whether it may go', 'boolean') }}",
					},
					'Delete_Environment',
				),
				tool(
					'Orchestration',
					'environment',
					'delete',
					{
						Id: chosen('id', "={{ $fromAI('environment', 'ID of the environment', 'string') }}"),
						confirmDeletion: false,
						dryRun: "={{ $fromAI('dry', 'Whether to only try it', 'boolean') }}",
					},
					'Try_Delete',
				),
				tool(
					'Account',
					'user',
					'setRoles',
					{
						id: chosen('id', "={{ $fromAI('user', 'ID of the user', 'string') }}"),
						roleIds: [],
						allowEmpty: true,
						allowAsTool: "={{ $fromAI('allow', 'Whether it may be done', 'boolean') }}",
					},
					'Set_Roles',
				),
				tool(
					'Account',
					'serviceAccount',
					'create',
					{ name: "={{ $fromAI('name', 'Name', 'string') }}", permissions: ['TMC_OPERATOR'] },
					'Create_Service_Account',
				),
			],
			connections: {
				Start: { main: [[{ node: 'AI Agent', type: 'main', index: 0 }]] },
				Model: { ai_languageModel: [[{ node: 'AI Agent', type: 'ai_languageModel', index: 0 }]] },
				...Object.fromEntries(
					[
						'Run_Task',
						'Find_Tasks',
						'Delete_Environment',
						'Try_Delete',
						'Set_Roles',
						'Create_Service_Account',
					].map((name) => [name, { ai_tool: [[{ node: 'AI Agent', type: 'ai_tool', index: 0 }]] }]),
				),
			},
		};
		const { id } = await n8n.workflow(workflow, [
			credential,
			{ ...openAi, type: 'openAiApi', name: 'Scripted model' },
		]);
		const ask = async (...calls) => {
			model.play(...calls);
			const execution = await n8n.run(id, 'Start');
			assert.equal(
				execution.status,
				'success',
				JSON.stringify(execution.error ?? {}).slice(0, 500),
			);
			return outputOf(execution, 'AI Agent')[0].json.output;
		};
		const found = await ask(['Find_Tasks', { name: DEMO.goodTask }]);
		assert.match(found, new RegExp(DEMO.goodTask));
		const offered = model.asked[0].tools.map(({ function: { name, description } }) => ({
			name,
			description,
		}));
		assert.equal(
			offered.find(({ name }) => name === 'Delete_Environment').description,
			'Delete an environment with all its contents in Talend Cloud Orchestration',
		);
		const ran = await ask(['Run_Task', { task: DEMO.goodTask }]);
		assert.equal(JSON.parse(ran)[0].outcome, 'succeeded');
		assert.ok(ran.length < 2_000, `${ran.length} characters`);
		const failed = await ask(['Run_Task', { task: DEMO.failingTask }]);
		assert.match(failed, /execution [0-9a-f-]{36}/i, 'an agent can fetch the log of what failed');
		assert.match(
			await ask(['Delete_Environment', { environment: production.id, confirm: true }]),
			/must be turned on or off in the node by a person/,
		);
		// A model that tries again does not succeed either.
		assert.match(
			await ask(
				['Delete_Environment', { environment: production.id, confirm: true }],
				['Delete_Environment', { environment: production.id, confirm: true }],
			),
			/by a person/,
		);
		assert.ok(
			orchestrationOf(emulator.state).environments.has(production.id),
			'Production is still there',
		);
		const triedOut = await ask(['Try_Delete', { environment: production.id, dry: true }]);
		assert.match(triedOut, new RegExp(`DELETE /orchestration/environments/${production.id}`));
		assert.match(triedOut, /a person must turn on in the node: Delete with All Contents/);
		assert.match(
			await ask(['Try_Delete', { environment: production.id, dry: false }]),
			/Delete with All Contents must be turned on/,
		);
		assert.ok(
			orchestrationOf(emulator.state).environments.has(production.id),
			'Production is still there',
		);
		emulator.log.length = 0;
		assert.match(
			await ask(['Set_Roles', { user: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11', allow: true }]),
			/Allow the Agent to Do This must be turned on or off in the node by a person/,
		);
		assert.deepEqual(
			emulator.log.filter(({ path }) => path.startsWith('/account')),
			[],
		);
		assert.match(
			await ask(['Create_Service_Account', { name: 'By a model' }]),
			/is not for agents, because its output is secret/,
		);
	} finally {
		await model.close();
	}
});
