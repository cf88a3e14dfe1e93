/**
 * The page that says what is known about each operation of the other applications, and which
 * operation of a node it became.
 */
import { type ApplicationOperation, applicationOperations } from '../../platform/applications';
import { everyOperation, type Placed, titleOf } from '../../platform/operations';
import { cell } from './cell';
import { recordedOutput } from './outputs';
import { WRITTEN } from './pages';

const formOf = (path: string): string => path.replace(/\{[^}]*\}/g, '{}');

/** The operation of a node that is this request. */
const declared = ({ method, path }: ApplicationOperation): Placed | undefined =>
	everyOperation.find(
		({ operation }) =>
			operation.kind === 'request' &&
			operation.method === method &&
			formOf(operation.endpoint) === formOf(path),
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
			name: placed ? `${placed.resource.name}: ${placed.operation.name}` : '',
			confidence: each.confidence,
			source: each.source,
			tested: placed !== undefined && recordedOutput(placed) !== undefined,
		};
	});
}

export function applicationsPage(): string {
	const all = rows();
	const areas = [...new Set(all.map(({ area }) => area))];
	return [
		'# Operations of the other applications',
		'',
		WRITTEN,
		'',
		'What is known about each request of Data Preparation, Data Stewardship, API Designer and API Tester, and which operation sends it.',
		'[What is known about the platform](interface.md#the-other-applications) explains the confidence levels. An operation is tested if it',
		'has succeeded in a test against the emulator, which knows only what is described here. None has been tried on the real service.',
		'',
		`${all.length} are described, ${all.filter(({ name }) => name !== '').length} declared, ${all.filter(({ tested }) => tested).length} tested.`,
		'',
		...areas.flatMap((area) => [
			`## ${titleOf(area)}`,
			'',
			'| request | operation | confidence | described by | tested |',
			'| --- | --- | --- | --- | --- |',
			...all
				.filter((row) => row.area === area)
				.map(
					({ request, name, confidence, source, tested }) =>
						`| ${request} | ${name || 'not declared'} | ${confidence} | ${cell(source)} | ${tested ? 'yes' : 'no'} |`,
				),
			'',
		]),
	].join('\n');
}
