/** The methods of a node that load the choices of a field. */
import { type ILoadOptionsFunctions, type INodePropertyOptions, NodeOperationError } from 'n8n-workflow';

import type { Field, Fields } from '../declare/field';
import { type ChoiceSpec, optionsOf } from '../declare/kinds/common/known';
import { type Resource } from '../declare/operation';
import { allFields } from '../declare/define';
import { type Ask, type Picked, type Source, sourceOf } from '../declare/lists/source';
import { inputFrom } from '../engine/input/input';
import { send } from '../transport/send';
import { loadOptionsSender } from '../transport/senders';
import { buildRequest } from '../engine/input/wire';
import { chosenIn, isAnyGiven } from './chosen';
import { pageWithOthers } from './listSearch';

/**
 * The methods of a node that load choices: one per source that its fields use.
 * @param more fields that belong to no resource: those of a trigger
 */
export function optionLoaders(resources: readonly Resource[], more: Fields = {}): Record<string, (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>> {
	const operations = resources.flatMap((resource) => Object.values(resource.operations));
	const all = operations.map(allFields).concat(more);
	return Object.fromEntries([
		...all.flatMap(longLists),
		...all.flatMap(sourcesOf).map((used) => [
			used.method,
			async function (this: ILoadOptionsFunctions) {
				// n8n shows nothing but the message.
				return await choicesOf(this, used).catch((error: Error & { description?: unknown }) => {
					throw typeof error.description === 'string' && error.description !== '' ? new NodeOperationError(this.getNode(), `${error.message.replace(/\.$/, '')}. ${error.description}`) : error;
				});
			},
		]),
	] as Array<[string, (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>]>);
}

async function choicesOf(context: ILoadOptionsFunctions, used: Source): Promise<INodePropertyOptions[]> {
	if (used.picker) return await recordsToChoose(context, used);
	// An error in red is no greeting for somebody who has only opened the node.
	if (used.dependsOn.length > 0 && !isAnyGiven(context, used.dependsOn)) return [];
	const sender = loadOptionsSender(context);
	const ask: Ask = async (operation, values) => (await send(sender, operation, buildRequest(operation, inputFrom(operation, values)))).body;
	const found = await used.load(ask, chosenRecord(context, used.dependsOn), chosenIn(context, used.knows ?? []));
	return found.map(({ value, name, description }) => ({ value, name: name ?? value, description }));
}

/** The choices that are too many to be in the description of a node. */
const longLists = (fields: Fields): Array<[string, () => Promise<INodePropertyOptions[]>]> =>
	Object.values<Field>(fields).flatMap(({ spec }) => {
		const { listedBy, choices, inOrder } = spec as Partial<ChoiceSpec>;
		return [...(listedBy && choices ? [[listedBy, async () => await Promise.resolve(optionsOf(choices, inOrder))] as [string, () => Promise<INodePropertyOptions[]>]] : []), ...longLists(spec.fields ?? {})];
	});

/** Those of fields and of the fields in their forms. */
const sourcesOf = (fields: Fields): Source[] =>
	Object.values<Field>(fields).flatMap((field) => [...[sourceOf(field) ?? []].flat(), ...sourcesOf(field.spec.fields ?? {})]);

/** Pages that are read to fill a list from which several are chosen. */
const PAGES_AT_MOST = 20;

/** The records of a picker, as far as a list to choose from goes. */
async function recordsToChoose(context: ILoadOptionsFunctions, { picker, as }: Picked): Promise<INodePropertyOptions[]> {
	const found: INodePropertyOptions[] = [];
	let token: string | undefined;
	for (let pages = 0; pages < PAGES_AT_MOST; pages++) {
		const { entries, next } = await pageWithOthers(context, picker, {}, '', token);
		for (const { id, name, description } of entries) found.push({ name: name || id, value: as === 'id' ? id : name, description });
		if (next === undefined) break;
		token = next;
	}
	return found;
}

/** @throws an error that says what to choose first */
function chosenRecord(context: ILoadOptionsFunctions, names: readonly string[]): { name: string; id: string } {
	if (names.length === 0) return { name: '', id: '' };
	const [first] = Object.entries(chosenIn(context, names));
	if (first) return { name: first[0], id: first[1] };
	throw new NodeOperationError(context.getNode(), 'Choose above from the list or by ID to see what there is. With a name or an expression there, give these values as an expression, too.');
}
