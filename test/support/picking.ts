/** Calls the editor's list searches as n8n does. */

import { ExecutionLifecycleHooks, LoadOptionsContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeListSearchResult,
	INodePropertyOptions,
	IWorkflowBase,
	ResourceMapperFields,
} from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { additionalData, nodeTypes, triggerTypes, workflowOf } from './engine';
import type { Platform } from './platform';
import { stub } from './stub';

/** The editor's context of a node with what the user has filled in so far. */
function contextOf(
	{ credentialStore }: Platform,
	node: string,
	parameters: IDataObject,
): LoadOptionsContext {
	const type = (nodeTypes[node] ?? triggerTypes[node])!;
	const [id, tokenId] = credentialStore.stored.keys();
	const instance: INode = {
		id: randomUUID(),
		name: 'Node',
		type: type.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: { authentication: 'serviceAccount', ...parameters },
		credentials: {
			talendCloudApi: { id: id!, name: 'Demo' },
			talendCloudTokenApi: { id: tokenId!, name: 'Demo token' },
		},
	};
	const hooks = new ExecutionLifecycleHooks(
		'manual',
		'1',
		stub<IWorkflowBase>({ nodes: [instance], connections: {} }),
	);
	return new LoadOptionsContext(
		workflowOf(instance, type),
		instance,
		{ ...additionalData(credentialStore, hooks), currentNodeParameters: instance.parameters },
		'parameters',
	);
}

/**
 * What "From List" offers.
 * @param parameters what the user has filled in so far
 */
export async function pick(
	platform: Platform,
	node: string,
	method: string,
	parameters: IDataObject = {},
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const search = (nodeTypes[node] ?? triggerTypes[node])!.methods!.listSearch![method];
	if (!search) throw new Error(`${node} has no list search ${method}`);
	return await search.call(contextOf(platform, node, parameters), filter, token);
}

/** What a list with multiple choices offers. */
export async function load(
	platform: Platform,
	node: string,
	method: string,
	parameters: IDataObject = {},
): Promise<INodePropertyOptions[]> {
	const loader = (nodeTypes[node] ?? triggerTypes[node])!.methods!.loadOptions![method];
	if (!loader) throw new Error(`${node} has no method ${method}`);
	return await loader.call(contextOf(platform, node, parameters));
}

/** The names that n8n's resource mapper receives. */
export async function mappingOf(
	platform: Platform,
	node: string,
	method: string,
	parameters: IDataObject = {},
): Promise<ResourceMapperFields> {
	const loader = nodeTypes[node]!.methods!.resourceMapping![method];
	if (!loader) throw new Error(`${node} has no method ${method}`);
	return await loader.call(contextOf(platform, node, parameters));
}
