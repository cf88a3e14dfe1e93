/** A complete example input of an operation, derived from its fields. */
import type { IDataObject } from 'n8n-workflow';

import { collectionOf, isTopLevel } from '../../nodes/shared/declare/derived/layout';
import {
	allFields,
	inputFields,
	isWholeBody,
} from '../../nodes/shared/declare/derived/operationParts';
import { isShownBeside } from '../../nodes/shared/declare/field/field';
import { isAllOptional } from '../../nodes/shared/declare/field/form';
import type { Field, Fields } from '../../nodes/shared/declare/fields';
import type { Operation } from '../../nodes/shared/declare/operation';
import type { Rule } from '../../nodes/shared/declare/rules';
import type { OperationInNode } from '../../platform/operations';
import { exampleOf } from './fieldExample';

/** Whether a field must be filled in. A field that starts with a value need not be. */
export const mustBeGiven = ({ spec }: Field): boolean =>
	spec.required && spec.initial === undefined;

/** Whether the field is shown with the chosen values and the initial ones. */
function isShown(
	{ shownFor }: Field,
	fields: Readonly<Record<string, Field>>,
	chosen: ReadonlySet<string>,
): boolean {
	return Object.entries(shownFor).every(([name, values]) => {
		if (name.startsWith('@')) return name !== '@tool';
		const other = fields[name];
		return (
			other === undefined ||
			values.includes(chosen.has(name) ? wireOf(name, other) : other.spec.initial)
		);
	});
}

/** The value that is sent. Confirmations are on. */
const wireOf = (name: string, field: Field): unknown =>
	field.spec.confirms ? true : exampleOf(name, field).wire;

/** The field that is missing or excessive according to the rules. */
const findingOf = (rules: readonly Rule[] = [], values: IDataObject): string | undefined =>
	rules.find(({ finding }) => finding(values, NOW) !== undefined)?.field;

/** The example has a fixed time, so that it does not change with each build. */
const NOW = Date.UTC(2026, 10, 22);

/**
 * Names of the fields in the example of an operation: all required ones, and those that its rules
 * ask for; if there are none, one field, so that an update changes something and a search shows how
 * to filter.
 */
export function exampleNames(operation: Operation): string[] {
	const fields = allFields(operation);
	const chosen = new Set<string>();
	for (const [name, field] of Object.entries(fields))
		if (mustBeGiven(field) && isShown(field, fields, chosen)) chosen.add(name);
	const another = fieldThatChangesSomething(operation, fields, chosen);
	if (another !== undefined) chosen.add(another);
	// A rule names the missing field or the excessive one.
	for (let round = 0; round < 5; round++) {
		const name = findingOf(operation.rules, valuesOf(fields, chosen));
		if (name === undefined || !fields[name]) break;
		if (chosen.has(name) && !mustBeGiven(fields[name])) chosen.delete(name);
		else chosen.add(name);
	}
	return Object.keys(fields).filter(
		(name) => chosen.has(name) && isShown(fields[name]!, fields, chosen),
	);
}

/** Another field, if the chosen ones change nothing in an update, or if there are none. */
function fieldThatChangesSomething(
	operation: Operation,
	fields: Readonly<Record<string, Field>>,
	chosen: ReadonlySet<string>,
): string | undefined {
	const own = Object.keys(inputFields(operation));
	const isUpdate =
		operation.kind === 'request' &&
		['PUT', 'PATCH'].includes(operation.method) &&
		operation.body !== undefined &&
		!isWholeBody(operation.body);
	const body = isUpdate ? Object.keys(operation.body!) : own;
	// A field that starts with a value already changes something.
	const startsWithOne = isUpdate && body.some((name) => fields[name]?.spec.initial !== undefined);
	if (startsWithOne || body.some((name) => chosen.has(name))) return undefined;
	return body.find(
		(name) =>
			fields[name] &&
			!fields[name].spec.notAsked &&
			!fields[name].spec.secret &&
			isShown(fields[name], fields, chosen) &&
			!isNumberOfPages(name) &&
			wireOf(name, fields[name]) !== false,
	);
}

/** The position in a list is not a useful example. */
const isNumberOfPages = (name: string): boolean =>
	['offset', 'startIndex', 'page', 'size'].includes(name);

const valuesOf = (
	fields: Readonly<Record<string, Field>>,
	names: Iterable<string>,
): IDataObject => {
	const start = Object.entries(fields).flatMap(([name, { spec }]) =>
		spec.initial === undefined ? [] : [[name, spec.initial as IDataObject]],
	);
	return {
		...Object.fromEntries(start),
		...Object.fromEntries(
			[...names].map((name) => [name, wireOf(name, fields[name]!) as IDataObject]),
		),
	} as IDataObject;
};

/** What a user would enter; secrets are not shown. */
function shownValue(name: string, field: Field): unknown {
	if (field.spec.confirms) return true;
	if (field.spec.secret) return '…';
	return briefOf(field, exampleOf(name, field).given);
}

/** Rows and objects with their required fields; the table has the optional ones. */
function briefOf({ spec, isForm }: Field, given: unknown): unknown {
	const fields = (spec as { fields?: Fields }).fields;
	if (!fields || typeof given !== 'object' || given === null) return given;
	if ('rows' in given)
		return { rows: (given.rows as IDataObject[]).map((row) => briefForm(fields, row)) };
	if (isForm && !spec.required)
		return { value: briefForm(fields, (given as IDataObject).value as IDataObject) };
	return isForm && !isAllOptional(fields) ? briefForm(fields, given as IDataObject) : given;
}

function briefForm(fields: Fields, form: IDataObject): IDataObject {
	const brief: IDataObject = {};
	for (const [name, field] of Object.entries(fields))
		if (
			name in form &&
			(field.spec.required || field.spec.onTop || field.isForm) &&
			field.spec.initial === undefined &&
			isShownBeside(field, fields, brief)
		)
			brief[name] = (field.spec.secret ? '…' : briefOf(field, form[name])) as IDataObject;
	return brief;
}

/** The parameters of a node for the example, as stored in a workflow. */
export function exampleParameters({ resource, value, operation }: OperationInNode): IDataObject {
	const fields = allFields(operation);
	const top: IDataObject = {};
	const inner: IDataObject = {};
	for (const name of exampleNames(operation)) {
		const field = fields[name]!;
		const place = isTopLevel(field) ? top : inner;
		const given = shownValue(name, field) as IDataObject;
		const parts = field.parts?.(name);
		if (parts) {
			for (const [part, within] of Object.entries(parts))
				if (given[within] !== undefined) place[part] = given[within];
		} else place[name] = given;
	}
	return {
		...(operation.kind === 'request' && operation.whyPersonOnly ? { authentication: 'token' } : {}),
		resource: resource.value,
		operation: value,
		...top,
		...(Object.keys(inner).length > 0 ? { [collectionOf(operation)]: inner } : {}),
	};
}
