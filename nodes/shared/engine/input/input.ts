/**
 * Turns the parameters of one item into checked input. Nothing that the declaration forbids is
 * sent.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Input } from '../../declare/context';
import {
	allFields,
	bodyFields,
	CLEAR_FIELDS,
	inputFields,
	isWholeBody,
} from '../../declare/define';
import { type Field, type Fields, labelOf, nameOnWire } from '../../declare/fields';
import { ADD_UPDATE_FIELD, BadInput, MissingInput } from '../../declare/input/badInput';
import type { FieldContext, ReadingContext } from '../../declare/input/fieldContext';
import { asSwitch, isExpression, isUntouched } from '../../declare/input/parse';
import { startsFilled } from '../../declare/kinds/common/formProperties';
import { readField } from '../../declare/kinds/common/reading';
import { collectionOf, isInCollection, isTopLevel, jsonTwin } from '../../declare/layout';
import type { Operation, RequestOperation } from '../../declare/operation';
import { purposeOf } from '../../declare/purpose';
import { brokenRule, inLabels, type Rule } from '../../declare/rules';
import { isInVersion } from '../../declare/versions';
import { clock } from '../../support/clock';
import { objectIn } from '../../support/json';
import { titleCase } from '../../support/words';

export interface ItemParameters {
	/** The value of a parameter, with its expressions resolved. */
	value: (name: string) => unknown;
	/** The value as the user entered it, with its expressions. */
	entered: (name: string) => unknown;
}

/**
 * The values of the fields of an operation, by parameter name. Each was checked by its own field,
 * but not yet by rules.
 */
export interface FieldValues {
	/** The values that are sent. */
	values: IDataObject;
	/** The settings, which are not sent. */
	settings: IDataObject;
}

/**
 * Reads and checks each field separately.
 * @throws BadInput naming the field and the rule
 */
export function checkFields(
	operation: Operation,
	parameters: ItemParameters,
	reading: ReadingContext,
): FieldValues {
	return {
		values: readAll(inputFields(operation), operation, parameters, reading),
		settings: readAll(operation.settings ?? {}, operation, parameters, reading),
	};
}

/**
 * Checked input from values in the API's form, by parameter name.
 * @throws BadInput naming the field and the rule
 */
export function inputFrom(operation: RequestOperation, values: IDataObject): Input {
	const reading = { timezone: 'UTC' };
	const fields = Object.entries({
		...operation.path,
		...operation.query,
		...bodyFields(operation),
	});
	const entries = fields.map(
		([name, field]) => [name, readField(name, field, values[name], reading)] as const,
	);
	const givenEntries = entries.filter(([, value]) => value !== undefined);
	return assemble(operation, {
		values: Object.fromEntries(givenEntries) as IDataObject,
		settings: {},
	});
}

/**
 * Checks rules over several fields, and puts each value where it is sent.
 * @param isDryRun a dry run needs no confirmation
 * @throws BadInput naming the field and the rule
 */
export function assemble(
	operation: Operation,
	readFields: FieldValues,
	{ isDryRun = false } = {},
): Input {
	const { settings } = readFields;
	const toSend = withCleared(operation, readFields);
	const values = { ...settings, ...toSend };
	const rules = operation.rules?.filter(({ confirmation }) => !(isDryRun && confirmation));
	checkRules(operation, rules, values);
	if (operation.kind === 'flow') return { path: {}, query: {}, body: undefined, settings, values };
	const { body, path = {}, query = {}, constants } = operation;
	const isOneField = isWholeBody(body);
	if (body !== undefined && !isOneField && ['PUT', 'PATCH'].includes(operation.method))
		checkChangesSomething(body, operation, toSend, settings);
	return {
		path: pick(path, toSend),
		query: pick(query, toSend),
		body: isOneField ? toSend[body.whole] : body && { ...constants, ...pick(body, toSend) },
		settings,
		values,
	};
}

/** @throws BadInput for the first rule that is broken */
function checkRules(
	operation: Operation,
	rules: readonly Rule[] | undefined,
	values: IDataObject,
): void {
	for (const { field, declared, finding } of findings(operation, rules, values))
		throw brokenRule(
			field,
			declared,
			finding,
			declared && !isTopLevel(declared) ? titleCase(collectionOf(operation)) : undefined,
		);
}

/**
 * The values to send, including an empty value for each field that is chosen under Clear Fields.
 */
function withCleared(operation: Operation, { values, settings }: FieldValues): IDataObject {
	const names = (settings[CLEAR_FIELDS] ?? []) as string[];
	const fields = allFields(operation);
	for (const name of names) {
		if (values[name] === undefined && settings[name] === undefined) continue;
		const rule = `includes ${labelOf(name, fields[name]!)}, which also has a value: use only one of them`;
		throw new BadInput(CLEAR_FIELDS, labelOf(CLEAR_FIELDS, fields[CLEAR_FIELDS]!), rule);
	}
	return {
		...values,
		...(Object.fromEntries(names.map((name) => [name, fields[name]!.emptied])) as IDataObject),
	};
}

/** The warnings of an operation about checked input, as sentences. */
export function warningsOf(operation: Operation, { values }: Input): string[] {
	return [...findings(operation, operation.warnings, values)].map(
		({ field, declared, finding }) => `${declared ? labelOf(field, declared) : field} ${finding}`,
	);
}

/** The rules that the values break, each with its finding. */
function* findings(operation: Operation, rules: readonly Rule[] = [], values: IDataObject) {
	const fields = allFields(operation);
	for (const { field, check } of rules) {
		const finding = check(values, clock.now());
		const declared = fields[field];
		if (finding !== undefined) yield { field, declared, finding: inLabels(finding, fields) };
	}
}

/**
 * Refuses an update without any field, which would change nothing, or reset everything to its
 * default. These updates are not checked:
 * - All fields are at the top level: then a rule of the operation says what is needed.
 * - A field is required: then it is always sent, even if it is hidden and built from others.
 * - A field depends on a setting that the user has changed: then it is built from others.
 * @throws MissingInput if the update has no field to change
 */
function checkChangesSomething(
	body: Fields,
	operation: Operation,
	values: IDataObject,
	settings: IDataObject,
): void {
	const isChanged = (setting: string) =>
		settings[setting] !== undefined &&
		settings[setting] !== operation.settings![setting]!.spec.initial;
	if (Object.values(body).every(({ spec }) => spec.onTop)) return;
	if (
		Object.values(body).some(
			({ spec, shownFor }) => spec.required || Object.keys(shownFor).some(isChanged),
		)
	)
		return;
	if (Object.keys(body).every((name) => values[name] === undefined))
		throw new MissingInput(
			'updateFields',
			'Update Fields',
			'needs at least one field to change',
			ADD_UPDATE_FIELD,
		);
}

/** The values of some fields, by the API's own names. */
function pick(fields: Fields, values: IDataObject): IDataObject {
	const givenFields = Object.entries(fields).filter(([name]) => values[name] !== undefined);
	return Object.fromEntries(
		givenFields.map(([name, field]) => [nameOnWire(name, field), values[name]]),
	);
}

/** Reads the parameters that are in the collection of an operation. */
export function insideCollection(operation: Operation, parameters: ItemParameters): ItemParameters {
	const collection = collectionOf(operation);
	const within = (value: unknown, name: string) => objectIn(value)[name];
	return {
		value: (key) => within(parameters.value(collection), key),
		entered: (key) => {
			const entered = parameters.entered(collection);
			// If the whole collection is one expression, this is what was entered for each value in it.
			return typeof entered === 'string' ? entered : within(entered, key);
		},
	};
}

/** The parameters in the collection of an operation. Its expressions are resolved only once. */
interface Collection extends ItemParameters {
	/** Whether the user has added a field. */
	has: (name: string) => boolean;
}

const EMPTY: Collection = { value: () => undefined, entered: () => undefined, has: () => false };

function collectionFor(operation: Operation, parameters: ItemParameters): Collection {
	const values = (parameters.value(collectionOf(operation)) ?? {}) as IDataObject;
	return {
		...insideCollection(operation, parameters),
		value: (name) => values[name],
		has: (name) => Object.hasOwn(values, name),
	};
}

/** Reads fields: those at the top level, and those in the collection of the operation. */
function readAll(
	fields: Fields,
	operation: Operation,
	parameters: ItemParameters,
	reading: ReadingContext,
): IDataObject {
	const collection = Object.values(fields).some(isInCollection)
		? collectionFor(operation, parameters)
		: EMPTY;
	const values: IDataObject = {};
	for (const [name, field] of Object.entries(fields)) {
		if (!isShown(field, parameters, reading)) continue;
		const atTop = isTopLevel(field) ? topLevel(name, field, parameters) : undefined;
		const { raw, ...context } = isInCollection(field)
			? optional(name, field, collection, atTop)
			: atTop!;
		const value = readField(name, field, raw, {
			...reading,
			...context,
			purpose: purposeOf(operation, name),
		});
		if (value !== undefined) values[name] = value;
	}
	return values;
}

/** A hidden field is not read: the value that it had before must not count. */
function isShown(
	{ spec }: Field,
	{ value }: ItemParameters,
	{ version = 1 }: ReadingContext,
): boolean {
	return (
		isInVersion(spec, version) &&
		Object.entries(spec.shownWhen ?? {}).every(([name, values]) => {
			const raw = value(name);
			return values.includes(asSwitch(raw) ?? raw);
		})
	);
}

/** The value of an input, and what is known about how it was given. */
type GivenValue = { raw: unknown } & Pick<FieldContext, 'isGiven' | 'entered'>;

/**
 * The value of a field at the top level. n8n fills in the inputs that a user has not touched, so a
 * default counts as not given, unless an expression was entered.
 */
function topLevel(name: string, field: Field, parameters: ItemParameters): GivenValue {
	const parts = field.parts?.(name);
	if (parts) return inParts(parts, parameters);
	const raw = parameters.value(name);
	const entered = parameters.entered(name);
	return { raw, isGiven: !isUntouched(raw) || isExpression(entered), entered };
}

/**
 * The value of a field in the collection of an operation. Whatever is in the collection was added
 * by the user.
 * @param atTop the value of the form, if the form is at the top level, and only its JSON is in the
 * collection. If the form starts with values, given JSON replaces these values: the editor hides
 * the form then, but n8n still passes on the values of the form
 * @throws BadInput if a form is also given as JSON
 */
function optional(
	name: string,
	field: Field,
	collection: Collection,
	atTop?: GivenValue,
): GivenValue {
	const parts = field.parts?.(name);
	if (parts) return inParts(parts, collection);
	const added = (key: string): GivenValue => ({
		raw: collection.value(key),
		isGiven: collection.has(key),
		entered: collection.entered(key),
	});
	const form = atTop ?? added(name);
	const json = added(jsonTwin(name));
	if (!field.isForm || !json.isGiven) return form;
	if (atTop && json.entered === '') return atTop;
	if (atTop && startsFilled(field)) return json;
	if (form.isGiven)
		throw new BadInput(
			name,
			labelOf(name, field),
			'is given as a form and as JSON: leave one of them out',
		);
	return json;
}

/**
 * The value of an object whose fields are entered one by one.
 * @param parts the name of each field, by the name of its input
 */
function inParts(parts: Record<string, string>, { value, entered }: ItemParameters): GivenValue {
	const entries = Object.entries(parts);
	const isGiven = entries.some(
		([part]) => !isUntouched(value(part)) || isExpression(entered(part)),
	);
	const object = Object.fromEntries(entries.map(([part, name]) => [name, value(part)]));
	return {
		raw: isGiven ? object : undefined,
		isGiven,
		entered: Object.fromEntries(entries.map(([part, name]) => [name, entered(part)])),
	};
}
