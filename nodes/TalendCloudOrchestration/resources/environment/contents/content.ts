/**
 * The contents of an environment, in one form for all types of records; and the conversion of
 * records that lists show completely.
 */
import type { IDataObject } from 'n8n-workflow';

import { placeOf, type PlaceOfRecord } from '../../../../records/places/placeOf';
import { plainType } from '../../../../records/tasks/artifacts';
import { objectsIn, textsIn } from '../../../../shared/support/json';
import { MASK, namesSecret } from '../../../../shared/support/text/mask';
import { inOrderOfNumbers } from '../../../artifactVersions';

/** The types of contents, in the order of the output. */
export const CONTENT_TYPES = [
	{ value: 'workspace', name: 'Workspaces' },
	{ value: 'artifact', name: 'Artifacts' },
	{ value: 'connection', name: 'Connections' },
	{ value: 'resource', name: 'Resources' },
	{ value: 'task', name: 'Tasks' },
	{ value: 'plan', name: 'Plans' },
	{ value: 'schedule', name: 'Schedules' },
	{ value: 'engine', name: 'Engines and Clusters' },
	{ value: 'runProfile', name: 'Run Profiles' },
] as const;

/** The type of a content. */
export type ContentType = (typeof CONTENT_TYPES)[number]['value'];

/** A record with its workspace and environment, and those of its fields that can be compared. */
export interface Content extends IDataObject {
	/** Identifies the record: its type and ID. */
	key: string;
	type: string;
	environment: string | null;
	workspace: string | null;
	name: string;
	id: string;
}

/** An item of the output. Fields without a value are null. */
export function content(
	type: string,
	{ id, executable, name }: IDataObject,
	place: Partial<PlaceOfRecord>,
	fields: Record<string, unknown>,
): Content {
	const itsId = String(id ?? executable);
	const withNulls = Object.entries(fields).map(([field, value]) => [field, value ?? null]);
	return {
		key: `${type}:${itsId}`,
		type,
		environment: (place.environmentName as string | undefined) ?? null,
		workspace: (place.workspaceName as string | undefined) ?? null,
		name: String(name ?? ''),
		id: itsId,
		environmentId: place.environmentId ?? null,
		workspaceId: place.workspaceId ?? null,
		...(Object.fromEntries(withNulls) as IDataObject),
	};
}

export function workspaceContent(record: IDataObject): Content {
	const { description, owner, type, protectedArtifactUpdate } = record;
	return content('workspace', record, placeOf({ workspace: record }), {
		workspaceType: type,
		description,
		owner,
		protectedArtifactUpdate,
	});
}

/** An artifact, with its versions. */
export function artifactContent(record: IDataObject): Content {
	const versions = textsIn(record.versions);
	return content('artifact', record, placeOf(record), {
		artifactType: plainType(record.type),
		latestVersion: inOrderOfNumbers(versions).at(-1),
		versions,
	});
}

/** A connection, without its secrets. */
export function connectionContent(record: IDataObject): Content {
	const parameters = objectsIn(record.parameters).map(
		({ name, value, encrypted }): [string, unknown] => [
			String(name),
			encrypted === true || namesSecret(name) ? MASK : value,
		],
	);
	return content('connection', record, placeOf(record), {
		app: record.app,
		parameters: Object.fromEntries(parameters),
	});
}

export const resourceContent = (record: IDataObject): Content =>
	content('resource', record, placeOf(record), { description: record.description });

/** An engine or a cluster. */
export function engineContent(record: IDataObject): Content {
	const { engineType, description, status, availability, runtimeId } = record;
	return content('engine', record, placeOf(record), {
		engineType,
		description,
		status,
		availability,
		runtimeId,
	});
}
