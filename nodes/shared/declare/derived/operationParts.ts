/** The requests and the fields of an operation. */
import { perObject } from '../../support/perObject';
import type { Field, Fields } from '../fields';
import type { Operation, RequestOperation, RequestSpec, WholeBody } from '../operation';

/** Whether one field is the whole body. */
export function isWholeBody(body: RequestSpec['body']): body is WholeBody {
	return body !== undefined && 'whole' in body && typeof body.whole === 'string';
}

/** The requests of an operation: itself, or those that it uses. */
export const requestsOf = (declared: Operation): readonly RequestOperation[] =>
	declared.kind === 'flow' ? declared.uses : [declared];

/** The fields of a body, by parameter name. */
export function bodyFields(declared: Operation): Fields {
	if (declared.kind === 'flow' || declared.body === undefined) return {};
	return isWholeBody(declared.body)
		? { [declared.body.whole]: declared.body.field }
		: declared.body;
}

/** All fields of an operation whose values are sent, by parameter name. */
export const inputFields = perObject((declared: Operation): Fields => {
	if (declared.kind === 'flow') return declared.fields;
	const { path, query, pages } = declared;
	const sent = Object.entries<Field>({ ...path, ...query, ...bodyFields(declared) });
	return Object.fromEntries(
		sent.filter(([name, { spec }]) => !spec.notAsked && !pages?.owns.includes(name)),
	);
});

/**
 * All fields of an operation, by parameter name: those whose values are sent, and the settings of
 * the node.
 */
export const allFields = perObject((declared: Operation): Fields => ({
	...inputFields(declared),
	...declared.settings,
}));
