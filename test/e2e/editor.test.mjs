/** The nodes in the editor of a real n8n, as users see them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { outputOf } from '../../tools/demo/n8n.mjs';
import { openEditor, openNode } from './support/browser.mjs';
import {
	offered as offeredBy,
	picture as pictureOf,
	TRIGGER as trigger,
	workflowWith as workflowOf,
} from './support/editing.mjs';
import { addAuditLog, TRIGGERS } from './support/events.mjs';
import { CREDENTIAL, DEMO, orchestrationOf, startStage } from './support/stage.mjs';

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

const workflowWith = async (...given) => await workflowOf(stage, ...given);
const picture = async (name) => await pictureOf(page, name);

describe('the credential', () => {
	test('n8n tests the credential: good, wrong secret, wrong address', async () => {
		const { n8n, platform, credential, credentialData } = stage;
		const check = (data) =>
			n8n.rest('POST', '/credentials/test', {
				credentials: { id: credential.id, name: credential.name, type: credential.type, data },
			});
		assert.deepEqual(await check(credentialData), {
			status: 'OK',
			message: 'Connection successful!',
		});
		const wrong = await check({ ...credentialData, clientSecret: 'wrong' });
		assert.equal(wrong.status, 'Error');
		assert.match(
			wrong.message,
			/The sign-in at 127\.0\.0\.1:\d+ was refused \(401\): check the client ID/,
		);
		const elsewhere = await check({ ...credentialData, address: `${platform}/elsewhere` });
		assert.match(
			elsewhere.message,
			/^No sign-in endpoint was found at .* \(404\): check the region or address/,
		);
		const unsafe = await check({ ...credentialData, address: 'http://example.com' });
		assert.equal(unsafe.status, 'Error');
		assert.match(unsafe.message, /Address must begin with https/);
	});

	test('the credential needs only the permission to fetch tokens, which it names if it is missing', async () => {
		const { n8n, emulator, credentialData } = stage;
		emulator.state.serviceAccounts.set('poor', {
			...emulator.state.serviceAccounts.get(credentialData.clientId),
			id: 'poor',
			secret: 'poor-secret',
			permissions: ['TMC_SERVICE_ACCOUNT_MANAGEMENT'],
		});
		emulator.state.serviceAccounts.set('poorest', {
			...emulator.state.serviceAccounts.get('poor'),
			id: 'poorest',
			permissions: [],
		});
		const { id } = await n8n.credential('Poor', 'talendCloudApi', {
			...credentialData,
			clientId: 'poor',
			clientSecret: 'poor-secret',
		});
		const check = async (clientId) =>
			await n8n.rest('POST', '/credentials/test', {
				credentials: {
					id,
					name: 'Poor',
					type: 'talendCloudApi',
					data: { ...credentialData, clientId, clientSecret: 'poor-secret' },
				},
			});
		assert.deepEqual(await check('poor'), { status: 'OK', message: 'Connection successful!' });
		assert.match(
			(await check('poorest')).message,
			/\(403\): it needs the permission Service Account - Manage$/,
		);
	});

	describe('a personal token', () => {
		const check = async (token) => {
			const { n8n, platform } = stage;
			const data = { region: 'other', address: platform, token, apiVersion: '2021-03' };
			const { id } = await n8n.credential(`Token ${token}`, 'talendCloudTokenApi', data);
			return await n8n.rest('POST', '/credentials/test', {
				credentials: { id, name: `Token ${token}`, type: 'talendCloudTokenApi', data },
			});
		};

		test('a valid token works', async () => {
			assert.equal((await check('demo-personal-access-token')).status, 'OK');
		});

		test('the error about a wrong token says why it may be refused', async () => {
			const { status, message } = await check('wrong');
			assert.equal(status, 'Error');
			assert.match(message, /^Talend Cloud rejected the token \(401\): it is wrong, has expired/);
		});
	});

	test('the credential signs in the HTTP Request node, but only at its own platform', async () => {
		const { n8n, platform, credential } = stage;
		const http = (url) => ({
			name: `HTTP ${url}`,
			nodes: [
				trigger,
				{
					id: 'h',
					name: 'HTTP',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					position: [260, 0],
					parameters: {
						url,
						authentication: 'predefinedCredentialType',
						nodeCredentialType: 'talendCloudApi',
						options: {},
					},
					credentials: { talendCloudApi: { name: CREDENTIAL } },
				},
			],
			connections: { Start: { main: [[{ node: 'HTTP', type: 'main', index: 0 }]] } },
		});
		const good = await n8n.run(
			(await n8n.workflow(http(`${platform}/orchestration/environments`), [credential])).id,
			'Start',
		);
		assert.deepEqual(
			outputOf(good, 'HTTP').map(({ json }) => json.name),
			['Development', 'Production'],
		);
		const foreign = await n8n.run(
			(await n8n.workflow(http('http://localhost:1/steal'), [credential])).id,
			'Start',
		);
		assert.equal(foreign.status, 'error');
		assert.match(JSON.stringify(foreign.error), /is not sent to localhost:1/);
	});

	test('n8n’s interface returns no token', async () => {
		const stored = await stage.n8n.rest(
			'GET',
			`/credentials/${stage.credential.id}?includeData=true`,
		);
		assert.doesNotMatch(JSON.stringify(stored), /eyJ/);
		assert.doesNotMatch(JSON.stringify(stored), new RegExp(stage.credentialData.clientSecret));
	});
});

describe('the editor', () => {
	test('a task that is chosen from the list is executed', async () => {
		const { id } = await workflowWith('Pick a task', 'talendCloudProcessing', {
			resource: 'taskExecution',
			operation: 'runAndWait',
		});
		await page.goto(`${stage.n8n.address}/workflow/${id}`);
		await openNode(page, 'Talend');
		await page.getByTestId('resource-locator-executable').getByTestId('rlc-input').click();
		await page.getByTestId('rlc-item').filter({ hasText: DEMO.goodTask }).first().waitFor();
		await picture('tasks');
		await page.getByTestId('rlc-search').fill('load cust');
		await page.getByTestId('rlc-item').filter({ hasText: DEMO.goodTask }).first().click();
		await picture('run-and-wait');
		await page.getByTestId('node-execute-button').click();
		await page.getByTestId('output-panel').getByText('succeeded').first().waitFor();
		await picture('output');
	});

	test('the values of the parameters, which appear by name for the chosen task, are sent', async () => {
		const { tasks } = orchestrationOf(stage.emulator.state);
		const { id: value } = [...tasks.values()].find(({ name }) => name === DEMO.goodTask);
		const { id } = await workflowWith('Parameters by name', 'talendCloudProcessing', {
			resource: 'taskExecution',
			operation: 'runAndWait',
			executable: { __rl: true, mode: 'list', value, cachedResultName: DEMO.goodTask },
		});
		await page.goto(`${stage.n8n.address}/workflow/${id}`);
		await openNode(page, 'Talend');
		const parameters = page.getByTestId('resource-mapper-container');
		await parameters.getByText('country').first().waitFor();
		await picture('parameters');
		await parameters.locator('input').last().fill('PT');
		await page.getByTestId('node-execute-button').click();
		await page.getByTestId('output-panel').getByText('succeeded').first().waitFor();
		const start = stage.emulator.log
			.filter(({ operation }) => operation === 'POST /processing/executions')
			.at(-1);
		assert.deepEqual(JSON.parse(start.body).parameters, { country: 'PT' });
	});

	test('an empty list says that nothing was found', async () => {
		const { id } = await workflowWith('Empty list', 'talendCloudProcessing', {
			resource: 'planExecution',
			operation: 'get',
		});
		await page.goto(`${stage.n8n.address}/workflow/${id}`);
		await openNode(page, 'Talend');
		await page.getByTestId('resource-locator-planExecutionId').getByTestId('rlc-input').click();
		await page.getByText('No plan execution was found').first().waitFor();
		await picture('empty-list');
	});

	test('the form of a schedule shows the inputs that its type needs', async () => {
		const { id } = await workflowWith('Weekly', 'talendCloudOrchestration', {
			resource: 'runConfiguration',
			operation: 'setTaskRunConfig',
			runtimeType: 'REMOTE_ENGINE',
			scheduleType: 'WEEKLY',
		});
		await page.goto(`${stage.n8n.address}/workflow/${id}`);
		await openNode(page, 'Talend');
		await page.getByText('Every (Weeks)', { exact: true }).waitFor();
		await page.getByTestId('resource-locator-runtimeRemoteEngine').waitFor();
		assert.equal(await page.getByTestId('resource-locator-runtimeCluster').count(), 0);
		await picture('schedule');
	});

	test('the user sees that the task is paused and what to do', async () => {
		const { id } = await workflowWith('Paused task', 'talendCloudProcessing', {
			resource: 'taskExecution',
			operation: 'start',
			executable: { __rl: true, mode: 'name', value: DEMO.pausedTask },
		});
		await page.goto(`${stage.n8n.address}/workflow/${id}`);
		await openNode(page, 'Talend');
		await page.getByTestId('node-execute-button').click();
		const message = page.getByTestId('node-error-message');
		await message.waitFor();
		assert.match(await message.innerText(), /The task is paused/);
		await page.getByText('Resume it').first().waitFor();
		await picture('paused');
	});

	test('the whole workflow runs from the canvas', async () => {
		const { id } = await workflowWith('Run all', 'talendCloudProcessing', {
			resource: 'taskExecution',
			operation: 'getMany',
			limit: 5,
		});
		await page.goto(`${stage.n8n.address}/workflow/${id}`);
		await page.getByTestId('execute-workflow-button').first().click();
		await page.getByText('Workflow executed successfully', { exact: true }).waitFor();
		await picture('canvas');
	});

	test('the nodes are found by the beginning of their name', async () => {
		await page.goto(`${stage.n8n.address}/workflow/new`);
		await page
			.getByTestId('canvas-plus-button')
			.or(page.getByTestId('canvas-add-button'))
			.first()
			.click();
		await page.getByTestId('node-creator-search-bar').fill('talend');
		await page
			.getByTestId('node-creator-item-name')
			.filter({ hasText: 'Talend Cloud Processing' })
			.first()
			.waitFor();
		await picture('creator');
	});
});

describe('the triggers', () => {
	/** Opens the entry of a node in the node creator. */
	async function creatorEntry(name) {
		await page.goto(`${stage.n8n.address}/workflow/new`);
		await page
			.getByTestId('canvas-plus-button')
			.or(page.getByTestId('canvas-add-button'))
			.first()
			.click();
		await page.getByTestId('node-creator-search-bar').fill(name);
		await page.getByTestId('node-creator-item-name').filter({ hasText: name }).first().click();
		await page.getByTestId('node-creator-category-item').first().waitFor();
	}

	/** Opens the panel of a trigger. */
	async function triggerPanel(type, parameters = {}) {
		const node = {
			id: 't',
			name: 'Trigger',
			type: `n8n-nodes-talend-cloud.${type}`,
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				authentication: 'serviceAccount',
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				...parameters,
			},
			credentials: { talendCloudApi: { name: CREDENTIAL } },
		};
		const { id } = await stage.n8n.workflow(
			{ name: `Trigger ${type}`, nodes: [node], connections: {} },
			[stage.credential],
		);
		await page.goto(`${stage.n8n.address}/workflow/${id}`);
		await openNode(page, 'Trigger');
	}

	const offered = async (list) => await offeredBy(page, list);

	for (const [name, events] of [
		[
			'Talend Cloud Processing',
			[
				'On execution failed',
				'On execution misfired',
				'On execution with rejected rows',
				'On execution started',
				'On execution succeeded',
				'On execution terminated',
			],
		],
		[
			'Talend Cloud Datasets and Crawlers',
			[
				'On crawler failed',
				'On crawler finished',
				'On crawler partly failed',
				'On crawler started',
			],
		],
		[
			'Talend Cloud Engine Management',
			['On engine available again', 'On unavailable engine removed', 'On engine unavailable'],
		],
		['Talend Cloud Administration', ['On new Talend Cloud Administration event']],
	])
		test(`${name} is listed once, with its events and actions`, async () => {
			await creatorEntry(name);
			const [triggers, actions] = await page
				.getByTestId('node-creator-category-item')
				.allInnerTexts();
			assert.match(triggers, new RegExp(`^Triggers \\(${events.length}\\)`));
			assert.match(actions, /^Actions \(\d+\)/);
			const names = page.getByTestId('node-creator-item-name').filter({ hasText: /^On / });
			await names.first().waitFor();
			assert.deepEqual((await names.allInnerTexts()).sort(), [...events].sort());
			await picture(`creator ${name}`);
		});

	test('the action of an event chooses that event', async () => {
		await creatorEntry('Talend Cloud Processing');
		await page
			.getByTestId('node-creator-item-name')
			.filter({ hasText: 'On execution misfired' })
			.click();
		await page.getByTestId('ndv').waitFor();
		assert.equal((await page.getByTestId('parameter-input-events').innerText()).trim(), 'Misfired');
	});

	test('several tasks are chosen from a list', async () => {
		await triggerPanel('talendCloudProcessingTrigger');
		assert.ok(
			(await offered(page.getByTestId('parameter-input-tasks'))).some((task) =>
				task.startsWith(DEMO.goodTask),
			),
		);
		for (const name of [DEMO.goodTask, DEMO.rejectingTask])
			await page.getByRole('option').filter({ hasText: name }).first().click();
		await picture('tasks to watch');
		const chosen = await page.getByTestId('parameter-input-tasks').innerText();
		for (const name of [DEMO.goodTask, DEMO.rejectingTask]) assert.match(chosen, new RegExp(name));
	});

	test('the filters offer the values of logs', async () => {
		addAuditLog(stage.emulator.state, Date.now(), { eventCategory: 'a category of this test' });
		await triggerPanel('talendCloudAccountTrigger', { filters: { eventCategory: [] } });
		assert.ok(
			(await offered(page.getByTestId('parameter-input-eventCategory'))).includes(
				'a category of this test',
			),
		);
	});

	test('the filters offer to catch up', async () => {
		await triggerPanel('talendCloudAccountTrigger');
		const names = await offered(page.getByPlaceholder('Add Filter'));
		for (const name of ['Catch Up From', 'Catch Up From Log ID', 'Catch Up Until'])
			assert.ok(names.includes(name));
	});

	for (const [name, { type, parameters, prepare, happens }] of Object.entries(TRIGGERS))
		test(`"Fetch Test Event" shows the newest event: ${name}`, async () => {
			prepare?.(stage.emulator);
			const key = happens(stage.emulator);
			await triggerPanel(type, parameters());
			const shown = page.getByTestId('output-panel').getByText(key).first();
			// What happens on the platform takes some seconds there, too.
			for (let tries = 0; tries < 6 && !(await shown.isVisible()); tries++) {
				await page.getByTestId('node-execute-button').click();
				await shown.waitFor({ timeout: 5_000 }).catch(() => undefined);
			}
			assert.ok(await shown.isVisible());
			await picture(`test event ${name}`);
		});

	test('"Fetch Test Event" says what to do if there is nothing yet', async () => {
		await triggerPanel('talendCloudAccountTrigger', {
			filters: { eventCategory: ['nothing has this category'] },
		});
		await page.getByTestId('node-execute-button').click();
		await page.getByText('Change the filters, or try again').first().waitFor();
		await picture('test event nothing');
	});

	test('filters that do not apply to what is watched are not offered', async () => {
		for (const [watch, expected] of [
			['remoteAndDynamicEngines', ['Engine Names or IDs']],
			['remoteEngines', ['Cluster Names or IDs', 'Engine Names or IDs', 'Environment']],
		]) {
			await triggerPanel('talendCloudEnginesTrigger', { watch });
			assert.deepEqual(await offered(page.getByPlaceholder('Add Filter')), expected);
			await picture(`filters ${watch}`);
		}
		await triggerPanel('talendCloudProcessingTrigger', { runsOf: 'plans' });
		assert.equal(await page.getByTestId('parameter-input-plans').count(), 1);
		assert.equal(await page.getByTestId('parameter-input-tasks').count(), 0);
		assert.equal(await page.getByTestId('parameter-input-tags').count(), 0);
	});
});

describe('list searches', () => {
	const search = (type, methodName, path, parameters, filter) =>
		stage.n8n.rest('POST', '/dynamic-node-parameters/resource-locator-results', {
			path,
			methodName,
			nodeTypeAndVersion: { name: `n8n-nodes-talend-cloud.${type}`, version: 1 },
			currentNodeParameters: { authentication: 'serviceAccount', ...parameters },
			credentials: { talendCloudApi: { id: stage.credential.id, name: stage.credential.name } },
			...(filter ? { filter } : {}),
		});

	test('the lists are filtered by what was typed and by the other choices', async () => {
		const environments = await search(
			'talendCloudProcessing',
			'searchEnvironments',
			'parameters.filters.environmentId',
			{ resource: 'taskExecution', operation: 'getMany' },
		);
		assert.deepEqual(
			environments.results.map(({ name }) => name),
			['Development', 'Production'],
		);
		const production = environments.results[1].value;
		const within = {
			resource: 'taskExecution',
			operation: 'getMany',
			filters: { environmentId: { __rl: true, mode: 'list', value: production } },
		};
		const workspaces = await search(
			'talendCloudProcessing',
			'searchWorkspaces',
			'parameters.filters.workspaceId',
			within,
		);
		assert.deepEqual(
			workspaces.results.map(({ name, description }) => `${name}: ${description}`),
			['Shared: Production', 'Finance: Production'],
		);
		const tasks = await search(
			'talendCloudProcessing',
			'searchTasks',
			'parameters.executable',
			{ resource: 'taskExecution', operation: 'start' },
			'invoices',
		);
		assert.deepEqual(
			tasks.results.map(({ name }) => name),
			[`${DEMO.rejectingTask} (Finance, Production)`],
		);
	});
});
