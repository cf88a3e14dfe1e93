/** What the tests about services share: their platform, and the executions of a service. */
import type { IDataObject } from 'n8n-workflow';

import { endOfExecution } from '../../../emulator/areas/processing/executions';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { areaOf } from '../../support/area';
import { taskNamed } from '../../support/demo';
import { platformForEach } from '../../support/platform';

export const platform = platformForEach();
export const { succeed, run, requests } = areaOf('Processing', () => platform);

export const START = 'POST /processing/executions';
export const TERMINATE = 'DELETE /processing/executions/{executionId}';
export const state = () => platform.emulator.state;
export const now = () => platform.emulator.clock.now();
export const { dataService, route, oldService } = DEMO_SERVICES;
export const idOf = (task: string) => taskNamed(state(), task).id;
export const executionsOf = (task: string) =>
	[...processingOf(state()).tasks.values()].filter(({ taskId }) => taskId === idOf(task));
export const open = (task: string) =>
	executionsOf(task)
		.filter((execution) => now() < endOfExecution(execution))
		.map(({ id }) => id)
		.sort();
export const idsIn = ({ executions }: IDataObject) =>
	(executions as IDataObject[]).map(({ executionId }) => String(executionId)).sort();
