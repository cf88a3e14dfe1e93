/** Run and Wait of crawlers. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { quiet, until } from '../../support/followedClock';
import { ask, minutes, platform, requests, run, sales, succeed, warehouse } from './stage';

describe('run a crawler and wait', () => {
	const crawlerId = byId(DEMO_CATALOG.crawlerId);
	const READ = 'GET /connections/crawlers/{crawlerId}';
	const RUN = 'POST /connections/crawlers/{crawlerId}/run';

	test('Run and Wait of a crawler waits for the end of its own run, not of the previous one', async () => {
		const [ended] = await succeed('crawler', 'runAndWait', { crawlerId });
		expect(ended).toMatchObject({
			crawlerId: DEMO_CATALOG.crawlerId,
			outcome: 'succeeded',
			durationSeconds: 11,
			status: { runStatus: 'Finished', nbDatasetsFinished: 3 },
			summary: expect.stringMatching(
				/^Crawler .+ succeeded at \d\d:\d\d: 3 datasets in 11 s$/,
			) as string,
		});
		expect(Object.keys(ended!).slice(0, 4)).toEqual([
			'name',
			'outcome',
			'summary',
			'durationSeconds',
		]);
		expect(requests(RUN)).toHaveLength(1);
		// A platform that shows the run before for a while.
		const stale = (await ask(`GET /connections/crawlers/${DEMO_CATALOG.crawlerId}`)).body as string;
		const reads = requests(READ).length;
		platform.emulator.faults.add({ operation: READ, status: 200, body: stale, times: 3 });
		const [later] = await succeed('crawler', 'runAndWait', { crawlerId });
		expect((later!.status as IDataObject).runStartedAt).not.toBe(
			(ended!.status as IDataObject).runStartedAt,
		);
		expect(requests(READ).length - reads).toBeGreaterThan(4);
	});

	test.each<{ which: string; before: IDataObject; then: IDataObject }>([
		{
			which: 'that was ending in a way not known',
			before: { runStatus: 'Ending', runStartedAt: '2026-01-01T00:00:00Z' },
			then: {
				runStatus: 'Finished',
				runStartedAt: '2026-01-01T00:00:00Z',
				runFinishedAt: '2026-01-01T00:01:00Z',
			},
		},
		{
			which: 'whose end shows beside the new start',
			before: {
				runStatus: 'Finished',
				runStartedAt: '2026-01-01T00:00:00Z',
				runFinishedAt: '2026-01-01T00:01:00Z',
			},
			then: {
				runStatus: 'Finished',
				runStartedAt: '2026-01-02T00:00:00Z',
				runFinishedAt: '2026-01-01T00:01:00Z',
			},
		},
	])(
		'the end of a previous run, $which, is not taken for the end of this one',
		async ({ before, then }) => {
			for (const status of [before, then, then])
				platform.emulator.faults.add({
					operation: READ,
					status: 200,
					body: { id: DEMO_CATALOG.crawlerId, status, isOfBefore: true },
				});
			const [ended] = await succeed('crawler', 'runAndWait', { crawlerId });
			expect(ended).toMatchObject({ outcome: 'succeeded', id: DEMO_CATALOG.crawlerId });
			expect(ended).not.toHaveProperty('isOfBefore');
		},
	);

	test('a run that fails at once, without an end time of its own, has ended', async () => {
		const status = {
			runStatus: 'Finished',
			runStartedAt: '2026-01-01T00:00:00Z',
			runFinishedAt: '2026-01-01T00:01:00Z',
		};
		const failed = { runStatus: 'PropertiesRetrievalFailed', runStartedAt: '2026-01-02T00:00:00Z' };
		for (const each of [status, failed])
			platform.emulator.faults.add({
				operation: READ,
				status: 200,
				body: { id: DEMO_CATALOG.crawlerId, status: each },
			});
		expect(await succeed('crawler', 'runAndWait', { crawlerId, failOnFailure: false })).toEqual([
			expect.objectContaining({ outcome: 'failed' }),
		]);
	});

	test('a run that succeeds for only some datasets is partial: an output or a failure, as chosen', async () => {
		const select = () =>
			sales().selected.push('SALES.RETURNS', 'SALES.LEGACY_NOTES', 'SALES.LETTERS');
		select();
		const [partial] = await succeed('crawler', 'runAndWait', { crawlerId });
		expect(partial).toMatchObject({
			outcome: 'partial',
			status: {
				nbDatasetsToCrawl: 6,
				nbDatasetsFinished: 4,
				nbDatasetsCreated: 2,
				nbDatasetsFailed: 1,
				nbSamplesFailed: 1,
			},
		});
		const { error } = await run('crawler', 'runAndWait', {
			crawlerId,
			options: { failOnPartialFailure: true },
		});
		expect(error!.message).toBe('The crawler run did not succeed for all datasets');
		expect(error!.description).toBe(
			`Crawler ${DEMO_CATALOG.crawlerId} ended with the status Finished. Of 6 datasets, 4 are done. Not created: 1. Without a sample: 1. To see why, use Crawler → Download Errors. To output failed runs instead, turn off "Fail When the Run Fails".`,
		);
	});

	test('a failed run makes the node fail or is an output, as chosen', async () => {
		fact('C.47', 'C.48');
		const archive = byName(DEMO_CATALOG.archiveCrawler);
		const { error, items } = await run('crawler', 'runAndWait', { crawlerId: archive });
		expect(items).toEqual([]);
		expect(error!.message).toBe(
			'The crawler run failed: The properties could not be retrieved: connection timed out',
		);
		expect(error!.description).toMatch(/ended with the status PropertiesRetrievalFailed\./);
		const [output] = await succeed('crawler', 'runAndWait', {
			crawlerId: archive,
			failOnFailure: false,
		});
		expect(output).toMatchObject({
			outcome: 'failed',
			status: { runStatus: 'PropertiesRetrievalFailed', failure: expect.any(String) as string },
		});
	});

	test('a run that is ended early is incomplete', async () => {
		const running = run('crawler', 'runAndWait', { crawlerId });
		await until('the crawler runs', () => requests(RUN).length > 0);
		await ask(`POST /connections/crawlers/${DEMO_CATALOG.crawlerId}/end`);
		const { error } = await running;
		expect(error!.message).toBe('The crawler run was ended before all datasets were done');
	});

	describe('the time limit', () => {
		const runTooLong = async (endAtTimeLimit: boolean) => {
			warehouse().tableMs = 3_600_000;
			const { error } = await run('crawler', 'runAndWait', {
				crawlerId,
				timeLimit: 2,
				options: { endAtTimeLimit },
			});
			return error!;
		};

		test('a crawler that may run on is named as not ended', async () => {
			const error = await runTooLong(false);
			expect(error.message).toBe(
				`The run of crawler ${DEMO_CATALOG.crawlerId} did not end within 2 minutes`,
			);
			expect(error.description).toMatch(/^The run of crawler \S+ is still running. Check it later/);
			expect(sales().run!.endedAt).toBeUndefined();
		});

		test('a crawler that is ended at the time limit is named as terminated', async () => {
			const error = await runTooLong(true);
			expect(error.message).toBe(
				`The run of crawler ${DEMO_CATALOG.crawlerId} was terminated because it did not end within 2 minutes`,
			);
			expect(error.description).toMatch(/^To let it run longer, raise the time limit\.$/);
			expect(sales().run!.endedAt).toBeDefined();
		});
	});

	test('a run can last several hours, longer than tokens', async () => {
		fact('C.116');
		warehouse().tableMs = 3_600_000;
		const tokens = requests('POST /security/oauth/token').length;
		const [ended] = await succeed('crawler', 'runAndWait', { crawlerId });
		expect(ended).toMatchObject({ outcome: 'succeeded', durationSeconds: 3 * 3600 + 5 });
		expect(requests('POST /security/oauth/token').length - tokens).toBeGreaterThanOrEqual(5);
	});

	describe('the spelling of a state', () => {
		const body = (runStatus: string) => ({
			id: DEMO_CATALOG.crawlerId,
			status: { runStatus, runStartedAt: '2026-01-01T00:00:00Z' },
		});
		beforeEach(() => {
			platform.emulator.faults.add({ operation: RUN, status: 202, body: '' });
		});

		test('an undocumented state does not end the wait', async () => {
			fact('C.86');
			platform.emulator.faults.add({
				operation: READ,
				after: 1,
				status: 200,
				body: body('Pausing'),
				times: 200,
			});
			const { error } = await run('crawler', 'runAndWait', { crawlerId, timeLimit: 5 });
			expect(error!.message).toMatch(/did not end within 5 minutes$/);
		});

		test.each([
			{ end: 'FINISHED', outcome: 'succeeded' },
			{ end: 'PROPERTIES_RETRIEVAL_FAILED', outcome: 'failed' },
		])('the documented state in the spelling $end is final', async ({ end, outcome }) => {
			fact('C.86');
			for (const state of ['NOT_STARTED', 'CREATING_DATASETS', end])
				platform.emulator.faults.add({ operation: READ, status: 200, body: body(state) });
			expect(await succeed('crawler', 'runAndWait', { crawlerId, failOnFailure: false })).toEqual([
				expect.objectContaining({ outcome }),
			]);
		});

		test('an undocumented state is output unchanged', async () => {
			fact('C.86');
			platform.emulator.faults.clear();
			platform.emulator.faults.add({ operation: READ, status: 200, body: body('Pausing') });
			expect(await succeed('crawler', 'get', { crawlerId })).toEqual([body('Pausing')]);
		});
	});

	test('the error of a first run without times mentions no missing counters', async () => {
		const statuses = [
			{ runStatus: 'NotStarted' },
			{ runStatus: 'PropertiesRetrievalFailed', nbDatasetsToCrawl: 3, failure: { code: 7 } },
		];
		for (const status of statuses)
			platform.emulator.faults.add({
				operation: READ,
				status: 200,
				body: { id: DEMO_CATALOG.crawlerId, status },
			});
		platform.emulator.faults.add({ operation: RUN, status: 202, body: '' });
		const { error } = await run('crawler', 'runAndWait', { crawlerId });
		expect(error!.message).toBe('The crawler run failed');
		expect(error!.description).toBe(
			`Crawler ${DEMO_CATALOG.crawlerId} ended with the status PropertiesRetrievalFailed. To see why, use Crawler → Download Errors. To output failed runs instead, turn off "Fail When the Run Fails".`,
		);
	});

	test('a run of 1000 tables or more has a warning', async () => {
		sales().selected = Array.from({ length: 1000 }, (_, index) => `T${index}`);
		platform.emulator.faults.add({ operation: RUN, status: 202, body: '' });
		platform.emulator.faults.add({
			operation: READ,
			after: 1,
			status: 200,
			body: { id: DEMO_CATALOG.crawlerId, status: { runStatus: 'Finished', runStartedAt: 'now' } },
		});
		const { hints } = await run('crawler', 'runAndWait', { crawlerId });
		expect(hints).toEqual([
			`Crawler ${DEMO_CATALOG.crawlerId} has 1000 tables and views: fewer than 1000 are recommended, and a run with this many may fail`,
		]);
	});

	test('Run and Wait can skip the run if the crawler is already running', async () => {
		await succeed('crawler', 'run', { crawlerId });
		// Workflows that were saved before there was a choice have the former setting.
		for (const options of [{ ifAlreadyRunning: 'skip' }, { skipIfRunning: true }])
			expect(await succeed('crawler', 'runAndWait', { crawlerId, options })).toEqual([
				expect.objectContaining({
					skipped: true,
					id: DEMO_CATALOG.crawlerId,
					status: expect.objectContaining({ runStatus: 'RetrievingProperties' }) as object,
				}),
			]);
		expect(requests(RUN)).toHaveLength(1);
		minutes(1);
		expect(
			await succeed('crawler', 'runAndWait', { crawlerId, options: { ifAlreadyRunning: 'skip' } }),
		).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
	});

	test('Run and Wait can follow the run in progress', async () => {
		await succeed('crawler', 'run', { crawlerId });
		const [followed] = await succeed('crawler', 'runAndWait', {
			crawlerId,
			options: { ifAlreadyRunning: 'follow' },
		});
		expect(followed).toMatchObject({ outcome: 'succeeded', reattached: true });
		expect(requests(RUN)).toHaveLength(1);
	});

	test('Run and Wait can wait for the end of the run in progress and then start', async () => {
		await succeed('crawler', 'run', { crawlerId });
		const [followed] = await succeed('crawler', 'runAndWait', {
			crawlerId,
			options: { ifAlreadyRunning: 'follow' },
		});
		const startOf = (each: IDataObject | undefined) => (each!.status as IDataObject).runStartedAt;
		await succeed('crawler', 'run', { crawlerId });
		const [own] = await succeed('crawler', 'runAndWait', {
			crawlerId,
			options: { ifAlreadyRunning: 'waitThenStart' },
		});
		expect(own).toMatchObject({ outcome: 'succeeded' });
		expect(own).not.toHaveProperty('reattached');
		expect(requests(RUN)).toHaveLength(3);
		expect(startOf(own)).not.toEqual(startOf(followed));
	});

	test('Run and Wait starts if nothing is in progress, with each choice of If Already Running', async () => {
		// Nothing is in progress: all ways start.
		for (const ifAlreadyRunning of ['follow', 'waitThenStart', 'skip'])
			await succeed('crawler', 'runAndWait', { crawlerId, options: { ifAlreadyRunning } });
		expect(requests(RUN)).toHaveLength(3);
	});

	test.each([
		{ ifAlreadyRunning: 'follow', what: 'The run' },
		{ ifAlreadyRunning: 'waitThenStart', what: 'The earlier run' },
	])(
		'a run in progress that does not end within the time limit is given up ($ifAlreadyRunning)',
		async ({ ifAlreadyRunning, what }) => {
			warehouse().tableMs = 36_000_000;
			await succeed('crawler', 'run', { crawlerId });
			const given = { crawlerId, timeLimit: 2, options: { ifAlreadyRunning } };
			const { error } = await run('crawler', 'runAndWait', given);
			expect(error!.message).toBe(
				`${what} of crawler ${DEMO_CATALOG.crawlerId} did not end within 2 minutes`,
			);
			expect(requests(RUN)).toHaveLength(1);
		},
	);

	test('Run and Wait does not repeat a start that may have succeeded', async () => {
		platform.emulator.faults.add({ operation: RUN, status: 503 });
		expect((await run('crawler', 'runAndWait', { crawlerId })).error).toMatchObject({
			httpCode: '503',
		});
		expect(requests(RUN)).toHaveLength(1);
	});

	test('Run and Wait keeps waiting through outages', async () => {
		platform.emulator.faults.add({ operation: RUN, status: 429, retryAfter: 3 });
		platform.emulator.faults.add({ operation: READ, after: 1, status: 503, times: 12 });
		expect(await succeed('crawler', 'runAndWait', { crawlerId })).toEqual([
			expect.objectContaining({ outcome: 'succeeded' }),
		]);
		expect(platform.emulator.faults.unconsumed()).toEqual([]);
	});

	test('several items run the same crawler one after another, in a workflow and as a tool', async () => {
		for (const entryPoint of ['workflow', 'tool'] as const) {
			const result = await run(
				'crawler',
				'runAndWait',
				{ crawlerId },
				{ items: [{ json: {} }, { json: {} }, { json: {} }], entryPoint },
			);
			expect(result.error).toBeUndefined();
			expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
				{ item: 0 },
				{ item: 1 },
				{ item: 2 },
			]);
			expect(
				new Set(result.items.map(({ json }) => (json.status as IDataObject).runStartedAt)).size,
			).toBe(3);
		}
	});

	test.each([
		{ what: 'leaves the run in progress', endOnStop: false },
		{ what: 'ends the run if so chosen', endOnStop: true },
	])('stopping the workflow $what', async ({ endOnStop }) => {
		warehouse().tableMs = 36_000_000;
		const stop = new AbortController();
		const before = requests(RUN).length;
		const running = run(
			'crawler',
			'runAndWait',
			{ crawlerId, timeLimit: 60_000, options: { endOnStop } },
			{ signal: stop.signal },
		);
		await until(
			'the crawler runs',
			() => requests(RUN).length > before && sales().run?.endedAt === undefined,
		);
		stop.abort();
		await running;
		await quiet();
		expect(sales().run!.endedAt !== undefined).toBe(endOnStop);
	});
});
