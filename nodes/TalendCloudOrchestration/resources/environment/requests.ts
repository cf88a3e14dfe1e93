import type { IDataObject } from 'n8n-workflow';

import { userLoginField } from '../../../records/identities/identities';
import { environmentField, getManyEnvironments } from '../../../records/places/environments';
import { nothing, record } from '../../../shared/declare/answers';
import { confirmation } from '../../../shared/declare/confirmation';
import { createdAs } from '../../../shared/declare/createdAs';
import { operation } from '../../../shared/declare/define';
import { integer, text } from '../../../shared/declare/fields';
import { READ_FIRST } from '../../../shared/declare/operation';
import { withoutEmptyValues } from '../../../shared/support/json';

const MANAGE = 'ENVIRONMENT_MANAGEMENT';
const NAME_TAKEN = 'Another environment has this name. Choose another name.';
const IN_USE =
	'An environment cannot be deleted while an engine is assigned to it or a promotion goes from or to it: unassign the engine or delete the promotion first.';

/** What still uses an environment, if the platform says so in a header of its response. */
const usageOf = (headers: Record<string, string>): IDataObject =>
	withoutEmptyValues({ usageDetails: headers['usage-details'] });

export const fields = {
	description: text('What the environment is for').eg('Jobs in production'),
	maxCloudContainers: integer('Maximum number of assigned cloud engines')
		.label('Max Cloud Engines')
		.min(0)
		.eg(2),
	owner: userLoginField('Login of the owner of that workspace; defaults to you').label(
		'Workspace Owner',
	),
};

export const create = operation('POST /orchestration/environments', {
	name: 'Create',
	action: 'Create an environment',
	description: 'Create an environment together with its first custom workspace',
	permissions: MANAGE,
	body: {
		name: text('Name of the environment; must be unique').eg('Production'),
		workspaceName: text('Name of the custom workspace that is created with it').eg('Finance'),
		description: fields.description.optional(),
		maxCloudContainers: fields.maxCloudContainers.optional(),
		owner: fields.owner.optional(),
	},
	refusals: { 409: NAME_TAKEN },
	answers: record('B.EnvironmentInfo'),
	lookUp: createdAs({
		subject: 'The environment',
		list: getManyEnvironments,
		unique: { name: 'name' },
	}),
});

export const update = operation('PUT /orchestration/environments/{Id}', {
	name: 'Update',
	action: 'Update an environment',
	description: `Change an environment; ${READ_FIRST}`,
	path: { Id: environmentField() },
	body: {
		name: text('New name of the environment').eg('Production').optional(),
		description: fields.description.mayBeEmpty().optional(),
		maxCloudContainers: fields.maxCloudContainers.optional(),
	},
	refusals: { 409: NAME_TAKEN },
	answers: nothing({
		output: ({ headers }, { Id }) => ({ success: true, id: Id, ...usageOf(headers) }),
	}),
	// The platform replaces the whole record, and requires its name. Only the list can be read.
	readFirst: {
		get: getManyEnvironments,
		keep: { name: 'always', description: 'ifAny', maxCloudContainers: 'ifAny' },
	},
});

export const remove = operation('DELETE /orchestration/environments/{Id}', {
	name: 'Delete',
	action: 'Delete an environment with all its contents',
	description:
		'Delete an environment with all its workspaces, tasks, plans and other contents; this cannot be undone',
	permissions: MANAGE,
	path: { Id: environmentField() },
	settings: confirmation(
		'the environment with all its workspaces, tasks, plans and other contents',
	),
	refusals: { 400: IN_USE },
	answers: nothing({
		output: ({ headers }, { Id }) => ({ deleted: true, id: Id, ...usageOf(headers) }),
	}),
});
