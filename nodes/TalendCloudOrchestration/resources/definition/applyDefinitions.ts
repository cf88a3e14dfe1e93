/**
 * Applies definitions to a workspace: first reads and checks everything, then writes only what
 * differs.
 */
import type { RequestOperation } from '../../../shared/declare/operation';
import { isObject, objectsIn, textsIn } from '../../../shared/support/json';
import { create as createPlan, update as updatePlan } from '../plan';
import {
	changePlanRunConfiguration,
	changeTaskRunConfiguration,
	setPlanRunConfig,
	setTaskRunConfig,
} from '../runConfiguration/requests';
import { create as createTask, update as updateTask } from '../task/requests';
import { planWrite } from './applyPlan';
import { runConfigurationToWrite } from './applyRunConfiguration';
import { taskWrite } from './applyTask';
import type { DefinitionEntry } from './definitionDifferences';
import { type ApplyingContext, PlaceInText, segment, type TargetWorkspace } from './placeInText';

/** The operations that write. */
export const APPLYING_WRITES: readonly RequestOperation[] = [
	createTask,
	updateTask,
	setTaskRunConfig,
	createPlan,
	updatePlan,
	setPlanRunConfig,
];

/**
 * Writes a task or plan.
 * @returns its ID
 */
type Write = (op: ApplyingContext) => Promise<string>;

/** An entry of a text; `write` is absent if the workspace already matches it. */
export interface EntryWrite {
	entry: DefinitionEntry;
	write?: Write;
}

/**
 * What has to be written for the entries of a text, in the order of the writes.
 * @throws BadInput before anything is written
 */
export async function writesOf(
	op: ApplyingContext,
	given: readonly DefinitionEntry[],
	target: TargetWorkspace,
): Promise<EntryWrite[]> {
	const entries = newPlansFirst(given);
	const applying = { ...target, entries, created: new Map<string, string>() };
	const writes: EntryWrite[] = [];
	for (const entry of entries)
		writes.push({
			entry,
			...(['onlyInText', 'different'].includes(entry.change)
				? { write: await writeOf(new PlaceInText(op, applying, entry)) }
				: {}),
		});
	return writes;
}

/**
 * The entries in an order in which each plan comes after the new plans that run when its steps
 * fail, because these must exist before. New plans that run each other have no such order.
 */
function newPlansFirst(entries: readonly DefinitionEntry[]): DefinitionEntry[] {
	const newPlanNamed = new Map(
		entries
			.filter(({ type, change }) => type === 'plan' && change === 'onlyInText')
			.map((plan) => [plan.name, plan]),
	);
	const ordered = new Set<DefinitionEntry>();
	const begun = new Set<DefinitionEntry>();
	const take = (entry: DefinitionEntry): void => {
		if (begun.has(entry)) return;
		begun.add(entry);
		for (const { onFailurePlans } of objectsIn(entry.wanted?.steps))
			for (const name of textsIn(onFailurePlans)) {
				const used = newPlanNamed.get(name);
				if (used) take(used);
			}
		ordered.add(entry);
	};
	for (const entry of entries) take(entry);
	return [...ordered];
}

/** The writing of an entry: first the task or plan itself, then its run configuration. */
async function writeOf(place: PlaceInText): Promise<Write> {
	const { type, name, present, differences } = place.entry;
	const changed = new Set(differences.map(({ field }) => segment(field, 0)));
	const run =
		present === undefined || changed.has('runConfiguration')
			? await runConfigurationToWrite(place)
			: undefined;
	const isDefined =
		present !== undefined && [...changed].every((field) => field === 'runConfiguration');
	const definitionWrite = () => (type === 'task' ? taskWrite(place, changed) : planWrite(place));
	const define = isDefined ? undefined : await definitionWrite();
	const isConfigured = isObject(present?.runConfiguration);
	const [change, set] =
		type === 'task'
			? [changeTaskRunConfiguration, setTaskRunConfig]
			: [changePlanRunConfiguration, setPlanRunConfig];
	return async (op) => {
		const id = (await define?.(op)) ?? present!.id;
		place.applying.created.set(`${type}/${name}`, id);
		const values = { [`${type}Id`]: id, ...run };
		if (run && isConfigured) await op.update(change, values);
		else if (run) await op.sendValues(set, values);
		return id;
	};
}
