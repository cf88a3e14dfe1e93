/**
 * Checks the wording of what people read: the pages, the notes of the examples, the nodes and the
 * comments.
 */

/** This project's shorthand, and phrases that no native speaker would write. */
const SHORTHAND = [
	/\brooms?\b/i,
	/\bthe way of an? \w+/i,
	/\b(is|are|be) heard out\b/i,
	/\bsight of\b/i,
	/\bcalls nobody\b/i,
	/\btests? by hand\b/i,
	/\bhand(s|ed)? on\b/i,
	/\banew\b/i,
	/\bby (itself|themselves)\b/i,
	/\bstands? for\b/i,
	/\basks? for a break\b/i,
	/\bwhat came\b/i,
	/\bgo(es)? on\b/i,
	/\blast days\b/i,
	/\bplace of a worker\b/i,
	/\bcannot do this yet\b/i,
	/\bthose that there are\b/i,
	/\bin (its|their) own words\b/i,
	/\b(begun|doors?|found out|house|lanes?|said|surely|told)\b/i,
];

/**
 * One word for one thing. "Run" is what somebody does: a person, a schedule or an engine runs a
 * task. What then exists on the platform, with an ID, a status and a log, is an "execution", as the
 * platform calls it. "Run" is a noun only in names that the platform uses (run profile, run
 * configuration, run status, re-run) and for a crawler, whose runs the platform calls runs.
 */
const RUN_AS_NOUN =
	/\b(?:an?|the|this|these|those|such|each|every|one|two|second|another|any|its|last|next|coming|unfinished|scheduled|single|new|parallel|many|in|of|no) runs?\b(?![ -](?:profile|configuration|status|config|of (?:a |the |one )?crawler))/i;

/** Spelling that is British: the project is written in American English. */
const BRITISH = [
	/\b\w*(?:colour|behaviour|favour|honour|neighbour|labour|catalogue|centre|artefact|programme)\w*/i,
	/\b(?:licences?|licenced|grey|whilst|learnt|spelt|judgements?|fulfil|fulfils|fulfilment|towards)\b/i,
	/\b\w+(?:labell|cancell|travell|modell|signall)(?:ed|ing)\b|\b(?:labell|cancell|travell|modell|signall)(?:ed|ing)\b/i,
	/\b(?:un)?(?:organ|recogn|normal|serial|initial|author|custom|optim|summar|synchron|priorit|capital|util)is(?:e|ed|es|ing|ation)\b/i,
	/\banalys(?:e|ed|ing)\b/i,
];

/** Phrases that only look English. */
const ODD_IDIOMS = [
	/\ball the same\b/i,
	/\ball else\b/i,
	/\bat last\b/i,
	/\b(?:a|an|as an) own\b/i,
	/\bone of both\b/i,
	/\bnobody sees\b/i,
	/\bwhat is not given\b/i,
	/\b(?:take|takes|taken) (?:them )?all away\b/i,
];

/** What users read has "the platform's list", and the platform returns or responds. */
const OF_PLATFORM = [/\bof the platform\b/i, /\b(?:platform|address) (?:has )?answer(?:s|ed)\b/i];

/** The phrases of a text for users that need another wording. */
export const userWordsIn = (text: string): string[] => [
	...oddWords(text),
	...OF_PLATFORM.flatMap((phrase) => phrase.exec(text)?.[0] ?? []),
];

/** Shorthand in a text: also for comments, which speak of runs. */
export const shorthandIn = (text: string): string[] =>
	SHORTHAND.flatMap((phrase) => phrase.exec(text)?.[0] ?? []);

/** The phrases of a text that need another wording. */
export function oddWords(text: string): string[] {
	const ofCrawlers = /crawler/i.test(text);
	return [
		...shorthandIn(text),
		...[...BRITISH, ...ODD_IDIOMS].flatMap((phrase) => phrase.exec(text)?.[0] ?? []),
		...(ofCrawlers ? [] : (RUN_AS_NOUN.exec(text) ?? []).slice(0, 1)),
	];
}
