import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { optionsOf } from '../declare/kinds/common/inputs';
import type { Column, Columns } from '../declare/lists/source';
import { askFor, chosenIn } from './chosen';

/** Loads the names of an object, for n8n's resource mapper. */
export const resourceMappingOf = (used: Columns) =>
	async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		const { plural } = used.words;
		try {
			const found = await used.load(askFor(this), chosenIn(this, used.dependsOn));
			if (!found)
				return noFields(
					`${used.first} Where it comes from an expression or by name, add the ${plural} as JSON below.`,
				);
			return found.length === 0
				? noFields(`There are no ${plural}.`)
				: { fields: found.map(fieldOf) };
		} catch (error) {
			// Without it, n8n would show nothing at all.
			return noFields(
				`The ${plural} could not be loaded: ${escaped((error as Error).message)} Add the ${plural} as JSON below.`,
			);
		}
	};

/** n8n shows the notice as HTML. */
const escaped = (text: string): string =>
	`${text.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter]!).replace(/\.?$/, '.')}`;

const noFields = (emptyFieldsNotice: string): ResourceMapperFields => ({
	fields: [],
	emptyFieldsNotice,
});

const fieldOf = ({
	name,
	label = name,
	type = 'string',
	options,
	required = false,
}: Column): ResourceMapperField => ({
	id: name,
	displayName: label,
	type,
	required,
	display: true,
	defaultMatch: false,
	canBeUsedToMatch: false,
	...(options ? { options: optionsOf(options) } : {}),
});
