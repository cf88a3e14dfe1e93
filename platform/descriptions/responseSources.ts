/**
 * What each source says about each place in the response of an operation. A validator would need
 * the values of a response; here, their types suffice.
 */
import { ofKind } from '../../nodes/shared/declare/answers';
import { LIST_FIELDS } from '../../nodes/shared/declare/lists/listInResponse';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { isObject } from '../../nodes/shared/support/json';
import { applicationOperations } from './applications';
import { interfaceOperation, interfaceSchemas } from './interfaceDocuments';
import { answerSchema, documentSchemas } from './interfaceJsonSchemas';
import {
	isVendorSchema,
	jsonSchemaOf,
	vendorFieldNames,
	vendorOperation,
	vendorSchema,
} from './vendor';
import type { Schema, VendorOperation } from './vendorOperation';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** An object without `$ref`, `allOf`, `anyOf` and `oneOf`. */
interface Level extends Schema {
	properties?: Record<string, Schema>;
	required?: string[];
}

/** What all SCIM resources have; the OpenAPI files give it in place of the resource. */
const SAYS_NOTHING = new Set(['#/scim-v2/GenericScimResource', '#/scim-v2/ScimResource']);

let documents: Map<string, Schema> | undefined;

/** A source of what is known about an operation. */
export interface Source {
	/** "the OpenAPI files". */
	name: string;
	/** What it says about the body of a successful response. */
	body: Described;
	/** The header names that it lists. */
	headers: readonly string[];
}

/** The sources that describe the response of an operation. */
export function sourcesOf(operation: RequestOperation, status: number): Source[] {
	const documented = documentBody(operation, status);
	const published = publishedSource(operation, status);
	return [
		...(documented ? [{ name: DOCUMENTS, body: new Described([documented]), headers: [] }] : []),
		...(published ? [published] : []),
	];
}

function documentBody(
	{ method, endpoint, answers }: RequestOperation,
	status: number,
): Schema | undefined {
	const { kind, schema } = answers;
	const { page, listPath } = ofKind('list', answers);
	const known = interfaceOperation(method, endpoint);
	if (!known) return undefined;
	const whole = documentSchemaNamed(page) ?? answerSchema(known, status);
	const record = documentSchemaNamed(schema);
	if (kind !== 'list' || record === undefined) return record ?? whole ?? undefined;
	// The documents show the object around a list and its records in different places.
	const lists = whole ? new Described([whole]) : undefined;
	const hasRecords =
		lists?.entries ?? lists?.names.some((name) => lists.field(name)?.entries !== undefined);
	return whole && hasRecords
		? whole
		: { oneOf: [...(whole ? [whole] : []), listOf(record, listPath)] };
}

/** A schema of the interface documents, unless it is one of the OpenAPI files. */
const documentSchemaNamed = (name: string | undefined): Schema | undefined =>
	name === undefined || isVendorSchema(name) ? undefined : documentSchema(name);

/** What a source says about one place of a response. */
export class Described {
	private readonly levels: readonly Level[];

	constructor(schemas: readonly Schema[]) {
		this.levels = schemas.flatMap((schema) => levelsOf(schema));
	}

	/**
	 * The types that are possible here; undefined if the source does not say. Null is included only
	 * if the source mentions it.
	 */
	get types(): ReadonlySet<JsonType> | undefined {
		const types = this.levels.flatMap((level) => [
			...(level.nullable === true ? ['null'] : []),
			...[typeOf(level) ?? 'any'].flat(),
		]);
		return types.length === 0 || types.includes('any') ? undefined : new Set(types as JsonType[]);
	}

	/** The names of the fields that it lists. */
	get names(): string[] {
		return [...new Set(this.levels.flatMap(({ properties }) => Object.keys(properties ?? {})))];
	}

	/** Whether it allows only the fields that it lists. */
	get isClosed(): boolean {
		return (
			this.names.length > 0 &&
			this.levels.every(
				({ additionalProperties }) =>
					additionalProperties === undefined || additionalProperties === false,
			)
		);
	}

	/**
	 * Whether the names in this object are data: it is described as an object without fields, or with
	 * fields of any name.
	 */
	get hasFreeNames(): boolean {
		return this.types?.has('object') === true && !this.isClosed;
	}

	field(name: string): Described | undefined {
		const schemas = this.levels.flatMap(({ properties }) =>
			properties && Object.hasOwn(properties, name) ? [properties[name]!] : [],
		);
		return schemas.length === 0 ? undefined : new Described(schemas);
	}

	/** Whether every record has this field. */
	requires(name: string): boolean {
		const withFields = this.levels.filter(({ properties }) => properties !== undefined);
		return (
			withFields.length > 0 && withFields.every(({ required }) => required?.includes(name) === true)
		);
	}

	/** The entries of the list, or of the object whose names are data. */
	get entries(): Described | undefined {
		const schemas = this.levels.flatMap(({ items, additionalProperties }) =>
			[items, additionalProperties].filter(isObject),
		) as Schema[];
		return schemas.length === 0 ? undefined : new Described(schemas);
	}

	/** The values that the source lists for a text. */
	get values(): ReadonlySet<string> | undefined {
		const lists = this.levels.flatMap(({ enum: values, listed }) =>
			[values, listed].filter(Array.isArray),
		);
		return lists.length === 0 ? undefined : new Set(lists.flat().map(String));
	}

	/** The format, such as date-time or uuid. */
	get format(): string | undefined {
		const formats = new Set(
			this.levels.filter(({ type }) => type !== 'null').map(({ format }) => format),
		);
		const [format] = formats;
		return formats.size === 1 && typeof format === 'string' ? format : undefined;
	}
}

const DOCUMENTS = 'the interface documents';
const OPENAPI = 'the OpenAPI files';
const HELP = "Talend's help pages";
const INTEGRATOR = "an integrator's tests";

const documentSchema = (name: string): Schema => {
	const [doc, ...rest] = name.split('.');
	return interfaceSchemas[doc!]
		? { $ref: `documents:/${doc!}/${encodeURIComponent(rest.join('.'))}` }
		: {};
};

/** The alternatives that a schema consists of. */
function levelsOf(schema: Schema, within: readonly string[] = []): Level[] {
	const { $ref: reference, allOf, oneOf, anyOf, ...own } = schema;
	if (typeof reference === 'string')
		return within.includes(reference) ? [] : levelsOf(referred(reference), [...within, reference]);
	const choices = [...((oneOf ?? []) as Schema[]), ...((anyOf ?? []) as Schema[])].flatMap(
		(choice) => levelsOf(choice, within),
	);
	const parts = ((allOf ?? []) as Schema[]).flatMap((part) => levelsOf(part, within));
	const whole = parts.reduce<Level>(
		(all, part) => ({
			...all,
			...part,
			properties: { ...all.properties, ...part.properties },
			required: [...(all.required ?? []), ...(part.required ?? [])],
		}),
		own,
	);
	return choices.length > 0 ? choices : [whole];
}

function referred(reference: string): Schema {
	if (reference.startsWith('documents:')) {
		documents ??= new Map(documentSchemas().map((schema) => [String(schema.$id), schema]));
		return documents.get(reference) ?? {};
	}
	return SAYS_NOTHING.has(reference)
		? {}
		: (vendorSchema(`vendor:${reference.slice('#/'.length)}`) ?? {});
}

/** The type of a level; where it is not named, what its other keywords are about. */
function typeOf({ type, properties, items, additionalProperties }: Level): Level['type'] {
	if (type !== undefined) return type;
	if (properties || additionalProperties) return 'object';
	return items ? 'array' : undefined;
}

/** The schema of a list, if the object around it is not described. */
function listOf(record: Schema, root: string | undefined): Schema {
	const array = { type: 'array', items: record };
	const around = {
		type: 'object',
		properties: Object.fromEntries(LIST_FIELDS.map((name) => [name, array])),
		additionalProperties: true,
	};
	if (root === undefined) return { oneOf: [array, around] };
	return {
		type: 'object',
		properties: { [root]: { oneOf: [array, around] } },
		additionalProperties: true,
	};
}

/** What Talend says about a response, or somebody who has seen one. */
function publishedSource(
	{ method, endpoint, answers }: RequestOperation,
	status: number,
): Source | undefined {
	const published = vendorOperation(method, endpoint);
	const answer = published?.answers[String(status)] ?? published?.answers['200'];
	const schema = jsonSchemaOf(answer);
	if (!published || !schema) return undefined;
	const whole = new Described([schema]);
	// Some of the OpenAPI files declare lists by their record.
	const isRecord = answers.kind === 'list' && !hasList(whole, answers.listPath);
	// The schema in the declaration is more precise than the one that some responses refer to.
	const exact =
		answers.schema !== undefined && isVendorSchema(answers.schema)
			? [{ $ref: answers.schema.replace('vendor:', '#/') }]
			: [];
	const records = isRecord ? [schema, ...exact] : exact;
	return {
		name: publisherOf(published),
		body: new Described([
			...(isRecord ? [] : [schema]),
			...records.map((record) =>
				answers.kind === 'list' ? listOf(record, answers.listPath) : record,
			),
		]),
		headers: Array.isArray(answer?.headers) ? answer.headers : Object.keys(answer?.headers ?? {}),
	};
}

/**
 * Who describes an operation: Talend's OpenAPI files, its help pages, or somebody who has seen
 * it.
 */
function publisherOf(published: VendorOperation): string {
	const application = applicationOperations.find((each) => each === published);
	if (application === undefined) return OPENAPI;
	return application.confidence === 'seen' ? INTEGRATOR : HELP;
}

/** Whether a body is a list, or has one under one of the usual names. */
const hasList = (whole: Described, root: string | undefined): boolean =>
	whole.types?.has('array') === true ||
	whole.names.some(
		(name) => whole.field(name)?.types?.has('array') && [...LIST_FIELDS, root].includes(name),
	);

let names: Set<string> | undefined;

/** Every field name that a source lists anywhere. */
export function describedNames(): ReadonlySet<string> {
	names ??= new Set([
		...Object.values(interfaceSchemas).flatMap((schemas) =>
			Object.values(schemas).flatMap(({ fields }) => Object.keys(fields ?? {})),
		),
		...vendorFieldNames(),
	]);
	return names;
}
