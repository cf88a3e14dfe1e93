/** The shape of JSON values: types, fields, lengths and forms, and no value of the account. */
import { z } from 'zod/v4';

import { isObject } from '../../nodes/shared/support/json';
import type { Described } from '../descriptions/responseSources';
import { digitsOf, FORM_NAMES, type FormName, formOf, isMilliseconds } from './forms';
import { writableNames } from './names';

/** The smallest and the largest value. */
export type Range = [number, number];

/** What a set of values looks like. Each part says how many of them are of that type. */
export interface Shape {
	seen: number;
	null?: number;
	boolean?: number;
	/** `digits`: how many are before the decimal point. */
	number?: { seen: number; whole: boolean; digits: Range; milliseconds?: boolean };
	/**
	 * `values`: those that a source lists; `others`: how many are not listed, although a source lists
	 * values.
	 */
	text?: { seen: number; length: Range; forms: FormName[]; values?: string[]; others?: number };
	list?: { seen: number; length: Range; of?: Shape };
	/** `unnamed`: fields whose names may be values of the account. */
	object?: { seen: number; fields: Record<string, Shape>; unnamed?: { count: Range; of: Shape } };
}

const count = z.int().min(0).max(10_000_000);
const range = z
	.tuple([count, count])
	.refine(([least, most]) => least <= most, 'must begin with the smaller number');

/** A name or value that can be printed. */
export const printable = z
	.string()
	.regex(/^[\x20-\x7e]{1,200}$/, 'must be text of 1 to 200 printable characters');

export const shapeSchema: z.ZodType<Shape> = z.lazy(() =>
	z.strictObject({
		seen: count,
		null: count.optional(),
		boolean: count.optional(),
		number: z
			.strictObject({
				seen: count,
				whole: z.boolean(),
				digits: range,
				milliseconds: z.boolean().optional(),
			})
			.optional(),
		text: z
			.strictObject({
				seen: count,
				length: range,
				forms: z.array(z.enum(FORM_NAMES)).min(1),
				values: z.array(printable).optional(),
				others: count.optional(),
			})
			.optional(),
		list: z.strictObject({ seen: count, length: range, of: shapeSchema.optional() }).optional(),
		object: z
			.strictObject({
				seen: count,
				fields: z.record(printable, shapeSchema),
				unnamed: z.strictObject({ count: range, of: shapeSchema }).optional(),
			})
			.optional(),
	}),
);

const rangeOf = (numbers: readonly number[]): Range => [Math.min(...numbers), Math.max(...numbers)];

/** The largest length of a text that is written. */
const MAX_LENGTH = 100_000;

/** @param places what each source says about these values */
export function shapeOf(values: readonly unknown[], places: readonly Described[]): Shape {
	const numbers = values.filter((value) => typeof value === 'number');
	const texts = values.filter((value) => typeof value === 'string');
	const lists = values.filter((value) => Array.isArray(value)) as unknown[][];
	const objects = values.filter(isObject);
	const nulls = values.filter((value) => value === null).length;
	const booleans = values.filter((value) => typeof value === 'boolean').length;
	const entries = lists.flat();
	const inner = places.flatMap(({ entries: each }) => each ?? []);
	return {
		seen: values.length,
		...(nulls > 0 ? { null: nulls } : {}),
		...(booleans > 0 ? { boolean: booleans } : {}),
		...(numbers.length > 0
			? {
					number: {
						seen: numbers.length,
						whole: numbers.every(Number.isInteger),
						digits: rangeOf(numbers.map(digitsOf)),
						...(numbers.every(isMilliseconds) ? { milliseconds: true } : {}),
					},
				}
			: {}),
		...(texts.length > 0 ? { text: textShape(texts, places) } : {}),
		...(lists.length > 0
			? {
					list: {
						seen: lists.length,
						length: rangeOf(lists.map(({ length }) => length)),
						...(entries.length > 0 ? { of: shapeOf(entries, inner) } : {}),
					},
				}
			: {}),
		...(objects.length > 0 ? { object: objectShape(objects, places, inner) } : {}),
	};
}

function textShape(
	texts: readonly string[],
	places: readonly Described[],
): NonNullable<Shape['text']> {
	const listed = new Set(places.flatMap(({ values }) => [...(values ?? [])]));
	const values = [...new Set(texts)].filter((text) => listed.has(text)).sort();
	const others = texts.filter((text) => !listed.has(text)).length;
	return {
		seen: texts.length,
		length: rangeOf(texts.map(({ length }) => Math.min(length, MAX_LENGTH))),
		forms: [...new Set(texts.map(formOf))].sort(),
		...(values.length > 0 ? { values } : {}),
		...(listed.size > 0 && others > 0 ? { others } : {}),
	};
}

function objectShape(
	objects: ReadonlyArray<Record<string, unknown>>,
	places: readonly Described[],
	entries: readonly Described[],
): NonNullable<Shape['object']> {
	const all = [...new Set(objects.flatMap((object) => Object.keys(object)))].sort();
	const written = new Set(writableNames(all, places));
	const valuesOf = (isMeant: (name: string) => boolean) =>
		objects.flatMap((object) =>
			Object.keys(object)
				.filter(isMeant)
				.map((name) => object[name]),
		);
	const isHidden = (name: string) => !written.has(name);
	const hidden = objects.map((object) => Object.keys(object).filter(isHidden).length);
	return {
		seen: objects.length,
		fields: Object.fromEntries(
			[...written].map((name) => [
				name,
				shapeOf(
					valuesOf((each) => each === name),
					places.flatMap((place) => place.field(name) ?? []),
				),
			]),
		),
		...(hidden.some((each) => each > 0)
			? { unnamed: { count: rangeOf(hidden), of: shapeOf(valuesOf(isHidden), entries) } }
			: {}),
	};
}
