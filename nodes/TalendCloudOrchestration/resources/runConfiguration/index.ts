import { searchEvents } from '../../../records/executions/plannedExecutions';
import { resource } from '../../../shared/declare/define';
import {
	getDynamicEngineRunConfig,
	removeDynamicEngineRunConfig,
	setDynamicEngineRunConfig,
} from './dynamicEngineRequests';
import { getPlannedRuns } from './getPlannedRuns';
import {
	getPlanEvents,
	getPlanRunConfig,
	getTaskEvents,
	getTaskRunConfig,
	removePlanRunConfig,
	removeTaskRunConfig,
	setPlanRunConfig,
	setTaskRunConfig,
} from './requests';
import { updateTaskRunConfig } from './updateTaskRunConfig';

export const runConfiguration = resource(
	'runConfiguration',
	'Run Configuration',
	{
		getTaskRunConfig,
		setTaskRunConfig,
		updateTaskRunConfig,
		removeTaskRunConfig,
		getTaskEvents,
		getDynamicEngineRunConfig,
		setDynamicEngineRunConfig,
		removeDynamicEngineRunConfig,
		getPlanRunConfig,
		setPlanRunConfig,
		removePlanRunConfig,
		getPlanEvents,
		searchEvents,
		getPlannedRuns,
	},
	'When and where tasks and plans run',
);
