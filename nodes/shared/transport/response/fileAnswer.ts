/**
 * Checks that a body is the file that an operation declares, and not an error report or a web page,
 * and not empty.
 */
import type { FileAnswers, FileFormat } from '../../declare/answers';
import { parseJson } from '../../support/json';
import { bodyText, describeBody, isWebPageResponse, MAX_BODY_START_LENGTH } from './body';
import { errorInside, type Invalid, isErrorReport } from './errorReport';

/** Whether a file is a web page. Unlike other bodies, it may be XML, also with HTML inside. */
const isHtml = (beginning: string): boolean =>
	/^\s*<(!doctype html|html|head|body)/i.test(beginning);

const isZip = (beginning: string): boolean => beginning.startsWith('PK\x03\x04');

/** How the files of each format are recognized by their beginning, and what messages call them. */
const FORMATS: Record<FileFormat, { noun: string; fits: (beginning: string) => boolean }> = {
	zip: { noun: 'a ZIP archive', fits: isZip },
	csv: {
		noun: 'CSV',
		fits: (beginning) => /^[^[{\r\n][^\r\n]*,/.test(beginning),
	},
	// A definition is JSON, or it is RAML or YAML, which begin with a key.
	definition: {
		noun: 'a definition',
		fits: (beginning) =>
			isZip(beginning) || /^\s*\{/.test(beginning) || /^\s*[^\s[{][^:]*:/.test(beginning),
	},
};

/** The bytes of a body, without copying it. */
export const bytesOf = (body: unknown): Buffer =>
	Buffer.isBuffer(body) ? body : Buffer.from((body ?? '') as ArrayBuffer);

/**
 * Why a body is not the file; undefined if it is. If it is an error report or a web page, `body` is
 * that.
 */
export function whyNoFile(
	{ fileFormat, whenEmpty }: FileAnswers,
	headers: Record<string, string>,
	body: unknown,
): Invalid | undefined {
	const bytes = bytesOf(body);
	const beginning = bodyText(bytes.subarray(0, MAX_BODY_START_LENGTH)) ?? '';
	if (isWebPageResponse(headers, beginning, isHtml)) return { body: beginning };
	const instead = (received: string) => ({
		invalid: `Talend Cloud returned ${received} instead of ${fileFormat ? FORMATS[fileFormat].noun : 'a file'}`,
	});
	if (bytes.length <= MAX_BODY_START_LENGTH && beginning.trim() === '')
		return whenEmpty === undefined ? instead('nothing') : undefined;
	const object = /^\s*\{/.test(beginning) ? jsonIn(bytes) : undefined;
	if (isErrorReport(object)) return errorInside(object);
	if (!fileFormat) return undefined;
	if (!FORMATS[fileFormat].fits(beginning)) return instead(describeBody(object ?? beginning));
	return isCutOff(bytes, beginning) ? instead(describeBody(beginning)) : undefined;
}

/**
 * Whether the content begins with `{`, as objects do in JSON and YAML, but does not end with `}`.
 */
const isCutOff = (bytes: Buffer, beginning: string): boolean =>
	/^\s*\{/.test(beginning) &&
	bytes.subarray(-MAX_BODY_START_LENGTH).toString('utf8').trimEnd().at(-1) !== '}';

/** The value of a file that is JSON; undefined if it is not JSON. */
function jsonIn(bytes: Buffer): unknown {
	try {
		return parseJson(bodyText(bytes) ?? '');
	} catch {
		return undefined;
	}
}
