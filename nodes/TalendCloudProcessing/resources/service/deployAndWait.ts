/** *Deploy and Wait* and *Redeploy and Wait* of a service. */
import type { IDataObject } from 'n8n-workflow';

import { getManyOfTask, getTaskExecution } from '../../../records/executions/taskExecutions';
import type { Output } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { boolean, type Values } from '../../../shared/declare/fields';
import { hint } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { MINUTE } from '../../../shared/support/time/time';
import { openExecutions } from '../../executions/inProgress';
import { lookUpExecution } from '../../executions/lookUpExecution';
import { shownExecution } from '../../executions/shownExecution';
import { START_MESSAGES, startedId } from '../../executions/startedExecution';
import { startTaskExecution, terminateTaskExecution, whatToRun } from '../taskExecution/requests';
import { terminateAndWait } from '../taskExecution/terminateAndWait';
import {
	DEPLOY_MESSAGES,
	type DeployChoices,
	deploymentFailed,
	type DeploymentResult,
	followDeployment,
	listedBefore,
	portWasTaken,
} from './deployment';
import { READS_OF_SERVICE, readService, type Service, SERVICE_MESSAGES } from './readService';
import { failedExecutions } from './serviceExecutions';
import {
	onEngines,
	serviceAnswers,
	serviceInWords,
	serviceTaskField,
	timeLimitField,
} from './serviceInput';

const PORT_TAKEN = hint(
	'The port of task {taskId} was taken: the deployed version was terminated first, so the service was unavailable for a while.',
);

const DEPLOYING = [...START_MESSAGES, ...DEPLOY_MESSAGES];

/** One start causes an execution on each engine. It can take a minute until they are listed. */
const startService = {
	...startTaskExecution,
	lookUp: { ...lookUpExecution(getManyOfTask, 'taskId'), appearsWithinMs: MINUTE, several: true },
};

const { parameters, logLevel } = whatToRun;

const whatToDeploy = {
	executable: serviceTaskField('The task whose artifact is a route or a data service'),
	parameters,
	logLevel,
};

const deploySettings = {
	timeLimit: timeLimitField('How many minutes to wait until the service runs'),
	terminateAtTimeLimit: boolean(
		'Whether to terminate the new executions when the time limit is reached',
	).optional(),
	terminateOnStop: boolean(
		'Whether to terminate the new executions when the workflow is stopped',
	).optional(),
};

interface DeployInput extends DeployChoices {
	executable: string;
	parameters?: unknown;
	logLevel?: unknown;
}

/**
 * Starts the service, once for all tries of an item, and waits until it runs, or is known not to
 * run.
 * @param round tells the starts of one item from each other
 */
async function deploy(
	op: ContextShowing<typeof DEPLOYING>,
	service: Service,
	input: DeployInput,
	round: number,
): Promise<DeploymentResult> {
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

const deployedOutput = (
	service: Service,
	{ executions }: DeploymentResult,
	more: IDataObject = {},
) => [
	{
		json: {
			...service.names,
			status: 'running',
			summary: serviceInWords(service, 'is running', onEngines(executions)),
			...more,
			executions: executions.map(shownExecution),
		},
	},
];

const DEPLOY_AND_WAIT_MESSAGES = [...SERVICE_MESSAGES, ...DEPLOYING];

export const deployAndWait = flow({
	name: 'Deploy and Wait',
	action: 'Deploy a service and wait until it runs',
	description:
		'Start a route or data service and wait until it runs on its engine, or on each engine of its cluster',
	// It terminates only what it has started.
	deletionsNeedNoPermission: true,
	fields: whatToDeploy,
	settings: deploySettings,
	uses: [...READS_OF_SERVICE, startService, getManyOfTask, terminateTaskExecution],
	messages: DEPLOY_AND_WAIT_MESSAGES,
	patient: true,
	lockKey: ({ executable }) => `executions of task ${executable}`,
	answers: serviceAnswers,
	run: deployService,
});

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

const REDEPLOY_AND_WAIT_MESSAGES = [...SERVICE_MESSAGES, ...DEPLOYING, PORT_TAKEN];

export const redeployAndWait = flow({
	name: 'Redeploy and Wait',
	action: 'Redeploy a service and wait until it runs',
	description:
		'Replace the deployed version of a route or data service without downtime. If the port is taken, the deployed version is undeployed first.',
	fields: whatToDeploy,
	settings: deploySettings,
	uses: [
		...READS_OF_SERVICE,
		startService,
		getManyOfTask,
		terminateTaskExecution,
		getTaskExecution,
	],
	messages: REDEPLOY_AND_WAIT_MESSAGES,
	patient: true,
	lockKey: ({ executable }) => `executions of task ${executable}`,
	answers: serviceAnswers,
	run: redeployService,
});

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
