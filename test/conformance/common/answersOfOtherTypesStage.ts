/** Responses in which each field has another type than declared, or is null. */
import type { IDataObject } from 'n8n-workflow';

import type { Answers } from '../../../nodes/shared/declare/answers';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { interfaceSchemas } from '../../../platform/descriptions/interfaceDocuments';
import { goodAnswer, goodPage, goodRecord, type Scripted } from '../../support/scripted';
import { scriptedForAll } from '../../support/scriptedForAll';

export const scripted = scriptedForAll();

/** What stands in each field that is not needed. */
export const OTHER_TYPES: Record<string, (type: string) => unknown> = {
	null: () => null,
	'lists of null': () => [null],
	'objects of null': () => ({ id: null, name: null, status: null, items: null, a: null }),
	'what JavaScript has itself': () => 'constructor',
	'lists for objects, objects for lists': (type) => (/^array/.test(type) ? { a: 1 } : [{}]),
};

/** Names that the nodes look at beyond those of the documents. */
const UNDOCUMENTED_FIELDS = [
	'status',
	'executionStatus',
	'finishTimestamp',
	'startTimestamp',
	'runStatus',
	'chart',
	'steps',
	'flows',
	'nextStep',
	'workspace',
	'environment',
	'members',
	'roles',
	'groups',
	'trigger',
	'triggers',
	'artifact',
	'parameters',
	'analyzeReport',
	'promotionReport',
	'executionReport',
	'workspaceInfo',
	'runtime',
	'atTimes',
	'atDays',
	'webhook',
	'availability',
	'engines',
	'entitlements',
	'users',
	'sharings',
	'selectedDatasets',
	'crawledDatasets',
	'providers',
	'permissions',
	'connections',
	'resources',
	'types',
	'misfiredExecutionReason',
	'errorMessage',
];

function oddRecord(answers: Answers, way: (type: string) => unknown): IDataObject {
	const [doc, ...rest] = (answers.schema ?? '').split('.');
	const fields = interfaceSchemas[doc!]?.[rest.join('.')]?.fields ?? {};
	const odd = Object.fromEntries(
		[
			...UNDOCUMENTED_FIELDS.map((name) => [name, ''] as const),
			...Object.entries(fields).map(([name, { type }]) => [name, type] as const),
		].map(([name, type]) => [name, way(type)]),
	);
	const needed = goodRecord({ ...answers, schema: undefined }, 0);
	return { ...(odd as IDataObject), ...needed };
}

export function oddAnswer(operation: RequestOperation, way: (type: string) => unknown): Scripted {
	const { answers, pages, method } = operation;
	const good = goodAnswer(operation);
	if (answers.kind === 'record')
		return { status: method === 'POST' ? 201 : 200, body: JSON.stringify(oddRecord(answers, way)) };
	if (answers.kind === 'list')
		return goodPage({ answers, pages } as RequestOperation, [oddRecord(answers, way)], {
			at: pages?.first ?? 0,
			total: 1,
		});
	return good;
}
