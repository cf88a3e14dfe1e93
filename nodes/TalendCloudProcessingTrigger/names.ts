/**
 * Adds the names of tasks, plans and workspaces to events, because executions contain only their
 * IDs.
 */
import type { IDataObject } from 'n8n-workflow';

import { type ExecutableNames, namedIn } from '../records/executions/executableNames';
import { pagesInTurn } from '../records/lists/pagesInTurn';
import { planPicker } from '../records/tasks/plans';
import { taskPicker } from '../records/tasks/tasks';
import type { RequestOperation } from '../shared/declare/operation';
import { idOf } from '../shared/flows/findByName';
import { clock } from '../shared/support/time/clock';
import type { EmittedEvent } from '../shared/trigger/declare/triggerSpec';
import type { Poll } from '../shared/trigger/requests/pollRequests';

const KINDS: Record<string, { list: RequestOperation; id: string; name: string }> = {
	task: { list: taskPicker.list, id: 'taskId', name: 'taskName' },
	plan: { list: planPicker.list, id: 'planId', name: 'planName' },
};

const NAME_LIFETIME_MS = 600_000;
/** How many names this process remembers. */
const MAX_NAMES = 10_000;
/** How many pages of a list one poll reads at most. */
const MAX_PAGES = 20;

/**
 * The names of tasks and plans, by kind and ID. IDs are unique, so all credentials share these
 * names.
 */
const names = new Map<string, Partial<ExecutableNames> & { at: number }>();

/**
 * Adds the names to events; names that cannot be read are left out.
 * @throws if names could not be read, after those that are known have been added
 */
export async function addNames(poll: Poll, events: EmittedEvent[]): Promise<void> {
	let failure: unknown;
	for (const [kind, { list, id, name }] of Object.entries(KINDS)) {
		const eventsOfKind = events.filter(
			({ record }) => record.kind === kind && record[id] !== undefined,
		);
		if (eventsOfKind.length === 0) continue;
		const keyOf = ({ record }: EmittedEvent) => `${kind} ${String(record[id])}`;
		await learn(poll, list, kind, new Set(eventsOfKind.map(keyOf))).catch((error: unknown) => {
			failure = error;
		});
		for (const event of eventsOfKind) {
			const named = names.get(keyOf(event));
			if (named)
				event.record = {
					...event.record,
					[name]: named.name,
					workspaceName: named.workspaceName,
					environmentName: named.environmentName,
				};
		}
	}
	if (failure !== undefined) throw failure as Error;
}

async function learn(
	poll: Poll,
	list: RequestOperation,
	kind: string,
	wanted: ReadonlySet<string>,
): Promise<void> {
	const missing = () =>
		[...wanted].filter(
			(key) => clock.elapsed() - (names.get(key)?.at ?? -Infinity) > NAME_LIFETIME_MS,
		);
	if (missing().length === 0) return;
	const ask = async (page: IDataObject) => (await poll.send(list, {}, page)).body;
	for await (const records of pagesInTurn(ask, MAX_PAGES)) {
		for (const record of records) {
			const key = `${kind} ${idOf(record)}`;
			// The newest names are last, because the first ones are forgotten first.
			names.delete(key);
			names.set(key, { ...namedIn(record), at: clock.elapsed() });
		}
		if (missing().length === 0) break;
	}
	// That no name was found now is remembered, too. Otherwise, each poll would search again.
	for (const key of missing()) names.set(key, { ...names.get(key), at: clock.elapsed() });
	for (const key of [...names.keys()].slice(0, Math.max(0, names.size - MAX_NAMES)))
		names.delete(key);
}
