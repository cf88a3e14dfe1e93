/** Checks of JSON values, and parsing JSON without losing digits. */
import type { IDataObject } from 'n8n-workflow';

import { isAbsent } from './nothing';

/** Whether a value is an object other than an array. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether a value is an object of named values, and not one that JSON would write as `{}`, such as
 * a Map.
 */
export const isRecord = (value: unknown): value is IDataObject =>
	Object.prototype.toString.call(value) === '[object Object]';

/** A value that is nested deeper contains itself, or is not real data. */
const MAX_DEPTH = 500;

/** Whether a value is nested too deeply to be read through. */
export const isTooDeep = (value: unknown, depth = 0): boolean =>
	(Array.isArray(value) || (isRecord(value) && typeof value.toJSON !== 'function')) &&
	(depth > MAX_DEPTH || Object.values(value).some((inner) => isTooDeep(inner, depth + 1)));

/** Whether a value is a text that is not empty. */
export const isText = (value: unknown): value is string =>
	typeof value === 'string' && value !== '';

/** A copy with only those properties that have a value. */
export const withoutUndefined = <T extends object>(values: T): T =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** The value if it is an object; otherwise, an empty object. */
export const objectIn = (value: unknown): IDataObject => (isObject(value) ? value : {});

/** The objects of a list. A single object counts as a list of one. */
export const objectsIn = (value: unknown): IDataObject[] => [value].flat().filter(isObject);

/**
 * The texts of a list, and its numbers as texts. A single text or number counts as a list of one.
 */
export const textsIn = (value: unknown): string[] =>
	[value]
		.flat()
		.filter((each) => typeof each === 'string' || typeof each === 'number')
		.map(String);

/**
 * A copy without null and undefined, also in nested objects, but not in lists: the platform returns
 * some empty fields as null.
 */
export const withoutEmptyValues = (values: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(values)
			.filter(([, value]) => !isAbsent(value))
			.map(([name, value]) => [name, isObject(value) ? withoutEmptyValues(value) : value]),
	);

/** An ID from a response, as text, because it may be a number there; undefined if there is none. */
export function idText(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/**
 * The form in which IDs are compared, because UUIDs may be given or returned in another letter
 * case.
 */
export const idKey = (id: unknown): string => String(id).trim().toLowerCase();

export const isSameId = (one: unknown, other: unknown): boolean => idKey(one) === idKey(other);

/** A text without the byte order mark that files and copied texts begin with. */
export const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

/**
 * Parses JSON. Numbers that JavaScript would change become texts with all their digits: otherwise,
 * an ID would become that of another record. A byte order mark is ignored.
 * @param numbers `exact`: numbers whose value would change become texts; `asWritten`: also those
 * whose spelling would change, such as 1.10
 * @throws SyntaxError if it is not JSON
 */
export function parseJson(given: string, numbers: 'exact' | 'asWritten' = 'exact'): unknown {
	const text = withoutMark(given);
	const value = JSON.parse(text) as unknown;
	const isChanged = numbers === 'exact' ? losesDigits : changesSpelling;
	if (numbers === 'exact' && !LONG_NUMBER.test(text) && !LARGE_EXPONENT.test(text)) return value;
	return JSON.parse(withNumbersQuoted(text, isChanged)) as unknown;
}

/**
 * Finds numbers with more than the 15 digits that JavaScript keeps. The pattern is repeated because
 * V8 is three times as fast with it as with [\d.]{16}.
 */
const LONG_NUMBER = new RegExp('[\\d.]'.repeat(16));

/** Numbers from about 1e308 on, and below 1e-324, do not exist in JavaScript. */
const LARGE_EXPONENT = /(?:^|[[:,\s])-?[\d.]{1,15}e[+-]?\d{3}/i;

/**
 * Whether JavaScript would read a number in JSON as another number, or cannot count with it
 * (integers beyond 2^53).
 */
export function losesDigits(literal: string): boolean {
	const number = Number(literal);
	if (/^-?\d+$/.test(literal)) return !Number.isSafeInteger(number);
	return !Number.isFinite(number) || normalForm(literal) !== normalForm(String(number));
}

const changesSpelling = (literal: string): boolean =>
	losesDigits(literal) || String(Number(literal)) !== literal;

/**
 * A form that all spellings of a number have in common: its digits without zeros around them, and
 * the power of ten of the first digit.
 */
function normalForm(literal: string): string {
	const [, sign = '', integer = '', fraction = '', exponent = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(literal) ?? [];
	const allDigits = integer + fraction;
	const digits = allDigits.replace(/^0+/, '');
	if (digits === '') return '0';
	const power = Number(exponent) + integer.length - (allDigits.length - digits.length);
	return `${sign}${withoutZerosAtEnd(digits)}e${power}`;
}

function withoutZerosAtEnd(digits: string): string {
	let end = digits.length;
	while (digits[end - 1] === '0') end--;
	return digits.slice(0, end);
}

/**
 * The same JSON with some numbers as strings.
 * @param isChanged says whether a number becomes a string
 */
function withNumbersQuoted(json: string, isChanged: (number: string) => boolean): string {
	const token = /"|-?\d[\d.eE+-]*/g;
	let quoted = '';
	let copiedTo = 0;
	for (let match = token.exec(json); match; match = token.exec(json)) {
		const [number] = match;
		if (number === '"') token.lastIndex = endOfString(json, match.index);
		else if (isChanged(number)) {
			quoted += `${json.slice(copiedTo, match.index)}"${number}"`;
			copiedTo = token.lastIndex;
		}
	}
	return quoted + json.slice(copiedTo);
}

/**
 * The index after a string.
 * @param start the index of its opening quote
 */
function endOfString(json: string, start: number): number {
	let index = start + 1;
	while (json[index] !== '"') index += json[index] === '\\' ? 2 : 1;
	return index + 1;
}

/**
 * The first name that an object in valid JSON has twice; undefined if there is none. JSON.parse
 * would keep only the last value.
 */
export function nameTwice(json: string): string | undefined {
	const open: Array<Set<string>> = [];
	const token = /["{}[\]]/g;
	const next = /\S/g;
	for (let match = token.exec(json); match; match = token.exec(json)) {
		const [sign] = match;
		if (sign === '"') {
			const end = endOfString(json, match.index);
			token.lastIndex = end;
			next.lastIndex = end;
			if (next.exec(json)?.[0] !== ':') continue;
			const name = JSON.parse(json.slice(match.index, end)) as string;
			if (open.at(-1)!.has(name)) return name;
			open.at(-1)!.add(name);
		} else if (sign === '{' || sign === '[') open.push(new Set());
		else open.pop();
	}
	return undefined;
}
