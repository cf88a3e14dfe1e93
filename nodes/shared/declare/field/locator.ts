/**
 * The input that chooses a record: from a list with search, by ID and, where the platform can
 * search by it, by name.
 */
import type { INodeProperties } from 'n8n-workflow';

import { withArticle } from '../../support/text/nouns';
import type { Choosable } from './chosen';
import type { Placement, PropertyBase } from './field';

/**
 * The mode in which the ID is typed. n8n labels each mode that is called `id` "By ID", so an ID
 * with another name has another mode.
 */
export const modeOf = ({ idName }: Pick<Choosable, 'idName'>): string =>
	idName === undefined || idName === 'ID' ? 'id' : `by${idName}`;

/** The editor truncates labels that are longer than "By Login". */
const labelOfMode = (idName: string): string => (idName.length > 5 ? idName : `By ${idName}`);

/** The property with which a record is chosen. */
export function locatorOf(
	{ displayName, name, description, required, hint }: PropertyBase,
	{ noun, method, example, byName, idName = 'ID' }: Choosable,
	{ nested }: Placement,
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
				displayName: labelOfMode(idName),
				name: modeOf({ idName }),
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
