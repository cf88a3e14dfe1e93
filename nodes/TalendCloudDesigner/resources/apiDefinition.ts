import { file, nothing, type Output, record, records } from '../../shared/declare/answers';
import { fileAsBody, operation, resource } from '../../shared/declare/define';
import { boolean, choice, datetime, type Fields, id, integer, text } from '../../shared/declare/field';
import { BadInput } from '../../shared/declare/input/badInput';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import type { Call, Input, RequestOperation } from '../../shared/declare/operation';
import { FROM_DEFINITION } from '../../shared/declare/origin';
import { definitionIn, FORMATS, type Definition } from '../definition';
import { eligibles, sharingOperations } from '../sharing';

const METADATA = 'vendor:api-designer/ApiDefinitionMetadata';
const WRITTEN = 'vendor:api-designer/ApiDefinitionWriteResponse';
const ALL = '/api/v1/api-definitions';
const extra = FROM_DEFINITION;

const getMany = operation(`GET ${ALL}`, {
	name: 'Get Many',
	action: 'Get many API definitions',
	description: 'List the API definitions with their versions and who shares them',
	extra,
	query: {
		name: text('Only definitions with this name').eg('Invoices API').optional(),
		version: text('Only definitions with this version').eg('1.0.0').optional(),
		creationDateFrom: datetime('Only definitions created at this time or later').label('Created From').optional(),
		creationDateTo: datetime('Only definitions created at this time or earlier').label('Created To').optional(),
		lastUpdatedDateFrom: datetime('Only definitions changed at this time or later').label('Changed From').optional(),
		lastUpdatedDateTo: datetime('Only definitions changed at this time or earlier').label('Changed To').optional(),
		sortBy: choice('What to sort by', [
			{ value: 'creationDate', name: 'Creation Date' },
			{ value: 'lastUpdatedDate', name: 'Last Updated Date' },
			{ value: 'name', name: 'Name' },
		]).optional(),
		sortOrder: choice('Order', [
			{ value: 'asc', name: 'Ascending' },
			{ value: 'desc', name: 'Descending' },
		]).optional(),
		most: integer('How many definitions the platform returns at most').wireName('limit').label('Platform Limit').min(1).sample(100).optional(),
	},
	pages: allAtOnce,
	answers: records(METADATA, { key: 'id', simple: ['id', 'name', 'apiId', 'version', 'description', 'creationDate', 'lastUpdatedDate'] }),
});

const definitionPicker = picker({
	noun: 'API definition',
	method: 'searchApiDefinitions',
	list: getMany,
	entry: ({ id: value, name, version }) => ({ id: String(value ?? ''), name: String(name ?? ''), description: version ? `Version ${String(version)}` : undefined }),
	byName: true,
	example: '5f8e1d2c3b4a59687786f5e4',
});

const path = { definitionId: id('The API definition, in one of its versions').label('API Definition').pick(definitionPicker) };

const content: Fields = {
	definitionFrom: choice('Where the definition comes from', [
		{ value: 'text', name: 'Text', description: 'JSON or YAML, as text' },
		{ value: 'file', name: 'File', description: 'A binary field of the item' },
	]).inOrder().startsWith('text'),
	definitionText: text('The definition, as JSON or YAML: OpenAPI, Swagger or RAML').label('Definition').multiline().sample('{"openapi":"3.0.3","info":{"title":"Invoices API","version":"1.0.0"},"paths":{}}').shownWhen({ definitionFrom: ['text'] }),
	binaryField: text('Name of the binary field with the definition').label('Input Binary Field').startsWith('data').shownWhen({ definitionFrom: ['file'] }),
};

const query = {
	format: choice('Format of the definition; it must be that of its content', FORMATS).sample('OpenApi3').optional(),
	mainFile: text('Path of the main file in a ZIP archive').eg('api.yaml').optional(),
	failOnWarnings: boolean('Whether a definition with warnings is refused').optional(),
};

async function given(call: Call, { settings }: Input): Promise<Definition> {
	if (settings.definitionFrom !== 'file') return definitionIn(Buffer.from(String(settings.definitionText)), 'definition', { field: 'definitionText', label: 'Definition' });
	const source = await call.file(String(settings.binaryField));
	const parts: Uint8Array[] = [];
	for await (const part of source.chunks()) parts.push(part);
	return definitionIn(Buffer.concat(parts), source.fileName, { field: 'binaryField', label: 'Input Binary Field' });
}

/** Sends a definition as what it is, with its format. @throws BadInput if the choices do not fit it */
async function send(call: Call, of: RequestOperation, input: Input, takesArchives: boolean): Promise<Output[]> {
	const { file: sent, format } = await given(call, input);
	const asked = input.query;
	const isArchive = sent.mimeType === 'application/zip';
	if (isArchive && !takesArchives) throw new BadInput('binaryField', 'Input Binary Field', 'must be one file: a ZIP archive can only be given to Create');
	if (isArchive && asked.mainFile === undefined) throw new BadInput('mainFile', 'Main File', 'must be given for a ZIP archive: the path of its main file');
	if (format !== undefined && asked.format !== undefined && asked.format !== format)
		throw new BadInput('format', 'Format', `must be that of the definition: it is ${FORMATS.find(({ value }) => value === format)!.name}`);
	return await call.request(of, { ...input, body: sent });
}

const written = record(WRITTEN, { needs: ['metadata'] });

const refusals = {
	400: 'The platform could not read it as an API definition: check its content, and the format.',
	412: 'The definition produces warnings, and Fail On Warnings is on: correct it, or switch that off.',
	415: 'The platform does not take this kind of file as a definition.',
};

const create = operation(`POST ${ALL}`, {
	name: 'Create',
	action: 'Create an API definition',
	description: 'Create an API definition from text, a file or a ZIP archive, in OpenAPI, Swagger or RAML',
	extra,
	slow: true,
	query,
	body: fileAsBody('definition', text('The definition').derived(), ['application/json', 'application/x-yaml', 'application/zip']),
	settings: content,
	refusals,
	look: 'Check with Get Many before creating it again.',
	answers: written,
	perform: async (call, of, input) => await send(call, of, input, true),
});

const update = operation(`PUT ${ALL}/{definitionId}`, {
	destructive: true,
	name: 'Update',
	action: 'Replace an API definition',
	description: 'Replace the content of an API definition with text or a file',
	extra,
	slow: true,
	path,
	query,
	body: fileAsBody('definition', text('The definition').derived(), ['application/json', 'application/x-yaml']),
	settings: content,
	refusals: { 400: refusals[400], 412: refusals[412] },
	answers: written,
	perform: async (call, of, input) => await send(call, of, input, false),
});

const get = operation(`GET ${ALL}/{definitionId}`, {
	name: 'Get',
	action: 'Get an API definition as a file',
	description: 'Read the content of an API definition in a format, as a file',
	extra,
	path,
	query: {
		format: choice('Format of the file', [
			...FORMATS,
			{ value: 'OpenApi3Aws', name: 'OpenAPI 3 for AWS' },
			{ value: 'Swagger20Azure', name: 'Swagger 2.0 for Azure' },
			{ value: 'ApiPortalContent', name: 'Content of the API Portal' },
		]).optional(),
		talendExtensions: boolean('Whether to include what only Talend understands').optional(),
	},
	refusals: { 415: 'The definition cannot be returned in this format.' },
	answers: file({ fileName: 'api-definition' }),
});

const getMetadata = operation(`GET ${ALL}/{definitionId}/metadata`, {
	name: 'Get Metadata',
	action: 'Get the metadata of an API definition',
	description: 'Read name, version, times and sharing of an API definition',
	extra,
	path,
	answers: record(METADATA, { needs: ['id'] }),
});

const audit = operation(`GET ${ALL}/{definitionId}/audit`, {
	name: 'Audit',
	action: 'Audit an API definition for a gateway',
	description: 'Read what in an API definition a gateway does not support',
	extra,
	path,
	query: {
		format: choice('For which gateway', [
			{ value: 'OpenApi3Aws', name: 'AWS (OpenAPI 3)' },
			{ value: 'Swagger20Azure', name: 'Azure (Swagger 2.0)' },
		]).label('Gateway'),
	},
	pages: allAtOnce,
	answers: records('vendor:api-designer/ApiDefinitionMessage'),
});

const remove = operation(`DELETE ${ALL}/{definitionId}`, {
	name: 'Delete',
	action: 'Delete an API definition',
	description: 'Delete a version of an API definition; the last one cannot be deleted',
	extra,
	path,
	refusals: { 400: 'The last version of an API cannot be deleted.' },
	answers: nothing(),
});

const { getSharings, setSharings } = sharingOperations({ noun: 'API definition', all: ALL, path, extra, sharing: 'vendor:api-designer/SharingSet' });

export const apiDefinition = resource(
	'apiDefinition',
	'API Definition',
	{ create, get, getMany, getMetadata, update, delete: remove, audit, getSharings, setSharings, getEligibles: eligibles },
	'The contract of an API, in one of its versions',
);
