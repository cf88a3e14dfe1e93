/** The text of a file that a person made is read as it is, or its encoding is named. */
import fc from 'fast-check';

import { decodeText } from '../../../../nodes/shared/support/text/encoding';

const TEXT = 'title: Kunden für Zürich laden, 😀\n';
const latin = (text: string) => Buffer.from(text, 'latin1');
const hex = (bytes: string) => Buffer.from(bytes.replaceAll(' ', ''), 'hex');

test('any text in UTF-8 and UTF-16 is read correctly, without its mark', () => {
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

test.each<{ what: string; bytes: Buffer; seems: string }>([
	{ what: 'Western Europe on Windows', bytes: latin('Z\xfcrich \x80 5'), seems: 'in Windows-1252' },
	{
		what: 'Western Europe',
		bytes: latin('Gr\xf6\xdfe, \xe9t\xe9'),
		seems: 'in Windows-1252 or ISO-8859-1',
	},
	{ what: 'one letter', bytes: latin('\xe9'), seems: 'in Windows-1252 or ISO-8859-1' },
	{
		what: 'DOS',
		bytes: latin('Z\x81rich, Gr\x94\xe1e'),
		seems: 'in an old encoding, such as Mac Roman or code page 850',
	},
	{
		what: 'an old Mac',
		bytes: latin('Z\x9frich'),
		seems: 'in an old encoding, such as Mac Roman or code page 850',
	},
	{
		what: 'an old Mac, at the end of a word',
		bytes: latin('Caf\x8e'),
		seems: 'in an old encoding, such as Mac Roman or code page 850',
	},
	{
		what: 'Windows with its own characters',
		bytes: latin('l\x92API \x96 5 \x80, \x8atefan\x85'),
		seems: 'in Windows-1252',
	},
	{ what: 'gzip', bytes: latin('\x1f\x8b\x08\0\0'), seems: 'a gzip archive' },
	{ what: 'PDF', bytes: latin('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'), seems: 'a PDF document' },
	{ what: 'an empty ZIP archive', bytes: latin('PK\x05\x06\0\0'), seems: 'a ZIP archive' },
	{
		what: 'UTF-8 with a letter of Windows before its end',
		bytes: Buffer.concat([Buffer.from('Größe '), latin('\xe9\n')]),
		seems: 'damaged UTF-8',
	},
	{ what: 'Japanese', bytes: hex('83 65 83 58 83 67 82 CC'), seems: 'in Shift_JIS' },
	{ what: 'Japanese on Unix', bytes: hex('A5 C6 A5 B9 A5 C8 A4 CE'), seems: 'in EUC-JP' },
	{
		what: 'Chinese',
		bytes: hex('BC D3 D4 D8 BF CD BB A7'),
		seems: 'in an encoding of one script, such as GB18030, Big5, EUC-KR or Windows-1251',
	},
	{
		what: 'no mark',
		bytes: Buffer.from(TEXT, 'utf16le'),
		seems: 'in UTF-16 without a byte order mark',
	},
	{
		what: 'no mark, big-endian',
		bytes: Buffer.from(TEXT, 'utf16le').swap16(),
		seems: 'in UTF-16 without a byte order mark',
	},
	{ what: 'four bytes each', bytes: hex('FF FE 00 00 61 00 00 00'), seems: 'in UTF-32' },
	{
		what: 'four bytes each, big-endian',
		bytes: hex('00 00 FE FF 00 00 00 61'),
		seems: 'in UTF-32',
	},
	{
		what: 'half a letter of UTF-16',
		bytes: Buffer.from('\ufeffab', 'utf16le').subarray(0, 5),
		seems: 'damaged UTF-16',
	},
	{ what: 'half of a pair of UTF-16', bytes: hex('FF FE 3D D8'), seems: 'damaged UTF-16' },
	{
		what: 'a mark of UTF-8 before other bytes',
		bytes: hex('EF BB BF 5A FC 72'),
		seems: 'damaged UTF-8',
	},
	{
		what: 'a file that breaks off',
		bytes: Buffer.from('Größe: 😀').subarray(0, -1),
		seems: 'UTF-8 that breaks off',
	},
	{
		what: 'a picture',
		bytes: latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\xf7'),
		seems: 'no text',
	},
])('$what is named', ({ bytes, seems }) => {
	expect(decodeText(bytes)).toEqual({ seems });
});
