import { userLoginField } from '../../../records/identities/identities';
import { environmentField } from '../../../records/places/environments';
import { getManyWorkspaces, workspaceField } from '../../../records/places/workspaces';
import { nothing, record } from '../../../shared/declare/answers';
import { confirmation } from '../../../shared/declare/confirmation';
import { createdAs } from '../../../shared/declare/createdAs';
import { operation } from '../../../shared/declare/define';
import { boolean, text } from '../../../shared/declare/fields';
import { problem } from '../../../shared/declare/messages';
import { READ_FIRST } from '../../../shared/declare/operation';

export const NOT_VISIBLE = problem(
	'The workspace was created, but you have no permission to view it',
	'Ask its owner to give the user or service account of the credential permissions on it.',
);

const MANAGE = 'ENVIRONMENT_MANAGEMENT';
const NAME_TAKEN = 'Check the fields. Another workspace of the environment may have this name.';

export const fields = {
	description: text('What the workspace is for').eg('Jobs of the finance team'),
	owner: userLoginField('Login of the owner; defaults to you'),
	protectedArtifactUpdate: boolean(
		'Whether a new version of an artifact updates only the tasks that it was published for',
	),
};

export const create = operation('POST /orchestration/workspaces', {
	name: 'Create',
	action: 'Create a workspace',
	description: 'Create a custom workspace in an environment',
	permissions: MANAGE,
	body: {
		environmentId: environmentField('The environment that it belongs to'),
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

export const update = operation('PUT /orchestration/workspaces/{id}', {
	destructive: true,
	name: 'Update',
	action: 'Update a workspace',
	description: `Change a workspace; ${READ_FIRST}`,
	path: { id: workspaceField() },
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

export const remove = operation('DELETE /orchestration/workspaces/{id}', {
	name: 'Delete',
	action: 'Delete a workspace with all its contents',
	description:
		'Delete a custom workspace with all its tasks, plans and permissions; this cannot be undone',
	permissions: MANAGE,
	path: { id: workspaceField('The workspace; only custom ones can be deleted') },
	settings: confirmation('the workspace with all its tasks, plans and permissions'),
	refusals: {
		409: 'Only custom workspaces can be deleted, and only if no other workspace uses their tasks, artifacts, resources or connections.',
	},
	answers: nothing(),
});
