/** The parameters of one item → checked input. Nothing leaves that the declaration forbids. */
import type { IDataObject } from 'n8n-workflow';

import { BadInput, type Reading } from '../declare/badInput';
import { type Field, type Fields, labelOf, nameOnWire } from '../declare/field';
import { collectionOf, hasJsonInput, hasJsonTwin, isTopLevel, jsonTwin } from '../declare/layout';
import { type Input, type Operation, type RequestOperation } from '../declare/operation';
import { bodyFields, inputFields, isWhole } from '../declare/define';
import { asSwitch, readField } from '../declare/read';
import type { Rule } from '../declare/rules';
import { clock } from '../support/clock';

export type ReadParameter = (name: string) => unknown;

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
