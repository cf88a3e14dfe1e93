/** The body of a request: a text, or the parts of an upload. */
import { badRequest } from '../refusals';

/** A file of an upload. */
export interface UploadedFile {
	data: Uint8Array;
	fileName: string;
	mimeType: string;
}

export interface SentBody {
	/** Media type without its parameters, in lower case. */
	type?: string;
	text: string;
	bytes?: Uint8Array;
	/** The parts by their names, if the body has several. */
	form?: ReadonlyMap<string, string | UploadedFile>;
}

/**
 * Reads a body by its media type.
 * @throws Refusal 400 for parts that cannot be read
 */
export async function readSentBody(
	bytes: Buffer,
	contentType: string | undefined,
): Promise<SentBody> {
	const type = contentType?.split(';')[0]?.trim().toLowerCase();
	const text = bytes.toString('utf8');
	if (type !== 'multipart/form-data') return { type, text, bytes };
	const form = new Map<string, string | UploadedFile>();
	const read = await new Response(new Uint8Array(bytes), {
		headers: { 'content-type': contentType! },
	})
		.formData()
		.catch(() => {
			throw badRequest('The multipart body cannot be read');
		});
	for (const [name, value] of read) {
		if (form.has(name)) throw badRequest(`Part ${name} is given more than once`);
		form.set(
			name,
			typeof value === 'string'
				? value
				: {
						data: new Uint8Array(await value.arrayBuffer()),
						fileName: value.name,
						mimeType: value.type,
					},
		);
	}
	return { type, text, form };
}
