/** Lists of SCIM 2.0: which attributes are returned, in which order, and how many (RFC 7644, 3.4.2). */
import { ok, type Result } from '../areas/handler';
import { Refusal } from '../refusals';
import { scimFilter } from './scimFilter';

export type Json = Record<string, unknown>;

const PAGE = 100;

/** The refusal of a value that does not fit its attribute. */
export const invalidValue = (message: string): Refusal =>
	new Refusal(400, message, { code: 'invalidValue' });

/** Only the requested attributes; `schemas` and `id` are always returned (RFC 7643, "returned"). */
export function withAttributes(
	resource: Json,
	attributes: unknown,
	excluded: unknown,
	known: readonly string[],
): Json {
	const wanted = pathsOf(attributes, known);
	const unwanted = pathsOf(excluded, known);
	let result = resource;
	if (wanted) {
		result = { schemas: resource.schemas, id: resource.id };
		for (const path of wanted) {
			const [name, sub] = path as [string, string?];
			if (resource[name] === undefined) continue;
			result[name] =
				sub === undefined
					? resource[name]
					: mergeAttributes(
							result[name],
							eachOf(resource[name], (inner) => ({ [sub]: inner[sub] })),
						);
		}
	}
	for (const [name, sub] of (unwanted ?? []) as Array<[string, string?]>) {
		if (name === 'id' || name === 'schemas' || result[name] === undefined) continue;
		result = { ...result };
		if (sub === undefined) delete result[name];
		else
			result[name] = eachOf(result[name], (inner) =>
				Object.fromEntries(Object.entries(inner).filter(([each]) => each !== sub)),
			);
	}
	return result;
}

/** "userName,name.givenName" as paths in the spelling of the schema. @throws Refusal for an unknown attribute */
function pathsOf(given: unknown, known: readonly string[]): string[][] | undefined {
	if (given === undefined) return undefined;
	const names = Array.isArray(given) ? (given as string[]) : String(given).split(',');
	return names.map((name) => {
		const [root, ...rest] = name
			.trim()
			.replace(/^urn:.*:/, '')
			.split('.') as [string, ...string[]];
		const spelled = known.find((each) => each.toLowerCase() === root.toLowerCase());
		if (spelled === undefined) throw invalidValue(`There is no attribute ${root}`);
		return [spelled, ...rest];
	});
}

const eachOf = (value: unknown, change: (inner: Json) => Json): unknown =>
	Array.isArray(value) ? value.map((inner) => change(inner as Json)) : change(value as Json);

function mergeAttributes(before: unknown, added: unknown): unknown {
	if (before === undefined) return added;
	if (Array.isArray(before))
		return before.map((inner: Json, index) => ({ ...inner, ...(added as Json[])[index] }));
	return { ...(before as Json), ...(added as Json) };
}

/** What a list of SCIM can be asked, in the query or in the body of a search. */
export interface ScimListRequest {
	attributes?: unknown;
	excludedAttributes?: unknown;
	filter?: string;
	sortBy?: string;
	sortOrder?: string;
	startIndex?: number;
	count?: number;
}

/** A page of what a filter lets through (RFC 7644, 3.4.2). */
export function scimPage(
	all: readonly Json[],
	asked: ScimListRequest,
	known: readonly string[],
): Result {
	const passes = asked.filter === undefined ? () => true : scimFilter(asked.filter, known);
	const found = all.filter(passes);
	if (asked.sortBy !== undefined) {
		const [path] = pathsOf(asked.sortBy, known)!;
		const direction = asked.sortOrder === 'descending' ? -1 : 1;
		found.sort((a, b) => direction * compareValues(sortValue(a, path!), sortValue(b, path!)));
	}
	const start = asked.startIndex ?? 1;
	const part = found.slice(start - 1, start - 1 + (asked.count ?? PAGE));
	return ok({
		schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
		totalResults: found.length,
		startIndex: start,
		itemsPerPage: part.length,
		Resources: part.map((resource) =>
			withAttributes(resource, asked.attributes, asked.excludedAttributes, known),
		),
	});
}

/** Of several values the main one counts, else the first (RFC 7644, 3.4.2.3). */
function sortValue(resource: unknown, path: readonly string[]): unknown {
	let value = resource;
	for (const name of path) {
		if (Array.isArray(value))
			value = (value as Json[]).find(({ primary }) => primary === true) ?? value[0];
		value = (value as Json | undefined)?.[name];
	}
	if (Array.isArray(value))
		value = (
			(value as Json[]).find(({ primary }) => primary === true) ?? (value[0] as Json | undefined)
		)?.value;
	return value;
}

/** Unset values are last. */
function compareValues(a: unknown, b: unknown): number {
	if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
	const [left, right] = [String(a).toLowerCase(), String(b).toLowerCase()];
	return left < right ? -1 : left > right ? 1 : 0;
}
