/** Who runs an item: a workflow, or an agent in one of two ways. */
import type { IExecuteSingleFunctions, INode } from 'n8n-workflow';

import type { N8nContext } from '../../n8n/contexts';

/**
 * Whether n8n's declarative engine runs the item. It gives each item a context of its own, and runs
 * only the tools of older agents. Newer agents run a tool as a workflow runs a node.
 */
export const isDeclarative = (context: N8nContext): context is IExecuteSingleFunctions =>
	'getItemIndex' in context;

/**
 * Whether a model uses the node. For newer agents, n8n gives the node another type, which ends in
 * `Tool`.
 */
export const isTool = (context: N8nContext, { type }: INode): boolean =>
	isDeclarative(context) || type.endsWith('Tool');
