/**
 * What a person (or an expression, or an AI agent) gave → the value as it leaves. Reading is
 * generous about the form (a number in a text, a list with commas, an object as JSON) and strict
 * about the meaning: what cannot be read is refused, naming the field and the rule.
 */
import { DateTime } from 'luxon';
import type { z } from 'zod/v4';

import { BadInput, type Place, type Reading } from './badInput';
import { type Field, type Fields, labelOf, nameOnWire, RFC3339 } from './field';
import { isObject } from '../support/json';

const ABSENT = Symbol('absent');

/** Reads and checks one field; answers `undefined` when it was not given. */
export function readField(name: string, field: Field, raw: unknown, reading: Reading): unknown {
	const place = { path: name, label: labelOf(name, field), secret: field.spec.secret };
	return readAt(place, field, raw, reading);
}

function readAt(where: Place, field: Field, raw: unknown, reading: Reading): unknown {
	const place = { ...where, secret: where.secret === true || hidesSecret(field) };
	const value = readKind(place, field, raw, reading);
	if (value === ABSENT) {
		if (field.spec.required) throw new BadInput(place.path, place.label, 'is required');
		return undefined;
	}
	check(place, field, value);
	if ([value].flat().some((entry) => typeof entry === 'string' && HALF_A_CHARACTER.test(entry)))
		throw new BadInput(place.path, place.label, 'has half of a character in it, as when a text is cut inside an emoji');
	return value;
}

/** Half of a surrogate pair cannot stand in a URL. */
const HALF_A_CHARACTER = /\p{Surrogate}/u;

/** Runs the field's own rule on a value that is about to leave. */
function check(place: Place, field: Field, value: unknown): void {
	// zod's own words are not used, and putting them together breaks off at some objects.
	const result = field.schema.safeParse(value, { error: () => 'is not what it must be' });
	if (result.success) return;
	const issue = result.error.issues[0]!;
	const inner = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
	throw new BadInput(
		place.path + inner.join(''),
		inner.length > 0 && typeof issue.path.at(-1) === 'string'
			? `${place.label}: ${String(issue.path.at(-1))}`
			: place.label,
		ruleOf(issue),
		place.secret ? undefined : shown(at(value, issue.path)),
	);
}

function hidesSecret(field: Field): boolean {
	return Object.values(field.spec.fields ?? {}).some(
		(inner) => inner.spec.secret === true || hidesSecret(inner),
	);
}

/** A zod issue as the end of the sentence "<label> …". */
export function ruleOf(issue: z.core.$ZodIssue): string {
	switch (issue.code) {
		case 'too_small':
			if (issue.origin === 'string')
				return Number(issue.minimum) <= 1
					? 'must not be empty'
					: `must have at least ${issue.minimum} characters`;
			if (issue.origin === 'array')
				return Number(issue.minimum) === 1
					? 'needs at least one entry'
					: `needs at least ${issue.minimum} entries`;
			return `must be at least ${issue.minimum}`;
		case 'too_big':
			if (issue.origin === 'string') return `must have at most ${issue.maximum} characters`;
			if (issue.origin === 'array') return `must have at most ${issue.maximum} entries`;
			return `must be at most ${issue.maximum}`;
		case 'invalid_type':
			return `must be ${TYPES[issue.expected] ?? issue.expected}`;
		case 'invalid_value':
			return `must be one of ${issue.values.map(String).join(', ')}`;
		case 'unrecognized_keys':
			return `has no field ${issue.keys.join(', ')}`;
		case 'invalid_format':
			return issue.message.startsWith('must ') ? issue.message : `must be ${issue.format}`;
		case 'invalid_union':
			return 'must be a text or a number';
		default:
			return issue.message;
	}
}

const TYPES: Record<string, string> = {
	string: 'a text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
	record: 'an object',
};

/** A value as it may be repeated to the person: short. */
function shown(value: unknown): string | undefined {
	if (value === undefined) return undefined;
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function at(value: unknown, path: ReadonlyArray<PropertyKey>): unknown {
	let found = value;
	for (const part of path)
		found =
			typeof found === 'object' && found !== null
				? (found as Record<PropertyKey, unknown>)[part]
				: undefined;
	return found;
}

function refuse(place: Place, rule: string, raw: unknown): never {
	throw new BadInput(place.path, place.label, rule, place.secret ? undefined : shown(raw));
}

/** The value of a resource locator, or the value itself. */
export function unlocated(raw: unknown): unknown {
	return isObject(raw) && 'value' in raw && (raw.__rl === true || 'mode' in raw) ? raw.value : raw;
}

/** True or false, also from a text; nothing for anything else. */
export function asSwitch(raw: unknown): boolean | undefined {
	if (typeof raw === 'boolean') return raw;
	const text = typeof raw === 'string' ? raw.trim().toLowerCase() : '';
	return text === 'true' ? true : text === 'false' ? false : undefined;
}

function readKind(place: Place, field: Field, given: unknown, reading: Reading): unknown {
	const { spec } = field;
	const raw = spec.picker ? unlocated(given) : given;
	if (spec.picker && isObject(given) && given.mode === 'name')
		refuse(place, 'cannot be chosen by name here: choose it from the list or by ID', raw);
	if (raw === undefined || raw === null) return ABSENT;
	if (raw === '') return spec.mayBeEmpty && spec.kind === 'text' ? '' : ABSENT;
	switch (spec.kind) {
		case 'text':
		case 'id':
			if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
			if (typeof raw !== 'string') refuse(place, 'must be a text', raw);
			// An ID that was copied brings blanks along.
			return spec.kind === 'id' ? raw.trim() : raw;
		case 'choice':
			if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
			if (typeof raw !== 'string') refuse(place, 'must be a text', raw);
			return raw;
		case 'integer':
		case 'number': {
			const number = typeof raw === 'string' && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(raw) ? Number(raw) : raw;
			if (typeof number !== 'number' || !Number.isFinite(number))
				refuse(place, spec.kind === 'integer' ? 'must be a whole number' : 'must be a number', raw);
			return number;
		}
		case 'boolean':
			return asSwitch(raw) ?? refuse(place, 'must be true or false', raw);
		case 'date':
			return readDate(place, spec.dateForm ?? 'rfc3339', raw, reading);
		case 'list':
		case 'choices':
			return readList(place, field, raw);
		case 'pairs':
			return readPairs(place, field, raw);
		case 'rows':
			return readRows(place, field, raw, reading);
		case 'object':
			return readObject(place, field, raw, reading);
		case 'json':
			if (spec.fields) return readObject(place, field, raw, reading);
			if (spec.shape === 'loose') return typeof raw === 'string' ? loose(place, raw) : raw;
			return parsed(place, raw, spec.shape === 'array' ? 'a list' : spec.shape === 'any' ? 'JSON' : 'an object');
	}
}

/** Texts from an array, a JSON array, or a text with commas or line breaks. */
function readList(place: Place, field: Field, raw: unknown): unknown {
	let entries: unknown[];
	if (Array.isArray(raw)) entries = raw;
	else if (typeof raw === 'string' && raw.trim().startsWith('['))
		entries = parsed(place, raw, 'a list') as unknown[];
	else if (typeof raw === 'string') entries = raw.split(/[,\n]/).map((entry) => entry.trim());
	else if (typeof raw === 'number') entries = [String(raw)];
	else return refuse(place, 'must be a list', raw);
	// An expression in one of the editor's inputs can give the whole list.
	const texts = entries
		.flat()
		.filter((entry) => entry !== '' && entry !== null && entry !== undefined)
		.map((entry) => (typeof entry === 'number' ? String(entry) : entry));
	return texts.length === 0 && !(field.spec.mayBeEmpty && entries.length === 0) ? ABSENT : texts;
}

/** `{pairs: [{name, value}]}` of the form, an array of such rows, or an object. */
function readPairs(place: Place, field: Field, raw: unknown): unknown {
	const value = typeof raw === 'string' ? parsed(place, raw, 'an object') : raw;
	const form = isObject(value) && Array.isArray(value.pairs) ? value.pairs : value;
	const none = field.spec.mayBeEmpty ? {} : ABSENT;
	if (Array.isArray(form)) {
		const result = Object.create(null) as Record<string, unknown>;
		form.forEach((row, index) => {
			if (!isObject(row)) refuse({ ...place, path: `${place.path}[${index}]` }, 'must have rows of name and value', row);
			if (typeof (row.name ?? '') === 'object')
				refuse({ ...place, path: `${place.path}[${index}].name`, label: `${place.label}: name` }, 'must be a text', row.name);
			const name = String(row.name ?? '');
			if (name === '') throw new BadInput(`${place.path}[${index}].name`, `${place.label}: name`, 'is required');
			if (name in result)
				throw new BadInput(`${place.path}[${index}].name`, `${place.label}: name`, 'must not be given twice', name);
			result[name] = pairValue(field, row.value);
		});
		return form.length === 0 ? none : { ...result };
	}
	if (!isObject(form)) return refuse(place, 'must be an object', raw);
	const entries = Object.entries(form);
	return entries.length === 0
		? none
		: Object.fromEntries(entries.map(([name, entry]) => [name, pairValue(field, entry)]));
}

function pairValue(field: Field, value: unknown): unknown {
	if (typeof value === 'number') return field.spec.numbersAllowed ? value : String(value);
	if (typeof value === 'boolean') return String(value);
	return value ?? '';
}

/** `{rows: [...]}` of the form, or an array. */
function readRows(place: Place, field: Field, raw: unknown, reading: Reading): unknown {
	const value = typeof raw === 'string' ? parsed(place, raw, 'a list') : raw;
	const form = isObject(value) && 'rows' in value ? value.rows : value;
	// A form to which no row was added is an empty object.
	if (form === undefined || form === null || (isObject(form) && Object.keys(form).length === 0)) return ABSENT;
	const array = Array.isArray(form) ? form : [form];
	if (array.length === 0) return field.spec.mayBeEmpty ? [] : ABSENT;
	return array.map((row, index) => {
		const inner = { ...place, path: `${place.path}[${index}]`, label: `${place.label}, row ${index + 1}` };
		if (!isObject(row)) return refuse(inner, 'must be an object', row);
		return readFields(inner, field.spec.fields ?? {}, row, reading);
	});
}

/** `{value: {...}}` of the form, or an object. */
function readObject(place: Place, field: Field, raw: unknown, reading: Reading): unknown {
	const value = typeof raw === 'string' ? parsed(place, raw, 'an object') : raw;
	if (!isObject(value)) return refuse(place, 'must be an object', raw);
	const keys = Object.keys(value);
	const form = keys.length === 1 && keys[0] === 'value' && isObject(value.value) ? value.value : value;
	if (Object.keys(form).length === 0 && !field.spec.required) return ABSENT;
	return readFields(place, field.spec.fields ?? {}, form, reading);
}

/** The optional fields of a form stand in a collection of their own; in JSON they stand beside the others. */
export const MORE = 'additionalFields';

function readFields(place: Place, fields: Fields, given: Record<string, unknown>, reading: Reading): unknown {
	const result: Record<string, unknown> = {};
	const more = Object.hasOwn(fields, MORE) ? undefined : given[MORE];
	const form = isObject(more) ? { ...given, ...more, [MORE]: undefined } : given;
	for (const name of Object.keys(form)) {
		if (!Object.hasOwn(fields, name) && form[name] !== undefined)
			throw new BadInput(`${place.path}.${name}`, place.label, `has no field ${name}`);
	}
	for (const [name, inner] of Object.entries(fields)) {
		const at = {
			path: `${place.path}.${name}`,
			label: `${place.label}: ${labelOf(name, inner)}`,
			secret: inner.spec.secret,
		};
		const value = readAt(at, inner, form[name], reading);
		if (value !== undefined) result[nameOnWire(name, inner)] = value;
	}
	return result;
}

/** A text as it stands, unless it is `true`, `false` or begins as JSON other than a number does. */
function loose(place: Place, raw: string): unknown {
	return /^\s*((true|false)\s*$|["[{])/.test(raw) ? parsed(place, raw, 'JSON') : raw;
}

/** JSON from a text; an object or array as it is. */
function parsed(place: Place, raw: unknown, wanted: 'a list' | 'an object' | 'JSON'): unknown {
	let value = raw;
	if (typeof raw === 'string') {
		try {
			value = JSON.parse(raw) as unknown;
		} catch {
			refuse(place, wanted === 'JSON' ? 'must be valid JSON' : `must be ${wanted} in valid JSON`, raw);
		}
	}
	if (wanted === 'a list' && !Array.isArray(value)) refuse(place, 'must be a list', raw);
	if (wanted === 'an object' && !isObject(value)) refuse(place, 'must be an object', raw);
	return value;
}

/**
 * A point in time: ISO 8601 (in the workflow's time zone when it names none), milliseconds since
 * 1970, a Date or a luxon DateTime.
 */
function readDate(
	place: Place,
	form: 'milliseconds' | 'rfc3339' | 'date',
	raw: unknown,
	{ timezone }: Reading,
): unknown {
	// With its zone and all its digits a time leaves as it came.
	if (form === 'rfc3339' && typeof raw === 'string' && RFC3339.test(raw.trim())) return raw.trim();
	const time = instantOf(raw, timezone);
	if (time === undefined)
		return refuse(place, 'must be a date and time, such as 2026-03-31T08:00:00Z', raw);
	if (form === 'milliseconds') return time.toMillis();
	if (form === 'date') return time.toFormat('yyyy-MM-dd');
	return time.toUTC().toISO({ suppressMilliseconds: time.millisecond === 0 });
}

function instantOf(raw: unknown, timezone: string): DateTime | undefined {
	let time: DateTime | undefined;
	if (raw instanceof Date) time = DateTime.fromJSDate(raw, { zone: timezone });
	else if (typeof raw === 'number') time = fromNumber(raw, timezone);
	else if (isObject(raw) && typeof raw.toISO === 'function')
		time = DateTime.fromISO(String((raw.toISO as () => string)()), { setZone: true });
	else if (typeof raw === 'string' && /^\d+$/.test(raw.trim())) time = fromNumber(Number(raw), timezone);
	else if (typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}/.test(raw.trim())) {
		const iso = raw.trim().replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T');
		time = DateTime.fromISO(iso, { zone: timezone, setZone: false });
	}
	return time?.isValid ? time : undefined;
}

/** Milliseconds since 1970. A number that small would be seconds, or a year: it is not guessed at. */
function fromNumber(ms: number, timezone: string): DateTime | undefined {
	return ms >= 1e11 ? DateTime.fromMillis(ms, { zone: timezone }) : undefined;
}
