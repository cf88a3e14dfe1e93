import type { IDataObject } from 'n8n-workflow';

import { userLogin } from '../../../records/identities/identities';
import { environmentId } from '../../../records/places/environments';
import { environmentOf, getManyWorkspaces, workspaceId } from '../../../records/places/workspaces';
import { nothing, type Output, record } from '../../../shared/declare/answers';
import { confirmation } from '../../../shared/declare/confirmation';
import { createdAs } from '../../../shared/declare/created';
import { flow, operation, resource } from '../../../shared/declare/define';
import { boolean, text, type Values } from '../../../shared/declare/fields';
import { problem } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { afterCreation } from '../../../shared/flows/afterCreation';
import { FIND_MESSAGES, findOneByName } from '../../../shared/flows/findByName';
import { READ_FIRST } from '../../../shared/flows/wholeRecords';
import { objectIn, withoutEmptyValues } from '../../../shared/support/json';

const NOT_VISIBLE = problem(
	'The workspace was created, but you have no permission to view it',
	'Ask its owner to give the user or service account of the credential permissions on it.',
);

const MANAGE = 'ENVIRONMENT_MANAGEMENT';
const NAME_TAKEN = 'The name must differ from those of the other workspaces of the environment.';

const fields = {
	description: text('What the workspace is for').eg('Jobs of the finance team'),
	owner: userLogin('Login of the owner; defaults to you'),
	protectedArtifactUpdate: boolean(
		'Whether a new version of an artifact updates only the tasks that it was published for',
	),
};

const create = operation('POST /orchestration/workspaces', {
	name: 'Create',
	action: 'Create a workspace',
	description: 'Create a custom workspace in an environment',
	permissions: MANAGE,
	body: {
		environmentId: environmentId('The environment that it belongs to'),
		name: text('Name of the workspace; must be unique in the environment').eg('Finance'),
		description: fields.description.optional(),
		owner: fields.owner.optional(),
	},
	refusals: { 400: NAME_TAKEN },
	answers: record('B.Workspace'),
	lookUp: createdAs({
		subject: 'The workspace',
		list: getManyWorkspaces,
		unique: { name: 'name', 'environment.id': 'environmentId' },
	}),
});

const update = operation('PUT /orchestration/workspaces/{id}', {
	destructive: true,
	name: 'Update',
	action: 'Update a workspace',
	description: `Change a workspace; ${READ_FIRST}`,
	path: { id: workspaceId() },
	body: {
		name: text('New name of the workspace').eg('Finance').optional(),
		description: fields.description.mayBeEmpty().optional(),
		owner: fields.owner.describe('Login of the owner').optional(),
		protectedArtifactUpdate: fields.protectedArtifactUpdate.optional(),
	},
	refusals: { 400: NAME_TAKEN },
	answers: nothing(),
	// The platform replaces the whole record, and requires its name. Only the list can be read.
	readFirst: {
		get: getManyWorkspaces,
		keep: {
			name: 'always',
			description: 'ifAny',
			owner: 'ifAny',
			protectedArtifactUpdate: 'ifAny',
		},
	},
});

const remove = operation('DELETE /orchestration/workspaces/{id}', {
	name: 'Delete',
	action: 'Delete a workspace with all its contents',
	description:
		'Delete a custom workspace with all its tasks, plans and permissions; there is no undo',
	permissions: MANAGE,
	path: { id: workspaceId('The workspace; only custom ones can be deleted') },
	settings: confirmation('the workspace with all its tasks, plans and permissions'),
	refusals: {
		409: 'Only custom workspaces can be deleted, and none whose tasks, artifacts, resources or connections another workspace uses.',
	},
	answers: nothing(),
});

const UPSERT_MESSAGES = [...FIND_MESSAGES, NOT_VISIBLE];

const upsertFields = {
	environmentId: environmentId('The environment that it belongs to'),
	name: text('Name of the workspace').eg('Finance'),
};

const upsertSettings = {
	description: fields.description.mayBeEmpty().optional(),
	owner: fields.owner.optional(),
	protectedArtifactUpdate: fields.protectedArtifactUpdate.optional(),
};

const upsert = flow({
	destructive: true,
	name: 'Create or Update',
	action: 'Create or update a workspace',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	notice:
		'An existing workspace is found by its name in the environment. Two workflows that run at the same time may both create one.',
	fields: upsertFields,
	optionalAs: 'additionalFields',
	settings: upsertSettings,
	uses: [getManyWorkspaces, create, update],
	messages: UPSERT_MESSAGES,
	answers: record('B.WorkspaceInfo', { leads: ['name', 'created'] }),
	lockKey: ({ environmentId: within, name }) => `workspace ${name} in ${within}`,
	run: createOrUpdateWorkspace,
});

type UpsertInput = Values<typeof upsertFields> & Values<typeof upsertSettings>;

async function createOrUpdateWorkspace(
	op: ContextShowing<typeof UPSERT_MESSAGES>,
	{ environmentId: within, name, description, owner, protectedArtifactUpdate }: UpsertInput,
): Promise<Output[]> {
	const find = async () =>
		await findOneByName(op, {
			noun: 'workspace',
			name,
			list: getManyWorkspaces,
			within: (each) => environmentOf(each)?.id === within,
		});
	const changes = withoutEmptyValues({ description, owner, protectedArtifactUpdate });
	const change = async ({ id: id }: IDataObject) =>
		await op.update(update, { id, name, ...changes });
	const present = await find();
	if (present) {
		await change(present);
		return [{ json: { ...present, ...changes, created: false } }];
	}
	const { body } = await op.sendValues(
		create,
		withoutEmptyValues({ environmentId: within, name, description, owner }),
	);
	const subject = `The workspace ${name} (${String(objectIn(body).id)})`;
	const listed = await afterCreation(subject, find);
	if (!listed) throw op.problem(NOT_VISIBLE);
	// This setting cannot be given when a workspace is created, so the workspace is changed
	// afterwards.
	if (protectedArtifactUpdate !== undefined)
		await afterCreation(subject, async () => await change(listed));
	return [{ json: { ...listed, ...changes, created: true } }];
}

export const workspace = resource(
	'workspace',
	'Workspace',
	{ create, getMany: getManyWorkspaces, update, delete: remove, upsert },
	'A container of tasks, plans and artifacts',
);
