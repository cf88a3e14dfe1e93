import type { IDataObject } from 'n8n-workflow';

import { id, text } from '../../shared/field';
import { operation, records, resource } from '../../shared/operation';
import { allAtOnce } from '../../shared/pages';
import { picker } from '../../shared/pickers';

const getMany = operation('GET /orchestration/workspaces', {
	name: 'Get Many',
	action: 'Get many workspaces',
	description: 'List the workspaces that you may see',
	query: {
		query: text('Filter in FIQL, on name and environment.name').eg('environment.name==Production').optional(),
	},
	pages: allAtOnce,
	answers: records('B.WorkspaceInfo', { key: 'id' }),
});

export const workspacePicker = picker({
	noun: 'workspace',
	method: 'searchWorkspaces',
	list: getMany,
	within: ['environmentId'],
	keep: ({ environment }, within) =>
		within.environmentId === undefined || (environment as IDataObject | undefined)?.id === within.environmentId,
	entry: ({ id: value, name, environment }) => {
		const around = (environment as IDataObject | undefined)?.name;
		return {
			id: String(value ?? ''),
			name: String(name ?? ''),
			description: around ? `In ${String(around as string)}` : undefined,
		};
	},
	byName: true,
	example: '57f64991e4b0b689a64feed2',
});

/** A workspace of the account, as a field of an operation. */
export const workspaceId = (description = 'The workspace') => id(description).pick(workspacePicker);

export const workspace = resource('workspace', 'Workspace', { getMany }, 'A container of tasks, plans and artifacts');
