/** A point in time, or a day. */
import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isNothing } from '../../support/nothing';
import type { Spec } from '../field/declaration';
import { Field, type PropertyBase } from '../field/field';
import type { FieldContext } from '../field/fieldContext';
import { refuse } from '../field/parse';

type DateForm = 'milliseconds' | 'rfc3339' | 'date';

/** Texts that are accepted in place of a time. */
interface OtherTexts {
	accepts: (text: string) => boolean;
	/** Completes "must be a date and time, or …". */
	noun: string;
}

interface DateSpec extends Spec {
	dateForm: DateForm;
	otherTexts?: OtherTexts;
}

/** A point in time with its zone. */
const RFC3339 =
	/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):\d{2}:\d{2}(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Whether a text matches the pattern and there is such a day and time: for example, there is no 30
 * February.
 */
const isReal = (pattern: RegExp, text: string): boolean =>
	pattern.test(text) && DateTime.fromISO(text).isValid;

class DateField<T = string> extends Field<T, DateSpec> {
	override readonly sentAs = this.spec.dateForm === 'milliseconds' ? 'number' : 'text';

	override readonly isTime = true;

	override get verb() {
		return 'Choose' as const;
	}

	/** Also accepts other texts, so the input in n8n is one for texts. */
	orText(otherTexts: OtherTexts): this {
		return this.with({ otherTexts });
	}

	override valueSchema(): z.ZodType {
		const { dateForm } = this.spec;
		if (dateForm === 'milliseconds') return z.number().int().min(0);
		const [pattern, rule] =
			dateForm === 'date' ? [DAY, 'must be a date'] : [RFC3339, 'must be a date and time'];
		return z.string().refine((text) => isReal(pattern, text) || this.isOther(text), rule);
	}

	private isOther(text: string): boolean {
		return this.spec.otherTexts?.accepts(text) === true;
	}

	/**
	 * Reads ISO 8601 (in the workflow's time zone if it names none), milliseconds since 1970, a Date
	 * or a luxon DateTime.
	 */
	override readGiven(context: FieldContext, raw: unknown): unknown {
		if (isNothing(raw)) return undefined;
		const { dateForm, otherTexts } = this.spec;
		const text = typeof raw === 'string' ? raw.trim() : '';
		// A time is sent with its zone and all its digits, as it was given.
		if (this.isOther(text) || (dateForm === 'rfc3339' && isReal(RFC3339, text))) return text;
		const time = instantOf(raw, context.timezone);
		if (time === undefined)
			return refuse(
				context,
				dateForm === 'date'
					? 'must be a date, such as 2026-03-31'
					: `must be a date and time, such as 2026-03-31T08:00:00Z${otherTexts ? `, or ${otherTexts.noun}` : ''}`,
				raw,
			);
		if (dateForm === 'milliseconds') return time.toMillis();
		if (dateForm === 'date') return time.toFormat('yyyy-MM-dd');
		return time.toUTC().toISO({ suppressMilliseconds: true });
	}

	override toProperty(base: PropertyBase): INodeProperties {
		return { ...base, type: this.spec.otherTexts ? 'string' : 'dateTime', default: '' };
	}
}

/** A point in time that is sent as milliseconds since 1970. */
export const milliseconds = (description: string) =>
	new DateField<number>({ kind: 'date', description, required: true, dateForm: 'milliseconds' });

/** A point in time that is sent as RFC 3339: in UTC, unless it was given with a time zone. */
export const datetime = (description: string) =>
	new DateField({ kind: 'date', description, required: true, dateForm: 'rfc3339' });

/** A day without a time. */
export const day = (description: string) =>
	new DateField({ kind: 'date', description, required: true, dateForm: 'date' });

/**
 * The time that milliseconds, a text, a Date, or a DateTime (of any copy of luxon) means. Neither a
 * year nor a time of day alone is accepted.
 */
function instantOf(raw: unknown, zone: string): DateTime | undefined {
	const isoText = (): string =>
		typeof (raw as DateTime).toISO === 'function' ? String((raw as DateTime).toISO()) : '';
	const text = typeof raw === 'string' ? raw.trim() : isoText();
	const number = /^\d+$/.test(text) ? Number(text) : raw;
	let time: DateTime | undefined;
	if (raw instanceof Date) time = DateTime.fromJSDate(raw, { zone });
	// A smaller number could be seconds or a year, so it is refused.
	else if (typeof number === 'number')
		time =
			Number.isInteger(number) && number >= 1e11
				? DateTime.fromMillis(number, { zone })
				: undefined;
	else if (/^\d{4}-\d{2}-/.test(text)) time = DateTime.fromISO(text.replace(' ', 'T'), { zone });
	return time?.isValid ? time : undefined;
}
