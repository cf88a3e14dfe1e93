/** The lists from which contents are read, and the names of the records in them. */
import type { IDataObject } from 'n8n-workflow';

import {
	getManyClusters,
	getManyPipelineEngines,
	getManyRemoteEngines,
} from '../../../../records/engines/engines';
import { searchRunProfiles } from '../../../../records/engines/runProfiles';
import { placeOf } from '../../../../records/places/placeOf';
import { getManyWorkspaces } from '../../../../records/places/workspaces';
import { getManyArtifacts } from '../../../../records/tasks/artifacts';
import { EXECUTABLE_LISTS, executablesIn, type Scope } from '../../../../records/tasks/executables';
import type { ContextShowing, RequestOperation } from '../../../../shared/declare/operation';
import { listIfAllowed, missingHint } from '../../../../shared/flows/mayBeMissing';
import { isSameId } from '../../../../shared/support/json';
import { getManyConnections } from '../../connection/requests';
import { getManyResources } from '../../resource';
import { getManySchedules } from '../../schedule/requests';

const ENGINE_LISTS = {
	REMOTE_ENGINE: getManyRemoteEngines,
	REMOTE_ENGINE_CLUSTER: getManyClusters,
	PIPELINE_ENGINE: getManyPipelineEngines,
};

/** The operations that {@link listsOf} uses. */
export const LISTS_READS: readonly RequestOperation[] = [
	getManyWorkspaces,
	getManyArtifacts,
	getManyConnections,
	getManyResources,
	...EXECUTABLE_LISTS,
	getManySchedules,
	...Object.values(ENGINE_LISTS),
	searchRunProfiles,
];

const MISSING_LISTS = {
	schedules: missingHint('Schedules are missing'),
	engines: missingHint('Engines are missing'),
	runProfiles: missingHint('Run profiles are missing'),
};

/** What {@link listsOf} can say. */
export const LISTS_MESSAGES = Object.values(MISSING_LISTS);

/** Reads something when it is needed for the first time, and only once. */
const onFirstUse = <T>(read: () => Promise<T>): (() => Promise<T>) => {
	let reading: Promise<T> | undefined;
	return async () => await (reading ??= read());
};

/** The lists of one environment, or of all. Each is read once, when it is first needed. */
export function listsOf(op: ContextShowing<typeof LISTS_MESSAGES>, { environmentId }: Scope) {
	const filter = environmentId === undefined ? {} : { environmentId };
	const schedules = onFirstUse(
		async () => await listIfAllowed(op, getManySchedules, filter, MISSING_LISTS.schedules),
	);
	const engines = onFirstUse(async () => {
		const allEngines: IDataObject[] = [];
		for (const [engineType, list] of Object.entries(ENGINE_LISTS))
			for (const engine of await listIfAllowed(op, list, {}, MISSING_LISTS.engines))
				allEngines.push({ ...engine, engineType });
		return allEngines;
	});
	return {
		workspaces: onFirstUse(async () =>
			(await op.list(getManyWorkspaces, {})).filter(
				(workspace) =>
					environmentId === undefined ||
					isSameId(placeOf({ workspace }).environmentId, environmentId),
			),
		),
		artifacts: onFirstUse(async () => await op.list(getManyArtifacts, filter)),
		connections: onFirstUse(async () => await op.list(getManyConnections, filter)),
		resources: onFirstUse(async () => await op.list(getManyResources, filter)),
		executables: onFirstUse(async () =>
			(await executablesIn(op, filter)).map(({ listed, ...each }) => ({
				...listed,
				...each,
				listed,
			})),
		),
		schedules,
		engines,
		runProfiles: onFirstUse(
			async () =>
				await listIfAllowed(op, searchRunProfiles, { offset: 0 }, MISSING_LISTS.runProfiles),
		),
	};
}

/** The lists of {@link listsOf}. */
export type Lists = ReturnType<typeof listsOf>;

/**
 * The name of a record. If it is in another workspace, the name of that workspace comes before it.
 */
export function referenceOf(record: IDataObject, workspaceId: unknown): string {
	const { workspaceId: itsWorkspaceId, workspaceName } = placeOf(record);
	return itsWorkspaceId === undefined || workspaceId === undefined || itsWorkspaceId === workspaceId
		? String(record.name)
		: `${String(workspaceName)}/${String(record.name)}`;
}

/**
 * The name of the record with an ID, as in {@link referenceOf}; the ID itself if the record is not
 * in the list.
 */
export function referenceTo(
	records: readonly IDataObject[],
	id: unknown,
	workspaceId: unknown,
): string {
	const record = records.find(
		(each) => each.id === id || (each.runtimeId !== undefined && each.runtimeId === id),
	);
	return record?.name === undefined ? String(id) : referenceOf(record, workspaceId);
}

/** The name of a schedule: its description, because it has no name. */
export const scheduleName = ({ id, description }: IDataObject): string => String(description || id);
