import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { choices } from '../shared/declare/fields';
import { credentials } from '../shared/editor/authentication';
import { eventsSubtitle } from '../shared/editor/subtitle';
import {
	panelTexts,
	triggerMethods,
	triggerProperties,
} from '../shared/trigger/declare/triggerProperties';
import { type StreamsSpec, watchStreams } from '../shared/trigger/streams/streamPoll';
import { crawlerField } from '../TalendCloudCatalog/resources/crawler/requests';
import { CrawlerRuns, eventInWords } from './crawlers';

export const spec: StreamsSpec = {
	fields: {
		events: choices('Which events of a crawler run start the workflow', [
			{ value: 'started', name: 'Started', action: 'On crawler started' },
			{
				value: 'finished',
				name: 'Finished',
				action: 'On crawler finished',
				description: 'The run ended, and all datasets and samples exist',
			},
			{
				value: 'partlyFailed',
				name: 'Partly Failed',
				action: 'On crawler partly failed',
				description: 'The run ended, and datasets or samples are missing',
			},
			{
				value: 'failed',
				name: 'Failed',
				action: 'On crawler failed',
				description: 'The properties of the tables could not be read',
			},
		]).initial(['finished', 'partlyFailed', 'failed']),
	},
	filters: {
		crawlerId: crawlerField('Only runs of this crawler').optional(),
	},
	sources: (values) => ({ crawler: new CrawlerRuns(values) }),
	simpleFields: ['crawlerName', 'id', 'name', 'connectionId', 'status'],
	summary: eventInWords,
	messageIfEmpty: 'No run of a crawler with these events was found',
};

export class TalendCloudCatalogTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Datasets and Crawlers Trigger',
		name: 'talendCloudCatalogTrigger',
		icon: {
			light: 'file:../../icons/talendCloudCatalog.svg',
			dark: 'file:../../icons/talendCloudCatalog.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		description:
			'Manages datasets, crawlers and their sharing, or starts the workflow when runs of crawlers start, finish, or fail',
		defaults: { name: 'Talend Cloud Datasets and Crawlers Trigger' },
		polling: true,
		...panelTexts('crawlers', 'A run of a crawler with one of the chosen events'),
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		properties: triggerProperties(spec),
	};

	poll = watchStreams(spec);

	methods = triggerMethods(spec);
}
