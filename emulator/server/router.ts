/**
 * Derives from the declarations the checks that the platform makes before it handles a request:
 * path, parameters, media type, body, and rules about several values. It refuses what is not
 * declared; with `ignoresUnknown`, undeclared query parameters are ignored. identity.ts checks the
 * permission.
 */
import { bodyFields, isWholeBody } from '../../nodes/shared/declare/derived/operationParts';
import { ruleOf } from '../../nodes/shared/declare/field/check';
import {
	type Field,
	type Fields,
	nameOnWire,
	objectSchema,
} from '../../nodes/shared/declare/fields';
import {
	type Operation,
	type RequestOperation,
	type Resource,
} from '../../nodes/shared/declare/operation';
import { inLabels } from '../../nodes/shared/declare/rules';
import {
	UNSHOWN_PATHS,
	withoutVariableNames,
} from '../../platform/descriptions/interfaceDocuments';
import type { Checked } from '../handler';
import { badRequest, Refusal } from '../refusals';
import type { SentBody } from './upload';

/** One method and path of the platform, with all operations that are declared on it. */
export interface Route {
	/** "GET /processing/executions/{executionId}" */
	key: string;
	method: string;
	path: string;
	/** More than one where a path has variants (the ways to create a data plane). */
	operations: RequestOperation[];
}

/**
 * The parameters that select the version, which most endpoints take (docs/platform/interface.md,
 * "Addresses and versions").
 */
const VERSION = ['platformVersion', 'talendVersion'];

/**
 * All routes. Where one has a literal segment and another a parameter, the literal one comes first
 * (`/datasets/attributes` is not a dataset).
 * @param more further operations, which no node has
 */
export function routesOf(
	areas: Readonly<Record<string, readonly Resource[]>>,
	more: readonly RequestOperation[] = [],
): Route[] {
	const routes = new Map<string, Route>();
	for (const operation of [...allOperations(areas), ...more]) {
		const paths = operation.endpoint === '{path}' ? UNSHOWN_PATHS : [operation.endpoint];
		for (const path of paths) {
			const key = `${operation.method} ${withoutVariableNames(path)}`;
			const route = routes.get(key);
			if (route) route.operations.push(operation);
			else
				routes.set(key, {
					key: `${operation.method} ${path}`,
					method: operation.method,
					path,
					operations: [operation],
				});
		}
	}
	return [...routes.values()].sort((a, b) => (sortKeyOf(a.path) < sortKeyOf(b.path) ? -1 : 1));
}

/**
 * "~" sorts after all letters and digits by code unit (but not in the order of a language): literal
 * segments are first.
 */
const sortKeyOf = (path: string) => path.replace(/\{[^}]+\}/g, '~');

function* allOperations(
	areas: Readonly<Record<string, readonly Resource[]>>,
): Generator<RequestOperation> {
	for (const resources of Object.values(areas))
		for (const { operations } of resources)
			for (const operation of Object.values<Operation>(operations))
				if (operation.kind === 'request') yield operation;
}

/** The parts of a request that are checked. */
export interface Parts {
	path: Record<string, string>;
	query: URLSearchParams;
	body: SentBody;
	/** Query parameters that are not declared are ignored. */
	ignoresUnknown?: boolean;
}

/**
 * Checks a request against the operations of its route.
 * @throws Refusal
 */
export function readRequest(route: Route, parts: Parts, now: number): Checked {
	const { path, query, body, ignoresUnknown } = parts;
	const refusals: Refusal[] = [];
	for (const operation of route.operations) {
		try {
			const ignored = undeclaredIn(operation, query);
			if (!ignoresUnknown && ignored.length > 0)
				throw badRequest(`Unknown query parameter ${ignored[0]}`);
			const checked = {
				operation,
				path: checkedPath(operation, path),
				query: readQuery(operation, query),
				ignored,
				body: readBody(operation, body),
			};
			checkRules(operation, checked, now);
			return checked;
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			refusals.push(error);
		}
	}
	throw refusals.length === 1
		? refusals[0]!
		: badRequest(refusals.map(({ message }) => message).join('; or: '));
}

function checkedPath(
	operation: RequestOperation,
	path: Record<string, string>,
): Record<string, string> {
	for (const [name, field] of Object.entries(operation.path ?? {}))
		if (!field.spec.rawPath) checkedValue(field, path[name], `path variable ${name}`);
	return path;
}

/** The names of the query parameters that the operation does not declare. */
function undeclaredIn({ query = {} }: RequestOperation, given: URLSearchParams): string[] {
	const declared = Object.entries(query).map(([name, field]) => nameOnWire(name, field));
	return [...new Set(given.keys())].filter(
		(name) => !VERSION.includes(name) && !declared.includes(name),
	);
}

function readQuery(operation: RequestOperation, given: URLSearchParams): Record<string, unknown> {
	const fields: Fields = operation.query ?? {};
	const byWire = new Map(
		Object.entries(fields).map(([name, field]) => [nameOnWire(name, field), field]),
	);
	const values: Record<string, unknown> = {};
	for (const name of new Set(given.keys())) {
		const field = byWire.get(name);
		if (!field) continue;
		const all = given.getAll(name);
		const many = field.isMany;
		if (!many && all.length > 1)
			throw badRequest(`Query parameter ${name} is given more than once`);
		values[name] = checkedValue(
			field,
			many ? all : fromText(field, all[0]!, name),
			`query parameter ${name}`,
		);
	}
	for (const [name, field] of byWire)
		if (field.spec.required && !(name in values))
			throw badRequest(`Query parameter ${name} is required`);
	return values;
}

function fromText(field: Field, text: string, name: string): unknown {
	if (field.sentAs === 'number') {
		if (!/^-?\d+(\.\d+)?$/.test(text)) throw badRequest(`Query parameter ${name} must be a number`);
		return Number(text);
	}
	if (field.sentAs === 'boolean') {
		if (text !== 'true' && text !== 'false')
			throw badRequest(`Query parameter ${name} must be true or false`);
		return text === 'true';
	}
	return text;
}

function fromJson(text: string, what: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw badRequest(`${what} is not valid JSON`);
	}
}

function readBody(operation: RequestOperation, { type, text, form, bytes }: SentBody): unknown {
	const { body } = operation;
	if (operation.multipart) return readForm(operation, form);
	if (body === undefined) {
		if (text !== '') throw badRequest('This operation takes no body');
		return undefined;
	}
	if (isWholeBody(body) && body.contentTypes) {
		if (type === undefined || !body.contentTypes.includes(type))
			throw new Refusal(415, `The body must be ${body.contentTypes.join(' or ')}`);
		return { type, text, bytes };
	}
	if (isWholeBody(body) && body.contentType) {
		if (type !== body.contentType) throw new Refusal(415, `The body must be ${body.contentType}`);
		return checkedValue(body.field, text, 'body');
	}
	// RFC 7644, 3.1: clients of SCIM should send its own media type.
	const isScim = operation.endpoint.includes('/scim/') && type === 'application/scim+json';
	if (type !== 'application/json' && !isScim)
		throw new Refusal(415, 'The body must be application/json');
	const value = fromJson(text, 'The body');
	if (isWholeBody(body)) return checkedValue(body.field, value, 'body');
	return checkedObject(body, operation.constants, value);
}

/**
 * Checks the parts of an upload: a file for each file field, and one part with all other fields as
 * JSON.
 */
function readForm(
	{ body, constants, multipart }: RequestOperation,
	form: SentBody['form'],
): unknown {
	if (!form) throw new Refusal(415, 'The body must be multipart/form-data');
	const fields = Object.entries(body as Fields);
	const files = fields
		.filter(([, { isFile }]) => isFile)
		.map(([name, field]) => nameOnWire(name, field));
	const parts = [...files, ...(multipart!.jsonPart === undefined ? [] : [multipart!.jsonPart])];
	for (const name of form.keys())
		if (!parts.includes(name)) throw badRequest(`Unknown part ${name}`);
	const uploads: Record<string, unknown> = {};
	for (const name of files) {
		const part = form.get(name);
		if (part === undefined || typeof part === 'string')
			throw badRequest(`Part ${name} must be a file`);
		uploads[name] = part;
	}
	if (multipart!.jsonPart === undefined) return uploads;
	const json = form.get(multipart!.jsonPart);
	if (typeof json !== 'string')
		throw badRequest(`Part ${multipart!.jsonPart} must be JSON as text`);
	const value = fromJson(json, `Part ${multipart!.jsonPart}`);
	const rest = Object.fromEntries(fields.filter(([, { isFile }]) => !isFile));
	return { ...(checkedObject(rest, constants, value) as object), ...uploads };
}

function checkedObject(
	body: Fields,
	constants: RequestOperation['constants'],
	value: unknown,
): unknown {
	const rest = { ...(value as Record<string, unknown>) };
	for (const [name, constant] of Object.entries(constants ?? {})) {
		// A constant that is also a field is checked as that field.
		if (name in body) continue;
		if (JSON.stringify(rest[name]) !== JSON.stringify(constant))
			throw badRequest(`Field ${name} must be ${JSON.stringify(constant)}`);
		delete rest[name];
	}
	const result = objectSchema(body).safeParse(
		typeof value === 'object' && value !== null && !Array.isArray(value) ? rest : value,
	);
	if (!result.success) throw badRequest(issueInWords('Field', result.error.issues[0]!));
	return value;
}

function checkedValue(field: Field, value: unknown, what: string): unknown {
	const result = field.schema.safeParse(value);
	if (!result.success)
		throw badRequest(
			issueInWords(what.charAt(0).toUpperCase() + what.slice(1), result.error.issues[0]!),
		);
	return value;
}

function issueInWords(what: string, issue: Parameters<typeof ruleOf>[0]): string {
	return `${what}${issue.path.length > 0 ? ` ${issue.path.join('.')}` : ''} ${ruleOf(issue)}`;
}

function checkRules(operation: RequestOperation, checked: Checked, now: number): void {
	const named: Record<string, unknown> = { ...checked.path };
	for (const [name, field] of Object.entries({ ...operation.query, ...bodyFields(operation) })) {
		const apiName = nameOnWire(name, field);
		const body = checked.body as Record<string, unknown> | undefined;
		named[name] =
			operation.body && isWholeBody(operation.body) && name === operation.body.whole
				? checked.body
				: (checked.query[apiName] ?? body?.[apiName]);
	}
	for (const rule of operation.rules ?? []) {
		if (rule.caution) continue;
		const finding = rule.finding(named as never, now);
		if (finding) throw badRequest(`Field ${rule.field} ${inLabels(finding, {})}`);
	}
}
