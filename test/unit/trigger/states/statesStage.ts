/**
 * Engines whose states a trigger watches.
 */
import type { IDataObject, IPollFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import { integer, list } from '../../../../nodes/shared/declare/fields';
import type { ObservedState, States } from '../../../../nodes/shared/trigger/states/stateChanges';
import { type StatesSpec, watchStates } from '../../../../nodes/shared/trigger/states/states';
import { stub } from '../../../support/stub';

export const engine = (
	key: string,
	available: boolean | undefined,
	record: IDataObject = { kind: 'engine', id: key, name: `Engine ${key}`, more: 1 },
): ObservedState => ({ key, available, record });

let triggers = 0;

/** A trigger with what n8n remembers for it, and two lists. */
export function trigger({
	events = ['unavailable', 'available', 'gone'],
	minutes = 0,
}: { events?: string[]; minutes?: number } = {}) {
	const data: IDataObject = {};
	const warnings: string[] = [];
	const parameters: IDataObject = { events, minutes, filters: {}, options: {}, simplify: false };
	let now = Date.UTC(2026, 2, 31, 8);
	const lists: Record<string, ObservedState[] | Error> = { one: [], two: [] };
	const read = (name: string) => async () => {
		const observed = lists[name]!;
		return observed instanceof Error
			? await Promise.reject(observed)
			: await Promise.resolve({ observed, now });
	};
	const spec: StatesSpec = {
		fields: { events: list('Events'), minutes: integer('Minutes').min(0) },
		filters: {},
		readsWholeList: true,
		simpleFields: ['id'],
		noun: 'engines',
		messageIfEmpty: 'No engine fits',
		lists: () => ({ two: read('two'), one: read('one') }),
	};
	const id = `watch ${++triggers}`;
	const nodePoll = watchStates(spec);
	const poll = async (mode: WorkflowExecuteMode = 'trigger') => {
		const context = stub<IPollFunctions>({
			getMode: () => mode,
			getWorkflow: () => ({ id }),
			getNode: () => ({ id, name: 'Trigger', parameters }),
			getTimezone: () => 'UTC',
			getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
			getWorkflowStaticData: (of: string) => (of === 'node' ? data : {}),
			getPollBudgetMs: () => 10_000,
			logger: { warn: (text: string) => void warnings.push(text) },
		});
		return (await nodePoll.call(context))?.[0]?.map(({ json }) => json) ?? [];
	};
	return {
		data,
		warnings,
		parameters,
		lists,
		poll,
		later: (ms: number) => (now += ms),
		memory: () => data.memory as { lists: Record<string, States>; polls: number; scope: string },
	};
}
