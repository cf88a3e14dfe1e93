/**
 * The texts in which a phrase of a cause is found: one for each of its words in angle brackets.
 * @param gap the text in place of `…`
 */
export function phraseTexts(phrase: string, gap: string): string[] {
	const begin = phrase.indexOf('<');
	const end = phrase.indexOf('>');
	if (begin < 0) return [phrase.replace(/ ?… ?/g, gap).replace(/#/g, '7')];
	return phrase
		.slice(begin + 1, end)
		.split('|')
		.flatMap((word) => phraseTexts(phrase.slice(0, begin) + word + phrase.slice(end + 1), gap));
}
