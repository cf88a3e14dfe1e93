/** The rules of fields, in words. */
import type { Sizes } from '../../nodes/shared/declare/field/bounds';
import type { Field } from '../../nodes/shared/declare/fields';
import type { ChoiceSpec } from '../../nodes/shared/declare/kinds/choice';
import type { Versioned } from '../../nodes/shared/declare/versions';

/** The versions of a node that have something. */
export function versionRules({ since, until }: Versioned): string[] {
	if (since === undefined && until === undefined) return [];
	if (until === undefined) return [`since version ${since} of the node`];
	return [
		since === undefined
			? `until version ${until} of the node`
			: `versions ${since} to ${until} of the node`,
	];
}

/**
 * How many choices are listed at most. A longer list may depend on the machine, like that of the
 * time zones.
 */
const MANY = 100;

function choiceRule({ choices, open }: ChoiceSpec): string {
	if (choices.length > MANY) return 'chosen from a long list';
	return `${open ? 'known values' : 'one of'}: ${choices.map(({ value }) => `\`${value}\``).join(', ')}`;
}

const SENT_AS = {
	milliseconds: 'sent as milliseconds since 1970',
	rfc3339: 'sent as RFC 3339',
	date: 'sent as a day',
};

function rangeOf(min: number | undefined, max: number | undefined): string | undefined {
	if (min !== undefined && max !== undefined) return `${min} to ${max}`;
	if (min !== undefined) return `at least ${min}`;
	return max === undefined ? undefined : `at most ${max}`;
}

/** The rules for the value of a field, in addition to its type. */
export function rulesOf({ spec }: Field): string[] {
	const { min, max, maxLength, pattern, choices, dateForm } = spec as Sizes &
		Partial<ChoiceSpec> & { maxLength?: number; dateForm?: keyof typeof SENT_AS };
	const rules = [
		rangeOf(min, max),
		maxLength !== undefined && `at most ${maxLength} characters`,
		pattern !== undefined && `must ${pattern.rule}`,
		choices !== undefined && choiceRule(spec as ChoiceSpec),
		dateForm !== undefined && SENT_AS[dateForm],
		spec.apiDefault !== undefined && `defaults to ${spec.apiDefault}`,
		spec.secret === true && 'secret',
	];
	return [...rules.filter((rule) => rule !== false && rule !== undefined), ...versionRules(spec)];
}
