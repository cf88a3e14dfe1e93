/** Reads a field as the engine does, for tests. */
import { BadInput, MissingInput } from '../../nodes/shared/declare/badInput';
import type { FieldContext } from '../../nodes/shared/declare/field/fieldContext';
import { readField } from '../../nodes/shared/declare/field/reading';
import { type Field, id } from '../../nodes/shared/declare/fields';

/** A field for a record that is chosen from a list, by ID or by name. */
export const task = id('A task').pick({
	noun: 'task',
	method: 'searchTasks',
	byName: true,
	example: 'abc',
});

/** What n8n stores for a record that is chosen in a mode. */
export const locator = (value: unknown, mode = 'id') => ({ __rl: true, mode, value });

/** Whether a value passes the check of what is sent. */
export const isValid = (field: Field, value: unknown): boolean =>
	field.schema.safeParse(value).success;

export interface Around extends Pick<FieldContext, 'isGiven' | 'purpose' | 'entered'> {
	timezone?: string;
	version?: number;
}

/** What is sent for a value that was given. */
export const read = (
	field: Field,
	raw: unknown,
	{ timezone = 'UTC', version, ...where }: Around = {},
): unknown => readField('field', field, raw, { timezone, version, ...where });

/** What refuses a value. */
export function refused(field: Field, raw: unknown, around?: Around): BadInput {
	let value: unknown;
	try {
		value = read(field, raw, around);
	} catch (error) {
		if (error instanceof BadInput) return error;
		throw error;
	}
	throw new Error(`Not refused, but read as ${JSON.stringify(value)}`);
}

/** The refusal of a value: its words and what it repeats. */
export function refusal(field: Field, raw: unknown, around?: Around): string {
	const { field: path, message, shownValue } = refused(field, raw, around);
	return `${path}: ${message}${shownValue === undefined ? '' : ` (${shownValue})`}`;
}

/**
 * Registers a test for each kind of field: without a value, it is missing if it is required, and
 * otherwise left out.
 */
export function testsWithoutValue(kinds: Record<string, Field>): void {
	test.each(Object.entries(kinds))(
		'a field without a value is missing or left out: %s',
		(_name, field) => {
			for (const nothing of [undefined, null, '']) {
				expect(refused(field, nothing)).toBeInstanceOf(MissingInput);
				expect(refusal(field, nothing)).toBe('field: "Field" is required');
				expect(read(field.optional(), nothing)).toBeUndefined();
			}
		},
	);
}
