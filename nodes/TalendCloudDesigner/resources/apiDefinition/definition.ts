/**
 * Reads a text or a file as an API definition: checks that it is one, and finds its format, title
 * and version.
 */
import type { IDataObject } from 'n8n-workflow';

import type { GivenFile } from '../../../shared/declare/fields';
import { aboutFields, requirement } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { NOT_UTF8, NOT_YAML, textIn, yamlIn } from '../../../shared/flows/givenFile';
import { isObject, objectIn, parseJson } from '../../../shared/support/json';

/** The formats of definitions that API Designer accepts and returns. */
export const FORMATS = [
	{ value: 'OpenApi3', name: 'OpenAPI 3' },
	{ value: 'Swagger20', name: 'Swagger 2.0' },
	{ value: 'Swagger12', name: 'Swagger 1.2' },
	{ value: 'Raml10', name: 'RAML 1.0' },
	{ value: 'Raml08', name: 'RAML 0.8' },
] as const;

export type Format = (typeof FORMATS)[number]['value'];

/** The fields that a definition can come from. */
const SOURCES = {
	text: { field: 'definitionText', label: 'Definition' },
	file: { field: 'binaryField', label: 'Input Binary Field' },
} as const;

const NO_DEFINITION = requirement(
	'{field}',
	'{label}',
	'is not an API definition: it must be OpenAPI 3, Swagger 2.0 or 1.2 (a field openapi, swagger or swaggerVersion at the top of JSON or YAML), RAML (#%RAML 1.0 or 0.8 in the first line), or a ZIP archive',
);

const EMPTY_DEFINITION = requirement(
	'{field}',
	'{label}',
	'is empty: it must contain an API definition',
);

/** What {@link definitionIn} can refuse. */
export const DEFINITION_MESSAGES = aboutFields(
	Object.values(SOURCES).map(({ label }) => label),
	[EMPTY_DEFINITION, NO_DEFINITION, NOT_UTF8, NOT_YAML],
);

/** The fields that say which format a definition has, and the beginnings of their values. */
const MARKS: ReadonlyArray<readonly [name: string, version: RegExp, format: Format]> = [
	['openapi', /^3(\.|$)/, 'OpenApi3'],
	['swagger', /^2(\.|$)/, 'Swagger20'],
	['swaggerVersion', /^1\./, 'Swagger12'],
];

export interface Definition {
	file: GivenFile;
	/** Absent for an archive, as is the text: the files in it are not read. */
	format?: Format;
	text?: string;
	/** The title and version that the definition gives itself. */
	title?: string;
	version?: string;
}

/**
 * A definition from its bytes.
 * @throws BadInput if they are not a definition
 */
export function definitionIn(
	op: ContextShowing<typeof DEFINITION_MESSAGES>,
	data: Buffer,
	fileName: string,
	from: keyof typeof SOURCES,
): Definition {
	if (data.subarray(0, 4).equals(Buffer.from('PK\x03\x04')))
		return { file: fileOf(data, fileName, 'application/zip') };
	const text = textIn(op, data, SOURCES[from]);
	if (text.trim() === '') throw op.refusal(EMPTY_DEFINITION, SOURCES[from]);
	const json = jsonIn(text);
	// Tags such as RAML's !include do not matter here. All values are read as texts, because a title
	// may be "True" and a version "1.10".
	const top = json ?? yamlIn(op, text, SOURCES[from], 'texts');
	const format = isObject(top) ? formatOf(text, top) : undefined;
	if (!isObject(top) || format === undefined) throw op.refusal(NO_DEFINITION, SOURCES[from]);
	// The title and version are in `info`, or at the top level in RAML.
	const about = format.startsWith('Raml') ? top : objectIn(top.info);
	return {
		file: fileOf(Buffer.from(text), fileName, json ? 'application/json' : 'application/x-yaml'),
		format,
		text,
		title: scalarIn(about, 'title'),
		version: scalarIn(about, 'version'),
	};
}

const fileOf = (data: Buffer, fileName: string, mimeType: string): GivenFile => ({
	bytes: data.length,
	fileName,
	mimeType,
	async *chunks() {
		yield data;
	},
});

/** The format of a definition; undefined for any other text. @param top the value of the text */
function formatOf(text: string, top: IDataObject): Format | undefined {
	const raml = /^#%RAML (1\.0|0\.8)\b/.exec(text)?.[1];
	if (raml !== undefined) return raml === '1.0' ? 'Raml10' : 'Raml08';
	const mark = MARKS.find(([name]) => scalarIn(top, name) !== undefined);
	return mark?.[1].test(scalarIn(top, mark[0])!) ? mark[2] : undefined;
}

/** The text or number in a field, as it is written. */
function scalarIn(node: IDataObject, name: string): string | undefined {
	const value = node[name];
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/**
 * The value of an object in JSON, with numbers as they are written; undefined if the text is none.
 */
function jsonIn(text: string): IDataObject | undefined {
	try {
		const value = parseJson(text, 'asWritten');
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

const lines = (text: string): string =>
	text
		.split('\n')
		.map((line) => line.trimEnd())
		.join('\n')
		.trim();

/** A replacer for JSON.stringify that sorts the fields of each object by their names. */
const inOrder = (_name: string, value: unknown): unknown =>
	isObject(value)
		? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
		: value;

/**
 * Whether two definitions are the same. In JSON, blanks and the order of fields do not matter;
 * otherwise, the texts are compared.
 */
export function isSame(one: string, other: string): boolean {
	const [first, second] = [jsonIn(one), jsonIn(other)];
	return first === undefined || second === undefined
		? lines(one) === lines(other)
		: JSON.stringify(first, inOrder) === JSON.stringify(second, inOrder);
}
