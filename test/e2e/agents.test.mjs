/**
 * Every operation as a tool, called over n8n's MCP server, and n8n's AI Agent with a chat model
 * that follows a script.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { outputOf } from '../../tools/demo/n8n.mjs';
import { root } from '../../tools/programs.mjs';
import { agentNode, chosen, connectedAs, START, start, toolOf } from './support/build.mjs';
import { serveTools } from './support/mcp.mjs';
import { startModel } from './support/model.mjs';
import { DEMO, orchestrationOf, startStage } from './support/stage.mjs';

const require = createRequire(import.meta.url);
const { areas } = require(join(root, 'build/nodes/areas.js'));
const { inputFields } = require(join(root, 'build/nodes/shared/declare/derived/operationParts.js'));
const { toolFields } = require(join(root, 'build/nodes/shared/declare/derived/toolFields.js'));
const { parametersOf: placedIn, sampleOf } = require(join(root, 'build/test/support/samples.js'));

let stage;
before(async () => {
	stage = await startStage();
});
after(async () => await stage?.close());

/** The area in the name of its node. */
const nodeOf = (area) => (area === 'SCIM' ? 'Scim' : area);

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

const textOf = ({ content }) => content.map(({ text }) => text).join('');

describe('every operation as a tool', () => {
	/** Each tool as n8n lists and calls it: its description, its answer, and what it has sent. */
	const tools = [];
	const names = { listed: [], declared: [] };

	before(async () => {
		const { emulator } = stage;
		for (const [area, resources] of Object.entries(areas)) {
			const all = resources.flatMap(({ value, operations }) =>
				Object.entries(operations).map(([key, operation]) => ({
					name: `${value}_${key}`,
					operation,
					node: toolOf(`${value}_${key}`, nodeOf(area), {
						resource: value,
						operation: key,
						...parametersOf(operation),
					}),
				})),
			);
			const { list, tell, close } = await serveTools(
				stage,
				`all-${nodeOf(area)}`,
				all.map(({ node }) => node),
			);
			const listed = await list();
			names.listed.push(...listed.map(({ name }) => `${area} ${name}`));
			names.declared.push(...all.map(({ name }) => `${area} ${name}`));
			for (const { name, operation } of all) {
				const { description = '' } = listed.find((each) => each.name === name) ?? {};
				const tool = { title: `${area} ${name}`, operation, description };
				tools.push(tool);
				// Operations that wait for the end of an execution would wait for the emulator's clock.
				if (operation.settings?.timeLimit) continue;
				emulator.log.length = 0;
				const { isError = false, content } = await tell(name);
				const writes = emulator.log.filter(
					({ method, path }) => method !== 'GET' && !path.includes('/oauth/'),
				);
				Object.assign(tool, { isError, text: textOf({ content }), writes });
			}
			await close();
		}
	});

	const called = () => tools.filter(({ text }) => text !== undefined);
	const needsPermission = ({ operation }) =>
		operation.answers.whySecret !== undefined || 'allowAsTool' in toolFields(operation);

	test('n8n lists exactly the operations', () => {
		assert.deepEqual(names.listed.sort(), names.declared.sort());
	});

	test('the description of a tool begins with its action', () => {
		const others = tools.filter(
			({ description, operation }) => !description.startsWith(operation.action),
		);
		assert.deepEqual(
			others.map(({ title, description }) => [title, description]),
			[],
		);
	});

	test('the text of a tool is readable', () => {
		const UNREADABLE = /^\s*$|undefined|\[object Object\]|TypeError|Cannot read/;
		assert.deepEqual(
			called()
				.filter(({ text }) => UNREADABLE.test(text))
				.map(({ title, text }) => [title, text]),
			[],
		);
	});

	test('a tool that needs the permission of a person sends nothing without it', () => {
		const withoutPermission = called().filter(needsPermission);
		assert.ok(withoutPermission.length > 70, `${withoutPermission.length} need a permission`);
		assert.deepEqual(
			withoutPermission
				.filter(({ isError, writes }) => !isError || writes.length > 0)
				.map(({ title, text }) => [title, text]),
			[],
		);
	});

	test('more than 70 other tools succeed', () => {
		const others = called().filter((tool) => !needsPermission(tool));
		const succeeded = others.filter(({ isError }) => !isError);
		console.log(`# ${succeeded.length} of ${others.length} succeeded`);
		assert.ok(succeeded.length > 70, `${succeeded.length} of ${others.length} succeeded`);
	});
});

/** A value that the model decides. */
const byModel = (name, description, type = 'string') =>
	`={{ $fromAI('${name}', '${description}', '${type}') }}`;
const ENVIRONMENT = chosen('id', byModel('environment', 'ID of the environment'));

/** The tools of the agent: what the model may decide of them, and what a person has set. */
const TOOLS = [
	toolOf('Run_Task', 'Processing', {
		resource: 'taskExecution',
		operation: 'runAndWait',
		executable: chosen('name', byModel('task', 'Name of the task')),
		timeLimit: 5,
		failOnFailure: true,
		simplify: true,
		options: {},
	}),
	toolOf('Find_Tasks', 'Orchestration', {
		resource: 'task',
		operation: 'getMany',
		returnAll: false,
		limit: 5,
		simplify: true,
		filters: { name: byModel('name', 'Part of the name') },
	}),
	toolOf('Delete_Environment', 'Orchestration', {
		resource: 'environment',
		operation: 'delete',
		Id: ENVIRONMENT,
		confirmDeletion: byModel('confirm', 'Whether it may go', 'boolean'),
	}),
	toolOf('Try_Delete', 'Orchestration', {
		resource: 'environment',
		operation: 'delete',
		Id: ENVIRONMENT,
		confirmDeletion: false,
		dryRun: byModel('dry', 'Whether to only try it', 'boolean'),
	}),
	toolOf('Set_Roles', 'Account', {
		resource: 'user',
		operation: 'setRoles',
		id: chosen('id', byModel('user', 'ID of the user')),
		roleIds: [],
		allowEmpty: true,
		allowAsTool: byModel('allow', 'Whether it may be done', 'boolean'),
	}),
	toolOf('Create_Service_Account', 'Account', {
		resource: 'serviceAccount',
		operation: 'create',
		name: byModel('name', 'Name'),
		permissions: ['TMC_OPERATOR'],
	}),
];

describe('an agent with a model that follows a script', () => {
	let model;
	let agentWorkflow;
	before(async () => {
		const { n8n, credential } = stage;
		model = await startModel();
		const openAi = {
			...(await n8n.credential('Scripted model', 'openAiApi', model.credential)),
			type: 'openAiApi',
			name: 'Scripted model',
		};
		const agent = agentNode('AI Agent', 'agent', 3.1, {
			promptType: 'define',
			text: 'Do it',
			options: {},
		});
		const chatModel = agentNode(
			'Model',
			'lmChatOpenAi',
			1.2,
			{ model: chosen('id', 'scripted'), options: {} },
			{ credentials: { openAiApi: { id: openAi.id, name: openAi.name } } },
		);
		agentWorkflow = await n8n.workflow(
			{
				name: 'Agent',
				nodes: [start(), agent, chatModel, ...TOOLS],
				connections: {
					[START]: { main: [[{ node: agent.name, type: 'main', index: 0 }]] },
					...connectedAs('ai_languageModel', [chatModel], agent.name),
					...connectedAs('ai_tool', TOOLS, agent.name),
				},
			},
			[credential, openAi],
		);
	});
	after(async () => await model?.close());

	/** Lets the model call these tools. @returns the result of the last one, as output */
	async function ask(...calls) {
		model.play(...calls);
		const execution = await stage.n8n.run(agentWorkflow.id, START);
		assert.equal(execution.status, 'success', JSON.stringify(execution.error ?? {}).slice(0, 500));
		return outputOf(execution, 'AI Agent')[0].json.output;
	}

	const environments = () => orchestrationOf(stage.emulator.state).environments;
	const production = () =>
		[...environments().values()].find(({ name }) => name === 'Production').id;
	const deletion = () => ['Delete_Environment', { environment: production(), confirm: true }];

	test('a tool is offered to the model with a description of its operation', async () => {
		await ask(['Find_Tasks', { name: DEMO.goodTask }]);
		const offered = model.asked[0].tools.map(({ function: { name, description } }) => ({
			name,
			description,
		}));
		assert.equal(
			offered.find(({ name }) => name === 'Delete_Environment').description,
			'Delete an environment with all its contents in Talend Cloud Orchestration',
		);
	});

	test('the model gets what the filter that it fills in has found', async () => {
		assert.match(await ask(['Find_Tasks', { name: DEMO.goodTask }]), new RegExp(DEMO.goodTask));
	});

	test('the model gets a short result of a task that it runs by its name', async () => {
		const ran = await ask(['Run_Task', { task: DEMO.goodTask }]);
		assert.equal(JSON.parse(ran)[0].outcome, 'succeeded');
		assert.ok(ran.length < 2_000, `${ran.length} characters`);
	});

	test('a task that fails is named with the execution whose log the model can fetch', async () => {
		assert.match(await ask(['Run_Task', { task: DEMO.failingTask }]), /execution [0-9a-f-]{36}/i);
	});

	test('the model cannot allow a deletion, even if it tries twice', async () => {
		assert.match(await ask(deletion()), /must be turned on or off in the node by a person/);
		assert.match(await ask(deletion(), deletion()), /by a person/);
		assert.ok(environments().has(production()), 'Production is still there');
	});

	test('a deletion by a model is refused with what a person has to turn on', async () => {
		const triedOut = await ask(['Try_Delete', { environment: production(), dry: true }]);
		assert.match(triedOut, new RegExp(`DELETE /orchestration/environments/${production()}`));
		assert.match(triedOut, /a person must turn on in the node: Delete with All Contents/);
		assert.ok(environments().has(production()), 'Production is still there');
	});

	test('the model cannot turn a trial into a deletion', async () => {
		assert.match(
			await ask(['Try_Delete', { environment: production(), dry: false }]),
			/Delete with All Contents\\?" must be turned on/,
		);
		assert.ok(environments().has(production()), 'Production is still there');
	});

	test('the model cannot allow itself to replace roles, so nothing is sent', async () => {
		stage.emulator.log.length = 0;
		assert.match(
			await ask(['Set_Roles', { user: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11', allow: true }]),
			/Allow the Agent to Do This\\?" must be turned on or off in the node by a person/,
		);
		assert.deepEqual(
			stage.emulator.log.filter(({ path }) => path.startsWith('/account')),
			[],
		);
	});

	test('the model cannot create what has a secret output', async () => {
		assert.match(
			await ask(['Create_Service_Account', { name: 'By a model' }]),
			/is not for agents, because its output is secret/,
		);
	});
});
