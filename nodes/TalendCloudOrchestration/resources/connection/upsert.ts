import type { IDataObject } from 'n8n-workflow';

import { workspaceField } from '../../../records/places/workspaces';
import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { FIND_MESSAGES, findOneByName } from '../../../shared/flows/findByName';
import { isSameId, objectIn, withoutEmptyValues } from '../../../shared/support/json';
import {
	appField,
	create,
	eachParameterOnce,
	getConnection,
	getManyConnections,
	nameField,
	OTHER_APP,
	parametersField,
	update,
} from './requests';

export const upsert = flow({
	destructive: true,
	name: 'Create or Update',
	action: 'Create or update a connection',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	notice:
		'An existing connection is found by its name in the workspace. Two workflows that run at the same time may both create one.',
	fields: {
		workspaceId: workspaceField('The workspace that it belongs to'),
		name: nameField,
		app: appField,
		parameters: parametersField,
	},
	rules: [eachParameterOnce],
	uses: [getManyConnections, create, getConnection, update],
	messages: [...FIND_MESSAGES, OTHER_APP],
	answers: record('B.ConnectionDetails', { leads: ['name', 'created'] }),
	lockKey: ({ name, workspaceId }) => `connection ${name} in ${workspaceId}`,
	run: async (op, fields) => {
		const existing = await findOneByName(op, {
			noun: 'connection',
			name: fields.name,
			list: getManyConnections,
			search: (name) => ({ name }),
			isWanted: (each) => isSameId(objectIn(each.workspace).id, fields.workspaceId),
		});
		if (existing && existing.app !== fields.app)
			throw op.problem(OTHER_APP, {
				name: fields.name,
				present: String(existing.app),
				app: fields.app,
			});
		if (!existing)
			return [
				{
					json: {
						...((await op.sendValues(create, withoutEmptyValues({ ...fields }))).body as
							IDataObject | undefined),
						created: true,
					},
				},
			];
		const [changed] = await op.update(update, {
			connectionId: existing.id,
			parameters: fields.parameters,
		});
		return [{ json: { ...existing, ...changed?.json, created: false } }];
	},
});
