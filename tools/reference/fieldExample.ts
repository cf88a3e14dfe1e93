/** A valid value of a field. */
import type { Sizes } from '../../nodes/shared/declare/field/bounds';
import { isShownBeside } from '../../nodes/shared/declare/field/field';
import { isAllOptional, OPTIONAL_COLLECTION } from '../../nodes/shared/declare/field/form';
import { modeOf } from '../../nodes/shared/declare/field/locator';
import { UUID_EXAMPLE } from '../../nodes/shared/declare/field/pattern';
import {
	type Field,
	type Fields,
	isFirstInForm,
	nameOnWire,
} from '../../nodes/shared/declare/fields';
import type { ChoiceSpec } from '../../nodes/shared/declare/kinds/choice';

/** A value as a user would give it, and as it is sent. */
export interface Example {
	given: unknown;
	wire: unknown;
}

const same = (value: unknown): Example => ({ given: value, wire: value });

/** What the example of a field depends on. */
type ExampleSpec = Field['spec'] &
	Sizes &
	Partial<ChoiceSpec> & { shape?: string; dateForm?: 'milliseconds' | 'rfc3339' | 'date' };

/**
 * The examples of the kinds that are not texts.
 * @param word the example if it were a text
 */
const EXAMPLES: Readonly<
	Record<string, (spec: ExampleSpec, name: string, word: string) => Example>
> = {
	boolean: ({ example, initial, apiDefault }) => same(example ?? !(initial ?? apiDefault ?? false)),
	choice: ({ example, choices = [] }) => same(example ?? choices.at(-1)!.value),
	choices: ({ example, choices = [] }) => same(example ?? [choices[0]!.value]),
	date: ({ example, dateForm }) => {
		const time = (example as string | undefined) ?? '2026-03-01T00:00:00Z';
		return {
			given: time,
			wire: { milliseconds: Date.parse(time), rfc3339: time, date: time.slice(0, 10) }[dateForm!],
		};
	},
	file: () => ({ given: 'upload', wire: 'content of the upload' }),
	id: ({ example, picker }, _name, word) => {
		const value = example ?? picker?.example ?? word;
		return { given: picker ? { __rl: true, mode: modeOf(picker), value } : value, wire: value };
	},
	integer: (spec) => numberExample(spec),
	number: (spec) => numberExample(spec),
	json: ({ example, shape }) => {
		const value = example ?? (shape === 'array' ? ['a'] : { a: 1 });
		return { given: JSON.stringify(value), wire: value };
	},
	list: ({ example }, name) => same(example ?? [`${name}-1`, `${name}-2`]),
	object: ({ fields = {}, required }) => {
		if (isAllOptional(fields)) return examplesOf(fields);
		const { given, wire } = formExample(fields);
		if (!required) return { given: { value: given }, wire };
		// A required object is a collection, and not a form, so its optional fields are beside the
		// others.
		const { [OPTIONAL_COLLECTION]: more, ...first } = given as Record<string, unknown>;
		return { given: { ...first, ...(more as object | undefined) }, wire };
	},
	pairs: ({ example, columns }, name) => {
		const pairs = (example as Record<string, unknown> | undefined) ?? {
			[`${name}-key`]: 'a value',
		};
		const rows = Object.entries(pairs).map(([key, value]) => ({ name: key, value }));
		return {
			given: columns ? { mappingMode: 'defineBelow', value: pairs } : { pairs: rows },
			wire: pairs,
		};
	},
	rows: ({ fields = {} }) => {
		const { given, wire } = formExample(fields);
		return { given: { rows: [given] }, wire: [wire] };
	},
	spread: ({ fields = {} }) => examplesOf(enteredAndShown(fields)),
};

const numberExample = ({ example, max, min }: ExampleSpec): Example =>
	same(example ?? max ?? (min ?? 0) + 1);

export function exampleOf(name: string, { spec }: Field): Example {
	const given = spec as ExampleSpec;
	const word = given.pattern ? UUID_EXAMPLE : `a-${name}`;
	return EXAMPLES[given.kind]?.(given, name, word) ?? same(given.example ?? word);
}

/** The fields that are inputs, without those that others hide. */
function enteredAndShown(fields: Fields): Fields {
	const starts = Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [name, exampleOf(name, field).given]),
	);
	return Object.fromEntries(
		Object.entries(fields).filter(
			([, field]) => !field.spec.notAsked && isShownBeside(field, fields, starts),
		),
	);
}

/** Examples of all fields, as in a collection or in JSON. */
function examplesOf(fields: Fields): {
	given: Record<string, unknown>;
	wire: Record<string, unknown>;
} {
	const examples = Object.entries(fields).map(
		([name, field]) => [name, field, exampleOf(name, field)] as const,
	);
	return {
		given: Object.fromEntries(examples.map(([name, , { given }]) => [name, given])),
		wire: Object.fromEntries(
			examples.map(([name, field, { wire }]) => [nameOnWire(name, field), wire]),
		),
	};
}

/** Examples in the structure of a form, where the optional fields are in a collection. */
function formExample(fields: Fields): Example {
	const { given, wire } = examplesOf(fields);
	const [first, optional] = [true, false].map((isFirst) =>
		Object.entries(given).filter(([name]) => isFirstInForm(fields[name]!) === isFirst),
	);
	return {
		given: {
			...Object.fromEntries(first!),
			...(optional!.length > 0 ? { [OPTIONAL_COLLECTION]: Object.fromEntries(optional!) } : {}),
		},
		wire,
	};
}
