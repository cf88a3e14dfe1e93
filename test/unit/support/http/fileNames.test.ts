import { create, parse } from 'content-disposition';
import fc from 'fast-check';

import { fileNameIn, plainFileName } from '../../../../nodes/shared/support/http/fileNames';
import { report } from '../../../support/report';

test.each([
	['attachment; filename="a;b.txt"', 'a;b.txt'],
	['attachment; filename=plain.log', 'plain.log'],
	['attachment; filename=plain.log; size=5', 'plain.log'],
	['ATTACHMENT; FileName = "spaced.txt" ; x=y', 'spaced.txt'],
	['inline; filename="the \\"best\\".txt"', 'the "best".txt'],
	["attachment; filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt", 'naïve €.txt'],
	["attachment; filename*=utf-8'en'rates.txt", 'rates.txt'],
	["attachment; filename*=ISO-8859-1''%A3%20rates.txt", '£ rates.txt'],
	['attachment; filename="fallback.txt"; filename*=UTF-8\'\'real.txt', 'real.txt'],
	['attachment; filename*=UTF-8\'\'real.txt; filename="fallback.txt"', 'real.txt'],
	["attachment; filename*=UTF-8''%E4broken; filename=fallback.txt", 'fallback.txt'],
	["attachment; filename*=UTF-16''x; filename=fallback.txt", 'fallback.txt'],
	['attachment; filename="100%25.txt"', '100%25.txt'],
	['attachment; x="; filename=trap.txt"; filename=real.txt', 'real.txt'],
	['attachment; filename="../../etc/passwd"', 'passwd'],
	["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", 'passwd'],
	['attachment; filename="C:\\\\temp\\\\run.log"', 'run.log'],
	['attachment; filename="a\u0000b\u001f.txt\u007f"', 'ab.txt'],
	["attachment; filename*=UTF-8''log%E2%80%AEtxt.exe", 'logtxt.exe'],
	['attachment; filename=""', undefined],
	['attachment; filename=".."', undefined],
	['attachment', undefined],
	['attachment; filename', undefined],
	['', undefined],
	[undefined, undefined],
])('the header %j gives the name %j', (header, name) => {
	expect(fileNameIn(header)).toBe(name);
});

test('a name from a path is decoded and loses its folders', () => {
	expect(plainFileName('run%201.log')).toBe('run 1.log');
	expect(plainFileName('..%2Frun.log')).toBe('run.log');
	expect(plainFileName('100%')).toBe('100%');
});

/** Names that need no cleaning: a server made them, and we only have to read them. */
const names = fc
	.stringMatching(/^[A-Za-z0-9 äß€日"';=%*,._()-]+$/)
	.filter((name) => name.trim() === name && name !== '' && name !== '.' && name !== '..');

test('the name is read from every header that the library of Express builds', () => {
	let tried = 0;
	fc.assert(
		fc.property(
			names,
			fc.constantFrom('attachment', 'inline'),
			fc.boolean(),
			(name, type, fallback) => {
				const header = create(name, { type, fallback });
				tried++;
				expect(fileNameIn(header)).toBe(parse(header).parameters.filename);
				expect(fileNameIn(header)).toBe(name);
			},
		),
		{ numRuns: 1_000 },
	);
	report(`${tried} headers read`);
});

test('no name has a path or a control character, whatever the header', () => {
	fc.assert(
		fc.property(
			fc.string({ unit: 'binary', maxLength: 60 }),
			fc.constantFrom(
				'attachment; filename=',
				'attachment; filename="',
				"attachment; filename*=UTF-8''",
				'',
			),
			(rest, start) => {
				const name = fileNameIn(`${start}${rest}`);
				expect(name ?? 'x').toMatch(/^[^/\\\p{Cc}]+$/u);
				expect(['.', '..']).not.toContain(name);
			},
		),
		{ numRuns: 2_000 },
	);
});

test.each([
	['attachment; filename=first.txt; filename=second.txt', 'first.txt'],
	['attachment; filename=\t"tab.txt"', 'tab.txt'],
	['attachment; filename="never closed', 'never closed'],
	[';filename=a.txt', 'a.txt'],
	['attachment; x="a" filename=trap.txt; filename=b.txt', 'b.txt'],
	['attachment; filename=a.txt ; size=5', 'a.txt'],
	['attachment; filename=a.txt ; x="b;c"; y', 'a.txt'],
	["attachment; filename*=UTF-8'real.txt; filename=fallback.txt", 'fallback.txt'],
	["attachment; filename*=xutf-8''x.txt; filename=fallback.txt", 'fallback.txt'],
	["attachment; filename*=utf-8x''x.txt; filename=fallback.txt", 'fallback.txt'],
	["attachment; filename*=xiso-8859-1''x.txt; filename=fallback.txt", 'fallback.txt'],
	["attachment; filename*=iso-8859-15''x.txt; filename=fallback.txt", 'fallback.txt'],
	["attachment; filename*=iso-8859-1''%e4%F6.txt", 'äö.txt'],
	['attachment; filename=" spaced "', 'spaced'],
])('the header %j names the file %j', (header, name) => {
	expect(fileNameIn(header)).toBe(name);
});

test.each(['attachment; filename="ends in \\', 'attachment; filename="."'])(
	'the header %j names no file',
	(header) => {
		expect(fileNameIn(header)).toBeUndefined();
	},
);
