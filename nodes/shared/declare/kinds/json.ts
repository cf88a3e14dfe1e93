/** Fields whose value is given as JSON. */
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isNothing } from '../../support/nothing';
import { isBlank, isEmpty } from '../field/blank';
import { bounded, type Sizes } from '../field/bounds';
import type { Spec } from '../field/declaration';
import { Field, type PropertyBase } from '../field/field';
import type { FieldContext } from '../field/fieldContext';
import { contextAt, parseGiven, refuse } from '../field/parse';

interface JsonSpec extends Spec, Sizes {
	/** Which top-level shape is accepted; `loose` accepts text that is not JSON unchanged. */
	shape: 'object' | 'array' | 'any' | 'loose';
	/**
	 * Which values inside may be blank. By default, none may be, because each value selects or
	 * changes something.
	 * - `cleared`: null and empty objects, except in lists; they clear what was there.
	 * - `asRead`: null, empty lists and empty objects, because the platform itself returns them.
	 * - `content`: all values, because they are the user's own data.
	 */
	allowedBlanks?: 'cleared' | 'asRead' | 'content';
	/** Whether an empty list is left out with a hint when a record is created or changed. */
	leavesOutBlanks?: boolean;
}

const WANTED = { object: 'an object', array: 'a list', any: 'JSON', loose: 'JSON' } as const;

/** Text that is meant as JSON: `true`, `false`, or what begins like JSON other than a number. */
const LIKE_JSON = /^\s*((true|false)\s*$|["[{])/;

/**
 * Refuses blank values inside JSON. An entry of a list is never allowed to be blank.
 * @throws BadInput naming the place of the blank
 */
function checkNoBlanks(
	context: FieldContext,
	value: unknown,
	allowedBlanks: JsonSpec['allowedBlanks'],
): void {
	if (typeof value !== 'object' || value === null) return;
	const isList = Array.isArray(value);
	if (!isList && allowedBlanks === 'content') return;
	for (const [key, inner] of Object.entries(value)) {
		const innerContext = contextAt(context, isList ? Number(key) : key);
		const isAllowed = allowedBlanks !== undefined && !isList && typeof inner !== 'string';
		if (isEmpty(inner) && !isAllowed)
			refuse(innerContext, 'is empty: give a value, or leave it out', undefined);
		checkNoBlanks(
			innerContext,
			inner,
			isList && allowedBlanks === 'cleared' ? undefined : allowedBlanks,
		);
	}
}

class JsonField<T> extends Field<T, JsonSpec> {
	override readonly isObject = this.spec.shape === 'object';

	override readonly isContent = this.spec.allowedBlanks === 'content';

	/** Allows null and empty values, also inside: they clear what was there. */
	mayClear(): this {
		return this.with({ allowedBlanks: 'cleared' });
	}

	/**
	 * Allows null, empty lists and empty objects inside, because the platform itself returns them.
	 */
	asRead(): this {
		return this.with({ allowedBlanks: 'asRead' });
	}

	/** Allows any blank inside, because the content is the user's own data. */
	asContent(): this {
		return this.with({ allowedBlanks: 'content' });
	}

	override valueSchema(): z.ZodType {
		const { shape } = this.spec;
		if (shape === 'array') return bounded(z.array(z.unknown()), this.spec);
		// Not z.record, which fails for an object with a field called constructor.
		return shape === 'object' ? z.looseObject({}) : z.unknown();
	}

	/**
	 * Refuses blanks in values that a person gives. A value that an operation gives has no purpose in
	 * the context; it was read from the platform, and may have blanks.
	 */
	override readGiven(context: FieldContext, raw: unknown): unknown {
		const value = this.parsed(context, raw);
		const { allowedBlanks, leavesOutBlanks, min, required } = this.spec;
		if (value === undefined || context.purpose === undefined) return value;
		checkNoBlanks(context, value, allowedBlanks);
		// If a list must have entries, the check of its length refuses an empty list.
		const isChecked = min !== undefined || allowedBlanks === 'content';
		if (!isEmpty(value) || isChecked || allowedBlanks === 'cleared') return value;
		const isLeftOut = leavesOutBlanks === true && context.purpose !== 'selects';
		if (isLeftOut && !required) context.leftOut?.(context.label);
		return undefined;
	}

	private parsed(context: FieldContext, raw: unknown): unknown {
		if (isNothing(raw) || (this.spec.shape === 'loose' && isBlank(raw))) return undefined;
		const { shape } = this.spec;
		if (shape !== 'loose') return parseGiven(context, raw, WANTED[shape]);
		if (typeof raw === 'string' && !LIKE_JSON.test(raw)) return raw;
		return typeof raw === 'number' && typeof context.spelling === 'string'
			? context.spelling
			: parseGiven(context, raw, 'JSON');
	}

	override toProperty(base: PropertyBase): INodeProperties {
		const { shape } = this.spec;
		if (shape === 'loose') return { ...base, type: 'string', default: '' };
		return { ...base, type: 'json', default: shape === 'array' ? '[]' : '{}' };
	}
}

class JsonArrayField extends JsonField<unknown[]> {
	override readonly isMany = true;

	min(min: number): this {
		return this.with({ min });
	}

	max(max: number): this {
		return this.with({ max });
	}

	/**
	 * When a record is created or changed, an empty list is left out with a hint, because it means
	 * the same as no list.
	 */
	leavesOutBlanks(): this {
		return this.with({ leavesOutBlanks: true });
	}
}

/** An object given as JSON. */
export const json = (description: string) =>
	new JsonField<Record<string, unknown>>({
		kind: 'json',
		description,
		required: true,
		shape: 'object',
	});

/** An array given as JSON. */
export const jsonArray = (description: string) =>
	new JsonArrayField({ kind: 'json', description, required: true, shape: 'array' });

/** Any value given as JSON. */
export const jsonValue = (description: string) =>
	new JsonField<unknown>({ kind: 'json', description, required: true, shape: 'any' });

/**
 * Any value, as a user would type it: plain text, `true`, `false`, or JSON. A number stays a text,
 * because only the API knows which type it needs.
 */
export const looseValue = (description: string) =>
	new JsonField<unknown>({ kind: 'json', description, required: true, shape: 'loose' });
