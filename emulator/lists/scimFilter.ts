/**
 * Filters of SCIM 2.0, read by scim2-parse-filter. This adds what the library lacks: the position
 * at which a filter cannot be read, the check of attributes, strings as in JSON, and that case does
 * not matter (RFC 7643, 2.2: caseExact is false by default).
 */
import { type Filter, filter as testerOf } from 'scim2-parse-filter';
import { parseFilter, type Token, tokenizer, Tokens } from 'scim2-parse-filter/lib/src/parser';

import { beginningOf } from '../../nodes/shared/support/text/truncate';
import { Refusal } from '../refusals';

const LITERAL = /"(?:[^"\\]|\\.)*"/g;
/** The beginning of the library's message about a character with which no token begins. */
const UNREADABLE = 'unexpected token ';

const invalidFilter = (message: string) => new Refusal(400, message, { code: 'invalidFilter' });

/**
 * Whether a resource passes a filter.
 * @param knownNames the attributes that exist
 * @throws Refusal 400 invalidFilter, with the position at which the filter cannot be read
 */
export function scimFilter(
	text: string,
	knownNames: readonly string[],
): (resource: unknown) => boolean {
	const literals: string[] = [];
	// Strings of the same length, so that positions stay: the library reads escapes in its own way.
	const plain = text.replace(LITERAL, (literal, offset: number) => {
		literals.push(stringOf(literal, text, offset));
		return `"${'x'.repeat(literal.length - 2)}"`;
	});
	const tree = treeOf(plain, text);
	const attributes = new Set(knownNames.map((name) => name.toLowerCase()));
	const passes = testerOf(withLiterals(tree, literals, attributes));
	return (resource) => passes(inLowerCase(resource));
}

function stringOf(literal: string, text: string, offset: number): string {
	try {
		return (JSON.parse(literal) as string).toLowerCase();
	} catch {
		throw unreadable(text, offset);
	}
}

function treeOf(plain: string, text: string): Filter {
	let tokens: Token[];
	try {
		tokens = tokenizer(plain);
	} catch (error) {
		throw unreadable(text, plain.length - ((error as Error).message.length - UNREADABLE.length));
	}
	const starts = startsOf(tokens, plain);
	const list = new Tokens(tokens);
	try {
		const tree = parseFilter(list);
		if (list.peek().type === 'EOT') return tree;
	} catch {
		// The library has already passed the wrong token.
		throw unreadable(text, starts[Math.min(list.i, tokens.length) - 1]!);
	}
	throw unreadable(text, starts[list.i]!);
}

function startsOf(tokens: readonly Token[], plain: string): number[] {
	let end = 0;
	return tokens.map(({ type, literal }) => {
		if (type === 'EOT') return plain.length;
		const start = plain.indexOf(literal, end);
		end = start + literal.length;
		return start;
	});
}

function unreadable(text: string, offset: number): Refusal {
	return offset >= text.trimEnd().length
		? invalidFilter(`The filter ends too early, after character ${text.trimEnd().length}`)
		: invalidFilter(
				`The filter cannot be read from character ${offset + 1} on: ${beginningOf(text.slice(offset), 40)}`,
			);
}

/**
 * The filter with its strings restored, in order.
 * @throws Refusal for an unknown attribute
 */
function withLiterals(
	tree: Filter,
	literals: string[],
	knownNames: ReadonlySet<string>,
	inside = false,
): Filter {
	switch (tree.op) {
		case 'and':
		case 'or':
			return {
				...tree,
				filters: tree.filters.map((each) => withLiterals(each, literals, knownNames, inside)),
			};
		case 'not':
			return { ...tree, filter: withLiterals(tree.filter, literals, knownNames, inside) };
	}
	const root = tree.attrPath.slice(tree.attrPath.lastIndexOf(':') + 1).split('.')[0]!;
	if (!inside && !knownNames.has(root.toLowerCase()))
		throw invalidFilter(`The filter names the attribute ${root}, which does not exist`);
	const attrPath = tree.attrPath.slice(tree.attrPath.lastIndexOf(':') + 1);
	if (tree.op === '[]')
		return {
			...tree,
			attrPath,
			valFilter: withLiterals(tree.valFilter, literals, knownNames, true),
		};
	if (tree.op === 'pr' || typeof tree.compValue !== 'string') return { ...tree, attrPath };
	return { ...tree, attrPath, compValue: literals.shift()! };
}

/** A value with all texts in lower case. */
function inLowerCase(value: unknown): unknown {
	if (typeof value === 'string') return value.toLowerCase();
	if (Array.isArray(value)) return value.map(inLowerCase);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, inLowerCase(inner)]),
	);
}
