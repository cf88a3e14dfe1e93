/**
 * Checks one exchange (a request and its response) against both descriptions of the platform: Ajv
 * applies the schemas of the interface documents and those of Talend's OpenAPI files. Nothing
 * here is derived from the declarations of the nodes.
 */
import Ajv2019, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2019';
import addFormats from 'ajv-formats';

import { isSuccess } from '../../nodes/shared/support/http/statuses';
import {
	interfaceOperation,
	type InterfaceOperation,
	withoutVariableNames,
} from './interfaceDocuments';
import { answerSchema, bodySchema, documentSchemas } from './interfaceJsonSchemas';
import { jsonSchemaOf, validatorOf, vendorOperation, type VendorOperation } from './vendor';
import type { Schema } from './vendorOperation';

/** The interface documents, or the OpenAPI files that Talend publishes (`vendor`). */
export type Description = 'documents' | 'vendor';

export interface Exchange {
	method: string;
	/** With its variables in braces. */
	endpoint: string;
	query: ReadonlyArray<readonly [string, string]>;
	/** The JSON that was sent; undefined for a text, an upload or no body. */
	sent?: unknown;
	status: number;
	/** The JSON that was received; undefined if the response had no body. */
	answered?: unknown;
}

/**
 * The verdict of one description about an exchange: whether it knows the operation, and what does
 * not match.
 */
export interface Verdict {
	description: Description;
	knows: boolean;
	/** Words without values: "answers processing/JobExecutionStatus.status: must be string". */
	findings: string[];
}

let ajv: Ajv2019 | undefined;
const compiled = new Map<string, ValidateFunction>();

/** The verdicts of both descriptions. */
export function judgeExchange(exchange: Exchange): Verdict[] {
	const { method, endpoint } = exchange;
	const at = `${method} ${withoutVariableNames(endpoint)}`;
	const documented = interfaceOperation(method, endpoint);
	const published = vendorOperation(method, endpoint);
	return [
		{
			description: 'documents',
			knows: documented !== undefined,
			findings: documented ? byDocuments(documented, at, exchange) : [],
		},
		{
			description: 'vendor',
			knows: published !== undefined,
			findings: published ? byVendor(published, at, exchange) : [],
		},
	];
}

function byDocuments(
	described: InterfaceOperation,
	at: string,
	{ query, sent, status, answered }: Exchange,
): string[] {
	// The bodies of refusals are described only in prose.
	if (!isSuccess(status)) return [];
	const body = sent === undefined ? undefined : bodySchema(described);
	const answer = answerSchema(described, status);
	return [
		...[...new Set(query.map(([name]) => name))]
			.filter((name) => !(name in described.query) && !VERSION.has(name))
			.map((name) => `${at} has no query parameter ${name}`),
		...(body
			? found(`${at} takes`, documentValidator(body), sent).map((words) => `sent: ${words}`)
			: []),
		...(answer && answered !== undefined
			? found(`${at} answers`, documentValidator(answer), answered).map(
					(words) => `answered: ${words}`,
				)
			: []),
		...(described.success.some((each) => each.status === null || each.status === status)
			? []
			: [`${at} does not list the status ${status}`]),
	];
}

/** Parameters that select the version; all operations accept them. */
const VERSION = new Set(['talendVersion', 'platformVersion']);

function found(at: string, validate: ValidateFunction, value: unknown): string[] {
	if (validate(value)) return [];
	return [
		...new Set(
			(validate.errors ?? [])
				.filter(({ keyword }) => !['anyOf', 'oneOf'].includes(keyword))
				.map((error) => inWords(at, error)),
		),
	];
}

/**
 * Says which schema an error is about, and what is wrong. So the same mistake in several operations
 * is one finding.
 */
function inWords(
	at: string,
	{ schemaPath, instancePath, message, params, keyword }: ErrorObject,
): string {
	const named = /^[a-z]+:\/([^/]+\/[^/]+)\//.exec(schemaPath)?.[1];
	const field = instancePath
		.split('/')
		.filter((part) => part !== '' && !/^\d+$/.test(part))
		.at(-1);
	const { unevaluatedProperty, additionalProperty } = params as {
		unevaluatedProperty?: string;
		additionalProperty?: string;
	};
	const unknown = unevaluatedProperty ?? additionalProperty;
	const place = named === undefined ? at : decodeURIComponent(named);
	const subject = `${place}${field === undefined || keyword === 'required' ? '' : `.${field}`}`;
	return unknown === undefined ? `${subject} ${message}` : `${place} has no field ${unknown}`;
}

function documentValidator(schema: Schema): ValidateFunction {
	if (!ajv) {
		ajv = new Ajv2019({ strict: false, allErrors: true });
		addFormats(ajv);
		for (const each of documentSchemas()) ajv.addSchema(each);
	}
	const key = JSON.stringify(schema);
	const made = compiled.get(key) ?? ajv.compile(schema);
	compiled.set(key, made);
	return made;
}

function byVendor(
	described: VendorOperation,
	at: string,
	{ query, sent, status, answered }: Exchange,
): string[] {
	const answer = jsonSchemaOf(described.answers[String(status)]);
	const answers =
		answer && answered !== undefined
			? found(`${at} answers ${status}`, validatorOf(answer), answered).map(
					(words) => `answered: ${words}`,
				)
			: [];
	if (!isSuccess(status)) return answers;
	const body = sent === undefined ? undefined : jsonSchemaOf(described.body);
	const asked = [...new Set(query.map(([name]) => name))]
		.filter((name) => !VERSION.has(name))
		.flatMap((name) => {
			const parameter = described.parameters.find(
				(each) => each.in === 'query' && each.name === name,
			);
			if (!parameter) return [`${at} has no query parameter ${name}`];
			const all = query.filter(([each]) => each === name).map(([, value]) => value);
			return found(
				`${at} query ${name}`,
				validatorOf(parameter.schema, true),
				fromText(parameter.schema, all),
			).map((words) => `sent: ${words}`);
		});
	return [
		...asked,
		...(body
			? found(`${at} takes`, validatorOf(body, true), sent).map((words) => `sent: ${words}`)
			: []),
		...answers,
		...(String(status) in described.answers ? [] : [`${at} does not list the status ${status}`]),
	];
}

/** A query parameter, converted to the type of its schema. */
function fromText(schema: Schema, all: readonly string[]): unknown {
	if (schema.type === 'array')
		return all.map((each) => fromText((schema.items ?? {}) as Schema, [each]));
	const [text] = all as [string];
	if (schema.type === 'boolean' && ['true', 'false'].includes(text)) return text === 'true';
	if (schema.type === 'integer' || schema.type === 'number') return Number(text);
	return text;
}
