/** An upload: parts with a boundary between them, read again for each sending. */
import fc from 'fast-check';

import type { GivenFile } from '../../../../nodes/shared/declare/fields';
import { inBase64, upload } from '../../../../nodes/shared/transport/request/multipart';

/** A file in pieces, with how often it was started and closed. */
function fileOf(pieces: string[], more: Partial<GivenFile> = {}) {
	const seen = { started: 0, closed: 0 };
	const file: GivenFile = {
		bytes: Buffer.byteLength(pieces.join('')),
		fileName: 'run.log',
		mimeType: 'text/x-log',
		async *chunks() {
			seen.started++;
			try {
				for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece));
			} finally {
				seen.closed++;
			}
		},
		...more,
	};
	return { file, seen };
}

async function sent(chunks: AsyncIterable<Uint8Array>): Promise<string> {
	const all: Uint8Array[] = [];
	for await (const chunk of chunks) all.push(chunk);
	return Buffer.concat(all).toString();
}

const multipartText = (type: string, ...parts: string[]) => {
	const boundary = type.replace('multipart/form-data; boundary=', '');
	return `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
};

test('a multipart body has its parts between boundaries', async () => {
	const body = upload([
		{ name: 'meta', content: '{"name":"ä"}' },
		{ name: 'file', content: fileOf(['first ', 'second']).file },
	]);
	expect(body.type).toMatch(/^multipart\/form-data; boundary=----part-[0-9a-f-]{36}$/);
	expect(await sent(body.stream())).toBe(
		multipartText(
			body.type,
			'Content-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"name":"ä"}',
			'Content-Disposition: form-data; name="file"; filename="run.log"\r\nContent-Type: text/x-log\r\n\r\nfirst second',
		),
	);
});

test('a multipart body states its length in bytes', async () => {
	const body = upload([
		{ name: 'meta', content: '{"name":"ä"}' },
		{ name: 'file', content: fileOf(['first ', 'second']).file },
	]);
	expect(body.size).toBe(Buffer.byteLength(await sent(body.stream())));
});

test('each multipart body has a boundary of its own', () => {
	expect(upload([]).type).not.toBe(upload([]).type);
});

test('a multipart body is a Blob for axios', () => {
	const body = upload([{ name: 'file', content: fileOf(['abc']).file }]);
	expect(Object.prototype.toString.call(body)).toBe('[object Blob]');
});

test('a multipart body can be read again from the first byte', async () => {
	const { file, seen } = fileOf(['abc']);
	const body = upload([{ name: 'file', content: file }]);
	const first = await sent(body.stream());
	expect(await sent(body.stream())).toBe(first);
	expect(seen).toEqual({ started: 2, closed: 2 });
});

test('a file name cannot end the header', async () => {
	const body = upload([
		{ name: 'file', content: fileOf(['x'], { fileName: 'a"b\r\nc.log' }).file },
	]);
	expect(await sent(body.stream())).toContain('name="file"; filename="a%22b  c.log"\r\n');
});

test('the upload of a file that has changed is broken off', async () => {
	const longer = fileOf(['abc', 'def', 'ghi'], { bytes: 4 });
	const body = upload([{ name: 'file', content: longer.file }]);
	const chunksSent: string[] = [];
	await expect(
		(async () => {
			for await (const chunk of body.stream()) chunksSent.push(Buffer.from(chunk).toString());
		})(),
	).rejects.toThrow(
		'The file run.log was announced with 4 bytes, but has more: it was changed or removed while it was being sent. Run the node again.',
	);
	// What would stand behind the end of the request was never sent.
	expect(chunksSent.slice(1)).toEqual(['abc']);
	expect(longer.seen).toEqual({ started: 1, closed: 1 });
	const noReturn = {
		...fileOf([]).file,
		bytes: 4,
		chunks: () => ({
			[Symbol.asyncIterator]: () => ({
				next: async () => await Promise.resolve({ value: Buffer.from('abcde'), done: false }),
			}),
		}),
	};
	await expect(sent(upload([{ name: 'file', content: noReturn }]).stream())).rejects.toThrow(
		'announced with 4 bytes, but has more',
	);
	const shorter = upload([{ name: 'file', content: fileOf(['ab'], { bytes: 4 }).file }]);
	await expect(sent(shorter.stream())).rejects.toThrow(
		'The file run.log was announced with 4 bytes, but has 2: it was changed or removed while it was being sent. Run the node again.',
	);
});

test('an upload that broke off leaves nothing open', async () => {
	const { file, seen } = fileOf(['a', 'b', 'c']);
	const body = upload([{ name: 'file', content: file }]);
	const reading = body.stream();
	await reading.next();
	await reading.next();
	expect(seen).toEqual({ started: 1, closed: 0 });
	await body.release();
	expect(seen.closed).toBe(1);
	await body.release();
	expect(await sent(body.stream())).toContain('abc');
	expect(seen).toEqual({ started: 2, closed: 2 });
});

test('a body is released even if its file cannot be closed', async () => {
	const chunks = (): AsyncIterable<Uint8Array> => ({
		[Symbol.asyncIterator]: () => ({
			next: async () => await Promise.resolve({ value: Buffer.from('a'), done: false }),
			return: async () => await Promise.reject(new Error('gone')),
		}),
	});
	const body = upload([{ name: 'file', content: fileOf(['aa'], { chunks }).file }]);
	const reading = body.stream();
	await reading.next();
	await reading.next();
	await expect(body.release()).resolves.toBeUndefined();
	const plain = upload([
		{
			name: 'file',
			content: fileOf(['aa'], {
				chunks: () => ({
					[Symbol.asyncIterator]: () => ({
						next: async () => await Promise.resolve({ value: Buffer.from('a'), done: false }),
					}),
				}),
			}).file,
		},
	]);
	const other = plain.stream();
	await other.next();
	await other.next();
	await expect(plain.release()).resolves.toBeUndefined();
});

test('base64 is sent as it is read', async () => {
	const chunks = inBase64(fileOf(['abcd', 'ef']).file).chunks();
	const texts: string[] = [];
	for await (const chunk of chunks) texts.push(Buffer.from(chunk).toString());
	expect(texts).toEqual(['YWJj', 'ZGVm', '']);
});

test('base64 is the same as Node creates of the whole, however it is divided', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.string({ maxLength: 7 }), { maxLength: 8 }), async (pieces) => {
			const { file } = fileOf(pieces);
			const encoded = inBase64(file);
			const text = await sent(encoded.chunks());
			expect(text).toBe(Buffer.from(pieces.join('')).toString('base64'));
			expect(encoded).toMatchObject({
				bytes: text.length,
				mimeType: 'text/plain',
				fileName: 'run.log',
			});
		}),
		{ numRuns: 200 },
	);
});
