/** Which texts a field accepts: their length, and the pattern that they must match. */
import { z } from 'zod/v4';

import { bounded } from './bounds';
import type { Spec } from './declaration';
import { Field } from './field';

interface Pattern {
	regex: RegExp;
	/** Completes the sentence `"<label>" must …`. */
	rule: string;
}

export interface TextRules {
	/** Maximum number of characters. */
	maxLength?: number;
	pattern?: Pattern;
	mayBeEmpty?: boolean;
}

export const UUID_EXAMPLE = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';

export const UUID: Pattern = {
	regex: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
	rule: `be a UUID, such as ${UUID_EXAMPLE}`,
};

/** The schema of a text. */
export function textSchema({ maxLength, pattern, mayBeEmpty }: TextRules): z.ZodString {
	const schema = bounded(z.string(), { min: mayBeEmpty ? 0 : 1, max: maxLength });
	return pattern ? schema.regex(pattern.regex, `must ${pattern.rule}`) : schema;
}

/** A text that may have to match a pattern. */
export abstract class PatternField<S extends Spec & TextRules> extends Field<string, S> {
	matching(regex: RegExp, rule: string): this {
		return this.with({ pattern: { regex, rule } } as Partial<S>);
	}

	uuid(): this {
		return this.with({ pattern: UUID } as Partial<S>);
	}

	override valueSchema(): z.ZodType {
		return textSchema(this.spec);
	}
}
