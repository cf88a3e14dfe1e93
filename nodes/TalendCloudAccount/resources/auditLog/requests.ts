import type { IDataObject } from 'n8n-workflow';

import { pageHeaders } from '../../../records/lists/accountPaging';
import { records } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { datetime, id, integer, suggestions } from '../../../shared/declare/fields';
import { notInFuture, period } from '../../../shared/declare/rules';
import { isText, objectIn } from '../../../shared/support/json';
import { sentence, timeWords } from '../../../shared/support/text/summary';
import { FILE_RULES, fileSettings, intoItemsOrFiles, MANY_ITEMS } from './listFiles';

export const simpleAuditLogFields = [
	'timestamp',
	'logId',
	'eventCategory',
	'eventType',
	'eventOperation',
	'userId',
	'username',
	'email',
	'clientIp',
	'applicationId',
] as const;

/** An audit log in one sentence: "Update user account by ana.demo at 18:30". */
export function auditLogInWords(log: IDataObject, zone: string): string {
	const { eventOperation, eventCategory, eventType, username, email, userId, timestamp } = log;
	const done = [eventOperation, eventCategory ?? eventType].filter(isText).join(' ');
	const what = done === '' ? 'something was done' : done;
	const by = [username, email, userId].find(isText);
	const code = Number(objectIn(log.response).code);
	return sentence(
		`${what.charAt(0).toUpperCase()}${what.slice(1)}`,
		[by === undefined ? undefined : `by ${by}`, timeWords(timestamp, zone)],
		[code >= 400 ? `refused with ${code}` : undefined],
	);
}

/** The fields of a complete log, including the bodies of its request and response. */
const FIELDS = [
	...simpleAuditLogFields,
	'requestId',
	'request',
	'request.method',
	'request.url',
	'request.userAgent',
	'response',
	'response.code',
];

export const getMany = operation('GET /security/audit/logs', {
	name: 'Get Many',
	action: 'Get many audit logs',
	description:
		'List the audit logs of the account, newest first, as far back as the license allows',
	permissions: 'AUDIT_LOGS_VIEW',
	query: {
		fromDate: datetime(
			'Only logs from this time on; logs that are older than the license allows are left out',
		).optional(),
		fromId: id('Only this log and later ones; not used when From Date is set')
			.eg('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11')
			.uuid()
			.optional(),
		toDate: datetime('Only logs up to this time').sample('2026-03-02T00:00:00Z').optional(),
		page: integer('Page to start with; the first page is 1').min(1).optional(),
		size: integer('Logs per page; by default, as many as the node needs')
			.label('Page Size')
			.min(1)
			.max(1000)
			.sample(1000)
			.optional(),
	},
	settings: {
		...fileSettings,
		fields: suggestions(
			'Return only these fields of each log. Replaces Simplify. Leave out the bodies to save memory.',
			FIELDS.map((value) => ({ value })),
		)
			.sample(['timestamp', 'request.url'])
			.optional(),
	},
	rules: [notInFuture('fromDate'), period('fromDate', 'toDate'), ...FILE_RULES],
	messages: [MANY_ITEMS],
	refusals: {
		403: 'This needs the role Security Administrator (for a service account, the permission AUDIT_LOGS_VIEW), and the support level Platinum or Mission Critical.',
	},
	pages: pageHeaders,
	answers: records('A.AuditLog', {
		simple: ['summary', ...simpleAuditLogFields],
		key: 'logId',
		leads: ['timestamp', 'summary', 'username', 'eventOperation', 'eventType', 'eventCategory'],
	}),
	perform: intoItemsOrFiles('audit-logs', auditLogInWords),
});
