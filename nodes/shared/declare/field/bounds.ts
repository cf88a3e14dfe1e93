/** Bounds of a number, or of the number of entries. */
import type { Spec } from './declaration';
import { Field } from './field';

/** The bounds; both are allowed values. */
export interface Sizes {
	min?: number;
	max?: number;
}

/** Adds bounds to a schema. */
export function bounded<C extends { min(least: number): C; max(most: number): C }>(
	schema: C,
	{ min, max }: Sizes,
): C {
	const atLeast = min === undefined ? schema : schema.min(min);
	return max === undefined ? atLeast : atLeast.max(max);
}

export abstract class BoundedField<T, S extends Spec & Sizes> extends Field<T, S> {
	min(min: number): this {
		return this.with({ min } as Partial<S>);
	}

	max(max: number): this {
		return this.with({ max } as Partial<S>);
	}
}
