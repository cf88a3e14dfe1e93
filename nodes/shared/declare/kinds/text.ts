import type { INodeProperties } from 'n8n-workflow';

import { isNothing } from '../../support/nothing';
import { trimmedName } from '../../support/text/visibleNames';
import { listedZone } from '../../support/time/timeZones';
import type { Spec } from '../field/declaration';
import type { KindSpec, PropertyBase } from '../field/field';
import type { FieldContext } from '../field/fieldContext';
import { typeOptions } from '../field/inputs';
import { refuse, textOf } from '../field/parse';
import { PatternField, type TextRules } from '../field/pattern';

type TextSpec = Spec &
	Pick<KindSpec, 'secret' | 'rawPath'> &
	TextRules & {
		multiline?: boolean;
		isFieldName?: boolean;
		isIdentifier?: boolean;
		isTimeZone?: boolean;
	};

class TextField extends PatternField<TextSpec> {
	override get refusesBlank() {
		return this.spec.secret === true;
	}

	maxLength(maxLength: number): this {
		return this.with({ maxLength });
	}

	multiline(): this {
		return this.with({ multiline: true });
	}

	/** Allows an empty text, which is sent and clears what was there. */
	mayBeEmpty(): this {
		return this.with({ mayBeEmpty: true });
	}

	/**
	 * Says that the text is the name of a field, for example from the first line of a table.
	 * Invisible characters around it are removed.
	 */
	fieldName(): this {
		return this.with({ isFieldName: true });
	}

	/**
	 * Says that the text identifies somebody, as a login does. Invisible characters around it, as
	 * tables contain them, are removed: otherwise, it would identify somebody else.
	 */
	identifier(): this {
		return this.with({ isIdentifier: true });
	}

	/**
	 * Says that the text is the name of a time zone. The platform accepts only one spelling of it.
	 */
	timeZone(): this {
		return this.with({ isTimeZone: true });
	}

	secret(): this {
		return this.with({ secret: true });
	}

	rawPath(): this {
		return this.with({ rawPath: true });
	}

	override readGiven(context: FieldContext, raw: unknown): unknown {
		const { mayBeEmpty, initial } = this.spec;
		// In an update, an empty text may come from an empty cell of a table. If the input starts with
		// a value, the user has emptied it.
		if (raw === '' && mayBeEmpty && (context.purpose !== 'changes' || initial !== undefined))
			return raw;
		if (isNothing(raw)) return undefined;
		const given = textOf(context, raw);
		const original = this.spec.isIdentifier ? trimmedName(given).trim() : given;
		const text = this.spec.isFieldName ? trimmedName(original) : original;
		if (text !== original) context.renamed?.(original, text);
		const zone = this.spec.isTimeZone ? listedZone(text) : undefined;
		if (zone !== undefined && zone !== text)
			return refuse(context, `must be spelled ${zone}`, text);
		return text.trim() === '' && context.isGiven ? undefined : text;
	}

	override toProperty(base: PropertyBase): INodeProperties {
		const { secret, multiline } = this.spec;
		return {
			...base,
			type: 'string',
			default: '',
			...typeOptions({ password: secret, rows: multiline ? 4 : undefined }),
		};
	}
}

/** A text. */
export const text = (description: string) =>
	new TextField({ kind: 'text', description, required: true });
