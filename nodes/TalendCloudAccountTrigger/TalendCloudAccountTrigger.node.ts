import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { datetime, id, list } from '../shared/declare/fields';
import { CHOOSE } from '../shared/declare/lists/loadedChoices';
import { notInFuture, period } from '../shared/declare/rules';
import { credentials } from '../shared/editor/authentication';
import {
	panelTexts,
	triggerMethods,
	triggerProperties,
} from '../shared/trigger/declare/triggerProperties';
import { type StreamsSpec, watchStreams } from '../shared/trigger/streams/streamPoll';
import {
	auditLogInWords,
	simpleAuditLogFields,
} from '../TalendCloudAccount/resources/auditLog/requests';
import { auditLogs } from './auditLogs';
import { fromLogs } from './choices';

export const spec: StreamsSpec = {
	fields: {},
	filters: {
		eventCategory: list(`Only audit logs of these categories. ${CHOOSE}`)
			.label('Category Names or IDs')
			.from(fromLogs('eventCategory'))
			.optional(),
		eventType: list(`Only audit logs of these types. ${CHOOSE}`)
			.label('Type Names or IDs')
			.from(fromLogs('eventType'))
			.optional(),
		eventOperation: list(`Only audit logs of these operations. ${CHOOSE}`)
			.label('Operation Names or IDs')
			.from(fromLogs('eventOperation'))
			.optional(),
		user: list(`Only what one of these users did, by ID, user name or email address. ${CHOOSE}`)
			.label('User Names or IDs')
			.from(fromLogs('email', 'username'))
			.optional(),
		fromDate: datetime(
			'For catching up: start with audit logs from this time instead of the time of activation; as far back as the license allows',
		)
			.label('Catch Up From')
			.optional(),
		fromId: id(
			'For catching up: start with this audit log instead of at activation; ignored when Catch Up From is set',
		)
			.label('Catch Up From Log ID')
			.eg('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11')
			.uuid()
			.optional(),
		toDate: datetime('For catching up: only audit logs up to this time')
			.label('Catch Up Until')
			.optional(),
	},
	rules: [notInFuture('fromDate'), period('fromDate', 'toDate')],
	sources: (values) => ({ log: auditLogs(values) }),
	simpleFields: simpleAuditLogFields,
	summary: ({ record }, zone) => auditLogInWords(record, zone),
	messageIfEmpty: 'No audit log with these filters was found',
};

export class TalendCloudAccountTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Administration Trigger',
		name: 'talendCloudAccountTrigger',
		icon: {
			light: 'file:../../icons/talendCloudAccount.svg',
			dark: 'file:../../icons/talendCloudAccount.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: 'What was done in the account',
		description:
			'Manages users, groups, roles, service accounts and permissions, or starts the workflow when something is recorded in the audit log',
		defaults: { name: 'Talend Cloud Administration Trigger' },
		polling: true,
		...panelTexts('audit logs', 'Something that is done in the account'),
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		properties: triggerProperties(spec),
	};

	poll = watchStreams(spec);

	methods = triggerMethods(spec);
}
