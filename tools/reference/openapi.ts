/**
 * The requests of all operations as an OpenAPI 3.1 document: paths, fields, rules and refusals from
 * the declarations, the schemas of answers from the two descriptions of the platform.
 */
import type { Fields } from '../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import {
	UNSHOWN_PATHS,
	withoutVariableNames,
} from '../../platform/descriptions/interfaceDocuments';
import type { Schema } from '../../platform/descriptions/vendorOperation';
import {
	everyOperation,
	neededFor,
	type OperationInNode,
	permissionSentence,
	titleOf,
} from '../../platform/operations';
import { answersOf } from './answerSchemas';
import { describedRefusals } from './refusals';
import { parameter, sentBody } from './requestSchemas';
import { componentsOf, type Refs } from './schemas';

const REFUSAL = { $ref: '#/components/schemas/Refusal' };

/** One method of a path, with all operations that are declared for it. */
function pathItem(
	placed: readonly OperationInNode[],
	operations: readonly RequestOperation[],
	refs: Refs,
): Schema {
	const [first] = operations as [RequestOperation];
	const [{ area, resource, value }] = placed as [OperationInNode];
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
			...placed.map(({ operation }) => `${operation.description}.`.replace(/\.\.$/, '.')),
			...rules.map((rule) => `Rule: ${rule}.`),
			permissionSentence(needed.known),
		].join('\n\n'),
		...(parameters.length > 0 ? { parameters } : {}),
		...(body ? { requestBody: body } : {}),
		responses: { ...answersOf(first, refs), ...refusalsByStatus(operations) },
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
function refusalsByStatus(operations: readonly RequestOperation[]): Schema {
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
				'Generated from the declarations of the nodes. It describes what the nodes send and the emulator accepts. It is not published by Talend.',
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
function operationsByPath(): Map<string, Map<string, OperationInNode[]>> {
	const byPath = new Map<string, Map<string, OperationInNode[]>>();
	for (const placed of everyOperation) {
		if (placed.operation.kind !== 'request') continue;
		const { endpoint, method } = placed.operation;
		for (const path of endpoint === '{path}' ? UNSHOWN_PATHS : [endpoint]) {
			// Paths that differ only in the names of their variables are one path: the first names are
			// kept.
			const plain =
				[...byPath.keys()].find(
					(known) => withoutVariableNames(known) === withoutVariableNames(path),
				) ?? path;
			const methods = byPath.get(plain) ?? new Map<string, OperationInNode[]>();
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

/**
 * Renames path parameters to the names in the path, because two operations may use different names.
 */
function named(path: string, item: Schema): Schema {
	const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
	const inPath = ((item.parameters ?? []) as Schema[]).filter((each) => each.in === 'path');
	inPath.forEach((each, index) => (each.name = names[index]));
	return item;
}
