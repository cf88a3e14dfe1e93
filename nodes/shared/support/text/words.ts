/** Abbreviations, which keep their spelling in labels, by their lower-case form. */
const SPELLED = new Map(
	[
		'ID',
		'IDs',
		'URL',
		'API',
		'JVM',
		'SCIM',
		'EKS',
		'AKS',
		'JSON',
		'TQL',
		'IP',
		'DE',
		'DP',
		'VPC',
		'AWS',
		'PID',
	].map((word) => [word.toLowerCase(), word]),
);

/** Words in lower case, unless a label begins or ends with them. */
const SMALL = new Set([
	'of',
	'on',
	'in',
	'at',
	'to',
	'and',
	'or',
	'the',
	'a',
	'an',
	'by',
	'for',
	'from',
	'with',
	'as',
	'is',
]);

/** Labels that were already computed, because every item needs the labels of its fields. */
const titles = new Map<string, string>();

/**
 * "maxCloudContainers" → "Max Cloud Containers", "RUN_PROFILE_TYPE" → "Run Profile Type".
 * @param name a name in a declaration, because labels stay in the cache forever
 */
export function titleCase(name: string): string {
	const cached = titles.get(name);
	if (cached !== undefined) return cached;
	const words = name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.split(/[\s_.-]/)
		.filter((word) => word !== '');
	const title = words
		.map((word, index) => {
			const lower = word.toLowerCase();
			const spelled = SPELLED.get(lower);
			if (spelled !== undefined) return spelled;
			if (index > 0 && index < words.length - 1 && SMALL.has(lower)) return lower;
			return lower.charAt(0).toUpperCase() + lower.slice(1);
		})
		.join(' ');
	titles.set(name, title);
	return title;
}

/** A text that ends with a period, as a sentence in a message does. */
export const asSentence = (text: string): string => text.replace(/\.?$/, '.');

/** A readable time span: "40 seconds", "3 minutes", "2 hours". */
export function waitInWords(ms: number): string {
	const seconds = Math.max(1, Math.ceil(ms / 1000));
	if (seconds < 120) return `${seconds} second${seconds === 1 ? '' : 's'}`;
	if (seconds < 7200) return `${Math.ceil(seconds / 60)} minutes`;
	return `${Math.ceil(seconds / 3600)} hours`;
}
