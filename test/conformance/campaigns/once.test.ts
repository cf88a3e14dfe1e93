/**
 * What starts or creates something is done once: with Retry On Fail, lost responses, and
 * executions that end early.
 */
import { catalogOf } from '../../../emulator/areas/catalog/catalogStore';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { clock } from '../../../nodes/shared/support/time/clock';
import { byId, taskNamed } from '../../support/demo';
import { platformForEach } from '../../support/platform';

/** How many items have ended, one way or the other. */
const mockItems = { ended: 0 };
jest.mock('../../../nodes/shared/engine/item/processItem', () => {
	const actual = jest.requireActual<typeof import('../../../nodes/shared/engine/item/processItem')>(
		'../../../nodes/shared/engine/item/processItem',
	);
	const processItem: typeof actual.processItem = async (...op) => {
		try {
			return await actual.processItem(...op);
		} finally {
			// What is done with the outcome comes first.
			setImmediate(() => mockItems.ended++);
		}
	};
	return { ...actual, processItem };
});

const platform = platformForEach();

const START = 'POST /processing/executions';
const GET = 'GET /processing/executions/{executionId}';
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ json: { index } }));
const executions = () => [...processingOf(platform.emulator.state).tasks.values()];
const aTask = () => taskNamed(platform.emulator.state, DEMO.goodTask).id;

/** How many executions the operation has started. */
function counting() {
	const before = executions().length;
	return () => executions().length - before;
}

describe.each(['workflow', 'tool'] as const)('Retry On Fail (%s)', (entryPoint) => {
	test('Run and Wait resumes the execution that it started but could not follow', async () => {
		const made = counting();
		platform.emulator.faults.add({ operation: GET, status: 403 });
		const { error, items: output } = await platform.run(
			'Processing',
			'taskExecution',
			'runAndWait',
			{ executable: byId(aTask()), timeLimit: 60, failOnFailure: false },
			{ entryPoint, maxTries: 2 },
		);
		expect(error).toBeUndefined();
		expect(made()).toBe(1);
		expect(output[0]!.json.executionId).toBe(executions().at(-1)!.id);
	});

	test('a first item that succeeded is not started again because of a second that failed', async () => {
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

describe.each(['workflow', 'tool'] as const)(
	'an execution that ended without success, with Retry On Fail (%s)',
	(entryPoint) => {
		/** The task fails the first time (or times), and succeeds from then on. */
		const failingFirst = (times = 1) => {
			const task = taskNamed(platform.emulator.state, DEMO.goodTask);
			const failed = taskNamed(platform.emulator.state, DEMO.failingTask).behaviors[0]!;
			task.behaviors = [
				...Array.from({ length: times }, () => ({ ...failed, durationMs: 1_000 })),
				...task.behaviors,
			];
			processingOf(platform.emulator.state).starts.delete(task.id);
		};
		const runAndWait = (more: object = {}, parameters: object = {}) =>
			platform.run(
				'Processing',
				'taskExecution',
				'runAndWait',
				{ executable: byId(aTask()), timeLimit: 60, ...parameters },
				{ entryPoint, maxTries: 2, ...more },
			);

		/** Runs a task that succeeds beside one that fails at first, and counts its executions. */
		const runBeside = async (durationMs?: number) => {
			const { state } = platform.emulator;
			const good = taskNamed(state, DEMO.serviceTask);
			const [behavior] = taskNamed(state, DEMO.goodTask).behaviors;
			good.behaviors = [{ ...behavior!, durationMs: durationMs ?? behavior!.durationMs }];
			failingFirst();
			const runs = () => executions().filter(({ taskId }) => taskId === good.id).length;
			const before = runs();
			const { error, items: output } = await runAndWait(
				{ items: items(2) },
				{ executable: byId(`={{ $json.index === 0 ? "${good.id}" : "${aTask()}" }}`) },
			);
			expect(error).toBeUndefined();
			expect(output.map(({ json }) => json.outcome)).toEqual(['succeeded', 'succeeded']);
			return runs() - before;
		};

		test('the execution is started again by the next try', async () => {
			failingFirst();
			const made = counting();
			const { error, items: output } = await runAndWait();
			expect(error).toBeUndefined();
			expect(made()).toBe(2);
			expect(output[0]!.json).toMatchObject({
				executionId: executions().at(-1)!.id,
				outcome: 'succeeded',
			});
		});

		test('the node fails after the last of the tries, each of which has started the execution once', async () => {
			failingFirst(5);
			const made = counting();
			const { error } = await runAndWait({ maxTries: 3 });
			expect(error!.message).toMatch(/^The task "[^"]+" failed/);
			expect(made()).toBe(3);
		});

		test('the execution is started again by the try that sees its end, if the earlier try could not follow it', async () => {
			failingFirst();
			const made = counting();
			platform.emulator.faults.add({ operation: GET, status: 403 });
			const { error, items: output, hints } = await runAndWait();
			expect(error).toBeUndefined();
			expect(made()).toBe(2);
			expect(output[0]!.json).toMatchObject({
				executionId: executions().at(-1)!.id,
				outcome: 'succeeded',
			});
			if (entryPoint === 'workflow')
				expect(hints).toEqual([
					expect.stringMatching(
						/^An earlier try started an execution that did not succeed, so the node started it again\. Reason: The task "[^"]+" failed/,
					),
				]);
		});

		test('a later try follows the execution that the next one could not, instead of starting a third', async () => {
			failingFirst();
			const made = counting();
			// The first run is read twice and has failed then; of the second one nothing can be read at
			// first.
			platform.emulator.faults.add({ operation: GET, status: 403, after: 2 });
			const { error, items: output } = await runAndWait({ maxTries: 3 });
			expect(error).toBeUndefined();
			expect(made()).toBe(2);
			expect(platform.emulator.faults.unconsumed()).toEqual([]);
			expect(output[0]!.json.executionId).toBe(executions().at(-1)!.id);
		});

		test('an item that succeeded beside it is not started again', async () => {
			const made = counting();
			expect(await runBeside()).toBe(1);
			expect(made()).toBe(3);
		});

		test('an item that waits beside it is not started again', async () => {
			expect(await runBeside(20_000)).toBe(1);
		});

		test('an execution that ended without success is started once if it is an output', async () => {
			failingFirst(3);
			const made = counting();
			const { items: output } = await runAndWait({}, { failOnFailure: false });
			expect(output[0]!.json.outcome).toBe('failed');
			expect(made()).toBe(1);
		});

		test('Skip follows the execution that the earlier try started', async () => {
			const made = counting();
			platform.emulator.faults.add({ operation: GET, status: 403 });
			const { error, items: output } = await runAndWait(
				{},
				{ options: { ifAlreadyRunning: 'skip' } },
			);
			expect(error).toBeUndefined();
			expect(made()).toBe(1);
			expect(output[0]!.json).toMatchObject({
				executionId: executions().at(-1)!.id,
				outcome: 'succeeded',
			});
		});
	},
);

describe.each(['workflow', 'tool'] as const)(
	'something without an ID that ended between two tries (%s)',
	(entryPoint) => {
		const CRAWLER = 'GET /connections/crawlers/{crawlerId}';
		const SCAN = 'GET /connections/scan/{connectionId}';
		/**
		 * Reading is refused once it was started; before the next try an hour passes on the platform.
		 */
		function endingBetween(read: string, begin: string) {
			platform.emulator.faults.add({ operation: read, status: 403, after: 1 });
			const asked = (operation: string) =>
				platform.emulator.log.filter((each) => each.operation === operation).length;
			return {
				counted: () => ({ started: asked(begin), reads: asked(read) }),
				betweenTries: () => platform.emulator.clock.advance(3_600_000),
			};
		}

		test('a run of a crawler that ended between two tries is not started again', async () => {
			const { counted, betweenTries } = endingBetween(
				CRAWLER,
				'POST /connections/crawlers/{crawlerId}/run',
			);
			const { error, items: output } = await platform.run(
				'Catalog',
				'crawler',
				'runAndWait',
				{ crawlerId: byId(DEMO_CATALOG.crawlerId) },
				{ entryPoint, maxTries: 2, betweenTries },
			);
			expect(error).toBeUndefined();
			expect(output[0]!.json).toMatchObject({ outcome: 'succeeded', durationSeconds: 11 });
			expect(counted()).toEqual({ started: 1, reads: 3 });
		});

		test('a scan that ended between two tries is not started again', async () => {
			const connection = [...catalogOf(platform.emulator.state).connections.values()].find(
				({ label }) => label === DEMO_CATALOG.warehouse,
			)!;
			connection.tables!.push({ ...connection.tables![0]!, name: 'SALES.NEW' });
			const { counted, betweenTries } = endingBetween(
				SCAN,
				'POST /connections/scan/{connectionId}',
			);
			const { error, items: output } = await platform.run(
				'Catalog',
				'scan',
				'scanAndWait',
				{ connectionId: byId(connection.id) },
				{ entryPoint, maxTries: 2, betweenTries },
			);
			expect(error).toBeUndefined();
			expect(output[0]!.json).toMatchObject({
				connectionId: connection.id,
				added: expect.arrayContaining(['SALES.NEW']) as string[],
				removed: [],
			});
			expect(counted()).toEqual({ started: 1, reads: 3 });
		});
	},
);

test('two equal items start two executions', async () => {
	const made = counting();
	const { items: output } = await platform.run(
		'Processing',
		'taskExecution',
		'start',
		{ executable: byId(aTask()) },
		{ items: items(2), maxTries: 2 },
	);
	expect(made()).toBe(2);
	expect(new Set(output.map(({ json }) => json.executionId)).size).toBe(2);
});

describe('a start whose response was lost', () => {
	const run = (more: object = {}) =>
		platform.run('Processing', 'taskExecution', 'start', { executable: byId(aTask()) }, more);

	test('a lost start is found if it took place', async () => {
		const made = counting();
		platform.emulator.faults.add({ operation: START, breaks: 'after' });
		const { error, items: output } = await run();
		expect(error).toBeUndefined();
		expect(made()).toBe(1);
		expect(output.map(({ json }) => json)).toEqual([{ executionId: executions().at(-1)!.id }]);
	});

	test('a lost start that did not take place is repeated only with Retry On Fail', async () => {
		const made = counting();
		platform.emulator.faults.add({ operation: START, breaks: 'before' });
		const { error } = await run();
		expect(error!.description).toBe(
			'The response was lost. The execution was not found afterwards, so you can safely run the node again.',
		);
		expect(made()).toBe(0);
		platform.emulator.faults.add({ operation: START, breaks: 'before' });
		expect((await run({ maxTries: 2 })).error).toBeUndefined();
		expect(made()).toBe(1);
	});

	test('a start that returns a web page counts as lost: the execution is searched for before a repetition', async () => {
		const made = counting();
		const page = { status: 200, body: '<html>Please wait</html>', contentType: 'text/html' };
		platform.emulator.faults.add({ operation: START, ...page });
		const { error } = await run();
		expect(error!.message).toBe('The address returned a web page instead of data');
		expect(error!.description).toMatch(
			/^The response was lost\. The execution was not found afterwards/,
		);
		platform.emulator.faults.add({ operation: START, ...page });
		expect((await run({ maxTries: 2 })).error).toBeUndefined();
		expect(made()).toBe(1);
	});

	test('an execution of another item is not taken for a lost start', async () => {
		const made = counting();
		platform.emulator.faults.add({ operation: START, breaks: 'after', after: 3 });
		const { error, items: output } = await run({ items: items(8) });
		expect(error).toBeUndefined();
		expect(made()).toBe(8);
		expect(new Set(output.map(({ json }) => json.executionId)).size).toBe(8);
	});

	test('the error names all executions if several are found, instead of starting another one', async () => {
		const made = counting();
		platform.emulator.faults.add({ operation: START, breaks: 'after', times: 2 });
		const { error } = await run({ items: items(2), maxTries: 2 });
		const [one, other] = executions()
			.slice(-2)
			.map(({ id }) => id);
		expect(error!.description).toContain(one);
		expect(error!.description).toContain(other);
		expect(made()).toBe(2);
	});
});

describe.each(['workflow', 'tool'] as const)('a person stops the execution (%s)', (entryPoint) => {
	/** Stops once this many runs have started. */
	async function stoppedAfter(count: number, parameters: object, operation: string) {
		const stop = new AbortController();
		const made = counting();
		platform.onAnswer(START, () => made() >= count && stop.abort());
		const result = await platform.run(
			'Processing',
			'taskExecution',
			operation,
			{ executable: byId(aTask()), ...parameters },
			{ entryPoint, items: items(8), signal: stop.signal },
		);
		expect(stop.signal.aborted).toBe(true);
		return result;
	}

	test('the error names each execution that is followed', async () => {
		const task = taskNamed(platform.emulator.state, DEMO.goodTask);
		task.behaviors = [{ ...task.behaviors[0]!, durationMs: 300_000_000 }];
		const before = executions().length;
		const { error } = await stoppedAfter(8, { timeLimit: 6_000_000 }, 'runAndWait');
		const started = executions()
			.slice(before)
			.map(({ id }) => id);
		expect(started).toHaveLength(8);
		expect(started.filter((id) => !error?.description?.includes(id))).toEqual([]);
	});

	test('the error names each execution that was started', async () => {
		for (let request = 0; request < 8; request++)
			platform.emulator.faults.add({ operation: START, delayMs: request * 20 });
		const before = executions().length;
		const { error } = await stoppedAfter(2, {}, 'start');
		const started = executions()
			.slice(before)
			.map(({ id }) => id);
		expect(started.length).toBeGreaterThan(2);
		expect(started.filter((id) => !error?.description?.includes(id))).toEqual([]);
		expect(error!.description).toMatch(/^Done by the items \(Start a task\): /);
	});
});

describe.each(['workflow', 'tool'] as const)(
	'batches with a pause between them (%s)',
	(entryPoint) => {
		const BATCH = 2;
		const PAUSE_MS = 60;
		const start = (more: object) =>
			platform.run(
				'Processing',
				'taskExecution',
				'start',
				{
					executable: byId(aTask()),
					requestOptions: { batching: { batch: { batchSize: BATCH, batchInterval: PAUSE_MS } } },
				},
				{ entryPoint, items: items(8), ...more },
			);

		/**
		 * n8n does not wait for the answers of a tool's batch, only for the pause: here each pause
		 * lasts until the items before it have ended, and then this happens.
		 */
		function pausesLast(then = () => {}) {
			const { sleep } = clock;
			const before = mockItems.ended;
			let pauses = 0;
			clock.sleep = async (ms, signal) => {
				if (ms === PAUSE_MS) {
					pauses++;
					while (mockItems.ended - before < pauses * BATCH)
						await new Promise((resolve) => setImmediate(resolve));
					then();
				}
				await sleep(ms, signal);
			};
		}

		test('no further batch starts after an item has stopped the node', async () => {
			const made = counting();
			pausesLast();
			platform.emulator.faults.add({ operation: START, status: 403, after: 1 });
			const { error } = await start({});
			expect(error).toBeDefined();
			expect(made()).toBe(1);
		});

		test('the batches start nothing more after a person has stopped the workflow', async () => {
			const stop = new AbortController();
			const made = counting();
			pausesLast(() => stop.abort());
			const { error } = await start({ signal: stop.signal });
			expect(made()).toBe(2);
			for (const { id } of executions().slice(-2)) expect(error!.description).toContain(id);
		});

		test('Retry On Fail starts what was not started', async () => {
			const made = counting();
			platform.emulator.faults.add({ operation: START, status: 403, after: 3 });
			const { error, items: output } = await start({ maxTries: 2 });
			expect(error).toBeUndefined();
			expect(new Set(output.map(({ json }) => json.executionId)).size).toBe(8);
			expect(made()).toBe(8);
		});
	},
);

test('the error of an item names what other items have started', async () => {
	const made = counting();
	platform.emulator.faults.add({ operation: START, status: 403, after: 4, delayMs: 100 });
	const { error } = await platform.run(
		'Processing',
		'taskExecution',
		'start',
		{ executable: byId(aTask()) },
		{ items: items(8) },
	);
	expect(error!.httpCode).toBe('403');
	expect(made()).toBe(7);
	for (const { id } of executions().slice(-7)) expect(error!.description).toContain(id);
});

test('the error of an item names a start that may have succeeded', async () => {
	platform.emulator.faults.add({
		operation: 'GET /processing/executables/tasks/{taskId}/executions',
		status: 403,
		times: 10,
	});
	platform.emulator.faults.add({ operation: START, breaks: 'after' });
	platform.emulator.faults.add({ operation: START, status: 400, delayMs: 50 });
	const { error } = await platform.run(
		'Processing',
		'taskExecution',
		'start',
		{ executable: byId(aTask()) },
		{ items: items(2) },
	);
	expect(error!.description).toMatch(/May have succeeded: item [01] \(Start a task\)\./);
});

describe('what was started is kept with n8n’s execution', () => {
	const keptIn = (stored: string) =>
		(JSON.parse(stored) as { data: { resultData: { metadata?: Record<string, string> } } }).data
			.resultData.metadata ?? {};

	test('the ID of what was started is kept as soon as it is known', async () => {
		platform.emulator.faults.add({ operation: GET, status: 403 });
		const { error, stored } = await platform.run('Processing', 'taskExecution', 'runAndWait', {
			executable: byId(aTask()),
			timeLimit: 60,
			failOnFailure: false,
		});
		expect(error).toBeDefined();
		expect(keptIn(stored)).toEqual({ talendStarted: executions().at(-1)!.id });
	});

	test('each ID is stored once, in as many values as n8n accepts', async () => {
		const start = (count: number) =>
			platform.run(
				'Processing',
				'taskExecution',
				'start',
				{ executable: byId(aTask()) },
				{ items: items(count) },
			);
		const few = await start(8);
		const ids = few.items.map(({ json }) => json.executionId).sort();
		expect(
			Object.values(keptIn(few.stored))
				.flatMap((value) => value.split(', '))
				.sort(),
		).toEqual(ids);
		const many = keptIn((await start(40)).stored);
		expect(Object.keys(many)).toEqual([
			'talendStarted',
			'talendStarted2',
			'talendStarted3',
			'talendStarted4',
		]);
		for (const value of Object.values(many)) expect(value.length).toBeLessThanOrEqual(255);
	});

	test('only IDs of executions are stored', async () => {
		const { stored } = await platform.run('Processing', 'taskExecution', 'get', {
			executionId: byId(executions()[0]!.id),
		});
		expect(keptIn(stored)).toEqual({});
	});
});
