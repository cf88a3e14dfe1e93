import type { IDataObject } from 'n8n-workflow';

import { fileAnswer, nothing, type Output, record, records } from '../../shared/declare/answers';
import type { Input } from '../../shared/declare/context';
import { flow, operation, resource, wholeBody } from '../../shared/declare/define';
import {
	boolean,
	choice,
	datetime,
	type Fields,
	id,
	integer,
	text,
	type Values,
} from '../../shared/declare/field';
import { HALF_A_CHARACTER } from '../../shared/declare/input/check';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { hint, problem, requirement } from '../../shared/declare/messages';
import type {
	ContextShowing,
	OperationContext,
	RequestOperation,
} from '../../shared/declare/operation';
import { FROM_DEFINITION } from '../../shared/declare/origin';
import { contentOf } from '../../shared/flows/givenFile';
import { PREVIEWED } from '../../shared/flows/preview';
import { findByName } from '../../shared/flows/wholeRecords';
import { objectIn } from '../../shared/support/json';
import { unlessRefused } from '../../shared/support/refused';
import { visibleName } from '../../shared/support/visibleNames';
import { type Definition, DEFINITION_MESSAGES, definitionIn, FORMATS, isSame } from '../definition';
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
		sortOrder: choice('Order', [
			{ value: 'asc', name: 'Ascending' },
			{ value: 'desc', name: 'Descending' },
		]).optional(),
		most: integer('How many definitions the platform returns at most')
			.wireName('limit')
			.label('Platform Limit')
			.min(1)
			.sample(100)
			.optional(),
	},
	pages: allAtOnce,
	answers: records(METADATA, {
		key: 'id',
		simple: ['id', 'name', 'apiId', 'version', 'description', 'creationDate', 'lastUpdatedDate'],
	}),
});

const definitionPicker = picker({
	noun: 'API definition',
	method: 'searchApiDefinitions',
	list: getMany,
	entry: ({ id: value, name, version }) => ({
		id: String(value ?? ''),
		name: String(name ?? ''),
		description: version ? `Version ${String(version)}` : undefined,
	}),
	byName: true,
	example: '5f8e1d2c3b4a59687786f5e4',
});

const path = {
	definitionId: id('The API definition, in one of its versions')
		.label('API Definition')
		.pick(definitionPicker),
};

const content: Fields = {
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

const query = {
	format: choice('Format of the definition; it must be that of its content', FORMATS)
		.sample('OpenApi3')
		.optional(),
	mainFile: text('Path of the main file in a ZIP archive').eg('api.yaml').optional(),
	failOnWarnings: boolean('Whether a definition with warnings is refused').optional(),
};

async function given(
	op: ContextShowing<typeof DEFINITION_MESSAGES>,
	{ settings }: Input,
): Promise<Definition> {
	if (settings.definitionFrom !== 'file')
		return definitionIn(op, Buffer.from(String(settings.definitionText)), 'definition', 'text');
	const source = await op.file(String(settings.binaryField));
	return definitionIn(op, await contentOf(source), source.fileName, 'file');
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
const OTHER_FORMAT = requirement(
	'format',
	'Format',
	'must be that of the definition: it is {format}',
);

/**
 * Sends a definition as what it is, with its format.
 * @throws BadInput if another one was chosen
 */
async function send(
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

const written = record(WRITTEN, { requiredFields: ['metadata'] });

const body = wholeBody('definition', text('The definition').derived());

const refusals = {
	400: 'The platform could not read it as an API definition: check its content, and the format.',
	412: 'The definition produces warnings, and Fail On Warnings is on: correct it, or turn that off.',
	415: 'The platform does not take this kind of file as a definition.',
};

const CREATE_MESSAGES = [...DEFINITION_MESSAGES, NO_MAIN_FILE, OTHER_FORMAT];

const create = operation(`POST ${ALL}`, {
	name: 'Create',
	action: 'Create an API definition',
	description:
		'Create an API definition from text, a file or a ZIP archive, in OpenAPI, Swagger or RAML',
	extra,
	slow: true,
	query,
	body: { ...body, contentTypes: ['application/json', 'application/x-yaml', 'application/zip'] },
	settings: content,
	refusals,
	howToCheck: 'Check with Get Many before creating it again.',
	messages: CREATE_MESSAGES,
	answers: written,
	perform: createDefinition,
});

async function createDefinition(
	op: ContextShowing<typeof CREATE_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const definition = await given(op, input);
	if (definition.format === undefined && input.query.mainFile === undefined)
		throw op.refusal(NO_MAIN_FILE);
	return await send(op, request, input, definition);
}

const UPDATE_MESSAGES = [...DEFINITION_MESSAGES, ONE_FILE, OTHER_FORMAT];

const update = operation(`PUT ${ALL}/{definitionId}`, {
	destructive: true,
	name: 'Update',
	action: 'Replace an API definition',
	description: 'Replace the content of an API definition with text or a file',
	extra,
	slow: true,
	path,
	query,
	body: { ...body, contentTypes: ['application/json', 'application/x-yaml'] },
	settings: content,
	refusals: { 400: refusals[400], 412: refusals[412] },
	messages: UPDATE_MESSAGES,
	answers: written,
	perform: updateDefinition,
});

async function updateDefinition(
	op: ContextShowing<typeof UPDATE_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const definition = await given(op, input);
	if (definition.format === undefined) throw op.refusal(ONE_FILE);
	return await send(op, request, input, definition);
}

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
		talendExtensions: boolean(
			'Whether to include extensions that only Talend understands',
		).optional(),
	},
	refusals: { 415: 'The definition cannot be returned in this format.' },
	answers: fileAnswer({ fileName: 'api-definition', fileFormat: 'definition' }),
});

const getMetadata = operation(`GET ${ALL}/{definitionId}/metadata`, {
	name: 'Get Metadata',
	action: 'Get the metadata of an API definition',
	description: 'Read name, version, times and sharing of an API definition',
	extra,
	path,
	answers: record(METADATA),
});

const audit = operation(`GET ${ALL}/{definitionId}/audit`, {
	name: 'Audit',
	action: 'Audit an API definition for a gateway',
	description: 'List what a gateway does not support in an API definition',
	extra,
	path,
	query: {
		format: choice('Gateway to check the definition against', [
			{ value: 'OpenApi3Aws', name: 'AWS (OpenAPI 3)' },
			{ value: 'Swagger20Azure', name: 'Azure (Swagger 2.0)' },
		]).label('Gateway'),
	},
	pages: allAtOnce,
	answers: records('vendor:api-designer/ApiDefinitionMessage'),
});

/** What the platform holds, in a format; nothing if it cannot be shown in it. */
async function heldText(
	op: OperationContext,
	definitionId: string,
	format: string,
): Promise<string | undefined> {
	const input = {
		path: { definitionId },
		query: { format },
		body: undefined,
		settings: {},
		values: {},
	};
	const answer = await unlessRefused(op.send(get, input), [415], { body: undefined });
	return answer.body === undefined
		? undefined
		: Buffer.from(answer.body as Uint8Array).toString('utf8');
}

const NOT_COMPARED = requirement(
	'binaryField',
	'Input Binary Field',
	'must be one file: a ZIP archive cannot be compared',
);
const NO_TITLE = requirement(
	'definitionId',
	'API Definition',
	'must be chosen: the given definition has no title by which it could be found',
);
const CUT_TITLE = requirement(
	'definitionId',
	'API Definition',
	'must be chosen: the title of the given definition, {title}, contains half of a character',
);
const SEVERAL = problem(
	'{count} API definitions are called {name}',
	'Nothing was changed. Choose one of them as API Definition: {ids}.',
);

const CALLED_OTHERWISE = hint(
	'API Designer calls this definition {name}, not {given}, so the next Push would create it again. Put title and version in quotes in the definition, or choose it as API Definition.',
);

const PUSH_MESSAGES = [
	CALLED_OTHERWISE,
	NOT_COMPARED,
	NO_TITLE,
	CUT_TITLE,
	SEVERAL,
	...DEFINITION_MESSAGES,
	OTHER_FORMAT,
	PREVIEWED,
];

/**
 * The definition on the platform that a given one is about.
 * @throws if it is unclear which one
 */
async function counterpart(
	op: OperationContext<typeof NO_TITLE | typeof CUT_TITLE | typeof SEVERAL>,
	{ title, version }: Definition,
	wantedType: string | undefined,
): Promise<IDataObject | undefined> {
	if (wantedType !== undefined)
		return objectIn((await op.sendValues(getMetadata, { definitionId: wantedType })).body);
	if (title === undefined || title.trim() === '') throw op.refusal(NO_TITLE);
	if (HALF_A_CHARACTER.test(title))
		throw op.refusal(CUT_TITLE, { title: title.replace(HALF_A_CHARACTER, '\ufffd') });
	const matches = await findByName(op, title, {
		list: getMany,
		values: version === undefined ? {} : { version },
		search: (name) => ({ name }),
		within: (each) => version === undefined || each.version === version,
	});
	if (matches.length > 1) {
		throw op.problem(SEVERAL, {
			count: matches.length,
			name: nameWithVersion(title, version),
			ids: matches.map(({ id: value }) => String(value)).join(', '),
		});
	}
	return matches[0];
}

/** Creates or replaces what is on the platform, unless it is the same. */
async function pushed(
	op: ContextShowing<typeof PUSH_MESSAGES>,
	settings: IDataObject,
	definition: Definition,
): Promise<Output[]> {
	const { format, text: newText } = definition;
	if (newText === undefined || format === undefined) throw op.refusal(NOT_COMPARED);
	const present = await counterpart(op, definition, settings.definitionId as string | undefined);
	const held = present && (await heldText(op, String(present.id), format));
	if (held !== undefined && isSame(newText, held))
		return [{ json: { action: 'unchanged', metadata: present } }];
	if (settings.preview === true) {
		op.hint(PREVIEWED);
		const action = present ? 'update' : 'create';
		return [{ json: { action, preview: true, ...(present ? { metadata: present } : {}) } }];
	}
	const action = present ? 'updated' : 'created';
	const { failOnWarnings } = settings;
	const input: Input = {
		path: present ? { definitionId: String(present.id) } : {},
		query: { format, ...(failOnWarnings === undefined ? {} : { failOnWarnings }) },
		body: undefined,
		settings,
		values: {},
	};
	const outputs = await send(op, present ? update : create, input, definition);
	if (settings.definitionId === undefined)
		for (const { json } of outputs) hintIfCalledOtherwise(op, definition, objectIn(json.metadata));
	return outputs.map(({ json }) => ({ json: { action, ...json } }));
}

/** A name and a version as a message has them. */
const nameWithVersion = (name: unknown, version: unknown): string =>
	version === undefined ? String(name) : `${String(name)}, version ${String(version)}`;

/**
 * A reader of YAML 1.1 takes `Yes` for true and 1.10 for 1.1. What the platform calls otherwise is
 * not found again by the title and version of the definition.
 */
function hintIfCalledOtherwise(
	op: OperationContext<typeof CALLED_OTHERWISE>,
	{ title, version }: Definition,
	{ name, version: versionThere }: IDataObject,
): void {
	if (title === undefined || name === undefined) return;
	const isCalledSo = visibleName(String(name)) === visibleName(title);
	if (isCalledSo && (version === undefined || versionThere === version)) return;
	op.hint(CALLED_OTHERWISE, {
		name: nameWithVersion(name, version === undefined ? undefined : versionThere),
		given: nameWithVersion(title, version),
	});
}

const pushFields = {
	definitionId: id(
		'The API definition to compare with and to replace; if left out, it is found by the title and version of the given one',
	)
		.label('API Definition')
		.pick(definitionPicker)
		.optional()
		.onTop(),
};

const pushSettings = {
	...content,
	preview: boolean('Whether to only show what would be done').initial(false),
	failOnWarnings: query.failOnWarnings,
};

const push = flow({
	destructive: true,
	name: 'Push',
	action: 'Push an API definition where it differs',
	description:
		'Create an API definition, or replace it if it differs from what API Designer has; for definitions that are kept in a Git repository',
	fields: pushFields,
	settings: pushSettings,
	uses: [getMany, getMetadata, get, create, update],
	messages: PUSH_MESSAGES,
	answers: written,
	run: pushDefinition,
});

/** The input of *Push*. */
type PushInput = Values<typeof pushFields> & Values<typeof pushSettings>;

async function pushDefinition(
	op: ContextShowing<typeof PUSH_MESSAGES>,
	settings: PushInput,
): Promise<Output[]> {
	const definition = await given(op, {
		settings,
		path: {},
		query: {},
		body: undefined,
		values: {},
	});
	const { title = '', version = '' } = definition;
	return await op.serialize(
		visibleName(`API definition ${title} ${version}`),
		async () => await pushed(op, settings, definition),
	);
}

const remove = operation(`DELETE ${ALL}/{definitionId}`, {
	name: 'Delete',
	action: 'Delete an API definition',
	description: 'Delete a version of an API definition; the last one cannot be deleted',
	extra,
	path,
	refusals: { 400: 'The last version of an API cannot be deleted.' },
	answers: nothing(),
});

const { getSharings, setSharings } = sharingOperations({
	noun: 'API definition',
	all: ALL,
	path,
	extra,
	sharing: 'vendor:api-designer/SharingSet',
});

export const apiDefinition = resource(
	'apiDefinition',
	'API Definition',
	{
		create,
		get,
		getMany,
		getMetadata,
		push,
		update,
		delete: remove,
		audit,
		getSharings,
		setSharings,
		getEligibles: eligibles,
	},
	'The contract of an API, in one of its versions',
);
