/**
 * Where the interface documents and the vendor's OpenAPI files differ (or where neither tells what
 * was seen of the platform), the nodes work on a platform that follows either: one test for each
 * difference.
 */
import type { IDataObject } from 'n8n-workflow';

import { catalogOf } from '../../../emulator/areas/catalog/catalogStore';
import {
	type Behavior,
	orchestrationOf,
} from '../../../emulator/areas/orchestration/orchestrationStore';
import { startTask } from '../../../emulator/areas/processing/executions';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { isListed } from '../../../emulator/areas/processing/service';
import { DEMO } from '../../../emulator/seed';
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { areaOf } from '../../support/area';
import {
	byId,
	byName,
	environmentNamed,
	taskNamed,
	userNamed,
	workspaceIn,
} from '../../support/demo';
import { platformForEach } from '../../support/platform';
import { polling } from '../../support/polling';
import { DAY, MINUTE } from '../../support/time';

const SPAN = { to: '2026-05-01T00:00:00Z', filters: { from: '2026-04-28T00:00:00Z' } };

describe.each(['documents', 'vendor'] as const)('a platform that follows the %s', (dialect) => {
	const platform = platformForEach({ dialect });

	const state = () => platform.emulator.state;
	const orchestration = areaOf('Orchestration', () => platform);
	const processing = areaOf('Processing', () => platform);
	const observability = areaOf('Observability', () => platform);
	const account = areaOf('Account', () => platform);
	const catalog = areaOf('Catalog', () => platform);
	const ofVendor = dialect === 'vendor';
	const task = (name: string = DEMO.goodTask) => taskNamed(state(), name);
	const behaves = (changes: Partial<Behavior>, name?: string) => {
		const changed = task(name);
		changed.behaviors = [{ ...changed.behaviors[0]!, ...changes }];
		return changed;
	};
	const runAndWait = async (more: IDataObject = {}) =>
		(
			await processing.succeed('taskExecution', 'runAndWait', {
				executable: byName(DEMO.goodTask),
				failOnFailure: false,
				...more,
			})
		)[0]!;
	const ended = async () => String((await runAndWait()).executionId);
	/** The executions that a trigger emits when one more execution of the task has ended. */
	const handedOn = async () => {
		const trigger = polling(platform, 'Execution', {
			runsOf: 'tasks',
			events: ['started', 'succeeded', 'rejected', 'failed', 'terminated', 'misfired'],
			simplify: false,
		});
		await trigger.activate();
		await runAndWait();
		platform.emulator.clock.advance(MINUTE);
		await trigger.poll();
		expect(trigger.errors).toEqual([]);
		return trigger.emitted.flat().map(({ json }) => json);
	};

	test('the status of a log file is requested with the token as plain text, or as JSON', async () => {
		const executionId = byId(await ended());
		const [{ token } = {}] = await observability.succeed('executionLog', 'generateFile', {
			executionId,
		});
		platform.emulator.clock.advance(MINUTE);
		expect(
			await observability.succeed('executionLog', 'getFileStatus', {
				executionId,
				token: token as string,
			}),
		).toMatchObject([{ status: 'READY' }]);
		expect(
			observability
				.requests('POST /monitoring/executions/{executionId}/logs/status')
				.map(({ status, headers }) => [status, headers['content-type']]),
		).toEqual([
			...(ofVendor ? [[415, 'text/plain']] : []),
			[200, ofVendor ? 'application/json' : 'text/plain'],
		]);
	});

	test.each(['json', 'text'])(
		'the format %s of a log file is written in lowercase, or in uppercase',
		async (fileFormat) => {
			const executionId = byId(await ended());
			await observability.succeed('executionLog', 'generateFile', {
				executionId,
				options: { fileFormat },
			});
			expect(
				observability
					.requests('POST /monitoring/executions/{executionId}/logs')
					.map(({ status, query }) => [status, new Map(query).get('fileFormat')]),
			).toEqual([
				...(ofVendor ? [[400, fileFormat]] : []),
				[200, ofVendor ? fileFormat.toUpperCase() : fileFormat],
			]);
		},
	);

	const setDynamicEngineRun = async (parameters: IDataObject) => {
		const taskId = byId(task().id);
		await orchestration.succeed('runConfiguration', 'setDynamicEngineRunConfig', {
			taskId,
			...parameters,
		});
		return (
			await orchestration.succeed('runConfiguration', 'getDynamicEngineRunConfig', { taskId })
		)[0]!;
	};

	test('the dynamic-engine configuration of a task needs no schedule', async () => {
		const set = await setDynamicEngineRun({ updateFields: { timeout: 10, lineage: true } });
		expect(set).toMatchObject({ timeout: 10, lineage: true });
		// The vendor wants a schedule each time: the one that starts nothing.
		expect((set.trigger as IDataObject | undefined)?.type).toBe(ofVendor ? 'MANUAL' : undefined);
	});

	test('the dynamic-engine configuration of a task keeps its schedule unless another is given', async () => {
		const daily = await setDynamicEngineRun({
			scheduleType: 'CRON',
			cronExpression: '0 10 * * ?',
			timeZone: 'UTC',
			updateFields: { timeout: 10 },
		});
		expect(daily).toMatchObject({ trigger: { type: 'CRON', cronExpression: '0 10 * * ?' } });
		expect(
			await setDynamicEngineRun({ scheduleType: 'KEEP', updateFields: { timeout: 20 } }),
		).toMatchObject({ timeout: 20, trigger: { type: 'CRON' } });
	});

	test.each(['HUMAN', 'SERVICE'])(
		'a task paused by a user of the type %s says by whom and when',
		async (userType) => {
			const taskId = byId(task().id);
			await orchestration.succeed('task', 'pause', {
				taskId,
				pause: true,
				updateFields: { pauseContext: 'Maintenance', userType },
			});
			const [{ taskPauseDetails } = {}] = await orchestration.succeed('task', 'get', { taskId });
			expect(taskPauseDetails).toEqual({
				pause: true,
				pauseContext: 'Maintenance',
				userType,
				user: expect.any(String) as string,
				pauseDate: expect.stringMatching(/Z$/) as string,
			});
		},
	);

	test('crawlers in a list are complete or light: the list, Run and Wait and the trigger read both', async () => {
		const crawler = [...catalogOf(state()).crawlers.values()].find(
			({ name }) => name === DEMO_CATALOG.crawler,
		)!;
		const [listed] = (await catalog.succeed('crawler', 'getMany', { returnAll: true })).filter(
			({ id }) => id === crawler.id,
		);
		expect([typeof listed!.status, typeof listed!.runStatus]).toEqual(
			ofVendor ? ['undefined', 'string'] : ['object', 'undefined'],
		);
		const trigger = polling(platform, 'Crawler', {
			events: ['finished', 'partlyFailed', 'failed'],
			simplify: false,
		});
		await trigger.activate();
		const [{ outcome } = {}] = await catalog.succeed('crawler', 'runAndWait', {
			crawlerId: byId(crawler.id),
		});
		expect(outcome).toBe('succeeded');
		platform.emulator.clock.advance(MINUTE);
		await trigger.poll();
		expect(trigger.errors).toEqual([]);
		expect(trigger.emitted.flat().map(({ json }) => [json.event, json.id])).toEqual([
			['finished', crawler.id],
		]);
	});

	test('scheduled executions of a task are objects or dates: a date becomes {date}', async () => {
		const taskId = byId(task().id);
		await orchestration.succeed('runConfiguration', 'setTaskRunConfig', {
			taskId,
			scheduleType: 'CRON',
			cronExpression: '0 10 ? * *',
			runtimeType: 'CLOUD',
			timeZone: 'UTC',
			startDate: '2026-04-01',
		});
		const events = await orchestration.succeed('runConfiguration', 'getTaskEvents', {
			taskId,
			...SPAN,
			returnAll: true,
		});
		expect(events).toHaveLength(3);
		for (const event of events)
			expect(Object.keys(event)).toEqual(
				ofVendor ? ['date'] : expect.arrayContaining(['id', 'type', 'date']),
			);
	});

	test('scheduled executions of an environment are read completely as an array or in pages', async () => {
		const { id } = environmentNamed(state(), 'Production');
		const found = await orchestration.succeed('runConfiguration', 'searchEvents', {
			environmentId: byId(id),
			...SPAN,
			returnAll: true,
		});
		expect(found.length).toBeGreaterThan(0);
		expect(new Set(found.map((event) => JSON.stringify(event))).size).toBe(found.length);
	});

	describe('an execution that could not be deployed', () => {
		beforeEach(() => behaves({ end: 'deploy_failed' }));

		test('the outcome says that it could not be deployed', async () => {
			expect(await runAndWait()).toMatchObject({ outcome: 'deployFailed' });
		});

		test('the error says that it did not start', async () => {
			const { error } = await processing.run('taskExecution', 'runAndWait', {
				executable: byName(DEMO.goodTask),
			});
			expect(error!.message).toMatch(
				/^The task "Load customers" could not be deployed, so it did not start/,
			);
		});

		test('the trigger emits no started event', async () => {
			expect((await handedOn()).map(({ event }) => event)).toEqual(['failed']);
		});
	});

	test('an execution that was rejected before it started has misfired', async () => {
		behaves({ end: 'execution_rejected', misfired: 'REMOTE_ENGINE_UNAVAILABLE' });
		expect(await runAndWait()).toMatchObject({
			outcome: 'misfired',
			misfiredReason: 'the remote engine was not available',
		});
		const { error } = await processing.run('taskExecution', 'runAndWait', {
			executable: byName(DEMO.goodTask),
		});
		expect(error!.message).toBe(
			'The task "Load customers" did not start: the remote engine was not available',
		);
		expect(await handedOn()).toMatchObject([
			{ event: 'misfired', misfiredReason: 'the remote engine was not available' },
		]);
		behaves({ end: 'execution_rejected', misfired: undefined });
		expect(await runAndWait()).toMatchObject({ outcome: 'rejected' });
	});

	describe('an execution with an unknown status and an end time', () => {
		beforeEach(() => behaves({ end: 'something_new' }));

		test('the node does not wait for another end', async () => {
			const began = platform.emulator.clock.now();
			expect(await runAndWait()).toMatchObject({ outcome: 'unknown' });
			expect(platform.emulator.clock.now() - began).toBeLessThan(MINUTE);
		});

		test('the error says that the way in which it ended is not known', async () => {
			const { error } = await processing.run('taskExecution', 'runAndWait', {
				executable: byName(DEMO.goodTask),
			});
			expect(error!.message).toBe('The task "Load customers" ended in a way that is not known');
		});

		test('the trigger emits a failed event', async () => {
			expect((await handedOn()).map(({ event }) => event)).toEqual(['started', 'failed']);
		});
	});

	test('the node waits for the log of an execution that has just ended, 30 seconds by default', async () => {
		const lines = async (more: IDataObject = {}) => {
			const executionId = byId(await ended());
			const end = platform.emulator.clock.now();
			const [{ entries } = {}] = await observability.succeed('executionLog', 'download', {
				executionId,
				...more,
			});
			return { entries, waited: platform.emulator.clock.now() - end };
		};
		const { entries, waited } = await lines();
		expect(entries).toBe(12);
		expect(waited).toBeGreaterThan(25_000);
		expect(waited).toBeLessThan(40_000);
		const atOnce = await lines({ waitForCompleteLog: false });
		expect(atOnce.entries).toBe(ofVendor ? 11 : 12);
		expect(atOnce.waited).toBeLessThan(10_000);
		// Neither a run of long ago nor one that is still running is waited for.
		const executionId = byId(await ended());
		platform.emulator.clock.advance(MINUTE);
		const before = platform.emulator.clock.now();
		await observability.succeed('executionLog', 'download', { executionId });
		const { id } = startTask(state(), task(DEMO.serviceTask), platform.emulator.clock.now(), {
			type: 'MANUAL',
			by: { id: 'ana.demo', type: 'HUMAN' },
		});
		platform.emulator.clock.advance(10_000);
		await observability.succeed('executionLog', 'download', { executionId: byId(id) });
		expect(platform.emulator.clock.now() - before).toBeLessThan(30_000);
	});

	test('the filter "terminated" finds executions that were terminated, with or without those by timeout', async () => {
		behaves({ end: 'terminated_timeout' });
		await ended();
		behaves({ end: 'terminated' });
		await ended();
		const found = async (status: string) =>
			(
				await processing.succeed('taskExecution', 'getMany', {
					returnAll: true,
					filters: { status },
				})
			).map((each) => each.status);
		expect((await found('terminated')).sort()).toEqual(
			ofVendor ? ['terminated', 'terminated_timeout'] : ['terminated'],
		);
		expect(await found('terminated_timeout')).toEqual(['terminated_timeout']);
	});

	/** Asks for the component metrics of the last day in which a field has a value. */
	const metricsWith = async (field: string, value: string) =>
		await observability.run('componentMetric', 'query', {
			environmentId: byId(environmentNamed(state(), 'Production').id),
			startTime: new Date(platform.emulator.clock.now() - DAY).toISOString(),
			endTime: new Date(platform.emulator.clock.now()).toISOString(),
			filters: {
				conditions: { rows: [{ field, operator: 'in', value: JSON.stringify([value]) }] },
			},
		});

	test('raw component metrics are filtered by every field that the node offers', async () => {
		await ended();
		const offered = [
			'engine_id',
			'workspace_id',
			'task_id',
			'task_execution_id',
			'job_name',
			'connector_type',
			'connector_label',
			'connector_id',
			'component_start_time_seconds',
			'operator',
			'operator_type',
		];
		for (const field of offered) expect((await metricsWith(field, 'none')).error).toBeUndefined();
		expect((await metricsWith('connector_type', 'tMap')).items.length).toBeGreaterThan(0);
	});

	test('a filter of raw component metrics that only the documents have is refused only by the vendor', async () => {
		const { error } = await metricsWith('connection_type', 'Main');
		if (ofVendor)
			expect(error).toMatchObject({
				httpCode: '400',
				message: expect.stringContaining('connection_type') as string,
			});
		else expect(error).toBeUndefined();
	});

	describe('an update of a connection with an encrypted parameter', () => {
		const withSecret = () => {
			const connection = [...orchestrationOf(state()).connections.values()].find(({ parameters }) =>
				parameters.some(({ encrypted }) => encrypted),
			)!;
			const before = structuredClone(connection);
			return {
				connection,
				before,
				secret: before.parameters.find(({ encrypted }) => encrypted)!,
				plain: before.parameters.filter(({ encrypted }) => !encrypted),
			};
		};
		const update = async (connectionId: string, rows: IDataObject[]) =>
			await orchestration.run('connection', 'update', {
				connectionId: byId(connectionId),
				updateFields: { parameters: { rows } },
			});

		test('the update is refused without the encrypted parameter', async () => {
			const { connection, before, secret } = withSecret();
			const { error } = await update(connection.id, [{ name: 'schema', value: 'NEW' }]);
			expect(error!.message).toBe(
				`The update might lose the encrypted parameter ${secret.name} of this connection, which cannot be read`,
			);
			expect(connection).toEqual(before);
		});

		test('the other parameters stay if the encrypted one is given again', async () => {
			const { connection, before, secret, plain } = withSecret();
			const { error } = await update(connection.id, [
				{ name: 'schema', value: 'NEW' },
				{ name: secret.name, value: 'given again', encrypted: true },
			]);
			expect(error).toBeUndefined();
			const now = orchestrationOf(state()).connections.get(connection.id)!;
			expect(now.parameters).toEqual(
				expect.arrayContaining([
					...plain.filter(({ name }) => name !== 'schema'),
					expect.objectContaining({ name: 'schema', value: 'NEW' }),
					{ ...secret, value: 'given again' },
				]),
			);
			expect(now.name).toBe(before.name);
		});
	});

	test('permissions on a workspace can be set and added whether or not there are any', async () => {
		const { id: workspaceId } = workspaceIn(state(), 'Production', 'Finance');
		const parameters = {
			workspaceId: byId(workspaceId),
			userId: byId(userNamed(state(), 'bao.nguyen')),
		};
		const rights = async () => {
			const { items } = await account.run('workspacePermission', 'getForUser', parameters);
			return items[0]?.json.permissions;
		};
		await account.run('workspacePermission', 'removeForUser', parameters);
		const ask = async (operation: string, ...permissions: string[]) =>
			await account.succeed('workspacePermission', `${operation}ForUser`, {
				...parameters,
				permissions,
			});
		await ask('set', 'VIEW');
		expect(await rights()).toEqual(['VIEW']);
		await ask('set', 'EXECUTE');
		expect(await rights()).toEqual(['EXECUTE']);
		await ask('add', 'AUTHOR');
		expect(new Set((await rights()) as string[])).toEqual(new Set(['EXECUTE', 'AUTHOR']));
		await account.run('workspacePermission', 'removeForUser', parameters);
		await ask('add', 'VIEW');
		expect(await rights()).toEqual(['VIEW']);
	});

	test('a history whose later pages are refused is read completely, each execution once', async () => {
		const { id } = task();
		const now = platform.emulator.clock.now();
		const unlisted = [...processingOf(state()).tasks.values()].filter(
			(execution) => !isListed(state(), execution, now),
		).length;
		const before = processingOf(state()).tasks.size - unlisted;
		for (let at = 0; at < 2_450; at++)
			startTask(state(), task(), now - DAY - Math.floor(at / 3) * 1_000, {
				type: 'SCHEDULED',
				by: { id: 'ana.demo', type: 'HUMAN' },
			});
		const all = async (operation: string, more: IDataObject = {}) =>
			(
				await processing.succeed('taskExecution', operation, {
					returnAll: true,
					simplify: false,
					...more,
				})
			).map(({ executionId }) => executionId);
		for (const [operation, more] of [
			['getMany', {}],
			['search', {}],
			['getManyOfTask', { taskId: byId(id) }],
		] as const) {
			const found = await all(operation, more);
			expect(found).toHaveLength(new Set(found).size);
			expect(found.length).toBe(
				operation === 'getManyOfTask'
					? [...processingOf(state()).tasks.values()].filter(({ taskId }) => taskId === id).length
					: before + 2_450,
			);
		}
		expect(
			processing
				.requests('GET /processing/executables/tasks/executions')
				.some(({ status }) => status === 400),
		).toBe(ofVendor);
		// A Limit and a span hold across the refused page.
		expect(await all('getMany', { returnAll: false, limit: 1_234 })).toHaveLength(1_234);
		const from = new Date(now - DAY - 600_000).toISOString();
		expect(
			await all('getMany', { filters: { from, to: new Date(now).toISOString() } }),
		).toHaveLength(
			[...processingOf(state()).tasks.values()].filter(
				({ triggeredAt }) => triggeredAt + (ofVendor ? 4_000 : 0) >= now - DAY - 600_000,
			).length,
		);
	});

	test('more executions at one moment than the platform lists are an error instead of a shorter list', async () => {
		const at = platform.emulator.clock.now() - DAY;
		for (let count = 0; count < 1_200; count++)
			startTask(state(), task(), at, { type: 'SCHEDULED', by: { id: 'ana.demo', type: 'HUMAN' } });
		const { error, items } = await processing.run('taskExecution', 'getMany', { returnAll: true });
		if (!ofVendor) return expect(items.length).toBeGreaterThan(1_200);
		expect(items).toEqual([]);
		expect(error!.message).toBe('The list is incomplete: too many records have the same time');
	});
});
