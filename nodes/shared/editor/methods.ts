import type { INodeType } from 'n8n-workflow';

import { allFields } from '../declare/derived/operationParts';
import { optionsOf } from '../declare/field/inputs';
import type { Field, Fields } from '../declare/fields';
import type { ChoiceSpec } from '../declare/kinds/choice';
import { columnsOf, sourceOf } from '../declare/lists/loadedChoices';
import { pickerOf } from '../declare/lists/picker';
import type { Resource } from '../declare/operation';
import { pickerSearch } from './listSearch';
import { optionLoaderOf } from './optionLoaders';
import { resourceMappingOf } from './resourceMappings';

type Methods = Required<
	Pick<NonNullable<INodeType['methods']>, 'listSearch' | 'loadOptions' | 'resourceMapping'>
>;

/**
 * The methods of a node that load the choices of its fields: one for each picker, source and kind
 * of names.
 * @param furtherFields fields that belong to no resource: those of a trigger
 */
export function methodsOf(resources: readonly Resource[], furtherFields: Fields = {}): Methods {
	const { listSearch, loadOptions, resourceMapping }: Methods = {
		listSearch: {},
		loadOptions: {},
		resourceMapping: {},
	};
	for (const field of [
		furtherFields,
		...resources.flatMap(({ operations }) => Object.values(operations).map(allFields)),
	].flatMap(withInner)) {
		const picker = pickerOf(field);
		if (picker) listSearch[picker.method] = pickerSearch(picker, resources);
		const { listedBy, choices, inOrder } = field.spec as Partial<ChoiceSpec>;
		// These choices are too many for the description of the node.
		if (listedBy && choices)
			loadOptions[listedBy] = async () => await Promise.resolve(optionsOf(choices, inOrder));
		const source = sourceOf(field);
		if (source) loadOptions[source.method] = optionLoaderOf(source);
		const columns = columnsOf(field);
		if (columns) resourceMapping[columns.method] = resourceMappingOf(columns, resources);
	}
	return { listSearch, loadOptions, resourceMapping };
}

const withInner = (fields: Fields): Field[] =>
	Object.values(fields).flatMap((field) => [field, ...withInner(field.spec.fields ?? {})]);
