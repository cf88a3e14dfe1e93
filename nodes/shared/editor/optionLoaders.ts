import { type ILoadOptionsFunctions, type INodePropertyOptions, NodeOperationError } from 'n8n-workflow';

import type { Choice, Fields } from '../declare/field';
import { type ChoiceSpec, optionsOf } from '../declare/kinds/common/known';
import { type Resource } from '../declare/operation';
import type { Entry } from '../declare/lists/picker';
import { choicesOf, type Picked, type Source, sourceOf } from '../declare/lists/source';
import { askFor, chosenIn, isAnyGiven } from './chosen';
import { everyField } from './everyField';
import { PAGES_AT_MOST, pageWithOthers } from './listSearch';

type Loader = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/**
 * The methods of a node that load choices: one per source that its fields use.
 * @param more fields that belong to no resource: those of a trigger
 */
export function optionLoaders(resources: readonly Resource[], more: Fields = {}): Record<string, Loader> {
	const loaders: Record<string, Loader> = {};
	for (const field of everyField(resources, more)) {
		const { listedBy, choices, inOrder } = field.spec as Partial<ChoiceSpec>;
		// They are too many to be in the description of a node.
		if (listedBy && choices) loaders[listedBy] = async () => await Promise.resolve(optionsOf(choices, inOrder));
		const used = sourceOf(field);
		if (used)
			loaders[used.method] = async function () {
				// n8n shows nothing but the message.
				return await loadChoices(this, used).catch((error: Error & { description?: unknown }) => {
					const { message, description } = error;
					if (typeof description !== 'string' || description === '') throw error;
					throw new NodeOperationError(this.getNode(), `${message.replace(/\.$/, '')}. ${description}`);
				});
			};
	}
	return loaders;
}

async function loadChoices(context: ILoadOptionsFunctions, used: Source): Promise<INodePropertyOptions[]> {
	if (used.picker) return await recordsToChoose(context, used);
	// An error in red is no greeting for somebody who has only opened the node.
	if (used.dependsOn.length > 0 && !isAnyGiven(context, used.dependsOn)) return [];
	const found = await used.load(askFor(context), chosenRecord(context, used.dependsOn), chosenIn(context, used.knows ?? []));
	return found.map(asOption);
}

const asOption = ({ value, name = value, description }: Choice): INodePropertyOptions => ({ value, name, description });

async function recordsToChoose(context: ILoadOptionsFunctions, { picker, as }: Picked): Promise<INodePropertyOptions[]> {
	const found: Entry[] = [];
	let token: string | undefined;
	for (let pages = 0; pages < PAGES_AT_MOST; pages++) {
		const { entries, next } = await pageWithOthers(context, picker, {}, '', token);
		found.push(...entries);
		if (next === undefined) break;
		token = next;
	}
	return choicesOf(found.map((entry) => ({ ...entry, id: entry[as] }))).map(asOption);
}

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
