/**
 * YAML, read and written by the library `yaml`. Three things are different here: a plain scalar
 * becomes a number only if its spelling is kept; what only some programs can read is refused, or
 * not written; and each refusal names the line and column.
 */
import {
	Document,
	isAlias,
	isCollection,
	isMap,
	isScalar,
	isSeq,
	LineCounter,
	type Node,
	type Pair,
	parseDocument,
	Scalar,
	visit,
} from 'yaml';

import { perObject } from './perObject';

/** The error for a text that is not valid YAML 1.2, or is not plain data. */
export class NotYaml extends Error {
	override readonly name = 'NotYaml';

	constructor(
		/** From 1. */
		readonly line: number,
		/** From 1. */
		readonly column: number,
		/** A sentence without its full stop. */
		readonly reason: string,
	) {
		super(`Line ${line}, column ${column}: ${reason}`);
	}
}

/** Words that some programs do not read as a text. */
const RESERVED = /^(null|true|false|yes|no|on|off|y|n|[e_][\de_.+-]*)$/i;
const PLAIN = /^[A-Za-z_/][\w ./@()+,-]*$/;
/** Characters that may be in a quoted text, but that some programs do not read. */
const NOT_PRINTED = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * A value as YAML that ends with a line break. Undefined values are left out. Every program that
 * reads YAML 1.1 or 1.2 reads the same value from it.
 */
export function toYaml(value: unknown): string {
	const document = new Document(value ?? null, { version: '1.2', aliasDuplicateObjects: false });
	visit(document, {
		Scalar(_key, node) {
			if (typeof node.value !== 'string') return;
			const isPlain =
				PLAIN.test(node.value) && !RESERVED.test(node.value) && !node.value.endsWith(' ');
			node.type = isPlain ? Scalar.PLAIN : Scalar.QUOTE_DOUBLE;
		},
	});
	return document
		.toString({ lineWidth: 0, doubleQuotedAsJSON: true, flowCollectionPadding: false })
		.replace(NOT_PRINTED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Limits for the depth of a text, and for its values with all aliases resolved. No real definition
 * exceeds them.
 */
const MAX_DEPTH = 100;
const MAX_VALUES = 1_000_000;

/**
 * Control characters that are not allowed in YAML. In JSON, those after U+007E are allowed in
 * quotes.
 */
const CONTROL = /(?![\t\n\r\x7f-\x9f])\p{Cc}/u;

/**
 * Matches a JavaScript comment inside brackets, which YAML would read as a part of a name or value.
 */
const COMMENT_OF_CODE = /(?:^|\s)(?:\/\/|\/\*)(?:\s|$)/;

/** What is read from a text in YAML ({@link fromYaml}). */
export type YamlReading = 'data' | 'texts';

/**
 * The value of a text in YAML 1.2, which includes JSON. A number whose spelling would be lost, such
 * as 1.10, stays a text; so do dates and words such as "off".
 * @param reading `data`: a tag that has no meaning in data, such as `!include`, is refused;
 * `texts`: tags are ignored, and everything except null stays a text, as it was written
 * @throws NotYaml
 */
export function fromYaml(written: string, reading: YamlReading = 'data'): unknown {
	let why: unknown;
	try {
		return plainData(written.replace(/^\ufeff+/, '').replace(/\r\n?/g, '\n'), reading);
	} catch (error) {
		why = error;
	}
	throw why instanceof RangeError ? new NotYaml(1, 1, TOO_DEEP) : why;
}

function plainData(text: string, reading: YamlReading): unknown {
	const lines = new LineCounter();
	const refuse = (offset: number, reason: string): never => {
		const { line, col } = lines.linePos(offset);
		throw new NotYaml(Math.max(line, 1), Math.max(col, 1), reason);
	};
	const document = parseDocument(text, {
		// At first, all scalars are texts. How they were written then decides what they become.
		schema: 'failsafe',
		// Sets, ordered mappings, bytes and dates are not plain data.
		resolveKnownTags: false,
		merge: true,
		// The library compares each name with all others, which takes minutes for a long mapping.
		uniqueKeys: false,
		prettyErrors: false,
		logLevel: 'error',
		lineCounter: lines,
	});
	const [error] = [...document.errors, ...(reading === 'data' ? document.warnings : [])];
	if (error) return refuse(error.pos[0], reasonOf(error));
	const control = text.search(CONTROL);
	if (control >= 0) return refuse(control, 'Control characters are not allowed');
	const firstAlias = prepare(document, refuse, reading);
	const value = document.toJS({ maxAliasCount: -1 }) as unknown;
	return isBounded(value)
		? value
		: refuse(firstAlias, firstAlias ? 'Aliases expand too far, or refer to themselves' : TOO_DEEP);
}

const TOO_DEEP = 'Values are nested too deeply';

/** The reason in the library's own words, unless they name its functions. */
function reasonOf({ code, message }: { code: string; message: string }): string {
	if (code === 'MULTIPLE_DOCS') return 'Another document begins here, but a file can have only one';
	return code === 'RESOURCE_EXHAUSTION' ? TOO_DEEP : message;
}

/**
 * Gives plain scalars their values, and refuses everything that is not plain data.
 * @returns the position of the first alias
 */
function prepare(
	document: Document.Parsed,
	refuse: (offset: number, reason: string) => never,
	reading: YamlReading,
): number {
	const anchors = new Map<string, Node>();
	const namesByMapping = perObject<object, Set<unknown>>(() => new Set());
	const placeOf = (node: unknown) => (node as Node | null)?.range?.[0] ?? 0;
	const noteAnchor = (node: Node & { anchor?: string }, path: readonly unknown[]) => {
		if (path.length > 2 * MAX_DEPTH) refuse(placeOf(node), TOO_DEEP);
		if (node.anchor !== undefined) anchors.set(node.anchor, node);
	};
	let firstAlias = 0;
	visit(document, {
		Collection: (_key, node, path) => noteAnchor(node, path),
		Scalar(key, node, path) {
			noteAnchor(node, path);
			if (node.type !== Scalar.PLAIN || node.tag !== undefined) return;
			const text = String(node.value);
			const isNameAlone = key === 'key' && (path.at(-1) as Pair).value === null;
			if (
				COMMENT_OF_CODE.test(text) &&
				(isNameAlone || !/^\/[/*]$/.test(text)) &&
				path.some((part) => isCollection(part) && part.flow)
			)
				refuse(placeOf(node), 'In YAML, a comment begins with #; JSON has no comments');
			if (key !== 'key') node.value = plainValue(text, reading);
		},
		Alias(_key, node) {
			firstAlias ||= placeOf(node);
			if (!anchors.has(node.source))
				refuse(placeOf(node), `There is no anchor &${node.source} before this alias`);
		},
		Pair(_key, { key, value }: Pair<unknown, unknown>, path) {
			if (!isScalar(key)) return refuse(placeOf(key), 'A name must be a text');
			const names = namesByMapping(path.at(-1) as Node);
			if (names.has(key.value)) refuse(placeOf(key), 'This name is given a second time');
			names.add(key.value);
			// The library reads `<<` as a symbol that means "merge", and all other names as texts.
			if (typeof key.value !== 'symbol') return undefined;
			const sources = (isSeq(value) ? value.items : [value]).map((each) =>
				isAlias(each) ? anchors.get(each.source) : each,
			);
			return sources.every(isMap)
				? undefined
				: refuse(placeOf(key), '<< needs an alias of a mapping, or a list of them');
		},
	});
	return firstAlias;
}

function plainValue(text: string, reading: YamlReading): unknown {
	if (/^(~|null|Null|NULL)?$/.test(text)) return null;
	if (reading === 'texts') return text;
	if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
	return /^-?\d/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

/** Whether a value is within the limits if each alias is replaced by its value. */
function isBounded(value: unknown): boolean {
	let values = 0;
	const isWithin = (part: unknown, depth: number): boolean =>
		depth <= MAX_DEPTH &&
		++values <= MAX_VALUES &&
		(typeof part !== 'object' ||
			part === null ||
			Object.values(part).every((inner) => isWithin(inner, depth + 1)));
	return isWithin(value, 0);
}
