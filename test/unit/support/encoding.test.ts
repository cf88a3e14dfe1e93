/** The text of a file that a person made is read as it is, or its encoding is named. */
import fc from 'fast-check';

import { decodeText } from '../../../nodes/shared/support/encoding';

const TEXT = 'title: Kunden für Zürich laden, 😀\n';
const latin = (text: string) => Buffer.from(text, 'latin1');
const hex = (bytes: string) => Buffer.from(bytes.replaceAll(' ', ''), 'hex');

test('any text in UTF-8 and UTF-16 is read as it was, without its mark', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (given) => {
			const text = given.replace(/[\0\ufeff]/g, '');
			expect(decodeText(Buffer.from(text))).toEqual({ text });
			expect(decodeText(Buffer.from(`\ufeff${text}`))).toEqual({ text });
			const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
			expect(decodeText(wide)).toEqual({ text });
			expect(decodeText(Buffer.from(wide).swap16())).toEqual({ text });
		}),
	);
});

test.each<[string, Buffer, string]>([
	['Western Europe on Windows', latin('Z\xfcrich \x80 5'), 'in Windows-1252'],
	['Western Europe', latin('Gr\xf6\xdfe, \xe9t\xe9'), 'in Windows-1252 or ISO-8859-1'],
	['one letter', latin('\xe9'), 'in Windows-1252 or ISO-8859-1'],
	[
		'DOS',
		latin('Z\x81rich, Gr\x94\xe1e'),
		'in an old encoding, such as Mac Roman or code page 850',
	],
	['an old Mac', latin('Z\x9frich'), 'in an old encoding, such as Mac Roman or code page 850'],
	[
		'an old Mac, at the end of a word',
		latin('Caf\x8e'),
		'in an old encoding, such as Mac Roman or code page 850',
	],
	['Windows with its signs', latin('l\x92API \x96 5 \x80, \x8atefan\x85'), 'in Windows-1252'],
	['gzip', latin('\x1f\x8b\x08\0\0'), 'a gzip archive'],
	['PDF', latin('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'), 'a PDF document'],
	['an empty ZIP archive', latin('PK\x05\x06\0\0'), 'a ZIP archive'],
	[
		'UTF-8 with a letter of Windows before its end',
		Buffer.concat([Buffer.from('Größe '), latin('\xe9\n')]),
		'damaged UTF-8',
	],
	['Japanese', hex('83 65 83 58 83 67 82 CC'), 'in Shift_JIS'],
	['Japanese on Unix', hex('A5 C6 A5 B9 A5 C8 A4 CE'), 'in EUC-JP'],
	[
		'Chinese',
		hex('BC D3 D4 D8 BF CD BB A7'),
		'in an encoding of one script, such as GB18030, Big5, EUC-KR or Windows-1251',
	],
	['no mark', Buffer.from(TEXT, 'utf16le'), 'in UTF-16 without a byte order mark'],
	[
		'no mark, big-endian',
		Buffer.from(TEXT, 'utf16le').swap16(),
		'in UTF-16 without a byte order mark',
	],
	['four bytes each', hex('FF FE 00 00 61 00 00 00'), 'in UTF-32'],
	['four bytes each, big-endian', hex('00 00 FE FF 00 00 00 61'), 'in UTF-32'],
	['half a letter of UTF-16', Buffer.from('\ufeffab', 'utf16le').subarray(0, 5), 'damaged UTF-16'],
	['half of a pair of UTF-16', hex('FF FE 3D D8'), 'damaged UTF-16'],
	['a mark of UTF-8 before other bytes', hex('EF BB BF 5A FC 72'), 'damaged UTF-8'],
	['a file that breaks off', Buffer.from('Größe: 😀').subarray(0, -1), 'UTF-8 that breaks off'],
	['a picture', latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\xf7'), 'no text'],
])('%s is named', (_what, bytes, seems) => {
	expect(decodeText(bytes)).toEqual({ seems });
});
