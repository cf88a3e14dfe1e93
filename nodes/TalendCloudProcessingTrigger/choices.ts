/**
 * The tasks, plans and tags that users of the trigger can choose; several of them can be chosen.
 */
import { pagesInTurn } from '../records/lists/pagesInTurn';
import { planPicker } from '../records/tasks/plans';
import { getManyTasks, taskPicker } from '../records/tasks/tasks';
import { type ChoiceSource, recordsOfPicker } from '../shared/declare/lists/loadedChoices';

export const tasksToWatch = recordsOfPicker(taskPicker, 'loadTasksToWatch');
export const plansToWatch = recordsOfPicker(planPicker, 'loadPlansToWatch');

/**
 * How many pages of tasks are read at most. A list with the tags of even more tasks would be too
 * long to find anything.
 */
const MAX_PAGES = 20;

/** The tags that the tasks have. */
export const tagsToWatch: ChoiceSource = {
	method: 'loadTagsToWatch',
	dependsOn: [],
	load: async (ask) => {
		const tags = new Set<string>();
		const pages = pagesInTurn(async (page) => await ask(getManyTasks, page), MAX_PAGES);
		for await (const tasks of pages)
			for (const task of tasks)
				for (const tag of Array.isArray(task.tags) ? (task.tags as unknown[]) : [])
					tags.add(String(tag));
		return [...tags].sort().map((value) => ({ value, name: value }));
	},
};
