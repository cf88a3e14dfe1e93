/** Bodies that are sent as they are read: a file, or parts with a boundary between them. */
import { randomUUID } from 'node:crypto';

import type { GivenFile } from '../declare/field';

export interface Part {
	name: string;
	content: string | GivenFile;
}

/**
 * A body that n8n's request helper (axios) sends while it is read. Because of its tag it counts as a `Blob`, whose `stream()` is called
 * for each sending: a repeated request starts again with the first byte, which a Node stream could not.
 */
class SentPieces {
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
	let read = 0;
	for await (const chunk of chunks()) {
		read += chunk.length;
		// More than was announced would come after the end of the request.
		if (read > bytes) break;
		yield chunk;
	}
	if (read !== bytes)
		throw new Error(
			`The file ${fileName} has ${read > bytes ? 'more' : read} bytes where ${bytes} were announced: it changed, or n8n has removed it meanwhile.`,
		);
}

/** Parts with a boundary between them. */
export function upload(parts: readonly Part[]): SentPieces {
	const boundary = `----part-${randomUUID()}`;
	const pieces = [
		...parts.flatMap((part) => piecesOf(part, boundary)),
		Buffer.from(`--${boundary}--\r\n`),
	];
	return new SentPieces(`multipart/form-data; boundary=${boundary}`, pieces);
}

/** A file as it is. */
export const sentFile = (file: GivenFile): SentPieces => new SentPieces(file.mimeType, [file]);

function piecesOf({ name, content }: Part, boundary: string): Array<Buffer | GivenFile> {
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

/** A file name, quoted for a header as browsers do it. */
const quotable = (name: string): string => name.replace(/[\r\n]/g, ' ').replace(/"/g, '%22');

/** The file as base64, which is a text. */
export const inBase64 = (file: GivenFile): GivenFile => ({
	...file,
	bytes: 4 * Math.ceil(file.bytes / 3),
	mimeType: 'text/plain',
	async *chunks() {
		// Three bytes are four characters: what is left over waits for the next chunk.
		let rest: Uint8Array = new Uint8Array();
		for await (const chunk of file.chunks()) {
			const all = Buffer.concat([rest, chunk]);
			const whole = all.length - (all.length % 3);
			rest = all.subarray(whole);
			yield Buffer.from(all.toString('base64', 0, whole));
		}
		yield Buffer.from(Buffer.from(rest).toString('base64'));
	},
});
