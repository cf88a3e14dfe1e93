/**
 * Forms of texts and numbers, which say what these look like, but not what they are; and synthetic
 * values of the same form.
 */

/**
 * Fills a text up to a length, so that texts with different numbers differ as far as the length
 * allows.
 */
const filled = (start: string, filler: string, length: number): string =>
	(start + filler.repeat(Math.ceil(length / filler.length))).slice(0, Math.max(length, 0));

const hex = (number: number, length: number): string =>
	number.toString(16).padStart(length, '0').slice(-length);

/** A time (ms since 1970) in the notation of this length, or in the usual one. */
export function timeInNotation(instant: number, length: number): string {
	const whole = new Date(instant).toISOString();
	const seconds = whole.slice(0, 19);
	const notations = [
		seconds.slice(0, 16),
		seconds,
		`${seconds}Z`,
		whole,
		`${seconds}+0000`,
		`${seconds}+00:00`,
		`${seconds}.000+0000`,
		`${seconds}.000+00:00`,
		`${seconds}.000000Z`,
		`${seconds}.000000000Z`,
	];
	return notations.find((notation) => notation.length === length) ?? whole;
}

interface Form {
	is: RegExp;
	/** A description for the report. */
	words: string;
	/** Makes a text of this form. Different numbers make different texts. */
	make: (number: number, length: number) => string;
}

/** The forms of texts. The first one that matches is the form of a text. */
const TABLE = {
	empty: { is: /^$/, words: 'empty text', make: () => '' },
	uuid: {
		is: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
		words: 'UUID',
		make: (number) => `5e000000-0000-4000-8000-${hex(number, 12)}`,
	},
	// A text of the same length that has only decimal digits has the form `digits`.
	objectId: {
		is: /^(?!\d+$)[0-9a-f]{24}$/i,
		words: 'ID of 24 hexadecimal digits',
		make: (number) => `5e${hex(number, 22)}`,
	},
	dateTime: {
		is: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/,
		words: 'date and time',
		make: (number, length) => timeInNotation(Date.UTC(2026, 0, 1) + number * 1_000, length),
	},
	date: {
		is: /^\d{4}-\d\d-\d\d$/,
		words: 'date',
		make: (number) => new Date(Date.UTC(2026, 0, 1 + (number % 365))).toISOString().slice(0, 10),
	},
	digits: {
		is: /^\d+$/,
		words: 'digits',
		make: (number, length) => String(number).padStart(length, '1').slice(-Math.max(length, 1)),
	},
	version: {
		is: /^\d+(\.\d+)+$/,
		words: 'version number',
		make: (number, length) =>
			`1.${String(number % 10 ** Math.max(length - 2, 1)).padStart(Math.max(length - 2, 1), '0')}`,
	},
	email: {
		is: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
		words: 'email address',
		make: (number, length) =>
			length < 14
				? filled('s@e.x', 'x', Math.max(length, 5))
				: `${filled(`s${number.toString(36)}`, 'x', length - 12)}@example.com`,
	},
	url: {
		is: /^https?:\/\/\S+$/,
		words: 'web address',
		make: (number, length) =>
			filled(`https://example.com/${number.toString(36)}/`, 'x', Math.max(length, 9)),
	},
	text: {
		is: /^/,
		words: 'text',
		make: (number, length) => filled(`s${number.toString(36)}-`, 'synthetic-', Math.max(length, 1)),
	},
} as const satisfies Record<string, Form>;

export type FormName = keyof typeof TABLE;
export const FORMS: Readonly<Record<FormName, Form>> = TABLE;
export const FORM_NAMES = Object.keys(TABLE) as [FormName, ...FormName[]];

export const formOf = (text: string): FormName =>
	FORM_NAMES.find((name) => FORMS[name].is.test(text))!;

/** The number of digits before the decimal point. */
export const digitsOf = (number: number): number =>
	Math.trunc(Math.abs(number)).toString().replace(/e.*$/, '').length;

/** Whether a number may be a time in milliseconds since 1970, from 2001 on. */
export const isMilliseconds = (number: number): boolean =>
	Number.isInteger(number) && number >= 1e12 && number < 1e13;

/** A number with these many digits. */
export const numberOf = (number: number, digits: number, whole: boolean): number =>
	(digits <= 1 ? number % 10 : 10 ** (Math.min(digits, 15) - 1) + number) + (whole ? 0 : 0.5);
