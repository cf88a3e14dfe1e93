/**
 * Rules: conditions on the values of the input that a field alone cannot check, because they
 * compare values, or only warn. A rule names the field at fault and what it must be.
 */
import type { IDataObject } from 'n8n-workflow';

import { objectsIn } from '../support/json';
import { isNothing } from '../support/nothing';
import { DAY } from '../support/time/time';
import { BadInput, MissingInput } from './badInput';
import { isEmpty } from './field/blank';
import { nextStep } from './field/nextStep';
import { type Field, type Fields, labelOf } from './fields';
import type { ChoiceSpec } from './kinds/choice';

export interface Rule {
	/** The field that the refusal names. */
	field: string;
	/**
	 * What is wrong, if anything is: the end of the sentence `"<label>" …`. In it, `{name}` means
	 * another field, and `{name=value}` one of its values ({@link inLabels}).
	 * @param values the input, by parameter name
	 * @param now in milliseconds since 1970
	 */
	finding: (values: IDataObject, now: number) => string | undefined;
	/** What the rule says, for the reference. */
	says: string;
	/** It is broken if the field is missing: the refusal says how to give it. */
	requires?: true;
	/** A precaution of the node: the platform itself would accept the values. */
	caution?: boolean;
	/** It asks the user to turn on a switch that confirms the operation; a dry run skips it. */
	confirmation?: boolean;
}

/**
 * A finding with the labels of fields and values, as users see them.
 * @param fields if it has none, the finding gets the API's own names, as the platform would say it
 */
export const inLabels = (finding: string, fields: Fields): string =>
	finding.replace(/\{([^{}]{1,80})\}/g, (braces, reference: string) => {
		const [, name, inner, value] = /^(\w+)(?:\.(\w+))?(?:=(.+))?$/s.exec(reference) ?? [];
		// Other braces, as in a given value, are left alone.
		if (name === undefined) return braces;
		const [key, field] =
			inner === undefined ? [name, fields[name]] : [inner, fields[name]?.spec.fields?.[inner]];
		if (value !== undefined) return valueLabel(field, value);
		return field ? `"${labelOf(key, field)}"` : key;
	});

/** A value of a field as the editor shows it. */
function valueLabel(field: Field | undefined, value: string): string {
	if (field?.sentAs === 'boolean') return value === 'true' ? 'on' : 'off';
	const { choices = [] } = (field?.spec ?? {}) as Partial<ChoiceSpec>;
	return choices.find((choice) => choice.value === value)?.name ?? value;
}

/**
 * The refusal for a broken rule.
 * @param finding what is wrong, with labels
 * @param under the collection from which the field has to be added, if it is not always shown
 */
export function refusalOfBrokenRule(
	{ field: name, requires }: Rule,
	field: Field | undefined,
	finding: string,
	under?: string,
): BadInput {
	const label = field ? labelOf(name, field) : name;
	return field && requires
		? new MissingInput(name, label, finding, nextStep(label, field, { under }))
		: new BadInput(name, label, finding);
}

/** `field` can only be used together with `other`. */
export const onlyWith = (field: string, other: string): Rule => ({
	field,
	says: `${field} can only be used together with ${other}`,
	finding: (values) =>
		!isNothing(values[field]) && isNothing(values[other])
			? `can only be used together with {${other}}`
			: undefined,
});

/** Only one of two fields may be given. */
export const notBoth = (field: string, other: string): Rule => ({
	field,
	says: `${field} and ${other} must not be used together`,
	finding: (values) =>
		!isNothing(values[field]) && !isNothing(values[other])
			? `cannot be used together with {${other}}: give only one of them`
			: undefined,
});

const needed =
	(word: 'when' | 'unless') =>
	(field: string, other: string, values: readonly string[]): Rule => ({
		field,
		says: `${field} is required ${word} ${other} is ${values.join(' or ')}`,
		requires: true,
		finding: (input) => {
			const isAmong = values.includes(String(input[other]));
			if (isNothing(input[other]) || isAmong !== (word === 'when') || !isNothing(input[field]))
				return undefined;
			return `is required ${word} {${other}} is ${values.map((value) => `{${other}=${value}}`).join(' or ')}`;
		},
	});

/** `field` must be given if `other` is one of these values. */
export const neededWhen = needed('when');

/** `field` must be given if `other` is given and is none of these values. */
export const neededUnless = needed('unless');

/** The moment of `field` must not be later than now. */
export const notInFuture = (field: string): Rule => ({
	field,
	says: `${field} must not be in the future`,
	finding: (values, now) =>
		instant(values[field]) > now ? 'must not be in the future' : undefined,
});

/** Warns of values that are not documented, in a field that takes any value. */
export const knownValues = (field: string, documented: readonly string[]): Rule => ({
	field,
	says: `unknown values of ${field} are sent unchanged`,
	finding: (values) => {
		const others = ([values[field] ?? []].flat() as string[]).filter(
			(value) => !documented.includes(value),
		);
		return others.length === 0
			? undefined
			: `has unknown values, which are sent unchanged: ${others.join(', ')}`;
	},
});

/**
 * No two rows may have the same values in the fields `names`: otherwise, which of the rows counts
 * would depend on their order.
 */
export const noRowTwice = (field: string, names: readonly string[]): Rule => ({
	field,
	says: `no two rows may have the same ${names.join(' and ')}`,
	caution: true,
	finding: (values) => {
		const indexes = new Map<string, number>();
		for (const [index, row] of objectsIn(values[field]).entries()) {
			const key = JSON.stringify(names.map((name) => row[name]));
			const sameRow = indexes.get(key);
			if (sameRow !== undefined)
				return `must not have the same ${names.map((name) => `{${field}.${name}}`).join(' and ')} twice: row ${sameRow + 1} and row ${index + 1} have ${names.map((name) => String(row[name])).join(', ')}`;
			indexes.set(key, index);
		}
		return undefined;
	},
});

/**
 * The field is required, because a new record without it is useless, although the platform would
 * create it.
 * @param why what is wrong with such a record
 */
export const neededToBeUseful = (field: string, why: string): Rule => ({
	field,
	says: `${field} must be given and not be empty: ${why}`,
	requires: true,
	caution: true,
	finding: (values) => (isEmpty(values[field]) ? `is required: ${why}` : undefined),
});

/**
 * Warns if a field is missing without which a new record is useless until something is added.
 * @param until what the record lacks, and how to add it
 */
export const uselessWithout = (field: string, until: string): Rule => ({
	field,
	says: `without ${field}, ${until}`,
	finding: (values) => (isNothing(values[field]) ? `was not given: ${until}` : undefined),
});

/**
 * A period must not end before it begins, and must span at most `days` days. An open end counts as
 * now, as the interface says.
 */
export const period = (from: string, until: string, days?: number): Rule => ({
	field: until,
	says: `${until} must not be before ${from}${days === undefined ? '' : `, and must be at most ${days} days after it`}`,
	finding: (values, now) => {
		const start = instant(values[from]);
		const end = instant(values[until]);
		if (end < start) return `must not be before {${from}}`;
		const isOpen = Number.isNaN(end);
		return (isOpen ? now : end) - start > (days ?? Infinity) * DAY
			? `must be at most ${days} days after {${from}}${isOpen ? ` ({${until}} is now if left out)` : ''}`
			: undefined;
	},
});

/**
 * A time in milliseconds since 1970. If none was given, it is NaN, which is neither before nor
 * after any time.
 */
export const instant = (value: unknown): number =>
	typeof value === 'number' ? value : Date.parse(String(value));
