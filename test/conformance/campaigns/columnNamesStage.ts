/** Fields that take names of columns, and names with invisible characters. */
import type { IDataObject } from 'n8n-workflow';

import { areas } from '../../../nodes/areas';
import { BadInput } from '../../../nodes/shared/declare/badInput';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import { readField } from '../../../nodes/shared/declare/field/reading';
import { type Field, type Fields, isShownBeside } from '../../../nodes/shared/declare/fields';
import { sampleOf } from '../../support/samples';

export const AROUND: Readonly<Record<string, (name: string) => string>> = {
	'a byte order mark before it': (name) => `\uFEFF${name}`,
	'a blank after it': (name) => `${name} `,
	'a blank before it': (name) => ` ${name}`,
	'a no-break space after it': (name) => `${name}\u00A0`,
	'a narrow no-break space after it': (name) => `${name}\u202F`,
	'an ideographic space before it': (name) => `\u3000${name}`,
	'a soft hyphen after it': (name) => `${name}\u00AD`,
	'a word joiner before it': (name) => `\u2060${name}`,
	'a line break after it': (name) => `${name}\r\n`,
	'a zero byte after it': (name) => `${name}\0`,
};

/** Found only where the names are known. */
export const INSIDE: Readonly<Record<string, (name: string) => string>> = {
	'a space of no width in it': (name) => `${name.slice(0, 1)}\u200B${name.slice(1)}`,
	'a variation selector in it': (name) => `${name.slice(0, 1)}\uFE0F${name.slice(1)}`,
	'a joiner in it': (name) => `${name.slice(0, 1)}\u200D${name.slice(1)}`,
};

interface Read {
	value?: unknown;
	refused?: BadInput;
	renamed: Array<[given: string, name: string]>;
}

export function read(name: string, field: Field, raw: unknown): Read {
	const renamed: Read['renamed'] = [];
	try {
		const reading = {
			timezone: 'UTC',
			renamed: (given: string, to: string) => void renamed.push([given, to]),
		};
		return { value: readField(name, field, raw, { ...reading, isGiven: true }), renamed };
	} catch (error) {
		if (!(error instanceof BadInput)) throw error;
		return { refused: error, renamed };
	}
}

interface Place {
	title: string;
	name: string;
	field: Field;
	/** An object there, as JSON would have it, and how to put it into the field. */
	object: IDataObject;
	put: (object: IDataObject) => unknown;
}

/** The object of a sample, without the form around it. */
function bare(given: unknown): IDataObject {
	const value = typeof given === 'string' ? (JSON.parse(given) as unknown) : given;
	const inside = (value as IDataObject).rows ?? (value as IDataObject).value ?? value;
	const { additionalFields, ...object } = [inside].flat()[0] as IDataObject;
	return { ...object, ...(additionalFields as IDataObject | undefined) };
}

/** Objects with declared fields, wherever they are in a field. */
function objectsIn(title: string, top: string, field: Field, put: Place['put']): Place[] {
	const { fields } = field.spec;
	if (field.parts?.(top)) return [];
	if (field.spec.kind === 'pairs') {
		const value = { country: 'DE', region: 'EU' };
		return [{ title, name: top, field, object: value, put }];
	}
	if (!fields) return [];
	const object = bare(sampleOf(top, field).given);
	const own = (given: IDataObject) => put((field.isMany ? [given] : given) as IDataObject);
	return [
		{ title, name: top, field, object, put: own },
		...Object.entries(fields)
			.filter(([inner, declared]) => inner in object && isShownBeside(declared, fields, object))
			.flatMap(([inner, declared]) =>
				objectsIn(`${title}.${inner}`, inner, declared, (given) =>
					own({ ...object, [inner]: given }),
				),
			),
	];
}

export const places = Object.entries(areas).flatMap(([node, resources]) =>
	resources.flatMap(({ value: resource, operations }) =>
		Object.entries(operations).flatMap(([name, operation]) => {
			const all: Fields = { ...inputFields(operation), ...operation.settings };
			return Object.entries(all).flatMap(([top, field]) =>
				objectsIn(`${node}: ${resource}.${name}.${top}`, top, field, (given) => given).map(
					(place) => ({ ...place, top, whole: field }),
				),
			);
		}),
	),
);
