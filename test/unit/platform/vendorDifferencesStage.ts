/** Compares the declared requests with the fields in the vendor's OpenAPI files. */
import { areas } from '../../../nodes/areas';
import { bodyFields, isWholeBody } from '../../../nodes/shared/declare/derived/operationParts';
import { type Fields, nameOnWire } from '../../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { readData, readProject } from '../../../platform/data';
import { vendorOperations } from '../../../platform/descriptions/vendor';

type Schema = Record<string, unknown> & {
	$ref?: string;
	properties?: Record<string, Schema>;
	type?: string;
	readOnly?: boolean;
};

/** The selectors of the version are set by the credential, for all operations at once. */
const OF_THE_CREDENTIAL = new Set([
	'talendVersion',
	'platformVersion',
	'talend-version',
	'platform-version',
]);

export const OPENAPI = vendorOperations;

/** As they are published: the judge adds the IDs of some records. */
const schemas = readData<Record<string, Record<string, Schema>>>('vendor/schemas.json');

export const keyOf = (method: string, path: string) =>
	`${method} ${path.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '')}`;

const wireNames = (fields: Fields = {}): string[] =>
	Object.entries(fields).map(([name, field]) => nameOnWire(name, field));

const resolve = (schema: Schema | undefined): Schema => {
	const [, area, name] = /^#\/([^/]+)\/(.+)$/.exec(schema?.$ref ?? '') ?? [];
	return area === undefined ? (schema ?? {}) : (schemas[area]?.[name!] ?? {});
};

/** The fields of a body that can be sent, whichever form it takes. */
function fieldsOf(schema: Schema | undefined, depth = 0): string[] {
	if (depth > 5) return [];
	const whole = resolve(schema);
	const own = Object.entries(whole.properties ?? {})
		.filter(([, field]) => !field.readOnly && !resolve(field).readOnly)
		.map(([name]) => name);
	const parts = ['allOf', 'oneOf', 'anyOf'].flatMap(
		(word) => (whole[word] as Schema[] | undefined) ?? [],
	);
	return [...own, ...parts.flatMap((part) => fieldsOf(part, depth + 1))];
}

export const declared = new Map<string, RequestOperation[]>();

for (const { operations } of Object.values(areas).flat())
	for (const operation of Object.values(operations))
		if (operation.kind === 'request')
			declared.set(keyOf(operation.method, operation.endpoint), [
				...(declared.get(keyOf(operation.method, operation.endpoint)) ?? []),
				operation,
			]);

const namesOf = (
	operations: readonly RequestOperation[],
	part: (operation: RequestOperation) => string[],
) => new Set(operations.flatMap(part));

const bodyOf = (operation: RequestOperation) =>
	operation.body === undefined || isWholeBody(operation.body)
		? []
		: [...Object.keys(operation.constants ?? {}), ...wireNames(bodyFields(operation))];

export function differences(): string[] {
	return OPENAPI.flatMap(({ method, path, parameters, body }) => {
		const at = keyOf(method, path);
		const ours = declared.get(at) ?? [];
		const query = new Set(
			parameters
				.filter((each) => each.in === 'query' && !OF_THE_CREDENTIAL.has(each.name))
				.map(({ name }) => name),
		);
		const asked = namesOf(ours, (operation) => wireNames(operation.query));
		const found = [
			...[...query]
				.filter((name) => !asked.has(name))
				.map((name) => `${at}: query ${name} of the vendor is not declared`),
			...[...asked]
				.filter((name) => !query.has(name) && !OF_THE_CREDENTIAL.has(name))
				.map((name) => `${at}: query ${name} is not the vendor's`),
		];
		const content = Object.values(body?.content ?? {})[0];
		const fields = new Set(fieldsOf(content));
		if (resolve(content).type === 'array' || fields.size === 0) return found;
		const sent = namesOf(ours, bodyOf);
		return [
			...found,
			...[...fields]
				.filter((name) => !sent.has(name))
				.map((name) => `${at}: body field ${name} of the vendor is not declared`),
			...[...sent]
				.filter((name) => !fields.has(name))
				.map((name) => `${at}: body field ${name} is not the vendor's`),
		];
	});
}

export const reasons = readProject<Record<string, string>>('docs/vendor-differences.json');
