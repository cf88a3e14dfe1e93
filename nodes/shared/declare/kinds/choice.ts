/** Fields whose value is one of several choices, or a list of choices. */
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isNothing } from '../../support/nothing';
import { findAllByName, visibleName } from '../../support/text/visibleNames';
import { bounded, type Sizes } from '../field/bounds';
import type { Spec } from '../field/declaration';
import type { KindSpec, PropertyBase } from '../field/field';
import type { FieldContext } from '../field/fieldContext';
import { type Choice, optionsOf } from '../field/inputs';
import { textOf } from '../field/parse';
import { PatternField, type TextRules, textSchema } from '../field/pattern';
import { SeveralField } from '../field/several';

export interface ChoiceSpec
	extends Spec, Pick<KindSpec, 'confirms' | 'mayBeEmpty'>, Pick<TextRules, 'pattern'> {
	choices: Choice[];
	/** Whether values that are not among the choices are accepted, too. */
	open?: boolean;
	/**
	 * Whether the choices are shown in the declared order, like the days of the week, and not sorted
	 * by name.
	 */
	inOrder?: boolean;
	/**
	 * The method that lists the choices when the input is opened. Otherwise, a long list would be
	 * part of every description of the node.
	 */
	listedBy?: string;
}

const valuesOf = ({ choices }: ChoiceSpec): string[] => choices.map(({ value }) => value);

const choiceSchema = (spec: ChoiceSpec): z.ZodType =>
	spec.open
		? textSchema({ pattern: spec.pattern })
		: z.enum(valuesOf(spec) as [string, ...string[]]);

/** A value or label as it is compared if its letter case does not matter. */
const inOneCase = (text: string): string => visibleName(text).toLowerCase();

/**
 * The value of the choice that looks the same as a text; the text itself if there is none. Only if
 * the value selects records, a suggestion may be given by its label or alias, or in other letters:
 * a filter that the platform does not know would find nothing.
 */
function choiceFor({ choices, open }: ChoiceSpec, { purpose }: FieldContext, text: string): string {
	const exact = findAllByName(choices, text, ({ value }) => value)[0]?.value;
	if (exact !== undefined || open !== true || purpose !== 'selects') return exact ?? text;
	const wanted = inOneCase(text);
	const [meant, ...others] = choices.filter(({ value, name = '', alias = '' }) =>
		[value, name, alias].some((known) => inOneCase(known) === wanted),
	);
	return meant && others.length === 0 ? meant.value : text;
}

class ChoiceField extends PatternField<ChoiceSpec> {
	override get knownValues() {
		return valuesOf(this.spec);
	}

	override get verb() {
		return 'Choose' as const;
	}

	inOrder(): this {
		return this.with({ inOrder: true });
	}

	/** Says that a value can do harm: if a model uses the node, only a person may choose it. */
	confirms(value: string): this {
		return this.with({ confirms: { value } });
	}

	/** Loads the choices when the input is opened, with the method of this name. */
	listedBy(method: string): this {
		return this.with({ listedBy: method });
	}

	override valueSchema(): z.ZodType {
		return choiceSchema(this.spec);
	}

	override readGiven(context: FieldContext, raw: unknown): unknown {
		if (isNothing(raw) || (typeof raw === 'string' && raw.trim() === '')) return undefined;
		// If "true" is one of the choices, the boolean `true` is accepted for it.
		return typeof raw === 'boolean' && this.spec.choices.some(({ value }) => value === String(raw))
			? String(raw)
			: choiceFor(this.spec, context, textOf(context, raw));
	}

	override toProperty(base: PropertyBase): INodeProperties {
		const { choices, apiDefault, required, listedBy, inOrder } = this.spec;
		if (listedBy !== undefined)
			return {
				...base,
				type: 'options',
				typeOptions: { loadOptionsMethod: listedBy },
				default: '',
			};
		const options = optionsOf(choices, inOrder);
		const usual = options.some(({ value }) => value === apiDefault)
			? (apiDefault as string)
			: options[0]!.value;
		// A required choice is left to the user: no value is preselected.
		return { ...base, type: 'options', options, default: required ? '' : usual };
	}
}

class ChoicesField extends SeveralField<string[], ChoiceSpec & Sizes> {
	protected override readonly mayDivideEntry = this.spec.open === true;

	override get knownValues() {
		return valuesOf(this.spec);
	}

	override get verb() {
		return 'Choose' as const;
	}

	override readGiven(context: FieldContext, raw: unknown): unknown {
		const texts = super.readGiven(context, raw) as string[] | undefined;
		return texts?.map((text) => choiceFor(this.spec, context, text));
	}

	inOrder(): this {
		return this.with({ inOrder: true });
	}

	override valueSchema(): z.ZodType {
		return bounded(z.array(choiceSchema(this.spec)), this.spec);
	}

	override toProperty(base: PropertyBase): INodeProperties {
		return {
			...base,
			type: 'multiOptions',
			options: optionsOf(this.spec.choices, this.spec.inOrder),
			default: [],
		};
	}
}

const declared = (
	kind: string,
	description: string,
	values: ReadonlyArray<string | Choice>,
	open?: boolean,
): ChoiceSpec => ({
	kind,
	description,
	required: true,
	choices: values.map((value) => (typeof value === 'string' ? { value } : value)),
	open,
});

/** One of the values that the API knows. Any other value is refused. */
export const choice = (description: string, values: ReadonlyArray<string | Choice>) =>
	new ChoiceField(declared('choice', description, values));

/**
 * One of the values known from Talend's public documents. The interface documents leave the
 * set open, so an expression may give any other value.
 */
export const suggestion = (description: string, values: ReadonlyArray<string | Choice>) =>
	new ChoiceField(declared('choice', description, values, true));

/** Several of the values that the API knows. */
export const choices = (description: string, values: ReadonlyArray<string | Choice>) =>
	new ChoicesField(declared('choices', description, values));

/** Several of the known values. As with a suggestion, other values are accepted, too. */
export const suggestions = (description: string, values: ReadonlyArray<string | Choice>) =>
	new ChoicesField(declared('choices', description, values, true));
