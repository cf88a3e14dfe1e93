/** Turns checked input into the request that is sent. */
import type { IDataObject } from 'n8n-workflow';

import { BadInput } from '../../declare/badInput';
import { isWholeBody } from '../../declare/derived/operationParts';
import {
	type Fields,
	type GivenFile,
	isGivenFile,
	labelOf,
	nameOnWire,
} from '../../declare/fields';
import type { RequestOperation } from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';
import type { WireRequest } from '../../declare/runtime/exchange';
import { percentDecoded } from '../../support/http/fileNames';
import { objectIn } from '../../support/json';
import { isAbsent } from '../../support/nothing';
import { type FormPart, inBase64, sentFile, upload } from './multipart';

/** Builds a request from checked input, including page parameters. */
export function buildRequest(
	operation: RequestOperation,
	input: Input,
	page: IDataObject = {},
): WireRequest {
	const inBody = operation.pages?.where === 'body';
	const { type, body } = encodedBody(
		operation,
		inBody ? { ...input, body: { ...objectIn(input.body), ...page } } : input,
	);
	return {
		method: operation.method,
		url:
			pathOf(operation, input.path) +
			queryString(inBody ? input.query : { ...input.query, ...page }),
		headers: {
			Accept: 'application/json, text/plain, */*',
			...(type === undefined ? {} : { 'Content-Type': type }),
		},
		...(operation.answers.kind === 'file' ? { binary: true } : {}),
		...(type === undefined ? {} : { body }),
	};
}

/** The body of a request and its media type; both are undefined if the operation has no body. */
function encodedBody(
	operation: RequestOperation,
	input: Input,
): { type?: string; body?: WireRequest['body'] } {
	const { body: declared, multipart } = operation;
	const { body: value } = input;
	if (multipart || isGivenFile(value)) {
		const body = isGivenFile(value) ? sentFile(value) : upload(multipartParts(operation, input));
		return { type: body.type, body };
	}
	if (declared === undefined) return {};
	const type = (isWholeBody(declared) && declared.contentType) || 'application/json';
	return { type, body: type === 'application/json' ? JSON.stringify(value) : String(value ?? '') };
}

/** The parts of an upload: one for each file, and one with all other values as JSON. */
function multipartParts(
	{ body, constants, multipart }: RequestOperation,
	{ body: values, settings }: Input,
): FormPart[] {
	const { jsonPart, base64 } = multipart!;
	const jsonValues: IDataObject = { ...constants };
	const files: Array<{ name: string; content: GivenFile }> = [];
	for (const [name, field] of Object.entries(body as Fields)) {
		const wire = nameOnWire(name, field);
		const value = objectIn(values)[wire];
		if (isGivenFile(value))
			files.push({
				name: wire,
				content: base64 !== undefined && settings[base64] === true ? inBase64(value) : value,
			});
		else jsonValues[wire] = value;
	}
	return [
		...(jsonPart === undefined ? [] : [{ name: jsonPart, content: JSON.stringify(jsonValues) }]),
		...files,
	];
}

/** The path of a request with its variables filled in. */
export function pathOf(operation: RequestOperation, variables: IDataObject): string {
	return operation.endpoint.replace(/\{([^{}]{1,99})\}/g, (_, name: string) => {
		const field = (operation.path ?? {})[name];
		const label = field ? labelOf(name, field) : name;
		const value = String(variables[field ? nameOnWire(name, field) : name] ?? '');
		return field?.spec.rawPath
			? checkedPath(name, label, value)
			: encodedSegment(name, label, value);
	});
}

/**
 * Encodes a segment of a path. It refuses an empty segment, "." and "..", which would change the
 * path.
 */
function encodedSegment(name: string, label: string, value: string): string {
	if (value.trim() === '') throw new BadInput(name, label, 'must not be empty');
	if (value === '.' || value === '..')
		throw new BadInput(name, label, 'must not be "." or ".."', value);
	return encodeURIComponent(value);
}

/**
 * Checks a path that the user gives: it must be one of the platform, without `.`, `..` and a query.
 */
function checkedPath(name: string, label: string, value: string): string {
	if (!/^\/[A-Za-z0-9._~%-]+(\/[A-Za-z0-9._~%-]+)*$/.test(value))
		throw new BadInput(
			name,
			label,
			'must be a path that begins with "/" and has no query, such as /processing/…',
			value,
		);
	for (const segment of value.split('/')) {
		const plain = percentDecoded(segment);
		if (plain === undefined) throw new BadInput(name, label, 'must be correctly encoded', value);
		if (plain === '.' || plain === '..' || plain.includes('/') || plain.includes('\\'))
			throw new BadInput(name, label, 'must not contain "." or ".."', value);
	}
	return value;
}

/**
 * A query. Each entry of an array is a parameter of its own: `userIds=a&userIds=b`
 * (docs/platform/interface.md, "Requests and responses").
 */
export function queryString(query: IDataObject): string {
	const parts = Object.entries(query)
		.filter(([, value]) => !isAbsent(value))
		.flatMap(([name, value]) =>
			[value]
				.flat()
				.map((entry) => `${encodeURIComponent(name)}=${encodeURIComponent(String(entry))}`),
		);
	return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
