/**
 * YAML of a simple form: mappings and sequences in lines, and scalars that are plain or in quotes. What it writes, every
 * reader of YAML reads; what it reads is that form, comments, and JSON in one line. All else is refused with its line.
 */
import { isObject } from '../shared/support/json';

/** A text that is not of the simple form. */
export class NotSimpleYaml extends Error {
	override readonly name = 'NotSimpleYaml';

	constructor(
		/** From 1. */
		readonly line: number,
		/** Completes the sentence "Line 5 …". */
		readonly rule: string,
	) {
		super(`Line ${line} ${rule}`);
	}
}

/** Words that some reader takes for something other than a text. */
const RESERVED = /^(null|true|false|yes|no|on|off|y|n|[e_][\de_.+-]*)$/i;
const PLAIN = /^[A-Za-z_/][\w ./@()+,-]*$/;
/** What JSON leaves as it is, and YAML does not take. */
const NOT_PRINTED = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function scalarText(value: unknown): string {
	if (typeof value !== 'string') return JSON.stringify(value ?? null);
	if (PLAIN.test(value) && !RESERVED.test(value) && !value.endsWith(' ')) return value;
	return JSON.stringify(value).replace(
		NOT_PRINTED,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/** A value as YAML, ending in a line break; what is undefined is left out. */
export const toYaml = (value: unknown): string => `${linesOf(value).join('\n')}\n`;

function linesOf(value: unknown): string[] {
	const isEmpty = (given: unknown) =>
		Object.values(given as object).every((each) => each === undefined);
	if (Array.isArray(value)) {
		if (value.length === 0) return ['[]'];
		return value.flatMap((each) =>
			linesOf(each).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`),
		);
	}
	if (!isObject(value)) return [scalarText(value)];
	if (isEmpty(value)) return ['{}'];
	return Object.entries(value).flatMap(([key, inner]) => {
		if (inner === undefined) return [];
		const lines = linesOf(inner);
		const isBlock = Array.isArray(inner) ? inner.length > 0 : isObject(inner) && !isEmpty(inner);
		return isBlock
			? [`${scalarText(key)}:`, ...lines.map((line) => `  ${line}`)]
			: [`${scalarText(key)}: ${lines[0]}`];
	});
}

interface Line {
	number: number;
	indent: number;
	text: string;
}

/** Without the blanks at its end: others are a part of a text. */
function trimmed(text: string): string {
	let end = text.length;
	while (text[end - 1] === ' ' || text[end - 1] === '\t') end--;
	return text.slice(0, end);
}

/** Deeper, a text is no definition of anything. */
const DEEPEST = 50;

/**
 * The value of a text in the simple form, or in JSON. A number whose spelling would be lost, such as 1.10, stays a text.
 * @throws NotSimpleYaml
 */
export function fromYaml(text: string): unknown {
	const plain = text.replace(/^\ufeff/, '');
	if (/^\s*[[{]/.test(plain)) return json(plain.trim(), 1);
	const lines = plain
		.split(/\r?\n/)
		.map((line, index): Line => {
			const start = line.search(/[^ ]|$/);
			return { number: index + 1, indent: start, text: trimmed(line.slice(start)) };
		})
		.filter(({ text: own }) => own !== '' && !/^\t*#/.test(own));
	if (lines[0]?.indent === 0 && lines[0].text === '---') lines.shift();
	const withTab = lines.find(({ text: own }) => own.startsWith('\t'));
	if (withTab) throw new NotSimpleYaml(withTab.number, 'is indented with a tab: use spaces');
	return new Reader(lines).document();
}

class Reader {
	private at = 0;

	constructor(private readonly lines: Line[]) {}

	document(): unknown {
		if (this.lines.length === 0) return null;
		const value = this.block(this.lines[0]!.indent, 0);
		const rest = this.lines[this.at];
		if (rest)
			throw new NotSimpleYaml(
				rest.number,
				'is indented differently from what it belongs to, or continues a value: neither is supported',
			);
		return value;
	}

	private block(indent: number, depth: number): unknown {
		const line = this.lines[this.at]!;
		if (depth > DEEPEST) throw new NotSimpleYaml(line.number, 'is nested too deeply');
		if (line.indent === 0 && /^(%|(---|\.\.\.)([ \t]|$))/.test(line.text))
			throw new NotSimpleYaml(
				line.number,
				'begins another document, or a directive: a file has one document',
			);
		if (isEntry(line.text)) return this.sequence(indent, depth);
		if (keyOf(line)) return this.mapping(indent, depth);
		this.at++;
		return scalar(line.text, line.number);
	}

	private sequence(indent: number, depth: number): unknown[] {
		const values: unknown[] = [];
		for (
			let line = this.lines[this.at];
			line?.indent === indent && isEntry(line.text);
			line = this.lines[this.at]
		) {
			const rest = line.text.slice(1).replace(BLANKS, '');
			if (rest === '' || rest.startsWith('#')) {
				this.at++;
				values.push(this.inner(indent + 1, depth));
				continue;
			}
			// What follows the dash stands where a line of its own would.
			const own: Line = {
				number: line.number,
				indent: indent + line.text.length - rest.length,
				text: rest,
			};
			this.lines[this.at] = own;
			values.push(this.block(own.indent, depth + 1));
		}
		return values;
	}

	private mapping(indent: number, depth: number): Record<string, unknown> {
		const values = new Map<string, unknown>();
		for (
			let line = this.lines[this.at];
			line?.indent === indent && !isEntry(line.text);
			line = this.lines[this.at]
		) {
			const found = keyOf(line);
			if (!found)
				throw new NotSimpleYaml(line.number, 'needs a name, a colon and a space before its value');
			if (values.has(found.key))
				throw new NotSimpleYaml(line.number, `has the name ${found.key} a second time`);
			this.at++;
			const isOpen = found.rest === '' || found.rest.startsWith('#');
			// A sequence may stand below its name without being indented.
			const isBelow =
				isOpen && this.lines[this.at]?.indent === indent && isEntry(this.lines[this.at]!.text);
			values.set(
				found.key,
				isOpen ? this.inner(isBelow ? indent : indent + 1, depth) : scalar(found.rest, line.number),
			);
		}
		return Object.fromEntries(values);
	}

	/** What stands in the lines below, if they are indented at least so far. */
	private inner(indent: number, depth: number): unknown {
		const next = this.lines[this.at];
		return next !== undefined && next.indent >= indent ? this.block(next.indent, depth + 1) : null;
	}
}

const BLANKS = /^[ \t]+/;

const isEntry = (text: string): boolean => /^-([ \t]|$)/.test(text);

/** The name at the beginning of a line, and what stands behind it. */
function keyOf({ text, number }: Line): { key: string; rest: string } | undefined {
	const quoted = /^["']/.test(text) ? inQuotes(text, number) : undefined;
	const end = quoted ? quoted.end : text.search(/:([ \t]|$)/);
	if (end < 0) return undefined;
	const behind = text.slice(end).replace(BLANKS, '');
	if (!/^:([ \t]|$)/.test(behind)) return undefined;
	const key = quoted ? quoted.value : plainText(trimmed(text.slice(0, end)), number);
	return { key, rest: behind.slice(1).replace(BLANKS, '') };
}

function scalar(text: string, line: number): unknown {
	if (/^[[{]/.test(text)) return json(text, line);
	if (/^["']/.test(text)) {
		const { value, end } = inQuotes(text, line);
		if (!/^([ \t]+#.*)?$/.test(text.slice(end)))
			throw new NotSimpleYaml(line, 'has something after a text in quotes');
		return value;
	}
	const comment = text.search(/[ \t]#/);
	const plain = plainText(comment < 0 ? text : trimmed(text.slice(0, comment)), line);
	if (/^(~|null|Null|NULL)$/.test(plain)) return null;
	if (/^(true|false)$/i.test(plain)) return plain.toLowerCase() === 'true';
	return /^-?\d/.test(plain) && String(Number(plain)) === plain ? Number(plain) : plain;
}

/** A text without quotes. @throws NotSimpleYaml if it is more than that */
function plainText(text: string, line: number): string {
	if (/^[&*!|>%@`,\]}#]/.test(text) || /^[?:-]([ \t]|$)/.test(text))
		throw new NotSimpleYaml(
			line,
			`has ${text[0]} where a value begins: put the text in quotes; anchors, tags and texts of several lines are not supported`,
		);
	if (/:([ \t]|$)/.test(text))
		throw new NotSimpleYaml(line, 'has a second colon: put the text in quotes');
	return text;
}

/** A text in quotes, and where it ends. */
function inQuotes(text: string, line: number): { value: string; end: number } {
	const quote = text.charAt(0);
	for (let at = 1; at < text.length; at++) {
		if (quote === '"' && text[at] === '\\') at++;
		else if (text[at] === quote && quote === "'" && text[at + 1] === quote) at++;
		else if (text[at] === quote) {
			const whole = text.slice(0, at + 1);
			return {
				value: quote === "'" ? whole.slice(1, -1).replaceAll("''", "'") : String(json(whole, line)),
				end: at + 1,
			};
		}
	}
	throw new NotSimpleYaml(line, 'has no closing quote: a text in quotes must be on one line');
}

function json(text: string, line: number): unknown {
	let why: string;
	try {
		return JSON.parse(text) as unknown;
	} catch (error) {
		why = (error as Error).message;
	}
	throw new NotSimpleYaml(
		line,
		`is not in JSON, as a value that begins with ${text[0]} must be: ${why}`,
	);
}
