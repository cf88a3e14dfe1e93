/** What JSON values are, and reading them without loss. */
import type { IDataObject } from 'n8n-workflow';

/** Whether a value is an object other than an array. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object that a value is; one without fields if it is none. */
export const objectIn = (value: unknown): IDataObject => (isObject(value) ? value : {});

/** The objects of a list. A single object counts as a list of one. */
export const objectsIn = (value: unknown): IDataObject[] => [value].flat().filter(isObject);

/** A copy without null and undefined, at every depth: the platform returns some empty fields as null. */
export const withoutEmptyValues = (values: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(values)
			.filter(([, value]) => value !== undefined && value !== null)
			.map(([name, value]) => [name, isObject(value) ? withoutEmptyValues(value) : value]),
	);

/** An ID from a response, as text: a platform may send it as a number. Nothing if there is none. */
export function idText(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The form in which IDs are compared: UUIDs may be given or returned in another case. */
export const idKey = (id: unknown): string => String(id).trim().toLowerCase();

/**
 * Numbers that JavaScript would change become texts with all their digits: an ID would be that of another record, an amount a
 * different one.
 * @param numbers `exact`: numbers whose value would change become texts; `asWritten`: those, too, whose spelling would, such as 1.10
 * @throws SyntaxError if it is not JSON
 */
export function parseJson(text: string, numbers: 'exact' | 'asWritten' = 'exact'): unknown {
	const value = JSON.parse(text) as unknown;
	const isChanged = numbers === 'exact' ? losesDigits : isSpelledOtherwise;
	if (numbers === 'exact' && !LONG_NUMBER.test(text) && !LARGE_EXPONENT.test(text)) return value;
	return JSON.parse(withNumbersQuoted(text, isChanged)) as unknown;
}

/** JavaScript keeps 15 digits. Spelled out, so that V8 can skip ahead: three times as fast as [\d.]{16}. */
const LONG_NUMBER = new RegExp('[\\d.]'.repeat(16));

/** Numbers from about 1e308 on, and below 1e-324, do not exist in JavaScript. */
const LARGE_EXPONENT = /(?:^|[[:,\s])-?[\d.]{1,15}e[+-]?\d{3}/i;

/** Whether JavaScript has another number in place of a number in JSON, or cannot count with it (integers beyond 2^53). */
export function losesDigits(written: string): boolean {
	const number = Number(written);
	if (/^-?\d+$/.test(written)) return !Number.isSafeInteger(number);
	return !Number.isFinite(number) || decimalOf(written) !== decimalOf(String(number));
}

const isSpelledOtherwise = (written: string): boolean =>
	losesDigits(written) || String(Number(written)) !== written;

/** A number in one spelling: its digits without zeros around them, and the power of ten of the first one. */
function decimalOf(written: string): string {
	const [, sign = '', whole = '', fraction = '', exponent = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(written) ?? [];
	const all = whole + fraction;
	const digits = all.replace(/^0+/, '');
	if (digits === '') return '0';
	const power = Number(exponent) + whole.length - (all.length - digits.length);
	return `${sign}${withoutZerosAtEnd(digits)}e${power}`;
}

function withoutZerosAtEnd(digits: string): string {
	let end = digits.length;
	while (digits[end - 1] === '0') end--;
	return digits.slice(0, end);
}

/** Goes through a text that is known to be JSON: strings are kept, the numbers in question become strings. */
function withNumbersQuoted(json: string, isChanged: (number: string) => boolean): string {
	const token = /"|-?\d[\d.eE+-]*/g;
	let quoted = '';
	let done = 0;
	for (let found = token.exec(json); found; found = token.exec(json)) {
		const [number] = found;
		if (number === '"') token.lastIndex = endOfString(json, found.index);
		else if (isChanged(number)) {
			quoted += `${json.slice(done, found.index)}"${number}"`;
			done = token.lastIndex;
		}
	}
	return quoted + json.slice(done);
}

function endOfString(json: string, from: number): number {
	let at = from + 1;
	while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
	return at + 1;
}
