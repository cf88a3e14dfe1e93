/** The tasks, plans and tags to choose from, several at once. */
import { source } from '../shared/declare/lists/source';
import { recordsToChoose, recordsToWatch } from '../shared/trigger/choices';
import { planPicker } from '../TalendCloudOrchestration/resources/plan';
import { taskPicker } from '../TalendCloudOrchestration/resources/task';

export const tasksToWatch = recordsToWatch(taskPicker, 'loadTasksToWatch');
export const plansToWatch = recordsToWatch(planPicker, 'loadPlansToWatch');

/** The tags that the tasks have. */
export const tagsToWatch = source({
	method: 'loadTagsToWatch',
	dependsOn: [],
	load: async (ask) => {
		const tags = (await recordsToChoose(ask, taskPicker)).flatMap((task) =>
			Array.isArray(task.tags) ? (task.tags as unknown[]).map(String) : [],
		);
		return [...new Set(tags)].sort().map((value) => ({ value, name: value }));
	},
});
