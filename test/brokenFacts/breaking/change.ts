/**
 * One small change of what the emulated platform answers and understands, of what the nodes send,
 * or of what both check, made while everything runs: no source is compiled again for it.
 */
import { z } from 'zod/v4';

import { Emulator } from '../../../emulator';
import { type Handler, handlers } from '../../../emulator/areas';
import type { Result } from '../../../emulator/handler';
import { RequestHandler } from '../../../emulator/server/requestHandler';
import { areas } from '../../../nodes/areas';
import { bodyFields } from '../../../nodes/shared/declare/derived/operationParts';
import type { Field, Fields } from '../../../nodes/shared/declare/fields';
import { nameOnWire } from '../../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { Exchanges } from '../../support/exchanges';

/** What is changed; everything that is named together is changed together. */
export interface Change {
	/** The operations, "GET /processing/executions/{}"; all when absent. */
	on?: string[];
	/** A field of successful answers, at any depth, that has another name then. */
	answers?: string;
	/** A field that successful answers, or the records of their lists, have then. */
	adds?: string;
	/** A text of successful answers that is another one then. */
	tells?: string;
	/** A field of refusals that has another name then. */
	refuses?: string;
	/** A response header that has another name then. */
	header?: string;
	/** A status, and the one that is answered in its place. */
	status?: [number, number];
	/** A field of the query or the body that leaves under another name. */
	sends?: string;
	/** Requests leave for another path. */
	path?: true;
	/** Requests leave by this method. */
	method?: string;
	/** A request header that is left out. */
	without?: string;
	/**
	 * Lists are answered in another shape: in an object where they were none, and the other way
	 * round.
	 */
	shape?: false;
	/** Lists are answered the other way round. */
	order?: false;
	/** A field of the query or the body that the platform takes no notice of. */
	ignores?: string;
	/** A field whose values nobody checks any more. */
	unchecked?: string;
	/** A field that may be left out then. */
	optional?: string;
	/** A field that must be given then. */
	required?: string;
	/** Rules over several fields are off. */
	rules?: false;
	/** No permission is needed. */
	permissions?: false;
}

const OTHER = 'Other';

export const withoutNames = (key: string): string => key.replace(/\{[^}]*\}/g, '{}');

let current: Change | undefined;

const concerns = (key: string | undefined): boolean =>
	key !== undefined &&
	current !== undefined &&
	(current.on === undefined || current.on.includes(withoutNames(key)));

/** A value with a field under another name, wherever it stands. */
function renamed(value: unknown, name: string): unknown {
	if (Array.isArray(value)) return value.map((each) => renamed(each, name));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [
			key === name ? key + OTHER : key,
			renamed(inner, name),
		]),
	);
}

/** A value with another text in the place of one, wherever it stands. */
function withText(value: unknown, text: string): unknown {
	if (value === text) return text + OTHER;
	if (Array.isArray(value)) return value.map((each) => withText(each, text));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, withText(inner, text)]),
	);
}

const LISTS = ['items', 'data', 'Resources'];

/** A list in an object where it was none, and as it is where it was in one. */
function reshaped(body: unknown): unknown {
	if (Array.isArray(body)) return { items: body };
	const list = LISTS.map((name) => (body as Record<string, unknown> | undefined)?.[name]).find(
		Array.isArray,
	);
	return list ?? [body];
}

/** A list from its end. */
function reversed(body: unknown): unknown {
	if (Array.isArray(body)) return [...(body as unknown[])].reverse();
	if (typeof body !== 'object' || body === null) return body;
	return Object.fromEntries(
		Object.entries(body).map(([key, inner]) => [
			key,
			LISTS.includes(key) ? reversed(inner) : inner,
		]),
	);
}

/** A record with one field more. */
function added(body: unknown, name: string): unknown {
	if (Array.isArray(body)) return body.map((each) => added(each, name));
	if (typeof body !== 'object' || body === null) return body;
	const list = LISTS.find((each) => Array.isArray((body as Record<string, unknown>)[each]));
	return list === undefined
		? { ...body, [name]: OTHER }
		: { ...body, [list]: added((body as Record<string, unknown>)[list], name) };
}

/** As it travels. */
const plain = (value: unknown): unknown =>
	value === undefined ? undefined : JSON.parse(JSON.stringify(value));

function changedResult(
	result: Result,
	{ answers, adds, tells, header, status, shape, order }: Change,
): Result {
	let { body } = result;
	if (shape === false && body !== undefined) body = reshaped(plain(body));
	if (order === false) body = reversed(plain(body));
	if (answers !== undefined) body = renamed(plain(body), answers);
	if (adds !== undefined) body = added(plain(body), adds);
	if (tells !== undefined) body = withText(plain(body), tells);
	const headers =
		header === undefined
			? result.headers
			: Object.fromEntries(
					Object.entries(result.headers ?? {}).map(([name, value]) => [
						name.toLowerCase() === header.toLowerCase() ? `x-${name}` : name,
						value,
					]),
				);
	return {
		...result,
		body,
		headers,
		status: status?.[0] === result.status ? status[1] : result.status,
	};
}

function changed(handler: Handler, key: string): Handler {
	return async (request) => {
		if (!concerns(key)) return await handler(request);
		const { ignores } = current!;
		const without = (of: unknown): unknown =>
			typeof of === 'object' && of !== null && !Array.isArray(of)
				? Object.fromEntries(Object.entries(of).filter(([name]) => name !== ignores))
				: of;
		const read =
			ignores === undefined
				? request
				: {
						...request,
						query: without(request.query) as typeof request.query,
						body: without(request.body),
					};
		return changedResult(await handler(read), current!);
	};
}

/** A request as it would leave then. */
async function changedRequest(request: Request, routes: Emulator['routes']): Promise<Request> {
	if (
		current?.sends === undefined &&
		!current?.path &&
		current?.method === undefined &&
		current?.without === undefined
	)
		return request;
	const url = new URL(request.url);
	const route = routes.find(
		({ method, path }) =>
			method === request.method &&
			new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`).test(
				url.pathname,
			),
	);
	if (!concerns(route?.key)) return request;
	const { sends, path, without, method = request.method } = current;
	if (path) url.pathname += OTHER;
	if (sends !== undefined && url.searchParams.has(sends)) {
		const query = [...url.searchParams].map(([name, value]): [string, string] => [
			name === sends ? name + OTHER : name,
			value,
		]);
		url.search = new URLSearchParams(query).toString();
	}
	let body: Buffer | undefined = Buffer.from(await request.arrayBuffer());
	if (
		sends !== undefined &&
		body.length > 0 &&
		request.headers.get('content-type')?.startsWith('application/json')
	)
		body = Buffer.from(JSON.stringify(renamed(JSON.parse(body.toString('utf8')), sends)));
	if (['GET', 'HEAD'].includes(method)) body = undefined;
	const headers = new Headers(request.headers);
	headers.delete('content-length');
	if (without !== undefined) headers.delete(without);
	return new Request(url, { method, headers, body });
}

/** Puts the seams in. */
export function install(): void {
	const all = handlers as Record<string, Handler>;
	for (const [key, handler] of Object.entries(all)) all[key] = changed(handler, key);
	// In brackets, private members can be replaced; a name that no longer exists is a type error.
	// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its object below
	const respond = RequestHandler.prototype['respond'];
	RequestHandler.prototype['respond'] = async function (this: RequestHandler, ...given) {
		const response = await respond.apply(this, given);
		const [, route, { logged }] = given;
		if (!concerns(route?.key) || response.status < 400 || logged.faulty) return response;
		const { status, refuses } = current!;
		if (refuses !== undefined) logged.answer = renamed(plain(logged.answer), refuses);
		const to = status?.[0] === response.status ? status[1] : response.status;
		return new Response(logged.answer === undefined ? null : JSON.stringify(logged.answer), {
			status: to,
			headers: response.headers,
		});
	};
	// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its object below
	const { listen } = Emulator.prototype;
	Emulator.prototype.listen = async function (this: Emulator, ...given) {
		const app = this['app'];
		const { fetch } = app;
		app.fetch = async (request, ...more) =>
			await fetch(await changedRequest(request, this['routes']), ...more);
		return await listen.apply(this, given);
	};
	// Only the tests that are named for a fact count.
	Exchanges.prototype.settle = () => {};
}

const allOperations = (): RequestOperation[] =>
	Object.values(areas).flatMap((resources) =>
		resources.flatMap(({ operations }) =>
			Object.values(operations).filter((each): each is RequestOperation => each.kind === 'request'),
		),
	);

function* allFields(fields: Fields): Generator<[string, Field]> {
	for (const [name, field] of Object.entries(fields)) {
		yield [name, field];
		if (field.spec.fields) yield* allFields(field.spec.fields);
	}
}

const fieldsOf = (operation: RequestOperation): Array<[string, Field]> => [
	...allFields({
		...operation.path,
		...operation.query,
		...bodyFields(operation),
		...operation.settings,
	}),
];

/** What was made of the declarations is made again. */
function forgetChecks(): void {
	for (const operation of allOperations())
		for (const [, field] of fieldsOf(operation)) field['madeSchema'] = undefined;
}

/**
 * Makes a change.
 * @returns how it is taken back
 */
export function make(change: Change): () => void {
	current = change;
	const back: Array<() => void> = [];
	const put = (object: object, name: string, value: unknown): void => {
		if (!(name in object)) throw new Error(`Nothing is called ${name} any more`);
		const before = Object.getOwnPropertyDescriptor(object, name);
		Object.defineProperty(object, name, {
			value,
			configurable: true,
			enumerable: true,
			writable: true,
		});
		back.push(() =>
			before ? Object.defineProperty(object, name, before) : Reflect.deleteProperty(object, name),
		);
	};
	const { unchecked, optional, required, rules, permissions } = change;
	if (
		unchecked !== undefined ||
		optional !== undefined ||
		required !== undefined ||
		rules === false ||
		permissions === false
	) {
		for (const operation of allOperations().filter(({ method, endpoint }) =>
			concerns(`${method} ${endpoint}`),
		)) {
			if (rules === false && operation.rules?.length) put(operation, 'rules', []);
			if (permissions === false && operation.permissions) put(operation, 'permissions', undefined);
			for (const [name, field] of fieldsOf(operation)) {
				const called = (wanted: string | undefined) =>
					wanted !== undefined && (name === wanted || nameOnWire(name, field) === wanted);
				if (called(unchecked)) put(field, 'check', () => z.any());
				if (called(optional) && field.spec.required) put(field.spec, 'required', false);
				if (called(required) && !field.spec.required) put(field.spec, 'required', true);
			}
		}
		if (back.length === 0) throw new Error(`Nothing to change: ${JSON.stringify(change)}`);
		forgetChecks();
	}
	return () => {
		current = undefined;
		for (const undo of back.reverse()) undo();
		forgetChecks();
	};
}
