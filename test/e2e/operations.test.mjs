/**
 * What n8n has a part in: the hints and errors of operations, credentials that only read, and nodes
 * that continue with the output of others. The platform does what others have seen; each exchange
 * is judged.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { outputOf } from '../../tools/demo/n8n.mjs';
import { chosen, node, ours, START, start, workflow } from './support/build.mjs';
import { serveTools } from './support/mcp.mjs';
import { DEMO, DEMO_SERVICES, orchestrationOf, startStage, startTask } from './support/stage.mjs';

let stage;
let ticking;
before(async () => {
	stage = await startStage({ judged: 'field' });
	// The clock of the platform runs ahead, so that nobody waits for long.
	ticking = setInterval(() => stage.emulator.clock.advance(2_000), 200);
});
after(async () => {
	clearInterval(ticking);
	await stage?.close();
});

const taskNamed = (name) =>
	[...orchestrationOf(stage.emulator.state).tasks.values()].find((task) => task.name === name);

/** Runs nodes one after the other. */
async function executed(name, nodes, credentials = [stage.credential]) {
	const { id } = await stage.n8n.workflow(workflow(name, [start(), ...nodes]), credentials);
	stage.emulator.log.length = 0;
	return await stage.n8n.run(id, START);
}

/**
 * As {@link executed}; all must succeed.
 * @returns also the first item of a node
 */
async function succeeded(name, nodes) {
	const execution = await executed(name, nodes);
	assert.equal(
		execution.status,
		'success',
		`${execution.error?.message}: ${execution.error?.description}`,
	);
	return { execution, first: (of) => outputOf(execution, of)[0].json };
}

const hintsOf = ({ runData }, name) =>
	(runData[name] ?? []).flatMap(({ hints = [] }) => hints.map(({ message }) => message));
const wordsOf = ({ message, description }) => `${message}\n${description}`;

/** How often an operation was requested since the workflow started. */
const requested = (operation) =>
	stage.emulator.log.filter((each) => each.operation === operation).length;
const START_TASK = 'POST /processing/executions';

const processing = (name, resource, operation, parameters, more) =>
	ours(name, 'Processing', { resource, operation, ...parameters }, more);

describe('a data service', () => {
	const executable = chosen('name', DEMO_SERVICES.dataService);

	test('a data service is deployed, looked at and undeployed', async () => {
		const operations = {
			Deploy: 'deployAndWait',
			Deployed: 'getStatus',
			Undeploy: 'undeployAndWait',
			Undeployed: 'getStatus',
		};
		const nodes = Object.entries(operations).map(([name, operation]) =>
			processing(name, 'service', operation, { executable }),
		);
		const { first } = await succeeded('Service', nodes);
		assert.deepEqual(
			Object.keys(operations).map((name) => first(name).status),
			['running', 'running', 'undeployed', 'notSeen'],
		);
		const deployed = first('Deploy').executions.map(({ executionId }) => executionId);
		assert.equal(deployed.length, 1);
		assert.deepEqual(
			first('Undeploy').executions.map(({ executionId }) => executionId),
			deployed,
		);
		assert.equal(requested(START_TASK), 1);
	});

	test('a hint says that a service was undeployed before the redeployment because of its port', async () => {
		const route = chosen('name', DEMO_SERVICES.route);
		const operations = {
			Deploy: 'deployAndWait',
			Redeploy: 'redeployAndWait',
			Undeploy: 'undeployAndWait',
		};
		const nodes = Object.entries(operations).map(([name, operation]) =>
			processing(name, 'service', operation, { executable: route }),
		);
		const { execution, first } = await succeeded('Service again', nodes);
		const { status, undeployedFirst, executions } = first('Redeploy');
		assert.deepEqual({ status, undeployedFirst }, { status: 'running', undeployedFirst: true });
		assert.deepEqual(
			first('Undeploy').executions.map(({ executionId }) => executionId),
			executions.map(({ executionId }) => executionId),
		);
		assert.notEqual(executions[0].executionId, first('Deploy').executions[0].executionId);
		assert.match(
			hintsOf(execution, 'Redeploy').join('\n'),
			/The port of task \S+ was taken: the deployed version was terminated first/,
		);
	});

	test('Run and Wait of a data service says which operation waits for it', async () => {
		const { error } = await executed('Service as a task', [
			processing('Run', 'taskExecution', 'runAndWait', { executable }),
		]);
		assert.match(
			wordsOf(error),
			/The task is a route or data service: it was started.*Use Service → Deploy and Wait/s,
		);
	});

	test('a job is refused as a data service before anything is started', async () => {
		const given = { executable: chosen('name', DEMO.goodTask) };
		const { status, error } = await executed('No service', [
			processing('Deploy', 'service', 'deployAndWait', given),
		]);
		assert.equal(status, 'error');
		assert.match(
			wordsOf(error),
			/Task.* is "Load customers", which is not a service: .*use Task Execution → Run and Wait/s,
		);
		assert.equal(requested(START_TASK), 0);
	});

	test('a hint says that a data service keeps its port, as it does everything else, in another version', async () => {
		const kept = ({ name, description, tags, workspaceId, runConfiguration }) => ({
			name,
			description,
			tags,
			workspaceId,
			runConfiguration,
		});
		const { id, artifactId, ...more } = taskNamed(DEMO_SERVICES.dataService);
		const earlier = JSON.parse(JSON.stringify(kept(more)));
		const updateFields = {
			artifactId: chosen('id', artifactId),
			artifactVersion: chosen('byVersion', '0.2.0'),
		};
		const update = ours('Update', 'Orchestration', {
			resource: 'task',
			operation: 'update',
			taskId: chosen('id', id),
			updateFields,
		});
		const { execution } = await succeeded('Update', [update]);
		const updated = taskNamed(DEMO_SERVICES.dataService);
		assert.match(updated.artifactVersion, /^0\.2\.0\.\d{14}$/);
		assert.deepEqual(kept(updated), earlier);
		const hint =
			/made Talend Cloud drop microservicePort of the run configuration of task \S+: it was restored\./;
		assert.match(hintsOf(execution, 'Update').join('\n'), hint);
	});
});

describe('a task that runs already', () => {
	const executable = chosen('name', DEMO.goodTask);

	/** An execution that a schedule has started. */
	const running = (seconds = 60) => {
		const task = taskNamed(DEMO.goodTask);
		const { state, clock } = stage.emulator;
		const by = { id: 'ana.demo', type: 'HUMAN' };
		const execution = startTask(state, task, clock.now(), { type: 'SCHEDULED', by });
		execution.behavior = { ...task.behaviors[0], durationMs: seconds * 1_000 };
		return execution;
	};
	const runAndWait = (ifAlreadyRunning) =>
		processing('Run', 'taskExecution', 'runAndWait', { executable, options: { ifAlreadyRunning } });

	for (const [way, starts, followed] of [
		['startAnyway', 1],
		['skip', 0],
		['follow', 0, true],
		['waitThenStart', 1],
		['terminateThenStart', 1],
	])
		test(`Run and Wait does what If Already Running says: ${way}`, async () => {
			const { id } = running();
			const { first } = await succeeded(`If already running: ${way}`, [runAndWait(way)]);
			const { outcome, executionId, reattached, skipped, runningExecutionId } = first('Run');
			assert.equal(requested(START_TASK), starts);
			assert.equal(reattached, followed);
			if (way === 'skip')
				assert.deepEqual(
					{ skipped, runningExecutionId },
					{ skipped: true, runningExecutionId: id },
				);
			else
				assert.deepEqual(
					{ outcome, isFound: executionId === id },
					{ outcome: 'succeeded', isFound: starts === 0 },
				);
			const ends = requested('DELETE /processing/executions/{executionId}');
			assert.equal(ends, way === 'terminateThenStart' ? 1 : 0);
		});

	test('an execution is waited for by its ID, or as the next end of the task', async () => {
		// What ended in the platform's future would be the next end.
		stage.emulator.reset();
		const endedAfter = new Date(Date.now() - 1_000).toISOString();
		const { id } = running();
		const { first } = await succeeded('Wait for End', [
			processing('By ID', 'taskExecution', 'waitForEnd', { executionId: chosen('id', id) }),
			processing('Next', 'taskExecution', 'waitForEnd', {
				waitFor: 'nextEnd',
				executable,
				endedAfter,
			}),
		]);
		for (const name of ['By ID', 'Next'])
			assert.deepEqual([first(name).executionId, first(name).outcome], [id, 'succeeded']);
		assert.equal(requested(START_TASK), 0);
	});
});

test('a failed execution is explained', async () => {
	const run = processing('Run', 'taskExecution', 'runAndWait', {
		executable: chosen('name', DEMO.failingTask),
		failOnFailure: false,
	});
	const explain = processing('Explain', 'taskExecution', 'explain', {
		executionId: chosen('id', '={{ $json.executionId }}'),
	});
	const { first } = await succeeded('Explain', [run, explain]);
	const { outcome, cause, causeReason, failedComponent, executionId } = first('Explain');
	assert.deepEqual(
		{ outcome, cause, executionId },
		{ outcome: 'failed', cause: 'configuration', executionId: first('Run').executionId },
	);
	assert.equal(
		causeReason,
		'The stack trace of the failed component says "Table ORDERS does not exist".',
	);
	assert.equal(failedComponent.type, 'tDBOutput');
});

test('a plan that failed is explained', async () => {
	const run = processing('Run', 'planExecution', 'runAndWait', {
		executable: chosen('name', DEMO.recoveringPlan),
		failOnFailure: false,
	});
	const explain = processing('Explain', 'planExecution', 'explain', {
		planExecutionId: chosen('id', '={{ $json.executionId }}'),
	});
	const { first } = await succeeded('Explain a plan', [run, explain]);
	const { outcome, planName, failedStep, notRun } = first('Explain');
	assert.deepEqual(
		{ outcome, planName, failedStep: failedStep?.name },
		{ outcome: 'failed', planName: DEMO.recoveringPlan, failedStep: 'Post' },
	);
	assert.match(JSON.stringify(notRun), /Report/);
});

test('a plan that failed continues at the step that failed', async () => {
	stage.emulator.reset();
	const run = processing('Run', 'planExecution', 'runAndWait', {
		executable: chosen('name', DEMO.recoveringPlan),
		options: { onRetry: 'continueFromFailedStep', retries: 1 },
	});
	const { first } = await succeeded('Continue a plan', [run]);
	const { outcome, attempts, rerunOf, executionId } = first('Run');
	assert.deepEqual({ outcome, attempts }, { outcome: 'succeeded', attempts: 2 });
	assert.ok(rerunOf && rerunOf !== executionId);
	assert.equal(requested('POST /processing/executions/plans'), 2);
});

describe('a read-only credential', () => {
	const NAME = 'Talend Cloud (read-only)';
	const used = { credentials: { talendCloudApi: { name: NAME } } };
	const REFUSED = /The credential is read-only: this request was not sent/;
	let credential;
	before(async () => {
		const data = { ...stage.credentialData, readOnly: true };
		const { id } = await stage.n8n.rest('POST', '/credentials', {
			name: NAME,
			type: 'talendCloudApi',
			data,
		});
		credential = { id, name: NAME, type: 'talendCloudApi' };
	});

	/**
	 * Runs a node with the credential.
	 * @returns its error and its output
	 */
	async function tried(name, given) {
		const execution = await executed(name, [given], [credential]);
		return { error: execution.error, items: outputOf(execution, given.name) };
	}

	/** What arrived and is neither a GET nor the exchange of a token. */
	const others = () => {
		const all = stage.emulator.log.filter(
			({ method, path }) => method !== 'GET' && !path.includes('/oauth/'),
		);
		return all.map(({ operation }) => operation);
	};

	test('the credential reads and searches', async () => {
		const { error, items } = await tried(
			'Read-only search',
			processing('Search', 'taskExecution', 'search', { limit: 2 }, used),
		);
		assert.equal(error, undefined);
		assert.equal(items.length, 2);
		assert.deepEqual(others(), ['POST /processing/executables/tasks/executions']);
	});

	test('the error about a refused start names the switch of the credential', async () => {
		const given = processing(
			'Start Task',
			'taskExecution',
			'start',
			{ executable: chosen('name', DEMO.goodTask) },
			used,
		);
		const { error } = await tried('Read-only start', given);
		assert.match(error.message, REFUSED);
		assert.match(error.description, /turn off "Read-Only" in this one/);
		assert.deepEqual(others(), []);
	});

	describe('the HTTP Request node', () => {
		const http = (method, path) => {
			const sent = { method, url: `${stage.platform}${path}`, options: {} };
			const signedIn = {
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'talendCloudApi',
			};
			return node(
				'HTTP Request',
				'httpRequest',
				{ ...sent, ...signedIn },
				{ typeVersion: 4.2, ...used },
			);
		};

		test('the node can read with the credential', async () => {
			const { error, items } = await tried(
				'Read-only GET',
				http('GET', '/orchestration/environments'),
			);
			assert.equal(error, undefined);
			assert.ok(items.length > 1);
		});

		test('the node cannot send a DELETE with the credential', async () => {
			const { error } = await tried(
				'Read-only DELETE',
				http('DELETE', `/orchestration/executables/tasks/${taskNamed(DEMO.goodTask).id}`),
			);
			assert.match(wordsOf(error), REFUSED);
			assert.deepEqual(others(), []);
		});
	});

	test('the reason that an agent gets for a refused start is that of the credential', async () => {
		const executable = chosen('name', "={{ $fromAI('task', 'Name of the task', 'string') }}");
		const given = processing(
			'Start',
			'taskExecution',
			'start',
			{ descriptionType: 'auto', executable, allowAsTool: true },
			used,
		);
		const tool = { ...given, type: `${given.type}Tool` };
		const { tell } = await serveTools({ n8n: stage.n8n, credential }, 'read-only', [tool]);
		stage.emulator.log.length = 0;
		const { isError, content } = await tell('Start', { task: DEMO.goodTask });
		assert.equal(isError, true);
		assert.match(content[0].text, REFUSED);
		assert.deepEqual(others(), []);
	});
});

test('tasks and plans are exported as YAML, compared as a file, changed and applied', async () => {
	const task = taskNamed(DEMO.goodTask);
	const definition = (name, operation, parameters) =>
		ours(
			name,
			'Orchestration',
			{
				resource: 'definition',
				operation,
				workspaceId: chosen('id', task.workspaceId),
				...parameters,
			},
			{ executeOnce: true },
		);
	const changed = `={{ $('Export').first().json.definitions.replace('name: ${task.name}\\n', 'name: ${task.name}\\n    autoUpgradeInfo:\\n      autoUpgradable: true\\n') }}`;
	const { execution, first } = await succeeded('Definitions', [
		definition('Export', 'export'),
		definition('Compare', 'compare', { definitionsFrom: 'file', options: { includeEqual: true } }),
		definition('Preview', 'apply', { definitions: changed }),
		definition('Apply', 'apply', { definitions: changed, apply: true }),
	]);
	assert.match(first('Export').definitions, /^tasks:\n {2}- name: /);
	assert.deepEqual(
		[...new Set(outputOf(execution, 'Compare').map(({ json }) => json.change))],
		['equal'],
	);
	const resultsOf = (name) =>
		outputOf(execution, name)
			.map(({ json }) => json)
			.filter(({ result }) => result !== 'notChanged')
			.map(({ name: called, result, differences }) => [called, result, differences[0].field]);
	assert.deepEqual(resultsOf('Preview'), [
		[task.name, 'wouldUpdate', 'autoUpgradeInfo.autoUpgradable'],
	]);
	assert.deepEqual(resultsOf('Apply'), [[task.name, 'updated', 'autoUpgradeInfo.autoUpgradable']]);
	assert.equal(task.autoUpgradeInfo.autoUpgradable, true);
	assert.equal(requested('PUT /orchestration/executables/tasks/{taskId}'), 1);
	assert.ok(
		hintsOf(execution, 'Export').some((words) =>
			words.includes('add condition and onFailurePlans'),
		),
	);
});

test('one table says who may do what', async () => {
	const { execution } = await succeeded('Access', [
		ours('Access', 'Account', { resource: 'user', operation: 'getAccess' }),
	]);
	const ana = outputOf(execution, 'Access')
		.map(({ json }) => json)
		.filter(({ login }) => login === 'ana.demo');
	assert.deepEqual(ana.map(({ environment, workspace }) => `${environment}/${workspace}`).sort(), [
		'Development/Finance',
		'Development/Shared',
		'Production/Finance',
		'Production/Shared',
	]);
	assert.deepEqual(ana[0].groups, ['Finance']);
});
