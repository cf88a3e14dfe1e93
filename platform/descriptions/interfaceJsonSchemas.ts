/**
 * The interface documents as JSON schemas: converts their types in words ("array of Step",
 * "datetime") for a validator. What they describe only in prose has no schema.
 */
import { isAbsent } from '../../nodes/shared/support/nothing';
import {
	type InterfaceBody,
	type InterfaceField,
	type InterfaceOperation,
	interfaceSchemas,
} from './interfaceDocuments';

type Schema = Record<string, unknown>;

const SIMPLE: ReadonlyArray<readonly [RegExp, Schema]> = [
	[/^string \(date\)/, { type: 'string', format: 'date' }],
	[/^string/, { type: 'string' }],
	[/^datetime/, { type: 'string', format: 'date-time' }],
	[/^integer/, { type: 'integer' }],
	[/^number/, { type: 'number' }],
	[/^boolean/, { type: 'boolean' }],
	[/^array$/, { type: 'array' }],
	[/^object/, { type: 'object' }],
];

/**
 * All schemas of the documents, with their names as `$id`. A schema without fields is described
 * only in words.
 */
export const documentSchemas = (): Schema[] =>
	Object.entries(interfaceSchemas).flatMap(([doc, schemas]) =>
		Object.entries(schemas).map(([name, { fields }]) => ({
			$id: `documents:/${doc}/${encodeURIComponent(name)}`,
			...(fields && Object.keys(fields).length > 0 ? objectOf(doc, fields) : {}),
		})),
	);

/** An object with these fields. Null means absent. */
function objectOf(doc: string, fields: Readonly<Record<string, InterfaceField>>): Schema {
	const required = Object.entries(fields).flatMap(([name, field]) =>
		field.required === true ? [name] : [],
	);
	const properties = Object.fromEntries(
		Object.entries(fields).map(([name, { type, required: needed, min, max, enum: listed }]) => {
			const bounds = {
				...(isAbsent(min) ? {} : { minimum: min }),
				...(isAbsent(max) ? {} : { maximum: max }),
			};
			const whole = {
				...typed(doc, type),
				...(/^(integer|number)/.test(type) ? bounds : {}),
				// Not `enum`, which Ajv would enforce: the platform may return other values than the listed
				// ones. `values` in responseSources.ts has them.
				...(listed ? { listed } : {}),
			};
			return [name, needed === true ? whole : { anyOf: [whole, { type: 'null' }] }];
		}),
	);
	return {
		type: 'object',
		properties,
		...(required.length > 0 ? { required } : {}),
		additionalProperties: false,
	};
}

/** The schema of a type in words; an unknown type accepts everything. */
function typed(doc: string, words: string): Schema {
	const list = /^array of (.+)$/.exec(words);
	if (list) return { type: 'array', items: typed(doc, list[1]!) };
	const simple = SIMPLE.find(([pattern]) => pattern.test(words));
	if (simple) return simple[1];
	return words in (interfaceSchemas[doc] ?? {})
		? { $ref: `documents:/${doc}/${encodeURIComponent(words)}` }
		: {};
}

/**
 * The schema of a successful response; undefined if the documents do not show it, null if there is
 * no body.
 */
export function answerSchema(
	{ doc, success }: InterfaceOperation,
	status: number,
): Schema | null | undefined {
	const reported =
		success.find((each) => each.status === status) ?? success.find((each) => each.status === null);
	if (!reported) return undefined;
	if (reported.body === null) return null;
	const words = (/inferred: ([^\]:]+)/.exec(reported.body)?.[1] ?? reported.body)
		.trim()
		.replace(/^crawler list \{/, 'Crawler list body {')
		.replace(/^page of .*; item: /, 'page of ');
	if (/envelope not shown|not named|^not shown|^file|^zip/.test(reported.body)) return undefined;
	const name = namesOf(doc).find((each) =>
		words
			.toLowerCase()
			.replace(/^(an? |array of |page of )/, '')
			.startsWith(each.toLowerCase()),
	);
	const schema: Schema =
		name === undefined ? {} : { $ref: `documents:/${doc}/${encodeURIComponent(name)}` };
	if (name === undefined) return /^array of/.test(words) ? typed(doc, words) : undefined;
	if (/^array of/.test(words)) return { type: 'array', items: schema };
	if (/^page of/.test(words))
		return {
			type: 'object',
			properties: { items: { type: 'array', items: schema } },
			required: ['items'],
		};
	return schema;
}

/** Names of a document's schemas, longest first: "PageTask" before "Page". */
const namesOf = (doc: string): string[] =>
	Object.keys(interfaceSchemas[doc] ?? {}).sort((a, b) => b.length - a.length);

/** The schema of a JSON body that is sent; undefined if the documents do not show it. */
export function bodySchema({ doc, body }: InterfaceOperation): Schema | undefined {
	return body === null ? undefined : bodyOf(doc, body);
}

function bodyOf(doc: string, { kind, fields, variants, items }: InterfaceBody): Schema | undefined {
	if (kind === 'oneOf') return { anyOf: (variants ?? []).map((each) => bodyOf(doc, each) ?? {}) };
	if (kind === 'array') {
		const item =
			items &&
			('fields' in items ? objectOf(doc, items.fields!) : typed(doc, String(items.type ?? '')));
		return { type: 'array', ...(item ? { items: item } : {}) };
	}
	return kind === 'object' && fields && Object.keys(fields).length > 0
		? objectOf(doc, fields)
		: undefined;
}
