import type { IDataObject } from 'n8n-workflow';

import { nothing, record, records } from '../../shared/declare/answers';
import { confirmation } from '../../shared/declare/confirmation';
import { flow, operation, resource } from '../../shared/declare/define';
import { createdAs } from '../../shared/declare/created';
import { boolean, id, text } from '../../shared/declare/field';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { type Entry, picker } from '../../shared/declare/lists/picker';
import { listOf } from '../../shared/declare/lists/source';
import { afterCreation } from '../../shared/flows/readIfThere';
import { userLogin } from '../../TalendCloudScim/resources/lists';
import { problem } from '../../shared/declare/messages';
import { conditionRule, conditionSettings, listByQuery, queryField } from '../fiql';
import { FIND_MESSAGES, findOneByName, READ_FIRST } from '../records';
import { withoutEmptyValues } from '../../shared/support/json';
import { environmentId } from './environment';

const NOT_VISIBLE = problem(
	'The workspace was created, but you have no permission to view it',
	'Ask its owner for permissions on it.',
);

const MANAGE = 'ENVIRONMENT_MANAGEMENT';
const NAME_TAKEN = 'The name must differ from those of the other workspaces of the environment.';

export const getManyWorkspaces = operation('GET /orchestration/workspaces', {
	name: 'Get Many',
	action: 'Get many workspaces',
	description: 'List the workspaces that you may see',
	query: queryField('environment.name==Production'),
	settings: conditionSettings([
		{ value: 'description', name: 'Description' },
		{ value: 'environment.name', name: 'Environment' },
		{ value: 'name', name: 'Name' },
	]),
	rules: [conditionRule],
	pages: allAtOnce,
	answers: records('B.WorkspaceInfo', { key: 'id' }),
	perform: listByQuery,
});

const environmentOf = ({ environment }: IDataObject) => environment as IDataObject | undefined;

export const workspacePicker = picker({
	noun: 'workspace',
	method: 'searchWorkspaces',
	list: getManyWorkspaces,
	within: ['environmentId'],
	keep: (each, within) =>
		within.environmentId === undefined || environmentOf(each)?.id === within.environmentId,
	entry: (each) => {
		const around = environmentOf(each)?.name;
		return {
			id: String(each.id ?? ''),
			name: String(each.name ?? ''),
			description: around ? `In ${String(around)}` : undefined,
			...(around ? { container: String(around) } : {}),
		};
	},
	byName: true,
	example: '57f64991e4b0b689a64feed2',
});

/** A workspace of the account, as a field of an operation. */
export const workspaceId = (description = 'The workspace') =>
	id(description).label('Workspace').pick(workspacePicker);

/** Several workspaces, as a field of an operation. */
export const workspaceIds = (description: string) =>
	listOf(workspacePicker, 'loadWorkspaces', description);

/** Where something moves to. */
export const targetWorkspaceId = () =>
	id('The workspace that it moves to, in the same environment')
		.label('Target Workspace')
		.pick(workspacePicker);

/** Where a record of a workspace stands: in words, and as it may be written before its name, "Production/Finance". */
export function locationOf({ workspace }: IDataObject): Pick<Entry, 'description' | 'container'> {
	const { name, environment } = (workspace ?? {}) as IDataObject;
	const around = (environment as IDataObject | undefined)?.name;
	if (!name) return {};
	return around
		? {
				description: `In ${String(name)}, ${String(around)}`,
				container: `${String(around)}/${String(name)}`,
			}
		: { description: `In ${String(name)}` };
}

const fields = {
	description: text('What the workspace is for').eg('Jobs of the finance team'),
	owner: userLogin('Login of the owner; you when not set'),
	protectedArtifactUpdate: boolean(
		'Whether a new version of an artifact updates only the tasks that it was published for',
	),
};

const create = operation('POST /orchestration/workspaces', {
	name: 'Create',
	action: 'Create a workspace',
	description: 'Create a custom workspace in an environment',
	needs: MANAGE,
	body: {
		environmentId: environmentId('The environment that it belongs to'),
		name: text('Name of the workspace; must be unique in the environment').eg('Finance'),
		description: fields.description.optional(),
		owner: fields.owner.optional(),
	},
	refusals: { 400: NAME_TAKEN },
	answers: record('B.Workspace'),
	lookUp: createdAs({
		noun: 'The workspace',
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
	// The platform replaces all of it, and wants the name. There is no reading of one.
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
	needs: MANAGE,
	path: { id: workspaceId('The workspace; only custom ones can be deleted') },
	settings: confirmation('the workspace with all its tasks, plans and permissions'),
	refusals: {
		409: 'Only custom workspaces can be deleted, and none whose tasks, artifacts, resources or connections another workspace uses.',
	},
	answers: nothing(),
});

const upsert = flow({
	destructive: true,
	name: 'Create or Update',
	action: 'Create or update a workspace',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	notice:
		'Found by its name in the environment. Two workflows at the same time may both create a record.',
	fields: {
		environmentId: environmentId('The environment that it belongs to'),
		name: text('Name of the workspace').eg('Finance'),
	},
	optionalAs: 'additionalFields',
	settings: {
		description: fields.description.mayBeEmpty().optional(),
		owner: fields.owner.optional(),
		protectedArtifactUpdate: fields.protectedArtifactUpdate.optional(),
	},
	uses: [getManyWorkspaces, create, update],
	messages: [...FIND_MESSAGES, NOT_VISIBLE],
	answers: record('B.WorkspaceInfo', { leads: ['name', 'created'] }),
	about: ({ environmentId: within, name }) => `workspace ${name} in ${within}`,
	run: async (
		call,
		{ environmentId: within, name, description, owner, protectedArtifactUpdate },
	) => {
		const find = async () =>
			await findOneByName(
				call,
				'workspace',
				getManyWorkspaces,
				{},
				(each) => each.name === name && environmentOf(each)?.id === within,
			);
		const given = withoutEmptyValues({ description, owner, protectedArtifactUpdate });
		const change = async ({ id: of }: IDataObject) =>
			await call.update(update, { id: of, name, ...given });
		const present = await find();
		if (present) {
			await change(present);
			return [{ json: { ...present, ...given, created: false } }];
		}
		const { body } = await call.ask(
			create,
			withoutEmptyValues({ environmentId: within, name, description, owner }),
		);
		const what = `The workspace ${name} (${String((body as IDataObject).id)})`;
		const found = await afterCreation(what, find);
		if (!found) throw call.problem(NOT_VISIBLE);
		// A setting that a creation does not take is made by a change.
		if (protectedArtifactUpdate !== undefined)
			await afterCreation(what, async () => await change(found));
		return [{ json: { ...found, ...given, created: true } }];
	},
});

export const workspace = resource(
	'workspace',
	'Workspace',
	{ create, getMany: getManyWorkspaces, update, delete: remove, upsert },
	'A container of tasks, plans and artifacts',
);
