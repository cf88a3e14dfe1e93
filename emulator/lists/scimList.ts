/**
 * Lists of SCIM 2.0: which attributes are returned, in which order, and how many (RFC 7644, 3.4.2).
 */
import { ok, type Result } from '../handler';
import { Refusal } from '../refusals';
import { scimFilter } from './scimFilter';

export type Json = Record<string, unknown>;

const PAGE_SIZE = 100;

/** The refusal of a value that its attribute cannot have. */
export const invalidValue = (message: string): Refusal =>
	new Refusal(400, message, { code: 'invalidValue' });

/** Only the requested attributes; `schemas` and `id` are always returned (RFC 7643, "returned"). */
export function withAttributes(
	resource: Json,
	attributes: unknown,
	excluded: unknown,
	knownNames: readonly string[],
): Json {
	const wantedPaths = pathsOf(attributes, knownNames);
	const unwanted = pathsOf(excluded, knownNames);
	let result = resource;
	if (wantedPaths) {
		result = { schemas: resource.schemas, id: resource.id };
		for (const path of wantedPaths) {
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

/**
 * "userName,name.givenName" as paths in the spelling of the schema.
 * @throws Refusal for an unknown attribute
 */
function pathsOf(raw: unknown, knownNames: readonly string[]): string[][] | undefined {
	if (raw === undefined) return undefined;
	const names = Array.isArray(raw) ? (raw as string[]) : String(raw).split(',');
	return names.map((name) => {
		const [root, ...rest] = name
			.trim()
			.replace(/^urn:.*:/, '')
			.split('.') as [string, ...string[]];
		const spelled = knownNames.find((each) => each.toLowerCase() === root.toLowerCase());
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

/** The parameters of a SCIM list, in the query or in the body of a search. */
export interface ScimListRequest {
	attributes?: unknown;
	excludedAttributes?: unknown;
	filter?: string;
	sortBy?: string;
	sortOrder?: string;
	startIndex?: number;
	count?: number;
}

/** A page of the resources that match a filter (RFC 7644, 3.4.2). */
export function scimPage(
	all: readonly Json[],
	parameters: ScimListRequest,
	knownNames: readonly string[],
): Result {
	const passes =
		parameters.filter === undefined ? () => true : scimFilter(parameters.filter, knownNames);
	const matches = all.filter(passes);
	if (parameters.sortBy !== undefined) {
		const [path] = pathsOf(parameters.sortBy, knownNames)!;
		const direction = parameters.sortOrder === 'descending' ? -1 : 1;
		matches.sort((a, b) => direction * compareValues(sortValue(a, path!), sortValue(b, path!)));
	}
	const start = parameters.startIndex ?? 1;
	const part = matches.slice(start - 1, start - 1 + (parameters.count ?? PAGE_SIZE));
	return ok({
		schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
		totalResults: matches.length,
		startIndex: start,
		itemsPerPage: part.length,
		Resources: part.map((resource) =>
			withAttributes(resource, parameters.attributes, parameters.excludedAttributes, knownNames),
		),
	});
}

/**
 * The value to sort by. Of several values, the primary one counts, or else the first one (RFC 7644,
 * 3.4.2.3).
 */
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

/** Unset values are last, and first in descending order (RFC 7644, 3.4.2.3). */
function compareValues(a: unknown, b: unknown): number {
	if (a === b) return 0;
	if (a === undefined) return 1;
	if (b === undefined) return -1;
	const [left, right] = [String(a).toLowerCase(), String(b).toLowerCase()];
	if (left === right) return 0;
	return left < right ? -1 : 1;
}
