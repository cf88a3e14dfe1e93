/** Queries in FIQL, as the lists of environments and workspaces take them. */
import { parse } from '@rsql/parser';

import { badRequest } from '../refusals';

type Node = ReturnType<typeof parse>;
/** The fields that a query can use, by their names in it. */
export type Selectors<T> = Readonly<Record<string, (record: T) => string | undefined>>;

/**
 * Whether a record passes a query.
 * @throws Refusal 400 if it cannot be read, or if it has an unknown field
 */
export function fiqlFilter<T>(query: unknown, selectors: Selectors<T>): (record: T) => boolean {
	if (query === undefined) return () => true;
	let tree: Node;
	try {
		tree = parse(String(query));
	} catch (error) {
		throw badRequest('The query is not valid FIQL', (error as Error).message);
	}
	return predicateOf(tree, selectors);
}

function predicateOf<T>(node: Node, selectors: Selectors<T>): (record: T) => boolean {
	if (node.type === 'LOGIC') {
		const leftMatches = predicateOf(node.left, selectors);
		const rightMatches = predicateOf(node.right, selectors);
		return node.operator === ';' || node.operator === 'and'
			? (record) => leftMatches(record) && rightMatches(record)
			: (record) => leftMatches(record) || rightMatches(record);
	}
	const { selector } = node.left;
	const read = Object.hasOwn(selectors, selector) ? selectors[selector]! : undefined;
	if (!read) throw badRequest(`The query uses the unknown field ${selector}`);
	const values = [node.right.value].flat().map(pattern);
	const matchesOne = (record: T) => values.some((value) => value.test(read(record) ?? ''));
	switch (node.operator) {
		case '==':
		case '=in=':
			return matchesOne;
		case '!=':
		case '=out=':
			return (record) => !matchesOne(record);
		default:
			throw badRequest(`The query uses the unknown operator ${node.operator}`);
	}
}

/** An asterisk matches any text. */
const pattern = (value: string) =>
	new RegExp(
		`^${value
			.split('*')
			.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
			.join('.*')}$`,
		's',
	);
