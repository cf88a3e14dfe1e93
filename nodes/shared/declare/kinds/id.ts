/** An opaque identifier, typed or chosen from a list. */
import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../../support/json';
import { trimmedName } from '../../support/visibleNames';
import { type Choosable, GivenName } from '../input/chosen';
import type { FieldContext } from '../input/fieldContext';
import { isNothing, locatorValue, refuse, textOf } from '../input/parse';
import type { PropertyBase, Spec } from './common/kind';
import { locatorOf } from './common/locator';
import { PatternField, type TextRules } from './common/pattern';

interface IdSpec extends Spec, Pick<TextRules, 'pattern'> {
	/** Why a number would not do. */
	noNumber?: string;
}

class IdField extends PatternField<IdSpec> {
	protected override get refusesBlank() {
		return true;
	}

	/** From a list with search, by ID and, where the API can search by name, by name. */
	pick(picker: Choosable): this {
		return this.with({ picker });
	}

	/** A number is refused; `why` says what it would lose. */
	noNumber(why: string): this {
		return this.with({ noNumber: why });
	}

	protected override readGiven(context: FieldContext, raw: unknown): unknown {
		const { picker } = this.spec;
		const value = picker ? locatorValue(raw) : raw;
		if (isNothing(value)) return undefined;
		if (picker && isObject(raw) && raw.mode === 'name') {
			if (!picker.byName || !context.names || context.inside)
				refuse(context, 'cannot be chosen by name here: choose it from the list or by ID', value);
			const name = textOf(context, value).trim();
			return name === '' ? undefined : new GivenName(name, picker, context);
		}
		if (typeof value === 'number' && this.spec.noNumber)
			refuse(context, `must be given as text: ${this.spec.noNumber}`, value);
		if (typeof value === 'number' && !Number.isInteger(value))
			refuse(context, 'must be text', value);
		// A copied ID may have spaces around it, or signs that nobody sees.
		const text = trimmedName(textOf(context, value)).trim();
		return text === '' ? undefined : text;
	}

	protected override inputOf(base: PropertyBase, nested: boolean): INodeProperties {
		const { picker } = this.spec;
		return picker ? locatorOf(base, picker, nested) : { ...base, type: 'string', default: '' };
	}
}

/** An opaque identifier. */
export const id = (description: string) => new IdField({ kind: 'id', description, required: true });
