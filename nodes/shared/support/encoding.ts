/** Reads the bytes of a file that a person made, without guessing: a wrong guess would change letters without a word. */

/** A text, or what the bytes seem to be instead, which completes "it seems to be …". */
export type Decoded = { text: string } | { seems: string };

/** Marks at the beginning of a file, the longer ones first: that of UTF-16 begins one of UTF-32. */
const MARKS: ReadonlyArray<readonly [bytes: readonly number[], encoding: string]> = [
	[[0xff, 0xfe, 0, 0], 'utf-32'],
	[[0, 0, 0xfe, 0xff], 'utf-32'],
	[[0xef, 0xbb, 0xbf], 'utf-8'],
	[[0xff, 0xfe], 'utf-16le'],
	[[0xfe, 0xff], 'utf-16be'],
];

/** Japanese encodings, which their syllables give away. Those of other scripts look alike. */
const JAPANESE = [
	['euc-jp', 'EUC-JP'],
	['shift_jis', 'Shift_JIS'],
] as const;

/** How much of a file is looked at to name its encoding. */
const SAMPLE = 100_000;

/**
 * The text of a file in UTF-8, or in UTF-16 with a byte order mark, without the mark.
 * @returns what it seems to be instead if it is neither, or not text
 */
export function decodeText(bytes: Uint8Array): Decoded {
	const [, marked] = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? [];
	if (marked === 'utf-32') return { seems: 'in UTF-32' };
	const text = decoded(bytes, marked ?? 'utf-8');
	if (text !== undefined && !text.includes('\0')) return { text };
	if (marked !== undefined) return { seems: `damaged ${marked.slice(0, 6).toUpperCase()}` };
	return { seems: seeming(bytes.subarray(0, SAMPLE)) };
}

/** Nothing if the bytes are not in that encoding. */
function decoded(bytes: Uint8Array, encoding: string): string | undefined {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

function seeming(bytes: Uint8Array): string {
	if (bytes.includes(0)) {
		const pairs = Math.floor(bytes.length / 2);
		const zeros = [0, 0];
		for (let at = 0; at < 2 * pairs; at++) if (bytes[at] === 0) zeros[at % 2]!++;
		const [even, odd] = zeros as [number, number];
		// Latin letters have a zero byte in UTF-16, always on the same side.
		const isWide = Math.max(even, odd) > 0.3 * pairs && Math.min(even, odd) < 0.1 * pairs;
		return isWide ? 'in UTF-16 without a byte order mark' : 'no text';
	}
	if (isUtf8UpToItsEnd(bytes)) return 'UTF-8 that breaks off';
	const japanese = JAPANESE.find(([encoding]) => isMostlyKana(bytes, encoding));
	if (japanese) return `in ${japanese[1]}`;
	if (!standAlone(bytes))
		return 'in an encoding of one script, such as GB18030, Big5, EUC-KR or Windows-1251';
	// Windows has letters where ISO 8859 has control characters, except for five bytes.
	if (bytes.some((byte) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte)))
		return 'in an old encoding, such as code page 850';
	return bytes.some((byte) => byte >= 0x80 && byte <= 0x9f)
		? 'in Windows-1252'
		: 'in Windows-1252 or ISO-8859-1';
}

function isMostlyKana(bytes: Uint8Array, encoding: string): boolean {
	// A sample may end inside a character.
	const text = decoded(bytes, encoding) ?? decoded(bytes.subarray(0, -1), encoding) ?? '';
	const foreign = [...text].filter((sign) => sign > '\u007f');
	return foreign.filter((sign) => /[\u3040-\u30ff]/.test(sign)).length > 0.3 * foreign.length;
}

/** Whether the last character lacks bytes, after others beyond ASCII that are complete. */
const isUtf8UpToItsEnd = (bytes: Uint8Array): boolean =>
	[1, 2, 3].some(
		(cut) =>
			(bytes.at(-cut) ?? 0) >= 0xc2 &&
			/[\u0080-\uffff]/.test(decoded(bytes.subarray(0, -cut), 'utf-8') ?? ''),
	);

/** Whether most letters beyond ASCII are alone or in pairs ("Größe"), as in the languages of Western Europe. */
function standAlone(bytes: Uint8Array): boolean {
	let all = 0;
	let inRuns = 0;
	let run = 0;
	for (let at = 0; at <= bytes.length; at++)
		if ((bytes[at] ?? 0) >= 0x80) run++;
		else {
			all += run;
			if (run > 2) inRuns += run;
			run = 0;
		}
	return inRuns < 0.3 * all;
}
