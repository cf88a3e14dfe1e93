/** The parameters of one item → a checked request. Nothing leaves that the declaration forbids. */
import type { IDataObject } from 'n8n-workflow';

import { clock } from './clock';
import { nameOnWire, labelOf, type Field, type Fields } from './field';
import {
	bodyFields,
	inputFields,
	isWhole,
	type Input,
	type Method,
	type Operation,
	type RequestOperation,
	type Rule,
} from './operation';
import { asSwitch, BadInput, readField, type Reading } from './values';

/** A request as it leaves, apart from the address and the authorization. */
export interface WireRequest {
	method: Method;
	/** Path with its variables filled in and the query behind it. */
	url: string;
	body?: string;
	headers: Record<string, string>;
	/** The answer is a file: take its bytes as they are. */
	binary?: boolean;
}

export type ReadParameter = (name: string) => unknown;

/** The name of the collection that holds the optional fields of an operation. */
export function collectionOf(operation: Operation): 'filters' | 'additionalFields' | 'updateFields' | 'options' {
	if (operation.kind === 'flow') return 'options';
	if (operation.answers.kind === 'list') return 'filters';
	// Beside a body that is one field, what may be left out is an option of the call.
	if (isWhole(operation.body)) return 'options';
	if (operation.method === 'POST' && operation.effect === 'once' && operation.body !== undefined) return 'additionalFields';
	if (operation.method === 'PUT' || operation.method === 'PATCH') return 'updateFields';
	return 'options';
}

/**
 * Reads and checks all that an operation takes from the parameters of one item.
 * @throws BadInput naming the field and the rule
 */
export function readInput(operation: Operation, parameter: ReadParameter, reading: Reading): Input {
	const given = givenValues(operation, parameter, reading);
	const settings = readAll(operation.settings ?? {}, parameter, collectionOf(operation), reading);
	return assemble(operation, given, settings);
}

/** As {@link readInput} from values that are already those of the wire, by parameter name. */
export function inputFrom(operation: RequestOperation, values: IDataObject): Input {
	const reading = { timezone: 'UTC' };
	const fields: Fields = { ...operation.path, ...operation.query, ...bodyFields(operation) };
	const given: IDataObject = {};
	for (const [name, field] of Object.entries(fields)) {
		const value = readField(name, field, values[name], reading);
		if (value !== undefined) given[name] = value as IDataObject;
	}
	return assemble(operation, given, {});
}

function assemble(operation: Operation, given: IDataObject, settings: IDataObject): Input {
	const values = { ...settings, ...given };
	for (const { field, label, finding } of findings(operation, operation.rules, values))
		throw new BadInput(field, label, finding);
	if (operation.kind === 'flow')
		return { path: {}, query: {}, body: undefined, settings, values };
	const body = operation.body;
	if (body !== undefined && !isWhole(body) && ['PUT', 'PATCH'].includes(operation.method)) checkChangesSomething(body, given);
	return {
		path: pick(operation.path ?? {}, given),
		query: pick(operation.query ?? {}, given),
		body:
			body === undefined
				? undefined
				: isWhole(body)
					? given[body.whole]
					: { ...operation.constants, ...pick(body, given) },
		settings,
		values,
	};
}

/** What the warnings of an operation say of checked input, in sentences. */
export function warningsOf(operation: Operation, { values }: Input): string[] {
	return [...findings(operation, operation.warnings, values)].map(({ label, finding }) => `${label} ${finding}`);
}

function* findings(operation: Operation, rules: readonly Rule[] = [], values: IDataObject) {
	const fields = { ...inputFields(operation), ...operation.settings };
	for (const { field, check } of rules) {
		const finding = check(values, clock.now());
		const declared = fields[field];
		if (finding !== undefined) yield { field, label: declared ? labelOf(field, declared) : field, finding };
	}
}

/** An update without a field would be sent and change nothing, or everything to its default. A required field that is hidden is made from others. */
function checkChangesSomething(body: Fields, given: IDataObject): void {
	if (Object.values(body).some(({ spec }) => spec.required)) return;
	if (Object.keys(body).length > 0 && Object.keys(body).every((name) => given[name] === undefined))
		throw new BadInput('updateFields', 'Update Fields', 'needs at least one field to change');
}

function pick(fields: Fields, given: IDataObject): IDataObject {
	const picked: IDataObject = {};
	for (const [name, field] of Object.entries(fields))
		if (given[name] !== undefined) picked[nameOnWire(name, field)] = given[name];
	return picked;
}

function givenValues(operation: Operation, parameter: ReadParameter, reading: Reading): IDataObject {
	return readAll(inputFields(operation), parameter, collectionOf(operation), reading);
}

/** Required fields stand on top, optional ones in the operation's collection. */
function readAll(
	fields: Fields,
	parameter: ReadParameter,
	collection: string,
	reading: Reading,
): IDataObject {
	const optional = Object.values(fields).some((field) => !isTopLevel(field));
	const inner = optional ? ((parameter(collection) ?? {}) as IDataObject) : {};
	const values: IDataObject = {};
	for (const [name, field] of Object.entries(fields)) {
		if (!isShown(field, parameter)) continue;
		const raw = isTopLevel(field) ? topLevel(name, field, parameter) : optionalRaw(name, field, inner);
		const value = readField(name, field, raw, reading);
		if (value !== undefined) values[name] = value as IDataObject;
	}
	return values;
}

/** A field that is hidden is not read: what it held before must not count. */
function isShown(field: Field, parameter: ReadParameter): boolean {
	return Object.entries(field.spec.shownWhen ?? {}).every(([name, values]) => {
		const raw = parameter(name);
		return values.includes(asSwitch(raw) ?? raw);
	});
}

/** Required fields stand on top, and so do those that start with a value: inside a collection they could not be seen. */
export function isTopLevel({ spec }: Field): boolean {
	return spec.required || spec.initial !== undefined || spec.onTop === true;
}

/** Whether a field stands directly in a form of several, beside the required ones. */
export function isFirstInForm({ spec }: Field): boolean {
	return spec.required || spec.onTop === true;
}

/** Required rows and objects may be given as a form or as JSON. */
function topLevel(name: string, field: Field, parameter: ReadParameter): unknown {
	if (!hasJsonInput(field)) return parameter(name);
	return parameter(`${name}Input`) === 'json' ? parameter(`${name}Json`) : parameter(name);
}

/** Optional rows, objects and pairs have a second input that takes the whole as JSON, as from an expression. */
function optionalRaw(name: string, field: Field, inner: IDataObject): unknown {
	const json = hasJsonTwin(field) ? inner[jsonTwin(name)] : undefined;
	if (json === undefined || json === null || json === '') return inner[name];
	const form = inner[name];
	if (form !== undefined && form !== null && Object.keys(form).length > 0)
		throw new BadInput(jsonTwin(name), `${labelOf(name, field)} (JSON)`, `cannot be used together with ${labelOf(name, field)}: give only one of them`);
	return json;
}

/** Name of the input that takes a form as JSON. */
export const jsonTwin = (name: string): string => `${name}Json`;

/** Whether an optional field has a second input that takes JSON. */
export function hasJsonTwin(field: Field): boolean {
	return !isTopLevel(field) && ['rows', 'object', 'pairs'].includes(field.spec.kind);
}

/** Whether a person may choose to give a top-level field as JSON instead of by the form. */
export function hasJsonInput(field: Field): boolean {
	return isTopLevel(field) && ['rows', 'object', 'pairs'].includes(field.spec.kind);
}

// ---------------------------------------------------------------------------------------------

/** Fills a request in from checked input, page parameters included. */
export function buildRequest(operation: RequestOperation, input: Input, page: IDataObject = {}): WireRequest {
	const inBody = operation.pages?.where === 'body';
	const query = inBody ? input.query : { ...input.query, ...page };
	const headers: Record<string, string> = { Accept: 'application/json, text/plain, */*' };
	const request: WireRequest = {
		method: operation.method,
		url: fillPath(operation, input.path) + queryString(query),
		headers,
	};
	if (operation.answers.kind === 'file') request.binary = true;
	if (operation.body !== undefined && isWhole(operation.body) && operation.body.contentType) {
		headers['Content-Type'] = operation.body.contentType;
		request.body = String(input.body ?? '');
	} else if (operation.body !== undefined) {
		headers['Content-Type'] = 'application/json';
		request.body = JSON.stringify(
			inBody ? { ...(input.body as IDataObject), ...page } : input.body,
		);
	}
	return request;
}

function fillPath(operation: RequestOperation, variables: IDataObject): string {
	return operation.endpoint.replace(/\{([^}]+)\}/g, (_, name: string) => {
		const field = (operation.path ?? {})[name];
		const label = field ? labelOf(name, field) : name;
		const value = String(variables[field ? nameOnWire(name, field) : name] ?? '');
		return field?.spec.rawPath ? checkedPath(name, label, value) : encodedSegment(name, label, value);
	});
}

/** One path segment, encoded whole. Empty and dot segments would address something else. */
function encodedSegment(name: string, label: string, value: string): string {
	if (value.trim() === '') throw new BadInput(name, label, 'must not be empty');
	if (value === '.' || value === '..') throw new BadInput(name, label, 'must not be "." or ".."', value);
	return encodeURIComponent(value);
}

/** A path that the person gave whole: on this platform, forward, without a query. */
function checkedPath(name: string, label: string, value: string): string {
	if (!/^\/[A-Za-z0-9._~%-]+(\/[A-Za-z0-9._~%-]+)*$/.test(value))
		throw new BadInput(name, label, 'must be a path that begins with "/" and has no query, such as /processing/…', value);
	for (const segment of value.split('/')) {
		const plain = decoded(segment);
		if (plain === undefined) throw new BadInput(name, label, 'must be correctly encoded', value);
		if (plain === '.' || plain === '..' || plain.includes('/') || plain.includes('\\'))
			throw new BadInput(name, label, 'must not have "." or ".." in it', value);
	}
	return value;
}

function decoded(segment: string): string | undefined {
	try {
		return decodeURIComponent(segment);
	} catch {
		return undefined;
	}
}

/** Arrays are sent repeated: `userIds=a&userIds=b` (interface README, decision 2). */
export function queryString(query: IDataObject): string {
	const parts: string[] = [];
	for (const [name, value] of Object.entries(query)) {
		if (value === undefined || value === null) continue;
		for (const entry of Array.isArray(value) ? value : [value])
			parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(entry))}`);
	}
	return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
