/** Changes of single attributes (RFC 7644, 3.5.2; docs/platform/interface.md, "SCIM"). */
import { choice, looseValue, rows, text } from '../shared/declare/fields';
import type { Rule } from '../shared/declare/rules';
import { objectsIn } from '../shared/support/json';
import { isList, patchOperations } from './identityProvider';

const OPERATIONS = [
	{ value: 'add', name: 'Add', description: 'Add a value, or set one that is not set' },
	{ value: 'remove', name: 'Remove', description: 'Remove what the path names' },
	{ value: 'replace', name: 'Replace', description: 'Set a new value' },
];

/**
 * The field for the changes, in a form (op, path, value) or as JSON.
 * @param hint a path that shows what is possible
 * @param example a path and its new value
 */
export const patchBody = (hint: string, example: { path: string; value: string }) => ({
	operations: rows('The changes, done in this order', {
		op: choice('What to do', OPERATIONS).label('Operation').sample('replace'),
		path: text('The attribute to change; a filter in brackets chooses among several values')
			.eg(hint)
			.sample(example.path)
			.optional()
			.onTop(),
		value: looseValue('The new value: a text, true, false, or JSON for lists and objects')
			.mayClear()
			.sample(example.value)
			.optional()
			.onTop(),
	})
		.min(1)
		.preparedBy(patchOperations)
		.label('Changes')
		.wireName('Operations'),
});

export const patchConstants = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'] };

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

export const patchRules: readonly Rule[] = [
	{
		field: 'operations',
		says: 'remove must have a path and must not have an empty value; add and replace must have a value',
		finding: ({ operations }) => {
			for (const [index, { op, path, value }] of objectsIn(operations).entries()) {
				if (op === 'remove' && path === undefined)
					return `must have a path in row ${index + 1}: it says what to remove`;
				// Values that say which entries to remove were already moved into the path.
				if (op === 'remove' && isList(String(path)) && value !== undefined)
					return `must not remove ${String(path)} with ${isEmptyList(value) ? 'an empty value' : 'entries that have no field value'}, which would remove all of them (RFC 7644): give those to remove, or leave the value out to remove all`;
				if (op !== 'remove' && value === undefined) return `must have a value in row ${index + 1}`;
			}
			return undefined;
		},
	},
];
