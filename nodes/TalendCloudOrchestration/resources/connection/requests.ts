import type { IDataObject } from 'n8n-workflow';

import { environmentField } from '../../../records/places/environments';
import {
	locationOf,
	targetWorkspaceField,
	workspaceField,
} from '../../../records/places/workspaces';
import { nothing, record, records } from '../../../shared/declare/answers';
import { createdAs } from '../../../shared/declare/createdAs';
import { operation } from '../../../shared/declare/define';
import { boolean, id, rows, text } from '../../../shared/declare/fields';
import { pageFields } from '../../../shared/declare/lists/pageFields';
import { limitOffset } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { problem } from '../../../shared/declare/messages';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { noRowTwice } from '../../../shared/declare/rules';
import { objectsIn } from '../../../shared/support/json';

export const getManyConnections = operation('GET /orchestration/connections', {
	name: 'Get Many',
	action: 'Get many connections',
	description: 'List the connections that tasks can use',
	query: {
		name: text('Only connections whose name contains this').eg('Warehouse').optional(),
		environmentId: environmentField('Only connections in this environment').optional(),
		workspaceId: workspaceField('Only connections in this workspace').optional(),
		...pageFields('connections'),
	},
	pages: limitOffset(),
	answers: records('B.ConnectionDetails', { page: 'B.PageConnection', key: 'id' }),
});

export const connectionPicker = picker({
	noun: 'connection',
	method: 'searchConnections',
	list: getManyConnections,
	search: (name) => ({ name }),
	narrowedBy: ['environmentId', 'workspaceId'],
	entry: (each) => ({ id: each.id, name: each.name, ...locationOf(each) }),
	byName: true,
	example: '5c1e8ab8c3e8e2155ba2fc01',
});

const connectionField = () => id('The connection').label('Connection').pick(connectionPicker);

export const nameField = text('Name of the connection').eg('Warehouse');

export const getConnection = operation('GET /orchestration/connections/{connectionId}', {
	name: 'Get',
	action: 'Get a connection',
	description: 'Get a connection; encrypted values are not returned',
	path: { connectionId: connectionField() },
	answers: record('B.ConnectionDetails'),
});

export const appField = text('Name of the application that it connects to').eg('Snowflake');

export const parametersField = rows('Parameters that the application needs, by name', {
	name: text('Name of the parameter').fieldName().eg('user'),
	value: text('Value of the parameter; hidden like a password, because it may be one')
		.secret()
		.sample('a-secret-value')
		.optional()
		.onTop(),
	encrypted: boolean(
		'Whether Talend Cloud keeps the value encrypted and never returns it',
	).optional(),
});

export const eachParameterOnce = noRowTwice('parameters', ['name']);

export const create = operation('POST /orchestration/connections', {
	name: 'Create',
	action: 'Create a connection',
	description: 'Create a connection in a workspace',
	body: {
		workspaceId: workspaceField('The workspace that it belongs to'),
		name: nameField,
		app: appField,
		parameters: parametersField,
	},
	rules: [eachParameterOnce],
	answers: record('B.ConnectionDetails'),
	lookUp: createdAs({
		subject: 'The connection',
		list: getManyConnections,
		unique: { name: 'name', 'workspace.id': 'workspaceId' },
		values: ({ name }) => ({ name, limit: 100 }),
	}),
});

const UNREADABLE_PARAMETERS = problem(
	'The update might lose the encrypted {parameters} of this connection, which cannot be read',
	'Nothing was changed. Enter the value again under Parameters. In Update, you can also turn off Keep Other Parameters to send only the parameters that you set.',
);

export const OTHER_APP = problem(
	'The connection {name} connects to {present}, not to {app}',
	'The application of a connection cannot be changed. Give another name, or delete the connection first. Nothing was changed.',
);

export const update = operation('PUT /orchestration/connections/{connectionId}', {
	destructive: true,
	name: 'Update',
	action: 'Update a connection',
	description: 'Change the name or the parameters of a connection',
	path: { connectionId: connectionField() },
	body: {
		name: nameField.optional(),
		parameters: parametersField
			.describe('Parameters to change or add; without Keep Other Parameters, the complete list')
			.optional(),
	},
	settings: {
		keepOtherParameters: boolean(
			'Whether to keep parameters that you leave out. Enter encrypted ones again, because they cannot be read. When off, only the parameters that you set are sent, and Talend Cloud may drop the others.',
		)
			.confirms()
			.initial(true),
	},
	rules: [eachParameterOnce],
	answers: record('B.ConnectionDetails'),
	messages: [UNREADABLE_PARAMETERS],
	// It is not documented whether fields that are left out are kept.
	readFirst: {
		get: getConnection,
		keep: { name: 'ifAny', parameters: 'ifAny' },
		unless: ({ settings }) => settings.keepOtherParameters === false,
		toUpdate: ({ name, parameters }) => ({
			name,
			...(Array.isArray(parameters) && parameters.length === 0 ? {} : { parameters }),
		}),
		join: {
			parameters: (present, changes) =>
				mergeParameters(objectsIn(present), changes as IDataObject[]),
		},
		check: (op, { body }) => {
			const unreadable = objectsIn(body.parameters)
				.filter(({ encrypted, value }) => encrypted === true && value === undefined)
				.map((each) => String(each.name));
			const noun = unreadable.length === 1 ? 'parameter' : 'parameters';
			if (unreadable.length > 0)
				throw op.problem(UNREADABLE_PARAMETERS, { parameters: `${noun} ${unreadable.join(', ')}` });
		},
	},
});

/** The parameters of a connection, with the given ones changed or added. */
function mergeParameters(present: IDataObject[], changes: IDataObject[]): IDataObject[] {
	const changed = present.map((each) => ({
		...each,
		...changes.find(({ name: parameterName }) => parameterName === each.name),
	}));
	return [
		...changed,
		...changes.filter(
			({ name: parameterName }) => !changed.some((each) => each.name === parameterName),
		),
	];
}

export const remove = operation('DELETE /orchestration/connections/{connectionId}', {
	name: 'Delete',
	action: 'Delete a connection',
	description: 'Delete a connection',
	path: { connectionId: connectionField() },
	refusals: { 409: 'A task may still use it: give that task another connection first.' },
	answers: nothing(),
});

export const move = operation(
	'PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}',
	{
		name: 'Move',
		action: 'Move a connection',
		description: 'Move a connection to another workspace of the same environment',
		origin: FROM_VENDOR,
		path: { connectionId: connectionField(), targetWorkspaceId: targetWorkspaceField() },
		refusals: {
			409: 'A connection of that workspace already has this name: rename one of the two first.',
		},
		answers: record('vendor:orchestration/ConnectionDetails', { idVariable: 'connectionId' }),
	},
);
