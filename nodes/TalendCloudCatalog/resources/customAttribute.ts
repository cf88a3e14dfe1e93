import { boolean, list, suggestion, text } from '../../shared/field';
import { operation, record, resource, type Rule } from '../../shared/operation';

/** A list of values needs its values, a free text has none (document C, "CustomAttributeDefinition"). */
const valuesOfItsKind: Rule = {
	field: 'values',
	says: 'values are required for a list of values, and not possible for a free text',
	check: ({ type, values }) => {
		if (type === 'enum' && values === undefined) return 'are required for a list of values';
		return type === 'text' && values !== undefined ? 'are not possible for a free text' : undefined;
	},
};

const create = operation('POST /datasets/attributes', {
	name: 'Create',
	action: 'Create a custom attribute',
	description: 'Define an attribute that datasets can be tagged with',
	body: {
		label: text('Name of the attribute').eg('Confidentiality'),
		type: suggestion('Kind of the attribute', [
			{ value: 'enum', name: 'List of Values' },
			{ value: 'text', name: 'Free Text' },
		]),
		mandatory: boolean('Whether each dataset must have a value').startsWith(false),
		description: text('What the attribute says').eg('Who may see the data').optional(),
		values: list('The values to choose from').sample(['Public', 'Internal']).optional(),
		defaults: list('What a dataset has before a value is set').sample(['Internal']).optional(),
	},
	rules: [valuesOfItsKind],
	answers: record('C.CustomAttributeCreateResponse'),
});

export const customAttribute = resource('customAttribute', 'Custom Attribute', { create }, 'A tag that datasets can have');
