/** An answer → items. */
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { nameOnWire } from './field';
import type { Answers, Input, Output, RequestOperation } from './operation';
import type { Answer } from './send';

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keeps the fields that matter to most people; an absent field stays absent. */
export function simplified(record: IDataObject, simple: readonly string[] | undefined): IDataObject {
	if (!simple) return record;
	return Object.fromEntries(simple.filter((name) => name in record).map((name) => [name, record[name]]));
}

/** Only these fields of a record; "request.url" keeps one field of an inner object. */
export function picked(record: IDataObject, paths: readonly string[]): IDataObject {
	const kept: IDataObject = {};
	for (const path of paths) {
		const [name, ...rest] = path.split('.') as [string, ...string[]];
		if (!(name in record)) continue;
		const value = record[name];
		if (rest.length === 0) kept[name] = value;
		else if (isObject(value)) kept[name] = { ...(kept[name] as IDataObject | undefined), ...picked(value, [rest.join('.')]) };
	}
	return kept;
}

/** A record of a list as an object: some lists hold plain texts. */
export function asRecord(entry: unknown): IDataObject {
	return isObject(entry) ? entry : { value: entry as IDataObject[string] };
}

/** The output of one answer that is not a list. */
export function outputOf(operation: RequestOperation, input: Input, answer: Answer): Output[] {
	const { answers } = operation;
	if (answers.output) return [{ json: answers.output(answer, input.values) }];
	if (answers.kind === 'nothing' || answer.body === undefined || answer.body === '' || answer.body === null)
		return [{ json: done(operation, input) }];
	if (Array.isArray(answer.body))
		return answer.body.map((entry) => ({ json: simplify(answers, input, asRecord(entry)) }));
	return [{ json: simplify(answers, input, asRecord(answer.body)) }];
}

/** Applies Simplify when the person left it on. */
export function simplify(answers: Answers, input: Input, record: IDataObject): IDataObject {
	return input.settings.simplify === true ? simplified(record, answers.simple) : record;
}

/** An answer without a body: what was done, and to what. */
export function done(operation: RequestOperation, input: Input): IDataObject {
	const ids: IDataObject = {};
	for (const [name, field] of Object.entries(operation.path ?? {}))
		ids[name] = input.path[nameOnWire(name, field)];
	return operation.method === 'DELETE' ? { deleted: true, ...ids } : { success: true, ...ids };
}

/** Links each output to the item that it comes from. */
export function paired(outputs: Output[], itemIndex: number): INodeExecutionData[] {
	return outputs.map((output) => ({ ...output, pairedItem: { item: itemIndex } }));
}

/**
 * The file that an answer is, in the binary field that the person chose.
 * @param binary makes n8n's binary data of bytes, a name and a media type
 */
export async function fileOf(
	{ answers, path }: RequestOperation,
	input: Input,
	{ body, headers }: Answer,
	binary: (data: Buffer, fileName: string, mimeType: string) => Promise<IBinaryData>,
): Promise<Output> {
	const fileName = fileNameIn(headers['content-disposition']) ?? answers.fileName ?? 'data';
	const mimeType = headers['content-type']?.split(';')[0]?.trim() ?? 'application/octet-stream';
	const data = Buffer.from((body ?? '') as Buffer);
	const ids = Object.fromEntries(Object.keys(path ?? {}).map((name) => [name, input.values[name]])) as IDataObject;
	return {
		json: { ...ids, fileName, mimeType, size: data.length },
		binary: { [String(input.settings.binaryPropertyName)]: await binary(data, fileName, mimeType) },
	};
}

/** The name of a file in a Content-Disposition header, without any folder. */
export function fileNameIn(disposition: string | undefined): string | undefined {
	const told = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(disposition ?? '')?.[1];
	return told === undefined ? undefined : plainName(told);
}

/** A name as a file may have it: decoded, and without a way into another folder. */
export function plainName(name: string): string {
	let plain = name;
	try {
		plain = decodeURIComponent(name);
	} catch {
		// Not encoded: taken as it is.
		plain = name;
	}
	return plain.replace(/[/\\]/g, '_');
}
