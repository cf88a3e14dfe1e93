/** The files of an item: from n8n's binary fields into a request. */
import type { BinaryHelperFunctions, INodeExecutionData } from 'n8n-workflow';

import { BadInput } from '../../declare/badInput';
import { inputFields } from '../../declare/derived/operationParts';
import { type GivenFile, nameOnWire } from '../../declare/fields';
import type { Message } from '../../declare/messages';
import type { Operation, OperationContext } from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';
import { isText, objectIn } from '../../support/json';

/**
 * The input with each file in place of the name of its binary field.
 * @throws BadInput if the item has no such file
 */
export async function withFiles(
	op: OperationContext<Message>,
	operation: Operation,
	input: Input,
): Promise<Input> {
	const files = Object.entries(inputFields(operation)).filter(
		([name, { isFile }]) => isFile && input.values[name] !== undefined,
	);
	if (files.length === 0) return input;
	const body = { ...objectIn(input.body) };
	for (const [name, field] of files)
		body[nameOnWire(name, field)] = await op.file(String(input.values[name]), name);
	return { ...input, body };
}

/** A media type that can be in a header. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+( ?;[ -~]*)?$/;

/**
 * Matches what is not base64: other characters, blanks within a line, as text has them, and
 * anything after the padding. Node.js would skip it, and the file would have other bytes. Longer
 * gaps than 40 characters are not found, so that the time for each character is limited.
 */
const NOT_BASE64 = /[^\w+/=\s-]|\S[ \t]{1,40}\S|=\s{0,40}[^=\s]/;

/**
 * The file in a binary field of an item.
 * @param parameter the parameter that names the field
 * @throws BadInput if the item has no such field, or a field without the content of a file, as a
 * Code node may create it
 */
export async function fileIn(
	helpers: Pick<BinaryHelperFunctions, 'getBinaryMetadata' | 'getBinaryStream'>,
	item: INodeExecutionData | undefined,
	{ property, parameter }: { property: string; parameter: string },
): Promise<GivenFile> {
	const file = item?.binary?.[property];
	const refusal = (rule: string) => new BadInput(parameter, 'Input Binary Field', rule);
	if (!file) {
		const names = Object.keys(item?.binary ?? {});
		throw refusal(
			`is "${property}", but the item has ${names.length === 0 ? 'no binary field' : `only ${names.join(', ')}`}`,
		);
	}
	const { id, data, fileName, mimeType } = file;
	// A file without an ID is not in n8n's storage, but in the item itself.
	if (id === undefined && (typeof data !== 'string' || NOT_BASE64.test(data)))
		throw refusal(
			`is "${property}", whose content is not base64: if a Code node creates it, use Buffer.from(text).toString('base64')`,
		);
	const bytes = id === undefined ? Buffer.from(data, 'base64') : undefined;
	return {
		fileName: isText(fileName) ? fileName : property,
		mimeType: MEDIA_TYPE.test(mimeType) ? mimeType : 'application/octet-stream',
		bytes: bytes ? bytes.length : (await helpers.getBinaryMetadata(id!)).fileSize,
		async *chunks() {
			if (bytes) yield bytes;
			else yield* (await helpers.getBinaryStream(id!)) as AsyncIterable<Uint8Array>;
		},
	};
}
