import { allFields } from '../declare/define';
import type { Field, Fields } from '../declare/field';
import type { Resource } from '../declare/operation';

/**
 * All fields of these resources, and those inside of others.
 * @param more fields that belong to no resource: those of a trigger
 */
export const everyField = (resources: readonly Resource[], more: Fields = {}): Field[] =>
	[more, ...resources.flatMap(({ operations }) => Object.values(operations).map(allFields))].flatMap(withInner);

const withInner = (fields: Fields): Field[] => Object.values(fields).flatMap((field) => [field, ...withInner(field.spec.fields ?? {})]);
