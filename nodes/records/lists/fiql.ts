/** Queries in FIQL, as text and as a small form. Only the platform parses the text. */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../shared/declare/answers';
import {
	choice,
	type Choice,
	type Fields,
	nameOnWire,
	rows,
	text,
} from '../../shared/declare/fields';
import type { OperationContext, RequestOperation } from '../../shared/declare/operation';
import type { Rule } from '../../shared/declare/rules';
import type { Input } from '../../shared/declare/runtime/context';
import { objectsIn } from '../../shared/support/json';
import { withQueryShown } from './withQueryShown';

const OPERATORS = [
	{ value: 'is', name: 'Is' },
	{ value: 'isNot', name: 'Is Not' },
	{ value: 'contains', name: 'Contains' },
	{ value: 'startsWith', name: 'Starts With' },
	{ value: 'endsWith', name: 'Ends With' },
];

interface Condition {
	selector: string;
	operator: string;
	value: string;
}

/** The setting for conditions on the attributes that the platform can search by. */
export const fiqlConditions = (selectors: Choice[]): Fields => ({
	conditions: rows('Conditions that must all hold, together with the query', {
		selector: choice('What to look at', selectors).label('Attribute'),
		operator: choice('How to compare', OPERATORS).sample('is'),
		value: text('What to compare with').eg('Production'),
	}).optional(),
});

/** Refuses an asterisk, which matches anything, and cannot be escaped. */
export const conditionRule: Rule = {
	field: 'conditions',
	says: 'the value of a condition must not contain an asterisk: use Contains, Starts With or Ends With, or write a query',
	finding: ({ conditions }) => {
		const at = objectsIn(conditions).findIndex(({ value }) => String(value).includes('*'));
		return at < 0
			? undefined
			: `must not contain an asterisk in the value of row ${at + 1}: it would match any text. Use Contains, Starts With or Ends With`;
	},
};

/** A value as it is in a query: quoted if it contains a special character. */
export const quotedInFiql = (value: string): string =>
	/^[^\s"'();,=!~<>\\]+$/.test(value) ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`;

const TERMS: Record<string, (value: string) => string> = {
	is: (value) => `==${quotedInFiql(value)}`,
	isNot: (value) => `!=${quotedInFiql(value)}`,
	contains: (value) => `==${quotedInFiql(`*${value}*`)}`,
	startsWith: (value) => `==${quotedInFiql(`${value}*`)}`,
	endsWith: (value) => `==${quotedInFiql(`*${value}`)}`,
};

/** Query and conditions as one query; nothing when there is neither. */
export function queryOf(
	query: string | undefined,
	conditions: readonly Condition[] = [],
): string | undefined {
	const terms = conditions.map(
		({ selector, operator, value }) => `${selector}${TERMS[operator]!(value)}`,
	);
	if (query !== undefined) terms.unshift(terms.length > 0 ? `(${query})` : query);
	return terms.length === 0 ? undefined : terms.join(';');
}

/**
 * Lists what matches the query and the conditions. If the platform refuses the query, the message
 * shows all of it. The input has it as `query`, whatever its name in the API.
 */
export async function listByQuery(
	op: OperationContext,
	operation: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const wire = nameOnWire('query', operation.query!.query!);
	const query = queryOf(
		input.query[wire] as string | undefined,
		input.settings.conditions as Condition[] | undefined,
	);
	if (query === undefined) return await op.request(operation, input);
	return await op
		.request(operation, { ...input, query: { ...input.query, [wire]: query } })
		.catch((error: unknown) => {
			throw withQueryShown('query', query, error);
		});
}

/**
 * The field for the query of a list.
 * @param wireName the API's name of the query in this list
 */
export const queryField = (example: string, wireName: 'query' | '_s' = 'query') => ({
	query: text('Query in FIQL; an asterisk matches any text')
		.eg(example)
		.wireName(wireName)
		.optional(),
});

/** The values that filter for records of this name. */
export const byName = (name: string): IDataObject => ({
	query: queryOf(undefined, [{ selector: 'name', operator: 'is', value: name }]),
});
