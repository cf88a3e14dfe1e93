/** The methods of a node that load the choices of a field. */
import { type ILoadOptionsFunctions, type INodePropertyOptions, NodeOperationError } from 'n8n-workflow';

import type { Field, Fields } from '../declare/field';
import { type Resource } from '../declare/operation';
import { inputFields } from '../declare/define';
import { unlocated } from '../declare/read';
import { sourceOf, type Ask, type Source } from '../declare/source';
import { inputFrom } from '../engine/input';
import { send } from '../engine/send';
import { loadOptionsSender } from '../engine/senders';
import { buildRequest } from '../engine/wire';

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

const sourcesOf = (fields: Fields): Source[] => Object.values<Field>(fields).flatMap((field) => sourceOf(field) ?? []);

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
