/** What the text of tasks and plans has: its sections, and the fields of their entries. */
import {
	choice,
	type Fields,
	json,
	list,
	object,
	pairs,
	rows,
	text,
} from '../../../shared/declare/fields';
import { CONDITIONS } from '../plan';
import { parallelExecutionAllowedField, runSettings } from '../runConfiguration/requests';
import { autoUpgradeInfoField } from '../task/requests';

export type DefinitionKind = 'task' | 'plan';

/** The kinds of definitions, each with its section of the text. */
export const DEFINITION_SECTIONS = [
	['task', 'tasks'],
	['plan', 'plans'],
] as const;

const descriptionField = text('What it is for').mayBeEmpty().optional();
const namesField = (nouns: string) => list(`Names of ${nouns}`);
const when = {
	schedule: text('The schedule with several triggers that starts it').optional(),
	trigger: json('The schedule, as Get Run Configuration returns it').asContent().optional(),
};

const runtimeField = object('Where it runs', {
	type: text('Kind of engine'),
	engine: text('Name of the engine or cluster').optional(),
	runProfile: text('Name of the run profile').optional(),
}).optional();

/** The fields of tasks and plans in the text. */
export const DEFINITION_FIELDS = {
	task: {
		name: text('Name of the task'),
		description: descriptionField,
		artifact: text('Name of the artifact').optional(),
		artifactVersion: text('Version of the artifact').optional(),
		tags: namesField('tags').mayBeEmpty().optional(),
		parameters: pairs('Values of parameters').mayBeEmpty().optional(),
		connections: pairs('Names of connections').mayBeEmpty().optional(),
		resources: pairs('Names of resources').mayBeEmpty().optional(),
		autoUpgradeInfo: autoUpgradeInfoField,
		runConfiguration: object('When and where it runs', {
			...when,
			runtime: runtimeField,
			...runSettings,
		}).optional(),
	},
	plan: {
		name: text('Name of the plan'),
		description: descriptionField,
		steps: rows('The steps', {
			name: text('Name of the step'),
			condition: choice('When the next step runs', CONDITIONS).optional(),
			tasks: namesField('tasks').min(1),
			onFailure: namesField('tasks').mayBeEmpty().optional(),
			onFailurePlans: namesField('plans').mayBeEmpty().optional(),
			note: text('What to know').optional(),
		}).optional(),
		runConfiguration: object('When it runs', {
			...when,
			parallelExecutionAllowed: parallelExecutionAllowedField,
		}).optional(),
	},
} satisfies Record<DefinitionKind, Fields>;
