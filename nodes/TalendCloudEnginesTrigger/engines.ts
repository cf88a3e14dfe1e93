/** Reads engines for the trigger: which ones exist, and whether they can be reached. */
import type { IDataObject } from 'n8n-workflow';

import { getManyRemoteEngines, SENSITIVE_ENGINE_FIELDS } from '../records/engines/engines';
import { placeNames, placeOf } from '../records/places/placeOf';
import type { RequestOperation } from '../shared/declare/operation';
import { isSameId } from '../shared/support/json';
import { durationWords, sentence, subjectWords, timeWords } from '../shared/support/text/summary';
import type { EmittedEvent } from '../shared/trigger/declare/triggerSpec';
import { platformNow } from '../shared/trigger/requests/clocks';
import { recordsIn } from '../shared/trigger/requests/pollRequests';
import type { ObservedState } from '../shared/trigger/states/stateChanges';
import type { StateList } from '../shared/trigger/states/states';
import { getManyEngines } from '../TalendCloudEngines/resources/dynamicEngine/requests';

/**
 * Whether an engine can be reached, by its state. A state that is not listed here does not say so.
 */
const REACHED_BY_STATE: Readonly<Record<string, boolean>> = {
	AVAILABLE: true,
	NOT_AVAILABLE: false,
	CONNECTED: true,
	DISCONNECTED: false,
	ERROR: false,
};

/** The states of engines that nobody can reach ever again. */
const RETIRED_STATES = ['RETIRED', 'DELETED', 'DELETING'];

/** How engines of one kind are read. */
interface EngineList {
	kind: 'remoteEngine' | 'dynamicEngine';
	operation: RequestOperation;
	stateOf: (engine: IDataObject) => unknown;
	isWatched: (engine: IDataObject) => boolean;
	/** Further fields of the output, derived from the record of an engine. */
	more?: (engine: IDataObject) => IDataObject;
}

const reading =
	({ kind, operation, stateOf, isWatched, more }: EngineList): StateList =>
	async (poll) => {
		const answer = await poll.send(operation, {});
		const byKey = new Map<string, ObservedState>();
		for (const engine of recordsIn(operation, answer)) {
			const state = String(stateOf(engine));
			if (RETIRED_STATES.includes(state) || !isWatched(engine)) continue;
			const key = `${kind}:${String(engine.id)}`;
			const shown = Object.fromEntries(
				Object.entries(engine).filter(([name]) => !SENSITIVE_ENGINE_FIELDS.includes(name)),
			);
			byKey.set(key, {
				key,
				available: Object.hasOwn(REACHED_BY_STATE, state) ? REACHED_BY_STATE[state] : undefined,
				record: { kind, ...shown, ...more?.(engine) },
			});
		}
		return { observed: [...byKey.values()], now: platformNow(answer) };
	};

/** An event in one sentence. A manual test shows the present state of an engine, without a time. */
export function eventInWords({ event, occurredAt, record }: EmittedEvent, zone: string): string {
	const { kind, unavailableSince, unavailableForMinutes } = record;
	const noun = kind === 'dynamicEngine' ? 'Dynamic engine' : 'Remote engine';
	const subject = subjectWords({ ...record, noun });
	if (unavailableSince === undefined) return sentence(subject, [`is ${event}`]);
	const since = timeWords(unavailableSince, zone);
	if (event === 'unavailable') return sentence(subject, ['became unavailable', since]);
	const lasted = `it was unavailable for ${durationWords(Number(unavailableForMinutes) * 60)}`;
	return event === 'available'
		? sentence(subject, ['is available again', timeWords(occurredAt, zone)], [lasted])
		: sentence(subject, ['was removed'], [`it became unavailable ${since}`]);
}

/** The lists of the engines that a trigger watches. */
export function engineLists({
	watch,
	environmentId,
	engines: chosen,
	clusters,
}: IDataObject): Record<string, StateList> {
	const isChosen = ({ id, runtimeId }: IDataObject) =>
		chosen === undefined ||
		[id, runtimeId].some(
			(each) => each !== undefined && (chosen as string[]).includes(String(each)),
		);
	const isInScope = (engine: IDataObject) =>
		engine.status === 'PAIRED' &&
		isChosen(engine) &&
		(environmentId === undefined || isSameId(placeOf(engine).environmentId, environmentId)) &&
		(clusters === undefined || (clusters as string[]).includes(String(engine.clusterId)));
	const remoteEngine = reading({
		kind: 'remoteEngine',
		operation: getManyRemoteEngines,
		stateOf: ({ availability }) => availability,
		isWatched: isInScope,
		more: placeNames,
	});
	const dynamicEngine = reading({
		kind: 'dynamicEngine',
		operation: getManyEngines,
		stateOf: ({ state }) => state,
		isWatched: isChosen,
	});
	return {
		...(watch === 'dynamicEngines' ? {} : { remoteEngine }),
		...(watch === 'remoteEngines' ? {} : { dynamicEngine }),
	};
}
