import type { IDataObject } from 'n8n-workflow';
import { targetWorkspaceId, workspaceId } from '../../../records/places/workspaces';
import { nothing, type Output, record } from '../../../shared/declare/answers';
import { createdAs } from '../../../shared/declare/created';
import { flow, operation, resource } from '../../../shared/declare/define';
import { boolean, rows, text, type Values } from '../../../shared/declare/fields';
import { problem } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { FIND_MESSAGES, findOneByName } from '../../../shared/flows/findByName';
import { objectIn, objectsIn, withoutEmptyValues } from '../../../shared/support/json';
import { connectionId, getConnection, getManyConnections, name } from './requests';

const app = text('Name of the application that it connects to').eg('Snowflake');

const parameters = rows('Parameters that the application needs, by name', {
	name: text('Name of the parameter').eg('user'),
	value: text('Value of the parameter; hidden like a password, because it may be one')
		.secret()
		.sample('a-secret-value')
		.optional()
		.onTop(),
	encrypted: boolean(
		'Whether Talend Cloud keeps the value encrypted and never returns it',
	).optional(),
});

const create = operation('POST /orchestration/connections', {
	name: 'Create',
	action: 'Create a connection',
	description: 'Create a connection in a workspace',
	body: { workspaceId: workspaceId('The workspace that it belongs to'), name, app, parameters },
	answers: record('B.ConnectionDetails'),
	lookUp: createdAs({
		subject: 'The connection',
		list: getManyConnections,
		unique: { name: 'name', 'workspace.id': 'workspaceId' },
		values: ({ name: called }) => ({ name: called, limit: 100 }),
	}),
});

const UNREADABLE_PARAMETERS = problem(
	'Not changed: the encrypted {parameters} of this connection cannot be read, and might be lost',
	'Nothing was changed. Enter the value again under Parameters. In Update, you can also turn off Keep Other Parameters to send only the parameters that you set.',
);

const OTHER_APP = problem(
	'The connection {name} connects to {present}, not to {app}',
	'The application of a connection cannot be changed. Give another name, or delete the connection first. Nothing was changed.',
);

const update = operation('PUT /orchestration/connections/{connectionId}', {
	destructive: true,
	name: 'Update',
	action: 'Update a connection',
	description: 'Change the name or the parameters of a connection',
	path: { connectionId: connectionId() },
	body: {
		name: name.optional(),
		parameters: parameters
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
	answers: record('B.ConnectionDetails'),
	messages: [UNREADABLE_PARAMETERS],
	// It is not documented whether fields that are left out are kept.
	readFirst: {
		get: getConnection,
		keep: { name: 'ifAny', parameters: 'ifAny' },
		unless: ({ settings }) => settings.keepOtherParameters === false,
		toUpdate: ({ name: called, parameters: present }) => ({
			name: called,
			...(Array.isArray(present) && present.length === 0 ? {} : { parameters: present }),
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

const remove = operation('DELETE /orchestration/connections/{connectionId}', {
	name: 'Delete',
	action: 'Delete a connection',
	description: 'Delete a connection',
	path: { connectionId: connectionId() },
	refusals: { 409: 'A task may still use it: give that task another connection first.' },
	answers: nothing(),
});

const move = operation('PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}', {
	name: 'Move',
	action: 'Move a connection',
	description: 'Move a connection to another workspace of the same environment',
	origin: FROM_VENDOR,
	path: { connectionId: connectionId(), targetWorkspaceId: targetWorkspaceId() },
	refusals: {
		409: 'A connection of that workspace already has this name: rename one of the two first.',
	},
	answers: record('vendor:orchestration/ConnectionDetails', { idVariable: 'connectionId' }),
});

const UPSERT_MESSAGES = [...FIND_MESSAGES, OTHER_APP];

const upsertFields = {
	workspaceId: workspaceId('The workspace that it belongs to'),
	name,
	app,
	parameters,
};

const upsert = flow({
	destructive: true,
	name: 'Create or Update',
	action: 'Create or update a connection',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	notice:
		'An existing connection is found by its name in the workspace. Two workflows that run at the same time may both create one.',
	fields: upsertFields,
	uses: [getManyConnections, create, getConnection, update],
	messages: UPSERT_MESSAGES,
	answers: record('B.ConnectionDetails', { leads: ['name', 'created'] }),
	lockKey: ({ name: called, workspaceId: within }) => `connection ${called} in ${within}`,
	run: createOrUpdateConnection,
});

type UpsertInput = Values<typeof upsertFields>;

async function createOrUpdateConnection(
	op: ContextShowing<typeof UPSERT_MESSAGES>,
	fields: UpsertInput,
): Promise<Output[]> {
	const existing = await findOneByName(op, {
		noun: 'connection',
		name: fields.name,
		list: getManyConnections,
		search: (searched) => ({ name: searched }),
		within: (each) => objectIn(each.workspace).id === fields.workspaceId,
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
}

export const connection = resource(
	'connection',
	'Connection',
	{ create, get: getConnection, getMany: getManyConnections, update, delete: remove, move, upsert },
	'How tasks reach an application',
);
