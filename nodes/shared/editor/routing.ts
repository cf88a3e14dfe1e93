import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../declare/operation';
import { paginate } from '../engine/entryPoints/tool';

/**
 * The properties of a node: its inputs, and {@link paginate}, through which n8n's declarative
 * engine reaches an operation. There is only one, at the parameter *Resource*. If each operation
 * had its own, these would be a twelfth of what n8n loads into the editor and passes to models.
 * @param inputs the inputs of all resources
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
