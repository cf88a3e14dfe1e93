/** Several of several values. */
import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';

import type { FieldContext } from '../input/badInput';
import type { Base } from './common/kind';
import { asChoice, type Choice, type ChoiceSpec, choiceSchema, optionsOf } from './common/known';
import { readList, arrayOfSize, SeveralField, type Sizes } from './common/listed';

type ChoicesSpec = ChoiceSpec & Sizes;

export class ChoicesField extends SeveralField<string[], ChoicesSpec> {
	inOrder(): this {
		return this.with({ inOrder: true });
	}

	/** The initial value of the input, at the top level; it is sent unless the user clears it. */
	startsWith(initial: string[]): this {
		return this.with({ initial });
	}

	protected override check(): z.ZodType {
		return arrayOfSize(choiceSchema(this.spec), this.spec);
	}

	protected override readGiven(context: FieldContext, raw: unknown): unknown {
		return readList(context, raw, this.spec.mayBeEmpty === true);
	}

	protected override inputOf(base: Base): INodeProperties {
		return { ...base, type: 'multiOptions', options: optionsOf(this.spec.choices, this.spec.inOrder), default: this.initialOr([]) };
	}
}

/** Several of the values that the API knows. */
export const choices = (description: string, values: ReadonlyArray<string | Choice>) =>
	new ChoicesField({ kind: 'choices', description, required: true, choices: values.map(asChoice) });

/** Several of the values known; open, as a suggestion is. */
export const suggestions = (description: string, values: ReadonlyArray<string | Choice>) =>
	new ChoicesField({ kind: 'choices', description, required: true, choices: values.map(asChoice), open: true });
