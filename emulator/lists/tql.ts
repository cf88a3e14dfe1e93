/**
 * The query language of datasets and catalog connections, as far as Talend's public pages show
 * it: comparisons, `contains`, `in [...]`, `is empty`, joined by `and`, `or`, `not` and
 * parentheses.
 */
import { isAbsent } from '../../nodes/shared/support/nothing';
import { badRequest } from '../refusals';

type Fields = Readonly<Record<string, unknown>>;
type Test = (record: Fields) => boolean;

const TOKEN = /\s*('(?:[^'\\]|\\.)*'|[A-Za-z_][\w.]*|-?\d+(?:\.\d+)?|!=|>=|<=|[=<>()[\],])/y;

const COMPARISONS = new Map<string, (a: unknown, b: unknown) => boolean>(
	Object.entries({
		'=': (a, b) => String(a) === String(b),
		'!=': (a, b) => String(a) !== String(b),
		'>': (a, b) => compare(a, b) > 0,
		'>=': (a, b) => compare(a, b) >= 0,
		'<': (a, b) => compare(a, b) < 0,
		'<=': (a, b) => compare(a, b) <= 0,
		contains: (a, b) => String(a ?? '').includes(String(b)),
		containsIgnoreCase: (a, b) =>
			String(a ?? '')
				.toLowerCase()
				.includes(String(b).toLowerCase()),
	}),
);

function compare(a: unknown, b: unknown): number {
	if (isAbsent(a)) return NaN;
	const difference = Number(a) - Number(b);
	return Number.isNaN(difference) ? String(a).localeCompare(String(b)) : difference;
}

/**
 * Whether a record passes a query.
 * @param known the fields that exist
 * @throws Refusal 400 saying where the query cannot be read
 */
export const tql = (query: string, known: readonly string[]): Test =>
	new Reader(tokensOf(query), known).whole();

/**
 * Reads a query from its tokens. Each method reads one rule of the grammar, and moves to the token
 * after it.
 */
class Reader {
	private at = 0;

	constructor(
		private readonly tokens: readonly string[],
		private readonly known: readonly string[],
	) {}

	whole(): Test {
		const test = this.any();
		if (this.at < this.tokens.length) refuse(`has "${this.tokens[this.at]}" after its end`);
		return test;
	}

	private any(): Test {
		const tests = this.joinedBy('or', () => this.all());
		return (record) => tests.some((test) => test(record));
	}

	private all(): Test {
		const tests = this.joinedBy('and', () => this.unary());
		return (record) => tests.every((test) => test(record));
	}

	private joinedBy(word: string, part: () => Test): Test[] {
		const tests = [part()];
		while (this.taken(word)) tests.push(part());
		return tests;
	}

	private unary(): Test {
		if (this.taken('not')) {
			const inner = this.unary();
			return (record) => !inner(record);
		}
		if (!this.taken('(')) return this.condition();
		const inner = this.any();
		this.expect(')');
		return inner;
	}

	private condition(): Test {
		const field = this.take();
		if (!this.known.includes(field.split('.')[0]!))
			refuse(`names the field ${field}, which does not exist`);
		const operator = this.take();
		if (operator === 'is') {
			this.expect('empty');
			return (record) => [undefined, null, ''].includes(valueAt(record, field) as string);
		}
		if (operator === 'in') {
			const values = this.values();
			return (record) => values.includes(String(valueAt(record, field)));
		}
		const test =
			COMPARISONS.get(operator) ?? refuse(`has "${operator}" where an operator is expected`);
		const operand = this.value();
		return (record) => test(valueAt(record, field), operand);
	}

	private values(): string[] {
		this.expect('[');
		const values = [String(this.value())];
		while (this.taken(',')) values.push(String(this.value()));
		this.expect(']');
		return values;
	}

	private value(): string | number {
		const token = this.take();
		if (token.startsWith("'")) return token.slice(1, -1).replace(/\\(.)/g, '$1');
		if (/^-?\d/.test(token)) return Number(token);
		return /^(true|false)$/.test(token)
			? token
			: refuse(`has "${token}" where a value is expected: text must be in '…'`);
	}

	private take(): string {
		return this.tokens[this.at++] ?? refuse('ends too early');
	}

	/**
	 * Passes a word, if it is the next token.
	 * @returns whether it was
	 */
	private taken(word: string): boolean {
		const isThere = this.tokens[this.at] === word;
		if (isThere) this.at++;
		return isThere;
	}

	private expect(word: string): void {
		const token = this.tokens[this.at];
		if (!this.taken(word))
			refuse(
				token === undefined
					? `ends where "${word}" is expected`
					: `has "${token}" where "${word}" is expected`,
			);
	}
}

function refuse(reason: string): never {
	throw badRequest(`The TQL query ${reason}`);
}

function tokensOf(query: string): string[] {
	const tokens: string[] = [];
	TOKEN.lastIndex = 0;
	const end = query.trimEnd().length;
	while (TOKEN.lastIndex < end) {
		const from = TOKEN.lastIndex;
		const token = TOKEN.exec(query)?.[1];
		if (token === undefined) refuse(`cannot be read from character ${from + 1} on`);
		else tokens.push(token);
	}
	return tokens;
}

/** The value at a path such as "datastore.label". */
const valueAt = (record: Fields, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>(
			(value, name) =>
				typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined,
			record,
		);
