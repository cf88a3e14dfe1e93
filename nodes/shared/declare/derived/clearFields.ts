/** The setting Clear Fields, which operations that change a record have. */
import { choices, type Field, type Fields, labelOf } from '../fields';
import type { RequestSpec } from '../operation';
import { isWholeBody } from './operationParts';

export const CLEAR_FIELDS = 'clearFields';

/**
 * The setting, if a field can be cleared. An empty value alone does not clear a field, because it
 * may come from an empty cell of a table.
 */
export function clearFields(changed: RequestSpec['body']): Fields {
	if (changed === undefined || isWholeBody(changed)) return {};
	const clearable = Object.entries<Field>(changed).filter(
		([, { spec }]) => spec.mayBeEmpty && !spec.required && spec.initial === undefined,
	);
	if (clearable.length === 0) return {};
	const named = clearable.map(([name, field]) => ({ value: name, name: labelOf(name, field) }));
	return {
		[CLEAR_FIELDS]: choices('Fields to empty', named).optional(),
	};
}
