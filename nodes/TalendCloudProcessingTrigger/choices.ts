/** The tasks, plans and tags to choose from, several at once. */
import type { IDataObject } from 'n8n-workflow';

import { recordsOf } from '../shared/declare/lists/records';
import { type Ask, choicesOf, source } from '../shared/declare/lists/source';
import type { Picker } from '../shared/declare/lists/picker';
import { planPicker } from '../TalendCloudOrchestration/resources/plan';
import { taskPicker } from '../TalendCloudOrchestration/resources/task';

const PAGE = 100;
/** Maximum number of pages in a list of choices: nobody would find anything in a longer one. */
const PAGES = 20;

async function all(ask: Ask, { list }: Picker): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for (let pages = 0; pages < PAGES; pages++) {
		const records = recordsOf(await ask(list, { limit: PAGE, ...(pages === 0 ? {} : { offset: pages * PAGE }) })) ?? [];
		found.push(...records);
		if (records.length < PAGE) break;
	}
	return found;
}

const recordsToWatch = (picker: Picker, method: string) =>
	source({
		method,
		dependsOn: [],
		load: async (ask) => choicesOf((await all(ask, picker)).map((record) => picker.entry(record))),
	});

export const tasksToWatch = recordsToWatch(taskPicker, 'loadTasksToWatch');
export const plansToWatch = recordsToWatch(planPicker, 'loadPlansToWatch');

/** The tags that the tasks have. */
export const tagsToWatch = source({
	method: 'loadTagsToWatch',
	dependsOn: [],
	load: async (ask) => {
		const tags = (await all(ask, taskPicker)).flatMap((task) => (Array.isArray(task.tags) ? (task.tags as unknown[]).map(String) : []));
		return [...new Set(tags)].sort().map((value) => ({ value, name: value }));
	},
});
