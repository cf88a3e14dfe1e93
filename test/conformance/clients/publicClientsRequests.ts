/** What public clients of the platform send, and what they read of the response. */
import { promotions } from '../../../emulator/areas/orchestration/orchestrationStore';
import { startPlan } from '../../../emulator/areas/processing/executions';
import { DEMO, DEMO_ACCOUNT } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { planNamed, userNamed } from '../../support/demo';
import {
	BY,
	ended,
	environmentId,
	having,
	lastDay,
	listOf,
	now,
	number,
	platform,
	type Row,
	state,
	task,
	text,
} from './publicClientsStage';

const MONITORING = 'centreon/centreon-plugins';
const COLLECTOR = 'newrelic/talend-observability';
export const INTEGRATOR = 'mkcimt/cimt-claude-talend';
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

/** All requests; those of a client stand together. */
export const REQUESTS: Row[] = [
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
