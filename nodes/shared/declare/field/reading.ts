/**
 * How the value of a field is read and checked, and how IDs replace the records in it. Reading
 * turns what a person, an expression or an agent gave into the value that is sent. It is lenient
 * about the form (a number in a text, a list with commas, an object as JSON) and strict about the
 * meaning: an invalid value is refused, naming the field and the rule.
 */
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../support/json';
import { BadInput, MissingInput } from '../badInput';
import { isLeftOut, ruleOfBlank } from './blank';
import { checkValue } from './check';
import { type ChangeId, GivenName } from './chosen';
import { type Field, hidesSecret, isShownBeside, labelOf, nameOnWire } from './field';
import type { FieldContext, ReadingContext } from './fieldContext';
import { nextStep } from './nextStep';

/** Reads and checks a field of an operation; returns `undefined` if it was not given. */
export const readField = (
	name: string,
	field: Field,
	raw: unknown,
	reading: ReadingContext & Pick<FieldContext, 'isGiven' | 'isJson' | 'purpose' | 'entered'>,
): unknown =>
	readValue(
		field,
		{ path: name, label: labelOf(name, field), secret: field.spec.secret, ...reading },
		raw,
	);

/** Reads and checks what was given, at any depth; returns `undefined` if it was not given. */
export function readValue(field: Field, fieldContext: FieldContext, raw: unknown): unknown {
	let hasLeftOut = false;
	const leftOut = (label: string) => {
		hasLeftOut = true;
		fieldContext.leftOut?.(label);
	};
	const { required, mayBeEmpty = false, fields } = field.spec;
	const secret = fieldContext.secret === true || hidesSecret(fields);
	const context = { ...fieldContext, secret, leftOut };
	if (!required && context.isGiven && !field.refusesBlank && isLeftOut(context.purpose, raw)) {
		leftOut(context.label);
		return undefined;
	}
	const valueRead = field.readGiven(context, raw);
	// An object whose fields were all left out is left out itself.
	const value = isEmptyForm(field, valueRead) && (hasLeftOut || !required) ? undefined : valueRead;
	if (value !== undefined) {
		checkValue(field.schema, context, value);
		return value;
	}
	if (required) throw refusalOfMissing(field, context);
	// Not refused: an object that was left out because all of its fields are blank.
	if (context.isGiven && !hasLeftOut)
		throw new BadInput(context.path, context.label, ruleOfBlank(context.purpose, mayBeEmpty));
	return undefined;
}

/** Whether a value is an object of fields without any of them. */
function isEmptyForm(field: Field, value: unknown): boolean {
	const isForm = field.spec.fields !== undefined && !field.parts;
	return isForm && isObject(value) && Object.keys(value).length === 0;
}

function refusalOfMissing(
	field: Field,
	{ path, label, inside, isGiven }: FieldContext,
): MissingInput {
	const step = nextStep(inside?.label ?? label, field, { within: inside?.container });
	return new MissingInput(
		path,
		label,
		'is required',
		isGiven ? `${step}: what was given is empty` : step,
	);
}

/**
 * The value with the ID that is sent in place of each name or other ID of a record, anywhere
 * inside.
 */
export async function withIds(field: Field, value: unknown, change: ChangeId): Promise<unknown> {
	const { fields, source, picker = source?.picker } = field.spec;
	if (!fields && !picker) return value;
	if (Array.isArray(value))
		return await Promise.all(value.map(async (entry) => await withIds(field, entry, change)));
	if (picker && (typeof value === 'string' || value instanceof GivenName))
		return await change(value, picker);
	if (!isObject(value)) return value;
	const fieldOf = (wire: string): Field | undefined =>
		fields
			? Object.entries(fields).find(
					([name, inner]) =>
						nameOnWire(name, inner) === wire && isShownBeside(inner, fields, value),
				)?.[1]
			: field;
	const changed = Object.entries(value).map(async ([name, entry]) => {
		const inner = fieldOf(name);
		return [name, inner ? await withIds(inner, entry, change) : entry];
	});
	return Object.fromEntries(await Promise.all(changed)) as IDataObject;
}
