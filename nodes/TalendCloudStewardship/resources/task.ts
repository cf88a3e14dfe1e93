import { resource } from '../../shared/declare/define';
import { getCampaignTasks, getCampaignTasksInState } from '../requests/task';
import { createMany } from '../tasks/createTasks';
import { waitUntilResolved } from '../tasks/waitForResolution';

export const task = resource(
	'task',
	'Task',
	{
		createMany,
		getMany: getCampaignTasks,
		getManyInState: getCampaignTasksInState,
		waitUntilResolved,
	},
	'A record of a campaign that people have to work on',
);
