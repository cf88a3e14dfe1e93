/** Where n8n has ways of its own: repeated nodes, tools of an agent, messages it would rewrite. */
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { byId, byName, taskNamed } from '../../support/demo';
import { DESCRIPTION } from '../../support/platform';
import { anExecution, entryPoints, items, platform } from './entryPointsStage';

const GET = 'GET /processing/executions/{executionId}';
const START = 'POST /processing/executions';
const requestCount = (operation: string) =>
	platform.emulator.log.filter((request) => request.operation === operation).length;

test.each(entryPoints)('Retry On Fail runs the node again (%s)', async (entryPoint) => {
	platform.emulator.faults.add({ operation: GET, status: 400 });
	const { error, items: output } = await platform.run(
		'Processing',
		'taskExecution',
		'get',
		{ executionId: byId(anExecution()) },
		{ entryPoint, maxTries: 3 },
	);
	expect(error).toBeUndefined();
	expect(output).toHaveLength(1);
	expect(requestCount(GET)).toBe(2);
});

test('a failed call of a tool does not affect the next ones', async () => {
	const good = anExecution();
	const results = await platform.callTool(
		'Processing',
		{
			resource: 'taskExecution',
			operation: 'get',
			executionId: byId('={{ $json.id }}'),
			simplify: true,
		},
		[good, 'none', good].map((id) => ({ json: { id } })),
	);
	expect(results[0]).toEqual([
		expect.objectContaining({ json: expect.objectContaining({ executionId: good }) as object }),
	]);
	expect(results[1]).toMatchObject({ message: 'Execution none was not found' });
	expect(results[2]).toEqual(results[0]);
});

test.each(entryPoints)(
	'words that look like the name of a network fault are not changed (%s)',
	async (entryPoint) => {
		const task = taskNamed(platform.emulator.state, DEMO.failingTask);
		for (const words of [
			'java.io.FileNotFoundException: /data/in.csv',
			'connect ECONNREFUSED 10.0.0.1',
			'no field workspacePermissions',
		]) {
			task.behaviors = [{ ...task.behaviors[0]!, errorMessage: words }];
			const { error } = await platform.run(
				'Processing',
				'taskExecution',
				'runAndWait',
				{ executable: byId(task.id) },
				{ entryPoint },
			);
			expect(error!.message).toBe(`The task "${task.name}" failed: ${words}`);
			expect(error!.description).toContain('ended with the status execution_failed');
		}
	},
);

describe('something other than the platform responds', () => {
	test.each<{ operation: string; resource: string; name: string; field: string; fault: object }>([
		{
			operation: 'DELETE /processing/executions/{executionId}',
			resource: 'taskExecution',
			name: 'terminate',
			field: 'executionId',
			fault: { status: 302, headers: { location: '/login' } },
		},
		{
			operation: GET,
			resource: 'taskExecution',
			name: 'get',
			field: 'executionId',
			fault: { status: 302, headers: { location: '/login' } },
		},
		{
			operation: GET,
			resource: 'taskExecution',
			name: 'get',
			field: 'executionId',
			fault: { status: 200, body: '<html><title>Sign in</title></html>', contentType: 'text/html' },
		},
		{
			operation: 'DELETE /processing/executions/{executionId}',
			resource: 'taskExecution',
			name: 'terminate',
			field: 'executionId',
			fault: { status: 200, body: '<!doctype html><html></html>', contentType: 'text/html' },
		},
	])('$operation is not reported as done', async ({ operation, resource, name, field, fault }) => {
		platform.emulator.faults.add({ operation, ...fault });
		const { error, items: output } = await platform.run('Processing', resource, name, {
			[field]: byId(anExecution()),
		});
		expect(output).toEqual([]);
		expect(error!.description).toContain('something other than Talend Cloud responds there');
		expect(platform.emulator.log.every(({ path }) => path !== '/login')).toBe(true);
	});
});

describe('a delete', () => {
	const DELETE = 'DELETE /processing/run-profiles/{runProfileId}';
	test.each([{ status: 429, retryAfter: 1 }, { status: 401 }])(
		'a deletion of a record that never existed is not a success after %j',
		async (fault) => {
			platform.emulator.faults.add({ operation: DELETE, ...fault });
			const { error } = await platform.run('Processing', 'runProfile', 'delete', {
				runProfileId: byId('never-was'),
			});
			expect(error).toMatchObject({ httpCode: '404' });
		},
	);

	test('a deletion whose response was lost succeeded if the record no longer exists', async () => {
		platform.emulator.faults.add({ operation: DELETE, status: 502 });
		const { error, items: output } = await platform.run('Processing', 'runProfile', 'delete', {
			runProfileId: byId('gone-meanwhile'),
		});
		expect(error).toBeUndefined();
		expect(output[0]!.json).toEqual({ deleted: true, runProfileId: 'gone-meanwhile' });
	});
});

describe('switches given as text', () => {
	test('Return All "false" keeps the Limit', async () => {
		const { items: output } = await platform.run('Processing', 'taskExecution', 'getMany', {
			returnAll: '={{ "false" }}',
			limit: 5,
		});
		expect(output).toHaveLength(5);
	});

	test('Wait for End "true" has its time limit', async () => {
		const failed = await platform.run('Processing', 'planExecution', 'runAndWait', {
			executable: byName(DEMO.recoveringPlan),
		});
		const id = /Execution (\S+) ended/.exec(failed.error!.description!)![1]!;
		const good = taskNamed(platform.emulator.state, DEMO.goodTask);
		good.behaviors = [{ ...good.behaviors[0]!, durationMs: Infinity }];
		platform.clearLog();
		const { error } = await platform.run('Processing', 'planExecution', 'rerunFromFailedStep', {
			planExecutionId: byId(id),
			waitForEnd: '={{ "true" }}',
			timeLimit: 5,
		});
		expect(error!.message).toMatch(/did not end within 5 minutes/);
		expect(requestCount('GET /processing/executions/plans/{planExecutionId}')).toBeLessThan(30);
	});
});

describe('records by name', () => {
	test('a look-up that got no response is repeated by the next item', async () => {
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks',
			status: 503,
			times: 5,
		});
		const { items: output } = await platform.run(
			'Processing',
			'taskExecution',
			'start',
			{ executable: byName(DEMO.goodTask) },
			{ items: items(20), onError: 'continueRegularOutput' },
		);
		expect(output.filter(({ json }) => json.error).length).toBeLessThanOrEqual(8);
		expect(output.filter(({ json }) => json.executionId).length).toBeGreaterThanOrEqual(12);
	});

	test('a name that is a number is used as a name', async () => {
		const task = taskNamed(platform.emulator.state, DEMO.goodTask);
		task.name = '2024';
		const { items: output } = await platform.run('Processing', 'taskExecution', 'start', {
			executable: { __rl: true, mode: 'name', value: '={{ 2024 }}' },
		});
		expect(
			processingOf(platform.emulator.state).tasks.get(String(output[0]!.json.executionId))!.taskId,
		).toBe(task.id);
	});

	test('one name is looked up once for all items', async () => {
		await platform.run(
			'Processing',
			'taskExecution',
			'start',
			{ executable: byName(DEMO.goodTask) },
			{ items: items(30) },
		);
		expect(requestCount('GET /orchestration/executables/tasks')).toBe(1);
		expect(requestCount(START)).toBe(30);
	});

	test('a record is found by name within another record that is chosen by name', async () => {
		const { workspaces, environments } = orchestrationOf(platform.emulator.state);
		const [development] = [...environments.values()];
		const { error } = await platform.run('Processing', 'taskExecution', 'getMany', {
			filters: { workspaceId: byName('Finance') },
		});
		expect(error!.message).toMatch(/^"Workspace" is "Finance", which matches 2 records/);
		const found = await platform.run('Processing', 'taskExecution', 'getMany', {
			filters: { workspaceId: byName('Finance'), environmentId: byName('Development') },
		});
		expect(found.error).toBeUndefined();
		const wanted = [...workspaces.values()].find(
			({ name, environmentId }) => name === 'Finance' && environmentId === development!.id,
		)!;
		expect(new Map(platform.emulator.log.at(-1)!.query).get('workspaceId')).toBe(wanted.id);
	});
});

describe('several executions at once', () => {
	test.each(entryPoints)(
		'the error names the executions that continue when another item fails (%s)',
		async (entryPoint) => {
			const { state } = platform.emulator;
			const service = taskNamed(state, DEMO.serviceTask);
			const failing = taskNamed(state, DEMO.failingTask);
			const { error } = await platform.run(
				'Processing',
				'taskExecution',
				'runAndWait',
				{ executable: byId(`={{ $json.index === 2 ? "${failing.id}" : "${service.id}" }}`) },
				{ items: items(4), entryPoint },
			);
			// Of a tool n8n shows the first item that was not done to its end.
			expect(error!.message).toMatch(
				entryPoint === 'tool'
					? /item 2 failed and stopped the node\. The task "Load orders" failed: Table ORDERS does not exist$/
					: /^The task "Load orders" failed: Table ORDERS does not exist$/,
			);
			const going = [...processingOf(state).tasks.values()]
				.filter(({ taskId }) => taskId === service.id)
				.map(({ id }) => id);
			expect(going).toHaveLength(3);
			expect(error!.description).toMatch(
				/Still running in Talend Cloud, started by (other|the) items: /,
			);
			for (const id of going) expect(error!.description).toContain(id);
		},
	);

	test('Skip sees what earlier items started', async () => {
		const task = taskNamed(platform.emulator.state, DEMO.goodTask);
		task.behaviors = [{ ...task.behaviors[0]!, durationMs: 3_000_000 }];
		const { items: output } = await platform.run(
			'Processing',
			'taskExecution',
			'runAndWait',
			{ executable: byName(DEMO.goodTask), options: { ifAlreadyRunning: 'skip' } },
			{ items: items(8) },
		);
		expect(requestCount(START)).toBe(1);
		expect(output.filter(({ json }) => json.skipped)).toHaveLength(7);
	});

	test('Skip searches for the states in the order in which an execution passes through them', async () => {
		await platform.run('Processing', 'taskExecution', 'runAndWait', {
			executable: byName(DEMO.goodTask),
			options: { ifAlreadyRunning: 'skip' },
		});
		const looks = platform.emulator.log.flatMap(({ query }) =>
			query.filter(([name]) => name === 'status').map(([, value]) => value),
		);
		expect(looks).toEqual(['dispatching', 'executing']);
	});
});

test('the node waits as long as a refused sign-in requests before it signs in again', async () => {
	platform.emulator.faults.add({
		operation: 'POST /security/oauth/token',
		status: 429,
		retryAfter: 40,
	});
	const started = platform.emulator.clock.now();
	const { error } = await platform.run('Processing', 'taskExecution', 'get', {
		executionId: byId(anExecution()),
	});
	expect(error).toBeUndefined();
	expect(platform.emulator.clock.now() - started).toBeGreaterThanOrEqual(40_000);
	expect(requestCount('POST /security/oauth/token')).toBe(2);
});

test('credentials that the platform echoes are not repeated', async () => {
	const [stored] = platform.credentialStore.stored.values();
	platform.emulator.faults.add({
		operation: GET,
		status: 400,
		body: { message: `Bad secret ${String(stored!.clientSecret)}` },
	});
	const { error, stored: all } = await platform.run('Processing', 'taskExecution', 'get', {
		executionId: byId(anExecution()),
	});
	expect(error!.message).toBe('Bad secret ***');
	expect(all).not.toContain(String(stored!.clientSecret));
});

/** What is left of an execution by Simplify. */
const SIMPLE = [
	'executionId',
	'taskId',
	'workspaceId',
	'outcome',
	'status',
	'errorMessage',
	'startTimestamp',
	'finishTimestamp',
	'durationSeconds',
	'numberOfProcessedRows',
	'numberOfRejectedRows',
	'taskName',
	'workspaceName',
	'summary',
];

/** What Run and Wait says of an execution with Simplify. */
const WAITED = [
	'executionId',
	'outcome',
	'taskId',
	'taskName',
	'workspaceId',
	'workspaceName',
	'engineType',
	'startTimestamp',
	'finishTimestamp',
	'summary',
	'errorMessage',
	'numberOfProcessedRows',
	'numberOfRejectedRows',
	'durationSeconds',
];

describe.each(entryPoints)('the output (%s)', (entryPoint) => {
	test('the output is simplified unless the user wants all fields', async () => {
		const executionId = byId(anExecution());
		const keysOf = async (operation: string, parameters: object) =>
			Object.keys(
				(
					await platform.run(
						'Processing',
						'taskExecution',
						operation,
						{ ...parameters },
						{ entryPoint },
					)
				).items[0]!.json,
			);
		expect((await keysOf('get', { executionId })).sort()).toEqual([...SIMPLE].sort());
		// In the vendor's files, an execution in a list has neither counts of rows nor a workspace.
		const listed =
			DESCRIPTION === 'vendor'
				? SIMPLE.filter(
						(name) =>
							!['numberOfProcessedRows', 'numberOfRejectedRows', 'workspaceId'].includes(name),
					)
				: SIMPLE;
		expect(
			(await keysOf('getMany', { limit: 1, filters: { status: 'execution_successful' } })).sort(),
		).toEqual([...listed].sort());
		for (const whole of [
			await keysOf('get', { executionId, simplify: false }),
			await keysOf('getMany', { limit: 1, simplify: false }),
		])
			expect(whole).toEqual(
				expect.arrayContaining([
					'userType',
					'triggerTimestamp',
					'executionType',
					...(DESCRIPTION === 'vendor' ? [] : ['accountId', 'environmentVersion']),
				]),
			);
		const waited = await keysOf('runAndWait', { executable: byName(DEMO.goodTask) });
		expect(waited.sort()).toEqual([...WAITED].sort());
		expect(
			await keysOf('runAndWait', { executable: byName(DEMO.goodTask), simplify: false }),
		).toContain('accountId');
	});

	test('each output item is linked to its input item, including each record of a list', async () => {
		const { items: output } = await platform.run(
			'Processing',
			'taskExecution',
			'getMany',
			{ limit: '={{ $json.index + 1 }}' },
			{ items: items(3), entryPoint },
		);
		// A result for a model also says that there may be more.
		const links = entryPoint === 'tool' ? [0, 0, 1, 1, 1, 2, 2, 2, 2] : [0, 1, 1, 2, 2, 2];
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(links.map((item) => ({ item })));
	});
});
