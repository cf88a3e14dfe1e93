/** Fields of responses that a description of the platform calls secret, or that look so. */
import type { Operation, RequestOperation } from '../../../nodes/shared/declare/operation';
import { isObject } from '../../../nodes/shared/support/json';
import { namesSecret } from '../../../nodes/shared/support/text/mask';
import { readData } from '../../../platform/data';
import {
	interfaceOperation,
	interfaceSchemas,
} from '../../../platform/descriptions/interfaceDocuments';
import { vendorOperation } from '../../../platform/descriptions/vendor';

const vendorSchemas = {
	...readData<Record<string, Record<string, unknown>>>('vendor/schemas.json'),
	...readData<Record<string, Record<string, unknown>>>('applications/schemas.json'),
};

/** The names of all fields that a schema of the vendor's files has, at any depth. */
function vendorNames(schema: unknown, seen = new Set<unknown>()): string[] {
	if (Array.isArray(schema)) return schema.flatMap((entry) => vendorNames(entry, seen));
	if (!isObject(schema) || seen.has(schema)) return [];
	seen.add(schema);
	const [, area, name] = /^#\/([^/]+)\/(.+)$/.exec(String(schema.$ref)) ?? [];
	const target = area === undefined ? [] : vendorNames(vendorSchemas[area]![name!], seen);
	const { properties = {}, ...rest } = schema as { properties?: Record<string, unknown> };
	return [
		...target,
		...Object.keys(properties),
		...vendorNames(Object.values(properties), seen),
		...Object.values(rest).flatMap((inner) => vendorNames(inner, seen)),
	];
}

/** The names of all fields that the documents show where they use a type. */
function documentNames(doc: string, words: string, seen = new Set<string>()): string[] {
	const used = Object.keys(interfaceSchemas[doc] ?? {}).filter(
		(name) => new RegExp(`\\b${name.replace(/\W/g, '\\$&')}\\b`).test(words) && !seen.has(name),
	);
	return used.flatMap((name) => {
		seen.add(name);
		const fields = Object.entries(interfaceSchemas[doc]![name]!.fields ?? {});
		return fields.flatMap(([field, { type }]) => [field, ...documentNames(doc, type, seen)]);
	});
}

/** The names of all fields of a schema by its name in a declaration. */
function namesInSchema(schema = ''): string[] {
	const [, area, name] = /^vendor:([^/]+)\/(.+)$/.exec(schema) ?? [];
	const [, doc, words] = /^([A-Z])\.(.+)$/.exec(schema) ?? [];
	return [
		...(area === undefined ? [] : vendorNames(vendorSchemas[area]![name!])),
		...(doc === undefined ? [] : documentNames(doc, words!)),
	];
}

function namesInAnswer({ method, endpoint, answers }: RequestOperation): string[] {
	const documented = interfaceOperation(method, endpoint);
	const reported =
		documented?.success.flatMap(({ body }) =>
			body === null ? [] : documentNames(documented.doc, body),
		) ?? [];
	const vendor = Object.entries(vendorOperation(method, endpoint)?.answers ?? {}).filter(
		([status]) => status.startsWith('2'),
	);
	return [...reported, ...vendorNames(vendor), ...namesInSchema(answers.schema)];
}

/**
 * What an operation may output. A flow that names no schema may output what any of its requests
 * answers; a model does not see the content of a file.
 */
export function namesOf(operation: Operation): string[] {
	if (operation.answers.kind === 'file') return [];
	if (operation.kind === 'request') return [...new Set(namesInAnswer(operation))];
	return [
		...new Set(
			operation.answers.schema === undefined
				? operation.uses.flatMap(namesInAnswer)
				: namesInSchema(operation.answers.schema),
		),
	];
}

export const LOOKS_SECRET =
	/pass(word|phrase)|secret|token|key|credential|bootstrap|signature|presigned|private|manifest/i;

/** Looks secret, and is not. */
export const HARMLESS: Record<string, string> = {
	token_type: 'the word Bearer',
	tokensStatus: 'how many tokens a license has',
	lastSetPasswordDate: 'a time',
	key: 'the name of a switch of an engine version',
};

export const hides = ({ answers }: Operation, name: string): boolean =>
	answers.whySecret !== undefined ||
	answers.sensitive?.includes(name) === true ||
	namesSecret(name);
