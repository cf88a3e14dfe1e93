/** The workspace and environment that a record belongs to. */
import type { IDataObject } from 'n8n-workflow';

import { objectIn, withoutUndefined } from '../../shared/support/json';

/** A workspace with its environment. What the record does not say is undefined. */
export interface PlaceOfRecord {
	workspaceId: IDataObject[string];
	workspaceName: IDataObject[string];
	environmentId: IDataObject[string];
	environmentName: IDataObject[string];
}

/** The place of a record. In resources, the field with the workspace has another name. */
export function placeOf({ workspace, workspaceInfo }: IDataObject): PlaceOfRecord {
	const {
		id: workspaceId,
		name: workspaceName,
		environment,
	} = objectIn(workspace ?? workspaceInfo);
	const { id: environmentId, name: environmentName } = objectIn(environment);
	return { workspaceId, workspaceName, environmentId, environmentName };
}

/** The names of the place of a record that it says, as fields of an output. */
export function placeNames(record: IDataObject): IDataObject {
	const { workspaceName, environmentName } = placeOf(record);
	return withoutUndefined({ environmentName, workspaceName });
}
