/** A further rule for a text, with the words that explain it. */
import type { z } from 'zod/v4';

export interface Pattern {
	test: RegExp;
	/** Completes the sentence "<label> must …". */
	rule: string;
}

export const UUID_EXAMPLE = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';

export const UUID: Pattern = {
	test: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
	rule: `be a UUID, such as ${UUID_EXAMPLE}`,
};

/** A schema with the pattern, if there is one. */
export const withPattern = (schema: z.ZodString, pattern: Pattern | undefined): z.ZodString =>
	pattern ? schema.regex(pattern.test, `must ${pattern.rule}`) : schema;
