import { environmentField } from '../../records/places/environments';
import { locationOf, targetWorkspaceField, workspaceField } from '../../records/places/workspaces';
import { nothing, record, records } from '../../shared/declare/answers';
import { createdAs } from '../../shared/declare/createdAs';
import { operation, resource } from '../../shared/declare/define';
import { boolean, file, id, text } from '../../shared/declare/fields';
import { pageFields } from '../../shared/declare/lists/pageFields';
import { limitOffset } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../shared/declare/origin';

const RESOURCE = 'vendor:orchestration/Resource';

export const getManyResources = operation('GET /orchestration/resources', {
	name: 'Get Many',
	action: 'Get many resources',
	description: 'List the files that tasks can use',
	origin: FROM_VENDOR,
	query: {
		environmentId: environmentField('Only resources of this environment').optional(),
		workspaceId: workspaceField('Only resources of this workspace').optional(),
		name: text('Only resources whose name contains this').eg('rates').optional(),
		...pageFields('resources'),
	},
	pages: limitOffset(),
	answers: records(RESOURCE, { page: 'vendor:orchestration/PageResource', key: 'id' }),
});

export const resourcePicker = picker({
	noun: 'resource',
	method: 'searchResources',
	list: getManyResources,
	search: (name) => ({ name }),
	narrowedBy: ['environmentId', 'workspaceId'],
	entry: (each) => ({ id: each.id, name: each.name, ...locationOf(each) }),
	byName: true,
	example: '5c1e8ab8c3e8e2155ba2fd01',
});

const resourceField = () => id('The resource').label('Resource File').pick(resourcePicker);

const nameField = text('Name of the resource').eg('rates.csv');

const TOO_LARGE = 'The file is larger than Talend Cloud accepts.';

const descriptionField = text('What the resource is for').eg('Rates of the month');

const contentField = file('Name of the binary field that holds the content').label(
	'Input Binary Field',
);

const encoding = {
	encodeBase64: boolean(
		'Whether to send the content as base64, which the job must decode; for content that might be mistaken for an attack',
	)
		.label('Encode as Base64')
		.optional(),
};

const create = operation('POST /orchestration/resources', {
	name: 'Create',
	action: 'Create a resource',
	description: 'Put a file into a workspace, where tasks can use it',
	origin: FROM_VENDOR,
	slow: true,
	body: {
		workspaceId: workspaceField('The workspace that it belongs to'),
		name: nameField,
		file: contentField,
		description: descriptionField.optional(),
	},
	constants: { file: true },
	multipart: { jsonPart: 'resource', base64: 'encodeBase64' },
	settings: encoding,
	refusals: {
		409: 'Another resource of the workspace has this name. Choose another name, or replace its file.',
		413: TOO_LARGE,
	},
	answers: record(RESOURCE),
	lookUp: createdAs({
		subject: 'The resource',
		list: getManyResources,
		unique: { name: 'name', 'workspace.id': 'workspaceId' },
		values: ({ name, workspaceId }) => ({
			name,
			workspaceId,
			limit: 100,
		}),
	}),
});

const get = operation('GET /orchestration/resources/{resourceId}', {
	name: 'Get',
	action: 'Get a resource',
	description:
		'Get the name, description and workspace of a resource; Talend Cloud never returns its content',
	origin: FROM_VENDOR,
	path: { resourceId: resourceField() },
	answers: record(RESOURCE),
});

const update = operation('PATCH /orchestration/resources/{resourceId}', {
	name: 'Update',
	action: 'Update a resource',
	description:
		'Change the name or the description of a resource; its content is changed by Replace File',
	origin: FROM_VENDOR,
	effect: 'write',
	path: { resourceId: resourceField() },
	body: { name: nameField.optional(), description: descriptionField.mayBeEmpty().optional() },
	answers: nothing(),
});

const replaceFile = operation('PUT /orchestration/resources/{resourceId}/upload', {
	destructive: true,
	name: 'Replace File',
	action: 'Replace the file of a resource',
	description:
		'Replace the content of a resource; the old content is lost, and tasks use the new one from their next execution on',
	origin: FROM_VENDOR,
	slow: true,
	path: { resourceId: resourceField() },
	body: { file: contentField },
	multipart: { base64: 'encodeBase64' },
	settings: encoding,
	refusals: { 413: TOO_LARGE },
	answers: nothing(),
});

const move = operation('PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}', {
	name: 'Move',
	action: 'Move a resource',
	description: 'Move a resource to another workspace of the same environment',
	origin: FROM_VENDOR,
	path: { resourceId: resourceField(), targetWorkspaceId: targetWorkspaceField() },
	refusals: {
		409: 'A resource of that workspace already has this name: rename one of the two first.',
	},
	answers: record(RESOURCE, { idVariable: 'resourceId' }),
});

const remove = operation('DELETE /orchestration/resources/{resourceId}', {
	name: 'Delete',
	action: 'Delete a resource',
	description: 'Delete a resource with its content',
	origin: FROM_VENDOR,
	path: { resourceId: resourceField() },
	refusals: { 409: 'A task still uses it: give that task another resource first.' },
	answers: nothing(),
});

export const resourceFile = resource(
	'resource',
	'Resource',
	{ create, get, getMany: getManyResources, update, replaceFile, move, delete: remove },
	'A file that tasks use',
);
