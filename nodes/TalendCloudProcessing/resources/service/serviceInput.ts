/** What the operations on services share: how a service is chosen, and words for outputs. */
import { SENSITIVE_ENGINE_FIELDS } from '../../../records/engines/engines';
import { getManyArtifacts } from '../../../records/tasks/artifacts';
import { taskField, taskPicker } from '../../../records/tasks/tasks';
import { record } from '../../../shared/declare/answers';
import { integer } from '../../../shared/declare/fields';
import { recordsOf } from '../../../shared/declare/lists/listInResponse';
import { picker } from '../../../shared/declare/lists/picker';
import { sentence, subjectWords } from '../../../shared/support/text/summary';
import type { Service } from './readService';

/** The engines that are read contain a key, which must not be in an output. */
export const serviceAnswers = record(undefined, { sensitive: SENSITIVE_ENGINE_FIELDS });

/** How many pages of artifacts are read at most for a page of tasks. */
const PAGES_OF_ARTIFACTS = 5;

/**
 * Chooses among the tasks that are services. The list of tasks does not say which ones are, but the
 * list of artifacts can be filtered by the types of services. If it has more pages than are read,
 * all tasks are shown.
 */
const servicePicker = picker({
	...taskPicker,
	method: 'searchServices',
	complete: async (tasks, ask) => {
		const limit = 100;
		const services = new Set<unknown>();
		for (let page = 0; page < PAGES_OF_ARTIFACTS; page++) {
			const filters = { types: ['route', 'data_service'], limit, offset: page * limit };
			const artifacts = recordsOf(await ask(getManyArtifacts, filters)) ?? [];
			for (const { id } of artifacts) services.add(id);
			if (artifacts.length < limit)
				return tasks.map((task) => ({ ...task, isService: services.has(task.artifactId) }));
		}
		return tasks;
	},
	keep: ({ isService }) => isService !== false,
});

export const serviceTaskField = (description: string) => taskField(description).pick(servicePicker);

export const timeLimitField = (description: string) =>
	integer(description).label('Time Limit (Minutes)').min(1).initial(15);

/** "Orders API (Finance, Production) is running on 2 engines". */
export const serviceInWords = ({ names, environmentName }: Service, ...parts: string[]) =>
	sentence(
		subjectWords({
			noun: 'Service',
			id: names.taskId,
			name: names.taskName,
			...names,
			environmentName,
		}),
		parts,
	);

export const NOT_IN_LIST = ['is not in the list of running executions'];

export const onEngines = (executions: readonly unknown[]) =>
	executions.length > 1 ? `on ${executions.length} engines` : '';
