/** What is given as JSON. */
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { FieldContext, Reading } from '../input/badInput';
import { objectSchema } from './common/form';
import { type Base, Field, type Fields, type Spec, type Values } from './common/kind';
import { readObject } from './object';
import { arrayOfSize, type Sizes } from './common/listed';
import { ABSENT, isNothing, parseGiven } from './common/reading';

interface JsonSpec extends Spec, Sizes {
	/** Which top-level shape is accepted; `loose` accepts text that is not JSON unchanged. */
	shape: 'object' | 'array' | 'any' | 'loose';
}

const WANTED = { object: 'an object', array: 'a list', any: 'JSON' } as const;

export class JsonField<T> extends Field<T, JsonSpec> {
	/** The initial value of the input, at the top level; it is sent unless the user clears it. */
	startsWith(initial: unknown): this {
		return this.with({ initial });
	}

	protected override check(): z.ZodType {
		const { fields, shape } = this.spec;
		if (fields) return objectSchema(fields);
		if (shape === 'array') return arrayOfSize(z.unknown(), this.spec);
		// Not z.record, which fails for an object with a field called constructor.
		return shape === 'object' ? z.looseObject({}) : z.unknown();
	}

	protected override readGiven(context: FieldContext, raw: unknown, reading: Reading): unknown {
		if (isNothing(raw)) return ABSENT;
		const { fields, shape, required } = this.spec;
		if (fields) return readObject(context, fields, required, raw, reading);
		if (shape === 'loose') return typeof raw === 'string' ? parseIfJson(context, raw) : parseGiven(context, raw, 'JSON');
		return parseGiven(context, raw, WANTED[shape]);
	}

	protected override inputOf(base: Base): INodeProperties {
		const { shape } = this.spec;
		if (shape === 'loose') return { ...base, type: 'string', default: this.initialOr('') };
		return { ...base, type: 'json', default: this.initialOr(shape === 'array' ? '[]' : '{}') };
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

/** Text unchanged, unless it is `true`, `false` or begins like JSON other than a number. */
function parseIfJson(context: FieldContext, raw: string): unknown {
	return /^\s*((true|false)\s*$|["[{])/.test(raw) ? parseGiven(context, raw, 'JSON') : raw;
}

/** An object given as JSON. */
export const json = (description: string) =>
	new JsonField<Record<string, unknown>>({ kind: 'json', description, required: true, shape: 'object' });

/** An object with known fields, given as JSON only. */
export const jsonOf = <F extends Fields>(description: string, fields: F) =>
	new JsonField<Values<F>>({ kind: 'json', description, required: true, shape: 'object', fields });

/** An array given as JSON. */
export const jsonArray = (description: string) => new JsonArrayField({ kind: 'json', description, required: true, shape: 'array' });

/** Any value given as JSON. */
export const jsonValue = (description: string) => new JsonField<unknown>({ kind: 'json', description, required: true, shape: 'any' });

/** Any value, as a user would type it: plain text, `true`, `false`, or JSON. A number stays text: only the API knows what it must be. */
export const looseValue = (description: string) => new JsonField<unknown>({ kind: 'json', description, required: true, shape: 'loose' });
