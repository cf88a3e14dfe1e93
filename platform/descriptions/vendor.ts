/**
 * Talend's public interface (`vendor` in names) as an independent judge, applied by Ajv: the
 * schemas and operations of its OpenAPI files (`platform/data/vendor`), and those of the other
 * applications of the platform (`platform/data/applications`). Schemas are named
 * `vendor:<area>/<Schema>`.
 */
import Ajv2019, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2019';
import addFormats from 'ajv-formats';

import { isObject } from '../../nodes/shared/support/json';
import { readData } from '../data';
import { applicationOperations } from './applications';
import { withoutVariableNames } from './interfaceDocuments';
import type { Schema, VendorContent, VendorOperation } from './vendorOperation';

export type { VendorOperation };

export const vendorOperations = readData<VendorOperation[]>('vendor/operations.json');
const schemas = {
	...readData<Record<string, Record<string, Schema>>>('vendor/schemas.json'),
	...readData<Record<string, Record<string, Schema>>>('applications/schemas.json'),
};

/** Records whose operations need an ID that is missing from their fields in the files. */
for (const [area, name] of [
	['identities-management', 'UserResponse'],
	['identities-management', 'Group'],
	['identities-management', 'Role'],
	['ip-allowlist', 'IpEntry'],
] as const)
	schemas[area]![name]!.properties = {
		...(schemas[area]![name]!.properties as Schema),
		id: { type: 'string' },
	};

/** Calls `visit` for each object in a value, outermost first. */
function eachObject(
	value: unknown,
	visit: (object: Schema, inAllOf: boolean) => void,
	inAllOf = false,
): void {
	if (Array.isArray(value)) for (const entry of value) eachObject(entry, visit, inAllOf);
	if (!isObject(value)) return;
	visit(value, inAllOf);
	for (const [name, inner] of Object.entries(value)) eachObject(inner, visit, name === 'allOf');
}

/** The names of all fields in the schemas. */
export function vendorFieldNames(): Set<string> {
	const names = new Set<string>();
	eachObject(
		schemas,
		({ properties }) =>
			isObject(properties) && Object.keys(properties).forEach((name) => names.add(name)),
	);
	return names;
}

/**
 * Schemas that are parts of others: forbidding additional fields in them would refuse those of the
 * whole.
 */
const parts = new Set<string>();
eachObject(schemas, (object, inAllOf) => {
	if (inAllOf && typeof object.$ref === 'string') parts.add(object.$ref);
});

/**
 * A schema as a JSON schema. Unknown fields of objects are refused: a field that Talend
 * does not have is a mistake on one side.
 * @param sent whether it is for a request: fields that only the platform sets are then optional
 */
function withoutFurtherFields(schema: unknown, name: string, sent: boolean): unknown {
	const copy = structuredClone(schema);
	eachObject(copy, (object, inAllOf) => {
		if (typeof object.$ref === 'string')
			object.$ref = object.$ref.replace(
				/^#\/([^/]+)\/(.+)$/,
				(_all, area: string, schemaName: string) =>
					`${sent ? 'sent' : 'answered'}:/${area}/${encodeURIComponent(schemaName)}`,
			);
		delete object.example;
		// "UUID" is the name of a format, not a pattern; and times in milliseconds are declared as
		// int32, which is too small for them.
		if (object.pattern === 'UUID')
			object.pattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
		if (object.format === 'int32') delete object.format;
		if (!isObject(object.properties)) return;
		const properties = object.properties as Record<string, Schema>;
		if (sent && Array.isArray(object.required))
			object.required = object.required.filter(
				(field) => properties[String(field)]?.readOnly !== true,
			);
		if (
			inAllOf ||
			object.additionalProperties !== undefined ||
			(object === copy && parts.has(name))
		)
			return;
		object.unevaluatedProperties = false;
	});
	return copy;
}

function ajvFor(sent: boolean): Ajv2019 {
	const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: true });
	addFormats(ajv);
	for (const [area, schemasOfArea] of Object.entries(schemas))
		for (const [name, schema] of Object.entries(schemasOfArea))
			ajv.addSchema({
				...(withoutFurtherFields(schema, `#/${area}/${name}`, sent) as Schema),
				$id: `${sent ? 'sent' : 'answered'}:/${area}/${encodeURIComponent(name)}`,
			});
	return ajv;
}

let judges: { sent: Ajv2019; answered: Ajv2019 } | undefined;
const compiled = new Map<string, ValidateFunction>();

/**
 * The validator of a schema of the OpenAPI files; in requests, fields that only the platform sets
 * are optional.
 */
export function validatorOf(schema: Schema, sent = false): ValidateFunction {
	judges ??= { sent: ajvFor(true), answered: ajvFor(false) };
	const key = `${String(sent)} ${JSON.stringify(schema)}`;
	let made = compiled.get(key);
	if (!made) {
		made = judges[sent ? 'sent' : 'answered'].compile(
			withoutFurtherFields(schema, '', sent) as Schema,
		);
		compiled.set(key, made);
	}
	return made;
}

const findingInWords = ({ instancePath, message, params }: ErrorObject): string => {
	const extra = (params as { unevaluatedProperty?: string; allowedValues?: unknown[] })
		.unevaluatedProperty;
	return `${instancePath.replace(/\/\d+/g, '[]').replace(/\//g, '.') || '.'} ${extra === undefined ? message : `has a field that Talend does not: ${extra}`}`;
};

/**
 * What is wrong with a value according to a schema of the OpenAPI files, in words; empty if it
 * matches.
 */
export function findingsBySchema(schema: Schema, value: unknown, sent = false): string[] {
	const validate = validatorOf(schema, sent);
	return validate(value) ? [] : [...new Set((validate.errors ?? []).map(findingInWords))];
}

/** Whether a name is that of a schema of the OpenAPI files. */
export const isVendorSchema = (name: string): boolean => name.startsWith('vendor:');

/** The original schema `vendor:<area>/<Schema>`; undefined if there is none. */
export function vendorSchema(name: string): Schema | undefined {
	const [area = '', ...rest] = name.slice('vendor:'.length).split('/');
	return schemas[area]?.[rest.join('/')];
}

/** What is wrong with a record according to the schema `vendor:<area>/<Schema>`. */
export function vendorFindings(name: string, record: unknown): string[] {
	const [area, ...rest] = name.slice('vendor:'.length).split('/');
	const schemaName = rest.join('/');
	if (!schemas[area!]?.[schemaName]) return [`there is no schema ${name}`];
	return findingsBySchema({ $ref: `#/${area!}/${schemaName}` }, record).map(
		(finding) => `${name}${finding}`,
	);
}

const keyOf = (method: string, path: string) =>
	`${method} ${withoutVariableNames(path).replace(/\/$/, '')}`;

const byKey = new Map(
	[...vendorOperations, ...applicationOperations].map((operation) => [
		keyOf(operation.method, operation.path),
		operation,
	]),
);

/**
 * Talend's operation with this method and path (its variables in braces); undefined if there is
 * none.
 */
export const vendorOperation = (method: string, path: string): VendorOperation | undefined =>
	byKey.get(keyOf(method, path));

/** The schema of the JSON in a body or response; undefined if there is none. */
export const jsonSchemaOf = (body: VendorContent | undefined): Schema | undefined =>
	Object.entries(body?.content ?? {}).find(
		([type]) => type.includes('json') || type === '*/*',
	)?.[1];
