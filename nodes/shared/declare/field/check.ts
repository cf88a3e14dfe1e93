/** Checks a value against its schema, and turns what zod finds into a refusal. */
import type { z } from 'zod/v4';

import { isObject } from '../../support/json';
import { BadInput } from '../badInput';
import { GivenName } from './chosen';
import type { FieldContext } from './fieldContext';
import { shortened } from './parse';

const several = (count: number | bigint, singular: string, plural: string): string =>
	Number(count) === 1 ? `one ${singular}` : `${count} ${plural}`;

/** A zod issue as the end of the sentence `"<label>" …`. */
export function ruleOf(issue: z.core.$ZodIssue): string {
	switch (issue.code) {
		case 'too_small':
			// The only minimum that texts have is one character.
			if (issue.origin === 'string') return 'must not be empty';
			if (issue.origin === 'array')
				return `needs at least ${several(issue.minimum, 'entry', 'entries')}`;
			return `must be at least ${issue.minimum}`;
		case 'too_big':
			if (issue.origin === 'string')
				return `must have at most ${several(issue.maximum, 'character', 'characters')}`;
			if (issue.origin === 'array')
				return `must have at most ${several(issue.maximum, 'entry', 'entries')}`;
			return `must be at most ${issue.maximum}`;
		case 'invalid_type':
			return `must be ${TYPES[issue.expected] ?? issue.expected}`;
		case 'invalid_value':
			return `must be one of ${issue.values.map(String).join(', ')}`;
		case 'unrecognized_keys':
			return `has no field ${issue.keys.join(', ')}: remove it, or check its spelling`;
		default:
			return issue.message;
	}
}

const TYPES: Record<string, string> = {
	string: 'text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
};

/** Half of a surrogate pair cannot be in a URL. */
export const HALF_A_CHARACTER = /\p{Surrogate}/u;

/** A value with an example ID in place of each name that is resolved only later. */
function withExamples(value: unknown): unknown {
	if (value instanceof GivenName) return value.chosenBy.example;
	if (!isObject(value) || !Object.values(value).some((inner) => inner instanceof GivenName))
		return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, withExamples(inner)]),
	);
}

/**
 * Checks a value that is about to be sent against its schema.
 * @throws BadInput if it does not match
 */
export function checkValue(schema: z.ZodType, context: FieldContext, value: unknown): void {
	// Replaces zod's own messages: they are not used, and building them fails for some objects.
	const result = schema.safeParse(withExamples(value), {
		error: () => 'is not valid',
		reportInput: true,
	});
	if (!result.success) {
		const issue = result.error.issues[0]!;
		const inner = issue.path.map((part) =>
			typeof part === 'number' ? `[${part}]` : `.${String(part)}`,
		);
		throw new BadInput(
			context.path + inner.join(''),
			typeof issue.path.at(-1) === 'string'
				? `${context.label}: ${String(issue.path.at(-1))}`
				: context.label,
			ruleOf(issue),
			context.secret ? undefined : shortened(issue.input),
		);
	}
	if ([value].flat().some((entry) => typeof entry === 'string' && HALF_A_CHARACTER.test(entry)))
		throw new BadInput(
			context.path,
			context.label,
			'contains half a character, probably because the text was cut inside an emoji: give the whole text',
		);
}
