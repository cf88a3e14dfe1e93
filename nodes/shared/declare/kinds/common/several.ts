/** What fields of several values share. */
import { z } from 'zod/v4';

import type { FieldContext } from '../../input/badInput';
import { Field, type Spec } from './kind';
import { isNothing, parseGiven, refuse, textOf } from './reading';

/** Bounds: of a number, or of the number of entries. */
export interface Sizes {
	min?: number;
	max?: number;
}

export abstract class SeveralField<T, S extends Spec & Sizes> extends Field<T, S> {
	override readonly isMany = true;

	min(min: number): this {
		return this.with({ min } as Partial<S>);
	}

	max(max: number): this {
		return this.with({ max } as Partial<S>);
	}

	/** An empty list is sent, and clears what was there. */
	mayBeEmpty(): this {
		return this.with({ mayBeEmpty: true });
	}

	/** Texts from an array, a JSON array, or a text with commas or line breaks. */
	protected override readGiven(context: FieldContext, raw: unknown): unknown {
		if (isNothing(raw) || (typeof raw === 'string' && raw.trim() === '')) return undefined;
		let entries: unknown[];
		if (Array.isArray(raw)) entries = raw;
		else if (typeof raw === 'string' && raw.trim().startsWith('[')) entries = parseGiven(context, raw, 'a list') as unknown[];
		else if (typeof raw === 'string') entries = raw.trim().split(/[,\n]/);
		else if (typeof raw === 'number') entries = [raw];
		else return refuse(context, 'must be a list', raw);
		// An expression in one of the inputs can give the whole list.
		const texts = entries.flat().map((entry, index) => entryOf({ ...context, path: `${context.path}[${index}]` }, entry));
		return texts.length === 0 && !this.spec.mayBeEmpty ? undefined : texts;
	}
}

/** A list of that many. */
export function arrayOfSize<T extends z.ZodType>(item: T, { min, max }: Sizes): z.ZodType {
	let result = z.array(item);
	if (min !== undefined) result = result.min(min);
	if (max !== undefined) result = result.max(max);
	return result;
}

/** An entry, trimmed. An empty one is refused: continuing with the others would lose it. */
function entryOf(context: FieldContext, raw: unknown): string {
	const text = isNothing(raw) ? '' : textOf(context, raw).trim();
	return text === '' ? refuse(context, 'has an empty entry: give each entry a value', undefined) : text;
}
