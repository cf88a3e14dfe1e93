/** What SCIM says about itself: its schemas, its resource types, and what the service supports. */
import { type Field, type Fields, nameOnWire } from '../../../nodes/shared/declare/fields';
import { type Handlers, ok, type Request, type Result } from '../../handler';
import { type Json, scimPage } from '../../lists/scimList';
import { GROUP_FIELDS } from './group';
import { scimRefusal, URN } from './resource';
import { ROLE_FIELDS } from './role';
import { USER_FIELDS } from './user';

const TYPES: Record<string, string> = {
	integer: 'integer',
	number: 'decimal',
	boolean: 'boolean',
	date: 'dateTime',
	object: 'complex',
	rows: 'complex',
	json: 'complex',
};

function attributeOf([name, field]: [string, Field]): Json {
	const { kind, description, required, secret, fields } = field.spec;
	const wire = nameOnWire(name, field);
	return {
		name: wire,
		type: TYPES[kind] ?? 'string',
		multiValued: field.isMany,
		description,
		required,
		caseExact: false,
		mutability: ['id', 'meta'].includes(wire) ? 'readOnly' : 'readWrite',
		returned: whenReturned(wire, secret),
		uniqueness: wire === 'userName' ? 'server' : 'none',
		...(fields ? { subAttributes: Object.entries(fields).map(attributeOf) } : {}),
	};
}

/** The characteristic `returned` of an attribute (RFC 7643, 7). */
function whenReturned(name: string, isSecret: boolean | undefined): string {
	if (isSecret) return 'never';
	return name === 'id' ? 'always' : 'default';
}

const schemaOf = (name: string, description: string, fields: Fields) => ({
	schemas: [`${URN}Schema`],
	id: `${URN}${name}`,
	name,
	description,
	attributes: Object.entries(fields).map(attributeOf),
});

const SCHEMAS: Json[] = [
	schemaOf('User', 'User Account', USER_FIELDS),
	schemaOf('Group', 'Group', GROUP_FIELDS),
	schemaOf('Role', 'Role', ROLE_FIELDS),
];

/** Users, groups and roles. */
const RESOURCE_TYPES: Json[] = ['User', 'Group', 'Role'].map((name) => ({
	schemas: [`${URN}ResourceType`],
	id: name,
	name,
	endpoint: `/${name}s`,
	description: `${name} resource`,
	schema: `${URN}${name}`,
}));

const CONFIG = {
	schemas: [`${URN}ServiceProviderConfig`],
	patch: { supported: true },
	bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
	filter: { supported: true, maxResults: 1000 },
	changePassword: { supported: true },
	sort: { supported: true },
	etag: { supported: false },
	authenticationSchemes: [
		{
			type: 'oauthbearertoken',
			name: 'OAuth Bearer Token',
			description: 'JWT or personal access token',
			primary: true,
		},
	],
};

function answerWithOne(all: readonly Json[], id: string, noun: string): Result {
	const document = all.find((each) => each.id === id);
	if (!document) throw scimRefusal(404, `${noun} ${id} was not found`);
	return ok(document);
}

const answerWithAll = (all: readonly Json[], { query }: Request): Result =>
	scimPage(all, query, Object.keys(all[0]!));

export const discovery: Handlers = {
	'GET /scim/v2/ServiceProviderConfig': () => ok(CONFIG),
	'GET /scim/v2/Schemas': (request) => answerWithAll(SCHEMAS, request),
	'GET /scim/v2/Schemas/{id}': ({ path }) => answerWithOne(SCHEMAS, path.id!, 'Schema'),
	'GET /scim/v2/ResourceTypes': (request) => answerWithAll(RESOURCE_TYPES, request),
	'GET /scim/v2/ResourceTypes/{id}': ({ path }) =>
		answerWithOne(RESOURCE_TYPES, path.id!, 'Resource type'),
};
