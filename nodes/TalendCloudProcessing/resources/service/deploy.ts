/** What *Deploy and Wait* and *Redeploy and Wait* have in common: starting a service. */
import type { IDataObject } from 'n8n-workflow';

import { getManyOfTask } from '../../../records/executions/taskExecutions';
import { boolean } from '../../../shared/declare/fields';
import type { ContextShowing } from '../../../shared/declare/operation';
import { MINUTE } from '../../../shared/support/time/time';
import { lookUpExecution } from '../../executions/lookUpExecution';
import { shownExecution } from '../../executions/shownExecution';
import { START_MESSAGES, startedId } from '../../executions/startedExecution';
import { startTaskExecution, taskRunFields } from '../taskExecution/requests';
import {
	type DeployChoices,
	DEPLOYMENT_MESSAGES,
	type DeploymentResult,
	followDeployment,
	listedBefore,
} from './followDeployment';
import type { Service } from './readService';
import { onEngines, serviceInWords, serviceTaskField, timeLimitField } from './serviceInput';

/** What {@link deploy} can say. */
export const DEPLOY_MESSAGES = [...START_MESSAGES, ...DEPLOYMENT_MESSAGES];

/** One start causes an execution on each engine. It can take a minute until they are listed. */
export const startService = {
	...startTaskExecution,
	lookUp: { ...lookUpExecution(getManyOfTask, 'taskId'), appearsWithinMs: MINUTE, several: true },
};

const { parameters, logLevel } = taskRunFields;

export const deployFields = {
	executable: serviceTaskField('The task whose artifact is a route or a data service'),
	parameters,
	logLevel,
};

export const deploySettings = {
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
export async function deploy(
	op: ContextShowing<typeof DEPLOY_MESSAGES>,
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

export const deployedOutput = (
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
