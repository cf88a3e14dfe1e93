/**
 * Performs any declared operation with the samples of its fields, through n8n's own request
 * helpers.
 */
import { ExecuteContext, ExecutionLifecycleHooks } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IWorkflowBase,
} from 'n8n-workflow';

import { areas } from '../../nodes/areas';
import { inputFields, isWholeBody } from '../../nodes/shared/declare/derived/operationParts';
import type { Field } from '../../nodes/shared/declare/fields';
import type { Operation } from '../../nodes/shared/declare/operation';
import { processItem } from '../../nodes/shared/engine/item/processItem';
import { enterRun } from '../../nodes/shared/engine/run/lifecycle';
import { additionalData, nodeTypes, TestCredentials, workflowOf } from './engine';
import { parametersOf, sampleOf } from './samples';
import { everywhereAt } from './scripted';
import { stub } from './stub';

export interface Named {
	area: string;
	/** "resource.operation" */
	name: string;
	operation: Operation;
}

/** All operations of all nodes. */
export const allOperations: Named[] = Object.entries(areas).flatMap(([area, resources]) =>
	resources.flatMap(({ value, operations }) =>
		Object.entries(operations).map(([name, operation]) => ({
			area,
			name: `${value}.${name}`,
			operation,
		})),
	),
);

/**
 * Returns a function that performs operations against a server.
 * @param more values of the credential
 * @param parameters values in addition to the samples of the required fields
 * @returns the outputs; rejects as the operation does
 */
export function performer(
	address: string,
	more: IDataObject = {},
): (named: Named, parameters?: IDataObject, asTool?: boolean) => Promise<INodeExecutionData[]> {
	const credentialStore = new TestCredentials();
	const credentials = {
		talendCloudTokenApi: credentialStore.add('talendCloudTokenApi', {
			...everywhereAt(address),
			token: 'a-personal-token',
			...more,
		}),
	};
	const contexts = new Map<string, { context: ExecuteContext; input: INodeExecutionData[] }>();
	return async ({ area, name, operation }, parameters = {}, asTool = false) => {
		const { context, input } = contexts.get(area) ?? contextOf(area, credentialStore, credentials);
		contexts.set(area, { context, input });
		// A new item each time: what was started for an item is not started again.
		input[0] = itemWithFile();
		const given: IDataObject = {
			authentication: 'token',
			resource: 'tried',
			operation: 'it',
			...parametersFor(operation),
			...parameters,
		};
		const node = context.getNode();
		// The rules restrict the input; these tests are about the response.
		const tried = { ...operation, rules: [], warnings: [] } as Operation;
		return await processItem(
			{
				context,
				node: { ...node, type: `${node.type}${asTool ? 'Tool' : ''}` },
				nodeRun: enterRun(context).nodeRun,
				itemIndex: 0,
				parameter: (name) => given[name] ?? null,
				onFailure: rejects,
			},
			[
				{
					value: 'tried',
					name: 'Tried',
					operations: {
						...areas[area]!.find(({ value }) => value === name.split('.')[0])?.operations,
						it: tried,
					},
				},
			],
		);
	};
}

/** An item with files in the binary fields that uploads refer to. */
export function itemWithFile(): INodeExecutionData {
	const file = {
		data: Buffer.from('content').toString('base64'),
		mimeType: 'text/plain',
		fileName: 'file.txt',
	};
	return { json: {}, binary: { data: file, upload: file } };
}

/** The execution of a node with these credentials, and the item that it reads. */
export function contextOf(
	area: string,
	credentialStore: TestCredentials,
	credentials: INode['credentials'],
): { context: ExecuteContext; input: INodeExecutionData[] } {
	const type = nodeTypes[area]!;
	const node: INode = {
		id: 'node',
		name: 'Node',
		type: type.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: { authentication: 'token' },
		credentials,
	};
	const hooks = new ExecutionLifecycleHooks(
		'manual',
		'1',
		stub<IWorkflowBase>({ nodes: [node], connections: {} }),
	);
	const input: INodeExecutionData[] = [itemWithFile()];
	const shared = { node, data: { main: [input] }, source: null };
	const context = new ExecuteContext(
		workflowOf(node, type),
		node,
		additionalData(credentialStore, hooks),
		'manual',
		createRunExecutionData({}),
		0,
		input,
		{ main: [input] },
		shared,
		[],
	);
	return { context, input };
}

const rejects = (error: unknown): never => {
	throw error as Error;
};

const fieldsOf = (operation: Operation): Array<[string, Field]> =>
	Object.entries({ ...inputFields(operation), ...operation.settings });

const initial = (operation: Operation): IDataObject =>
	Object.fromEntries(
		fieldsOf(operation)
			.filter(([, { spec }]) => spec.initial !== undefined)
			.map(([name, { spec }]) => [name, spec.initial as IDataObject]),
	);

/** Parameters with samples of the required fields of an operation. */
export const parametersFor = (operation: Operation): IDataObject => ({
	...initial(operation),
	...parametersOf(operation, sampled(operation)),
});

const sampled = (operation: Operation): IDataObject =>
	Object.fromEntries(
		[
			...changed(operation),
			...fieldsOf(operation).filter(([, { spec }]) => spec.required && spec.initial === undefined),
		].map(([name, field]) => [name, sampleOf(name, field).given as IDataObject]),
	);

/** An update must change something: its first field is given. */
function changed(operation: Operation): Array<[string, Field]> {
	if (
		operation.kind === 'flow' ||
		!['PUT', 'PATCH'].includes(operation.method) ||
		operation.body === undefined ||
		isWholeBody(operation.body)
	)
		return [];
	const fields = Object.entries(operation.body);
	return fields.some(([, { spec }]) => spec.required) ? [] : fields.slice(0, 1);
}
