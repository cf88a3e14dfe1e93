/**
 * The contents of an environment, in one form for all types of records; and the conversion of
 * records that lists show completely.
 */
import type { IDataObject } from 'n8n-workflow';

import { plainType } from '../../../../records/tasks/artifacts';
import { objectIn, objectsIn, textsIn } from '../../../../shared/support/json';
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

/** The workspace of a record. In resources, this field has another name. */
export const workspaceOfRecord = ({ workspace, workspaceInfo }: IDataObject): IDataObject =>
	objectIn(workspace ?? workspaceInfo);

/** The environment of a record, from its workspace. */
export const environmentOfRecord = (record: IDataObject): IDataObject =>
	objectIn(workspaceOfRecord(record).environment);

/** An item of the output. Fields without a value are null. */
export function content(
	type: string,
	{ id, executable, name }: IDataObject,
	workspace: IDataObject,
	fields: Record<string, unknown>,
): Content {
	const itsId = String(id ?? executable);
	const environment = objectIn(workspace.environment);
	const withNulls = Object.entries(fields).map(([field, value]) => [field, value ?? null]);
	return {
		key: `${type}:${itsId}`,
		type,
		environment: (environment.name as string | undefined) ?? null,
		workspace: (workspace.name as string | undefined) ?? null,
		name: String(name ?? ''),
		id: itsId,
		environmentId: environment.id ?? null,
		workspaceId: workspace.id ?? null,
		...(Object.fromEntries(withNulls) as IDataObject),
	};
}

export function workspaceContent(record: IDataObject): Content {
	const { id, name, environment, description, owner, type, protectedArtifactUpdate } = record;
	return content(
		'workspace',
		record,
		{ id, name, environment },
		{ workspaceType: type, description, owner, protectedArtifactUpdate },
	);
}

/** An artifact, with its versions. */
export function artifactContent(record: IDataObject): Content {
	const versions = textsIn(record.versions);
	return content('artifact', record, workspaceOfRecord(record), {
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
	return content('connection', record, workspaceOfRecord(record), {
		app: record.app,
		parameters: Object.fromEntries(parameters),
	});
}

export const resourceContent = (record: IDataObject): Content =>
	content('resource', record, workspaceOfRecord(record), { description: record.description });

/** An engine or a cluster. */
export function engineContent(record: IDataObject): Content {
	const { engineType, description, status, availability, runtimeId } = record;
	return content('engine', record, workspaceOfRecord(record), {
		engineType,
		description,
		status,
		availability,
		runtimeId,
	});
}
