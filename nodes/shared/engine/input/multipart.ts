/** Bodies that are sent as they are read: a file, or parts with a boundary between them. */
import { randomUUID } from 'node:crypto';

import type { GivenFile } from '../../declare/field';

interface Part {
	name: string;
	content: string | GivenFile;
}

/**
 * A body that n8n's request helper (axios) sends while it is read. Because of its tag it counts as a `Blob`, whose `stream()` is called
 * for each sending: a repeated request starts again with the first byte, which a Node stream could not.
 */
abstract class SentPieces {
	abstract readonly type: string;
	readonly size: number;
	private readonly reading = new Set<AsyncIterator<Uint8Array>>();

	constructor(private readonly pieces: ReadonlyArray<Buffer | GivenFile>) {
		this.size = pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.bytes), 0);
	}

	get [Symbol.toStringTag](): string {
		return 'Blob';
	}

	async *stream(): AsyncGenerator<Uint8Array> {
		for (const piece of this.pieces) {
			if (Buffer.isBuffer(piece)) yield piece;
			else yield* this.contentOf(piece);
		}
	}

	/** Closes what an interrupted upload has left open. */
	async release(): Promise<void> {
		await Promise.all([...this.reading].map(async (chunks) => await chunks.return?.().catch(() => undefined)));
		this.reading.clear();
	}

	private async *contentOf({ bytes, chunks, fileName }: GivenFile): AsyncGenerator<Uint8Array> {
		const iterator = chunks()[Symbol.asyncIterator]();
		this.reading.add(iterator);
		let read = 0;
		for (;;) {
			const next = await iterator.next();
			if (next.done) break;
			read += next.value.length;
			// More than was announced would come after the end of the request.
			if (read > bytes) break;
			yield next.value;
		}
		this.reading.delete(iterator);
		if (read !== bytes) {
			await iterator.return?.();
			throw new Error(
				`The file ${fileName} has ${read > bytes ? 'more' : read} bytes where ${bytes} were announced: it changed, or n8n has removed it meanwhile.`,
			);
		}
	}
}

export class Upload extends SentPieces {
	readonly type: string;

	constructor(parts: readonly Part[]) {
		const boundary = `----part-${randomUUID()}`;
		super([...parts.flatMap((part) => piecesOf(part, boundary)), Buffer.from(`--${boundary}--\r\n`)]);
		this.type = `multipart/form-data; boundary=${boundary}`;
	}
}

/** A file as it is. */
export class SentFile extends SentPieces {
	readonly type: string;

	constructor(file: GivenFile) {
		super([file]);
		this.type = file.mimeType;
	}
}

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
