/** The emulator follows either description of the platform, and refuses the form of the other. */
import type { IDataObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Dialect, Emulator, standingClock } from '../../../emulator';
import { catalogOf } from '../../../emulator/areas/catalog/catalogStore';
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { startTask } from '../../../emulator/areas/processing/executions';
import { planExecutions, processingOf } from '../../../emulator/areas/processing/processingStore';
import { userByLogin } from '../../../emulator/areas/scim/scimStore';
import { DEMO, DEMO_TOKEN } from '../../../emulator/seed';
import { NO_LIMITS } from '../../../emulator/server/limits';

const DIALECTS: Dialect[] = ['documents', 'vendor'];

interface Stage {
	emulator: Emulator;
	/** Sends a request; the body as it is when it is a text, with its media type. */
	ask: (
		endpoint: string,
		body?: unknown,
		contentType?: string,
	) => Promise<{ status: number; body: IDataObject }>;
}

const stages = new Map<Dialect, Stage>();

beforeEach(async () => {
	for (const dialect of DIALECTS) {
		const emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS, dialect });
		const address = await emulator.listen();
		stages.set(dialect, {
			emulator,
			ask: async (endpoint, body, contentType = 'application/json') => {
				const [method, path] = endpoint.split(' ') as [string, string];
				const response = await fetch(address + path, {
					method,
					headers: {
						authorization: `Bearer ${DEMO_TOKEN}`,
						...(body === undefined ? {} : { 'content-type': contentType }),
					},
					...(body === undefined
						? {}
						: { body: typeof body === 'string' ? body : JSON.stringify(body) }),
				});
				const text = await response.text();
				return {
					status: response.status,
					body: (text === '' ? undefined : JSON.parse(text)) as IDataObject,
				};
			},
		});
	}
});

afterEach(async () => {
	for (const { emulator } of stages.values()) await emulator.close();
});

/** What each dialect answers. */
async function inBoth<T>(found: (stage: Stage) => Promise<T>): Promise<T[]> {
	return await Promise.all(DIALECTS.map((dialect) => found(stages.get(dialect)!)));
}

const taskOf = ({ emulator }: Stage, name: string = DEMO.goodTask) =>
	[...orchestrationOf(emulator.state).tasks.values()].find((task) => task.name === name)!;
const executionOf = ({ emulator }: Stage) => [...processingOf(emulator.state).tasks.keys()][0]!;

test('a log file follows the dialect', async () => {
	const formats = async ({ ask, ...stage }: Stage) =>
		await Promise.all(
			['json', 'JSON'].map(
				async (format) =>
					(
						await ask(
							`POST /monitoring/executions/${executionOf({ ask, ...stage })}/logs?fileFormat=${format}`,
						)
					).status,
			),
		);
	expect(await inBoth(formats)).toEqual([
		[200, 400],
		[400, 200],
	]);
	const statuses = async (stage: Stage) => {
		const logs = `POST /monitoring/executions/${executionOf(stage)}/logs`;
		const { token } = (await stage.ask(logs)).body as { token: string };
		return [
			(await stage.ask(`${logs}/status`, token, 'text/plain')).status,
			(await stage.ask(`${logs}/status`, JSON.stringify(token))).status,
		];
	};
	expect(await inBoth(statuses)).toEqual([
		[200, 415],
		[415, 200],
	]);
});

test('scheduled executions follow the dialect', async () => {
	const span = (from: number) => ({ from, to: from + 2 * 86_400_000 });
	const ofTask = async (stage: Stage) => {
		const { from, to } = span(stage.emulator.clock.now());
		const { items } = (
			await stage.ask(
				`GET /orchestration/executables/tasks/${taskOf(stage).id}/run-config/events?from=${from}&to=${to}`,
			)
		).body as { items: unknown[] };
		return typeof items[0];
	};
	expect(await inBoth(ofTask)).toEqual(['object', 'string']);
	const ofAll = async ({ emulator, ask }: Stage) => {
		const [{ id: environmentId } = { id: '' }] = [
			...orchestrationOf(emulator.state).environments.values(),
		].slice(-1);
		return Array.isArray(
			(
				await ask('POST /orchestration/executables/events/search', {
					environmentId,
					...span(emulator.clock.now()),
				})
			).body,
		);
	};
	expect(await inBoth(ofAll)).toEqual([true, false]);
});

test('run configurations follow the dialect', async () => {
	const set = async (stage: Stage) =>
		(
			await stage.ask(`PUT /orchestration/executables/tasks/${taskOf(stage).id}/run-config`, {
				trigger: { type: 'ONCE', startDate: '2026-05-01', startTime: '10:00', timeZone: 'UTC' },
				runtime: { type: 'CLOUD' },
			})
		).status;
	expect(await inBoth(set)).toEqual([204, 200]);
	const onEngine = async (stage: Stage) =>
		(
			await stage.ask(`PUT /orchestration/executables/tasks/${taskOf(stage).id}/de-run-config`, {
				timeout: 10,
			})
		).status;
	expect(await inBoth(onEngine)).toEqual([204, 400]);
});

test('the type of a service account in answers follows the dialect', async () => {
	const userType = async (stage: Stage) => {
		const { id } = startTask(stage.emulator.state, taskOf(stage), stage.emulator.clock.now(), {
			type: 'MANUAL',
			by: { id: 'account', type: 'SERVICE_ACCOUNT' },
		});
		return ((await stage.ask(`GET /processing/executions/${id}`)).body as { userType: string })
			.userType;
	};
	expect(await inBoth(userType)).toEqual(['SERVICE_ACCOUNT', 'SERVICE']);
});

test('parameters of a connection of tasks that an update leaves out follow the dialect', async () => {
	const left = async ({ emulator, ask }: Stage) => {
		const connection = [...orchestrationOf(emulator.state).connections.values()].find(
			({ parameters }) => parameters.length > 0,
		)!;
		const { status } = await ask(`PUT /orchestration/connections/${connection.id}`, {
			name: 'Renamed',
		});
		return [
			status,
			orchestrationOf(emulator.state).connections.get(connection.id)!.parameters.length > 0,
		];
	};
	expect(await inBoth(left)).toEqual([
		[200, true],
		[200, false],
	]);
});

test('the window of task executions follows the dialect', async () => {
	const found = async (stage: Stage) => {
		const task = taskOf(stage);
		task.behaviors = [{ dispatchMs: 0, durationMs: 60_000, end: 'execution_successful' }];
		const now = stage.emulator.clock.now();
		const { id } = startTask(stage.emulator.state, task, now - 30_000, {
			type: 'MANUAL',
			by: { id: 'ana.demo', type: 'HUMAN' },
		});
		const { items } = (
			await stage.ask(`GET /processing/executables/tasks/executions?from=${now - 10_000}&to=${now}`)
		).body as { items: Array<{ executionId: string }> };
		return items.some(({ executionId }) => executionId === id);
	};
	expect(await inBoth(found)).toEqual([false, true]);
});

test('lists of executions follow the dialect', async () => {
	const late = async ({ ask }: Stage) =>
		await Promise.all(
			['offset=900&limit=100', 'offset=901&limit=100', 'offset=901'].map(
				async (place) =>
					(await ask(`GET /processing/executables/tasks/executions?${place}`)).status,
			),
		);
	expect(await inBoth(late)).toEqual([
		[200, 200, 200],
		[200, 400, 400],
	]);
});

test('an execution that never started follows the dialect', async () => {
	const ended = async (stage: Stage, end: string, misfired?: string) => {
		const task = taskOf(stage);
		task.behaviors = [{ dispatchMs: 0, durationMs: 0, end, misfired }];
		const { id } = startTask(stage.emulator.state, task, stage.emulator.clock.now(), {
			type: 'MANUAL',
			by: { id: 'ana.demo', type: 'HUMAN' },
		});
		const reported = (await stage.ask(`GET /processing/executions/${id}`)).body as object;
		return ['startTimestamp', 'finishTimestamp', 'misfiredExecutionReason'].filter(
			(name) => name in reported,
		);
	};
	expect(await inBoth(async (stage) => await ended(stage, 'deploy_failed'))).toEqual([
		['startTimestamp', 'finishTimestamp'],
		['finishTimestamp'],
	]);
	expect(
		await inBoth(async (stage) => await ended(stage, 'execution_rejected', 'TASK_IS_PAUSED')),
	).toEqual([
		['startTimestamp', 'finishTimestamp', 'misfiredExecutionReason'],
		['misfiredExecutionReason'],
	]);
	expect(await inBoth(async (stage) => await ended(stage, 'execution_rejected'))).toEqual([
		['startTimestamp', 'finishTimestamp'],
		['startTimestamp', 'finishTimestamp'],
	]);
});

test('the log of an execution that has just ended follows the dialect', async () => {
	const entries = async (stage: Stage) => {
		const task = taskOf(stage);
		task.behaviors = [
			{ dispatchMs: 0, durationMs: 1_000, end: 'execution_successful', logLines: 10 },
		];
		const { id } = startTask(stage.emulator.state, task, stage.emulator.clock.now(), {
			type: 'MANUAL',
			by: { id: 'ana.demo', type: 'HUMAN' },
		});
		const sizes = [];
		for (const ms of [1_000, 29_999, 1]) {
			stage.emulator.clock.advance(ms);
			sizes.push(
				((await stage.ask(`GET /monitoring/executions/${id}/logs`)).body as { totalSize: number })
					.totalSize,
			);
		}
		return sizes;
	};
	expect(await inBoth(entries)).toEqual([
		[10, 10, 10],
		[9, 9, 10],
	]);
});

test('a re-run of a plan follows the dialect', async () => {
	const again = async (stage: Stage) => {
		const { emulator, ask } = stage;
		const plan = [...orchestrationOf(emulator.state).plans.values()].find(
			({ name }) => name === DEMO.recoveringPlan,
		)!;
		const { executionId } = (
			await ask('POST /processing/executions/plans', { executable: plan.id })
		).body as { executionId: string };
		emulator.clock.advance(60_000);
		const { steps } = planExecutions.find(emulator.state, executionId);
		const rerun = async (more: object) =>
			(
				await ask('POST /processing/executions/plans', {
					executable: plan.id,
					executionPlanId: executionId,
					...more,
				})
			).status;
		return [await rerun({}), await rerun({ stepId: steps[1]!.executionId })];
	};
	expect(await inBoth(again)).toEqual([
		[201, 201],
		[400, 201],
	]);
});

test('executions follow the dialect', async () => {
	const terminated = async (stage: Stage) => {
		const task = taskOf(stage);
		task.behaviors = [{ dispatchMs: 0, durationMs: 0, end: 'terminated_timeout' }];
		await stage.ask('POST /processing/executions', { executable: task.id });
		return (
			(await stage.ask('GET /processing/executables/tasks/executions?status=terminated')).body as {
				total: number;
			}
		).total;
	};
	expect(await inBoth(terminated)).toEqual([0, 1]);
});

test('permissions on a workspace follow the dialect', async () => {
	const again = async ({ emulator, ask }: Stage) => {
		const [workspace] = orchestrationOf(emulator.state).workspaces.keys();
		return (
			await ask(
				`POST /security/workspaces/${workspace}/users/${userByLogin(emulator.state, 'ana.demo')!.id}/permissions`,
				['VIEW'],
			)
		).status;
	};
	expect(await inBoth(again)).toEqual([201, 409]);
});

test('crawlers follow the dialect', async () => {
	const listed = async ({ ask }: Stage) => {
		const { data } = (await ask('GET /connections/crawlers')).body as { data: object[] };
		return ['runStatus' in data[0]!, 'status' in data[0]!];
	};
	expect(await inBoth(listed)).toEqual([
		[false, true],
		[true, false],
	]);
	const renamed = async ({ emulator, ask }: Stage) => {
		const [id] = catalogOf(emulator.state).crawlers.keys();
		return typeof (await ask(`PATCH /connections/crawlers/${id}`, { name: 'Renamed' })).body;
	};
	expect(await inBoth(renamed)).toEqual(['object', 'string']);
});

test('a crawler that is deleted follows the dialect', async () => {
	const stays = async ({ emulator, ask }: Stage) => {
		await ask('GET /datasets');
		const crawlers = [...catalogOf(emulator.state).crawlers.values()];
		const statuses = [];
		for (const { id } of [
			crawlers.find(({ datasets }) => datasets.size === 0)!,
			crawlers.find(({ datasets }) => datasets.size > 0)!,
		]) {
			await ask(`DELETE /connections/crawlers/${id}`);
			statuses.push((await ask(`GET /connections/crawlers/${id}?includeDeleted=true`)).status);
		}
		return statuses;
	};
	expect(await inBoth(stays)).toEqual([
		[200, 200],
		[404, 200],
	]);
});

test('changes to datasets follow the dialect', async () => {
	const changed = async ({ emulator, ask }: Stage) => {
		await ask('GET /datasets');
		const [id] = catalogOf(emulator.state).datasets.keys();
		const { status, body } = await ask(`PUT /datasets/${id}/certification`, {
			currentCertification: 'certified',
		});
		return [status, Object.keys(body ?? {})];
	};
	expect(await inBoth(changed)).toEqual([
		[204, []],
		[200, ['id', 'requestId']],
	]);
});

test('defaults of a free-text attribute follow the dialect', async () => {
	const kept = async ({ ask }: Stage) => {
		const { status, body } = await ask('POST /datasets/attributes', {
			label: 'Owner',
			type: 'text',
			mandatory: false,
			defaults: ['first', 'second'],
		});
		if (status !== 201) return status;
		return (
			(await ask(`GET /datasets/attributes/${(body as { definitionId: string }).definitionId}`))
				.body as { defaults: string[] }
		).defaults;
	};
	expect(await inBoth(kept)).toEqual([400, ['first']]);
});

test('filters of raw component metrics follow the dialect', async () => {
	const asked = async ({ emulator, ask }: Stage) => {
		const now = emulator.clock.now();
		const [{ id: environmentId } = { id: '' }] = [
			...orchestrationOf(emulator.state).environments.values(),
		].slice(-1);
		const query = async (...filters: object[]) =>
			(
				await ask('POST /monitoring/observability/metrics/component', {
					environmentId,
					startTime: new Date(now - 86_400_000).toISOString(),
					endTime: new Date(now).toISOString(),
					filters,
				})
			).status;
		return [
			await query({ field: 'task_id', operator: 'in', value: ['none'] }),
			await query({ field: 'connection_type', operator: 'in', value: ['Main'] }),
		];
	};
	expect(await inBoth(asked)).toEqual([
		[200, 200],
		[200, 400],
	]);
});

test('each row of the emulator page in the docs has its test', () => {
	const page = readFileSync(join(__dirname, '../../../docs/platform/emulator.md'), 'utf8');
	const rows = page
		.split('| what | `documents` | `vendor` |')[1]!
		.split('\n\n')[0]!
		.split('\n')
		.slice(2);
	const TESTED: Record<string, string> = {
		'status of a log file': 'a log file',
		'`fileFormat` of a log file': 'a log file',
		'type of a user in responses': 'the type of a service account in answers',
		'setting a run configuration': 'run configurations',
		'dynamic-engine configuration of a task': 'run configurations',
		'scheduled executions of a task or plan': 'scheduled executions',
		'scheduled executions of an environment': 'scheduled executions',
		'parameters left out of a connection of tasks':
			'parameters of a connection of tasks that an update leaves out',
		'filter `status=terminated`': 'executions',
		'window of task executions': 'the window of task executions',
		'lists of executions': 'lists of executions',
		'an execution that never started': 'an execution that never started',
		'log of an execution': 'the log of an execution that has just ended',
		're-run of a plan': 'a re-run of a plan',
		'POST of workspace permissions': 'permissions on a workspace',
		'crawlers of a list': 'crawlers',
		'changing a crawler': 'crawlers',
		'deleting a crawler': 'a crawler that is deleted',
		'some changes to datasets': 'changes to datasets',
		'defaults of a free-text attribute': 'defaults of a free-text attribute',
		'pages of dynamic-engine environments': 'pages of environments on dynamic engines',
		'filters of raw component metrics': 'filters of raw component metrics',
	};
	expect(rows.map((row) => row.split(' | ')[0]!.replace(/^\| /, ''))).toEqual(Object.keys(TESTED));
	const own = readFileSync(__filename, 'utf8');
	for (const title of Object.values(TESTED))
		expect(own).toMatch(new RegExp(String.raw`test\('${title} follows? the dialect', async`));
});

test('pages of environments on dynamic engines follow the dialect', async () => {
	const names = async ({ ask }: Stage) =>
		Object.keys(
			(await ask('POST /orchestration/dynamic-engine-environments/search', {})).body,
		).sort();
	expect(await inBoth(names)).toEqual([
		['data', 'limit', 'offset', 'totalLength'],
		['items', 'limit', 'offset', 'total'],
	]);
});
