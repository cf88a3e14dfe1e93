import {
	getManyOfPlan,
	getManyPlanExecutions,
	getPlanExecution,
} from '../../../records/executions/planExecutions';
import { resource } from '../../../shared/declare/define';
import { explain } from './explain';
import { getStep, getStepErrorHandler, getSteps, start } from './requests';
import { rerunFromFailedStep } from './rerunFromFailedStep';
import { runAndWait } from './runAndWait';
import { waitForEnd } from './waitForEnd';

export const planExecution = resource(
	'planExecution',
	'Plan Execution',
	{
		runAndWait,
		waitForEnd,
		start,
		rerunFromFailedStep,
		explain,
		get: getPlanExecution,
		getMany: getManyPlanExecutions,
		getManyOfPlan,
		getStep,
		getStepErrorHandler,
		getSteps,
	},
	'A plan that Talend Cloud runs or has run',
);
