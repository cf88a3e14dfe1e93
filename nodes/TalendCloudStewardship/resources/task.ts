import { resource } from '../../shared/declare/define';
import { createMany } from './createTasks';
import { getMany, getManyInState } from './taskLists';
import { waitUntilResolved } from './waitForResolution';

export const task = resource(
	'task',
	'Task',
	{ createMany, getMany, getManyInState, waitUntilResolved },
	'A record of a campaign that people have to work on',
);
