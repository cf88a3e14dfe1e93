/** The input that chooses a record: from a list with search, by ID and, where the platform can search by it, by name. */
import type { INodeProperties } from 'n8n-workflow';

import { withArticle } from '../../../support/nouns';
import type { Choosable } from './chosen';
import type { Base } from './kind';

/** The mode in which the value itself is given. n8n labels every mode `id` "By ID", so a value that is not an ID has a mode of its own. */
export const modeOf = ({ given }: Pick<Choosable, 'given'>): string =>
	given === undefined || given === 'ID' ? 'id' : `by${given}`;

/** The editor truncates labels that are longer than "By Login". */
const labelOfMode = (given: string): string => (given.length > 5 ? given : `By ${given}`);

/** @param nested inside rows and forms, where records are chosen by list or ID only */
export function locatorOf(
	{ displayName, name, description, required, hint }: Base,
	{ noun, method, example, byName, given = 'ID' }: Choosable,
	nested: boolean,
): INodeProperties {
	return {
		displayName,
		name,
		...(description ? { description } : {}),
		...(required ? { required } : {}),
		...(hint ? { hint } : {}),
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${withArticle(noun)}…`,
				typeOptions: { searchListMethod: method, searchable: true },
			},
			{
				displayName: labelOfMode(given),
				name: modeOf({ given }),
				type: 'string',
				placeholder: `e.g. ${example}`,
			},
			...(byName && !nested
				? [
						{
							displayName: 'By Name',
							name: 'name',
							type: 'string' as const,
							placeholder: `e.g. My ${noun}`,
						},
					]
				: []),
		],
		type: 'resourceLocator',
	};
}
