/** What users, groups and roles share: how responses show them, and how a PATCH changes them. */
import { ScimError, scimPatch, type ScimPatchOperation, type ScimResource } from 'scim-patch';

import { ruleOf } from '../../../nodes/shared/declare/field/check';
import { type Fields, nameOnWire, objectSchema } from '../../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import type { Request } from '../../handler';
import type { Json } from '../../lists/scimList';
import { Refusal } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import type { Provisioned } from './scimStore';

export const URN = 'urn:ietf:params:scim:schemas:core:2.0:';

export const scimRefusal = (status: number, message: string, code?: string): Refusal =>
	new Refusal(status, message, { code });

/** The refusal of a second record with the same name. */
export const valueTaken = (noun: string, attribute: string, value: unknown): Refusal =>
	scimRefusal(409, `A ${noun} with the ${attribute} ${String(value)} already exists`, 'uniqueness');

/** The fields of a body, as the nodes declare them. */
export const declaredBody = (operation: unknown): Fields =>
	(operation as RequestOperation).body as Fields;

/** The attributes that a resource can have. */
export const attributesOf = (fields: Fields): string[] => [
	...new Set([
		'schemas',
		'id',
		'meta',
		...Object.entries(fields).map(([name, field]) => nameOnWire(name, field)),
	]),
];

export type ResourceType = 'User' | 'Group' | 'Role';

export const address = (origin: string, type: ResourceType, id: string): string =>
	`${origin}/scim/v2/${type}s/${id}`;

export const metaOf = (
	{ id, created, modified }: Provisioned,
	origin: string,
	type: ResourceType,
) => ({
	resourceType: type,
	created: rfc3339(created),
	lastModified: rfc3339(modified),
	location: address(origin, type, id),
});

export function withoutFields(record: Json, names: readonly string[]): Json {
	return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/**
 * The changes of a PATCH, done on a copy (RFC 7644, 3.5.2).
 * @throws Refusal 400 with the scimType of what is wrong
 */
export function applyPatch(view: Json, { body }: Request, fields: Fields): Json {
	const { Operations: operations } = body as { Operations: ScimPatchOperation[] };
	let result: Json;
	try {
		// If a filter matches nothing, a replacement has no target (RFC 7644, 3.5.2.3).
		const options = { mutateDocument: true, treatMissingAsAdd: false };
		result = scimPatch(
			structuredClone(view) as unknown as ScimResource,
			operations,
			options,
		) as unknown as Json;
	} catch (error) {
		throw scimRefusal(
			400,
			(error as Error).message,
			error instanceof ScimError ? (error.scimCode ?? 'invalidPath') : 'invalidPath',
		);
	}
	for (const name of ['id', 'meta', 'schemas'])
		if (JSON.stringify(result[name]) !== JSON.stringify(view[name]))
			throw scimRefusal(400, `${name} cannot be changed`, 'mutability');
	const checked = objectSchema(fields).safeParse(withoutFields(result, ['schemas', 'id', 'meta']));
	if (checked.success) return result;
	const issue = checked.error.issues[0]!;
	throw scimRefusal(
		400,
		`${[...issue.path, ''].join('.').replace(/\.$/, ' ')}${ruleOf(issue)}`,
		issue.code === 'unrecognized_keys' ? 'invalidPath' : 'invalidValue',
	);
}
