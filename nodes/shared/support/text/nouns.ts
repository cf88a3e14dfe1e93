/** Labels as nouns of a sentence: "Client ID" → "a client ID". */

/** "Addresses" → "Address". */
export function singular(label: string): string {
	return label.replace(/ies$/, 'y').replace(/(?<=ss|us|x|ch)es$|(?<![su])s$/, '');
}

/**
 * The noun of a label, without the words with which labels of options begin: "Ignore Fields" →
 * "Fields", "Several Times" → "Times".
 */
export const bareNoun = (label: string): string =>
	label.replace(/^(Ignore|Leave Out|Several) /, '');

/** Names, which keep their capital letters in a sentence, like abbreviations. */
const NAMES = new Set(['Talend', 'Databricks', 'Microservice', 'Spark']);

/** "Client ID" → "client ID", "ESB Compatibility Version" → "ESB compatibility version". */
const lowered = (label: string): string =>
	label.replace(/\w+/g, (word) =>
		NAMES.has(word) || word.replace(/[^A-Z]/g, '').length > 1 ? word : word.toLowerCase(),
	);

/**
 * Labels that take no article: those that begin with a preposition or a verb, and uncountable ones.
 * Sentences quote them.
 */
const NO_NOUN =
	/^(every|exclude|from|include|longer|on rejection|put|shorter|sort|to|until|with)\b|storage$/i;

/**
 * What a label asks for, in lower case: "Task Names or IDs" → "task names or IDs", "Several Times"
 * → "times", "Interval (Minutes)" → "interval in minutes", "Schedule (JSON)" → "schedule as JSON".
 * Undefined for a label that takes no article.
 */
export function nounOf(label: string): string | undefined {
	if (NO_NOUN.test(label)) return undefined;
	const [noun, brackets] = bareNoun(label).split(' (') as [string, string?];
	if (brackets === undefined) return lowered(noun);
	const unit = brackets.slice(0, -1);
	return unit === 'JSON'
		? `${lowered(noun)} as JSON`
		: `${lowered(noun)} in ${/[A-Z]$/.test(unit) ? unit : unit.toLowerCase()}`;
}

/** "tasks", "task names or IDs" → "task". */
export const oneOf = (noun: string): string => singular(noun.replace(/ names or IDs$/, ''));

/** How plural and uncountable nouns end. */
const NO_ARTICLE = /(?<![sui]|alia)s$|\baccess$/;

/** Abbreviations that are pronounced as words that begin with a consonant. */
const READ_AS_WORDS = /^(JSON|SAML|SCIM|YARN)/;

/**
 * Whether a word begins with a vowel sound: "an artifact", "an SSO role", but "a user", "a URL", "a
 * SCIM group".
 */
function beginsWithVowel(word: string): boolean {
	if (/^[A-Z]{2,}/.test(word) && !READ_AS_WORDS.test(word)) return /^[AEFHILMNORSX]/.test(word);
	return /^([aeio]|u(?!ni|s[aeu]))/i.test(word) && !/^(eu|one)/i.test(word);
}

/**
 * "an artifact", "a user"; plural and uncountable nouns have no article: "credentials", "access".
 */
export function withArticle(noun: string): string {
	const head = noun.split(/ (?:of|in|as|or) /)[0]!;
	if (NO_ARTICLE.test(head)) return noun;
	return `${beginsWithVowel(noun) ? 'an' : 'a'} ${noun}`;
}
