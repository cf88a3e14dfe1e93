/** Lists from which several values are chosen at once, as the editor shows them when they are opened. */
import { NodeOperationError, type IDataObject, type ILoadOptionsFunctions, type INodePropertyOptions } from 'n8n-workflow';

import type { Choice, Field, Fields } from './field';
import { inputFields, type RequestOperation, type Resource } from './operation';
import { buildRequest, inputFrom } from './request';
import { loadOptionsSender } from './run';
import { send } from './send';
import { unlocated } from './values';

/** Sends one request with values of the wire; answers its body. */
export type Ask = (operation: RequestOperation, values: IDataObject) => Promise<unknown>;

export interface Source {
	/** Name of the method that n8n calls. */
	method: string;
	/** Fields of the same operation, by parameter name, that hold the ID of what the choices belong to. */
	dependsOn: readonly string[];
	/**
	 * Asks for the choices.
	 * @param chosen the first of the fields in `dependsOn` that the operation has: its name and ID
	 */
	load: (ask: Ask, chosen: { name: string; id: string }) => Promise<Choice[]>;
}

/** Declares a source. */
export const source = (declared: Source): Source => declared;

/** The methods of a node that load choices: one per source that its fields use. */
export function optionLoaders(resources: readonly Resource[]): Record<string, (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>> {
	const operations = resources.flatMap((resource) => Object.values(resource.operations));
	const used = operations.flatMap((operation) => sourcesOf({ ...inputFields(operation), ...operation.settings }));
	return Object.fromEntries(
		used.map(({ method, dependsOn, load }) => [
			method,
			async function (this: ILoadOptionsFunctions) {
				const sender = loadOptionsSender(this);
				const ask: Ask = async (operation, values) =>
					(await send(sender, operation, buildRequest(operation, inputFrom(operation, values)))).body;
				return (await load(ask, chosenIn(this, dependsOn))).map(({ value, name, description }) => ({ value, name: name ?? value, description }));
			},
		]),
	);
}

const sourcesOf = (fields: Fields): Source[] => Object.values<Field>(fields).flatMap(({ spec }) => spec.source ?? []);

/** @throws an error that says what to choose first */
function chosenIn(context: ILoadOptionsFunctions, names: readonly string[]): { name: string; id: string } {
	for (const name of names) {
		const given = context.getCurrentNodeParameter(name) as { mode?: string } | undefined;
		const id = unlocated(given);
		if (typeof id === 'string' && id !== '' && !id.startsWith('=') && given?.mode !== 'name') return { name, id };
	}
	throw new NodeOperationError(context.getNode(), 'Nothing to choose from yet', {
		description: 'Choose from the list above or give an ID first; beside a name or an expression, give these values as an expression, too.',
	});
}
