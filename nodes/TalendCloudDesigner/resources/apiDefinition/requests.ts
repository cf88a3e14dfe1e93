/** The requests about API definitions, with their fields. */
import { fileAnswer, nothing, type Output, record, records } from '../../../shared/declare/answers';
import { operation, wholeBody } from '../../../shared/declare/define';
import {
	boolean,
	choice,
	datetime,
	type Fields,
	id,
	integer,
	text,
} from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { requirement } from '../../../shared/declare/messages';
import type {
	ContextShowing,
	OperationContext,
	RequestOperation,
} from '../../../shared/declare/operation';
import { FROM_DEFINITION } from '../../../shared/declare/origin';
import type { Input } from '../../../shared/declare/runtime/context';
import { readWholeFile } from '../../../shared/flows/givenFile';
import { sharingOperations } from '../../sharing';
import { type Definition, DEFINITION_MESSAGES, definitionIn, FORMATS } from './definition';

const METADATA_SCHEMA = 'vendor:api-designer/ApiDefinitionMetadata';

const WRITE_SCHEMA = 'vendor:api-designer/ApiDefinitionWriteResponse';

const DEFINITIONS_PATH = '/api/v1/api-definitions';

const origin = FROM_DEFINITION;

export const getMany = operation(`GET ${DEFINITIONS_PATH}`, {
	name: 'Get Many',
	action: 'Get many API definitions',
	description: 'List the API definitions with their versions and whom they are shared with',
	origin,
	query: {
		name: text('Only definitions with this name').eg('Invoices API').optional(),
		version: text('Only definitions with this version').eg('1.0.0').optional(),
		creationDateFrom: datetime('Only definitions created at this time or later')
			.label('Created From')
			.optional(),
		creationDateTo: datetime('Only definitions created at this time or earlier')
			.label('Created To')
			.optional(),
		lastUpdatedDateFrom: datetime('Only definitions changed at this time or later')
			.label('Changed From')
			.optional(),
		lastUpdatedDateTo: datetime('Only definitions changed at this time or earlier')
			.label('Changed To')
			.optional(),
		sortBy: choice('Field to sort by', [
			{ value: 'creationDate', name: 'Creation Date' },
			{ value: 'lastUpdatedDate', name: 'Last Updated Date' },
			{ value: 'name', name: 'Name' },
		]).optional(),
		sortOrder: choice('Sort direction', [
			{ value: 'asc', name: 'Ascending' },
			{ value: 'desc', name: 'Descending' },
		]).optional(),
		most: integer('Maximum number of definitions that Talend Cloud returns')
			.wireName('limit')
			.label('Platform Limit')
			.min(1)
			.sample(100)
			.optional(),
	},
	pages: allAtOnce,
	answers: records(METADATA_SCHEMA, {
		key: 'id',
		simple: ['id', 'name', 'apiId', 'version', 'description', 'creationDate', 'lastUpdatedDate'],
	}),
});

export const definitionPicker = picker({
	noun: 'API definition',
	method: 'searchApiDefinitions',
	list: getMany,
	entry: ({ id: value, name, version }) => ({
		id: value,
		name,
		description: version ? `Version ${String(version)}` : undefined,
	}),
	byName: true,
	example: '5f8e1d2c3b4a59687786f5e4',
});

const definitionPath = {
	definitionId: id('The API definition, in one of its versions')
		.label('API Definition')
		.pick(definitionPicker),
};

export const contentSettings: Fields = {
	definitionFrom: choice('Where the definition comes from', [
		{ value: 'text', name: 'Text', description: 'JSON or YAML, as text' },
		{ value: 'file', name: 'File', description: 'A binary field of the item' },
	])
		.inOrder()
		.initial('text'),
	definitionText: text('The definition, as JSON or YAML: OpenAPI, Swagger or RAML')
		.label('Definition')
		.multiline()
		.eg('openapi: 3.0.3')
		.sample('{"openapi":"3.0.3","info":{"title":"Invoices API","version":"1.0.0"},"paths":{}}')
		.shownWhen({ definitionFrom: ['text'] }),
	binaryField: text('Name of the binary field with the definition')
		.label('Input Binary Field')
		.initial('data')
		.shownWhen({ definitionFrom: ['file'] }),
};

export const formatQuery = {
	format: choice('Format of the definition; must match its content', FORMATS)
		.sample('OpenApi3')
		.optional(),
	mainFile: text('Path of the main file in a ZIP archive').eg('api.yaml').optional(),
	failOnWarnings: boolean('Whether a definition with warnings is refused').optional(),
};

export async function givenDefinition(
	op: ContextShowing<typeof DEFINITION_MESSAGES>,
	{ settings }: Input,
): Promise<Definition> {
	if (settings.definitionFrom !== 'file')
		return definitionIn(op, Buffer.from(String(settings.definitionText)), 'definition', 'text');
	const file = await op.file(String(settings.binaryField), 'binaryField');
	return definitionIn(op, await readWholeFile(file), file.fileName, 'file');
}

const ONE_FILE = requirement(
	'binaryField',
	'Input Binary Field',
	'must be one file: a ZIP archive can only be given to Create',
);

const NO_MAIN_FILE = requirement(
	'mainFile',
	'Main File',
	'must be given for a ZIP archive: the path of its main file',
);

export const OTHER_FORMAT = requirement(
	'format',
	'Format',
	'must match the definition, which is {format}',
);

/**
 * Sends a definition with the media type of its format.
 * @throws BadInput if the user chose another format
 */
export async function sendDefinition(
	op: OperationContext<typeof OTHER_FORMAT>,
	request: RequestOperation,
	input: Input,
	{ file: body, format }: Definition,
): Promise<Output[]> {
	const { format: wantedFormat } = input.query;
	if (format !== undefined && wantedFormat !== undefined && wantedFormat !== format)
		throw op.refusal(OTHER_FORMAT, {
			format: FORMATS.find(({ value }) => value === format)!.name,
		});
	return await op.request(request, { ...input, body });
}

export const writtenAnswer = record(WRITE_SCHEMA, { requiredFields: ['metadata'] });

const body = wholeBody('definition', text('The definition').derived());

const refusals = {
	400: 'Talend Cloud could not read it as an API definition: check its content, and the format.',
	412: 'The definition produces warnings, and Fail on Warnings is on: correct the definition, or turn the option off.',
	415: 'Talend Cloud does not accept this kind of file as a definition.',
};

const CREATE_MESSAGES = [...DEFINITION_MESSAGES, NO_MAIN_FILE, OTHER_FORMAT];

export const create = operation(`POST ${DEFINITIONS_PATH}`, {
	name: 'Create',
	action: 'Create an API definition',
	description:
		'Create an API definition from text, a file or a ZIP archive, in OpenAPI, Swagger or RAML',
	origin,
	slow: true,
	query: formatQuery,
	body: { ...body, contentTypes: ['application/json', 'application/x-yaml', 'application/zip'] },
	settings: contentSettings,
	refusals,
	howToCheck: 'Check with Get Many before creating it again.',
	messages: CREATE_MESSAGES,
	answers: writtenAnswer,
	perform: createDefinition,
});

async function createDefinition(
	op: ContextShowing<typeof CREATE_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const definition = await givenDefinition(op, input);
	if (definition.format === undefined && input.query.mainFile === undefined)
		throw op.refusal(NO_MAIN_FILE);
	return await sendDefinition(op, request, input, definition);
}

const UPDATE_MESSAGES = [...DEFINITION_MESSAGES, ONE_FILE, OTHER_FORMAT];

export const update = operation(`PUT ${DEFINITIONS_PATH}/{definitionId}`, {
	destructive: true,
	name: 'Update',
	action: 'Replace an API definition',
	description: 'Replace the content of an API definition with text or a file',
	origin,
	slow: true,
	path: definitionPath,
	query: formatQuery,
	body: { ...body, contentTypes: ['application/json', 'application/x-yaml'] },
	settings: contentSettings,
	refusals: { 400: refusals[400], 412: refusals[412] },
	messages: UPDATE_MESSAGES,
	answers: writtenAnswer,
	perform: updateDefinition,
});

async function updateDefinition(
	op: ContextShowing<typeof UPDATE_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const definition = await givenDefinition(op, input);
	if (definition.format === undefined) throw op.refusal(ONE_FILE);
	return await sendDefinition(op, request, input, definition);
}

export const get = operation(`GET ${DEFINITIONS_PATH}/{definitionId}`, {
	name: 'Get',
	action: 'Get an API definition as a file',
	description: 'Get the content of an API definition in a format, as a file',
	origin,
	path: definitionPath,
	query: {
		format: choice('Format of the file', [
			...FORMATS,
			{ value: 'OpenApi3Aws', name: 'OpenAPI 3 for AWS' },
			{ value: 'Swagger20Azure', name: 'Swagger 2.0 for Azure' },
			{ value: 'ApiPortalContent', name: 'Content of the API Portal' },
		]).optional(),
		talendExtensions: boolean(
			'Whether to include extensions that only Talend understands',
		).optional(),
	},
	refusals: { 415: 'The definition cannot be returned in this format.' },
	answers: fileAnswer({ fileName: 'api-definition', fileFormat: 'definition' }),
});

export const getMetadata = operation(`GET ${DEFINITIONS_PATH}/{definitionId}/metadata`, {
	name: 'Get Metadata',
	action: 'Get the metadata of an API definition',
	description: 'Get the name, version, times and sharing of an API definition',
	origin,
	path: definitionPath,
	answers: record(METADATA_SCHEMA),
});

export const audit = operation(`GET ${DEFINITIONS_PATH}/{definitionId}/audit`, {
	name: 'Audit',
	action: 'Audit an API definition for a gateway',
	description: 'List what a gateway does not support in an API definition',
	origin,
	path: definitionPath,
	query: {
		format: choice('Gateway to check the definition against', [
			{ value: 'OpenApi3Aws', name: 'AWS (OpenAPI 3)' },
			{ value: 'Swagger20Azure', name: 'Azure (Swagger 2.0)' },
		]).label('Gateway'),
	},
	pages: allAtOnce,
	answers: records('vendor:api-designer/ApiDefinitionMessage'),
});

export const remove = operation(`DELETE ${DEFINITIONS_PATH}/{definitionId}`, {
	name: 'Delete',
	action: 'Delete an API definition',
	description: 'Delete a version of an API definition; the last one cannot be deleted',
	origin,
	path: definitionPath,
	refusals: { 400: 'The last version of an API cannot be deleted.' },
	answers: nothing(),
});

export const { getSharings, setSharings } = sharingOperations({
	noun: 'API definition',
	all: DEFINITIONS_PATH,
	path: definitionPath,
	origin,
	sharing: 'vendor:api-designer/SharingSet',
});
