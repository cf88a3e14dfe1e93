/**
 * A question in the chat of n8n is answered from what the tools read; a model that follows a script
 * stands in for a real one.
 */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { startModel } from '../support/model.mjs';

export default {
	workflow: 'ask-an-agent',
	change: (workflow) => {
		workflow.nodes.find(({ name }) => name === 'Chat').parameters.public = true;
		// Somebody adds a tool that changes something; the credential is that of the others.
		const { credentials, position } = workflow.nodes.find(({ name }) => name === 'Find_Tasks');
		const parameters = {
			authentication: 'serviceAccount',
			resource: 'taskExecution',
			operation: 'start',
			descriptionType: 'auto',
			executable: {
				__rl: true,
				mode: 'name',
				value: "={{ $fromAI('task', 'Name of the task', 'string') }}",
			},
		};
		workflow.nodes.push({
			id: 'start',
			name: 'Start_a_Task',
			type: 'n8n-nodes-talend-cloud.talendCloudProcessingTool',
			typeVersion: 1,
			position,
			parameters,
			credentials,
		});
		workflow.connections.Start_a_Task = {
			ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]],
		};
		workflow.nodes.find(({ name }) => name === 'Model').credentials = {
			openAiApi: { name: 'Scripted model' },
		};
	},
	async credentials(n8n) {
		this.model = await startModel();
		return [
			{
				...(await n8n.credential('Scripted model', 'openAiApi', this.model.credential)),
				type: 'openAiApi',
			},
		];
	},
	async published({ emulator, executed, n8n }) {
		const { model } = this;
		try {
			const ask = async (question, ...calls) => {
				model.play(...calls);
				const answer = await fetch(
					`${n8n.address}/webhook/c6f1a6c2-6f0d-4c8f-9a55-3f0d8f2b7c17/chat`,
					{
						method: 'POST',
						headers: { 'content-type': 'application/json' },
						body: JSON.stringify({ action: 'sendMessage', sessionId: '1', chatInput: question }),
					},
				);
				return (await answer.json()).output;
			};
			const failed = await ask('What failed this week?', [
				'Task_Executions',
				{ days: 7, status: 'execution_failed' },
			]);
			assert.match(failed, /Table ORDERS does not exist/);
			const [executionId] = /[0-9a-f-]{36}/.exec(failed);
			assert.match(await ask('Why?', ['Log_of_an_Execution', { execution: executionId }]), /ERROR/);
			assert.match(
				await ask('What is the cause?', ['Explain_a_Failure', { execution: executionId }]),
				/"cause"/,
			);
			assert.match(
				await ask('How is Production?', [
					'Health_of_an_Environment',
					{ environment: 'Production' },
				]),
				/summary/,
			);
			assert.match(await ask('Can all engines be reached?', ['Remote_Engines', {}]), /Frankfurt 1/);
			assert.match(
				await ask('Is there a task that loads customers?', ['Find_Tasks', { name: 'Load' }]),
				/Load customers/,
			);
			assert.match(
				await ask('Which plans run at night?', ['Find_Plans', { name: 'Nightly' }]),
				/Nightly load/,
			);
			assert.match(
				await ask('Run the customers again', ['Start_a_Task', { task: 'Load customers' }]),
				/read-only/i,
			);
			const [first] = await executed(8);
			assert.equal(outputOf(first, 'Agent').length, 1);
			const { tools, messages } = model.asked.at(-1);
			assert.deepEqual(tools.map(({ function: { name } }) => name).sort(), [
				'Explain_a_Failure',
				'Find_Plans',
				'Find_Tasks',
				'Health_of_an_Environment',
				'Log_of_an_Execution',
				'Remote_Engines',
				'Start_a_Task',
				'Task_Executions',
			]);
			assert.ok(
				messages.some(({ content }) => content === 'Is there a task that loads customers?'),
				'the agent remembers what was asked before',
			);
			assert.deepEqual(
				emulator.log.filter(
					({ method, path }) =>
						method !== 'GET' && !/\/oauth\/|\/search$|\/tasks\/executions$/.test(path),
				),
				[],
			);
		} finally {
			await model.close();
		}
	},
};
