/**
 * The places in the fields of an operation that can hold a value, and what else must be given for
 * it to be read.
 */
import type { IDataObject } from 'n8n-workflow';

import { bodyFields } from '../../nodes/shared/declare/derived/operationParts';
import { type Field, type Fields, id, nameOnWire, text } from '../../nodes/shared/declare/fields';
import type { Operation } from '../../nodes/shared/declare/operation';
import { sampleOf } from './samples';

export interface Case {
	/** Where the value is put: the parameter, and inside it. */
	path: string;
	name: string;
	field: Field;
	/** Makes the parameter from the value to put there. */
	put: (value: unknown) => unknown;
	/** Finds the value among those that were read. */
	got: (read: unknown) => unknown;
	/** What becomes of a blank there, unless it is an ID, a record of a list, or a secret. */
	purpose: 'selects' | 'describes' | 'changes';
	/** Whether a row in which it is blank is left out as a whole, when it describes. */
	isOfBlankRow?: boolean;
}

/** The places in a field: the field itself and all fields inside it. */
export function placesIn(name: string, field: Field, outer: Omit<Case, 'name' | 'field'>): Case[] {
	const own: Case = { ...outer, name, field };
	const row = Object.fromEntries(
		Object.entries(field.spec.fields ?? {}).map(([inner, declared]) => [
			inner,
			sampleOf(inner, declared).given,
		]),
	);
	// A field that is entered in parts has no input of its own.
	const parts = Object.fromEntries(
		Object.entries(field.parts?.(name) ?? {}).map(([part, inner]) => [inner, part]),
	);
	return [
		...(field.parts?.(name) ? [] : [own]),
		...(field.spec.kind === 'pairs' ? placesInPairs(field, outer) : []),
		// Derived fields are not inputs.
		...Object.entries(field.spec.fields ?? {})
			.filter(([, { spec }]) => !spec.notAsked)
			.flatMap(([inner, declared]) =>
				placesIn(inner, declared, {
					purpose: outer.purpose,
					isOfBlankRow: leavesOutBlanks(field) && declared.spec.required,
					path: parts[inner] ?? `${outer.path}.${inner}`,
					put: (value) => {
						const around = { ...row, ...showing(field.spec.fields!, declared), [inner]: value };
						return outer.put(field.isMany ? [around] : around);
					},
					got: (read) => {
						const holder = outer.got(read);
						const first = Array.isArray(holder) ? (holder[0] as unknown) : holder;
						return (first as IDataObject | undefined)?.[nameOnWire(inner, declared)];
					},
				}),
			),
	];
}

/** What is called so, and the record that is chosen under that name. */
function placesInPairs({ spec }: Field, outer: Omit<Case, 'name' | 'field'>): Case[] {
	const put = (row: object) => outer.put({ pairs: [row] });
	const names: Case = {
		...outer,
		path: `${outer.path}.name`,
		name: 'name',
		field: text('Name of the value'),
		put: (value) => put({ name: value, value: 'x' }),
		got: (read) => Object.keys(outer.got(read) ?? {})[0],
	};
	if (!spec.picker) return [names];
	const values: Case = {
		...outer,
		path: `${outer.path}.a`,
		name: 'a',
		field: id('The record').pick(spec.picker),
		put: (value) => put({ name: 'a', value }),
		got: (read) => ((outer.got(read) ?? {}) as IDataObject).a,
	};
	return [names, values];
}

/**
 * Whether a field belongs to what is being created, or to what is changed. A flow does what its
 * requests do.
 */
export function purposeAt(operation: Operation, name: string): Case['purpose'] {
	// Which fields are emptied is chosen from a list.
	if (name === 'clearFields') return 'selects';
	const requests = operation.kind === 'flow' ? operation.uses : [operation];
	// What a derived field of the body is built from is entered as settings.
	const all = requests.filter(
		(request) =>
			Object.keys(bodyFields(request)).includes(name) ||
			(Object.keys(request.settings ?? {}).includes(name) &&
				Object.values(bodyFields(request)).some((field) => field.spec.notAsked === 'derived')),
	);
	if (all.some(({ method, effect }) => `${method} ${effect}` === 'POST start')) return 'describes';
	return all.some(({ method }) => ['PUT', 'PATCH'].includes(method)) ? 'changes' : 'selects';
}

/** Whether identity providers may send the list, or values of it, with nothing in them. */
const leavesOutBlanks = ({ spec }: Field): boolean =>
	'leavesOutBlanks' in spec && spec.leavesOutBlanks === true;

const isEmptyList = (value: unknown): boolean =>
	Array.isArray(value) ? value.length === 0 : value === '[]';

/** Whether a value that is given there is blank, and therefore left out. */
export function isBlankAt(
	{ field, purpose, isOfBlankRow }: Pick<Case, 'field' | 'purpose' | 'isOfBlankRow'>,
	value: unknown,
): boolean {
	const { spec } = field;
	const isNothing = value === undefined || value === null;
	const isBlankText = typeof value === 'string' && value.trim() === '';
	if (purpose !== 'selects' && isOfBlankRow) return isNothing || isBlankText;
	if (purpose !== 'selects' && leavesOutBlanks(field) && isEmptyList(value)) return true;
	if (spec.required || spec.kind === 'id' || spec.picker || spec.source || spec.secret)
		return false;
	if (purpose === 'describes') return isNothing || isBlankText;
	return purpose === 'changes' && isNothing;
}

/** Parameters with which a field is shown. */
export function showing(fields: Fields, field: Field): IDataObject {
	return Object.fromEntries(
		Object.entries(field.spec.shownWhen ?? {}).flatMap(([name, [value]]) => [
			...Object.entries(fields[name] ? showing(fields, fields[name]) : {}),
			[name, value as IDataObject],
		]),
	);
}

/** What else an operation needs apart from a field. */
export function othersThan(top: string, fields: Fields): IDataObject {
	const needed = Object.entries(fields).filter(
		([name, field]) => name !== top && (field.spec.required || field.spec.initial !== undefined),
	);
	return Object.fromEntries(
		needed.map(([name, field]) => [
			name,
			(field.spec.initial ?? sampleOf(name, field).given) as IDataObject,
		]),
	);
}
