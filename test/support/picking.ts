/** The list searches of the editor, as n8n calls them. */
import { randomUUID } from 'node:crypto';

import { ExecutionLifecycleHooks, LoadOptionsContext } from 'n8n-core';
import type { IDataObject, INode, INodeListSearchResult, INodeParameters } from 'n8n-workflow';

import { additionalData, nodeTypes, triggerTypes, workflowOf } from './engine';
import type { Platform } from './platform';

/**
 * What "From List" offers.
 * @param parameters the node as the person has filled it in so far
 */
export async function pick(
	{ helper }: Platform,
	node: string,
	method: string,
	parameters: IDataObject = {},
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const type = (nodeTypes[node] ?? triggerTypes[node])!;
	const [id] = helper.stored.keys();
	const of: INode = {
		id: randomUUID(),
		name: 'Node',
		type: type.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: { authentication: 'serviceAccount', ...parameters } as INodeParameters,
		credentials: { talendCloudApi: { id: id!, name: 'Demo' } },
	};
	const hooks = new ExecutionLifecycleHooks('manual', '1', { nodes: [of], connections: {} } as never);
	const context = new LoadOptionsContext(workflowOf(of, type), of, { ...additionalData(helper, hooks), currentNodeParameters: of.parameters }, 'parameters');
	const search = type.methods!.listSearch![method];
	if (!search) throw new Error(`${node} has no list search ${method}`);
	return await search.call(context, filter, token);
}
