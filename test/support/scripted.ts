/**
 * A server that is independent of the emulator: it knows the operations only from their
 * declarations, and gives each the simplest successful response, or the one that a test sets.
 */
import type { IDataObject } from 'n8n-workflow';

import { APPLICATIONS } from '../../credentials/values/applications';
import { areas } from '../../nodes/areas';
import { type Answers, ofKind } from '../../nodes/shared/declare/answers';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { interfaceSchemas } from '../../platform/descriptions/interfaceDocuments';
import { type Received, type Reply, serve } from './server';

export interface Asked extends Received {
	/** The declared operation that the request belongs to. */
	operation?: RequestOperation;
}

export type Scripted = Reply & { status: number };

/** What a credential says to reach a server that is all applications at once. */
export const everywhereAt = (address: string) => ({
	region: 'other',
	address,
	...Object.fromEntries(APPLICATIONS.map(({ field }) => [field, address])),
});

export interface ScriptedServer {
	address: string;
	/** All requests since it was last emptied. */
	asked: Asked[];
	/** Returns the response; {@link goodAnswer} if it returns nothing. */
	script: (asked: Asked) => Scripted | undefined;
	close: () => Promise<void>;
}

export async function startScripted(): Promise<ScriptedServer> {
	const { address, close } = await serve((received) => {
		const asked = { ...received, operation: operationAt(received.method, received.path) };
		server.asked.push(asked);
		const { body, ...reply } =
			server.script(asked) ?? (asked.operation ? goodAnswer(asked.operation) : { status: 404 });
		return { ...reply, body: typeof body === 'string' ? withAskedId(asked, body) : body };
	});
	const server: ScriptedServer = { address, asked: [], script: () => undefined, close };
	return server;
}

/** A record that {@link goodRecord} made, with the ID by which it was asked for. */
function withAskedId({ operation, path }: Asked, body: string): string {
	if (operation?.answers.kind !== 'record' || operation.method === 'POST') return body;
	const {
		idVariable = operation.endpoint.endsWith('}')
			? Object.keys(operation.path ?? {}).at(-1)
			: undefined,
	} = operation.answers;
	const at = operation.endpoint.split('/').indexOf(`{${idVariable}}`);
	if (at < 0) return body;
	const asked = JSON.stringify(decodeURIComponent(path.split('/')[at]!));
	// A record that has its ID in another field says so.
	const { key } = operation.answers;
	if (key !== undefined) return body.replace(`"${key}":"${key}-0"`, () => `"${key}":${asked}`);
	return body.replace(
		/"(id|executable|executionId|definitionId)":"\1-0"/,
		(_all, name: string) => `"${name}":${asked}`,
	);
}

const declared: Array<{ operation: RequestOperation; path: RegExp; fixed: number }> = Object.values(
	areas,
)
	.flat()
	.flatMap(({ operations }) => Object.values(operations))
	.flatMap((operation) => (operation.kind === 'flow' ? operation.uses : [operation]))
	.filter(({ endpoint }) => endpoint !== '{path}')
	.map((operation) => ({
		operation,
		path: new RegExp(
			`^${operation.endpoint.replace(/[.$]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`,
		),
		fixed: operation.endpoint.replace(/\{[^}]+\}/g, '').length,
	}))
	.sort((a, b) => b.fixed - a.fixed);

/** The operation of a request: if several match, the one with the most literal characters. */
const operationAt = (method: string, path: string): RequestOperation | undefined =>
	declared.find(({ operation, path: pattern }) => operation.method === method && pattern.test(path))
		?.operation;

/** A simple successful response of an operation. */
export function goodAnswer({ answers, method, pages }: RequestOperation): Scripted {
	switch (answers.kind) {
		case 'nothing':
			return { status: method === 'POST' ? 202 : 204 };
		case 'file':
			return {
				status: 200,
				body: FILES[answers.fileFormat ?? 'any'],
				headers: { 'content-type': 'application/octet-stream' },
			};
		case 'record':
			return {
				status: method === 'POST' ? 201 : 200,
				body: JSON.stringify(goodRecord(answers, 0)),
			};
		case 'list':
			return goodPage({ answers, pages } as RequestOperation, [goodRecord(answers, 0)], {
				at: pages?.first ?? 0,
				total: 1,
			});
	}
}

/** The beginning of a file of each form. */
const FILES = {
	any: 'a file',
	zip: 'PK\x03\x04',
	csv: 'id,name\n',
	definition: 'openapi: 3.0.3\n',
};

/** A record with the required fields of its schema. */
export function goodRecord(answers: Answers, number: number): IDataObject {
	const { schema, key } = answers;
	const { requiredFields = [] } = ofKind('record', answers);
	const [doc, ...rest] = (schema ?? '').split('.');
	const fields = interfaceSchemas[doc!]?.[rest.join('.')]?.fields ?? {};
	const made: IDataObject = {};
	for (const [name, { type, required }] of Object.entries(fields))
		if (required) made[name] = valueOf(type, `${name}-${number}`, number);
	for (const name of [
		...requiredFields.map((names) => [names].flat()[0]!),
		...(key === undefined ? [] : [key]),
	])
		made[name] = `${name}-${number}`;
	if (Object.keys(made).length === 0) made.text = `record ${number}`;
	return made;
}

function valueOf(type: string, text: string, number: number): IDataObject[string] {
	if (/^array/.test(type)) return [];
	if (/^(integer|number)/.test(type)) return number;
	if (/^boolean/.test(type)) return false;
	if (/^datetime/.test(type)) return '2026-03-01T00:00:00Z';
	return /^string/.test(type) ? text : {};
}

/**
 * A page of a list in the form that its operation uses, with its position, and the total if `total`
 * is given.
 */
export function goodPage(
	{ answers, pages }: RequestOperation,
	records: unknown[],
	{ at, total, next, last }: { at: number; total?: number; next?: number; last?: boolean },
): Scripted {
	const { listPath, page = '' } = ofKind('list', answers);
	const totalAs = (name: string) => (total === undefined ? {} : { [name]: total });
	if (pages?.style.startsWith('page and size'))
		return {
			status: 200,
			body: JSON.stringify(records),
			headers: {
				'content-type': 'application/json',
				...(total === undefined ? {} : { 'total-elements': String(total) }),
				...(last === undefined ? {} : { 'page-last': String(last) }),
			},
		};
	const around: unknown =
		pages?.style.startsWith('SCIM') || page.startsWith('A.List')
			? { Resources: records, ...totalAs('totalResults') }
			: pages?.style.startsWith('startIndex')
				? {
						size: records.length,
						data: records,
						...totalAs('totalSize'),
						...(next === undefined ? {} : { nextIndex: next }),
					}
				: listPath !== undefined ||
					  (pages?.size !== undefined && !pages.style.startsWith('page from 0'))
					? { items: records, limit: records.length, offset: at, ...totalAs('total') }
					: records;
	return {
		status: 200,
		body: JSON.stringify(
			listPath === undefined ? around : { task_execution_id: 'run', [listPath]: around },
		),
	};
}
