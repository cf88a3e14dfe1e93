/** The files of an item: from n8n's binary fields into a request. */
import type { BinaryHelperFunctions, INodeExecutionData } from 'n8n-workflow';

import { BadInput } from '../../declare/badInput';
import type { Input } from '../../declare/context';
import { type GivenFile, nameOnWire } from '../../declare/fields';
import { inputFields } from '../../declare/fieldsOf';
import type { Message } from '../../declare/messages';
import type { Operation, OperationContext } from '../../declare/operation';
import { objectIn } from '../../support/json';

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
		body[nameOnWire(name, field)] = await op.file(String(input.values[name]));
	return { ...input, body };
}

/**
 * The file in a binary field of an item.
 * @throws BadInput if the item has no such field
 */
export async function fileIn(
	helpers: Pick<BinaryHelperFunctions, 'getBinaryMetadata' | 'getBinaryStream'>,
	item: INodeExecutionData | undefined,
	property: string,
): Promise<GivenFile> {
	const file = item?.binary?.[property];
	if (!file) {
		const names = Object.keys(item?.binary ?? {});
		throw new BadInput(
			'file',
			'Input Binary Field',
			`is "${property}", but the item has ${names.length === 0 ? 'no binary field' : `only ${names.join(', ')}`}`,
		);
	}
	const { id, fileName = property, mimeType } = file;
	// A file without an ID is not in n8n's storage, but in the item itself.
	const data = id === undefined ? Buffer.from(file.data, 'base64') : undefined;
	return {
		fileName,
		mimeType,
		bytes: data ? data.length : (await helpers.getBinaryMetadata(id!)).fileSize,
		async *chunks() {
			if (data) yield data;
			else yield* (await helpers.getBinaryStream(id!)) as AsyncIterable<Uint8Array>;
		},
	};
}
