/** Converts a response to the items that the node outputs. */
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Answers, FileAnswers, FileFormat, Output } from '../../declare/answers';
import { nameOnWire } from '../../declare/fields';
import type { Operation, RequestOperation } from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';
import type { Answer } from '../../declare/runtime/exchange';
import { fileNameIn } from '../../support/http/fileNames';
import { isNothing } from '../../support/nothing';
import { asRecord, simplified, withTimes } from '../../support/simplify';
import { bytesOf } from '../../transport/response/fileAnswer';
import { readingOrder } from './readingOrder';

/** The output of one response that is not a list. */
export function outputOf(operation: RequestOperation, input: Input, answer: Answer): Output[] {
	const { answers } = operation;
	if (answers.output) return [{ json: answers.output(answer, input.values) }];
	if (answers.kind === 'nothing' || isNothing(answer.body))
		return [{ json: doneRecord(operation, input) }];
	return [answer.body].flat().map((entry) => ({ json: simplify(answers, input, asRecord(entry)) }));
}

/**
 * Applies Simplify if it is on: only the most useful fields, and times in ISO 8601. Lists that are
 * written to files have the same form.
 */
export function simplify(
	{ simple, readable: asRead, times }: Answers,
	input: Input,
	record: IDataObject,
): IDataObject {
	if (input.settings.simplify !== true) return record;
	return withTimes(simplified(asRead ? asRead(record) : record, simple), times);
}

/**
 * Makes outputs readable: fields in reading order, times in ISO 8601. Raw records stay as the
 * platform returned them.
 */
export function inReadableOrder(
	{ answers }: Operation,
	{ settings, values }: Pick<Input, 'settings' | 'values'>,
): (output: Output) => Output {
	if ((settings.simplify ?? values.simplify) === false) return (output) => output;
	const ordered = readingOrder(answers.leads);
	return (output) => ({ ...output, json: ordered(withTimes(output.json, answers.times)) });
}

/** The output for a response without a body: what was done, and to what. */
export function doneRecord(operation: RequestOperation, input: Input): IDataObject {
	const ids = Object.fromEntries(
		Object.entries(operation.path ?? {}).map(([name, field]) => [
			name,
			input.path[nameOnWire(name, field)],
		]),
	);
	return operation.method === 'DELETE' ? { deleted: true, ...ids } : { success: true, ...ids };
}

/**
 * Links each output to its input item. All outputs of an item share one link: n8n saves an object
 * once however often it occurs, so that a long list is saved a fifth sooner.
 */
export function paired(outputs: Output[], itemIndex: number): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	return outputs.map(({ json, binary, item }) => ({
		json,
		...(binary && { binary }),
		pairedItem: item === undefined ? pairedItem : { item },
	}));
}

/**
 * The media types of file formats, whatever type the platform reports. Formats that can have
 * several types are not listed.
 */
const MEDIA_TYPES: Partial<Record<FileFormat, string>> = {
	zip: 'application/zip',
	csv: 'text/csv',
};

/**
 * The file of a response, in the chosen binary field.
 * @param binary converts bytes, a name and a media type to n8n's binary data
 */
export async function fileOf(
	{ answers, path }: { answers: FileAnswers } & Pick<RequestOperation, 'path'>,
	input: Input,
	{ body, headers }: Answer,
	binary: (data: Buffer, fileName: string, mimeType: string) => Promise<IBinaryData>,
): Promise<Output> {
	const fileName = fileNameIn(headers['content-disposition']) ?? answers.fileName ?? 'data';
	const reported = headers['content-type']?.split(';')[0]?.trim();
	const mimeType =
		(answers.fileFormat && MEDIA_TYPES[answers.fileFormat]) ??
		reported ??
		'application/octet-stream';
	const data = bytesOf(body);
	const ids: IDataObject = Object.fromEntries(
		Object.keys(path ?? {}).map((name) => [name, input.values[name]]),
	);
	return {
		json: { ...ids, fileName, mimeType, size: data.length },
		binary: { [String(input.settings.binaryPropertyName)]: await binary(data, fileName, mimeType) },
	};
}
