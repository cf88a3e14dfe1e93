/** Declares operations, flows and resources. */
import { confirmationRules } from './confirmation';
import { clearFields } from './derived/clearFields';
import { familyOf } from './families';
import { boolean, type Field, type Fields, integer, text } from './fields';
import type { Message } from './messages';
import type {
	Effect,
	Endpoint,
	FlowOperation,
	FlowSpec,
	InputOf,
	InputParts,
	Operation,
	RequestFacts,
	RequestOperation,
	RequestSpec,
	RequestWork,
	Resource,
	WholeBody,
} from './operation';
import type { Method } from './runtime/exchange';

const EFFECTS: Record<Method, Effect> = {
	GET: 'read',
	PUT: 'write',
	DELETE: 'write',
	POST: 'start',
	PATCH: 'start',
};

/** Makes properties that declarations do not have a type error, because they may be misspelled. */
type WithoutOthers<D> = Record<Exclude<keyof D, keyof RequestSpec>, never>;

/** Declares an operation that is one request of the interface (or its pages). */
export function operation<
	D extends RequestFacts,
	M extends Message = never,
	P extends Fields = Record<never, never>,
	Q extends Fields = Record<never, never>,
	B extends Fields | WholeBody = Record<never, never>,
	S extends Fields = Record<never, never>,
>(
	endpoint: Endpoint,
	spec: D & WithoutOthers<D> & InputParts<P, Q, B, S> & RequestWork<M, InputOf<P, Q, B, S>>,
): RequestOperation & D;

export function operation(endpoint: Endpoint, spec: RequestSpec): RequestOperation {
	const [method, path] = endpoint.split(' ') as [Method, string];
	const effect = spec.effect ?? EFFECTS[method];
	const settings = {
		...usualSettings(spec),
		...spec.settings,
		...(method === 'PUT' || method === 'PATCH' ? clearFields(spec.body) : {}),
	};
	return {
		kind: 'request',
		...spec,
		settings,
		rules: [...(spec.rules ?? []), ...confirmationRules(settings)],
		method,
		endpoint: path,
		effect,
		creates: spec.creates ?? (method === 'POST' && effect !== 'read'),
		family: spec.family ?? familyOf(path),
	};
}

/** The method and the path of an operation: `GET /account/users/{id}`. */
export const keyOf = ({
	method,
	endpoint,
}: Pick<RequestOperation, 'method' | 'endpoint'>): string => `${method} ${endpoint}`;

export const binaryPropertyField = text('Name of the binary field to put the file in')
	.label('Put Output File in Field')
	.initial('data');

export const simplifyField = boolean(
	'Whether to return a simplified version of the response instead of the raw data',
).initial(true);

/**
 * The settings that follow from the declaration: Return All and Limit of a list with `pages`, the
 * name of the binary field of a file, and Simplify if there are `simple` or `times`.
 */
function usualSettings(spec: RequestSpec): Fields {
	const settings: Fields = {};
	if (spec.answers.kind === 'list' && spec.pages) {
		settings.returnAll = boolean(
			'Whether to return all results or only up to a given limit',
		).initial(false);
		settings.limit = integer('Max number of results to return')
			.min(1)
			.initial(50)
			.shownWhen({ returnAll: [false] });
	}
	if (spec.answers.kind === 'file') settings.binaryPropertyName = binaryPropertyField;
	if (spec.answers.simple ?? spec.answers.times) settings.simplify = simplifyField;
	return settings;
}

/** Declares an operation that needs several requests. */
export function flow<
	F extends Fields,
	S extends Fields = Record<never, never>,
	M extends Message = never,
>(spec: FlowSpec<F, S, M>): FlowOperation {
	const settings = { ...spec.settings, ...clearFields({ ...spec.fields, ...spec.settings }) };
	const rules = [...(spec.rules ?? []), ...confirmationRules(settings)];
	return { kind: 'flow', ...spec, settings, rules };
}

/**
 * A request as a flow uses it, without some refusals: they cannot occur in the flow, or it handles
 * them. So the reference of the flow does not name them.
 */
export function withoutRefusals(
	request: RequestOperation,
	...statuses: number[]
): RequestOperation {
	const refusals = Object.fromEntries(
		Object.entries(request.refusals ?? {}).filter(([status]) => !statuses.includes(Number(status))),
	);
	return { ...request, refusals, neverRefusedWith: statuses };
}

/** Declares a resource. Its first operation is the default; the editor sorts them by name. */
export const resource = (
	value: string,
	name: string,
	operations: Record<string, Operation>,
	description?: string,
): Resource => ({
	value,
	name,
	operations,
	description,
});

/** Declares that one field is the whole body: an array, or a text of the given media type. */
export function wholeBody(name: string, field: Field, contentType?: string): WholeBody {
	return { whole: name, field, contentType };
}
