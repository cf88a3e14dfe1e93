import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { userLoginField } from '../records/identities/identities';
import { choices } from '../shared/declare/fields';
import { credentials } from '../shared/editor/authentication';
import { eventsSubtitle } from '../shared/editor/subtitle';
import { type AdditionsSpec, watchAdditions } from '../shared/trigger/additions/additions';
import {
	panelTexts,
	triggerMethods,
	triggerProperties,
} from '../shared/trigger/declare/triggerProperties';
import { campaignField } from '../TalendCloudStewardship/resources/campaign/requests';
import { statesField } from '../TalendCloudStewardship/resources/task/requests';
import { eventInWords, taskEntries } from './tasks';

export const spec: AdditionsSpec = {
	notice:
		'Data Stewardship keeps no history of tasks: each poll compares them with the previous poll. A change that is undone in between is not seen.',
	fields: {
		campaignName: campaignField('The campaign whose tasks to watch; you must be one of its owners'),
		events: choices('Which events of a task start the workflow', [
			{ value: 'created', name: 'Created', action: 'On stewardship task created' },
			{
				value: 'assigned',
				name: 'Assigned',
				action: 'On stewardship task assigned',
				description: 'Its assignee has changed, or it was created with one',
			},
			{
				value: 'resolved',
				name: 'Resolved',
				action: 'On stewardship task resolved',
				description: 'It is in a state that ends the workflow of the campaign',
			},
			{
				value: 'stateChanged',
				name: 'State Changed',
				action: 'On stewardship task state changed',
				description: 'Its state has changed, or it is new',
			},
		]).initial(['resolved']),
	},
	filters: {
		states: statesField(
			'Only events of tasks that are in one of these states at the time of the poll',
		).optional(),
		assignee: userLoginField(
			'Only events of tasks that are assigned to this user at the time of the poll',
		)
			.label('Assignee')
			.optional(),
	},
	readsWholeList: true,
	list: taskEntries,
	simpleFields: ['id', 'currentState', 'assignee', 'valid', 'record', 'campaignName'],
	summary: eventInWords,
	messageIfEmpty: 'No task with these events was found in the campaign',
};

export class TalendCloudStewardshipTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Data Stewardship Trigger',
		name: 'talendCloudStewardshipTrigger',
		icon: {
			light: 'file:../../icons/talendCloudStewardship.svg',
			dark: 'file:../../icons/talendCloudStewardship.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		description:
			'Manages campaigns, tasks, data models and semantic types, or starts the workflow when tasks of a campaign are created, assigned or resolved',
		defaults: { name: 'Talend Cloud Data Stewardship Trigger' },
		polling: true,
		...panelTexts('stewardship tasks', 'A task with one of the chosen events', {
			header: 'Show one of the current tasks',
			test: 'shows one of the tasks',
		}),
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		properties: triggerProperties(spec),
	};

	poll = watchAdditions(spec);

	methods = triggerMethods(spec);
}
