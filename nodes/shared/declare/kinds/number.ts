/** Numbers: integers, and numbers with a fraction. */
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { losesDigits } from '../../support/json';
import { isNothing } from '../../support/nothing';
import { bounded, BoundedField, type Sizes } from '../field/bounds';
import type { Spec } from '../field/declaration';
import type { PropertyBase } from '../field/field';
import type { FieldContext } from '../field/fieldContext';
import { typeOptions } from '../field/inputs';
import { refuse } from '../field/parse';

interface NumberSpec extends Spec, Sizes {
	readonly kind: 'integer' | 'number';
}

export class NumberField extends BoundedField<number, NumberSpec> {
	override readonly sentAs = 'number';

	private readonly isWhole = this.spec.kind === 'integer';

	override valueSchema(): z.ZodType {
		return bounded(this.isWhole ? z.number().int() : z.number(), this.spec);
	}

	override readGiven(context: FieldContext, raw: unknown): unknown {
		if (isNothing(raw)) return undefined;
		const number =
			typeof raw === 'string' && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(raw) ? Number(raw) : raw;
		if (!Number.isFinite(number))
			return refuse(context, this.isWhole ? 'must be a whole number' : 'must be a number', raw);
		// Giving such a value as text does not help, because it is sent as a number.
		const isChanged =
			(Number.isInteger(number) && !Number.isSafeInteger(number)) ||
			(typeof raw === 'string' && losesDigits(raw.trim().replace(/^\+/, '')));
		return isChanged
			? refuse(context, 'has more digits than a number can keep: give at most 15', raw)
			: number;
	}

	override toProperty(base: PropertyBase): INodeProperties {
		const { apiDefault, example, min, max } = this.spec;
		const usual = (apiDefault ?? example) as number | undefined;
		return {
			...base,
			type: 'number',
			// A number that the user adds is sent even if it is not changed, so it starts with the usual
			// value. The minimum (such as a timeout after a minute) is seldom wanted.
			default: usual ?? min ?? 0,
			...typeOptions({
				minValue: min,
				maxValue: max,
				numberPrecision: this.isWhole ? 0 : undefined,
			}),
		};
	}
}

/** A whole number. */
export const integer = (description: string) =>
	new NumberField({ kind: 'integer', description, required: true });

/** A number with or without a fraction. */
export const number = (description: string) =>
	new NumberField({ kind: 'number', description, required: true });
