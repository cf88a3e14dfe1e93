import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import {
	readableExecution,
	simplePlanExecutionFields,
	simpleTaskExecutionFields,
} from '../records/executions/readable';
import { placeFilterFields } from '../records/places/placeFilterFields';
import { choice, choices, list } from '../shared/declare/fields';
import { CHOOSE } from '../shared/declare/lists/loadedChoices';
import { credentials } from '../shared/editor/authentication';
import { eventsSubtitle } from '../shared/editor/subtitle';
import {
	panelTexts,
	triggerMethods,
	triggerProperties,
} from '../shared/trigger/declare/triggerProperties';
import { type StreamsSpec, watchStreams } from '../shared/trigger/streams/streamPoll';
import { plansToWatch, tagsToWatch, tasksToWatch } from './choices';
import { ExecutionEvents } from './executions';
import { addNames } from './names';
import { eventInWords, type ExecutableKind } from './observeExecution';

const KINDS: Record<string, readonly ExecutableKind[]> = {
	tasks: ['task'],
	plans: ['plan'],
	tasksAndPlans: ['task', 'plan'],
};

export const spec: StreamsSpec = {
	fields: {
		runsOf: choice('What to watch', [
			{ value: 'tasks', name: 'Tasks' },
			{ value: 'plans', name: 'Plans' },
			{ value: 'tasksAndPlans', name: 'Tasks and Plans' },
		])
			.label('Watch')
			.initial('tasks'),
		events: choices('Which events of an execution start the workflow', [
			{
				value: 'started',
				name: 'Started',
				action: 'On execution started',
				description: 'It has started to run',
			},
			{
				value: 'succeeded',
				name: 'Succeeded',
				action: 'On execution succeeded',
				description: 'It ended, and no row was rejected',
			},
			{
				value: 'rejected',
				name: 'Rejected Rows',
				action: 'On execution with rejected rows',
				description: 'It ended, and rows were rejected',
			},
			{
				value: 'failed',
				name: 'Failed',
				action: 'On execution failed',
				description:
					'It ended without success, could not be deployed, or ended with a status that is not known',
			},
			{
				value: 'terminated',
				name: 'Terminated',
				action: 'On execution terminated',
				description: 'It was ended by a person, a timeout or a shutdown',
			},
			{
				value: 'misfired',
				name: 'Misfired',
				action: 'On execution misfired',
				description: 'It was scheduled to start, but did not',
			},
		]).initial(['failed']),
		tasks: list(`Only executions of these tasks; all when none is chosen. ${CHOOSE}`)
			.label('Task Names or IDs')
			.from(tasksToWatch)
			.shownWhen({ runsOf: ['tasks', 'tasksAndPlans'] })
			.optional()
			.onTop(),
		plans: list(`Only executions of these plans; all when none is chosen. ${CHOOSE}`)
			.label('Plan Names or IDs')
			.from(plansToWatch)
			.shownWhen({ runsOf: ['plans', 'tasksAndPlans'] })
			.optional()
			.onTop(),
		tags: list(`Only executions of tasks that have all of these tags. ${CHOOSE}`)
			.label('Tag Names or IDs')
			.from(tagsToWatch)
			.shownWhen({ runsOf: ['tasks'] })
			.optional()
			.onTop(),
	},
	filters: placeFilterFields('executions'),
	sources: (values) =>
		Object.fromEntries(
			KINDS[String(values.runsOf)]!.map((kind) => [
				kind,
				new ExecutionEvents(kind, values, values.events as string[]),
			]),
		),
	addDetails: addNames,
	simpleFields: [
		...new Set([
			'kind',
			...simpleTaskExecutionFields,
			...simplePlanExecutionFields,
			'environmentName',
			'executionType',
		]),
	],
	readable: readableExecution,
	summary: eventInWords,
	messageIfEmpty: 'None of the newest 500 executions has these events',
};

export class TalendCloudProcessingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Processing Trigger',
		name: 'talendCloudProcessingTrigger',
		icon: {
			light: 'file:../../icons/talendCloudProcessing.svg',
			dark: 'file:../../icons/talendCloudProcessing.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		description:
			'Runs tasks and plans, explains failures, or starts the workflow when executions start, succeed, fail or end otherwise',
		defaults: { name: 'Talend Cloud Processing Trigger' },
		polling: true,
		...panelTexts('executions', 'An execution with one of the chosen events'),
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		properties: triggerProperties(spec),
	};

	poll = watchStreams(spec);

	methods = triggerMethods(spec);
}
