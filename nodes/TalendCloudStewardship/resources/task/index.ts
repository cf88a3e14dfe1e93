import { resource } from '../../../shared/declare/define';
import { createMany } from './createMany';
import { getCampaignTasks, getCampaignTasksInState } from './requests';
import { waitUntilResolved } from './waitUntilResolved';

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
