import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../declare/operation';
import { paginate } from '../engine/entryPoints/tool';

/**
 * The properties of a node: its inputs, and {@link paginate}, through which n8n's declarative
 * engine reaches an operation. It stands only once, at the resource. If each operation had its own,
 * they would make up a twelfth of what n8n loads into the editor and passes to models.
 * @param inputs what `describe` makes of the resources
 */
export const routed = (
	inputs: readonly INodeProperties[],
	resources: readonly Resource[],
): INodeProperties[] =>
	inputs.map((input) =>
		input.name === 'resource'
			? {
					...input,
					routing: { send: { paginate: true }, operations: { pagination: paginate(resources) } },
				}
			: input,
	);
