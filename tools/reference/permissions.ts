/** The page with the permissions that the operations need. */
import { areas } from '../../nodes/areas';
import { everyOperation, neededFor, titleOf } from '../../platform/operations';
import { cell } from './cell';
import { WRITTEN } from './pages';

interface Row {
	area: string;
	title: string;
	words: string;
}

const NOT_KNOWN = 'not known';

function rows(): Row[] {
	return everyOperation.map(({ area, resource, operation }) => {
		const { known, isComplete } = neededFor(operation);
		const words =
			known.length === 0
				? NOT_KNOWN
				: `${known
						.map((each) =>
							each
								.split(' or ')
								.map((name) => `\`${name}\``)
								.join(' or '),
						)
						.join('; and ')}${isComplete ? '' : '; others not known'}`;
		return { area, title: `${resource.name}: ${operation.name}`, words };
	});
}

export function permissionsPage(): string {
	const all = rows();
	const known = all.filter(({ words }) => words !== NOT_KNOWN);
	return [
		'# Permissions',
		'',
		WRITTEN,
		'',
		'This page lists the permissions that a service account, or the person whose token is used, needs for each operation. "A or B" means',
		'that either is enough. In addition, the platform checks the permissions on each workspace.',
		'',
		`The permission is known for ${known.length} of ${all.length} operations, completely or in part. For the others, neither the`,
		'[interface documents](interface.md#sources) nor the OpenAPI files name one. If a request is refused (403), the message names',
		'the permission if it is known.',
		'',
		'To fetch tokens, every service account needs `TMC_SERVICE_ACCOUNT_MANAGEMENT` (*Service Account - Manage*).',
		'',
		...Object.keys(areas).flatMap((area) => {
			const groups = new Map<string, string[]>();
			for (const { words, title } of all.filter((each) => each.area === area))
				groups.set(words, [...(groups.get(words) ?? []), title]);
			return [
				`## ${titleOf(area)}`,
				'',
				'| permission | operations |',
				'| --- | --- |',
				...[...groups]
					.sort(([a], [b]) => Number(a === NOT_KNOWN) - Number(b === NOT_KNOWN))
					.map(([words, titles]) => `| ${cell(words)} | ${titles.map(cell).join(', ')} |`),
				'',
			];
		}),
	].join('\n');
}
