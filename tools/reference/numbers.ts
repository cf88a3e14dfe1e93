/** The numbers of operations in the README, which the build keeps up to date. */
import { keyOf } from '../../nodes/shared/declare/define';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { withoutVariableNames } from '../../platform/descriptions/interfaceDocuments';
import { vendorOperations } from '../../platform/descriptions/vendor';
import { everyOperation } from '../../platform/operations';

/**
 * The text before and after each number in the README, and the number. A space in these texts may
 * be a line break.
 */
function numbers(): Array<[before: string, count: number, after: string]> {
	const operations = everyOperation.map(({ operation }) => operation);
	const requests = operations.filter(
		(operation): operation is RequestOperation => operation.kind === 'request',
	);
	const vendors = new Set(
		vendorOperations.map(({ method, path }) => withoutVariableNames(`${method} ${path}`)),
	);
	const others = new Set(
		requests
			.map((operation) => withoutVariableNames(keyOf(operation)))
			.filter((request) => !vendors.has(request)),
	);
	const known = operations.filter(
		(operation) =>
			operation.permissions !== undefined ||
			(operation.kind === 'flow' &&
				operation.uses.some(({ permissions }) => permissions !== undefined)),
	);
	const areas = new Set(everyOperation.map(({ area }) => area));
	return [
		['\n\n', operations.length, ' operations: '],
		[' operations: ', requests.length, ' perform one request'],
		['several pages), and ', operations.length - requests.length, ' combine several'],
		['They cover all ', vendors.size, ' requests in Talend'],
		['(version 2021-03), and ', others.size, ' requests that only'],
		['where it is known: for ', known.length, ' of the '],
		[' of the ', operations.length, ' operations, [listed here]'],
		...[...areas].map((area): [string, number, string] => [
			`docs/reference/${area.toLowerCase()}/README.md) | `,
			everyOperation.filter((placed) => placed.area === area).length,
			' |',
		]),
	];
}

const inText = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s');

/**
 * The README with the numbers of the declarations.
 * @throws if the words around a number are not in the README exactly once
 */
export const withNumbers = (readme: string): string =>
	numbers().reduce((text, [before, count, after]) => {
		const place = new RegExp(`(?<=${inText(before)})\\d+(?=${inText(after)})`, 'g');
		if (text.match(place)?.length !== 1)
			throw new Error(
				`README.md must have a number between "${before.trim()}" and "${after.trim()}" exactly once`,
			);
		return text.replace(place, String(count));
	}, readme);
