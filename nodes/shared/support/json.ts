/** What JSON values are, and reading them without loss. */
import type { IDataObject } from 'n8n-workflow';

/** Whether a value is an object other than an array. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

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
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The form in which IDs are compared: UUIDs may be given or returned in another case. */
export const idKey = (id: unknown): string => String(id).toLowerCase();

/**
 * An integer that JavaScript cannot represent (beyond 2^53) becomes text with all its digits: a changed ID would be that of another
 * record.
 * @throws SyntaxError if it is not JSON
 */
export function parseJson(text: string): unknown {
	const value = JSON.parse(text) as unknown;
	return LONG_NUMBER.test(text) ? (JSON.parse(withLongNumbersQuoted(text)) as unknown) : value;
}

/** 2^53 has 16 digits. Spelled out, so that V8 can skip ahead: three times as fast as \d{16}. */
const LONG_NUMBER = new RegExp('\\d'.repeat(16));

/** Goes through a text that is known to be JSON: strings are kept, long numbers become strings. */
function withLongNumbersQuoted(json: string): string {
	const token = /"|-?\d[\d.eE+-]*/g;
	let quoted = '';
	let done = 0;
	for (let found = token.exec(json); found; found = token.exec(json)) {
		const [number] = found;
		if (number === '"') token.lastIndex = endOfString(json, found.index);
		else if (/^-?\d{16,}$/.test(number) && !Number.isSafeInteger(Number(number))) {
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
