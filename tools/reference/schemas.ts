/**
 * The schemas of records in both descriptions of the platform, as components of an OpenAPI
 * document.
 */
import { interfaceSchemas } from '../../platform/descriptions/interfaceDocuments';
import { vendorSchema } from '../../platform/descriptions/vendor';
import type { Schema } from '../../platform/descriptions/vendorOperation';

/** The components that a document refers to, collected while it is generated. */
export interface Refs {
	/** A schema of the OpenAPI files, with references to components of the document. */
	rewritten: (schema: Schema) => Schema;
	/** A reference to the component of this name, which is created the first time. */
	component: (name: string, make: () => Schema) => Schema;
	/** All components that were referred to. */
	used: () => Record<string, Schema>;
}

const componentName = (name: string): string => name.replace(/[^\w.-]+/g, '_');

export function componentsOf(): Refs {
	const made = new Map<string, Schema>();
	const refs: Refs = {
		rewritten: (schema) => rewrite(schema, refs) as Schema,
		component: (name, make) => {
			const key = componentName(name);
			if (!made.has(key)) {
				// Registered before it is created, because schemas can refer to themselves.
				made.set(key, {});
				made.set(key, make());
			}
			return { $ref: `#/components/schemas/${key}` };
		},
		used: () => Object.fromEntries([...made].sort(([a], [b]) => (a < b ? -1 : 1))),
	};
	return refs;
}

/**
 * A schema of the OpenAPI files as a JSON schema, with references to components, and without the
 * special keywords of OpenAPI 3.0.
 */
function rewrite(value: unknown, refs: Refs): unknown {
	if (Array.isArray(value)) return value.map((entry) => rewrite(entry, refs));
	if (typeof value !== 'object' || value === null) return value;
	const { $ref, nullable, example, pattern, ...rest } = value as Schema;
	if (typeof $ref === 'string') {
		const [, area, name] = /^#\/([^/]+)\/(.+)$/.exec($ref)!;
		return refTo(`vendor:${area!}/${name!}`, refs);
	}
	const plain: Schema = Object.fromEntries(
		Object.entries(rest).map(([key, inner]) => [
			key,
			key === 'properties' ? eachOf(inner as Schema, refs) : rewrite(inner, refs),
		]),
	);
	if (example !== undefined) plain.examples = [example];
	// "UUID" is the name of a format, not a pattern.
	if (pattern !== undefined)
		Object.assign(
			plain,
			pattern === 'UUID' ? { format: 'uuid' } : { pattern: rewrite(pattern, refs) },
		);
	return nullable === true && typeof plain.type === 'string'
		? { ...plain, type: [plain.type, 'null'] }
		: plain;
}

/** The schemas of fields, whose names can be keywords of JSON schema ("$ref" in SCIM). */
const eachOf = (properties: Schema, refs: Refs): Schema =>
	Object.fromEntries(
		Object.entries(properties).map(([name, schema]) => [name, rewrite(schema, refs)]),
	);

/** A reference to a record, by its name in the declarations: "B.Task", "vendor:area/Schema". */
export function refTo(name: string, refs: Refs): Schema {
	if (name.startsWith('vendor:')) {
		const schema = vendorSchema(name);
		return schema === undefined
			? {}
			: refs.component(name.slice('vendor:'.length), () => refs.rewritten(schema));
	}
	const [document = '', ...rest] = name.split('.');
	const fields = interfaceSchemas[document]?.[rest.join('.')]?.fields;
	if (!fields) return {};
	return refs.component(name, () => {
		const required = Object.entries(fields)
			.filter(([, field]) => field.required)
			.map(([field]) => field);
		return {
			type: 'object',
			properties: Object.fromEntries(
				Object.entries(fields).map(([field, { type, note }]) => [
					field,
					{ ...documentedType(type, document, refs), ...(note ? { description: note } : {}) },
				]),
			),
			...(required.length > 0 ? { required } : {}),
		};
	});
}

/**
 * The schema of a type in the words of the interface documents: "string", "array of Seat",
 * "datetime".
 */
function documentedType(type: string, document: string, refs: Refs): Schema {
	const [, entryType] = /^array(?: of (.+))?$/.exec(type) ?? [];
	if (type.startsWith('array'))
		return entryType === undefined
			? { type: 'array' }
			: { type: 'array', items: documentedType(entryType, document, refs) };
	const [, plain] = /^(string|integer|number|boolean|object)\b/.exec(type) ?? [];
	if (plain) return { type: plain };
	if (type === 'datetime') return { type: 'string', format: 'date-time' };
	const name = `${document}.${type}`;
	return interfaceSchemas[document]?.[type]?.fields ? refTo(name, refs) : {};
}
