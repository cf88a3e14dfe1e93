import type { GivenFile } from '../declare/field';

/** The content of a file. */
export async function contentOf(file: GivenFile): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	for await (const part of file.chunks()) parts.push(part);
	return Buffer.concat(parts);
}
