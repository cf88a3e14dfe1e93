/** What a text or a file must be to be an API definition, and what it says about itself. */
import type { GivenFile } from '../shared/declare/field';
import { requirement } from '../shared/declare/messages';
import type { Showing } from '../shared/declare/operation';
import { isObject } from '../shared/support/json';

/** The formats in which API Designer takes and returns a definition. */
export const FORMATS = [
	{ value: 'OpenApi3', name: 'OpenAPI 3' },
	{ value: 'Swagger20', name: 'Swagger 2.0' },
	{ value: 'Swagger12', name: 'Swagger 1.2' },
	{ value: 'Raml10', name: 'RAML 1.0' },
	{ value: 'Raml08', name: 'RAML 0.8' },
] as const;

export type Format = (typeof FORMATS)[number]['value'];

/** What input that is no definition is refused with. */
const noDefinition = <F extends string, L extends string>(field: F, label: L) =>
	requirement(
		field,
		label,
		'is not an API definition: it must be OpenAPI 3, Swagger 2.0 or 1.2 (a field openapi, swagger or swaggerVersion at the top of JSON or YAML that can be read), RAML (#%RAML 1.0 or 0.8 in the first line), or a ZIP archive',
	);

const NO_DEFINITION = {
	text: noDefinition('definitionText', 'Definition'),
	file: noDefinition('binaryField', 'Input Binary Field'),
};

/** What {@link definitionIn} can refuse. */
export const DEFINITION_MESSAGES = Object.values(NO_DEFINITION);

/** The format that a mark at the top level of a definition means. */
const formatOf = (name: string, version: string): Format | undefined => {
	if (name === 'openapi') return version.startsWith('3.') ? 'OpenApi3' : undefined;
	if (name === 'swagger') return version.startsWith('2.') ? 'Swagger20' : undefined;
	return version.startsWith('1.') ? 'Swagger12' : undefined;
};

const MARKS = ['openapi', 'swagger', 'swaggerVersion'] as const;

/** The format of JSON, by its mark; nothing if it has none. */
function formatOfJson(text: string): Format | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (!isObject(value)) return undefined;
	const name = MARKS.find(
		(mark) => typeof value[mark] === 'string' || typeof value[mark] === 'number',
	);
	return name && formatOf(name, String(value[name]));
}

/** The format of YAML, by its mark; nothing if it has none. */
function formatOfYaml(text: string): Format | undefined {
	const raml = /^#%RAML (1\.0|0\.8)\b/.exec(text)?.[1];
	if (raml !== undefined) return raml === '1.0' ? 'Raml10' : 'Raml08';
	for (const line of text.split(/\r?\n/)) {
		const [, name, version] =
			/^["']?(openapi|swagger|swaggerVersion)["']?\s*:\s*["']?([\d.]+)/.exec(line) ?? [];
		if (name !== undefined) return formatOf(name, version!);
	}
	return undefined;
}

export interface Definition {
	file: GivenFile;
	/** Nothing for an archive, as for the text: its files are not looked into. */
	format?: Format;
	text?: string;
}

const fileOf = (data: Buffer, fileName: string, mimeType: string): GivenFile => ({
	bytes: data.length,
	fileName,
	mimeType,
	async *chunks() {
		yield data;
	},
});

/**
 * A definition from its bytes.
 * @throws BadInput if it is none
 */
export function definitionIn(
	call: Showing<typeof DEFINITION_MESSAGES>,
	data: Buffer,
	fileName: string,
	from: keyof typeof NO_DEFINITION,
): Definition {
	if (data.subarray(0, 4).equals(Buffer.from('PK\x03\x04')))
		return { file: fileOf(data, fileName, 'application/zip') };
	const text = data.toString('utf8').replace(/^\uFEFF/, '');
	const isJson = /^\s*\{/.test(text);
	const format = isJson ? formatOfJson(text) : formatOfYaml(text);
	if (format === undefined) throw call.refusal(NO_DEFINITION[from]);
	return {
		file: fileOf(Buffer.from(text), fileName, isJson ? 'application/json' : 'application/x-yaml'),
		format,
		text,
	};
}

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
};

/** What a definition calls itself: `info` has it, in RAML the top. */
export function titleIn(text: string): { title?: string; version?: string } {
	const json = parsed(text);
	if (isObject(json)) {
		const { title, version } = isObject(json.info) ? json.info : {};
		return {
			...(typeof title === 'string' ? { title } : {}),
			...(typeof version === 'string' ? { version } : {}),
		};
	}
	const found: Record<string, string> = {};
	let block = '';
	for (const line of text.split(/\r?\n/)) {
		const [, indent, name, rest = ''] = /^( *)["']?(\w+)["']?:(.*)$/.exec(line) ?? [];
		if (name === undefined) continue;
		const value = rest.split(' #')[0]!.trim();
		if (indent === '') block = name;
		const isHere = text.startsWith('#%RAML') ? indent === '' : block === 'info' && indent !== '';
		if (isHere && value !== '' && (name === 'title' || name === 'version'))
			found[name] ??= value.replace(/^(["'])(.*)\1$/, '$2');
	}
	return found;
}

const lines = (text: string): string =>
	text
		.split('\n')
		.map((line) => line.trimEnd())
		.join('\n')
		.trim();

/** For JSON: the fields of each object in the order of their names. */
const inOrder = (_name: string, value: unknown): unknown =>
	isObject(value)
		? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
		: value;

/** Whether two definitions are the same: as JSON, whatever their spaces and the order of their fields; otherwise as text. */
export function isSame(one: string, other: string): boolean {
	const [first, second] = [parsed(one), parsed(other)];
	return first === undefined || second === undefined
		? lines(one) === lines(other)
		: JSON.stringify(first, inOrder) === JSON.stringify(second, inOrder);
}
