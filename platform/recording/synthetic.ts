/**
 * JSON that looks like what was recorded, with made-up values. It is made from nothing, or from a
 * value of the emulator, which then keeps what the recording allows: its IDs, names and times, as
 * far as they have the recorded types, forms and lengths.
 */
import { ofKind } from '../../nodes/shared/declare/answers';
import { LIST_FIELDS, recordsOf, totalOf } from '../../nodes/shared/declare/lists/listInResponse';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { isObject } from '../../nodes/shared/support/json';
import { isAbsent } from '../../nodes/shared/support/nothing';
import { describedNames } from '../descriptions/responseSources';
import { digitsOf, formOf, FORMS, isMilliseconds, numberOf, timeInNotation } from './forms';
import type { Recorded } from './recording';
import type { Range, Shape } from './shape';

/**
 * Remembers which made-up text replaces which text of the emulator, in both directions, so that an
 * ID is the same wherever it occurs.
 */
export class Aliases {
	private readonly made = new Map<string, string>();
	private readonly originals = new Map<string, string>();
	private count = 0;

	/** A synthetic text in place of another one. */
	of(
		original: string | undefined,
		fits: (text: string) => boolean,
		make: (number: number) => string,
	): string {
		const known = original === undefined ? undefined : this.made.get(original);
		if (known !== undefined && fits(known)) return known;
		let text = make(++this.count);
		// Short texts repeat themselves.
		for (let tries = 0; original !== undefined && this.originals.has(text) && tries < 50; tries++)
			text = make(++this.count);
		if (original !== undefined) {
			this.made.set(original, text);
			this.originals.set(text, original);
		}
		return text;
	}

	/** The text of the emulator that a text in a request replaces. */
	readonly original = (text: string): string => this.originals.get(text) ?? text;

	/** JSON in which all texts are replaced by those of the emulator. */
	originalIn(value: unknown): unknown {
		if (typeof value === 'string') return this.original(value);
		if (Array.isArray(value)) return value.map((entry) => this.originalIn(entry));
		return isObject(value)
			? Object.fromEntries(
					Object.entries(value).map(([name, entry]) => [name, this.originalIn(entry)]),
				)
			: value;
	}
}

/**
 * A number from 0 to 1 for each index. They are distributed so evenly that even the first few cover
 * the whole range.
 */
const spreadPosition = (index: number): number => (index * 0.618_033_988_75 + 0.5) % 1;

const within = ([least, most]: Range, number: number): boolean => number >= least && number <= most;
const oneOf = ([least, most]: Range, index: number): number => least + (index % (most - least + 1));

/** A text of the emulator as a number: its digits, or the milliseconds of its time. */
const numberIn = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Date.parse(text));

/** The instant that a value of the emulator means, in milliseconds; NaN if it means none. */
function instantIn(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && formOf(value) === 'dateTime' ? Date.parse(value) : NaN;
}

/**
 * Lists and maps that are not based on the emulator have at most this many entries, because they
 * can be nested.
 */
const MAX_ENTRIES = 3;
const countOf = ([least, most]: Range, index: number): number =>
	Math.min(least > 0 || most === 0 ? least : index % 2, MAX_ENTRIES);

type Part = 'null' | 'boolean' | 'number' | 'text' | 'list' | 'object';
const PARTS: readonly Part[] = ['null', 'boolean', 'number', 'text', 'list', 'object'];
const partCount = (shape: Shape, part: Part): number => {
	const counted = shape[part];
	return typeof counted === 'number' ? counted : (counted?.seen ?? 0);
};

/** The type of the value at an index. Each type occurs as often as it was recorded. */
function partAt(shape: Shape, index: number): Part | undefined {
	let rest = spreadPosition(index) * PARTS.reduce((sum, part) => sum + partCount(shape, part), 0);
	const parts = PARTS.filter((part) => partCount(shape, part) > 0);
	for (const part of parts) {
		rest -= partCount(shape, part);
		if (rest < 0) return part;
	}
	return parts.at(-1);
}

export class Synthesis {
	constructor(private readonly aliases = new Aliases()) {}

	/**
	 * @param index which of several values it is
	 * @param base a value of the emulator
	 */
	value(shape: Shape, index: number, base?: unknown): unknown {
		switch (partAt(shape, index)) {
			case 'boolean':
				return typeof base === 'boolean' ? base : true;
			case 'number':
				return this.number(shape.number!, index, base);
			case 'text':
				return this.text(shape.text!, index, base);
			case 'list':
				return this.list(shape.list!, index, base);
			case 'object':
				return this.object(shape.object!, index, base);
			default:
				return null;
		}
	}

	/**
	 * A response of an operation. If it is a list, the records may be at different places in the
	 * recording and in the emulator.
	 */
	answer(operation: RequestOperation, shape: Shape, base: unknown): unknown {
		const { answers } = operation;
		const { listPath } = ofKind('list', answers);
		const records = answers.kind === 'list' ? recordsOf(base, listPath) : undefined;
		if (records === undefined) return this.value(shape, 0, base);
		const total = totalOf({ status: 200, headers: {}, body: base }, listPath) ?? records.length;
		return this.value(shape, 0, asIn(shape, base, { records, total }, listPath));
	}

	private number(
		{ digits, whole, milliseconds = false }: NonNullable<Shape['number']>,
		index: number,
		base: unknown,
	): number {
		const given = typeof base === 'string' ? numberIn(base) : base;
		if (
			typeof given === 'number' &&
			within(digits, digitsOf(given)) &&
			(Number.isInteger(given) || !whole) &&
			(!milliseconds || isMilliseconds(given))
		)
			return given;
		return milliseconds
			? Date.UTC(2026, 0, 1) + index * 1_000
			: numberOf(index, oneOf(digits, index), whole);
	}

	private text(
		{ length, forms, values, others = 0, seen }: NonNullable<Shape['text']>,
		index: number,
		base: unknown,
	): string {
		// States change as they do in the emulator.
		if (values !== undefined && spreadPosition(index) * seen >= others)
			return typeof base === 'string' ? base : values[index % values.length]!;
		const fits = (text: string) => forms.includes(formOf(text)) && within(length, text.length);
		if (typeof base === 'string' && fits(base)) return base;
		const instant = instantIn(base);
		if (forms.includes('dateTime') && Number.isFinite(instant) && Math.abs(instant) < 8e15)
			return timeInNotation(instant, length[0]);
		const form = forms[index % forms.length]!;
		const original = typeof base === 'string' && base !== '' ? base : undefined;
		return this.aliases.of(original, fits, (number) =>
			FORMS[form].make(number, Math.max(oneOf(length, number), form === 'empty' ? 0 : 1)),
		);
	}

	private list(
		{ length, of }: NonNullable<Shape['list']>,
		index: number,
		base: unknown,
	): unknown[] {
		if (of === undefined) return [];
		const given: unknown[] =
			Array.isArray(base) && base.length > 0
				? base
				: Array.from({ length: countOf(length, index) });
		return given.map((entry, at) => this.value(of, at, entry));
	}

	private object(
		{ seen, fields, unnamed }: NonNullable<Shape['object']>,
		index: number,
		base: unknown,
	): Record<string, unknown> {
		const given = isObject(base) ? base : undefined;
		const entries: Array<[string, unknown]> = [];
		for (const [name, shape] of Object.entries(fields)) {
			const own = ownValue(given, name);
			const lacks = given !== undefined && isAbsent(own);
			// If the emulator leaves out a field that it knows, such as the end of an execution, this has
			// a reason.
			const isLeftOut = lacks && describedNames().has(name);
			if (isLeftOut && shape.seen < seen) continue;
			if (isLeftOut && (shape.null ?? 0) > 0) entries.push([name, null]);
			else if (spreadPosition(index) * seen < shape.seen)
				entries.push([name, this.value(shape, index, own)]);
		}
		const others = Object.keys(fields).length === 0 ? Object.entries(given ?? {}) : [];
		return Object.fromEntries([...entries, ...this.unnamedEntries(unnamed, index, others)]);
	}

	/**
	 * Entries whose names are not recorded, as many as there were: those of the emulator, or with
	 * names of their own.
	 */
	private unnamedEntries(
		unnamed: NonNullable<Shape['object']>['unnamed'],
		index: number,
		others: ReadonlyArray<[string, unknown]>,
	): Array<[string, unknown]> {
		if (unnamed === undefined) return [];
		const made =
			others.length > 0
				? others
				: Array.from({ length: countOf(unnamed.count, index) }, (_, at): [string, unknown] => [
						`name${at + 1}`,
						undefined,
					]);
		return made.map(([name, value], at) => [
			name,
			this.value(unnamed.of, index * made.length + at, value),
		]);
	}
}

/** A field of the response itself, not what every object has, such as `constructor`. */
const ownValue = (given: Record<string, unknown> | undefined, name: string): unknown =>
	given && Object.hasOwn(given, name) ? given[name] : undefined;

const TOTALS = ['total', 'totalLength', 'totalResults'] as const;

/** The records of the emulator, in the place where the recorded response has its list. */
function asIn(
	{ list, object }: Shape,
	base: unknown,
	listed: { records: readonly unknown[]; total: number },
	root?: string,
): unknown {
	const { records, total } = listed;
	if (list) return records;
	if (!object) return base;
	const around = isObject(base) ? base : {};
	const inner = root === undefined ? undefined : object.fields[root];
	if (root !== undefined && inner) return { ...around, [root]: asIn(inner, around[root], listed) };
	const place = LIST_FIELDS.find((name) => object.fields[name]?.list);
	if (place === undefined) return base;
	return {
		...Object.fromEntries(TOTALS.map((name) => [name, total])),
		...around,
		[place]: records,
	};
}

/** The text of a recorded body. */
export function syntheticText(
	{ content, body }: Pick<Recorded, 'content' | 'body'>,
	jsonOf: (shape: Shape) => unknown,
): string {
	switch (content) {
		case 'json':
			return JSON.stringify(jsonOf(body!));
		case 'page':
			return '<!doctype html>\n<html><head><title>Synthetic page</title></head><body><p>In place of a recorded web page</p></body></html>';
		case 'damaged':
			return '{"items":[{"id":"synth';
		case 'text':
			return 'Synthetic text';
		default:
			return '';
	}
}
