import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { choice, choices, list, rows } from '../shared/declare/field';
import type { Rule } from '../shared/declare/rules';
import { credentials } from '../shared/editor/describe';
import { polling, type TriggerSpec } from '../shared/trigger/poll';
import { triggerListSearches, triggerProperties } from '../shared/trigger/settings';
import { environmentId } from '../TalendCloudOrchestration/resources/environment';
import { planId } from '../TalendCloudOrchestration/resources/plan';
import { taskId } from '../TalendCloudOrchestration/resources/task';
import { workspaceId } from '../TalendCloudOrchestration/resources/workspace';
import { simple as ofPlan } from '../TalendCloudProcessing/resources/planExecution';
import { simple as ofTask } from '../TalendCloudProcessing/resources/taskExecution';
import { executions, type Kind } from './executions';

const KINDS: Record<string, readonly Kind[]> = { tasks: ['task'], plans: ['plan'], tasksAndPlans: ['task', 'plan'] };

/** A filter that is for executions of some kinds only. */
const only = (field: string, kinds: string[], says: string): Rule => ({
	field,
	says,
	check: ({ [field]: value, runsOf }) => (value !== undefined && !kinds.includes(String(runsOf)) ? says : undefined),
});

export const spec: TriggerSpec = {
	fields: {
		runsOf: choice('Whose executions trigger', [
			{ value: 'tasks', name: 'Tasks' },
			{ value: 'plans', name: 'Plans' },
			{ value: 'tasksAndPlans', name: 'Tasks and Plans' },
		])
			.label('Executions Of')
			.startsWith('tasks'),
		events: choices('What triggers', [
			{ value: 'started', name: 'Started', action: 'On execution started', description: 'The execution runs' },
			{ value: 'succeeded', name: 'Succeeded', action: 'On execution succeeded', description: 'It ended, and no row was rejected' },
			{ value: 'rejected', name: 'Rejected Rows', action: 'On execution with rejected rows', description: 'It ended, and rows were rejected' },
			{ value: 'failed', name: 'Failed', action: 'On execution failed', description: 'It ended without success, or could not be deployed' },
			{ value: 'terminated', name: 'Terminated', action: 'On execution terminated', description: 'It was ended by a person, a timeout or a shutdown' },
			{ value: 'misfired', name: 'Misfired', action: 'On execution misfired', description: 'It was due and did not start' },
		]).startsWith(['failed']),
	},
	filters: {
		environmentId: environmentId('Only executions in this environment').optional(),
		workspaceId: workspaceId('Only executions in this workspace; it must belong to the environment when both are given').optional(),
		tasks: rows('Only executions of these tasks', { taskId: taskId() }).optional(),
		plans: rows('Only executions of these plans', { planId: planId() }).optional(),
		tags: list('Only executions of tasks that have all of these tags').optional(),
	},
	rules: [
		only('plans', ['plans', 'tasksAndPlans'], 'can only be chosen when Executions Of includes plans'),
		only('tasks', ['tasks', 'tasksAndPlans'], 'can only be chosen when Executions Of includes tasks'),
		only('tags', ['tasks'], 'can only be used with executions of tasks: plans have none'),
	],
	sources: (given) =>
		Object.fromEntries(KINDS[String(given.runsOf)]!.map((kind) => [kind, executions(kind, given, given.events as string[])])),
	simple: [...new Set(['kind', ...ofTask, ...ofPlan])],
	nothing: 'No execution with these events was found',
};

export class TalendCloudProcessingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Processing Trigger',
		name: 'talendCloudProcessingTrigger',
		icon: { light: 'file:../../icons/talendCloud.svg', dark: 'file:../../icons/talendCloud.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description: 'Starts the workflow when executions of tasks or plans start, succeed, fail or end otherwise',
		defaults: { name: 'Talend Cloud Processing Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		properties: triggerProperties(spec),
	};

	poll = polling(spec);

	methods = { listSearch: triggerListSearches(spec) };
}
