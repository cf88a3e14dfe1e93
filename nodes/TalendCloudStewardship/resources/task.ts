import { resource } from '../../shared/declare/define';
import { createMany } from '../tasks/createTasks';
import { getCampaignTasks, getCampaignTasksInState } from '../tasks/taskLists';
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
