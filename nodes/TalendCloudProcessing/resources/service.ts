/**
 * Services: tasks whose artifact is a route or a data service. Deployed means that their executions
 * run; they run until they are terminated.
 */
import type { IDataObject } from 'n8n-workflow';

import { SENSITIVE } from '../../records/engines/engines';
import { outcomeOf } from '../../records/executions/outcome';
import { getManyOfTask, getTaskExecution } from '../../records/executions/taskExecutions';
import { getManyArtifacts } from '../../records/tasks/artifacts';
import { taskId, taskPicker } from '../../records/tasks/tasks';
import { type Output, record } from '../../shared/declare/answers';
import { flow, resource } from '../../shared/declare/define';
import { boolean, integer, type Values } from '../../shared/declare/field';
import { picker } from '../../shared/declare/lists/picker';
import { recordsOf } from '../../shared/declare/lists/records';
import { filled, hint } from '../../shared/declare/messages';
import type { ContextShowing } from '../../shared/declare/operation';
import { WAIT_MESSAGES } from '../../shared/flows/wait';
import { named, sentence } from '../../shared/support/summary';
import { lookUpExecution, START_MESSAGES, startedId } from '../requests/startedExecution';
import { startTaskExecution, terminate, whatToRun } from '../requests/taskExecution';
import {
	DEPLOY_MESSAGES,
	type DeployChoices,
	type Deployed,
	deploymentFailed,
	followDeployment,
	listedBefore,
	portWasTaken,
} from '../services/deployment';
import {
	READS_OF_SERVICE,
	readService,
	type Service,
	SERVICE_MESSAGES,
} from '../services/readService';
import {
	executionOfService,
	failedExecutions,
	NONE_LISTED,
	openExecutions,
	serviceStatus,
	terminateAndWait,
} from '../services/serviceExecutions';

const PORT_TAKEN = hint(
	'The port of task {taskId} was taken: the deployed version was terminated first, so the service was unavailable for a while.',
);

const DEPLOYING = [...START_MESSAGES, ...DEPLOY_MESSAGES];

/** One start has an execution on each engine, and they appear after up to a minute. */
const startService = {
	...startTaskExecution,
	lookUp: { ...lookUpExecution(getManyOfTask, 'taskId'), appearsWithinMs: 60_000, several: true },
};

/** The engines that are read have a key, which is in no output. */
const answers = record(undefined, { sensitive: SENSITIVE });

/** The most pages of artifacts that are read for a page of tasks. */
const PAGES_OF_ARTIFACTS = 5;

/**
 * Tasks that are services. A list of tasks does not say so, but that of artifacts can be asked for
 * the types of services. If there are more of these than are read, all tasks stay.
 */
const servicePicker = picker({
	...taskPicker,
	method: 'searchServices',
	complete: async (tasks, ask) => {
		const limit = 100;
		const services = new Set<unknown>();
		for (let page = 0; page < PAGES_OF_ARTIFACTS; page++) {
			const filters = { types: ['route', 'data_service'], limit, offset: page * limit };
			const artifacts = recordsOf(await ask(getManyArtifacts, filters)) ?? [];
			for (const { id } of artifacts) services.add(id);
			if (artifacts.length < limit)
				return tasks.map((task) => ({ ...task, isService: services.has(task.artifactId) }));
		}
		return tasks;
	},
	keep: ({ isService }) => isService !== false,
});

const serviceTask = (description: string) => taskId(description).pick(servicePicker);

const minutes = (description: string) =>
	integer(description).label('Time Limit (Minutes)').min(1).initial(15);

const { parameters, logLevel } = whatToRun;
const whatToDeploy = {
	executable: serviceTask('The task whose artifact is a route or a data service'),
	parameters,
	logLevel,
};

const deploySettings = {
	timeLimit: minutes('How many minutes to wait until the service runs'),
	terminateAtTimeLimit: boolean(
		'Whether to terminate what was started when the time limit passes',
	).optional(),
	terminateOnStop: boolean(
		'Whether to terminate what was started when the workflow is stopped',
	).optional(),
};

interface Deploying extends DeployChoices {
	executable: string;
	parameters?: unknown;
	logLevel?: unknown;
}

/**
 * Starts the service, once for an item, and waits until it runs or does not.
 * @param round distinguishes the starts of one item
 */
async function deploy(
	op: ContextShowing<typeof DEPLOYING>,
	service: Service,
	input: Deploying,
	round: number,
): Promise<Deployed> {
	const before = await op.once(
		`executions before deployment ${round}`,
		async () => await listedBefore(op, service.taskId),
	);
	const { body } = await op.sendValues(startService, {
		executable: service.taskId,
		parameters: input.parameters,
		logLevel: input.logLevel,
	} as IDataObject);
	const receipt = startedId(op, body, 'Get Status');
	return await op.once(
		`deployment ${round}`,
		async () => await followDeployment(op, service, { receipt, before }, input),
	);
}

/** "Orders API (Finance, Production) is running on 2 engines". */
const inWords = ({ names, environmentName }: Service, ...parts: string[]) =>
	sentence(
		named({ noun: 'Service', id: names.taskId, name: names.taskName, ...names, environmentName }),
		parts,
	);

const UNSEEN = ['is in no list of running executions'];
const WORDS = { running: ['is running'], starting: ['is starting'], notSeen: UNSEEN };

const onEngines = (executions: readonly unknown[]) =>
	executions.length > 1 ? `on ${executions.length} engines` : '';

const deployedOutput = (service: Service, { executions }: Deployed, more: IDataObject = {}) => [
	{
		json: {
			...service.names,
			status: 'running',
			summary: inWords(service, 'is running', onEngines(executions)),
			...more,
			executions: executions.map(executionOfService),
		},
	},
];

const DEPLOY_AND_WAIT_MESSAGES = [...SERVICE_MESSAGES, ...DEPLOYING];

const deployAndWait = flow({
	name: 'Deploy and Wait',
	action: 'Deploy a service and wait until it runs',
	description:
		'Start a route or data service and wait until it runs on its engine, or on each engine of its cluster',
	// It terminates only what it has started.
	destructive: false,
	fields: whatToDeploy,
	settings: deploySettings,
	uses: [...READS_OF_SERVICE, startService, getManyOfTask, terminate],
	messages: DEPLOY_AND_WAIT_MESSAGES,
	patient: true,
	lockKey: ({ executable }) => `executions of task ${executable}`,
	answers,
	run: deployService,
});

/** The input of *Deploy and Wait*. */
type DeployAndWaitInput = Values<typeof whatToDeploy> & Values<typeof deploySettings>;

async function deployService(
	op: ContextShowing<typeof DEPLOY_AND_WAIT_MESSAGES>,
	input: DeployAndWaitInput,
): Promise<Output[]> {
	const service = await readService(op, input.executable);
	const deployed = await deploy(op, service, input, 1);
	if (deployed.ended !== undefined) throw deploymentFailed(op, service, deployed.ended);
	return deployedOutput(service, deployed);
}

const UNDEPLOY_AND_WAIT_MESSAGES = [...SERVICE_MESSAGES, ...WAIT_MESSAGES, NONE_LISTED];

const undeployAndWaitFields = {
	executable: serviceTask('The task whose artifact is a route or a data service'),
};

const undeployAndWaitSettings = {
	timeLimit: minutes('How many minutes to wait until all executions have ended'),
	includeFailed: boolean(
		'Whether to also terminate the ten newest executions that failed: some of them may still respond, or hold the port',
	).optional(),
};

const undeployAndWait = flow({
	name: 'Undeploy and Wait',
	action: 'Undeploy a service and wait for its end',
	description:
		'Terminate every execution of a route or data service that runs, on each engine of its cluster, and wait until they have ended',
	fields: undeployAndWaitFields,
	settings: undeployAndWaitSettings,
	uses: [...READS_OF_SERVICE, getManyOfTask, terminate, getTaskExecution],
	messages: UNDEPLOY_AND_WAIT_MESSAGES,
	patient: true,
	lockKey: ({ executable }) => `executions of task ${executable}`,
	answers,
	run: undeployService,
});

/** The input of *Undeploy and Wait*. */
type UndeployAndWaitInput = Values<typeof undeployAndWaitFields> &
	Values<typeof undeployAndWaitSettings>;

async function undeployService(
	op: ContextShowing<typeof UNDEPLOY_AND_WAIT_MESSAGES>,
	{ executable, timeLimit, includeFailed }: UndeployAndWaitInput,
): Promise<Output[]> {
	const service = await readService(op, executable);
	const open = await openExecutions(op, executable);
	const all = [...open, ...(includeFailed === true ? await failedExecutions(op, executable) : [])];
	const executions =
		all.length === 0 ? [] : await terminateAndWait(op, executable, all, { timeLimit });
	if (open.length === 0) op.hint(NONE_LISTED, { taskId: executable });
	return [
		{
			json: {
				...service.names,
				status: open.length === 0 ? 'notSeen' : 'undeployed',
				summary: inWords(service, ...(open.length === 0 ? UNSEEN : ['was undeployed'])),
				terminated: executions.length,
				executions,
			},
		},
	];
}

const REDEPLOY_AND_WAIT_MESSAGES = [...SERVICE_MESSAGES, ...DEPLOYING, PORT_TAKEN];

const redeployAndWait = flow({
	name: 'Redeploy and Wait',
	action: 'Redeploy a service and wait until it runs',
	description:
		'Start a route or data service in place of what is deployed, without a gap; if its port is taken, undeploy that first',
	fields: whatToDeploy,
	settings: deploySettings,
	uses: [...READS_OF_SERVICE, startService, getManyOfTask, terminate, getTaskExecution],
	messages: REDEPLOY_AND_WAIT_MESSAGES,
	patient: true,
	lockKey: ({ executable }) => `executions of task ${executable}`,
	answers,
	run: redeployService,
});

/** The input of *Redeploy and Wait*. */
type RedeployAndWaitInput = Values<typeof whatToDeploy> & Values<typeof deploySettings>;

async function redeployService(
	op: ContextShowing<typeof REDEPLOY_AND_WAIT_MESSAGES>,
	input: RedeployAndWaitInput,
): Promise<Output[]> {
	const service = await readService(op, input.executable);
	const replaced = await deploy(op, service, input, 1);
	if (replaced.ended === undefined)
		return deployedOutput(service, replaced, { undeployedFirst: false });
	if (!portWasTaken(replaced.ended)) throw deploymentFailed(op, service, replaced.ended);
	const terminated = await op.once('undeployment', async () => {
		const all = [
			...(await openExecutions(op, service.taskId)),
			...(await failedExecutions(op, service.taskId)),
		];
		return await terminateAndWait(op, service.taskId, all, input);
	});
	const again = await deploy(op, service, input, 2);
	if (again.ended !== undefined) throw deploymentFailed(op, service, again.ended);
	op.hint(PORT_TAKEN, { taskId: service.taskId });
	return deployedOutput(service, again, { undeployedFirst: true, terminated: terminated.length });
}

const getStatusFields = {
	executable: serviceTask('The task whose artifact is a route or a data service'),
};

/** The input of *Get Status*. */
type GetStatusInput = Values<typeof getStatusFields>;

const getStatus = flow({
	name: 'Get Status',
	action: 'Get the status of a service',
	description:
		'Read whether a route or data service is running, starting or not seen: the platform no longer lists one that has been running for weeks',
	fields: getStatusFields,
	uses: [...READS_OF_SERVICE, getManyOfTask],
	messages: SERVICE_MESSAGES,
	answers,
	run: readStatus,
});

async function readStatus(
	op: ContextShowing<typeof SERVICE_MESSAGES>,
	{ executable }: GetStatusInput,
): Promise<Output[]> {
	const service = await readService(op, executable);
	const open = await openExecutions(op, executable);
	const status = serviceStatus(open);
	const [newest] = open.length > 0 ? [] : await op.list(getManyOfTask, { taskId: executable }, 1);
	return [
		{
			json: {
				...service.names,
				status,
				summary: inWords(service, ...WORDS[status], status === 'running' ? onEngines(open) : ''),
				...(service.engines === undefined ? {} : { engines: service.engines }),
				executions: open.map(executionOfService),
				...(status === 'notSeen'
					? { note: filled(NONE_LISTED.message, { taskId: executable }) }
					: {}),
				...(newest === undefined
					? {}
					: {
							lastExecution: {
								...executionOfService(newest),
								outcome: outcomeOf(newest) ?? null,
							},
						}),
			},
		},
	];
}

export const service = resource(
	'service',
	'Service',
	{ deployAndWait, redeployAndWait, undeployAndWait, getStatus },
	'A route or data service, which runs until somebody terminates it',
);
