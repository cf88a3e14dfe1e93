/**
 * The tasks, plans and tags that users of the trigger can choose; several of them can be chosen.
 */
import { planPicker } from '../records/tasks/plans';
import { getManyTasks, taskPicker } from '../records/tasks/tasks';
import { recordsOf, totalIn } from '../shared/declare/lists/listInResponse';
import { type ChoiceSource, recordsOfPicker } from '../shared/declare/lists/loadedChoices';
import { isLastPage } from '../shared/declare/lists/paging';

export const tasksToWatch = recordsOfPicker(taskPicker, 'loadTasksToWatch');
export const plansToWatch = recordsOfPicker(planPicker, 'loadPlansToWatch');

const PAGE = 100;
/**
 * How many tasks are read at most. A list with the tags of even more tasks would be too long to
 * find anything.
 */
const MAX_TASKS = 2_000;

/** The tags that the tasks have. */
export const tagsToWatch: ChoiceSource = {
	method: 'loadTagsToWatch',
	dependsOn: [],
	load: async (ask) => {
		const tags = new Set<string>();
		for (let offset = 0; offset < MAX_TASKS;) {
			const body = await ask(getManyTasks, { limit: PAGE, ...(offset === 0 ? {} : { offset }) });
			const tasks = recordsOf(body) ?? [];
			offset += tasks.length;
			for (const task of tasks)
				for (const tag of Array.isArray(task.tags) ? (task.tags as unknown[]) : [])
					tags.add(String(tag));
			if (isLastPage({ count: tasks.length, size: PAGE }, offset, totalIn(body))) break;
		}
		return [...tags].sort().map((value) => ({ value, name: value }));
	},
};
