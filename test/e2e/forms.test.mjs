/**
 * Forms whose inputs depend on the data of the platform: opened in the editor of a real n8n, filled
 * in, saved and executed.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { outputOf } from '../../tools/demo/n8n.mjs';
import { openEditor, openNode } from './support/browser.mjs';
import { chosen, toolOf } from './support/build.mjs';
import { offered, picture, workflowWith } from './support/editing.mjs';
import { serveTools } from './support/mcp.mjs';
import { DEMO, DEMO_ACCOUNT, orchestrationOf, startStage } from './support/stage.mjs';

let stage;
let browser;
let page;
before(async () => {
	stage = await startStage();
	({ browser, page } = await openEditor(stage.n8n));
});
after(async () => {
	await browser?.close();
	await stage?.close();
});

const called = (records, name) => [...records.values()].find((each) => each.name === name);
const goodTask = () => called(orchestrationOf(stage.emulator.state).tasks, DEMO.goodTask);
/** The bodies of the requests of an operation so far. */
const sent = (operation) =>
	stage.emulator.log
		.filter((each) => each.operation === operation)
		.map(({ body }) => JSON.parse(body));

/** Opens the panel of a node. */
async function opened(name, type, parameters) {
	const { id } = await workflowWith(stage, name, type, parameters);
	await page.goto(`${stage.n8n.address}/workflow/${id}`);
	await openNode(page, 'Talend');
	return id;
}

const execute = async () => await page.getByTestId('node-execute-button').click();

/** What the editor requests from n8n while somebody fills in a node. */
const asked = async (endpoint, type, methodName, path, parameters) =>
	await stage.n8n.rest('POST', `/dynamic-node-parameters/${endpoint}`, {
		path,
		methodName,
		nodeTypeAndVersion: { name: `n8n-nodes-talend-cloud.${type}`, version: 1 },
		currentNodeParameters: { authentication: 'serviceAccount', ...parameters },
		credentials: { talendCloudApi: { id: stage.credential.id, name: stage.credential.name } },
	});

describe('a task', () => {
	const OPERATION = 'POST /orchestration/executables/tasks';

	/** The parameters that create a task with the artifact of the task that succeeds. */
	function createOf(name) {
		const { workspaceId, artifactId, artifactVersion } = goodTask();
		const { environmentId } = orchestrationOf(stage.emulator.state).workspaces.get(workspaceId);
		return {
			resource: 'task',
			operation: 'create',
			environmentId: chosen('id', environmentId),
			workspaceId: chosen('id', workspaceId),
			name,
			artifactId: chosen('id', artifactId),
			artifactVersion: chosen('byVersion', artifactVersion),
		};
	}

	/** Names a connection or resource in this row of the pairs, and chooses its record. */
	async function fillPair(row, name, record) {
		const [names, records] = ['parameter-input-name', 'resource-locator-value'].map((id) =>
			page.getByTestId(id),
		);
		await names
			.nth((await names.count()) - 2 + row)
			.locator('input')
			.fill(name);
		await records
			.nth((await records.count()) - 2 + row)
			.getByTestId('rlc-input')
			.click();
		await page.getByTestId('rlc-item').filter({ hasText: record }).first().click();
	}

	/** The parameters of the node once the editor has saved what was filled in last. */
	async function savedParameters(workflowId) {
		const saved = async () =>
			(await stage.n8n.rest('GET', `/workflows/${workflowId}`)).nodes.find(
				({ name }) => name === 'Talend',
			).parameters;
		for (
			let tries = 0;
			!(await saved()).additionalFields?.resources?.pairs[0].name && tries < 50;
			tries++
		)
			await page.waitForTimeout(200);
		return await saved();
	}

	test('a task gets parameters by name beside connections and resources from lists', async () => {
		const id = await opened('New task', 'talendCloudOrchestration', {
			...createOf('By form'),
			additionalFields: Object.fromEntries(
				['connections', 'resources'].map((name) => [
					name,
					{ pairs: [{ name: '', value: chosen('list', '') }] },
				]),
			),
		});
		const parameters = page.getByTestId('resource-mapper-container');
		await parameters.getByText('country').first().waitFor();
		await parameters.locator('input').last().fill('PT');
		await fillPair(0, 'warehouse', 'Warehouse');
		await fillPair(1, 'rates', 'rates.csv');
		await picture(page, 'task by form');
		await page.keyboard.press('Escape');
		await page.keyboard.press('Control+s');
		const {
			parameters: given,
			additionalFields: { connections, resources },
		} = await savedParameters(id);
		assert.deepEqual(given.value, { country: 'PT' });
		assert.deepEqual(
			connections.pairs.map(({ name, value }) => [name, value.cachedResultName]),
			[['warehouse', 'Warehouse']],
		);
		assert.deepEqual(
			resources.pairs.map(({ name, value }) => [name, value.cachedResultName]),
			[['rates', 'rates.csv']],
		);

		const execution = await stage.n8n.run(id, 'Start');
		assert.equal(execution.status, 'success', execution.error?.message);
		const body = sent(OPERATION).at(-1);
		assert.deepEqual(body.parameters, { country: 'PT' });
		assert.deepEqual(body.connections, { warehouse: connections.pairs[0].value.value });
		assert.deepEqual(body.resources, { rates: resources.pairs[0].value.value });
	});

	test('an update of a task, which shows its parameters, keeps the fields that are left out', async () => {
		const { tasks } = orchestrationOf(stage.emulator.state);
		const task = { ...goodTask(), id: stage.emulator.state.uuid(), name: 'Changed by form' };
		tasks.set(task.id, task);
		await opened('Changed task', 'talendCloudOrchestration', {
			resource: 'task',
			operation: 'update',
			taskId: chosen('id', task.id),
		});
		const parameters = page.getByTestId('resource-mapper-container');
		await parameters.getByText('country').first().waitFor();
		await parameters.locator('input').last().fill('ES');
		await execute();
		await page.getByTestId('output-panel').getByText(task.name).first().waitFor();
		const updated = tasks.get(task.id);
		assert.deepEqual(updated.parameters, { country: 'ES' });
		assert.deepEqual(Object.keys(updated.connections), ['warehouse']);
	});

	test('the endpoints that the editor of n8n uses return the same', async () => {
		const { artifactId, artifactVersion, workspaceId } = createOf('');
		const of = (method, parameters) =>
			asked('resource-mapper-fields', 'talendCloudOrchestration', method, 'parameters.parameters', {
				resource: 'task',
				...parameters,
			});
		const { fields } = await of('getParametersOfArtifact', {
			operation: 'create',
			artifactId,
			artifactVersion,
		});
		assert.deepEqual(
			fields.map(({ id, type, required }) => [id, type, required]),
			[['country', 'string', false]],
		);
		assert.equal(
			fields[0].displayName,
			'country: Whose records are loaded (string, FR if left empty)',
		);
		assert.match(
			(await of('getParametersOfArtifact', { operation: 'create' })).emptyFieldsNotice,
			/^Choose the artifact and its version/,
		);
		assert.deepEqual(
			(
				await of('getParametersOfChangedTask', {
					operation: 'update',
					taskId: chosen('id', goodTask().id),
				})
			).fields.map(({ id }) => id),
			['country'],
		);
		const records = async (method, path) =>
			(
				await asked('resource-locator-results', 'talendCloudOrchestration', method, path, {
					resource: 'task',
					operation: 'create',
					workspaceId,
				})
			).results.map(({ name }) => name);
		assert.deepEqual(
			await records('searchConnections', 'parameters.additionalFields.connections.pairs[0].value'),
			['Warehouse', 'Invoices'],
		);
		assert.deepEqual(
			await records('searchResources', 'parameters.additionalFields.resources.pairs[0].value'),
			['rates.csv'],
		);
	});

	const warehouse = () => called(orchestrationOf(stage.emulator.state).connections, 'Warehouse').id;
	const asObjects = (parameters) => ({
		additionalFields: {
			parametersJson: parameters,
			connectionsJson: JSON.stringify({ warehouse: warehouse() }),
		},
	});

	test('a task also accepts its parameters and connections as objects from an expression', async () => {
		const { id } = await workflowWith(stage, 'By expression', 'talendCloudOrchestration', {
			...createOf('By expression'),
			...asObjects('={{ { country: "I" + "T" } }}'),
		});
		const execution = await stage.n8n.run(id, 'Start');
		assert.equal(execution.status, 'success', execution.error?.message);
		assert.deepEqual(
			[sent(OPERATION).at(-1)].map(({ parameters, connections: used }) => ({ parameters, used })),
			[{ parameters: { country: 'IT' }, used: { warehouse: warehouse() } }],
		);
	});

	test('a task also accepts its parameters and connections as objects from an agent', async () => {
		const { tell } = await serveTools(stage, 'talend-forms', [
			toolOf('Create_Task', 'Orchestration', {
				...createOf("={{ $fromAI('name', 'Name', 'string') }}"),
				...asObjects("={{ $fromAI('parameters', 'Values of the parameters, by name', 'json') }}"),
			}),
		]);
		const { isError, content } = await tell('Create_Task', {
			name: 'By tool',
			parameters: { country: 'AT' },
		});
		assert.ok(!isError, JSON.stringify(content));
		const body = sent(OPERATION).at(-1);
		assert.deepEqual(
			[body.name, body.parameters, body.connections],
			['By tool', { country: 'AT' }, { warehouse: warehouse() }],
		);
	});
});

describe('a data plane on EKS', () => {
	test('the form has harmless defaults instead of a choice of the provider', async () => {
		await opened('EKS', 'talendCloudEngines', { resource: 'dataPlane', operation: 'createEks' });
		for (const [label, name, value] of [
			['Disk Size (GB)', 'diskSize', '100'],
			['Max Size', 'maxSize', '3'],
			['Min Size', 'minSize', '1'],
		]) {
			assert.ok((await offered(page, page.getByPlaceholder('Add Field').first())).includes(label));
			await page.getByRole('option', { name: label, exact: true }).click();
			assert.equal(
				await page.getByTestId(`parameter-input-${name}`).locator('input').inputValue(),
				value,
			);
		}
		await picture(page, 'eks');
		assert.equal(await page.getByTestId('parameter-input-provider').count(), 0);
	});
});

describe('multi-selects', () => {
	describe('the members of a group', () => {
		const removing = { resource: 'group', operation: 'removeMembers' };

		test('the members are chosen from the users', async () => {
			await opened('Members', 'talendCloudScim', removing);
			const users = await offered(page, page.getByTestId('parameter-input-userIds'));
			assert.ok(
				users.some((user) => user.startsWith('ana.demo')),
				users.join(),
			);
			await picture(page, 'members');
		});

		for (const operation of ['addMembers', 'removeMembers'])
			test(`${operation} is refused if nobody is chosen`, async () => {
				const patches = () => sent('PATCH /scim/v2/Groups/{id}').length;
				const before = patches();
				const [group] = (
					await asked(
						'resource-locator-results',
						'talendCloudScim',
						'searchGroups',
						'parameters.id',
						removing,
					)
				).results;
				for (const userIds of [[], [''], '={{ [] }}', '={{ $json.nobody }}']) {
					const { id } = await workflowWith(stage, 'No members', 'talendCloudScim', {
						resource: 'group',
						operation,
						id: chosen('id', group.value),
						userIds,
					});
					const execution = await stage.n8n.run(id, 'Start');
					assert.equal(execution.status, 'error', JSON.stringify(userIds));
					const { message, description } = execution.error;
					assert.match(`${message}\n${description}`, /User Names or IDs/);
				}
				assert.equal(patches(), before);
			});
	});

	describe('the values of a custom attribute', () => {
		const setValue = { resource: 'customAttribute', operation: 'setValue' };

		test('the editor shows no error before an attribute is chosen', async () => {
			await opened('No attribute yet', 'talendCloudCatalog', setValue);
			await page.getByTestId('parameter-input-values').waitFor();
			assert.doesNotMatch(await page.getByTestId('node-parameters').innerText(), /Error fetching/);
			await picture(page, 'no attribute');
		});

		test('the values of the chosen attribute are offered', async () => {
			const { results } = await asked(
				'resource-locator-results',
				'talendCloudCatalog',
				'searchCustomAttributes',
				'parameters.id',
				setValue,
			);
			const { value } = results.find(({ name }) => name === 'Confidentiality');
			await opened('Set a value', 'talendCloudCatalog', { ...setValue, id: chosen('id', value) });
			assert.deepEqual(await offered(page, page.getByTestId('parameter-input-values')), [
				'Internal',
			]);
			await picture(page, 'set value');
		});
	});

	test('an access token is issued at a custom address', async () => {
		const { id } = await workflowWith(stage, 'Token', 'talendCloudAccount', {
			resource: 'accessToken',
			operation: 'issue',
			audience: 'other',
			address: stage.platform,
			clientId: DEMO_ACCOUNT.id,
			clientSecret: DEMO_ACCOUNT.secret,
		});
		const execution = await stage.n8n.run(id, 'Start');
		assert.equal(execution.status, 'success', execution.error?.message);
		const [{ json }] = outputOf(execution, 'Talend');
		assert.ok(json.access_token ?? json.accessToken, Object.keys(json).join());
	});
});
