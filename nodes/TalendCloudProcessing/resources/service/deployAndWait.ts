import { getManyOfTask } from '../../../records/executions/taskExecutions';
import { flow } from '../../../shared/declare/define';
import { terminateTaskExecution } from '../taskExecution/requests';
import {
	deploy,
	DEPLOY_MESSAGES,
	deployedOutput,
	deployFields,
	deploySettings,
	startService,
} from './deploy';
import { deploymentFailed } from './followDeployment';
import { READS_OF_SERVICE, readService, SERVICE_MESSAGES } from './readService';
import { serviceAnswers } from './serviceInput';

export const deployAndWait = flow({
	name: 'Deploy and Wait',
	action: 'Deploy a service and wait until it runs',
	description:
		'Start a route or data service and wait until it runs on its engine, or on each engine of its cluster',
	// It terminates only what it has started.
	deletionsNeedNoPermission: true,
	fields: deployFields,
	settings: deploySettings,
	uses: [...READS_OF_SERVICE, startService, getManyOfTask, terminateTaskExecution],
	messages: [...SERVICE_MESSAGES, ...DEPLOY_MESSAGES],
	patient: true,
	lockKey: ({ executable }) => `executions of task ${executable}`,
	answers: serviceAnswers,
	run: async (op, input) => {
		const service = await readService(op, input.executable);
		const deployed = await deploy(op, service, input, 1);
		if (deployed.ended !== undefined) throw deploymentFailed(op, service, deployed.ended);
		return deployedOutput(service, deployed);
	},
});
