/**
 * Decodes the bytes of a file that a person made. The encoding is not guessed, because a wrong
 * guess would change letters without notice.
 */

/** The text; or what the bytes seem to be if they are none, which completes "it seems to be …". */
export type Decoded = { text: string } | { seems: string };

/** Byte order marks, the longer ones first, because a mark of UTF-32 begins with that of UTF-16. */
const MARKS: ReadonlyArray<readonly [bytes: readonly number[], encoding: string]> = [
	[[0xff, 0xfe, 0, 0], 'utf-32'],
	[[0, 0, 0xfe, 0xff], 'utf-32'],
	[[0xef, 0xbb, 0xbf], 'utf-8'],
	[[0xff, 0xfe], 'utf-16le'],
	[[0xfe, 0xff], 'utf-16be'],
];

/**
 * Japanese encodings, which can be recognized by their syllables. The encodings of other scripts
 * look like each other.
 */
const JAPANESE = [
	['euc-jp', 'EUC-JP'],
	['shift_jis', 'Shift_JIS'],
] as const;

/** How many bytes of a file are examined to name its encoding. */
const MAX_EXAMINED_BYTES = 100_000;

/**
 * The text of a file in UTF-8, or in UTF-16 with a byte order mark, without the mark.
 * @returns the text; or what the bytes seem to be, if they are in another encoding or not text
 */
export function decodeText(bytes: Uint8Array): Decoded {
	const [, encoding] =
		MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? [];
	if (encoding === 'utf-32') return { seems: 'in UTF-32' };
	const text = decoded(bytes, encoding ?? 'utf-8');
	if (text !== undefined && !text.includes('\0')) return { text };
	if (encoding !== undefined) return { seems: `damaged ${encoding.slice(0, 6).toUpperCase()}` };
	return { seems: seeming(bytes.subarray(0, MAX_EXAMINED_BYTES)) };
}

/** The text of bytes in an encoding; undefined if the bytes are not valid in it. */
function decoded(bytes: Uint8Array, encoding: string): string | undefined {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** How files of other kinds begin. */
const SIGNATURES: ReadonlyArray<readonly [begins: string, kind: string]> = [
	['\x1f\x8b', 'a gzip archive'],
	['%PDF', 'a PDF document'],
	['PK', 'a ZIP archive'],
];

/**
 * In Windows-1252, a sign between two letters, or a capital letter after a small one. In other old
 * encodings, these bytes are ordinary letters.
 */
const ODD_IN_WORDS =
	/[A-Za-z][\x80-\x84\x86-\x89\x8b\x91\x93-\x95\x98\x99\x9b\x9f][a-z]|[a-z][\x8a\x8c\x8e\x9f]/;

/** What bytes seem to be if they are not UTF-8 and have no byte order mark. */
function seeming(bytes: Uint8Array): string {
	const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
	const kind = SIGNATURES.find(([begins]) => latin.startsWith(begins))?.[1];
	if (kind !== undefined) return kind;
	if (bytes.includes(0)) return isUtf16(bytes) ? 'in UTF-16 without a byte order mark' : 'no text';
	if (isUtf8UpToItsEnd(bytes)) return 'UTF-8 that breaks off';
	const japanese = JAPANESE.find(([encoding]) => isMostlyKana(bytes, encoding));
	if (japanese) return `in ${japanese[1]}`;
	if (isMostlyUtf8(bytes)) return 'damaged UTF-8';
	if (!standAlone(bytes))
		return 'in an encoding of one script, such as GB18030, Big5, EUC-KR or Windows-1251';
	// Windows-1252 has characters where ISO 8859 has control characters, except for five bytes.
	if (/[\x81\x8d\x8f\x90\x9d]/.test(latin) || ODD_IN_WORDS.test(latin))
		return 'in an old encoding, such as Mac Roman or code page 850';
	return bytes.some((byte) => byte >= 0x80 && byte <= 0x9f)
		? 'in Windows-1252'
		: 'in Windows-1252 or ISO-8859-1';
}

/**
 * Whether bytes are UTF-16. In it, each Latin letter has two bytes, one of which is zero, and
 * always the same one.
 */
function isUtf16(bytes: Uint8Array): boolean {
	const pairs = Math.floor(bytes.length / 2);
	const zeros = [0, 0];
	for (let index = 0; index < 2 * pairs; index++) if (bytes[index] === 0) zeros[index % 2]!++;
	const [even, odd] = zeros as [number, number];
	return Math.max(even, odd) > 0.3 * pairs && Math.min(even, odd) < 0.1 * pairs;
}

function isMostlyKana(bytes: Uint8Array, encoding: string): boolean {
	// A sample may end inside a character.
	const text = decoded(bytes, encoding) ?? decoded(bytes.subarray(0, -1), encoding) ?? '';
	const foreign = [...text].filter((sign) => sign > '\u007f');
	return foreign.filter((sign) => /[\u3040-\u30ff]/.test(sign)).length > 0.3 * foreign.length;
}

/** Whether most of the characters beyond ASCII are complete in UTF-8. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
	const foreign = new TextDecoder().decode(bytes).match(/[^\0-\x7f]/gu) ?? [];
	return foreign.filter((character) => character !== '\ufffd').length > foreign.length / 2;
}

/** Whether only the last character is incomplete, and others beyond ASCII are complete. */
const isUtf8UpToItsEnd = (bytes: Uint8Array): boolean =>
	[1, 2, 3].some(
		(cut) =>
			(bytes.at(-cut) ?? 0) >= 0xc2 &&
			bytes.subarray(bytes.length - cut + 1).every((byte) => byte >= 0x80 && byte < 0xc0) &&
			/[\u0080-\uffff]/.test(decoded(bytes.subarray(0, -cut), 'utf-8') ?? ''),
	);

/**
 * Whether most letters beyond ASCII stand alone or in pairs ("Größe"), as in Western European
 * languages.
 */
function standAlone(bytes: Uint8Array): boolean {
	let count = 0;
	let countInRuns = 0;
	let runLength = 0;
	for (let index = 0; index <= bytes.length; index++)
		if ((bytes[index] ?? 0) >= 0x80) runLength++;
		else {
			count += runLength;
			if (runLength > 2) countInRuns += runLength;
			runLength = 0;
		}
	return countInRuns < 0.3 * count;
}
