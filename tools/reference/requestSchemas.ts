/** The schemas of what is sent: the parameters and bodies of requests, as OpenAPI has them. */
import { z } from 'zod/v4';

import { bodyFields, isWholeBody } from '../../nodes/shared/declare/derived/operationParts';
import { type Field, type Fields, labelOf, nameOnWire } from '../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import type { Schema } from '../../platform/descriptions/vendorOperation';
import { exampleNames } from './example';
import { exampleOf } from './fieldExample';
import { rulesOf } from './rules';

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
		for (const [innerName, innerField] of Object.entries(spec.fields))
			properties[nameOnWire(innerName, innerField)] = fieldSchema(innerName, innerField);
	return {
		...schema,
		title: labelOf(name, field),
		description: [spec.description, ...rulesOf(field)].join('; '),
		...(spec.apiDefault === undefined ? {} : { default: spec.apiDefault }),
		...(spec.secret ? { writeOnly: true, format: 'password' } : {}),
	};
}

/** A field in the path or the query. */
export function parameter(place: 'path' | 'query', name: string, field: Field): Schema {
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
export function sentBody(
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
