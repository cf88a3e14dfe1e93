/**
 * What the kinds of fields use to read what was given: JSON and its spelling, numbers, expressions,
 * the forms of n8n's inputs, and refusals.
 */
import {
	isObject,
	isRecord,
	isTooDeep,
	nameTwice,
	objectIn,
	parseJson,
	withoutMark,
} from '../../support/json';
import { isNothing } from '../../support/nothing';
import { truncated } from '../../support/text/truncate';
import { withInvisibleShown } from '../../support/text/visibleNames';
import { BadInput } from '../badInput';
import type { FieldContext } from './fieldContext';

/**
 * Refuses values that JSON cannot represent: they would be sent as something else, or not at all.
 * @param exact the same value, with texts in place of numbers that lost digits when they were read
 * @throws BadInput naming the place of such a value
 */
function checkJson(context: FieldContext, value: unknown, exact = value): void {
	if (typeof value === 'number') {
		if (typeof exact === 'string')
			refuse(context, 'has more digits than a number can keep: give it as text', exact);
		if (!Number.isFinite(value))
			refuse(context, 'contains a value that is not a number', String(value));
		exactNumber(context, value);
	} else if (value === undefined) refuse(context, 'has no value', undefined);
	else if (Array.isArray(value))
		// Unlike forEach, this also visits the holes of a list.
		for (const [index, entry] of value.entries())
			checkJson(contextAt(context, index), entry, (exact as unknown[])[index]);
	else if (isObject(value) && typeof value.toJSON === 'function') {
		// An invalid date writes itself as null.
		if (isNothing((value as { toJSON: () => unknown }).toJSON()))
			refuse(context, NOT_JSON, String(value));
	} else if (isRecord(value))
		for (const [name, entry] of Object.entries(value))
			checkJson(contextAt(context, name), entry, objectIn(exact)[name]);
	else if (['function', 'symbol', 'bigint', 'object'].includes(typeof value) && value !== null)
		refuse(context, NOT_JSON, typeof value);
}

const NOT_JSON = 'contains a value that is not JSON';

/**
 * The refusal of an object in which two names look the same, so that one of the values would be
 * lost.
 */
export const refusalOfEqualNames = (
	{ path, label }: FieldContext,
	name: string,
	sameName: string,
): BadInput =>
	new BadInput(
		path,
		label,
		`has "${withInvisibleShown(name)}" and "${withInvisibleShown(sameName)}", which look the same: leave one of them out`,
	);

/**
 * The context of a part of a value: an entry of a list, or a field of an object. What is known
 * about the part moves together: its names, what was entered for it, its spelling.
 * @param own what does not follow from the key, such as the label of a field
 */
export function contextAt(
	context: FieldContext,
	key: string | number,
	own?: Partial<FieldContext>,
): FieldContext {
	const isEntry = typeof key === 'number';
	return {
		...context,
		path: isEntry ? `${context.path}[${key}]` : `${context.path}.${key}`,
		label: isEntry ? `${context.label}, entry ${key + 1}` : `${context.label}: ${key}`,
		entered: enteredAt(context.entered, key),
		spelling: spellingAt(context.spelling, key),
		...own,
	};
}

/** The label of a row of a form. */
export const rowLabel = ({ label }: FieldContext, index: number): string =>
	`${label}, row ${index + 1}`;

/** The spelling of a part of a value, if it is known. */
export const spellingAt = (spelling: unknown, part: string | number): unknown =>
	typeof spelling === 'object' && spelling !== null
		? (spelling as Record<string | number, unknown>)[part]
		: undefined;

/**
 * The value of JSON in which each number is a text, as it was spelled. Undefined if the given value
 * is not a text, because then the spelling is not known.
 */
export const spellingOf = (raw: unknown): unknown =>
	typeof raw === 'string' ? parseJson(raw, 'asWritten') : undefined;

/** A value, shortened so that a message can repeat it. */
export function shortened(value: unknown): string | undefined {
	if (value === undefined || isTooDeep(value)) return undefined;
	// As JSON, Infinity would be null, and a function nothing at all.
	const isPlain = typeof value === 'string' || typeof value === 'number';
	return truncated(isPlain ? String(value) : (JSON.stringify(value) ?? String(value)), 80);
}

/** Refuses what was given: `rule` completes the sentence `"<label>" …`. */
export function refuse(context: FieldContext, rule: string, raw: unknown): never {
	throw new BadInput(
		context.path,
		context.label,
		rule,
		context.secret ? undefined : shortened(raw),
	);
}

/** The value of a resource locator, or the value itself. */
export function locatorValue(raw: unknown): unknown {
	return isObject(raw) && 'value' in raw && (raw.__rl === true || 'mode' in raw) ? raw.value : raw;
}

/** True or false, also from a text; undefined for anything else. */
export function asSwitch(raw: unknown): boolean | undefined {
	const value = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
	if (value === true || value === 'true') return true;
	return value === false || value === 'false' ? false : undefined;
}

/** Whether an expression was entered, in an input or anywhere inside it. */
export function isExpression(entered: unknown): boolean {
	if (typeof entered === 'string') return entered.startsWith('=');
	return (
		typeof entered === 'object' && entered !== null && Object.values(entered).some(isExpression)
	);
}

/** Whether this is a value of n8n's resource mapper. */
export const isMapping = (raw: unknown): raw is { value?: Record<string, unknown> | null } =>
	isObject(raw) && 'mappingMode' in raw;

/** Whether the value of an input is the one that n8n fills in if the user has not touched it. */
export function isUntouched(raw: unknown): boolean {
	if (isMapping(raw)) return Object.values(raw.value ?? {}).every(isNothing);
	const value = locatorValue(raw);
	return (
		isNothing(value) ||
		isEmptyEntry(value) ||
		(typeof value === 'object' && Object.keys(value).length === 0)
	);
}

/** Whether a value is the empty entry with which the input of a required list starts. */
export const isEmptyEntry = (raw: unknown): boolean =>
	Array.isArray(raw) && raw.length === 1 && raw[0] === '';

/**
 * What was entered for a part of an input. An expression for the whole input counts for each of its
 * parts.
 */
export const enteredAt = (entered: unknown, part: string | number): unknown =>
	typeof entered === 'object' && entered !== null
		? (entered as Record<string | number, unknown>)[part]
		: entered;

/**
 * Reads a text, or a number as text. If the spelling of a number is known, it is kept: 1.10 becomes
 * "1.10".
 */
export function textOf(context: FieldContext, raw: unknown): string {
	const spelling = locatorValue(context.spelling);
	if (typeof spelling === 'string' && Number(spelling) === raw) return spelling;
	if (Number.isFinite(raw)) return String(exactNumber(context, raw as number));
	return typeof raw === 'string' ? raw : refuse(context, 'must be text', raw);
}

/**
 * A number that has all of its digits.
 * @throws BadInput for a number beyond 2^53, whose last digits were already lost
 */
export function exactNumber(context: FieldContext, raw: number): number {
	if (Number.isInteger(raw) && !Number.isSafeInteger(raw))
		refuse(context, 'has more digits than a number can keep: give it as text', raw);
	return raw;
}

/**
 * Parses JSON; an object or an array is returned as it is.
 * @param shape what the JSON must be
 * @param numbers `asTexts` for a field of texts: a number keeps its spelling, such as "1.10"
 * @throws BadInput if it is not valid JSON of that shape, or has a value that JSON cannot represent
 */
export function parseGiven(
	context: FieldContext,
	raw: unknown,
	shape: 'a list' | 'an object' | 'JSON',
	numbers: 'asNumbers' | 'asTexts' = 'asNumbers',
): unknown {
	let value = raw;
	let exact = raw;
	if (typeof raw === 'string') {
		try {
			exact = parseJson(raw, numbers === 'asTexts' ? 'asWritten' : 'exact');
			value = numbers === 'asTexts' ? exact : (JSON.parse(withoutMark(raw)) as unknown);
		} catch {
			refuse(
				context,
				shape === 'JSON' ? 'must be valid JSON' : `must be ${shape} in valid JSON`,
				raw,
			);
		}
	}
	const twice = typeof raw === 'string' ? nameTwice(raw) : undefined;
	if (twice !== undefined)
		refuse(context, `has "${withInvisibleShown(twice)}" twice: leave one of them out`, undefined);
	if (isTooDeep(value)) refuse(context, 'is nested too deeply, or contains itself', undefined);
	checkJson(context, value, exact);
	if (shape === 'a list' && !Array.isArray(value)) refuse(context, 'must be a list', raw);
	if (shape === 'an object' && !isObject(value)) refuse(context, 'must be an object', raw);
	return value;
}
