/**
 * Workspaces: the request that lists them, the fields for choosing them, and the place of a record
 * in words.
 */
import type { IDataObject } from 'n8n-workflow';

import { records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id } from '../../shared/declare/fields';
import { listOf } from '../../shared/declare/lists/loadedChoices';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker, type PickerEntry } from '../../shared/declare/lists/picker';
import { isSameId } from '../../shared/support/json';
import { conditionRule, fiqlConditions, listByQuery, queryField } from '../lists/fiql';
import { placeOf } from './placeOf';

export const getManyWorkspaces = operation('GET /orchestration/workspaces', {
	name: 'Get Many',
	action: 'Get many workspaces',
	description: 'List the workspaces that you can access',
	query: queryField('environment.name==Production'),
	settings: fiqlConditions([
		{ value: 'description', name: 'Description' },
		{ value: 'environment.name', name: 'Environment' },
		{ value: 'name', name: 'Name' },
	]),
	rules: [conditionRule],
	pages: allAtOnce,
	answers: records('B.WorkspaceInfo', { key: 'id' }),
	perform: listByQuery,
});

export const environmentOf = ({ environment }: IDataObject) =>
	environment as IDataObject | undefined;

export const workspacePicker = picker({
	noun: 'workspace',
	method: 'searchWorkspaces',
	list: getManyWorkspaces,
	narrowedBy: ['environmentId'],
	keep: (each, narrowing) =>
		narrowing.environmentId === undefined ||
		isSameId(environmentOf(each)?.id, narrowing.environmentId),
	entry: (each) => {
		const around = environmentOf(each)?.name;
		return { id: each.id, name: each.name, description: around, container: around };
	},
	byName: true,
	example: '57f64991e4b0b689a64feed2',
});

export const workspaceField = (description = 'The workspace') =>
	id(description).label('Workspace').pick(workspacePicker);

export const workspacesField = (description: string) =>
	listOf(workspacePicker, 'loadWorkspaces', description);

/** A field for choosing the workspace that something is moved to. */
export const targetWorkspaceField = () =>
	id('The workspace that it moves to, in the same environment')
		.label('Target Workspace')
		.pick(workspacePicker);

/**
 * The workspace and environment of a record, for the entries of a picker: in words, and in the form
 * that users may write before a name, "Production/Finance".
 */
export function locationOf(record: IDataObject): Pick<PickerEntry, 'description' | 'container'> {
	const { workspaceName, environmentName } = placeOf(record);
	if (!workspaceName) return {};
	const [name, around] = [String(workspaceName), String(environmentName)];
	return environmentName
		? { description: `${name}, ${around}`, container: `${around}/${name}` }
		: { description: name };
}
