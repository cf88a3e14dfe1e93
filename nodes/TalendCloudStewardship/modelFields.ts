/** Checks records against the data model of a campaign, and infers a data model from records. */
import { isObject } from '../shared/support/json';
import { isNothing } from '../shared/support/nothing';
import { withInvisibleShown } from '../shared/support/text/visibleNames';

/** The properties of a field of a data model that decide which values fit. */
export interface ModelField {
	name: string;
	displayName?: string;
	type: string;
	required?: boolean;
}

/** The fields in a data model from the platform; undefined if it shows none. */
export function fieldsOf(model: unknown): ModelField[] | undefined {
	if (!isObject(model) || !Array.isArray(model.fields)) return undefined;
	return (model.fields as unknown[])
		.filter(
			(field): field is ModelField & Record<string, unknown> =>
				isObject(field) && typeof field.name === 'string',
		)
		.map((field) => ({ ...field, type: String(field.type ?? '') }));
}

interface Kind {
	/** Completes "must be …". */
	noun: string;
	fits: (value: unknown) => boolean;
}

const INTEGER = /^\s*[+-]?\d+\s*$/;
/**
 * Matches decimal numbers. Texts that only JavaScript accepts as numbers (hexadecimal, "Infinity")
 * have other characters.
 */
const DECIMAL = /^[\d.eE+-]+$/;
const isDecimal = (text: string): boolean =>
	DECIMAL.test(text.trim()) && Number.isFinite(Number(text));

/** Whether a text is a date. MySQL writes 0000-00-00 if there is none. */
const isDay = (text: string): boolean =>
	/^\d{4}-\d{2}-\d{2}$/.test(text) &&
	new Date(`${text}T00:00:00Z`).getTime() === Date.parse(text) &&
	new Date(text).toISOString().startsWith(text);

/**
 * What the basic types accept. It is not described which forms of dates and times the platform
 * accepts, so only values that cannot be a date or time are refused.
 */
const KINDS: Readonly<Record<string, Kind>> = {
	integer: {
		noun: 'a whole number',
		fits: (value) => Number.isInteger(value) || (typeof value === 'string' && INTEGER.test(value)),
	},
	decimal: {
		noun: 'a number',
		fits: (value) =>
			(typeof value === 'number' && Number.isFinite(value)) ||
			(typeof value === 'string' && isDecimal(value)),
	},
	boolean: {
		noun: 'true or false',
		fits: (value) => typeof value === 'boolean' || value === 'true' || value === 'false',
	},
	// JSON has no form for other values: NaN would be sent as null.
	text: {
		noun: 'text',
		fits: (value) =>
			['string', 'boolean', 'bigint'].includes(typeof value) || Number.isFinite(value),
	},
	date: {
		noun: 'a date',
		fits: (value) => Number.isInteger(value) || (typeof value === 'string' && /\d/.test(value)),
	},
};

/** Names of the basic types, in the order in which they are offered. */
export const BASIC_TYPES = ['text', 'integer', 'decimal', 'date', 'boolean'] as const;

/** Why a record does not fit a data model, one phrase for each field; empty if it fits. */
export function misfits(record: unknown, fields: readonly ModelField[]): string[] {
	if (!isObject(record)) return ['it must be an object of fields and values'];
	const fieldsByName = new Map(fields.map((field) => [field.name, field]));
	const misfitting = Object.keys(record)
		.filter((name) => !fieldsByName.has(name))
		.map((name) => `${withInvisibleShown(name)} is not a field of the data model`);
	for (const { name, type, required } of fields) {
		const value = record[name];
		if (isNothing(value)) {
			if (required) misfitting.push(`${name} is required`);
			continue;
		}
		if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
			misfitting.push(`${name} has more digits than a number can keep: give it as text`);
			continue;
		}
		const kind = Object.hasOwn(KINDS, type.toLowerCase()) ? KINDS[type.toLowerCase()] : undefined;
		if (kind && !kind.fits(value)) misfitting.push(`${name} must be ${kind.noun} (type ${type})`);
	}
	return misfitting;
}

/** The basic type that all values of a field have. */
function typeOf(values: readonly unknown[]): string {
	const all = (test: (value: unknown) => boolean) => values.length > 0 && values.every(test);
	// Texts of digits do not count as integers, because they may be IDs with leading zeros; nor do
	// numbers such as 1e21.
	if (all((value) => Number.isSafeInteger(value))) return 'integer';
	if (all((value) => typeof value === 'number')) return 'decimal';
	if (all((value) => typeof value === 'boolean')) return 'boolean';
	if (all((value) => typeof value === 'string' && isDay(value))) return 'date';
	return 'text';
}

/**
 * The fields of a data model that these records fit. A field is required if each record has a value
 * for it. Records that are not objects are ignored.
 */
export function inferredFields(
	records: readonly unknown[],
): Array<ModelField & { displayName: string; required: boolean }> {
	const rows = records.filter(isObject);
	const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	return names.map((name) => {
		const values = rows.map((row) => row[name]).filter((value) => !isNothing(value));
		return {
			name,
			displayName: name,
			type: typeOf(values),
			required: values.length === rows.length,
		};
	});
}
