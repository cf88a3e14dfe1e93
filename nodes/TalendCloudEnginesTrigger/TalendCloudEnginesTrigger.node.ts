import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { environmentField } from '../records/places/environments';
import { choice, choices, integer, list } from '../shared/declare/fields';
import { CHOOSE } from '../shared/declare/lists/loadedChoices';
import { credentials } from '../shared/editor/authentication';
import { eventsSubtitle } from '../shared/editor/subtitle';
import {
	panelTexts,
	triggerMethods,
	triggerProperties,
} from '../shared/trigger/declare/triggerProperties';
import { type StatesSpec, watchStates } from '../shared/trigger/states/states';
import { clustersToWatch, enginesToWatch } from './choices';
import { engineLists, eventInWords } from './engines';

/**
 * These filters are only shown for remote engines. Dynamic engines belong to no environment and no
 * cluster, so none of them would match.
 */
const REMOTE_ONLY = { watch: ['remoteEngines'] };

export const spec: StatesSpec = {
	noun: 'engines',
	fields: {
		watch: choice('Which engines start the workflow', [
			{
				value: 'remoteEngines',
				name: 'Remote Engines',
				description: 'Paired engines, in clusters or not',
			},
			{ value: 'dynamicEngines', name: 'Dynamic Engines' },
			{ value: 'remoteAndDynamicEngines', name: 'Remote and Dynamic Engines' },
		]).initial('remoteAndDynamicEngines'),
		events: choices('Which changes of an engine start the workflow', [
			{
				value: 'unavailable',
				name: 'Unavailable',
				action: 'On engine unavailable',
				description: 'It could not be reached for the minimum downtime',
			},
			{
				value: 'available',
				name: 'Available Again',
				action: 'On engine available again',
				description: 'It came back after at least the minimum downtime',
			},
			{
				value: 'gone',
				name: 'Removed While Unavailable',
				action: 'On unavailable engine removed',
				description:
					'It was deleted, unpaired or retired while it was unavailable, or no longer matches the filters',
			},
		]).initial(['unavailable', 'available', 'gone']),
		minutes: integer('How long an engine has to be unavailable, so that a restart does not count')
			.label('Minimum Downtime (Minutes)')
			.min(0)
			.max(1440)
			.initial(5),
	},
	filters: {
		environmentId: environmentField('Only remote engines in this environment')
			.shownWhen(REMOTE_ONLY)
			.optional(),
		engines: list(`Only these engines, by ID or runtime ID. ${CHOOSE}`)
			.label('Engine Names or IDs')
			.from(enginesToWatch)
			.optional(),
		clusters: list(`Only remote engines of these clusters. ${CHOOSE}`)
			.label('Cluster Names or IDs')
			.from(clustersToWatch)
			.shownWhen(REMOTE_ONLY)
			.optional(),
	},
	readsWholeList: true,
	lists: engineLists,
	simpleFields: [
		'kind',
		'name',
		'id',
		'runtimeId',
		'environmentName',
		'workspaceName',
		'clusterId',
		'availability',
		'state',
		'unavailableSince',
		'unavailableForMinutes',
	],
	summary: eventInWords,
	messageIfEmpty: 'No watched engine was found',
};

export class TalendCloudEnginesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Engine Management Trigger',
		name: 'talendCloudEnginesTrigger',
		icon: {
			light: 'file:../../icons/talendCloudEngines.svg',
			dark: 'file:../../icons/talendCloudEngines.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		description:
			'Manages remote, pipeline and dynamic engines, or starts the workflow when engines become unavailable or come back',
		defaults: { name: 'Talend Cloud Engine Management Trigger' },
		polling: true,
		...panelTexts('engines', 'An engine with one of the chosen events', {
			header: 'Show the engines as they are now',
			test: 'shows the current state of each engine',
		}),
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		properties: triggerProperties(spec),
	};

	poll = watchStates(spec);

	methods = triggerMethods(spec);
}
