/** *Undeploy and Wait* of a service. */
import { getManyOfTask, getTaskExecution } from '../../../records/executions/taskExecutions';
import { flow } from '../../../shared/declare/define';
import { boolean } from '../../../shared/declare/fields';
import { WAIT_MESSAGES } from '../../../shared/flows/wait/waitMessages';
import { NONE_LISTED, openExecutions } from '../../executions/openExecutions';
import { terminateTaskExecution } from '../taskExecution/requests';
import { terminateAndWait } from '../taskExecution/terminateAndWait';
import { READS_OF_SERVICE, readService, SERVICE_MESSAGES } from './readService';
import { failedExecutions } from './serviceExecutions';
import {
	NOT_IN_LIST,
	serviceAnswers,
	serviceInWords,
	serviceTaskField,
	timeLimitField,
} from './serviceInput';

export const undeployAndWait = flow({
	name: 'Undeploy and Wait',
	action: 'Undeploy a service and wait until it stops',
	description:
		'Terminate all running executions of a route or data service, on every engine of its cluster, and wait until they have ended',
	fields: {
		executable: serviceTaskField('The task whose artifact is a route or a data service'),
	},
	settings: {
		timeLimit: timeLimitField('How many minutes to wait until all executions have ended'),
		includeFailed: boolean(
			'Whether to also terminate the ten newest executions that failed: some of them may still respond, or hold the port',
		).optional(),
	},
	uses: [...READS_OF_SERVICE, getManyOfTask, terminateTaskExecution, getTaskExecution],
	messages: [...SERVICE_MESSAGES, ...WAIT_MESSAGES, NONE_LISTED],
	patient: true,
	lockKey: ({ executable }) => `executions of task ${executable}`,
	answers: serviceAnswers,
	run: async (op, { executable, timeLimit, includeFailed }) => {
		const service = await readService(op, executable);
		const open = await openExecutions(op, executable);
		const all = [
			...open,
			...(includeFailed === true ? await failedExecutions(op, executable) : []),
		];
		const terminations = await terminateAndWait(op, executable, all, { timeLimit });
		if (open.length === 0) op.hint(NONE_LISTED, { taskId: executable });
		return [
			{
				json: {
					...service.names,
					status: open.length === 0 ? 'notSeen' : 'undeployed',
					summary: serviceInWords(
						service,
						...(open.length === 0 ? NOT_IN_LIST : ['was undeployed']),
					),
					...terminations,
				},
			},
		];
	},
});
