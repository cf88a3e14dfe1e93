import { type ILoadOptionsFunctions, type INodePropertyOptions, NodeOperationError } from 'n8n-workflow';

import type { Choice } from '../declare/field';
import type { Entry } from '../declare/lists/picker';
import { choicesOf, type Source } from '../declare/lists/source';
import { askFor, chosenIn, isAnyGiven } from './chosen';
import { pagesOf } from './listSearch';

export type OptionLoader = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Loads the choices of a source. Of an error, n8n shows nothing but the message: it says all. */
export const optionLoaderOf = (used: Source): OptionLoader =>
	async function () {
		return await loadChoices(this, used).catch((error: Error & { description?: unknown }) => {
			const { message, description } = error;
			if (typeof description !== 'string' || description === '') throw error;
			throw new NodeOperationError(this.getNode(), `${message.replace(/\.$/, '')}. ${description}`);
		});
	};

async function loadChoices(context: ILoadOptionsFunctions, used: Source): Promise<INodePropertyOptions[]> {
	if (used.picker) {
		const records: Entry[] = [];
		for await (const { entries } of pagesOf({ context, used: used.picker })) records.push(...entries);
		return choicesOf(records.map((entry) => ({ ...entry, id: entry[used.as] }))).map(asOption);
	}
	// An error in red is no greeting for somebody who has only opened the node.
	if (used.dependsOn.length > 0 && !isAnyGiven(context, used.dependsOn)) return [];
	const found = await used.load(askFor(context), chosenRecord(context, used.dependsOn), chosenIn(context, used.knows ?? []));
	return found.map(asOption);
}

const asOption = ({ value, name = value, description }: Choice): INodePropertyOptions => ({ value, name, description });

/** @throws an error that says what to choose first */
function chosenRecord(context: ILoadOptionsFunctions, names: readonly string[]): { name: string; id: string } {
	if (names.length === 0) return { name: '', id: '' };
	const [first] = Object.entries(chosenIn(context, names));
	if (first) return { name: first[0], id: first[1] };
	throw new NodeOperationError(
		context.getNode(),
		'Choose above from the list or by ID to see what there is. With a name or an expression there, give these values as an expression, too.',
	);
}
