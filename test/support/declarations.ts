/** What is wrong with a declaration and would otherwise fail only when it is used. */
import { bodyFields } from '../../nodes/shared/declare/derived/operationParts';
import type { Fields } from '../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../nodes/shared/declare/operation';

/** Parameters that every node has, or that the description adds. */
const RESERVED = new Set([
	'resource',
	'operation',
	'authentication',
	'requestOptions',
	'notice',
	'noticeOfSignIn',
	'filters',
	'additionalFields',
	'updateFields',
	'options',
]);

/**
 * @throws for a name that means two things, a path variable without a field, a rule about a field
 * that is not there
 */
export function checkDeclaration(operation: RequestOperation): void {
	const {
		method,
		endpoint,
		path = {},
		query = {},
		settings = {},
		pages,
		rules = [],
		warnings = [],
	} = operation;
	const wrong = (what: string): never => {
		throw new Error(`${method} ${endpoint} (${operation.name}): ${what}`);
	};
	const body = bodyFields(operation);
	const owned = new Set(pages?.owns);
	const sent = [path, query, body].flatMap((fields) => Object.keys(fields));
	const names = [...sent.filter((name) => !owned.has(name)), ...Object.keys(settings)];
	const fields: Fields = { ...path, ...query, ...body, ...settings };
	const seen = new Set<string>();
	// `filters` may be an API field: then it is inside the collection of that name.
	for (const name of names) {
		if (seen.has(name)) wrong(`the name ${name} means two things: give one a wireName`);
		seen.add(name);
		const { required, initial } = fields[name]!.spec;
		if (RESERVED.has(name) && (required || initial !== undefined))
			wrong(`the name ${name} is taken`);
	}
	const variables = [...endpoint.matchAll(/\{([^{}]{1,99})\}/g)].map(([, name]) => name!);
	for (const name of variables) if (!path[name]) wrong(`the path variable ${name} has no field`);
	for (const name of Object.keys(path))
		if (!variables.includes(name)) wrong(`the path has no variable ${name}`);
	for (const { field } of [...rules, ...warnings])
		if (!names.includes(field)) wrong(`a rule is about ${field}, which is no field`);
	const paged = { ...query, ...body };
	for (const name of [...(pages?.owns ?? []), ...(pages?.positionName ? [pages.positionName] : [])])
		if (!paged[name]) wrong(`the paging needs the field ${name}`);
}
