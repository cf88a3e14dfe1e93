/**
 * Retry On Fail of everything that begins something and waits for its end: what was started is
 * followed, and started again only once it is known to have ended badly.
 */
import type { IDataObject } from 'n8n-workflow';

import { catalogOf } from '../../../emulator/areas/catalog/catalogStore';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { ask } from '../../support/ask';
import { byId, planNamed, taskNamed } from '../../support/demo';
import { type Platform } from '../../support/platform';
import { asked, lines, PLANS, platform, state, TASKS } from './retriesStage';

describe.each(lines)(
	'$what ($entryPoint)',
	({
		entryPoint,
		waiting: {
			node,
			of,
			parameters,
			begin,
			read,
			readsBefore = 0,
			bad,
			repair,
			good,
			isRepeatable,
		},
	}) => {
		const refuseReading = () =>
			platform.emulator.faults.add({ operation: read, status: 403, after: readsBefore });
		const run = async (maxTries: number) =>
			await platform.run(node, of[0], of[1], given, { entryPoint, maxTries });
		const endWell = () => repair?.();

		/** The first one ends badly: as it does here anyway, or as the read after this many shows. */
		function endBadly(reads: number): void {
			if (repair) platform.onAnswer(begin, repair);
			else
				platform.emulator.faults.add({
					operation: read,
					status: 200,
					body: { toJSON: bad },
					after: reads,
				});
		}

		let given: IDataObject;
		beforeEach(async () => {
			given = await parameters();
		});

		test('the next try follows what was started but could not be followed', async () => {
			endWell();
			refuseReading();
			const { error, items } = await run(2);
			expect(error).toBeUndefined();
			expect(items[0]!.json).toMatchObject({
				...good,
				...(isRepeatable ? { alreadyConnected: false } : {}),
			});
			expect(platform.emulator.faults.unconsumed()).toEqual([]);
			expect(asked(begin)).toHaveLength(1);
		});

		test('the next try repeats, once, what ended without success', async () => {
			endBadly(readsBefore + 1);
			const { error, items } = await run(3);
			expect(error).toBeUndefined();
			expect(items[0]!.json).toMatchObject(good);
			expect(platform.emulator.faults.unconsumed()).toEqual([]);
			expect(asked(begin)).toHaveLength(2);
		});

		test('an execution that ended without success is started once if there is no other try', async () => {
			endBadly(readsBefore + 1);
			const { error, items } = await run(1);
			expect(error!.message).toMatch(/failed|does not run/);
			expect(items).toEqual([]);
			expect(asked(begin)).toHaveLength(1);
		});

		test('the next try starts again, once, if it finds an end without success', async () => {
			refuseReading();
			endBadly(1);
			const { error, items } = await run(2);
			expect(error).toBeUndefined();
			expect(items[0]!.json).toMatchObject(good);
			expect(platform.emulator.faults.unconsumed()).toEqual([]);
			expect(asked(begin)).toHaveLength(2);
		});

		test('the next try starts what was refused', async () => {
			endWell();
			platform.emulator.faults.add({ operation: begin, status: 403 });
			const { error, items } = await run(2);
			expect(error).toBeUndefined();
			expect(items[0]!.json).toMatchObject(good);
			expect(asked(begin)).toHaveLength(2);
			expect(asked(begin)[0]!.status).toBe(403);
			expect(asked(begin).at(-1)!.status).not.toBe(403);
		});
	},
);

describe.each(['workflow', 'tool'] as const)(
	'what was looked up before a refused start is looked up again by the next try (%s)',
	(entryPoint) => {
		/** The start is refused; before the next try somebody else does something. */
		function meanwhile(begin: string, betweenTries: () => Promise<unknown>) {
			platform.emulator.faults.add({ operation: begin, status: 403 });
			return { entryPoint, maxTries: 2, betweenTries };
		}

		test('a scan that somebody else started is not taken for the scan of the node', async () => {
			const { id } = [...catalogOf(state()).connections.values()].find(
				({ label }) => label === DEMO_CATALOG.warehouse,
			)!;
			const scan = `/connections/scan/${id}` as const;
			const tries = meanwhile('POST /connections/scan/{connectionId}', async () => {
				await ask(platform, `POST ${scan}`);
				platform.emulator.clock.advance(60_000);
			});
			const { error, items } = await platform.run(
				'Catalog',
				'scan',
				'scanAndWait',
				{ connectionId: byId(id) },
				tries,
			);
			expect(error).toBeUndefined();
			const own = catalogOf(state()).scans.get(id)!.at(-1)!;
			expect(Date.parse(String(items[0]!.json.lastScan))).toBeGreaterThan(own.startedAt);
		});

		test.each([
			{ resource: 'taskExecution', start: TASKS, id: () => taskNamed(state(), DEMO.goodTask).id },
			{ resource: 'planExecution', start: PLANS, id: () => planNamed(state(), DEMO.plan).id },
		] as const)(
			'Skip of a $resource skips what is running now',
			async ({ resource, start, id }) => {
				const begin = `POST ${start}` as const;
				const tries = meanwhile(
					begin,
					async () => await ask(platform, begin, { executable: id() }),
				);
				const { error, items } = await platform.run(
					'Processing',
					resource,
					'runAndWait',
					{ executable: byId(id()), options: { ifAlreadyRunning: 'skip' } },
					tries,
				);
				expect(error).toBeUndefined();
				expect(items[0]!.json).toMatchObject({ skipped: true });
				expect(asked(begin)).toHaveLength(2);
			},
		);
	},
);

describe.each(['workflow', 'tool'] as const)(
	'Terminate at Time Limit, with Retry On Fail (%s)',
	(entryPoint) => {
		const TERMINATE = 'DELETE /processing/executions/{executionId}';
		const runs = () =>
			[...processingOf(state()).tasks.values()].filter(
				({ taskId }) => taskId === taskNamed(state(), DEMO.goodTask).id,
			);

		async function tooLong(
			behaviors: number,
		): Promise<Awaited<ReturnType<Platform['run']>> & { started: ReturnType<typeof runs> }> {
			const task = taskNamed(state(), DEMO.goodTask);
			const [good] = task.behaviors;
			task.behaviors = [
				...Array.from({ length: behaviors }, () => ({ ...good!, durationMs: 3_600_000 })),
				good!,
			];
			processingOf(state()).starts.delete(task.id);
			const before = new Set(runs().map(({ id }) => id));
			const result = await platform.run(
				'Processing',
				'taskExecution',
				'runAndWait',
				{ executable: byId(task.id), timeLimit: 10, options: { terminateAtTimeLimit: true } },
				{ entryPoint, maxTries: 2 },
			);
			return { ...result, started: runs().filter(({ id }) => !before.has(id)) };
		}

		test('the execution is terminated before the next try starts a new one', async () => {
			const { error, items, started } = await tooLong(1);
			expect(error).toBeUndefined();
			expect(started).toHaveLength(2);
			expect(items[0]!.json).toMatchObject({ executionId: started[1]!.id, outcome: 'succeeded' });
			expect(started[0]!.terminatedAt).toBeLessThanOrEqual(started[1]!.triggeredAt);
		});

		test('the execution of a try is terminated before that of the next one starts', async () => {
			const { error, started } = await tooLong(2);
			expect(error!.message).toBe(
				`Execution ${started[1]!.id} was terminated because it did not end within 10 minutes`,
			);
			expect(started).toHaveLength(2);
			expect(started.filter(({ terminatedAt }) => terminatedAt === undefined)).toEqual([]);
			expect(started[0]!.terminatedAt).toBeLessThanOrEqual(started[1]!.triggeredAt);
			expect(asked(`POST ${TASKS}`)).toHaveLength(2);
		});

		test('an execution that could not be terminated continues and is followed, not started again', async () => {
			platform.emulator.faults.add({ operation: TERMINATE, status: 403 });
			const { error, started } = await tooLong(2);
			expect(error!.message).toContain('was terminated because it did not end within');
			expect(started).toHaveLength(1);
			expect(asked(TERMINATE).map(({ status }) => status)).toEqual([403, 204]);
		});
	},
);
