/**
 * Refuses texts in which a secret was masked, for example by an agent that writes back what it has
 * read: the mask would take the place of the secret.
 */
import { allFields, requestsOf } from '../../declare/derived/operationParts';
import { GivenName } from '../../declare/field/chosen';
import { contextAt, refuse } from '../../declare/field/parse';
import { labelOf } from '../../declare/fields';
import type { Operation } from '../../declare/operation';
import { isMasked } from '../../support/text/mask';
import type { FieldValues } from './readParameters';

/**
 * Checks the values of an operation that writes. What a person gives as an ordinary text, such as a
 * description, is not checked, because it may quote a log.
 * @throws BadInput naming the place of the first masked text
 */
export function checkMasks(
	operation: Operation,
	{ values, settings }: FieldValues,
	{ isTool }: { isTool: boolean },
): void {
	if (requestsOf(operation).every(({ effect }) => effect === 'read')) return;
	for (const [name, field] of Object.entries(allFields(operation))) {
		const value = values[name] ?? settings[name];
		if (field.isContent || (typeof value === 'string' && !isTool && !field.spec.secret)) continue;
		checkMask({ path: name, label: labelOf(name, field), timezone: '' }, value);
	}
}

function checkMask(context: Parameters<typeof refuse>[0], value: unknown): void {
	if (typeof value === 'string' && isMasked(value))
		refuse(
			context,
			'contains *** where a secret was masked: give the whole value, or leave it out',
			undefined,
		);
	if (typeof value !== 'object' || value === null || value instanceof GivenName) return;
	const isList = Array.isArray(value);
	for (const [key, inner] of Object.entries(value))
		checkMask(contextAt(context, isList ? Number(key) : key), inner);
}
