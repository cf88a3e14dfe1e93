/** The words that readers of this package meet, guarded: in the pages, in the notes of the examples and in the nodes. */

/** Shorthand of this project, and phrases that no native speaker would write. */
const SHORTHAND = [
	/\brooms?\b/i, /\btwo doors\b/i, /\bthe way of an? \w+/i, /\b(is|are|be) heard out\b/i, /\bsight of\b/i, /\bcalls nobody\b/i, /\btests? by hand\b/i,
	/\bhand(s|ed)? on\b/i, /\banew\b/i, /\bby (itself|themselves)\b/i, /\bstands? for\b/i, /\basks? for a break\b/i, /\b(is|are|was|were) told\b/i, /\bwhat came\b/i,
	/\bgo(es)? on\b/i, /\blast days\b/i, /\bplace of a worker\b/i, /\bcannot do this yet\b/i, /\blanes? of its own\b/i, /\bthose that there are\b/i, /\bin (its|their) own words\b/i,
];

/**
 * One word for one thing. "Run" is what somebody does: a person, a schedule or an engine runs a task. What then
 * exists on the platform, with an ID, a status and a log, is an "execution", as in the platform's own words. "Run" is
 * a noun only in names of the platform (run profile, run configuration, run status, re-run) and of a crawler, whose
 * runs the platform calls so.
 */
const RUN_AS_NOUN = /\b(?:an?|the|this|these|those|such|each|every|one|two|second|another|any|its|last|next|coming|unfinished|scheduled|single|new|parallel|many|in|of|no) runs?\b(?![ -](?:profile|configuration|status|config|of (?:a |the |one )?crawler))/i;

/** The phrases of a text that are to be said in another way. */
export function oddWords(text: string): string[] {
	const ofCrawlers = /crawler/i.test(text);
	return [...SHORTHAND, ...(ofCrawlers ? [] : [RUN_AS_NOUN])].flatMap((phrase) => phrase.exec(text)?.[0] ?? []);
}
