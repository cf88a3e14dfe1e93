/** A polling trigger in n8n-core's real engine: its context, its executor, the static data of its workflow. */
import { randomUUID } from 'node:crypto';

import { Container } from '@n8n/di';
import { ExecutionLifecycleHooks, PollContext, PollTriggerExecutor } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData, Workflow } from 'n8n-workflow';

import { additionalData, triggerTypes, workflowOf } from './engine';
import type { Platform } from './platform';

export interface Polling {
	/** The poll of an activation: what goes wrong is thrown. */
	activate: () => Promise<void>;
	/** A poll of the schedule: what goes wrong is emitted. */
	poll: () => Promise<void>;
	/** What was handed on, and what went wrong. */
	emitted: INodeExecutionData[][];
	errors: Array<Error & { description?: string; failure?: IDataObject }>;
	/** n8n ends and starts again with what it had saved: what was there at the last hand-over. */
	restart: () => void;
	workflow: () => Workflow;
	/** How often a node asked n8n to keep its state. */
	commits: number;
}

/** A trigger as n8n has it in an active workflow. */
export function polling({ helper }: Platform, trigger: string, parameters: IDataObject = {}): Polling {
	const type = triggerTypes[trigger]!;
	const [id] = helper.stored.keys();
	const node: INode = {
		id: randomUUID(),
		name: 'Trigger',
		type: type.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: { authentication: 'serviceAccount', ...parameters } as INode['parameters'],
		credentials: { talendCloudApi: { id: id!, name: 'Demo' } },
	};
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
		const hooks = new ExecutionLifecycleHooks('trigger', '1', { nodes: [node], connections: {} } as never);
		const context = new PollContext(
			workflow,
			node,
			additionalData(helper, hooks),
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
