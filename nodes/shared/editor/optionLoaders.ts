import {
	type ILoadOptionsFunctions,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import type { Choice } from '../declare/fields';
import { choicesOf, type ChoiceSource } from '../declare/lists/loadedChoices';
import type { PickerEntry } from '../declare/lists/picker';
import { askFor, chosenIn, isAnyGiven } from './editorValues';
import { pickerPages } from './listSearch';

/**
 * Loads the choices of a source. n8n shows only the message of an error, so the message contains
 * everything.
 */
export const optionLoaderOf = (source: ChoiceSource) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return await loadChoices(this, source).catch((error: Error & { description?: unknown }) => {
			const { message, description } = error;
			if (typeof description !== 'string' || description === '') throw error;
			throw new NodeOperationError(this.getNode(), `${message.replace(/\.$/, '')}. ${description}`);
		});
	};

async function loadChoices(
	context: ILoadOptionsFunctions,
	source: ChoiceSource,
): Promise<INodePropertyOptions[]> {
	if (source.picker) {
		const records: PickerEntry[] = [];
		for await (const { entries } of pickerPages({ context, picker: source.picker }))
			records.push(...entries);
		return choicesOf(records.map((entry) => ({ ...entry, id: entry[source.as] }))).map(asOption);
	}
	// Before the user has filled in anything, there is no error, only an empty list.
	if (source.dependsOn.length > 0 && !isAnyGiven(context, source.dependsOn)) return [];
	const [chosen] = Object.entries(chosenIn(context, source.dependsOn));
	if (source.dependsOn.length > 0 && !chosen)
		throw new NodeOperationError(
			context.getNode(),
			'To load this list, choose the record above from its list or by ID. If you set that record by name or with an expression, use an expression for these values as well.',
		);
	const [name, id] = chosen ?? ['', ''];
	const otherIds = chosenIn(context, source.alsoNeeds ?? []);
	const choices = await source.load(askFor(context), { name, id }, otherIds);
	return choices.map(asOption);
}

const asOption = ({ value, name = value, description }: Choice): INodePropertyOptions => ({
	value,
	name,
	description,
});
