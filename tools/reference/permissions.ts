/** The page with the permissions that the operations need. */
import { areas } from '../../nodes/areas';
import { everyOperation, neededFor, placeInWords, titleOf } from '../../platform/operations';
import { cell, page, table, WRITTEN } from './template';

interface Row {
	area: string;
	title: string;
	words: string;
}

const NOT_KNOWN = 'not known';

/** "all of: A, B, (C or D)", with the names as code. */
function inWords({ known, isComplete }: ReturnType<typeof neededFor>): string {
	if (known.length === 0) return NOT_KNOWN;
	const names = known.map((each) => `\`${each.split(' or ').join('` or `')}\``);
	const all =
		names.length === 1
			? names[0]!
			: `all of: ${names.map((each) => (each.includes(' or ') ? `(${each})` : each)).join(', ')}`;
	return isComplete ? all : `${all}; perhaps others`;
}

function rows(): Row[] {
	return everyOperation.map((placed) => {
		const words = inWords(neededFor(placed.operation));
		return { area: placed.area, title: placeInWords(placed), words };
	});
}

/** The permissions of one area, each with the operations that need it; unknown ones are last. */
function tableOf(own: readonly Row[]): string {
	const groups = new Map<string, string[]>();
	for (const { words, title } of own) groups.set(words, [...(groups.get(words) ?? []), title]);
	return table(
		['permission', 'operations'],
		[...groups]
			.sort(([a], [b]) => Number(a === NOT_KNOWN) - Number(b === NOT_KNOWN))
			.map(([words, titles]) => [cell(words), titles.map(cell).join(', ')]),
	);
}

/** docs/platform/permissions.md */
export function permissionsPage(): string {
	const all = rows();
	return page('permissions', {
		written: WRITTEN,
		known: all.filter(({ words }) => words !== NOT_KNOWN).length,
		operations: all.length,
		areas: Object.keys(areas)
			.map((area) => `## ${titleOf(area)}\n\n${tableOf(all.filter((row) => row.area === area))}`)
			.join('\n\n'),
	});
}
