/** Request bodies that are read while they are sent: a file, or multipart/form-data. */
import { randomUUID } from 'node:crypto';

import type { GivenFile } from '../../declare/fields';

export interface FormPart {
	name: string;
	content: string | GivenFile;
}

/**
 * A body that n8n's request helper (axios) reads while it sends it. Axios takes it for a `Blob`
 * because of its tag, and calls `stream()` for each attempt. So a retry sends the body again from
 * its beginning, which is not possible with a stream of Node.js.
 */
class UploadBody {
	readonly size: number;
	private readonly reading = new Set<AsyncGenerator<Uint8Array>>();

	constructor(
		readonly type: string,
		private readonly pieces: ReadonlyArray<Buffer | GivenFile>,
	) {
		this.size = pieces.reduce(
			(sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.bytes),
			0,
		);
	}

	get [Symbol.toStringTag](): string {
		return 'Blob';
	}

	stream(): AsyncGenerator<Uint8Array> {
		const chunks = chunksOf(this.pieces);
		this.reading.add(chunks);
		return chunks;
	}

	/** Closes what an interrupted upload has left open. */
	async release(): Promise<void> {
		await Promise.all(
			[...this.reading].map(
				async (chunks) => await chunks.return(undefined).catch(() => undefined),
			),
		);
		this.reading.clear();
	}
}

async function* chunksOf(pieces: ReadonlyArray<Buffer | GivenFile>): AsyncGenerator<Uint8Array> {
	for (const piece of pieces) {
		if (Buffer.isBuffer(piece)) yield piece;
		else yield* contentOf(piece);
	}
}

async function* contentOf({ bytes, chunks, fileName }: GivenFile): AsyncGenerator<Uint8Array> {
	let bytesRead = 0;
	for await (const chunk of chunks()) {
		bytesRead += chunk.length;
		// Bytes beyond the announced length would be sent after the end of the request.
		if (bytesRead > bytes) break;
		yield chunk;
	}
	if (bytesRead !== bytes)
		throw new Error(
			`The file ${fileName} was announced with ${bytes} bytes, but has ${bytesRead > bytes ? 'more' : bytesRead}: it was changed or removed while it was being sent. Run the node again.`,
		);
}

/** A body of several parts (multipart/form-data). */
export function upload(parts: readonly FormPart[]): UploadBody {
	const boundary = `----part-${randomUUID()}`;
	const pieces = [
		...parts.flatMap((part) => piecesOf(part, boundary)),
		Buffer.from(`--${boundary}--\r\n`),
	];
	return new UploadBody(`multipart/form-data; boundary=${boundary}`, pieces);
}

/** A body that is a file. */
export const sentFile = (file: GivenFile): UploadBody => new UploadBody(file.mimeType, [file]);

function piecesOf({ name, content }: FormPart, boundary: string): Array<Buffer | GivenFile> {
	const head =
		typeof content === 'string'
			? `"${name}"\r\nContent-Type: application/json`
			: `"${name}"; filename="${quotable(content.fileName)}"\r\nContent-Type: ${content.mimeType}`;
	return [
		Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name=${head}\r\n\r\n`),
		typeof content === 'string' ? Buffer.from(content) : content,
		Buffer.from('\r\n'),
	];
}

/** A file name for a header, escaped in the same way as by browsers. */
const quotable = (name: string): string => name.replace(/[\r\n]/g, ' ').replace(/"/g, '%22');

/** The same file with its content in base64. */
export const inBase64 = (file: GivenFile): GivenFile => ({
	...file,
	bytes: 4 * Math.ceil(file.bytes / 3),
	mimeType: 'text/plain',
	async *chunks() {
		// Three bytes become four characters. One or two that are left over are encoded with the next
		// chunk.
		let rest: Uint8Array = new Uint8Array();
		for await (const chunk of file.chunks()) {
			const bytes = Buffer.concat([rest, chunk]);
			const end = bytes.length - (bytes.length % 3);
			rest = bytes.subarray(end);
			yield Buffer.from(bytes.toString('base64', 0, end));
		}
		yield Buffer.from(Buffer.from(rest).toString('base64'));
	},
});
