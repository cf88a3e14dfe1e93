/**
 * Applies the rules over several fields, and puts checked values together to the input of an
 * operation. Nothing that the declaration forbids is sent.
 */
import type { IDataObject } from 'n8n-workflow';

import { ADD_UPDATE_FIELD, BadInput, MissingInput } from '../../declare/badInput';
import { CLEAR_FIELDS } from '../../declare/derived/clearFields';
import { collectionOf, isTopLevel } from '../../declare/derived/layout';
import { allFields, isWholeBody, sentFields } from '../../declare/derived/operationParts';
import { readField } from '../../declare/field/reading';
import { type Fields, labelOf, nameOnWire } from '../../declare/fields';
import type { Operation, RequestOperation } from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';
import { titleCase } from '../../support/text/words';
import { checkRules, findings } from './checkRules';
import type { FieldValues } from './readParameters';

/**
 * Checked input from values in the API's form, by parameter name.
 * @throws BadInput naming the field and the rule
 */
export function inputFrom(operation: RequestOperation, values: IDataObject): Input {
	const reading = { timezone: 'UTC' };
	const entries = Object.entries(sentFields(operation)).map(
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
	checkRules(rules, allFields(operation), values, (field) =>
		isTopLevel(field) ? undefined : titleCase(collectionOf(operation)),
	);
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

/**
 * The values to send, including an empty value for each field that is chosen under Clear Fields.
 */
function withCleared(operation: Operation, { values, settings }: FieldValues): IDataObject {
	const names = (settings[CLEAR_FIELDS] ?? []) as string[];
	const fields = allFields(operation);
	for (const name of names) {
		if (values[name] === undefined && settings[name] === undefined) continue;
		const rule = `includes "${labelOf(name, fields[name]!)}", which also has a value: use only one of them`;
		throw new BadInput(CLEAR_FIELDS, labelOf(CLEAR_FIELDS, fields[CLEAR_FIELDS]!), rule);
	}
	return {
		...values,
		...(Object.fromEntries(names.map((name) => [name, fields[name]!.emptied])) as IDataObject),
	};
}

/** The warnings of an operation about checked input, as sentences. */
export function warningsOf(operation: Operation, { values }: Input): string[] {
	return [...findings(operation.warnings, allFields(operation), values)].map(
		({ rule: { field }, declared, finding }) =>
			`"${declared ? labelOf(field, declared) : field}" ${finding}`,
	);
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
