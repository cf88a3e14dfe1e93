/** The schemas of successful answers: from the OpenAPI files, otherwise from the documents. */
import { LIST_FIELDS } from '../../nodes/shared/declare/lists/listInResponse';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { interfaceOperation } from '../../platform/descriptions/interfaceDocuments';
import { jsonSchemaOf, vendorOperation } from '../../platform/descriptions/vendor';
import type { Schema } from '../../platform/descriptions/vendorOperation';
import { type Refs, refTo } from './schemas';

/** The status of a success that the documents do not name. */
const SUCCESS: Readonly<Record<string, string>> = {
	record: '200',
	list: '200',
	nothing: '204',
	file: '200',
};

/** The successful answers of an operation, by status. */
export function answersOf(operation: RequestOperation, refs: Refs): Record<string, Schema> {
	const { method, endpoint, answers } = operation;
	const vendor = vendorOperation(method, endpoint);
	const documents =
		interfaceOperation(method, endpoint)?.success.map(({ status }) =>
			String(status ?? SUCCESS[answers.kind]),
		) ?? [];
	const statuses = [
		...new Set([
			...documents,
			...Object.keys(vendor?.answers ?? {}).filter((status) => /^2\d\d$/.test(status)),
		]),
	];
	return Object.fromEntries(
		(statuses.length > 0 ? statuses : [SUCCESS[answers.kind]!]).map((status) => {
			const theirs = jsonSchemaOf(vendor?.answers[status]);
			const schema = theirs ? refs.rewritten(theirs) : answeredSchema(operation, status, refs);
			const type = answers.kind === 'file' ? 'application/octet-stream' : 'application/json';
			return [
				status,
				{
					description: descriptionOf(operation),
					...(schema ? { content: { [type]: { schema } } } : {}),
				},
			];
		}),
	);
}

const descriptionOf = ({ answers }: RequestOperation): string =>
	({ record: 'The record', list: 'The list, or a page of it', nothing: 'Done', file: 'The file' })[
		answers.kind
	];

function answeredSchema(
	{ answers }: RequestOperation,
	status: string,
	refs: Refs,
): Schema | undefined {
	if (status === '204' || answers.kind === 'nothing') return undefined;
	if (answers.kind === 'file') return {};
	const one = answers.schema === undefined ? {} : refTo(answers.schema, refs);
	if (answers.kind === 'record') return one;
	const list = { type: 'array', items: one };
	if (answers.page !== undefined) return refTo(answers.page, refs);
	const names = answers.listPath === undefined ? LIST_FIELDS : [answers.listPath];
	return {
		anyOf: [
			list,
			{ type: 'object', properties: Object.fromEntries(names.map((name) => [name, list])) },
		],
	};
}
