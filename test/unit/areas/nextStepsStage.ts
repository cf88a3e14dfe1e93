/** The errors of all operations for each required input that is missing. */
import { areas } from '../../../nodes/areas';
import { BadInput } from '../../../nodes/shared/declare/badInput';
import { isTopLevel } from '../../../nodes/shared/declare/derived/layout';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import type { Field, Fields } from '../../../nodes/shared/declare/fields';
import type { Operation } from '../../../nodes/shared/declare/operation';
import { inLabels, refusalOfBrokenRule } from '../../../nodes/shared/declare/rules';
import { readParameters } from '../../../nodes/shared/engine/input/readParameters';
import { inputError } from '../../../nodes/shared/n8n/errors';
import { anyNode } from '../../support/anyNode';
import { othersThan, placesIn, purposeAt, showing } from '../../support/places';
import { parametersOf } from '../../support/samples';

const node = anyNode();

interface Refused {
	where: string;
	path: string;
	message: string;
	description: string;
}

const withoutNothing = (value: unknown): unknown =>
	value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** The refusal of an operation whose only fault is that one thing is missing. */
function refusedWithout(
	operation: Operation,
	top: string,
	path: string,
	put: (value: unknown) => unknown,
	fields: Fields,
): BadInput {
	const field = fields[top]!;
	// Somebody who leaves out a key does not write it.
	const whole = withoutNothing(put(undefined));
	const parameters = {
		...parametersOf(operation, othersThan(top, fields)),
		...showing(fields, field),
		...parametersOf(operation, { [top]: whole as string }),
	};
	try {
		readParameters(
			operation,
			{ value: (name) => parameters[name] ?? null, entered: () => undefined },
			{ timezone: 'UTC', version: 1 },
		);
	} catch (error) {
		if (error instanceof BadInput) return error;
		throw error;
	}
	throw new Error(`Nothing was refused without ${path}`);
}

/** Without the only field of an object, it is the object that is missing. */
const ONLY_FIELDS = new Set([
	'debug.host',
	...['users', 'groups', 'bulk.users', 'bulk.groups'].map((at) => `${at}.level.code`),
]);

/** Every required input of an operation, alone or inside, without a value. */
function missingIn(where: string, operation: Operation): Refused[] {
	const fields: Fields = { ...inputFields(operation), ...operation.settings };
	return Object.entries(fields).flatMap(([top, field]) =>
		placesIn(top, field, {
			path: top,
			put: (value) => value,
			got: (read) => read,
			purpose: purposeAt(operation, top),
		})
			.filter((at) => at.field.spec.required)
			// Inside, what starts with a value has it also where it is left out.
			.filter(
				(at) => at.path === top || !at.field.spec.shownWhen || at.field.spec.initial === undefined,
			)
			// The parts of an object that may be left out may be left out together.
			.filter((at) => at.field === field || !field.parts?.(top) || field.spec.required)
			.filter((at) => !ONLY_FIELDS.has(at.path))
			.map((at) => {
				const input = refusedWithout(operation, top, at.path, at.put, fields);
				const { message, description } = inputError(node, input);
				return { where, path: at.path, message, description: description ?? '' };
			}),
	);
}

export const operations = Object.entries(areas).flatMap(([area, resources]) =>
	resources.flatMap(({ value, operations: all }) =>
		Object.entries(all).map(
			([name, operation]) => [`${area} ${value}.${name}`, operation] as const,
		),
	),
);

export const missing = operations.flatMap(([where, operation]) => missingIn(where, operation));

/** What rules ask for, each in the form of its first refusal. */
export const ruled = operations.flatMap(([where, operation]) => {
	const fields: Record<string, Field> = { ...inputFields(operation), ...operation.settings };
	return (operation.rules ?? []).flatMap((rule) => {
		const { field, says } = rule;
		const [, finding] = /(is required.*)$/.exec(says) ?? [];
		if (finding === undefined || !fields[field]) return [];
		// Some rules explain an empty list instead of asking for one.
		if (rule.finding({}, 0)?.startsWith('must not be empty')) return [];
		const { message, description } = inputError(
			node,
			refusalOfBrokenRule(
				rule,
				fields[field],
				inLabels(finding, fields),
				isTopLevel(fields[field]) ? undefined : 'Additional Fields',
			),
		);
		return [{ where, path: field, message, description: description ?? '' }];
	});
});

/** What no sentence may have in it. */
export const ODD: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
	['"a" before a vowel', /\ba (?=[aeio]|u(?!ni|s[aeu])|[AEFHILMNORSX][A-Z])(?!eu|one)/],
	[
		'"an" before a consonant',
		/\ban (?![aeiou]|[AEFHILMNORSX][A-Z])|\ban (?:uni|us[aeu]|eu|one|SCIM|SAML)/,
	],
	[
		'an article before a plural',
		/\ban? (?:\w+ )*(?:credentials|nodes|parameters|users|values|IDs|fields)\b/,
	],
	['a doubled word', /\b(\w+) \1\b/i],
	['a plural after "one"', /at least one \w*[^su]s\b/],
	['capitals of a label', /^(?:Add|Choose|Enter)(?: an?| at least one)? [A-Z][a-z]/],
	['an abbreviation without its capitals', /\b(?:id|ids|url|ip|scim|jvm|esb|yarn|json|api)\b/],
	[
		'what is no noun',
		/^(?:Add|Choose|Enter) (?:an? |at least one )?(?:every|on|to|until|from|include|put|several|with)\b/i,
	],
	['a unit in brackets', /\((?!JSON)\w+\)(?!")/],
];
