/**
 * The data of the account for the page: the lists without required parameters, as the platform
 * would return them.
 */
import type { IDataObject } from 'n8n-workflow';

import { ofKind } from '../../nodes/shared/declare/answers';
import { recordsOf, totalOf } from '../../nodes/shared/declare/lists/listInResponse';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { isSecretAt } from '../../nodes/shared/engine/output/secrets';
import { isObject } from '../../nodes/shared/support/json';
import { namesSecret } from '../../nodes/shared/support/text/mask';
import { everyOperation, placeInWords, titleOf } from '../../platform/operations';

interface ListContents {
	title: string;
	/** How many records there are; "100+" if the list does not say how many more follow. */
	total: string;
	/** The first records, without secrets. */
	records: unknown[];
}

/** How many records of a list are shown. */
const MAX_RECORDS = 100;

/** The lists that can be read without a variable in the path; a resource can have several. */
const LISTS = everyOperation.flatMap(({ area, resource, operation }) =>
	operation.kind === 'request' &&
	operation.method === 'GET' &&
	operation.answers.kind === 'list' &&
	!operation.endpoint.includes('{')
		? [
				{
					title: `${titleOf(area).replace('Talend Cloud ', '')} → ${operation.name === 'Get Many' ? resource.name : placeInWords({ resource, operation })}`,
					operation,
				},
			]
		: [],
);

/** Reads a list of the platform without a request; undefined if it is refused. */
export type ReadList = (operation: RequestOperation) => Promise<unknown>;

export async function readContents(readList: ReadList): Promise<ListContents[]> {
	const lists: ListContents[] = [];
	for (const { title, operation } of LISTS) {
		const body = await readList(operation);
		const records =
			body === undefined ? undefined : recordsOf(body, ofKind('list', operation.answers).listPath);
		if (!records || records.length === 0) continue;
		const all = records.map((record) =>
			typeof record === 'object' && record !== null
				? showRecord(operation, record)
				: { value: record },
		);
		const total = totalOf(
			{ status: 200, body, headers: {} },
			ofKind('list', operation.answers).listPath,
		);
		lists.push({
			title,
			total:
				total === undefined && all.length >= MAX_RECORDS
					? `${MAX_RECORDS}+`
					: String(total ?? all.length),
			records: all.slice(0, MAX_RECORDS),
		});
	}
	return lists.sort((a, b) => (a.title < b.title ? -1 : 1));
}

/** A record, the most useful fields first, without anything that works like a credential. */
function showRecord({ answers }: RequestOperation, record: IDataObject): IDataObject {
	const sensitive = new Set(answers.sensitive);
	const names = (answers.simple ?? Object.keys(record)).filter(
		(name) => record[name] !== undefined && !sensitive.has(name) && !namesSecret(name),
	);
	const first = ['name', 'label', 'id'].filter((name) => names.includes(name));
	return Object.fromEntries(
		[...first, ...names.filter((name) => !first.includes(name))].map((name) => [
			name,
			withoutSecretFields(record[name]),
		]),
	) as IDataObject;
}

function withoutSecretFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutSecretFields);
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([name]) => !isSecretAt(value, name))
			.map(([name, inner]) => [name, withoutSecretFields(inner)]),
	);
}
