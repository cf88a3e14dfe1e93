/** The unexpected responses of the campaign, and the operations to which each of them is one. */
import type { IDataObject } from 'n8n-workflow';

import { ofKind } from '../../../nodes/shared/declare/answers';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { goodAnswer, type Scripted } from '../../support/scripted';

interface ResponseCase {
	what: string;
	answer: (good: Scripted) => Scripted;
	/** Only for answers of this kind. */
	of?: 'record' | 'nothing';
	/** Whether an operation may take it for a success. */
	passes: (operation: RequestOperation) => boolean;
}

export const kindOf = ({ answers }: RequestOperation) => answers.kind;
/** A file whose content may be any text. */
const isAnyFile = ({ answers }: RequestOperation) =>
	answers.kind === 'file' && answers.fileFormat === undefined;
export const needsNoContent = (operation: RequestOperation) =>
	kindOf(operation) === 'nothing' || isAnyFile(operation);
/** Only such a file may be empty. */
const mayBeEmpty = (operation: RequestOperation) =>
	kindOf(operation) === 'nothing' || ofKind('file', operation.answers).whenEmpty !== undefined;
const json = { 'content-type': 'application/json' };
const text = { 'content-type': 'text/plain' };

/** A deletion whose success is its status. */
const succeedsByStatus = ({ method, endpoint }: RequestOperation) =>
	`${method} ${endpoint}` === 'DELETE /connections/{connectionId}';

/** One request about several records may list them. */
const mayListRecords = ({ answers }: RequestOperation) =>
	ofKind('record', answers).several === true;

/** Whether {@link goodAnswer} makes up a text for what makes it the record. */
const hasMadeUpFields = (operation: RequestOperation) =>
	(ofKind('record', operation.answers).requiredFields ?? []).some((names) =>
		[names]
			.flat()
			.every((name) =>
				[undefined, `${name}-0`].includes(
					(JSON.parse(String(goodAnswer(operation).body)) as Record<string, string>)[name],
				),
			),
	);

/** Whether {@link goodAnswer} makes up an ID that the record needs. */
const hasMadeUpId = (operation: RequestOperation) =>
	/"(id|executable|executionId|definitionId)":"\1-0"/.test(String(goodAnswer(operation).body));

/** Whether the path has the ID that the record has. */
const isNamedInPath = (operation: RequestOperation) =>
	operation.method !== 'POST' &&
	operation.answers.idVariable !== false &&
	(operation.endpoint.endsWith('}') || operation.answers.idVariable !== undefined) &&
	['id', 'executable', 'executionId', 'definitionId', operation.answers.key].some((name) =>
		(ofKind('record', operation.answers).requiredFields ?? []).some((needed) => needed === name),
	);

/** Whether the content of an object without a known field does not matter. */
const acceptsUnrelated = (operation: RequestOperation) =>
	needsNoContent(operation) ||
	succeedsByStatus(operation) ||
	ofKind('file', operation.answers).fileFormat === 'definition';

/** Objects that have nothing of what is expected, and no error either. */
const UNRELATED: ResponseCase[] = [
	{
		what: 'an object with an unknown field',
		answer: () => ({ status: 200, body: '{"surprise":true}' }),
		passes: acceptsUnrelated,
	},
	{
		what: 'an empty object',
		answer: () => ({ status: 200, body: '{}' }),
		passes: (operation) =>
			acceptsUnrelated(operation) || ofKind('record', operation.answers).orEmpty === true,
	},
];

/** Error reports in the forms of the platform, of proxies and of other servers: never a success. */
const ERROR_REPORTS = [
	'{"status":500,"message":"Internal error"}',
	'{"statusCode":500,"error":"Internal error","id":"id-0"}',
	'{"error":{"code":"500","message":"Internal error"}}',
	'{"code":500,"error":true,"message":"Internal error"}',
	'{"errors":[{"message":"Internal error"}]}',
	'{"fault":{"faultstring":"Internal error"}}',
	'{"exception":"java.lang.IllegalStateException","message":"Internal error"}',
	'{"success":false,"reason":"Internal error"}',
	'{"ok":false,"reason":"Internal error"}',
	'{"httpStatus":500,"id":"id-0"}',
	'{"status_code":500,"id":"id-0"}',
	'{"message":"Internal server error"}',
	'{"schemas":["urn:ietf:params:scim:api:messages:2.0:Error"],"status":"404","detail":"Not found"}',
].map((body): ResponseCase => ({
	what: `the error report ${body}`,
	answer: () => ({ status: 200, body }),
	passes: () => false,
}));

/** A word that is an error in most responses, but a state if the state is what was asked for. */
const STATES: ResponseCase[] = [
	{
		what: 'the state ERROR',
		answer: () => ({ status: 200, body: '{"status":"ERROR"}' }),
		passes: ({ answers }) => ofKind('record', answers).requiredFields?.[0] === 'status',
	},
];

export const UNEXPECTED: ResponseCase[] = [
	{ what: 'an empty body', answer: () => ({ status: 200, body: '' }), passes: mayBeEmpty },
	{ what: 'blanks', answer: () => ({ status: 200, body: ' \r\n' }), passes: mayBeEmpty },
	{
		what: 'no content',
		answer: () => ({ status: 204 }),
		passes: (operation) =>
			mayBeEmpty(operation) ||
			(kindOf(operation) === 'record' && ['PUT', 'PATCH', 'DELETE'].includes(operation.method)),
	},
	{ what: 'null', answer: () => ({ status: 200, body: 'null' }), passes: needsNoContent },
	{
		what: 'a text',
		answer: () => ({ status: 200, body: 'OK', headers: text }),
		passes: needsNoContent,
	},
	{
		what: 'a text called JSON',
		answer: () => ({ status: 200, body: 'OK' }),
		passes: needsNoContent,
	},
	{ what: 'a number', answer: () => ({ status: 200, body: '7' }), passes: needsNoContent },
	{ what: 'a JSON text', answer: () => ({ status: 200, body: '"OK"' }), passes: needsNoContent },
	{
		what: 'JSON that ends early',
		answer: () => ({ status: 200, body: '{"exec' }),
		passes: isAnyFile,
	},
	{
		what: 'JSON that ends early, called a text',
		answer: () => ({ status: 200, body: '[{"id":"a"},', headers: text }),
		passes: isAnyFile,
	},
	...UNRELATED,
	...ERROR_REPORTS,
	...STATES,
	{
		what: 'a list of error reports',
		answer: () => ({ status: 200, body: '[{"status":500,"message":"Internal error"}]' }),
		of: 'nothing',
		passes: () => false,
	},
	{
		what: 'a text that is an error',
		answer: () => ({ status: 200, body: 'Internal Server Error', headers: text }),
		passes: isAnyFile,
	},
	{
		what: 'a list without records',
		answer: () => ({ status: 200, body: '[]' }),
		of: 'record',
		passes: mayListRecords,
	},
	{
		what: 'the record in a list',
		answer: (good) => ({ ...good, status: 200, body: `[${String(good.body ?? '{}')}]` }),
		of: 'record',
		passes: mayListRecords,
	},
	{
		what: 'the record in an envelope',
		answer: (good) => ({ ...good, status: 200, body: `{"data":${String(good.body ?? '{}')}}` }),
		of: 'record',
		passes: succeedsByStatus,
	},
	{
		what: 'the record without what makes it one',
		answer: (good) => ({
			...good,
			status: 200,
			body: JSON.stringify(
				Object.fromEntries(
					Object.entries(JSON.parse(String(good.body ?? '{}')) as IDataObject).map(
						([name, value]) => [name, /-0$/.test(String(value)) ? null : value],
					),
				),
			),
		}),
		of: 'record',
		passes: (operation) => succeedsByStatus(operation) || !hasMadeUpFields(operation),
	},
	...[{}, [], true, '  '].map((id): ResponseCase => ({
		what: `the record with the ID ${JSON.stringify(id)}`,
		answer: (good) => ({
			...good,
			status: 200,
			body: String(good.body ?? '').replace(
				/"(id|executable|executionId|definitionId)":"\1-0"/g,
				`"$1":${JSON.stringify(id)}`,
			),
		}),
		of: 'record',
		passes: (operation) => !hasMadeUpId(operation),
	})),
	{
		what: 'another record',
		answer: (good) => ({
			...good,
			status: 200,
			body: String(good.body ?? '').replace(
				/"(id|executable|executionId|definitionId|name)":"\1-0"/g,
				'"$1":"of-another"',
			),
		}),
		of: 'record',
		passes: (operation) => !isNamedInPath(operation),
	},
	{
		what: 'a list of numbers',
		answer: () => ({ status: 200, body: '[7]' }),
		passes: (operation) =>
			needsNoContent(operation) ||
			(kindOf(operation) === 'list' &&
				!operation.answers.schema &&
				!operation.answers.key &&
				!ofKind('list', operation.answers).listPath),
	},
	...[
		'<!doctype html><p>Sign in',
		'<html><body>Sign in',
		'<body>Sign in',
		'\uFEFF<!DOCTYPE html><p>Sign in',
	].map((body): ResponseCase => ({
		what: `the page ${body}`,
		answer: () => ({ status: 200, body, headers: json }),
		passes: () => false,
	})),
	...['<!-- proxy --><p>Sign in', '<?xml version="1.0"?><html>Sign in'].map(
		(body): ResponseCase => ({
			what: `the page ${body}`,
			answer: () => ({ status: 200, body, headers: text }),
			passes: (operation) => isAnyFile(operation),
		}),
	),
	{
		what: 'a good answer called a web page',
		answer: (good) => ({
			...good,
			status: 200,
			body: good.body ?? 'x',
			headers: { 'content-type': 'text/html; charset=utf-8' },
		}),
		passes: () => false,
	},
	{
		what: 'a redirect to a sign-in page',
		answer: () => ({ status: 302, headers: { location: 'http://sign-in.invalid/' } }),
		passes: () => false,
	},
];

/** What a body has in the way, and still is what it should be. */
export const HARMLESS: ResponseCase[] = [
	{
		what: 'a byte order mark',
		answer: (good) => ({ ...good, body: `\uFEFF${String(good.body ?? '')}` }),
		passes: () => true,
	},
	{
		what: 'another media type',
		answer: (good) => ({ ...good, headers: { ...good.headers, ...text } }),
		passes: () => true,
	},
	{
		what: 'no media type that is known',
		answer: (good) => ({
			...good,
			headers: { ...good.headers, 'content-type': 'binary/octet-stream' },
		}),
		passes: () => true,
	},
];
