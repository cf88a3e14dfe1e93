import { resource } from '../../../shared/declare/define';
import { createMany } from './createMany';
import { getManyCampaignTasks, getManyInState } from './requests';
import { waitUntilResolved } from './waitUntilResolved';

export const task = resource(
	'task',
	'Task',
	{
		createMany,
		getMany: getManyCampaignTasks,
		getManyInState,
		waitUntilResolved,
	},
	'A record of a campaign that people have to work on',
);
