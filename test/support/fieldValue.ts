/** Reads a field as the engine does, for tests. */
import { BadInput, type Place } from '../../nodes/shared/declare/input/badInput';
import { readField } from '../../nodes/shared/declare/input/read';
import type { Field } from '../../nodes/shared/declare/field';

export interface Around extends Pick<Place, 'given' | 'describes' | 'written'> {
	timezone?: string;
	version?: number;
}

/** What is sent for a value that was given. */
export const read = (field: Field, raw: unknown, { timezone = 'UTC', version, ...where }: Around = {}): unknown =>
	readField('field', field, raw, { timezone, version }, where);

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
	const { field: path, message, given } = refused(field, raw, around);
	return `${path}: ${message}${given === undefined ? '' : ` (${given})`}`;
}
