/** IDs of records, typed or chosen from a list. */
import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../../support/json';
import { isNothing } from '../../support/nothing';
import { trimmedName } from '../../support/text/visibleNames';
import { type Choosable, GivenName } from '../field/chosen';
import type { Spec } from '../field/declaration';
import type { KindSpec, Placement, PropertyBase } from '../field/field';
import type { FieldContext } from '../field/fieldContext';
import { locatorOf } from '../field/locator';
import { locatorValue, refuse, textOf } from '../field/parse';
import { PatternField, type TextRules } from '../field/pattern';

interface IdSpec extends Spec, Pick<KindSpec, 'picker'>, Pick<TextRules, 'pattern'> {
	/** Why a number is refused. */
	noNumber?: string;
}

class IdField extends PatternField<IdSpec> {
	override get verb() {
		return this.spec.picker ? 'Choose' : super.verb;
	}

	override get refusesBlank() {
		return true;
	}

	/**
	 * Lets users choose a record: from a list with search, by ID and, if the platform can search by
	 * it, by name.
	 */
	pick(picker: Choosable): this {
		return this.with({ picker });
	}

	/** Refuses a number; `why` says what would be lost. */
	noNumber(why: string): this {
		return this.with({ noNumber: why });
	}

	override readGiven(context: FieldContext, raw: unknown): unknown {
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
		// A copied ID may have spaces or invisible characters around it.
		const text = trimmedName(textOf(context, value)).trim();
		return text === '' ? undefined : text;
	}

	override toProperty(base: PropertyBase, place: Placement): INodeProperties {
		const { picker } = this.spec;
		return picker ? locatorOf(base, picker, place) : { ...base, type: 'string', default: '' };
	}
}

/** An opaque identifier, typed or chosen from a list. */
export const id = (description: string) => new IdField({ kind: 'id', description, required: true });
