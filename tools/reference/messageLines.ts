/** The messages that an operation or the engine declares, as lines of a page. */
import type { Message, Requirement } from '../../nodes/shared/declare/messages';
import { asSentence } from '../../nodes/shared/support/text/words';
import { withStandIns } from './standIns';
import { cell, table } from './template';

/** The labels that a refusal can begin with in this operation. */
const labelIn = ({ label, labels = [] }: Requirement): string =>
	(labels.length === 0 ? [label] : labels).map((each) => `"${each}"`).join(' or ');

/** Whether a message consists of more than placeholders. */
const saysSomething = (each: Message): boolean =>
	/\p{L}/u.test(
		`${each.message} ${each.kind === 'problem' ? each.todo : ''}`.replace(/\{[^}]*\}/g, ''),
	);

/**
 * The lines about messages: input that is refused, hints, and why the node stops.
 * @param resource the value of the resource whose page shows them; absent on the index
 */
export function messageLines(messages: readonly Message[], resource?: string): string[] {
	const inWords = (text: string) => withStandIns(text, resource);
	const linesOf = (toLine: (each: Message) => string[]) => [
		...new Set(messages.filter(saysSomething).flatMap(toLine)),
	];
	const rules = [
		...linesOf((each) =>
			each.kind === 'input' ? [`- Refused: ${inWords(`${labelIn(each)} ${each.message}`)}.`] : [],
		),
		...linesOf((each) =>
			each.kind === 'hint' ? [`- Hint on the node: ${asSentence(inWords(each.message))}`] : [],
		),
	];
	const stops = linesOf((each) =>
		each.kind === 'problem'
			? [
					`| ${cell(inWords(each.message))}${each.when ? ` (${each.when})` : ''} | ${cell(inWords(each.todo))} |`,
				]
			: [],
	);
	return [
		...rules,
		...(rules.length > 0 ? [''] : []),
		...(stops.length > 0 ? [table(['The node stops with', 'What to do'], []), ...stops, ''] : []),
	];
}
