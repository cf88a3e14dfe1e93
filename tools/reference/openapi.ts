/**
 * The requests of all operations as an OpenAPI 3.1 document: paths, fields, rules and refusals from
 * the declarations, the schemas of answers from the two descriptions of the platform.
 */
import { z } from 'zod/v4';

import { bodyFields, isWholeBody } from '../../nodes/shared/declare/define';
import { type Field, type Fields, labelOf, nameOnWire } from '../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { interfaceOperation, UNSHOWN_PATHS } from '../interface/documents';
import { jsonSchemaOf, vendorOperation } from '../interface/vendor';
import { exampleNames } from './example';
import { exampleOf } from './fieldExample';
import { everyOperation, neededFor, type Placed, titleOf } from './operations';
import { describedRefusals } from './refusals';
import { rulesOf } from './rules';
import { componentsOf, type Refs, refTo, type Schema } from './schemas';

const without = (name: string, schema: object): Schema =>
	Object.fromEntries(Object.entries(schema).filter(([key]) => key !== name));

/** Everything that is known about a field, as a JSON schema. */
function fieldSchema(name: string, field: Field): Schema {
	const schema = without('$schema', z.toJSONSchema(field.schema, { unrepresentable: 'any' }));
	const { spec } = field;
	const object = (schema.properties ? schema : schema.items) as Schema | undefined;
	const properties = object?.properties as Record<string, Schema> | undefined;
	// The schema has the rules; only the declarations describe the fields inside.
	if (spec.fields && properties)
		for (const [inner, of] of Object.entries(spec.fields))
			properties[nameOnWire(inner, of)] = fieldSchema(inner, of);
	return {
		...schema,
		title: labelOf(name, field),
		description: [spec.description, ...rulesOf(field)].join('; '),
		...(spec.apiDefault === undefined ? {} : { default: spec.apiDefault }),
		...(spec.secret ? { writeOnly: true, format: 'password' } : {}),
	};
}

function parameter(place: 'path' | 'query', name: string, field: Field): Schema {
	const { description, ...schema } = without('title', fieldSchema(name, field));
	return {
		name: nameOnWire(name, field),
		in: place,
		description,
		...(field.spec.required || place === 'path' ? { required: true } : {}),
		schema,
		...(field.spec.secret ? {} : { example: exampleOf(name, field).wire }),
		// Repeated: `userIds=a&userIds=b`.
		...(field.isMany ? { style: 'form', explode: true } : {}),
	};
}

/** The schema of a body that is an object of fields. */
function objectOf(fields: Fields, constants: object = {}): Schema {
	const fixed = Object.entries(constants).filter(([name]) => !(name in fields));
	const entries = Object.entries(fields);
	const required = [
		...fixed.map(([name]) => name),
		...entries
			.filter(
				([, { spec }]) => spec.required && spec.since === undefined && spec.until === undefined,
			)
			.map(([name, field]) => nameOnWire(name, field)),
	];
	return {
		type: 'object',
		properties: {
			...Object.fromEntries(fixed.map(([name, value]) => [name, { const: value as unknown }])),
			...Object.fromEntries(
				entries.map(([name, field]) => [nameOnWire(name, field), fieldSchema(name, field)]),
			),
		},
		...(required.length > 0 ? { required } : {}),
		additionalProperties: false,
	};
}

/** Media type and schema of the body of a request; undefined if it has none. */
function sentBody(
	operation: RequestOperation,
): { type: string; schema: Schema; example?: unknown } | undefined {
	const { body, constants, multipart } = operation;
	if (body === undefined) return undefined;
	if (isWholeBody(body))
		return {
			type: body.contentType ?? 'application/json',
			schema: fieldSchema(body.whole, body.field),
			example: exampleOf(body.whole, body.field).wire,
		};
	if (!multipart)
		return {
			type: 'application/json',
			schema: objectOf(body, constants),
			example: bodyExample(operation),
		};
	const files = Object.entries(body)
		.filter(([, { isFile }]) => isFile)
		.map(([name, field]): [string, Schema] => [
			nameOnWire(name, field),
			{
				type: 'string',
				contentMediaType: 'application/octet-stream',
				description: field.spec.description,
			},
		]);
	const rest = Object.fromEntries(Object.entries(body).filter(([, { isFile }]) => !isFile));
	const json: Array<[string, Schema]> =
		multipart.jsonPart === undefined ? [] : [[multipart.jsonPart, objectOf(rest, constants)]];
	return {
		type: 'multipart/form-data',
		schema: {
			type: 'object',
			properties: Object.fromEntries([...json, ...files]),
			required: [...json, ...files].map(([name]) => name),
			additionalProperties: false,
		},
	};
}

function bodyExample(operation: RequestOperation): unknown {
	const fields = bodyFields(operation);
	const chosen = new Set(exampleNames(operation));
	const sent = Object.entries(fields).filter(
		([name, { spec }]) =>
			!spec.secret && (chosen.has(name) || spec.required || spec.initial !== undefined),
	);
	return {
		...operation.constants,
		...Object.fromEntries(
			sent.map(([name, field]) => [
				nameOnWire(name, field),
				field.spec.initial === undefined || chosen.has(name)
					? exampleOf(name, field).wire
					: field.spec.initial,
			]),
		),
	};
}

/** The status of a success that the documents do not name. */
const SUCCESS: Readonly<Record<string, string>> = {
	record: '200',
	list: '200',
	nothing: '204',
	file: '200',
};

function answersOf(operation: RequestOperation, refs: Refs): Record<string, Schema> {
	const { method, endpoint, answers } = operation;
	const vendor = vendorOperation(method, endpoint);
	const documents =
		interfaceOperation(method, endpoint)?.success.map(({ status }) =>
			String(status ?? SUCCESS[answers.kind]),
		) ?? [];
	const statuses = [
		...new Set([
			...documents,
			...Object.keys(vendor?.answers ?? {}).filter((status) => /^2\d\d$/.test(status)),
		]),
	];
	return Object.fromEntries(
		(statuses.length > 0 ? statuses : [SUCCESS[answers.kind]!]).map((status) => {
			const theirs = jsonSchemaOf(vendor?.answers[status]);
			const schema = theirs ? refs.rewritten(theirs) : answeredSchema(operation, status, refs);
			const type = answers.kind === 'file' ? 'application/octet-stream' : 'application/json';
			return [
				status,
				{
					description: descriptionOf(operation),
					...(schema ? { content: { [type]: { schema } } } : {}),
				},
			];
		}),
	);
}

const descriptionOf = ({ answers }: RequestOperation): string =>
	({ record: 'The record', list: 'The list, or a page of it', nothing: 'Done', file: 'The file' })[
		answers.kind
	];

function answeredSchema(
	{ answers }: RequestOperation,
	status: string,
	refs: Refs,
): Schema | undefined {
	if (status === '204' || answers.kind === 'nothing') return undefined;
	if (answers.kind === 'file') return {};
	const one = answers.schema === undefined ? {} : refTo(answers.schema, refs);
	if (answers.kind === 'record') return one;
	const list = { type: 'array', items: one };
	if (answers.page !== undefined) return refTo(answers.page, refs);
	const names =
		answers.listPath === undefined ? ['items', 'data', 'Resources', 'results'] : [answers.listPath];
	return {
		anyOf: [
			list,
			{ type: 'object', properties: Object.fromEntries(names.map((name) => [name, list])) },
		],
	};
}

const REFUSAL = { $ref: '#/components/schemas/Refusal' };

/** One method of a path, with all operations that are declared for it. */
function pathItem(
	placed: readonly Placed[],
	operations: readonly RequestOperation[],
	refs: Refs,
): Schema {
	const [first] = operations as [RequestOperation];
	const [{ area, resource, value }] = placed as [Placed];
	const body = requestBody(operations);
	const needed = neededFor(first);
	const rules = [
		...new Set(
			operations.flatMap((operation) =>
				(operation.rules ?? []).filter(({ caution }) => !caution).map(({ says }) => says),
			),
		),
	];
	const parameters = parametersOf(operations);
	return {
		operationId: `${area}.${resource.value}.${value}`,
		tags: [`${area}: ${resource.name}`],
		summary: placed.map(({ operation }) => operation.action).join('; or: '),
		description: [
			...placed.map(({ operation }) => `${operation.description}.`),
			...rules.map((rule) => `Rule: ${rule}.`),
			permissionSentence(needed.known),
		].join('\n\n'),
		...(parameters.length > 0 ? { parameters } : {}),
		...(body ? { requestBody: body } : {}),
		responses: { ...answersOf(first, refs), ...refusalsOf(operations) },
		security: first.basicAuth ? [{ serviceAccount: [] }] : [{ token: [] }],
		...(needed.known.length > 0 ? { 'x-permissions': needed.known } : {}),
		...(rules.length > 0 ? { 'x-rules': rules } : {}),
		...(placed.some(({ operation }) => operation.kind === 'request' && operation.origin)
			? { 'x-source': first.origin ?? 'the interface documents' }
			: {}),
	};
}

/** The parameters in the path and in the query of operations on one path. */
function parametersOf(operations: readonly RequestOperation[]): Schema[] {
	const [first] = operations as [RequestOperation];
	return [
		...Object.entries(first.path ?? {}).map(([name, field]) => parameter('path', name, field)),
		...Object.entries(Object.assign({}, ...operations.map(({ query }) => query)) as Fields).map(
			([name, field]) => parameter('query', name, field),
		),
	].filter((each) => first.endpoint !== '{path}' || each.in !== 'path');
}

/** The bodies that operations on one path send, by media type. */
function requestBody(operations: readonly RequestOperation[]): Schema | undefined {
	const bodies = operations.map(sentBody).filter((body) => body !== undefined);
	if (bodies.length === 0) return undefined;
	const types = [...new Set(bodies.map(({ type }) => type))];
	const contentOf = (type: string) => {
		const ofType = bodies.filter((body) => body.type === type);
		const [{ schema, example }] = ofType as [(typeof bodies)[number]];
		return {
			schema: ofType.length === 1 ? schema : { anyOf: ofType.map((body) => body.schema) },
			...(example === undefined ? {} : { example }),
		};
	};
	return {
		// A body without fields is sent as an empty object.
		required: true,
		content: Object.fromEntries(types.map((type) => [type, contentOf(type)])),
	};
}

/** The refusals of operations on one path that are described, by status. */
function refusalsOf(operations: readonly RequestOperation[]): Schema {
	const refusals = new Map<string, string[]>();
	for (const { status, words } of operations.flatMap(describedRefusals))
		refusals.set(status, [...new Set([...(refusals.get(status) ?? []), words])]);
	return Object.fromEntries(
		[...refusals].map(([status, words]) => [
			status,
			{
				description: words.join(' Or: '),
				content: { 'application/json': { schema: REFUSAL } },
			},
		]),
	);
}

const permissionSentence = (known: readonly string[]): string =>
	known.length === 0 ? 'Permission: not known.' : `Permission: ${known.join('; and ')}.`;

/**
 * The document.
 * @param servers addresses of the platform
 * @param version that of the package
 */
export function openApi(
	version: string,
	servers: ReadonlyArray<{ url: string; description?: string }>,
): Schema {
	const refs = componentsOf();
	// Making the paths also collects the schemas that they refer to.
	const paths = pathsOf(refs);
	return {
		openapi: '3.1.0',
		info: {
			title: 'Talend Cloud, as n8n-nodes-talend-cloud uses it',
			version,
			license: { name: 'MIT', identifier: 'MIT' },
			description:
				'Generated from the declarations of the nodes. It describes what the nodes send and the emulator accepts. It is not published by the vendor.',
		},
		servers,
		tags: tags(),
		paths,
		components: {
			securitySchemes: {
				token: {
					type: 'http',
					scheme: 'bearer',
					description: 'A personal access token, a JWT, or the token of a service account',
				},
				serviceAccount: {
					type: 'http',
					scheme: 'basic',
					description: 'Client ID and secret of a service account',
				},
			},
			schemas: {
				Refusal: {
					type: 'object',
					description: 'Its shape differs between the areas of the platform',
				},
				...refs.used(),
			},
		},
	};
}

/** All operations by path and method. */
function operationsByPath(): Map<string, Map<string, Placed[]>> {
	const byPath = new Map<string, Map<string, Placed[]>>();
	for (const placed of everyOperation) {
		if (placed.operation.kind !== 'request') continue;
		const { endpoint, method } = placed.operation;
		for (const path of endpoint === '{path}' ? UNSHOWN_PATHS : [endpoint]) {
			// Paths that differ only in the names of their variables are one path: the first names are
			// kept.
			const plain = [...byPath.keys()].find((known) => shapeOf(known) === shapeOf(path)) ?? path;
			const methods = byPath.get(plain) ?? new Map<string, Placed[]>();
			byPath.set(
				plain,
				methods.set(method.toLowerCase(), [...(methods.get(method.toLowerCase()) ?? []), placed]),
			);
		}
	}
	return byPath;
}

const pathsOf = (refs: Refs): Schema =>
	Object.fromEntries(
		[...operationsByPath()]
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([path, methods]) => [
				path,
				Object.fromEntries(
					[...methods].map(([method, placed]) => [
						method,
						named(
							path,
							pathItem(
								placed,
								placed.map(({ operation }) => operation as RequestOperation),
								refs,
							),
						),
					]),
				),
			]),
	);

/** A tag for each resource. */
const tags = (): Schema[] => [
	...new Map(
		everyOperation.map(({ area, resource }) => [
			`${area}: ${resource.name}`,
			{
				name: `${area}: ${resource.name}`,
				description: [titleOf(area), resource.description]
					.filter((part) => part !== undefined)
					.join('. '),
			},
		]),
	).values(),
];

const shapeOf = (path: string): string => path.replace(/\{[^}]*\}/g, '{}');

/**
 * Renames path parameters to the names in the path, because two operations may use different names.
 */
function named(path: string, item: Schema): Schema {
	const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
	const inPath = ((item.parameters ?? []) as Schema[]).filter((each) => each.in === 'path');
	inPath.forEach((each, index) => (each.name = names[index]));
	return item;
}
