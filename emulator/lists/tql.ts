/**
 * The query language of datasets and catalog connections, as far as the vendor's public pages show
 * it: comparisons, `contains`, `in [...]`, `is empty`, joined by `and`, `or`, `not` and parentheses.
 */
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
	if (a === undefined || a === null) return NaN;
	const difference = Number(a) - Number(b);
	return Number.isNaN(difference) ? String(a).localeCompare(String(b)) : difference;
}

/**
 * Whether a record passes a query.
 * @param known the fields that there are
 * @throws Refusal 400 saying where the query cannot be read
 */
export function tql(query: string, known: readonly string[]): Test {
	const tokens = tokensOf(query);
	let at = 0;
	const take = (): string => tokens[at++] ?? refuse('ends too early');
	const taken = (word: string): boolean => tokens[at] === word && at++ >= 0;
	const expect = (word: string): void => {
		if (!taken(word))
			refuse(
				tokens[at] === undefined
					? `ends where "${word}" is expected`
					: `has "${tokens[at]}" where "${word}" is expected`,
			);
	};
	const value = (): string | number => {
		const token = take();
		if (token.startsWith("'")) return token.slice(1, -1).replace(/\\(.)/g, '$1');
		return /^-?\d/.test(token)
			? Number(token)
			: /^(true|false)$/.test(token)
				? token
				: refuse(`has "${token}" where a value is expected: text must be in '…'`);
	};
	const condition = (): Test => {
		const field = take();
		if (!known.includes(field.split('.')[0]!))
			refuse(`names the field ${field}, which does not exist`);
		const operator = take();
		if (operator === 'is') {
			expect('empty');
			return (record) => [undefined, null, ''].includes(valueAt(record, field) as string);
		}
		if (operator === 'in') {
			expect('[');
			const values = [String(value())];
			while (taken(',')) values.push(String(value()));
			expect(']');
			return (record) => values.includes(String(valueAt(record, field)));
		}
		const test =
			COMPARISONS.get(operator) ?? refuse(`has "${operator}" where an operator is expected`);
		const wanted = value();
		return (record) => test(valueAt(record, field), wanted);
	};
	const unary = (): Test => {
		if (taken('not')) {
			const inner = unary();
			return (record) => !inner(record);
		}
		if (!taken('(')) return condition();
		const inner = any();
		expect(')');
		return inner;
	};
	const joined = (word: string, part: () => Test, join: (tests: Test[]) => Test) => (): Test => {
		const tests = [part()];
		while (taken(word)) tests.push(part());
		return join(tests);
	};
	const all = joined('and', unary, (tests) => (record) => tests.every((test) => test(record)));
	const any: () => Test = joined(
		'or',
		all,
		(tests) => (record) => tests.some((test) => test(record)),
	);
	const test = any();
	if (at < tokens.length) refuse(`has "${tokens[at]}" after its end`);
	return test;
}

function refuse(what: string): never {
	throw badRequest(`The TQL query ${what}`);
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
