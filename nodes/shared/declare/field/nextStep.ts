/** What to do if something is missing, in the words of the editor: "Choose an artifact". */
import { nounOf, oneOf, withArticle } from '../../support/text/nouns';

/** How a field is entered; its kind says so. */
export interface EntryWords {
	readonly verb: 'Add' | 'Choose' | 'Enter' | 'Turn on or off';
	/** Whether it takes several entries. */
	readonly takesSeveral: boolean;
}

interface Where {
	/** The form or row that contains the field: "Steps, row 1". */
	within?: string;
	/** The collection from which the field must be added first: "Additional Fields". */
	under?: string;
}

/** The next step for a field that is missing, from its label and how it is entered. */
export function nextStep(label: string, field: EntryWords, { within, under }: Where = {}): string {
	const whereOfRow = within === undefined ? '' : ` in ${within}`;
	const where = under === undefined ? whereOfRow : ` under ${under}`;
	const verb = under !== undefined ? 'Add' : field.verb;
	const noun = nounOf(label);
	if (verb === 'Turn on or off') return `Turn "${label}" on or off${where}`;
	if (noun === undefined || field.verb === 'Turn on or off')
		return under === undefined
			? `${verb} a value for "${label}"${where}`
			: `Add "${label}"${where}`;
	if (field.takesSeveral) return `${verb} at least one ${oneOf(noun)}${where}`;
	return `${verb} ${withArticle(noun)}${where}`;
}
