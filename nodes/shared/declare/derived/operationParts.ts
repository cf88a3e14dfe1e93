/** The requests and the fields of an operation. */
import { perObject } from '../../support/perObject';
import type { Fields } from '../fields';
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

/** All fields of a request, in its path, query and body, by parameter name. */
export const sentFields = (request: RequestOperation): Fields => ({
	...request.path,
	...request.query,
	...bodyFields(request),
});

/** The fields that a person or an agent fills in and whose values are sent, by parameter name. */
export const inputFields = perObject((declared: Operation): Fields => {
	if (declared.kind === 'flow') return declared.fields;
	const { pages } = declared;
	return Object.fromEntries(
		Object.entries(sentFields(declared)).filter(
			([name, { spec }]) => !spec.notAsked && !pages?.owns.includes(name),
		),
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
