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

/**
 * The permissions of one area, each with the operations that need it. Operations whose permission
 * is not known are counted last.
 */
function tableOf(own: readonly Row[]): string {
	const known = own.filter(({ words }) => words !== NOT_KNOWN);
	const groups = new Map<string, string[]>();
	for (const { words, title } of known) groups.set(words, [...(groups.get(words) ?? []), title]);
	const others = own.length - known.length;
	return table(
		['permission', 'operations'],
		[
			...[...groups].map(([words, titles]) => [cell(words), titles.map(cell).join(', ')]),
			...(others > 0 ? [[NOT_KNOWN, `all ${known.length > 0 ? 'others ' : ''}(${others})`]] : []),
		],
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
