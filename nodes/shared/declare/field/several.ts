/** What fields with several values share. */
import { isObject, parseJson } from '../../support/json';
import { isNothing } from '../../support/nothing';
import { BoundedField, type Sizes } from './bounds';
import type { Spec } from './declaration';
import type { KindSpec } from './field';
import type { FieldContext } from './fieldContext';
import { contextAt, isEmptyEntry, parseGiven, refuse, textOf } from './parse';

export abstract class SeveralField<
	T,
	S extends Spec & Sizes & Pick<KindSpec, 'mayBeEmpty'>,
> extends BoundedField<T, S> {
	override readonly isMany = true;

	/** An empty list is sent, and clears what was there. */
	mayBeEmpty(): this {
		return this.with({ mayBeEmpty: true } as Partial<S>);
	}

	/** What separates the entries if a list is given as one text. */
	protected readonly separator: RegExp = /[,\n]/;

	/** Whether a separator could have been meant as part of an entry. */
	protected readonly mayDivideEntry: boolean = true;

	/** Reads texts from an array, a JSON array, or a text with separators. */
	override readGiven(context: FieldContext, raw: unknown): unknown {
		if (isUnfilled(context, raw)) return undefined;
		if (typeof raw === 'string' && isObjectOrCode(raw)) refuse(context, 'must be a list', raw);
		const isJson = typeof raw === 'string' && raw.trim().startsWith('[');
		const entries = isJson
			? (parseGiven(context, raw, 'a list', 'asTexts') as unknown[])
			: this.entriesIn(context, raw);
		// The expression in a single entry can give the whole list.
		const spelling = typeof raw === 'string' ? [] : [context.spelling].flat(2);
		const texts = entries
			.flatMap((entry) => (entries.length > 1 && isEmptyList(entry) ? [''] : entry))
			.map((entry, index) =>
				entryOf(contextAt({ ...context, spelling }, index, { label: context.label }), entry),
			);
		const isDivided = typeof raw === 'string' && !isJson && texts.length > 1;
		if (isDivided && this.mayDivideEntry) context.divided?.(context.label, texts);
		return texts.length === 0 && !this.spec.mayBeEmpty ? undefined : texts;
	}

	/**
	 * The entries of a list, or of a text with separators; otherwise, the value is the only entry.
	 */
	private entriesIn(context: FieldContext, raw: unknown): unknown[] {
		// The copy has `undefined` in place of holes, which functions such as `map` would skip.
		if (Array.isArray(raw)) return [...(raw as unknown[])];
		if (typeof raw === 'string') return raw.trim().split(this.separator);
		return typeof raw === 'number' ? [raw] : refuse(context, 'must be a list', raw);
	}
}

/**
 * Whether a text is an object in JSON, or a block of code as models write it: dividing it at its
 * commas would send pieces of it.
 */
function isObjectOrCode(text: string): boolean {
	if (/^\s*```/.test(text)) return true;
	if (!/^\s*\{/.test(text)) return false;
	try {
		return isObject(parseJson(text));
	} catch {
		return false;
	}
}

const isEmptyList = (entry: unknown): boolean => Array.isArray(entry) && entry.length === 0;

/**
 * Whether nothing was entered: no text, or only the empty entry with which a required list starts.
 */
const isUnfilled = ({ isGiven }: FieldContext, raw: unknown): boolean =>
	isNothing(raw) ||
	(typeof raw === 'string' && raw.trim() === '') ||
	(isGiven !== true && isEmptyEntry(raw));

/** An entry, trimmed. An empty entry is refused, because it would be lost without notice. */
function entryOf(context: FieldContext, raw: unknown): string {
	const text = isNothing(raw) ? '' : textOf(context, raw).trim();
	return text === ''
		? refuse(context, 'has an empty entry: give each entry a value', undefined)
		: text;
}
