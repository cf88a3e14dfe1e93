import { getManyOfTask, getTaskExecution } from '../../../records/executions/taskExecutions';
import { flow } from '../../../shared/declare/define';
import { hint } from '../../../shared/declare/messages';
import { openExecutions } from '../../executions/openExecutions';
import { terminateTaskExecution } from '../taskExecution/requests';
import { terminateAndWait } from '../taskExecution/terminateAndWait';
import {
	deploy,
	DEPLOY_MESSAGES,
	deployedOutput,
	deployFields,
	deploySettings,
	startService,
} from './deploy';
import { deploymentFailed, portWasTaken } from './followDeployment';
import { READS_OF_SERVICE, readService, SERVICE_MESSAGES } from './readService';
import { failedExecutions } from './serviceExecutions';
import { serviceAnswers } from './serviceInput';

const PORT_TAKEN = hint(
	'The port of task {taskId} was taken: the deployed version was terminated first, so the service was unavailable for a while.',
);

export const redeployAndWait = flow({
	name: 'Redeploy and Wait',
	action: 'Redeploy a service and wait until it runs',
	description:
		'Replace the deployed version of a route or data service. There is no downtime, unless the port is taken: then the deployed version is undeployed first.',
	fields: deployFields,
	settings: deploySettings,
	uses: [
		...READS_OF_SERVICE,
		startService,
		getManyOfTask,
		terminateTaskExecution,
		getTaskExecution,
	],
	messages: [...SERVICE_MESSAGES, ...DEPLOY_MESSAGES, PORT_TAKEN],
	patient: true,
	lockKey: ({ executable }) => `executions of task ${executable}`,
	answers: serviceAnswers,
	run: async (op, input) => {
		const service = await readService(op, input.executable);
		const replaced = await deploy(op, service, input, 1);
		if (replaced.ended === undefined)
			return deployedOutput(service, replaced, { undeployedFirst: false });
		if (!portWasTaken(replaced.ended)) throw deploymentFailed(op, service, replaced.ended);
		const { terminated } = await op.once('undeployment', async () => {
			const all = [
				...(await openExecutions(op, service.taskId)),
				...(await failedExecutions(op, service.taskId)),
			];
			return await terminateAndWait(op, service.taskId, all, input);
		});
		const again = await deploy(op, service, input, 2);
		if (again.ended !== undefined) throw deploymentFailed(op, service, again.ended);
		op.hint(PORT_TAKEN, { taskId: service.taskId });
		return deployedOutput(service, again, { undeployedFirst: true, terminated });
	},
});
