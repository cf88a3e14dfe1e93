/**
 * What SCIM does in the same way with users, groups and roles: how they are shown, listed and
 * changed.
 */
import type { Fields } from '../../../nodes/shared/declare/fields';
import { created, type Handlers, ok, type Request, type Result } from '../../handler';
import { type Json, type ScimListRequest, scimPage, withAttributes } from '../../lists/scimList';
import type { Store } from '../../state/store';
import { collection, type CollectionOptions } from '../collection';
import {
	address,
	applyPatch,
	attributesOf,
	metaOf,
	type ResourceType,
	URN,
	valueTaken,
} from './resource';
import type { Provisioned } from './scimStore';

/** What is special about the resources of one type. */
interface ScimOptions<T extends Provisioned> extends Omit<CollectionOptions<T>, 'given' | 'show'> {
	type: ResourceType;
	/** The fields of a body. */
	fields: Fields;
	/** The attribute with the name. No two records have the same name; case does not matter. */
	name: { attribute: string; of: (record: T) => string };
	/** Attributes that follow from other records. */
	derived?: (record: T, request: Request) => Json;
	/**
	 * The fields of a record from a complete resource.
	 * @throws Refusal 400
	 */
	fromBody: (request: Request, resource: Json) => Partial<T>;
	/** Called after a PATCH, with the resource that has resulted. */
	patched?: (record: T, request: Request, resource: Json) => void;
}

/** The handlers of a resource type. */
export function scimCollection<T extends Provisioned>(
	store: Store<T>,
	{ type, fields, name, derived, fromBody, patched, ...options }: ScimOptions<NoInfer<T>>,
): Handlers {
	const names = attributesOf(fields);
	const view = (record: T, request: Request): Json => ({
		schemas: [`${URN}${type}`],
		id: record.id,
		...record.attributes,
		...derived?.(record, request),
		meta: metaOf(record, request.origin, type),
	});
	const show = (record: T, request: Request): Json => {
		const { attributes, excludedAttributes } = request.query;
		return withAttributes(view(record, request), attributes, excludedAttributes, names);
	};
	const listed = (request: Request, asked: unknown): Result =>
		scimPage(
			store.all(request.state).map((record) => view(record, request)),
			asked as ScimListRequest,
			names,
		);
	const { create, get, replace, remove, one, change } = collection<T>(store, {
		fresh: ({ clock }) => ({ created: clock.now(), modified: clock.now() }) as Partial<T>,
		touched: ({ clock }) => ({ modified: clock.now() }) as Partial<T>,
		...options,
		unique: [
			{
				by: (record) => name.of(record).toLowerCase(),
				says: name.attribute,
				refusal: (record) => valueTaken(type.toLowerCase(), name.attribute, name.of(record)),
			},
		],
		given: (request) => fromBody(request, request.body as Json),
		show,
	});
	const path = `/scim/v2/${type}s`;
	return {
		[`GET ${path}`]: (request) => listed(request, request.query),
		[`POST ${path}/.search`]: (request) => listed(request, request.body),
		[`POST ${path}`]: create((record, request) =>
			created(show(record, request), { location: address(request.origin, type, record.id) }),
		),
		[`GET ${path}/{id}`]: get(),
		[`PUT ${path}/{id}`]: replace(),
		[`PATCH ${path}/{id}`]: (request) => {
			const record = one(request);
			const resource = applyPatch(view(record, request), request, fields);
			change(request, record, fromBody(request, resource));
			patched?.(record, request, resource);
			return ok(show(record, request));
		},
		[`DELETE ${path}/{id}`]: remove(),
	};
}
