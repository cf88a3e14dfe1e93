/** One of several values. */
import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';

import type { FieldContext } from '../input/badInput';
import { type Base, PlainField } from './common/kind';
import { asChoice, type Choice, type ChoiceSpec, choiceSchema, optionsOf } from './common/known';
import { ABSENT, isNothing, textOf } from './common/reading';

export class ChoiceField extends PlainField<string, ChoiceSpec> {
	matching(test: RegExp, rule: string): this {
		return this.with({ pattern: { test, rule } });
	}

	inOrder(): this {
		return this.with({ inOrder: true });
	}

	/** The choices are listed when the input is opened, by a method of this name. */
	listedBy(method: string): this {
		return this.with({ listedBy: method });
	}

	protected override check(): z.ZodType {
		return choiceSchema(this.spec);
	}

	protected override readGiven(context: FieldContext, raw: unknown): unknown {
		if (isNothing(raw) || (typeof raw === 'string' && raw.trim() === '')) return ABSENT;
		// If "true" is a choice, a switch that is on means it.
		return typeof raw === 'boolean' && this.spec.choices.some(({ value }) => value === String(raw)) ? String(raw) : textOf(context, raw);
	}

	protected override inputOf(base: Base): INodeProperties {
		const { choices, apiDefault, required, listedBy } = this.spec;
		if (listedBy !== undefined)
			return { ...base, type: 'options', typeOptions: { loadOptionsMethod: listedBy }, default: this.initialOr('') };
		const options = optionsOf(choices, this.spec.inOrder);
		const known = options.some(({ value }) => value === apiDefault) ? apiDefault : options[0]!.value;
		// A required choice is left to the user: no value is preselected.
		return { ...base, type: 'options', options, default: this.initialOr(required ? '' : known) };
	}
}

/** One of the values that the API knows; any other is refused. */
export const choice = (description: string, values: ReadonlyArray<string | Choice>) =>
	new ChoiceField({ kind: 'choice', description, required: true, choices: values.map(asChoice) });

/**
 * One of the values known from the vendor's public documents. The interface documents leave the
 * set open, so an expression may give any other value.
 */
export const suggestion = (description: string, values: ReadonlyArray<string | Choice>) =>
	new ChoiceField({ kind: 'choice', description, required: true, choices: values.map(asChoice), open: true });
