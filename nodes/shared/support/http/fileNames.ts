/**
 * The name in a Content-Disposition header (RFC 6266), without any folder. `filename*`, which names
 * its encoding, precedes `filename`.
 */
export function fileNameIn(disposition: string | undefined): string | undefined {
	const parameters = headerParameters(disposition ?? '');
	return (
		safeName(extended(parameters.get('filename*')) ?? parameters.get('filename') ?? '') || undefined
	);
}

/** A file name from an address: decoded, and without any folder. */
export function plainFileName(name: string): string {
	return safeName(percentDecoded(name) ?? name);
}

/** The last part of a path, without characters that are not safe in file names. */
function safeName(name: string): string {
	const last = name.split(/[/\\]/).at(-1)!;
	// Control characters, and marks that change the writing direction, can hide the end of a name.
	const plain = last.replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '').trim();
	return plain === '.' || plain === '..' ? '' : plain;
}

/**
 * The parameters in `attachment; name=value; name="quoted; value"`. If a name occurs more than
 * once, the first one counts.
 */
function headerParameters(header: string): Map<string, string> {
	const parameters = new Map<string, string>();
	let semicolon = header.indexOf(';');
	while (semicolon >= 0) {
		const equals = header.indexOf('=', semicolon);
		if (equals < 0) break;
		const name = header
			.slice(semicolon + 1, equals)
			.trim()
			.toLowerCase();
		const [value, quoted] = VALUE.exec(header.slice(equals + 1))!;
		if (!parameters.has(name)) parameters.set(name, quoted?.replace(/\\(.)/gs, '$1') ?? value);
		semicolon = header.indexOf(';', equals + 1 + value.length);
	}
	return parameters;
}

/**
 * Matches a value: up to the next semicolon, or in quotes, where a backslash escapes the next
 * character.
 */
const VALUE = /^[ \t]*"((?:\\.|[^"\\])*\\?)|^[^;]*/s;

/**
 * The text in a value such as `UTF-8''na%C3%AFve.txt` (RFC 8187); undefined if the value does not
 * have this form.
 */
function extended(value: string | undefined): string | undefined {
	const [charset, , encoded] = value?.split("'") ?? [];
	if (charset === undefined || encoded === undefined) return undefined;
	if (/^utf-8$/i.test(charset)) return percentDecoded(encoded);
	return /^iso-8859-1$/i.test(charset)
		? encoded.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) =>
				String.fromCharCode(parseInt(hex, 16)),
			)
		: undefined;
}

/** A percent-encoded text, decoded; undefined if it is not correctly encoded. */
export function percentDecoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}
