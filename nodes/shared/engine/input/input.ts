/** The parameters of one item → checked input. Nothing that the declaration forbids is sent. */
import type { IDataObject } from 'n8n-workflow';

import {
	ADD_UPDATE_FIELD,
	BadInput,
	type FieldContext,
	MissingInput,
	type Reading,
} from '../../declare/input/badInput';
import { type Field, type Fields, labelOf, nameOnWire } from '../../declare/field';
import {
	collectionOf,
	isInCollection,
	isTopLevel,
	jsonTwin,
	startsFilled,
} from '../../declare/layout';
import { type Input, type Operation, type RequestOperation } from '../../declare/operation';
import {
	allFields,
	bodyFields,
	CLEAR_FIELDS,
	inputFields,
	isWholeBody,
} from '../../declare/define';
import { purposeOf } from '../../declare/purpose';
import { asSwitch, isExpression, isUntouched, readField } from '../../declare/input/read';
import { brokenRule, inLabels, type Rule } from '../../declare/rules';
import { isInVersion } from '../../declare/versions';
import { clock } from '../../support/clock';
import { titleCase } from '../../support/words';
import { objectIn } from '../../support/json';

export interface Parameters {
	/** A value, with its expressions resolved. */
	value: (name: string) => unknown;
	/** As it was entered, with its expressions. */
	written: (name: string) => unknown;
}

export interface ReadFields {
	given: IDataObject;
	settings: IDataObject;
}

/**
 * Reads and checks each field separately.
 * @throws BadInput naming the field and the rule
 */
export function checkFields(
	operation: Operation,
	parameters: Parameters,
	reading: Reading,
): ReadFields {
	return {
		given: readAll(inputFields(operation), operation, parameters, reading),
		settings: readAll(operation.settings ?? {}, operation, parameters, reading),
	};
}

/** Checked input from values in the API's form, by parameter name. @throws BadInput naming the field and the rule */
export function inputFrom(operation: RequestOperation, values: IDataObject): Input {
	const reading = { timezone: 'UTC' };
	const fields = Object.entries({
		...operation.path,
		...operation.query,
		...bodyFields(operation),
	});
	const read = fields.map(
		([name, field]) => [name, readField(name, field, values[name], reading)] as const,
	);
	const given = Object.fromEntries(read.filter(([, value]) => value !== undefined)) as IDataObject;
	return assemble(operation, { given, settings: {} });
}

/**
 * Checks rules over several fields, and puts each value where it is sent.
 * @param isTrial nothing will be sent: then nothing has to be confirmed
 * @throws BadInput naming the field and the rule
 */
export function assemble(operation: Operation, read: ReadFields, isTrial = false): Input {
	const { settings } = read;
	const given = withCleared(operation, read);
	const values = { ...settings, ...given };
	const rules = operation.rules?.filter(({ confirmation }) => !(isTrial && confirmation));
	for (const { field, declared, finding } of findings(operation, rules, values))
		throw brokenRule(
			field,
			declared,
			finding,
			declared && !isTopLevel(declared) ? titleCase(collectionOf(operation)) : undefined,
		);
	if (operation.kind === 'flow') return { path: {}, query: {}, body: undefined, settings, values };
	const { body, path = {}, query = {}, constants } = operation;
	const isWhole = isWholeBody(body);
	if (body !== undefined && !isWhole && ['PUT', 'PATCH'].includes(operation.method))
		checkChangesSomething(body, operation, given, settings);
	const sent = isWhole ? given[body.whole] : body && { ...constants, ...pick(body, given) };
	return { path: pick(path, given), query: pick(query, given), body: sent, settings, values };
}

/** What was given, with the empty values of the fields that are to be cleared. */
function withCleared(operation: Operation, { given, settings }: ReadFields): IDataObject {
	const names = (settings[CLEAR_FIELDS] ?? []) as string[];
	const fields = allFields(operation);
	for (const name of names) {
		if (given[name] === undefined && settings[name] === undefined) continue;
		const rule = `has ${labelOf(name, fields[name]!)}, which is given a value as well: do only one of both`;
		throw new BadInput(CLEAR_FIELDS, labelOf(CLEAR_FIELDS, fields[CLEAR_FIELDS]!), rule);
	}
	return {
		...given,
		...(Object.fromEntries(names.map((name) => [name, fields[name]!.emptied])) as IDataObject),
	};
}

/** The warnings of an operation about checked input, as sentences. */
export function warningsOf(operation: Operation, { values }: Input): string[] {
	return [...findings(operation, operation.warnings, values)].map(
		({ field, declared, finding }) => `${declared ? labelOf(field, declared) : field} ${finding}`,
	);
}

function* findings(operation: Operation, rules: readonly Rule[] = [], values: IDataObject) {
	const fields = allFields(operation);
	for (const { field, check } of rules) {
		const finding = check(values, clock.now());
		const declared = fields[field];
		if (finding !== undefined) yield { field, declared, finding: inLabels(finding, fields) };
	}
}

/**
 * An update without a field would change nothing, or everything to its default. A hidden field is built from others if it is required,
 * or if the setting that hides it has another value than at first. If all fields are at the top, a rule of the operation says what is
 * needed.
 */
function checkChangesSomething(
	body: Fields,
	operation: Operation,
	given: IDataObject,
	settings: IDataObject,
): void {
	const chosen = (name: string) =>
		settings[name] !== undefined && settings[name] !== operation.settings![name]!.spec.initial;
	if (Object.values(body).every(({ spec }) => spec.onTop)) return;
	if (
		Object.values(body).some(
			({ spec, shownFor }) => spec.required || Object.keys(shownFor).some(chosen),
		)
	)
		return;
	if (Object.keys(body).every((name) => given[name] === undefined))
		throw new MissingInput(
			'updateFields',
			'Update Fields',
			'needs at least one field to change',
			ADD_UPDATE_FIELD,
		);
}

function pick(fields: Fields, given: IDataObject): IDataObject {
	const picked = Object.entries(fields).filter(([name]) => given[name] !== undefined);
	return Object.fromEntries(picked.map(([name, field]) => [nameOnWire(name, field), given[name]]));
}

/** The parameters in the collection of an operation. */
export function insideCollection(operation: Operation, parameters: Parameters): Parameters {
	const collection = collectionOf(operation);
	const within = (value: unknown, key: string) => objectIn(value)[key];
	return {
		value: (key) => within(parameters.value(collection), key),
		written: (key) => {
			const written = parameters.written(collection);
			// The whole collection may be one expression, and so is each value in it.
			return typeof written === 'string' ? written : within(written, key);
		},
	};
}

/** The collection of an operation, whose expressions are resolved once. */
interface Collection extends Parameters {
	/** Whether the user has added a field. */
	has: (name: string) => boolean;
}

const EMPTY: Collection = { value: () => undefined, written: () => undefined, has: () => false };

function collectionFor(operation: Operation, parameters: Parameters): Collection {
	const values = (parameters.value(collectionOf(operation)) ?? {}) as IDataObject;
	return {
		...insideCollection(operation, parameters),
		value: (name) => values[name],
		has: (name) => Object.hasOwn(values, name),
	};
}

/** Required fields are at the top, optional ones in the operation's collection. */
function readAll(
	fields: Fields,
	operation: Operation,
	parameters: Parameters,
	reading: Reading,
): IDataObject {
	const inside = Object.values(fields).some(isInCollection)
		? collectionFor(operation, parameters)
		: EMPTY;
	const values: IDataObject = {};
	for (const [name, field] of Object.entries(fields)) {
		if (!isShown(field, parameters, reading)) continue;
		const atTop = isTopLevel(field) ? topLevel(name, field, parameters) : undefined;
		const { raw, ...where } = isInCollection(field) ? optional(name, field, inside, atTop) : atTop!;
		const value = readField(name, field, raw, {
			...reading,
			...where,
			purpose: purposeOf(operation, name),
		});
		if (value !== undefined) values[name] = value;
	}
	return values;
}

/** A hidden field is not read: the value that it had before must not count. */
function isShown({ spec }: Field, { value }: Parameters, { version = 1 }: Reading): boolean {
	return (
		isInVersion(spec, version) &&
		Object.entries(spec.shownWhen ?? {}).every(([name, values]) => {
			const raw = value(name);
			return values.includes(asSwitch(raw) ?? raw);
		})
	);
}

type GivenValue = { raw: unknown } & Pick<FieldContext, 'given' | 'written'>;

/** n8n fills in untouched inputs: those count as not given, unless they contain an expression. */
function topLevel(name: string, field: Field, parameters: Parameters): GivenValue {
	const parts = field.parts?.(name);
	if (parts) return inParts(parts, parameters);
	const raw = parameters.value(name);
	const written = parameters.written(name);
	return { raw, given: !isUntouched(raw) || isExpression(written), written };
}

/**
 * Whatever is in a collection was added by the user.
 * @param atTop what was given at the top, if only the JSON of the field is in the collection: the editor hides a form that starts filled
 * while that is given
 * @throws BadInput if a form is given as JSON, too
 */
function optional(name: string, field: Field, inside: Collection, atTop?: GivenValue): GivenValue {
	const parts = field.parts?.(name);
	if (parts) return inParts(parts, inside);
	const added = (key: string): GivenValue => ({
		raw: inside.value(key),
		given: inside.has(key),
		written: inside.written(key),
	});
	const form = atTop ?? added(name);
	const json = added(jsonTwin(name));
	if (!field.isForm || !json.given) return form;
	if (atTop && json.written === '') return atTop;
	if (atTop && startsFilled(field)) return json;
	if (form.given)
		throw new BadInput(
			name,
			labelOf(name, field),
			'is given as a form and as JSON: leave one of both out',
		);
	return json;
}

/** An object whose fields are entered one by one. */
function inParts(parts: Record<string, string>, { value, written }: Parameters): GivenValue {
	const entries = Object.entries(parts);
	const given = entries.some(([part]) => !isUntouched(value(part)) || isExpression(written(part)));
	return {
		raw: given ? Object.fromEntries(entries.map(([part, name]) => [name, value(part)])) : undefined,
		given,
		written: Object.fromEntries(entries.map(([part, name]) => [name, written(part)])),
	};
}
