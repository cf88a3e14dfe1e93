/** The body of an upload: parts with a boundary between them. */
import { randomUUID } from 'node:crypto';

import type { GivenFile } from '../declare/field';

interface Part {
	name: string;
	/** JSON as text, or a file. */
	content: string | GivenFile;
}

/** Puts the parts together; the boundary is one that stands in none of them. */
export function multipartBody(parts: readonly Part[]): { contentType: string; body: Buffer } {
	const boundary = `----part-${randomUUID()}`;
	const chunks: Buffer[] = [];
	for (const { name, content } of parts) {
		const head = typeof content === 'string' ? `"${name}"\r\nContent-Type: application/json` : `"${name}"; filename="${quotable(content.fileName)}"\r\nContent-Type: ${content.mimeType}`;
		chunks.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name=${head}\r\n\r\n`), typeof content === 'string' ? Buffer.from(content) : content.data, Buffer.from('\r\n'));
	}
	chunks.push(Buffer.from(`--${boundary}--\r\n`));
	return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(chunks) };
}

/** A file name as it may stand in quotes in a header, in the way of browsers. */
const quotable = (name: string): string => name.replace(/[\r\n]/g, ' ').replace(/"/g, '%22');

/** The file as base64, which is a text. */
export const inBase64 = (file: GivenFile): GivenFile => ({ ...file, data: Buffer.from(file.data.toString('base64')), mimeType: 'text/plain' });
