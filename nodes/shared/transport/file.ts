/** Whether a body is the file that an operation declares: it has content, that of its form, and is no error and no web page. */
import type { Answers, FileForm } from '../declare/answers';
import { parseJson } from '../support/json';
import { BEGINNING, describeBody, ERROR_INSIDE, isErrorReport, isWebPage, textOf } from './body';

/** A file may be XML, but no web page. */
const FILE_PAGE = /^\s*<(!doctype html|html|head|body)/i;

const isZip = (beginning: string): boolean => beginning.startsWith('PK\x03\x04');

/** How the files of each form begin, and how a message calls them. */
const FORMS: Record<FileForm, { noun: string; is: (beginning: string) => boolean }> = {
	zip: { noun: 'a zip file', is: isZip },
	csv: {
		noun: 'CSV',
		is: (beginning) => /^[^[{\r\n][^\r\n]*,/.test(beginning),
	},
	// JSON is checked as a whole; RAML and YAML name what they contain.
	definition: {
		noun: 'a definition',
		is: (beginning) =>
			isZip(beginning) || /^\s*\{/.test(beginning) || /^\s*[^\s[{][^:]*:/.test(beginning),
	},
};

/** The bytes of a body: it is not copied. */
export const bytesOf = (body: unknown): Buffer =>
	Buffer.isBuffer(body) ? body : Buffer.from((body ?? '') as ArrayBuffer);

/** Why a response is not the file; nothing if it is. `body` is an error report in it. */
export function whyNoFile(
	{ form, whenEmpty }: Answers,
	headers: Record<string, string>,
	body: unknown,
): { odd?: string; body?: unknown } | undefined {
	const bytes = bytesOf(body);
	const beginning = textOf(bytes.subarray(0, BEGINNING)) ?? '';
	if (isWebPage(headers, beginning, FILE_PAGE)) return { body: beginning };
	const instead = (found: string) => ({
		odd: `The platform answered with ${found} instead of ${form ? FORMS[form].noun : 'a file'}`,
	});
	if (bytes.length <= BEGINNING && beginning.trim() === '')
		return whenEmpty === undefined ? instead('nothing') : undefined;
	const whole = /^\s*\{/.test(beginning) ? jsonIn(bytes) : undefined;
	if (isErrorReport(whole)) return { odd: ERROR_INSIDE, body: whole };
	if (!form) return undefined;
	if (!FORMS[form].is(beginning)) return instead(describeBody(whole ?? beginning));
	return isCutOff(bytes, beginning) ? instead(describeBody(beginning)) : undefined;
}

/** Whether an object, in JSON or in YAML, has a beginning and no end. */
const isCutOff = (bytes: Buffer, beginning: string): boolean =>
	/^\s*\{/.test(beginning) && bytes.subarray(-BEGINNING).toString('utf8').trimEnd().at(-1) !== '}';

/** The JSON that a file is; nothing if it is none. */
function jsonIn(bytes: Buffer): unknown {
	try {
		return parseJson(textOf(bytes) ?? '');
	} catch {
		return undefined;
	}
}
