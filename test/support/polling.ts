/**
 * A polling trigger in n8n-core's real engine: its context, its executor, the static data of its
 * workflow.
 */

import { Container } from '@n8n/di';
import { ExecutionLifecycleHooks, PollContext, PollTriggerExecutor } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData, IWorkflowBase, Workflow } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { additionalData, triggerTypes, workflowOf } from './engine';
import type { Platform } from './platform';
import { stub } from './stub';

export interface Polling {
	/** The poll of an activation, which throws its errors. */
	activate: () => Promise<void>;
	/** A scheduled poll, which emits its errors. */
	poll: () => Promise<void>;
	/** What was emitted. */
	emitted: INodeExecutionData[][];
	errors: Array<Error & { description?: string; failure?: IDataObject }>;
	/** Restarts n8n with its saved state: that of the last time the trigger emitted. */
	restart: () => void;
	workflow: () => Workflow;
	/** How often a node asked n8n to keep its state. */
	commits: number;
}

function nodeOf({ credentialStore }: Platform, trigger: string, parameters: IDataObject): INode {
	const [id] = credentialStore.stored.keys();
	return {
		id: randomUUID(),
		name: 'Trigger',
		type: triggerTypes[trigger]!.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: { authentication: 'serviceAccount', ...parameters },
		credentials: { talendCloudApi: { id: id!, name: 'Demo' } },
	};
}

/** What "Fetch Test Event" shows, and what the trigger remembers afterwards. */
export async function fetchTestEvent(
	platform: Platform,
	trigger: string,
	parameters: IDataObject = {},
): Promise<{ items: INodeExecutionData[]; remembered: IDataObject }> {
	const type = triggerTypes[trigger]!;
	const node = nodeOf(platform, trigger, parameters);
	const workflow = workflowOf(node, type);
	const hooks = new ExecutionLifecycleHooks(
		'manual',
		'1',
		stub<IWorkflowBase>({ nodes: [node], connections: {} }),
	);
	const result = await type.poll!.call(
		new PollContext(
			workflow,
			node,
			additionalData(platform.credentialStore, hooks),
			'manual',
			'manual',
		),
	);
	return { items: result?.[0] ?? [], remembered: workflow.staticData };
}

/** A trigger as n8n runs it in a published workflow. */
export function polling(
	platform: Platform,
	trigger: string,
	parameters: IDataObject = {},
): Polling {
	const { credentialStore } = platform;
	const type = triggerTypes[trigger]!;
	const node = nodeOf(platform, trigger, parameters);
	let saved = '{}';
	let workflow: Workflow;
	let execute: (testing?: boolean) => Promise<void>;
	const active: Polling = {
		activate: async () => {
			await execute(true);
			save();
		},
		poll: async () => await execute(),
		emitted: [],
		errors: [],
		restart: () => start(),
		workflow: () => workflow,
		commits: 0,
	};
	const save = () => {
		saved = JSON.stringify(workflow.staticData);
	};
	function start(): void {
		workflow = workflowOf(node, type);
		workflow.overrideStaticData(JSON.parse(saved) as IDataObject);
		workflow.staticData.__dataChanged = false;
		const hooks = new ExecutionLifecycleHooks(
			'trigger',
			'1',
			stub<IWorkflowBase>({ nodes: [node], connections: {} }),
		);
		const context = new PollContext(
			workflow,
			node,
			additionalData(credentialStore, hooks),
			'trigger',
			'activate',
			(data) => {
				active.emitted.push(...data);
				save();
			},
			(error) => active.errors.push(error),
			async () => {
				active.commits++;
				await Promise.resolve();
			},
		);
		execute = Container.get(PollTriggerExecutor).create(workflow, node, context, () => true);
	}
	start();
	return active;
}
