/**
 * What public clients of the platform send, and what they read of the response: the emulator must
 * satisfy them as the platform does. Their requests are facts about the platform that no
 * description gives. None of their code is used.
 */
import type { IDataObject } from 'n8n-workflow';

import { promotions } from '../../../emulator/areas/orchestration/orchestrationStore';
import { startPlan, startTask } from '../../../emulator/areas/processing/executions';
import { DEMO, DEMO_ACCOUNT, DEMO_TOKEN } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { environmentNamed, planNamed, taskNamed, userNamed } from '../../support/demo';
import { platformForEach } from '../../support/platform';
import { DAY } from '../../support/time';

const platform = platformForEach({ dialect: 'field' }, [
	'sent: PUT /orchestration/executables/tasks/{} takes has no field taskPauseDetails',
	'GET /orchestration/workspaces has no query parameter limit',
	'GET /monitoring/executions/{}/logs has no query parameter id',
]);
const state = () => platform.emulator.state;
const now = () => platform.emulator.clock.now();
const BY = { id: 'ana.demo', type: 'HUMAN' } as const;

interface Request {
	/** `GET /orchestration/environments` */
	endpoint: string;
	query?: Record<string, string | number>;
	body?: unknown;
	headers?: Record<string, string>;
}

interface Answer {
	status: number;
	body: IDataObject;
}

async function send({ endpoint, query = {}, body, headers = {} }: Request): Promise<Answer> {
	const [method, path] = endpoint.split(' ') as [string, string];
	const asked = new URLSearchParams(
		Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
	).toString();
	const response = await fetch(`${platform.address}${path}${asked === '' ? '' : `?${asked}`}`, {
		method,
		// All of them name the type of the body, even where there is none.
		headers: {
			authorization: `Bearer ${DEMO_TOKEN}`,
			accept: 'application/json',
			'content-type': 'application/json',
			...headers,
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	return {
		status: response.status,
		body: (text === '' ? undefined : JSON.parse(text)) as IDataObject,
	};
}

/** An execution that has ended. */
const ended = (name: string = DEMO.goodTask) =>
	startTask(state(), taskNamed(state(), name), now() - 3_600_000, { type: 'MANUAL', by: BY }).id;
const environmentId = () => environmentNamed(state(), 'Production').id;
const task = (name: string = DEMO.goodTask) => taskNamed(state(), name);
const lastDay = () => ({ from: now() - DAY, to: now() });

const text = expect.any(String) as string;
const number = expect.any(Number) as number;
const having = (fields: object): object => expect.objectContaining(fields) as object;
const listOf = (fields: object): unknown[] => expect.arrayContaining([having(fields)]) as unknown[];

interface Row {
	/** The public repository, or what kind of client it is. */
	source: string;
	/** What it wants to know or do. */
	wants: string;
	request: () => Request;
	status?: number;
	/** What it reads. */
	reads: unknown;
	/** What it must not rely on, as the platform was seen without it. */
	lacks?: string[];
}

const MONITORING = 'centreon/centreon-plugins';
const COLLECTOR = 'newrelic/talend-observability';
const INTEGRATOR = 'mkcimt/cimt-claude-talend';
const ALERTS = 'asin553/EscAlert-Ops';
const CONNECTOR = 'cimt-ag/qlik-tmc-camunda-connector';
const DASHBOARD = 'two dashboards of plans (Streamlit)';
const DAG = 'an example for Airflow';
const ASSETS = 'a component for Dagster';
const DEPLOYMENT = 'a deployment tool (tasks as YAML)';
const EXPORT = 'a script that exports the schedules';
const COMMAND_LINE = 'a command-line client';
const TOOL_SERVER = 'a server of tools for agents';
const INVENTORY = 'an inventory of engines';

const PAGE = { limit: 100, offset: 0 };

const ROWS: Row[] = [
	{
		source: MONITORING,
		wants: 'environments',
		request: () => ({ endpoint: 'GET /orchestration/environments' }),
		reads: listOf({ id: text, name: 'Production' }),
	},
	{
		source: MONITORING,
		wants: 'executions of tasks in an environment',
		request: () => ({
			endpoint: 'POST /processing/executables/tasks/executions',
			body: { ...PAGE, ...lastDay(), environmentId: environmentId() },
		}),
		reads: having({
			items: listOf({ taskId: text, status: text, startTimestamp: text, finishTimestamp: text }),
			total: number,
		}),
	},
	{
		source: MONITORING,
		wants: 'executions of plans in an environment',
		request: () => ({
			endpoint: 'GET /processing/executables/plans/executions',
			query: { ...PAGE, ...lastDay(), environmentId: environmentId() },
		}),
		reads: having({
			items: listOf({
				planId: text,
				status: text,
				plannedExecutableCount: number,
				doneExecutableCount: number,
			}),
			total: number,
		}),
	},
	{
		source: MONITORING,
		wants: 'names of plans',
		request: () => ({ endpoint: 'GET /orchestration/executables/plans', query: PAGE }),
		reads: having({ items: listOf({ executable: text, name: text }), total: number }),
	},
	{
		source: MONITORING,
		wants: 'remote engines',
		request: () => ({ endpoint: 'GET /processing/runtimes/remote-engines' }),
		reads: listOf({ id: text, name: text, availability: text, status: text }),
	},
	{
		source: COLLECTOR,
		wants: 'a token for a service account',
		request: () => ({
			endpoint: 'POST /security/oauth/token',
			body: { audience: platform.address, grant_type: 'client_credentials' },
			headers: {
				authorization: `Basic ${Buffer.from(`${DEMO_ACCOUNT.id}:${DEMO_ACCOUNT.secret}`).toString('base64')}`,
			},
		}),
		reads: having({ access_token: text }),
	},
	{
		source: COLLECTOR,
		wants: 'the executions of one task, also those that still run',
		request: () => ({
			endpoint: `GET /processing/executables/tasks/${task().id}/executions`,
			query: { lastDays: 3, ...PAGE },
		}),
		reads: having({
			items: listOf({
				executionId: text,
				taskId: text,
				executionStatus: text,
				status: text,
				triggerTimestamp: text,
				finishTimestamp: text,
				runtime: having({ type: text }),
			}),
			...PAGE,
		}),
		lacks: ['total'],
	},
	{
		source: COLLECTOR,
		wants: 'the components of an execution',
		request: () => ({
			endpoint: `GET /monitoring/observability/executions/${ended()}/component`,
			query: { limit: 200, offset: 0 },
		}),
		reads: having({
			artifact_name: text,
			artifact_version: text,
			task_id: text,
			task_execution_id: text,
			operator: text,
			metrics: having({
				items: listOf({ connector_label: text }),
				offset: 0,
				limit: 200,
				total: number,
			}),
		}),
	},
	{
		source: COLLECTOR,
		wants: 'the log of an execution, the newest entry first',
		request: () => ({
			endpoint: `GET /monitoring/executions/${ended()}/logs`,
			query: { count: 5, startIndex: 0, order: 'DESC' },
		}),
		reads: having({
			data: listOf({ severity: text, logTimestamp: number, logMessage: text }),
			nextIndex: 5,
		}),
	},
	{
		source: INTEGRATOR,
		wants: 'an artifact by name: its newest version and its environment',
		request: () => ({ endpoint: 'GET /orchestration/artifacts', query: { name: 'customer_api' } }),
		reads: having({
			items: [
				having({
					id: text,
					name: 'customer_api',
					versions: [expect.stringMatching(/^0\.2\.0\.\d{14}$/), text, text, text],
					workspace: having({ id: text, environment: having({ name: 'Production' }) }),
				}),
			],
		}),
	},
	{
		source: INTEGRATOR,
		wants: 'the task of an artifact',
		request: () => ({
			endpoint: 'GET /orchestration/executables/tasks',
			query: {
				workspaceId: task(DEMO_SERVICES.dataService).workspaceId,
				artifactId: task(DEMO_SERVICES.dataService).artifactId,
			},
		}),
		reads: having({ items: [having({ executable: text, runtime: having({ type: text }) })] }),
	},
	{
		source: INTEGRATOR,
		wants: 'tasks whose name begins with a word',
		request: () => ({
			endpoint: 'GET /orchestration/executables/tasks',
			query: { name: 'Customer', environmentId: environmentId() },
		}),
		reads: having({ items: [having({ name: DEMO_SERVICES.dataService, executable: text })] }),
	},
	{
		source: INTEGRATOR,
		wants: 'the promotion between two environments',
		request: () => ({ endpoint: 'GET /orchestration/executables/promotions' }),
		reads: listOf({
			executable: text,
			sourceEnvironment: having({ name: 'Development' }),
			targetEnvironment: having({ name: 'Production' }),
		}),
	},
	{
		source: INTEGRATOR,
		wants: 'to promote one task, and its ID in the target',
		request: () => {
			const [promotion] = promotions.recordsIn(state()).values();
			promotion!.userIds = [userNamed(state(), 'ana.demo')];
			return {
				endpoint: 'POST /processing/executions/promotions',
				body: {
					executable: promotion!.id,
					advanced: { artifactId: task('Load suppliers').id, artifactType: 'FLOW' },
					context: 'release',
				},
			};
		},
		status: 201,
		reads: having({
			executionReport: having({
				status: text,
				workspaces: [having({ flows: [having({ id: text, targetId: text })] })],
			}),
		}),
	},
	{
		source: INTEGRATOR,
		wants: 'to deploy a service',
		request: () => ({
			endpoint: 'POST /processing/executions',
			body: { executable: task(DEMO_SERVICES.dataService).id },
		}),
		status: 201,
		reads: having({ executionId: text }),
	},
	{
		source: ALERTS,
		wants: 'the latest executions of all tasks',
		request: () => ({
			endpoint: 'GET /processing/executables/tasks/executions',
			query: { limit: 100 },
		}),
		reads: having({
			items: listOf({
				taskId: text,
				executionId: text,
				executionStatus: 'EXECUTION_FAILED',
				executionType: text,
				errorMessage: text,
				triggerTimestamp: text,
			}),
		}),
	},
	{
		source: ALERTS,
		wants: 'which child of a master job failed',
		request: () => ({
			endpoint: `GET /monitoring/observability/executions/${ended('Post ledger')}/component`,
		}),
		reads: having({
			metrics: having({
				items: listOf({
					connector_type: 'tRunJob',
					connector_id: 'tRunJob_2',
					connector_label: text,
					stacktrace: text,
				}),
			}),
		}),
	},
	{
		source: ALERTS,
		wants: 'the steps of an execution of a plan',
		request: () => ({
			endpoint: `GET /processing/executions/plans/${startPlan(state(), planNamed(state(), DEMO.recoveringPlan), now() - 3_600_000, { by: BY }).id}/steps`,
		}),
		reads: listOf({ id: text, executionStatus: 'EXECUTION_FAILED' }),
	},
	{
		source: ALERTS,
		wants: 'the name of a plan, what to start it with, and its steps',
		request: () => ({
			endpoint: `GET /orchestration/executables/plans/${planNamed(state(), DEMO.recoveringPlan).id}`,
		}),
		reads: having({
			name: DEMO.recoveringPlan,
			executable: text,
			chart: having({
				id: text,
				name: text,
				flows: listOf({ id: text, name: text }),
				nextStep: having({ id: text }),
			}),
		}),
	},
	{
		source: ALERTS,
		wants: 'to run a task again',
		request: () => ({
			endpoint: 'POST /processing/executions',
			body: { executable: task().id, logLevel: 'WARN' },
		}),
		status: 201,
		reads: having({ executionId: text }),
	},
	{
		source: ALERTS,
		wants: 'to run a plan again',
		request: () => ({
			endpoint: 'POST /processing/executions/plans',
			body: { executable: planNamed(state(), DEMO.plan).id },
		}),
		status: 201,
		reads: having({ executionId: text }),
	},
	{
		source: CONNECTOR,
		wants: 'the state of an execution',
		request: () => ({ endpoint: `GET /processing/executions/${ended()}` }),
		reads: having({
			executionId: text,
			status: 'execution_successful',
			executionStatus: 'EXECUTION_SUCCESS',
		}),
	},
	{
		source: DASHBOARD,
		wants: 'the plans with their environments',
		request: () => ({ endpoint: 'GET /orchestration/executables/plans/' }),
		reads: having({
			items: listOf({
				executable: text,
				name: DEMO.plan,
				workspace: having({ environment: having({ name: 'Production' }) }),
			}),
		}),
	},
	{
		source: DASHBOARD,
		wants: 'the last states of the plans',
		request: () => ({
			endpoint: 'GET /processing/executables/plans/executions',
			query: { ...PAGE, lastDays: '7' },
		}),
		reads: having({
			items: listOf({ planId: text, status: text, startTimestamp: text, finishTimestamp: text }),
		}),
	},
	{
		source: DAG,
		wants: 'the last entries of a log',
		request: () => ({
			endpoint: `GET /monitoring/executions/${ended()}/logs`,
			query: { count: 50, order: 'DESC' },
		}),
		reads: having({ data: listOf({ logTimestamp: number, severity: text, logMessage: text }) }),
	},
	{
		source: DAG,
		wants: 'the duration and rows of components',
		request: () => ({
			endpoint: `GET /monitoring/observability/executions/${ended()}/component`,
			query: { limit: 200, offset: 0 },
		}),
		reads: having({
			metrics: having({
				items: listOf({
					connector_label: text,
					component_execution_duration_milliseconds: number,
					component_connection_rows_total: number,
				}),
			}),
		}),
	},
	{
		source: ASSETS,
		wants: 'to run a task with parameters',
		request: () => ({
			endpoint: 'POST /processing/executions',
			body: { executable: task().id, parameters: { country: 'DE' } },
		}),
		status: 201,
		reads: having({ executionId: text }),
	},
	{
		source: ASSETS,
		wants: 'the rows that a run rejected',
		request: () => ({ endpoint: `GET /processing/executions/${ended(DEMO.rejectingTask)}` }),
		reads: having({
			status: 'execution_rejected',
			numberOfProcessedRows: number,
			numberOfRejectedRows: 17,
		}),
	},
	{
		source: DEPLOYMENT,
		wants: 'a workspace by its environment and name',
		request: () => ({ endpoint: 'GET /orchestration/workspaces' }),
		reads: listOf({
			id: text,
			name: 'Finance',
			type: 'custom',
			environment: having({ id: text, name: 'Production' }),
		}),
	},
	{
		source: DEPLOYMENT,
		wants: 'the connections of a workspace',
		request: () => ({
			endpoint: 'GET /orchestration/connections',
			query: { workspaceId: task().workspaceId },
		}),
		reads: having({ items: listOf({ id: text, name: 'Warehouse' }) }),
	},
	...(['tasks', 'plans'] as const).map((kind): Row => ({
		source: COMMAND_LINE,
		wants: `the ${kind} that it can start`,
		request: () => ({ endpoint: `GET /processing/executables/${kind}`, query: PAGE }),
		reads: having({ items: listOf({ name: text, executable: text }) }),
	})),
	{
		source: COMMAND_LINE,
		wants: 'one task by its name',
		request: () => ({
			endpoint: 'GET /processing/executables/tasks',
			query: { name: 'Customer', environmentId: environmentId() },
		}),
		reads: having({ items: [having({ name: DEMO_SERVICES.dataService, executable: text })] }),
	},
	{
		source: COMMAND_LINE,
		wants: 'a log, with the ID of the execution once more',
		request: () => {
			const id = ended();
			return { endpoint: `GET /monitoring/executions/${id}/logs`, query: { id, count: 100 } };
		},
		reads: having({
			data: listOf({ logMessage: expect.stringMatching(/^TalendJob: '\w+' - Start\.$/) as string }),
		}),
	},
	{
		source: TOOL_SERVER,
		wants: 'some workspaces',
		request: () => ({ endpoint: 'GET /orchestration/workspaces', query: { limit: 50 } }),
		reads: listOf({ id: text, name: text }),
	},
	{
		source: TOOL_SERVER,
		wants: 'the engines and run profiles of tasks, and which are paused',
		request: () => ({ endpoint: 'GET /orchestration/executables/tasks', query: PAGE }),
		reads: having({
			items: listOf({ name: DEMO.pausedTask, taskPauseDetails: having({ pause: true }) }),
		}),
	},
	{
		source: TOOL_SERVER,
		wants: 'the tasks that a plan has run, by the plan',
		request: () => ({
			endpoint: 'GET /processing/executables/tasks/executions',
			query: { limit: 100, lastDays: 60 },
		}),
		reads: having({ items: listOf({ planId: text, taskId: text }) }),
	},
	{
		source: INVENTORY,
		wants: 'the engines that are connected',
		request: () => ({ endpoint: 'GET /processing/engines' }),
		reads: {
			count: number,
			enginesInfo: listOf({
				id: text,
				engineId: text,
				packageVersion: text,
				retrievalDate: text,
			}),
		},
	},
	{
		source: INVENTORY,
		wants: 'the executions of a task, from the orchestration API',
		request: () => ({ endpoint: `GET /orchestration/executables/tasks/${task().id}/executions` }),
		reads: having({
			items: listOf({ status: text, triggerTimestamp: text, executionType: text }),
		}),
	},
	{
		source: EXPORT,
		wants: 'the schedules of an environment',
		request: () => ({
			endpoint: 'GET /orchestration/schedules',
			query: { ...PAGE, environmentId: environmentId() },
		}),
		reads: having({ items: listOf({ id: text, triggers: listOf({ type: text }) }) }),
	},
];

beforeEach(() => {
	startPlan(state(), planNamed(state(), DEMO.plan), now() - 3_600_000, { by: BY });
	startTask(state(), task(), now() - 7_200_000, { type: 'SCHEDULED', by: BY });
});

test.each(ROWS)(
	'the platform gives $source what it asks for: $wants',
	async ({ request, status = 200, reads, lacks = [] }) => {
		const answer = await send(request());
		expect(answer).toEqual({ status, body: reads });
		for (const name of lacks) expect(answer.body).not.toHaveProperty(name);
	},
);

test(`${INTEGRATOR} restores the run configuration of a task that it moves to another version`, async () => {
	const path = `/orchestration/executables/tasks/${task(DEMO_SERVICES.dataService).id}`;
	const before = (await send({ endpoint: `GET ${path}` })).body as {
		id: string;
		version: string;
		workspace: { id: string };
		artifact: { id: string };
	};
	const config = (await send({ endpoint: `GET ${path}/run-config` })).body as {
		microservicePort: string;
	};
	const [version] = (
		(await send({ endpoint: `GET /orchestration/artifacts/${before.artifact.id}` })).body as {
			versions: string[];
		}
	).versions;
	const { id, version: own, workspace, ...rest } = before;
	void [id, own];
	const body = {
		...rest,
		workspaceId: workspace.id,
		artifact: { id: before.artifact.id, version },
	};
	expect(await send({ endpoint: `PUT ${path}`, body })).toEqual({
		status: 200,
		body: having({ version: text, artifact: having({ version }) }),
	});
	expect((await send({ endpoint: `GET ${path}/run-config` })).body).toMatchObject({
		microservicePort: null,
	});
	expect((await send({ endpoint: `PUT ${path}/run-config`, body: config })).status).toBe(200);
	expect((await send({ endpoint: `GET ${path}/run-config` })).body).toEqual(config);
});

test(`${INTEGRATOR} finds the executions of a service after its deployment and terminates them`, async () => {
	const { id } = task(DEMO_SERVICES.route);
	const list = async () =>
		(
			(await send({ endpoint: `GET /processing/executables/tasks/${id}/executions` })).body as {
				items: Array<{ executionId: string; status: string }>;
			}
		).items;
	const { executionId: receipt } = (
		await send({ endpoint: 'POST /processing/executions', body: { executable: id } })
	).body as { executionId: string };
	platform.emulator.clock.advance(60_000);
	const running = (await list()).filter(({ status }) =>
		['executing', 'dispatching'].includes(status),
	);
	expect(running).toHaveLength(2);
	expect(running.map(({ executionId }) => executionId)).not.toContain(receipt);
	for (const { executionId } of running) {
		const endpoint = `DELETE /processing/executions/${executionId}`;
		expect((await send({ endpoint })).status).toBe(406);
		expect((await send({ endpoint, headers: { accept: 'text/plain' } })).status).toBe(204);
	}
	expect((await list()).map(({ status }) => status)).toEqual([
		'execution_successful',
		'execution_successful',
	]);
});
