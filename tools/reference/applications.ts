/**
 * The page that says what is known about each operation of the other applications, and which
 * operation of a node it became.
 */
import {
	type ApplicationOperation,
	applicationOperations,
} from '../../platform/descriptions/applications';
import { withoutVariableNames } from '../../platform/descriptions/interfaceDocuments';
import {
	everyOperation,
	type OperationInNode,
	placeInWords,
	titleOf,
} from '../../platform/operations';
import { recordedOutput } from './outputs';
import { cell, page, table, WRITTEN } from './template';

/** The operation of a node that is this request. */
const declared = ({ method, path }: ApplicationOperation): OperationInNode | undefined =>
	everyOperation.find(
		({ operation }) =>
			operation.kind === 'request' &&
			operation.method === method &&
			withoutVariableNames(operation.endpoint) === withoutVariableNames(path),
	);

interface Row {
	request: string;
	area: string;
	name: string;
	confidence: string;
	source: string;
	tested: boolean;
}

function rows(): Row[] {
	return applicationOperations.map((each) => {
		const placed = declared(each);
		return {
			request: `\`${each.method} ${each.path}\``,
			area: placed?.area ?? each.area,
			name: placed ? placeInWords(placed) : '',
			confidence: each.confidence,
			source: each.source,
			tested: placed !== undefined && recordedOutput(placed) !== undefined,
		};
	});
}

const tableOf = (own: readonly Row[]): string =>
	table(
		['request', 'operation', 'confidence', 'described by', 'tested'],
		own.map(({ request, name, confidence, source, tested }) => [
			request,
			name || 'not declared',
			confidence,
			cell(source),
			tested ? 'yes' : 'no',
		]),
	);

/** docs/platform/applications.md */
export function applicationsPage(): string {
	const all = rows();
	const ofArea = (area: string) => all.filter((row) => row.area === area);
	return page('applications', {
		written: WRITTEN,
		described: all.length,
		declared: all.filter(({ name }) => name !== '').length,
		tested: all.filter(({ tested }) => tested).length,
		areas: [...new Set(all.map(({ area }) => area))]
			.map((area) => `## ${titleOf(area)}\n\n${tableOf(ofArea(area))}`)
			.join('\n\n'),
	});
}
