import { groupField, userField, userLoginField } from '../../records/identities/identities';
import { nothing, record, records } from '../../shared/declare/answers';
import { createdAs } from '../../shared/declare/createdAs';
import { operation, resource } from '../../shared/declare/define';
import { id, text } from '../../shared/declare/fields';
import { pageFields } from '../../shared/declare/lists/pageFields';
import { limitOffset } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { addIfMissing } from '../addIfMissing';

/**
 * Service accounts are refused for projects; for the users and groups of projects, this is not
 * documented.
 */
const TOKEN_ONLY = 'Only personal access tokens can use projects.';
const MAYBE_TOKEN_ONLY =
	'Projects may require a personal access token. If the credential is a service account, set Authentication to Token.';

const refusals = { 401: MAYBE_TOKEN_ONLY, 403: MAYBE_TOKEN_ONLY };
const NAME_TAKEN = 'Another project has this name. Choose another name.';

const getMany = operation('GET /orchestration/projects', {
	name: 'Get Many',
	action: 'Get many projects',
	description: 'List the Talend Studio projects; requires a personal access token',
	origin: FROM_VENDOR,
	whyPersonOnly: TOKEN_ONLY,
	query: {
		projectName: text('Only projects whose name contains this')
			.label('Name')
			.eg('FINANCE')
			.optional(),
		...pageFields('projects'),
	},
	pages: limitOffset(),
	answers: records('vendor:orchestration/ProjectView', {
		page: 'vendor:orchestration/PageProject',
		key: 'id',
	}),
});

/**
 * Chooses a project. It is not documented whether the name filter matches a part of a name, so the
 * node itself filters the list.
 */
const projectPicker = picker({
	noun: 'project',
	method: 'searchProjects',
	list: getMany,
	entry: ({ id: value, name, description }) => ({ id: value, name, description }),
	byName: true,
	example: '5d1f2a7be4b0b689a64feb01',
});

const projectField = () => id('The project').label('Project').pick(projectPicker);

const fields = {
	owner: userLoginField('Login of the owner'),
	url: text('URL of the Git repository')
		.label('Repository URL')
		.eg('https://git.example.com/finance/jobs.git'),
	description: text('What the project is for').eg('Jobs of the finance team'),
};

const create = operation('POST /orchestration/projects', {
	name: 'Create',
	action: 'Create a project',
	description:
		'Create a Talend Studio project with its Git repository; requires a personal access token',
	origin: FROM_VENDOR,
	whyPersonOnly: TOKEN_ONLY,
	body: {
		name: text('Name of the project; must be unique').eg('FINANCE'),
		url: fields.url,
		owner: fields.owner,
		description: fields.description.optional(),
	},
	refusals: { 409: NAME_TAKEN },
	answers: record('vendor:orchestration/ProjectView'),
	lookUp: createdAs({
		subject: 'The project',
		list: getMany,
		unique: { name: 'name' },
		values: ({ name }) => ({ projectName: name, limit: 100 }),
	}),
});

const get = operation('GET /orchestration/projects/{projectId}', {
	name: 'Get',
	action: 'Get a project',
	description: 'Get a project; requires a personal access token',
	origin: FROM_VENDOR,
	whyPersonOnly: TOKEN_ONLY,
	path: { projectId: projectField() },
	answers: record('vendor:orchestration/ProjectView'),
});

const update = operation('PUT /orchestration/projects/{projectId}', {
	destructive: true,
	name: 'Update',
	action: 'Update a project',
	description:
		'Change the owner, description or repository of a project; its name cannot change. Fields that you leave out are kept. Requires a personal access token.',
	origin: FROM_VENDOR,
	whyPersonOnly: TOKEN_ONLY,
	path: { projectId: projectField() },
	body: {
		owner: fields.owner.optional(),
		description: fields.description.mayBeEmpty().optional(),
		url: fields.url.optional(),
	},
	answers: record('vendor:orchestration/ProjectView'),
	readFirst: { get, keep: { owner: 'ifAny', description: 'ifAny', url: 'ifAny' } },
});

const remove = operation('DELETE /orchestration/projects/{projectId}', {
	name: 'Delete',
	action: 'Delete a project',
	description:
		'Delete a project from Talend Cloud. Talend does not document what happens to its repository. Requires a personal access token.',
	origin: FROM_VENDOR,
	whyPersonOnly: TOKEN_ONLY,
	path: { projectId: projectField() },
	answers: nothing(),
});

const getUsers = operation('GET /orchestration/projects/{projectId}/users', {
	name: 'Get Users',
	action: 'Get the users of a project',
	description: 'Get the IDs of the users that can work on a project',
	origin: FROM_VENDOR,
	path: { projectId: projectField() },
	refusals,
	answers: record('vendor:orchestration/ProjectUserAuthResponse', { requiredFields: ['userIds'] }),
});

const addUser = operation('PUT /orchestration/projects/{projectId}/users/{userId}', {
	name: 'Add User',
	action: 'Add a user to a project',
	description: 'Let a user work on a project',
	origin: FROM_VENDOR,
	path: { projectId: projectField(), userId: userField() },
	refusals,
	answers: nothing(),
	perform: addIfMissing,
});

const removeUser = operation('DELETE /orchestration/projects/{projectId}/users/{userId}', {
	name: 'Remove User',
	action: 'Remove a user from a project',
	description: 'Remove a user from a project',
	origin: FROM_VENDOR,
	path: { projectId: projectField(), userId: userField() },
	refusals,
	answers: nothing(),
});

const getGroups = operation('GET /orchestration/projects/{projectId}/groups', {
	name: 'Get Groups',
	action: 'Get the groups of a project',
	description: 'Get the IDs of the groups that can work on a project',
	origin: FROM_VENDOR,
	path: { projectId: projectField() },
	refusals,
	answers: record('vendor:orchestration/ProjectGroupAuthResponse', {
		requiredFields: ['groupIds'],
	}),
});

const addGroup = operation('PUT /orchestration/projects/{projectId}/groups/{groupId}', {
	name: 'Add Group',
	action: 'Add a group to a project',
	description: 'Let the users of a group work on a project',
	origin: FROM_VENDOR,
	path: { projectId: projectField(), groupId: groupField() },
	refusals,
	answers: nothing(),
	perform: addIfMissing,
});

const removeGroup = operation('DELETE /orchestration/projects/{projectId}/groups/{groupId}', {
	name: 'Remove Group',
	action: 'Remove a group from a project',
	description: 'Remove the users of a group from a project',
	origin: FROM_VENDOR,
	path: { projectId: projectField(), groupId: groupField() },
	refusals,
	answers: nothing(),
});

export const project = resource(
	'project',
	'Project',
	{
		create,
		get,
		getMany,
		update,
		delete: remove,
		getUsers,
		addUser,
		removeUser,
		getGroups,
		addGroup,
		removeGroup,
	},
	'A Talend Studio project with its repository and its team',
);
