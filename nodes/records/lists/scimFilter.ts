/**
 * Filters of SCIM 2.0 (RFC 7644, 3.4.2.2), as text and as a small form. Only the platform parses
 * the text.
 */
import type { Output } from '../../shared/declare/answers';
import {
	choice,
	type Choice,
	type Fields,
	integer,
	list,
	rows,
	text,
} from '../../shared/declare/fields';
import type { OperationContext, RequestOperation } from '../../shared/declare/operation';
import type { Rule } from '../../shared/declare/rules';
import type { Input } from '../../shared/declare/runtime/context';
import { objectIn, objectsIn } from '../../shared/support/json';
import { scimList } from './scimPaging';
import { withQueryShown } from './withQueryShown';

/** The attribute `active`, for the form. It is true or false; all other attributes are texts. */
export const ACTIVE = { value: 'active', name: 'Active' };

const OPERATORS = [
	{ value: 'eq', name: 'Is' },
	{ value: 'ne', name: 'Is Not' },
	{ value: 'co', name: 'Contains' },
	{ value: 'sw', name: 'Starts With' },
	{ value: 'ew', name: 'Ends With' },
	{ value: 'pr', name: 'Is Present' },
];

/** The setting for conditions on the usual attributes. */
export const scimConditions = (attributes: Choice[]): Fields => ({
	conditions: rows('Conditions that must all hold, together with the filter', {
		attribute: choice('What to look at', attributes),
		operator: choice('How to compare', OPERATORS).sample('eq'),
		value: text('What to compare with; true or false for Active, empty for Is Present')
			.eg('ana.demo')
			.optional()
			.onTop(),
	}).optional(),
});

interface Condition {
	attribute: string;
	operator: string;
	value?: string;
}

export const conditionRules: readonly Rule[] = [
	{
		field: 'conditions',
		says: 'a condition must have a value, unless its operator is Is Present; the operator of Active must be Is or Is Not, and its value true or false',
		finding: ({ conditions }) => {
			for (const [index, { attribute, operator, value }] of objectsIn(conditions).entries()) {
				const row = `in row ${index + 1}`;
				if (operator === 'pr') {
					if (value !== undefined)
						return `must not have a value ${row}: Is Present compares with nothing`;
				} else if (value === undefined) return `must have a value ${row}`;
				else if (
					attribute === ACTIVE.value &&
					!(['eq', 'ne'].includes(String(operator)) && ['true', 'false'].includes(String(value)))
				)
					return `must be Is or Is Not with true or false for Active ${row}`;
			}
			return undefined;
		},
	},
];

/** A text as filters contain it: a string in JSON (RFC 7644, 3.4.2.2). */
export const quotedInScim = (value: string): string => JSON.stringify(value);

/** Filter and conditions as one filter; nothing when there is neither. */
export function filterOf(
	filter: string | undefined,
	conditions: readonly Condition[] = [],
): string | undefined {
	const terms = conditions.map(({ attribute, operator, value }) =>
		[
			attribute,
			operator,
			...(value === undefined ? [] : [attribute === ACTIVE.value ? value : quotedInScim(value)]),
		].join(' '),
	);
	if (filter !== undefined) terms.unshift(terms.length > 0 ? `(${filter})` : filter);
	return terms.length === 0 ? undefined : terms.join(' and ');
}

/**
 * Requests what a list or record declares. If the user names attributes, these are output, and not
 * the ones that Simplify keeps.
 */
export async function requestAttributes(
	op: OperationContext,
	operation: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const { attributes } = input.values;
	return await op.request(
		operation,
		attributes === undefined
			? input
			: { ...input, settings: { ...input.settings, simplify: false } },
	);
}

/**
 * Lists what matches the filter and the conditions. If the platform refuses the filter, the message
 * shows all of it.
 */
export async function listByFilter(
	op: OperationContext,
	operation: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const { where } = operation.pages!;
	const parameters = objectIn(input[where]);
	const filter = filterOf(
		parameters.filter as string | undefined,
		input.settings.conditions as Condition[] | undefined,
	);
	if (filter === undefined) return await requestAttributes(op, operation, input);
	return await requestAttributes(op, operation, {
		...input,
		[where]: { ...parameters, filter },
	}).catch((error: unknown) => {
		throw withQueryShown('filter', filter, error);
	});
}

/** Selection and order of the resources of a list. */
export const listQuery = (
	what: string,
	example: { filter: string; sortBy: string; attributes: string; excluded: string },
): Fields => ({
	...projection(example),
	filter: text(`SCIM 2.0 filter; only ${what} that match it`).eg(example.filter).optional(),
	sortBy: text('Attribute to sort by').eg(example.sortBy).optional(),
	sortOrder: scimSortOrderField.optional(),
	startIndex: startIndexField.optional(),
	count: pageSizeField.optional(),
});

/**
 * The same fields for the body of a search, where attributes are a list. The parameters in n8n stay
 * the same.
 */
export const searchBody = (
	what: string,
	example: { filter: string; sortBy: string; attributes: string[]; excluded?: string[] },
): Fields => ({
	attributes: list('Attributes to return').sample(example.attributes).optional(),
	...(example.excluded
		? {
				excludedAttributes: list('Attributes to leave out').sample(example.excluded).optional(),
			}
		: {}),
	filter: text(`SCIM 2.0 filter; only ${what} that match it`)
		.multiline()
		.eg(example.filter)
		.optional(),
	sortBy: text('Attribute to sort by').eg(example.sortBy).optional(),
	sortOrder: scimSortOrderField.optional(),
	startIndex: startIndexField.optional(),
	count: pageSizeField.optional(),
});

/**
 * What the searches of all resources share. They are like Get Many, but a filter may be too long
 * for an address.
 */
export const scimSearch = <B extends Fields>(what: string, body: B, settings: Fields) =>
	({
		name: 'Search',
		action: `Search ${what}`,
		description: `List ${what} as Get Many does, with filters that are too long for a URL`,
		effect: 'read',
		body,
		constants: { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'] },
		settings,
		rules: conditionRules,
		pages: scimList({ where: 'body' }),
		perform: listByFilter,
	}) as const;

/** The schema of a page of SCIM resources. */
export const LIST_PAGE = 'A.ListResponseGenericScimResource';

/** Selection of the attributes in the response. */
export const projection = (example: { attributes: string; excluded: string }): Fields => ({
	attributes: text('Attributes to return, separated by commas').eg(example.attributes).optional(),
	excludedAttributes: text('Attributes to leave out, separated by commas')
		.eg(example.excluded)
		.optional(),
});

export const scimSortOrderField = choice('Sort direction', ['ascending', 'descending'])
	.byDefault('ascending')
	.sample('descending');

export const startIndexField = integer('Result to start with; the first result is 1')
	.min(1)
	.byDefault(1)
	.eg(11);

export const pageSizeField = integer('Size of a page').min(1).byDefault(100);
