/** A valid value of a field. */
import {
	type Field,
	type Fields,
	isFirstInForm,
	nameOnWire,
} from '../../nodes/shared/declare/field';
import { isAllOptional, MORE } from '../../nodes/shared/declare/kinds/common/form';
import { isShownBeside } from '../../nodes/shared/declare/kinds/common/kind';
import type { ChoiceSpec } from '../../nodes/shared/declare/kinds/choice';
import type { Sizes } from '../../nodes/shared/declare/kinds/common/several';
import { modeOf } from '../../nodes/shared/declare/kinds/common/locator';
import { UUID_EXAMPLE } from '../../nodes/shared/declare/kinds/common/pattern';

/** A value as a user would give it, and as it is sent. */
export interface Example {
	given: unknown;
	wire: unknown;
}

const same = (value: unknown): Example => ({ given: value, wire: value });

export function exampleOf(name: string, { spec }: Field): Example {
	const { kind, example, fields = {}, picker, initial, apiDefault } = spec;
	const {
		choices = [],
		pattern,
		min,
		max,
		shape,
		dateForm,
	} = spec as Sizes &
		Partial<ChoiceSpec> & { shape?: string; dateForm?: 'milliseconds' | 'rfc3339' | 'date' };
	const word = pattern ? UUID_EXAMPLE : `a-${name}`;
	switch (kind) {
		case 'boolean':
			return same(example ?? !(initial ?? apiDefault ?? false));
		case 'choice':
			return same(example ?? choices.at(-1)!.value);
		case 'choices':
			return same(example ?? [choices[0]!.value]);
		case 'date': {
			const time = (example as string | undefined) ?? '2026-03-01T00:00:00Z';
			return {
				given: time,
				wire: { milliseconds: Date.parse(time), rfc3339: time, date: time.slice(0, 10) }[dateForm!],
			};
		}
		case 'file':
			return { given: 'upload', wire: 'content of the upload' };
		case 'id': {
			const value = example ?? picker?.example ?? word;
			return { given: picker ? { __rl: true, mode: modeOf(picker), value } : value, wire: value };
		}
		case 'integer':
		case 'number':
			return same(example ?? max ?? (min ?? 0) + 1);
		case 'json': {
			const value = example ?? (shape === 'array' ? ['a'] : { a: 1 });
			return { given: JSON.stringify(value), wire: value };
		}
		case 'list':
			return same(example ?? [`${name}-1`, `${name}-2`]);
		case 'object': {
			if (isAllOptional(fields)) return examplesOf(fields);
			const { given, wire } = formExample(fields);
			return { given: { value: given }, wire };
		}
		case 'pairs': {
			const pairs = (example as Record<string, unknown> | undefined) ?? {
				[`${name}-key`]: 'a value',
			};
			const rows = Object.entries(pairs).map(([key, value]) => ({ name: key, value }));
			return {
				given: spec.columns ? { mappingMode: 'defineBelow', value: pairs } : { pairs: rows },
				wire: pairs,
			};
		}
		case 'rows': {
			const { given, wire } = formExample(fields);
			return { given: { rows: [given] }, wire: [wire] };
		}
		case 'spread':
			return examplesOf(enteredAndShown(fields));
		default:
			return same(example ?? word);
	}
}

/** The fields that are inputs, without those that others hide. */
function enteredAndShown(fields: Fields): Fields {
	const starts = Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [name, exampleOf(name, field).given]),
	);
	return Object.fromEntries(
		Object.entries(fields).filter(
			([, field]) => !field.spec.derived && isShownBeside(field, fields, starts),
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

/** As in a form: the optional fields are in a collection. */
function formExample(fields: Fields): Example {
	const { given, wire } = examplesOf(fields);
	const [first, optional] = [true, false].map((isFirst) =>
		Object.entries(given).filter(([name]) => isFirstInForm(fields[name]!) === isFirst),
	);
	return {
		given: {
			...Object.fromEntries(first!),
			...(optional!.length > 0 ? { [MORE]: Object.fromEntries(optional!) } : {}),
		},
		wire,
	};
}
