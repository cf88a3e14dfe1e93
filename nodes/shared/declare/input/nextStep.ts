/** What to do if something is missing, in the words of the editor: "Choose an artifact". */
import { nounOf, oneOf, withArticle } from '../../support/nouns';

/** The part of a field that says how it is entered. */
interface Entered {
	readonly spec: { readonly kind: string; readonly picker?: unknown; readonly source?: unknown };
	readonly isMany: boolean;
}

interface Where {
	/** The form or row that contains it: "Steps, row 1". */
	within?: string;
	/** The collection that it has to be added from first: "Additional Fields". */
	under?: string;
}

function verbFor({ spec: { kind, picker, source }, isMany }: Entered): 'Add' | 'Choose' | 'Enter' {
	if (kind === 'object' || kind === 'pairs') return 'Add';
	if (picker || source || kind === 'choice' || kind === 'choices' || kind === 'date')
		return 'Choose';
	return isMany ? 'Add' : 'Enter';
}

/** The next step for a field that is missing, from its label and how it is entered. */
export function nextStep(label: string, field: Entered, { within, under }: Where = {}): string {
	const where =
		under !== undefined ? ` under ${under}` : within !== undefined ? ` in ${within}` : '';
	const verb = under !== undefined ? 'Add' : verbFor(field);
	const noun = nounOf(label);
	if (under === undefined && field.spec.kind === 'boolean')
		return `Turn "${label}" on or off${where}`;
	if (noun === undefined)
		return under === undefined
			? `${verb} a value for "${label}"${where}`
			: `Add "${label}"${where}`;
	if (field.isMany || field.spec.kind === 'pairs')
		return `${verb} at least one ${oneOf(noun)}${where}`;
	return `${verb} ${withArticle(noun)}${where}`;
}
