import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { placeFilterFields } from '../records/places/placeFilterFields';
import { ARTIFACT_TYPES } from '../records/tasks/artifacts';
import { choices, list } from '../shared/declare/fields';
import { CHOOSE } from '../shared/declare/lists/loadedChoices';
import { credentials } from '../shared/editor/authentication';
import { type AdditionsSpec, watchAdditions } from '../shared/trigger/additions/additions';
import {
	panelTexts,
	triggerMethods,
	triggerProperties,
} from '../shared/trigger/declare/triggerProperties';
import { artifactVersions, eventInWords } from './artifacts';
import { artifactsToWatch } from './choices';

export const spec: AdditionsSpec = {
	fields: {
		artifacts: list(`Only versions of these artifacts; all when none is chosen. ${CHOOSE}`)
			.label('Artifact Names or IDs')
			.from(artifactsToWatch)
			.optional()
			.onTop(),
	},
	filters: {
		...placeFilterFields('artifacts'),
		types: choices('Only artifacts of these types', ARTIFACT_TYPES).optional(),
	},
	readsWholeList: true,
	list: artifactVersions,
	simpleFields: ['name', 'id', 'version', 'type', 'environmentName', 'workspaceName'],
	summary: eventInWords,
	messageIfEmpty: 'No artifact with these filters was found',
};

export class TalendCloudOrchestrationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Orchestration Trigger',
		name: 'talendCloudOrchestrationTrigger',
		icon: {
			light: 'file:../../icons/talendCloudOrchestration.svg',
			dark: 'file:../../icons/talendCloudOrchestration.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: 'An artifact is published',
		description:
			'Manages tasks, plans, schedules, environments and promotions, or starts the workflow when a new version of an artifact is published',
		defaults: { name: 'Talend Cloud Orchestration Trigger' },
		polling: true,
		...panelTexts('artifact versions', 'A new version of an artifact', {
			header: 'Show one of the published versions',
			test: 'shows one of the published versions',
		}),
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		properties: triggerProperties(spec),
	};

	poll = watchAdditions(spec);

	methods = triggerMethods(spec);
}
