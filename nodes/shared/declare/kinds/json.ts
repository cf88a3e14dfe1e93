/** What is given as JSON. */
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { FieldContext } from '../input/badInput';
import { type Base, Field, type Spec } from './common/kind';
import { isNothing, parseGiven } from './common/reading';
import { bounded, type Sizes } from './common/several';

interface JsonSpec extends Spec, Sizes {
	/** Which top-level shape is accepted; `loose` accepts text that is not JSON unchanged. */
	shape: 'object' | 'array' | 'any' | 'loose';
}

const WANTED = { object: 'an object', array: 'a list', any: 'JSON', loose: 'JSON' } as const;

/** Text that is meant as JSON: `true`, `false`, or what begins like JSON other than a number. */
const LIKE_JSON = /^\s*((true|false)\s*$|["[{])/;

class JsonField<T> extends Field<T, JsonSpec> {
	protected override check(): z.ZodType {
		const { shape } = this.spec;
		if (shape === 'array') return bounded(z.array(z.unknown()), this.spec);
		// Not z.record, which fails for an object with a field called constructor.
		return shape === 'object' ? z.looseObject({}) : z.unknown();
	}

	protected override readGiven(context: FieldContext, raw: unknown): unknown {
		if (isNothing(raw)) return undefined;
		const { shape } = this.spec;
		if (shape !== 'loose') return parseGiven(context, raw, WANTED[shape]);
		if (typeof raw === 'string' && !LIKE_JSON.test(raw)) return raw;
		return typeof raw === 'number' && typeof context.spelled === 'string'
			? context.spelled
			: parseGiven(context, raw, 'JSON');
	}

	protected override inputOf(base: Base): INodeProperties {
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

/** Any value, as a user would type it: plain text, `true`, `false`, or JSON. A number stays text: only the API knows what it must be. */
export const looseValue = (description: string) =>
	new JsonField<unknown>({ kind: 'json', description, required: true, shape: 'loose' });
