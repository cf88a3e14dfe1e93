/** Lists of texts. */
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { bareNoun, singular } from '../../support/text/nouns';
import { bounded, type Sizes } from '../field/bounds';
import type { Loadable } from '../field/chosen';
import type { Spec } from '../field/declaration';
import type { KindSpec, PropertyBase } from '../field/field';
import { type TextRules, textSchema } from '../field/pattern';
import { SeveralField } from '../field/several';

type ListSpec = Spec & Pick<KindSpec, 'source'> & Sizes & TextRules & { commas?: boolean };

export class ListField extends SeveralField<string[], ListSpec> {
	protected override readonly separator = this.spec.commas ? /\n/ : /[,\n]/;

	/** IDs contain no commas, and with a pattern, wrong entries are refused anyway. */
	protected override readonly mayDivideEntry = !this.spec.source?.picker && !this.spec.pattern;

	override get verb() {
		return this.spec.source ? 'Choose' : super.verb;
	}

	override get refusesBlank() {
		return this.spec.source !== undefined;
	}

	/** Says that entries may contain commas, so that a text is divided only at its line breaks. */
	withCommas(): this {
		return this.with({ commas: true });
	}

	/** Sets the maximum number of characters of an entry. */
	maxLength(maxLength: number): this {
		return this.with({ maxLength });
	}

	/** Sets the pattern of each entry; `rule` completes the sentence `"<label>" must …`. */
	matching(regex: RegExp, rule: string): this {
		return this.with({ pattern: { regex, rule } });
	}

	/** Lets users choose the entries from the platform's records. */
	from(source: Loadable): this {
		return this.with({ source });
	}

	override valueSchema(): z.ZodType {
		return bounded(z.array(textSchema({ ...this.spec, mayBeEmpty: false })), this.spec);
	}

	override toProperty(base: PropertyBase): INodeProperties {
		const { source, example } = this.spec;
		const typeOptions = source
			? {
					loadOptionsMethod: source.method,
					loadOptionsDependsOn: [...source.dependsOn, ...(source.alsoNeeds ?? [])],
				}
			: {
					multipleValues: true,
					multipleValueButtonText: `Add ${singular(bareNoun(base.displayName))}`,
				};
		if (source) return { ...base, type: 'multiOptions', typeOptions, default: [] };
		// n8n shows the placeholder in each entry, so it is an example of one entry.
		const placeholder = Array.isArray(example) ? { placeholder: `e.g. ${example[0]}` } : {};
		return { ...base, ...placeholder, type: 'string', typeOptions, default: [] };
	}
}

/** A list of texts. */
export const list = (description: string) =>
	new ListField({ kind: 'list', description, required: true });
