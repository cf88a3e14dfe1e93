/**
 * Masks credentials in the texts that a model reads, such as logs. Nobody has entered them, so they
 * are recognized by what is around them. Ordinary words stay: the model searches for what it reads.
 * Each pattern takes time that is proportional to the length of the text.
 */
import { MASK, namesSecret, withoutTokens } from '../../support/text/mask';

/** A text without what works like a credential, as far as that can be seen. */
export const withoutCredentials = (text: string): string =>
	withoutSecretValues(
		withoutTokens(text)
			.replace(PRIVATE_KEY, `$1${MASK}`)
			.replace(USER_PASSWORD, `$1${MASK}@`)
			.replace(AUTHORIZATION, `$1${MASK}`)
			.replace(BEARER_TOKEN, `$1${MASK}`)
			.replace(OPTION, (whole, name: string) => (namesSecret(name) ? `${name} ${MASK}` : whole)),
	);

/** Matches the password before the host of an address; Oracle's drivers write it after a slash. */
const USER_PASSWORD =
	/(:\/\/[^\s/?#;,"'<>:@]*:|\boracle:\w{1,9}:[^\s/?#;,"'<>:@]*\/)[^\s/?#;,"'<>]+@/g;

/** Matches a private key in a text, up to its last line if that is not missing. */
const PRIVATE_KEY = /(PRIVATE KEY-----)(?=\s*(?:Proc-Type|\S{40}))(?:[^-]|-(?!-))*/g;

/** Matches the value of a header that authorizes a request. */
const AUTHORIZATION =
	/(authorization\\*["']?\s{0,9}[:=]\s{0,9}\\*["']?(?:Bearer|Basic)\s{1,9})[\w.~+/=-]+/gi;

/**
 * Matches a token without the name of its header, and the key of an Azure storage. At least 16
 * characters with a digit, an inner capital or "=" are not a word, such as the one in "Basic
 * transformation".
 */
const BEARER_TOKEN =
	/\b([Bb](?:earer|asic)\s{1,9}|AccountKey=)(?=[\w.~+/-]*(?:[\d=]|[a-z][A-Z]))[\w.~+/=-]{16,}/g;

/** Matches an option whose value is after a blank. */
const OPTION = /(?<!\S)(--[\w-]+) [^\s-]\S*/g;

/**
 * Matches a name and what is between it and its value, as in forms, settings, JSON and logs. Only
 * names that may be secret match, because {@link namesSecret} is slow for each "=" of a long text.
 */
const ASSIGNMENT =
	/(?<![\w.-])([\w.-]*(?:pass[\w-]{0,8}|pwd|secret|token|(?:(?:secret|access|private|api) )?key)[_-]?\d?)\\*["']?[ \t]*(?:=>?|:)(?![=:])[ \t]*/gi;

/** Matches a value in quotes. The second one is missing if the text was truncated. */
const QUOTED = /(?<quote>\\*["'])(?<quoted>.*?)(?<end>(?<!\\)\k<quote>|$)/;

/** Matches a value without quotes. A comma does not end it, unless a blank or a name follows. */
const BARE =
	/(?<bare>\{[^{}\n]*\}|(?:(?:Bearer|Basic) )?(?:(?!,[\w.-]+\\*["']?[=:])[^\s&;"'<>])*[^\s&;"'<>,)}\]\\])/;

const VALUE = new RegExp(`${QUOTED.source}|${BARE.source}`, 'imy');

/** A text without the values of the names that are secret. */
function withoutSecretValues(text: string): string {
	const pieces: string[] = [];
	let done = 0;
	for (const { 0: assignment, 1: name, index } of text.matchAll(ASSIGNMENT)) {
		if (index < done || !namesSecret(name)) continue;
		const start = index + assignment.length;
		VALUE.lastIndex = start;
		const { quote = '', quoted, end = '', bare } = VALUE.exec(text)?.groups ?? {};
		const value = quoted ?? bare;
		if (value === undefined || isHarmless(name!, value)) continue;
		pieces.push(text.slice(done, start), quote, MASK, end);
		done = start + quote.length + value.length + end.length;
	}
	return [...pieces, text.slice(done)].join('');
}

/**
 * Whether a name only looks like that of a secret (the place in a list, the current folder), or its
 * value says only whether there is one, how many there are, or that it is masked.
 */
const isHarmless = (name: string, value: string): boolean =>
	/(?:page|next|continuation)[_-]?token$/i.test(name) ||
	(/^(?:OLD)?PWD$/.test(name) && value.startsWith('/')) ||
	/^(?:null|none|undefined|true|false|\d{0,3}|\*+)$/i.test(value);
