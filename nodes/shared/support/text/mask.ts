/**
 * Masks secrets in texts. A text can have a secret in another spelling than the input (as in JSON,
 * in an address, in base64), only its beginning, or a token that nobody has entered. Which values
 * are secret is decided in engine/output/secrets.ts, with {@link namesSecret}.
 */

/** What is shown in place of a secret. */
export const MASK = '***';

/** How the note begins that a model reads in place of a secret. */
export const NOT_FOR_MODELS = '(not shown to agents;';

/**
 * Matches a text, or a value in a text, that was masked. Asterisks in ordinary texts, as in "***
 * Done ***", have other characters around them.
 */
const MASKED = /^\*{3}$|(?:[=:]\\?["']?|: "|Bearer |Basic |-----)\*{3}(?![\w*])/;

/** Whether a text has a mask, or the note for models, in place of a secret. */
export const isMasked = (text: string): boolean =>
	MASKED.test(text) || text.includes(NOT_FOR_MODELS);

/** All spellings of secrets, the longest first. */
export const allSpellings = (secrets: readonly string[]): string[] =>
	[
		...new Set(secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH).flatMap(spellingsOf)),
	].sort((a, b) => b.length - a.length);

/**
 * A text without secrets, whether they are written unchanged or as in JSON, in an address or in a
 * web page.
 * @param spellings the secrets in all spellings ({@link allSpellings})
 */
export function withoutSpellings(text: string, spellings: readonly string[]): string {
	const shortest = spellings.at(-1);
	if (shortest === undefined || text.length < shortest.length) return text;
	return spellings.reduce(
		(clean, spelling) => (clean.includes(spelling) ? clean.split(spelling).join(MASK) : clean),
		text,
	);
}

/**
 * Shorter secrets are not replaced, because they may be parts of ordinary words. In an error, that
 * would only make a word unreadable, so this is less than the 8 characters of outputs, where other
 * data would be damaged (engine/output/secretsInOutputs.ts).
 */
const MIN_SECRET_LENGTH = 4;

function spellingsOf(secret: string): string[] {
	const html = secret.replace(/[&<>"']/g, (sign) => HTML[sign]!);
	// Half a surrogate pair cannot be encoded.
	const encoded = /\p{Surrogate}/u.test(secret)
		? []
		: [encodeURIComponent(secret), encodeURIComponent(secret).replace(/%20/g, '+')];
	return [
		secret,
		JSON.stringify(secret).slice(1, -1),
		...encoded,
		html,
		html.replace(/&#39;/g, '&apos;'),
		...inBase64(secret),
	];
}

/**
 * The characters of a secret in base64 that stay the same if it is a part of a longer text, such as
 * "user:password".
 */
function inBase64(secret: string): string[] {
	const bytes = Buffer.from(secret);
	return [0, 1, 2].flatMap((from) => {
		const aligned = bytes.subarray(from, from + Math.floor((bytes.length - from) / 3) * 3);
		return aligned.length < MIN_ENCODED_LENGTH
			? []
			: [aligned.toString('base64'), aligned.toString('base64url')];
	});
}

/** Eight characters of base64. */
const MIN_ENCODED_LENGTH = 6;

/**
 * Matches a secret in any mixture of spellings: each character may be written as it is, after a
 * backslash, or as its number, as in JSON, in an address or in a web page.
 */
function anySpelling(secret: string): RegExp {
	const spelled = [...secret].map((sign) => {
		if (/[A-Za-z0-9]/.test(sign)) return sign;
		const units = Array.from(
			{ length: sign.length },
			(_, index) => `\\\\u${sign.charCodeAt(index).toString(16).padStart(4, '0')}`,
		).join('');
		const bytes = [...Buffer.from(sign)]
			.map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
			.join('');
		const point = sign.codePointAt(0)!;
		const spellings = [
			`\\\\?${sign.replace(/[^\w\s]/u, '\\$&')}`,
			inEitherCase(units),
			inEitherCase(bytes),
			`&#${point};`,
			`&#[xX]0{0,4}${inEitherCase(point.toString(16))};`,
		];
		return `(?:${[...spellings, ...(HTML[sign] ? [HTML[sign]] : []), ...(sign === ' ' ? ['\\+'] : [])].join('|')})`;
	});
	return new RegExp(spelled.join(''), 'g');
}

/** Hexadecimal digits may be in either case; the "u" of a JSON escape is always lower case. */
const inEitherCase = (digits: string): string =>
	digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

const HTML: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/**
 * How secrets are recognized. The patterns are computed once for a list of secrets, because a
 * failure may have hundreds of texts.
 */
interface SecretPatterns {
	/** How many secrets the list had. If it has grown, the patterns are computed again. */
	count: number;
	spellings: string[];
	mixtures: RegExp[];
	/** The spellings whose beginnings are masked as well, in case they were truncated. */
	truncatable: string[];
}

const patternsByList = new WeakMap<readonly string[], SecretPatterns>();

function patternsOf(secrets: readonly string[]): SecretPatterns {
	const cached = patternsByList.get(secrets);
	if (cached?.count === secrets.length) return cached;
	const mixed = secrets.filter(
		(secret) => secret.length >= MIN_SECRET_LENGTH && !/^[A-Za-z0-9]*$/.test(secret),
	);
	const patterns: SecretPatterns = {
		count: secrets.length,
		spellings: allSpellings(secrets),
		mixtures: mixed.map(anySpelling),
		truncatable: [...new Set(secrets.flatMap(spellingsOf))],
	};
	patternsByList.set(secrets, patterns);
	return patterns;
}

/**
 * A text without a truncated secret: the beginning of it is at the end of the text, or before an
 * ellipsis.
 */
function withoutBeginnings(text: string, secret: string): string {
	let clean = text;
	const longest = Math.min(secret.length - 1, text.length);
	if (text.includes('…'))
		for (let length = longest; length >= MIN_SECRET_LENGTH; length--) {
			const piece = secret.slice(0, length);
			clean = clean.split(`${piece}…`).join(`${MASK}…`);
		}
	// The last character is compared first, because few beginnings end with it.
	const last = clean.charCodeAt(clean.length - 1);
	for (let length = longest; length >= MIN_SECRET_LENGTH; length--)
		if (secret.charCodeAt(length - 1) === last && clean.endsWith(secret.slice(0, length)))
			return `${clean.slice(0, -length)}${MASK}`;
	return clean;
}

/**
 * A text without secrets, without their beginnings where they were truncated, and without anything
 * that looks like a token.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
	const { spellings, mixtures, truncatable } = patternsOf(secrets);
	let clean = withoutSpellings(text, spellings);
	for (const mixture of mixtures) clean = clean.replace(mixture, MASK);
	for (const secret of truncatable) clean = withoutBeginnings(clean, secret);
	return withoutTokens(clean).replace(/\b(Bearer|Basic)\s{1,9}[\w.~+/=-]{8,}/gi, `$1 ${MASK}`);
}

/** A text without web tokens (JWT) and the signatures of links, which need no name beside them. */
export const withoutTokens = (text: string): string =>
	text.replace(/\beyJ[\w-]{8,}(\.[\w-]*){0,2}/g, MASK).replace(SIGNATURE, `$1${MASK}`);

/** The parameters that sign a link to a file: whoever has them can read the file. */
const SIGNATURE =
	/((?:\bX-(?:Amz|Goog)-(?:Signature|Security-Token)|[?&](?:amp;)?(?:Signature|sig))=)[\w.~+/=%-]+/gi;

/**
 * Whether a name (of a field, of a parameter of a connection, the path of a patch) says that its
 * value is secret.
 */
export const namesSecret = (name: unknown): boolean =>
	PASS.test(String(name)) || SECRET_NAME.test(String(name).replace(/[\s_-]|\d$/g, ''));

/**
 * Matches "pass" as a separate word, as in "sftp_pass" and "dbPass", but not as the end of another
 * word, such as "bypass".
 */
const PASS = /((^|[^A-Za-z])(pass|Pass|PASS)|[a-z]Pass)\d?$/;

/**
 * Matches a name from which the characters between its words, and a digit at its end, were removed.
 */
const SECRET_NAME =
	/(passwor[dt]|passwd|pwd|passphrase|motdepasse|secret|token|(secret|access|private|api)key)$/i;
