/** What starts or creates something is done once: with Retry On Fail, lost answers, and runs that end early. */
import { processingOf } from '../../emulator/areas/processing/records';
import { DEMO } from '../../emulator/seed';
import { byId, taskNamed } from '../support/demo';
import { startPlatform, type Platform } from '../support/platform';

let platform: Platform;
beforeEach(async () => {
	platform = await startPlatform();
});
afterEach(async () => await platform.close());

const START = 'POST /processing/executions';
const GET = 'GET /processing/executions/{executionId}';
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ json: { index } }));
const executions = () => [...processingOf(platform.emulator.state).tasks.values()];
const aTask = () => taskNamed(platform.emulator.state, DEMO.goodTask).id;

/** How many runs the operation has made. */
function counting() {
	const before = executions().length;
	return () => executions().length - before;
}

describe.each(['workflow', 'tool'] as const)('Retry On Fail (%s)', (entryPoint) => {
	test('Run and Wait that could not follow goes on with the run that it has started', async () => {
		const made = counting();
		platform.emulator.faults.add({ operation: GET, status: 403 });
		const { error, items: output } = await platform.run('Processing', 'taskExecution', 'runAndWait', { executable: byId(aTask()), timeLimit: 60, failOnFailure: false }, { entryPoint, maxTries: 2 });
		expect(error).toBeUndefined();
		expect(made()).toBe(1);
		expect(output[0]!.json.executionId).toBe(executions().at(-1)!.id);
	});

	test('a first item that succeeded is not started again for a second that did not', async () => {
		const made = counting();
		const { error } = await platform.run(
			'Processing',
			'taskExecution',
			'start',
			{ executable: byId(`={{ $json.index === 0 ? "${aTask()}" : "none" }}`) },
			{ entryPoint, items: items(2), maxTries: 3 },
		);
		expect(error).toBeDefined();
		expect(made()).toBe(1);
	});
});

test('two equal items are two runs', async () => {
	const made = counting();
	const { items: output } = await platform.run('Processing', 'taskExecution', 'start', { executable: byId(aTask()) }, { items: items(2), maxTries: 2 });
	expect(made()).toBe(2);
	expect(new Set(output.map(({ json }) => json.executionId)).size).toBe(2);
});

describe('a start whose answer was lost', () => {
	const run = (more: object = {}) => platform.run('Processing', 'taskExecution', 'start', { executable: byId(aTask()) }, more);

	test('and that was done is found', async () => {
		const made = counting();
		platform.emulator.faults.add({ operation: START, breaks: 'after' });
		const { error, items: output } = await run();
		expect(error).toBeUndefined();
		expect(made()).toBe(1);
		expect(output.map(({ json }) => json)).toEqual([{ executionId: executions().at(-1)!.id }]);
	});

	test('and that was not done is begun again only where the person chose Retry On Fail', async () => {
		const made = counting();
		platform.emulator.faults.add({ operation: START, breaks: 'before' });
		const { error } = await run();
		expect(error!.description).toBe('The answer was lost. The run was looked for and not found: it can be started again.');
		expect(made()).toBe(0);
		platform.emulator.faults.add({ operation: START, breaks: 'before' });
		expect((await run({ maxTries: 2 })).error).toBeUndefined();
		expect(made()).toBe(1);
	});

	test('is not taken for a run of somebody else, or of an item beside it', async () => {
		const made = counting();
		platform.emulator.faults.add({ operation: START, breaks: 'after', after: 3 });
		const { error, items: output } = await run({ items: items(8) });
		expect(error).toBeUndefined();
		expect(made()).toBe(8);
		expect(new Set(output.map(({ json }) => json.executionId)).size).toBe(8);
	});

	test('of which several are found names them all, and starts none', async () => {
		const made = counting();
		platform.emulator.faults.add({ operation: START, breaks: 'after', times: 2 });
		const { error } = await run({ items: items(2), maxTries: 2 });
		const [one, other] = executions().slice(-2).map(({ id }) => id);
		expect(error!.description).toContain(one);
		expect(error!.description).toContain(other);
		expect(made()).toBe(2);
	});
});

test('a run that an item ends names what the others have started', async () => {
	const made = counting();
	platform.emulator.faults.add({ operation: START, status: 403, after: 4, delayMs: 100 });
	const { error } = await platform.run('Processing', 'taskExecution', 'start', { executable: byId(aTask()) }, { items: items(8) });
	expect(error!.httpCode).toBe('403');
	expect(made()).toBe(7);
	for (const { id } of executions().slice(-7)) expect(error!.description).toContain(id);
});

test('a run that an item ends names a start of which it is not known whether it was done', async () => {
	platform.emulator.faults.add({ operation: 'GET /processing/executables/tasks/{taskId}/executions', status: 403, times: 10 });
	platform.emulator.faults.add({ operation: START, breaks: 'after' });
	platform.emulator.faults.add({ operation: START, status: 400, delayMs: 50 });
	const { error } = await platform.run('Processing', 'taskExecution', 'start', { executable: byId(aTask()) }, { items: items(2) });
	expect(error!.description).toMatch(/May have succeeded: item [01] \(Start a task\)\./);
});

describe('what was started is kept with the execution of n8n', () => {
	const keptIn = (stored: string) => (JSON.parse(stored) as { data: { resultData: { metadata?: Record<string, string> } } }).data.resultData.metadata ?? {};

	test('as soon as it is known, also of a run that is not followed to its end', async () => {
		platform.emulator.faults.add({ operation: GET, status: 403 });
		const { error, stored } = await platform.run('Processing', 'taskExecution', 'runAndWait', { executable: byId(aTask()), timeLimit: 60, failOnFailure: false });
		expect(error).toBeDefined();
		expect(keptIn(stored)).toEqual({ talendStarted: executions().at(-1)!.id });
	});

	test('once each, in values that n8n takes, as many as there is room for', async () => {
		const start = (count: number) => platform.run('Processing', 'taskExecution', 'start', { executable: byId(aTask()) }, { items: items(count) });
		const few = await start(8);
		const ids = few.items.map(({ json }) => json.executionId).sort();
		expect(Object.values(keptIn(few.stored)).flatMap((value) => value.split(', ')).sort()).toEqual(ids);
		const many = keptIn((await start(40)).stored);
		expect(Object.keys(many)).toEqual(['talendStarted', 'talendStarted2', 'talendStarted3', 'talendStarted4']);
		for (const value of Object.values(many)) expect(value.length).toBeLessThanOrEqual(255);
	});

	test('and nothing that is no run', async () => {
		const { stored } = await platform.run('Processing', 'taskExecution', 'get', { executionId: byId(executions()[0]!.id) });
		expect(keptIn(stored)).toEqual({});
	});
});
