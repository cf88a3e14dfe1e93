/** API definitions. The emulator reads their names and versions, and stores them unchanged. */
import { parseDocument } from 'yaml';

import { withoutUndefined } from '../../../nodes/shared/support/json';
import { created, type Handlers, noContent, ok, type Request } from '../../handler';
import { badRequest, Refusal } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import { collection } from '../collection';
import { groups, users } from '../scim/scimStore';
import { type ApiDefinition, apiDefinitions, apiTests, type Sharing } from './designerStore';

/** The format of a definition, and its title and version. */
interface ReadDefinition {
	format: string;
	name: string;
	version: string;
	description?: string;
	warnings: string[];
}

type Tree = Record<string, unknown> & { info?: Record<string, unknown> };

/**
 * The value of JSON or YAML, with each number as the text that it is written as.
 * @throws Refusal 400
 */
function treeOf(text: string, type: string): Tree {
	try {
		if (type === 'application/json') JSON.parse(text);
		const document = parseDocument(text.replace(/\r\n?/g, '\n'), {
			schema: 'failsafe',
			merge: true,
			logLevel: 'error',
		});
		// There is no limit for aliases, because definitions may repeat their parts often.
		if (document.errors.length === 0) return document.toJS({ maxAliasCount: -1 }) as Tree;
	} catch {
		// Refused below.
	}
	throw badRequest('The definition cannot be parsed');
}

/** How the names of files end, by media type; all others are YAML. */
const ENDINGS: Readonly<Record<string, string>> = {
	'application/json': 'json',
	'application/zip': 'zip',
};

const RAML_FORMATS: Readonly<Record<string, string>> = { '1.0': 'Raml10', '0.8': 'Raml08' };

/** The format of a definition; undefined for any other document. */
function formatOf({ openapi, swagger, swaggerVersion }: Tree): string | undefined {
	if (String(openapi).startsWith('3.')) return 'OpenApi3';
	if (swagger === '2.0') return 'Swagger20';
	return swaggerVersion === '1.2' ? 'Swagger12' : undefined;
}

/**
 * Reads a body as a definition.
 * @throws Refusal 400 if it is none
 */
function readDefinition(text: string, type: string): ReadDefinition {
	const raml = /^#%RAML (1\.0|0\.8)/.exec(text)?.[1];
	const tree = treeOf(text, type);
	if (typeof tree !== 'object' || tree === null) throw badRequest('The body is no API definition');
	const { info = {} } = tree;
	const format = raml === undefined ? formatOf(tree) : RAML_FORMATS[raml];
	if (format === undefined) throw badRequest('The body is no API definition');
	const { title, description, version = '1.0.0' } = { ...tree, ...info };
	const name = String(title ?? '');
	if (name === '') throw badRequest('The definition has no title');
	return {
		format,
		name,
		version: String(version),
		...(typeof description === 'string' ? { description } : {}),
		warnings:
			Object.keys((tree.paths as object | undefined) ?? {}).length === 0 && raml === undefined
				? ['The definition has no path']
				: [],
	};
}

const warningView = (text: string) => ({ message: text, type: 'warning', code: 'EMPTY_PATHS' });

/** Who shares something, and at which level. */
const sharingView = ({ users: people, groups: teams, tenantSharing }: Sharing) => ({
	users: people,
	groups: teams,
	tenantSharing,
});

const metadataView = ({
	id,
	name,
	apiId,
	version,
	description,
	by,
	createdAt,
	changedAt,
	sharing,
}: ApiDefinition) =>
	withoutUndefined({
		id,
		name,
		apiId,
		version,
		description,
		creatorId: by,
		lastUpdaterId: by,
		creationDate: rfc3339(createdAt),
		lastUpdatedDate: rfc3339(changedAt),
		sharings: sharingView(sharing),
	});

const { one } = collection(apiDefinitions, { variable: 'definitionId' });
const { one: oneTest } = collection(apiTests, { variable: 'testId' });

/**
 * The content that a request writes.
 * @throws Refusal 400, 412
 */
function contentOf({
	body,
	query,
}: Request): Pick<
	ApiDefinition,
	'name' | 'version' | 'description' | 'format' | 'mediaType' | 'content'
> & { warnings: string[] } {
	const { type, text, bytes } = body as { type: string; text: string; bytes: Uint8Array };
	const content = Buffer.from(bytes);
	if (type === 'application/zip') {
		if (content.subarray(0, 2).toString() !== 'PK') throw badRequest('The body is no ZIP archive');
		if (query.mainFile === undefined) throw badRequest('mainFile is required for an archive');
		return {
			name: String(query.mainFile).replace(/^.*\/|\.\w+$/g, ''),
			version: '1.0.0',
			format: String(query.format ?? 'OpenApi3'),
			mediaType: type,
			content,
			warnings: [],
		};
	}
	const { warnings, ...found } = readDefinition(text, type);
	if (query.format !== undefined && query.format !== found.format)
		throw badRequest(`The definition is ${found.format}, not ${String(query.format)}`);
	if (query.failOnWarnings === true && warnings.length > 0) throw new Refusal(412, warnings[0]!);
	return { ...found, mediaType: type, content, warnings };
}

const answerOf = (definition: ApiDefinition, warnings: readonly string[]) => ({
	metadata: metadataView(definition),
	validationMessages: warnings.map(warningView),
});

/** @throws Refusal 422 */
function checkedSharing({ state, body }: Request): Sharing {
	const { users: people = [], groups: teams = [], tenantSharing = [] } = body as Partial<Sharing>;
	const unknown =
		people.find(({ userId }) => !users.recordsIn(state).has(userId))?.userId ??
		teams.find(({ groupId }) => !groups.recordsIn(state).has(groupId))?.groupId;
	if (unknown !== undefined) throw new Refusal(422, `${unknown} is no user and no group`);
	for (const { level } of [...people, ...teams])
		if (!['OWNER', 'WRITER'].includes(level.code))
			throw new Refusal(422, `There is no level ${String(level.code)}`);
	if (![...people, ...teams].some(({ level }) => level.code === 'OWNER'))
		throw new Refusal(422, 'There must be an owner');
	return { users: people, groups: teams, tenantSharing };
}

const parsedTime = (value: unknown): number => Date.parse(String(value));

export const designerHandlers: Handlers = {
	'GET /api/v1/api-definitions': ({ state, query }) => {
		const {
			name,
			version,
			creationDateFrom,
			creationDateTo,
			lastUpdatedDateFrom,
			lastUpdatedDateTo,
			sortBy,
			sortOrder,
			limit,
		} = query;
		const found = apiDefinitions
			.all(state)
			.filter(
				(each) =>
					(name === undefined || each.name === name) &&
					(version === undefined || each.version === version) &&
					!(
						each.createdAt < parsedTime(creationDateFrom) ||
						each.createdAt > parsedTime(creationDateTo)
					) &&
					!(
						each.changedAt < parsedTime(lastUpdatedDateFrom) ||
						each.changedAt > parsedTime(lastUpdatedDateTo)
					),
			);
		const sortValue = ({ createdAt, changedAt, name: title }: ApiDefinition) => {
			if (sortBy === 'name') return title;
			return sortBy === 'lastUpdatedDate' ? changedAt : createdAt;
		};
		if (sortBy !== undefined || sortOrder !== undefined)
			found.sort(
				(a, b) => (sortValue(a) < sortValue(b) ? -1 : 1) * (sortOrder === 'desc' ? -1 : 1),
			);
		return ok(found.slice(0, limit as number | undefined).map(metadataView));
	},
	'POST /api/v1/api-definitions': (request) => {
		const { state, clock, caller } = request;
		const { warnings, ...made } = contentOf(request);
		const owner = users.all(state)[0]!.id;
		const definition = apiDefinitions.add(state, {
			...made,
			apiId: state.objectId(),
			createdAt: clock.now(),
			changedAt: clock.now(),
			by: caller.id,
			sharing: {
				users: [{ userId: owner, level: { code: 'OWNER' } }],
				groups: [],
				tenantSharing: [],
			},
		});
		return created(answerOf(definition, warnings));
	},
	'GET /api/v1/api-definitions/{definitionId}': (request) => {
		const { format, mediaType, content, name } = one(request);
		const wanted = request.query.format ?? format;
		if (wanted !== format)
			throw new Refusal(501, `The emulator does not convert ${format} to ${String(wanted)}`);
		const ending = ENDINGS[mediaType] ?? 'yaml';
		return {
			status: 200,
			raw: content,
			headers: {
				'content-type': mediaType,
				'content-disposition': `attachment; filename="${name.replace(/\W+/g, '-')}.${ending}"`,
			},
		};
	},
	'PUT /api/v1/api-definitions/{definitionId}': (request) => {
		const definition = one(request);
		const { warnings, ...changed } = contentOf(request);
		Object.assign(definition, changed, { changedAt: request.clock.now() });
		return ok(answerOf(definition, warnings));
	},
	'DELETE /api/v1/api-definitions/{definitionId}': (request) => {
		apiDefinitions.recordsIn(request.state).delete(one(request).id);
		return noContent();
	},
	'GET /api/v1/api-definitions/{definitionId}/metadata': (request) =>
		ok(metadataView(one(request))),
	'GET /api/v1/api-definitions/{definitionId}/audit': (request) => {
		one(request);
		return ok([
			{
				message: 'Discriminators are not supported',
				type: 'warning',
				code: 'DISCRIMINATOR',
				location: '$.components',
			},
		]);
	},
	'GET /api/v1/api-definitions/{definitionId}/sharings': (request) =>
		ok(sharingView(one(request).sharing)),
	'PUT /api/v1/api-definitions/{definitionId}/sharings': (request) => {
		one(request).sharing = checkedSharing(request);
		return noContent();
	},
	'GET /api/v1/api-definitions/sharings/eligibles': ({ state }) =>
		ok({
			users: users
				.all(state)
				.map(({ id, attributes }) => ({ userId: id, ...nameFields(attributes) })),
			groups: groups
				.all(state)
				.map(({ id, attributes }) => ({ groupId: id, groupName: String(attributes.displayName) })),
			tenantSharing: [],
		}),
	'GET /api/v1/api-tests': ({ state }) =>
		ok(apiTests.all(state).map(({ id, name }) => ({ id, name }))),
	'GET /api/v1/api-tests/{testId}/sharings': (request) => ok(sharingView(oneTest(request).sharing)),
	'PUT /api/v1/api-tests/{testId}/sharings': (request) => {
		oneTest(request).sharing = checkedSharing(request);
		return noContent();
	},
};

function nameFields({ name }: Record<string, unknown>): object {
	const { givenName, familyName } = (name ?? {}) as { givenName?: string; familyName?: string };
	return withoutUndefined({
		firstName: givenName,
		lastName: familyName,
	});
}
