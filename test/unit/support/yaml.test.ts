/**
 * YAML: written so that every reader reads the same, read as it was written, refused with its place
 * where it is no plain data.
 */
import fc from 'fast-check';
import { parse, stringify } from 'yaml';

import { fromYaml, NotYaml, toYaml } from '../../../nodes/shared/support/yaml';
import { growth } from '../../support/growth';

const text = fc.oneof(
	fc.string(),
	fc.string({ unit: 'grapheme' }),
	fc.string({ unit: 'binary' }),
	fc.constantFrom(
		'',
		' ',
		'null',
		'true',
		'No',
		'y',
		'~',
		'1.10',
		'007',
		'0x1f',
		'1e3',
		'.5',
		'.inf',
		'-',
		'- a',
		'?',
		'? a',
		':',
		'a: b',
		'a:',
		'a #b',
		'#',
		'&a',
		'*a',
		'!a',
		'|',
		'>',
		'%a',
		'@a',
		'`a`',
		'[a]',
		'{a}',
		'"a"',
		"it's",
		"'",
		'a\nb',
		'\u2028',
		'\u0085',
		'\ufeff',
		'2026-01-01',
		'02:30',
		'<<',
		'---',
		'...',
		'a\tb',
		' a',
		'a ',
	),
);
const key = text.filter((name) => name !== '__proto__');
/** Numbers as both sides write them. */
const number = fc
	.oneof(fc.integer(), fc.double({ noDefaultInfinity: true, noNaN: true }))
	.filter((value) => !Object.is(value, -0));
const { document } = fc.letrec<{ document: unknown }>((tie) => ({
	document: fc.oneof(
		{ maxDepth: 5, withCrossShrink: true },
		text,
		number,
		fc.boolean(),
		fc.constant(null),
		fc.array(tie('document'), { maxLength: 5 }),
		fc.dictionary(key, tie('document'), { maxKeys: 5, noNullPrototype: true }),
	),
}));
const RUNS = Number(process.env.YAML_RUNS ?? 2_000);

test('a complete YAML reader reads the written text, in both versions of YAML', () => {
	fc.assert(
		fc.property(document, (value) => {
			const written = toYaml(value);
			for (const version of ['1.1', '1.2'] as const)
				expect(parse(written, { version, merge: false })).toEqual(value);
		}),
		{ numRuns: RUNS },
	);
});

test('a written text is read back unchanged', () => {
	fc.assert(
		fc.property(document, (value) => expect(fromYaml(toYaml(value))).toEqual(value)),
		{ numRuns: RUNS },
	);
});

test('a text that a complete writer writes in lines is read back unchanged', () => {
	const layouts = fc.record({
		indent: fc.integer({ min: 1, max: 6 }),
		indentSeq: fc.boolean(),
		singleQuote: fc.option(fc.boolean(), { nil: null }),
		lineWidth: fc.constantFrom(0, 20, 80),
		blockQuote: fc.constantFrom<boolean | 'folded' | 'literal'>(true, false, 'folded', 'literal'),
		flow: fc.boolean(),
	});
	fc.assert(
		fc.property(
			document,
			layouts,
			(value, { indent, indentSeq, singleQuote, lineWidth, blockQuote, flow }) => {
				const written = stringify(value, {
					indent,
					indentSeq,
					singleQuote,
					lineWidth,
					blockQuote,
					collectionStyle: flow ? 'flow' : 'any',
					nullStr: 'null',
				});
				// A byte order mark at the beginning is none that belongs to a text, and `<<` merges.
				fc.pre(!written.startsWith('\ufeff') && !written.includes('<<'));
				expect(fromYaml(written)).toEqual(value);
			},
		),
		{ numRuns: RUNS },
	);
});

/** A value with the spelling of its scalars, in one of the ways to write null, true and false. */
function asWritten(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(asWritten);
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, asWritten(inner)]),
		);
	const spelling = String(value);
	if (/^(?:~|)$/.test(spelling)) return 'null';
	return /^(?:null|true|false)$/i.test(spelling) ? spelling.toLowerCase() : spelling;
}

test('any text is read or refused with its line, never with another meaning than in YAML', () => {
	const lines = fc.array(
		fc.oneof(
			text,
			fc.constantFrom(
				'a: 1',
				'- b',
				'  c: d',
				'  - e',
				'f:',
				'# g',
				'-',
				'"h": i',
				'j: [1]',
				'k: {"l": 2}',
				"m: 'n' # o",
				'\tp: q',
			),
		),
		{ maxLength: 6 },
	);
	let understood = 0;
	fc.assert(
		fc.property(lines, (given) => {
			const written = given.join('\n');
			let value: unknown;
			try {
				value = fromYaml(written);
			} catch (error) {
				expect(error).toBeInstanceOf(NotYaml);
				expect((error as NotYaml).line).toBeGreaterThan(0);
				return;
			}
			understood++;
			// `<<` is not merged where all scalars are texts.
			if (written.includes('<<')) return;
			// In YAML, a carriage return alone ends a line, too. The library takes it for a character.
			const normalized = written.replace(/^\ufeff+/, '').replace(/\r\n?/g, '\n');
			expect(asWritten(value)).toEqual(asWritten(parse(normalized, { schema: 'failsafe' })));
		}),
		{ numRuns: RUNS },
	);
	expect(understood).toBeGreaterThan(RUNS / 50);
});

test('comments, blanks and common ways of writing are read', () => {
	const written = `# Tasks
---
tasks:   # those of the night
  - name: Load customers # the first

    version: 1.10
    code: 007
    size: 500
    paused: False
    tags: ["nightly", "finance"]
    none: {}
    empty:
    'quoted: name': "a \\u00e9 # b"
    path: /data/in
    url: https://example.com/x
plans:
- name: 'It''s'
-
  name: Second
`;
	expect(fromYaml(written)).toEqual({
		tasks: [
			{
				name: 'Load customers',
				version: '1.10',
				code: '007',
				size: 500,
				paused: false,
				tags: ['nightly', 'finance'],
				none: {},
				empty: null,
				'quoted: name': 'a é # b',
				path: '/data/in',
				url: 'https://example.com/x',
			},
		],
		plans: [{ name: "It's" }, { name: 'Second' }],
	});
	// A line ends in any of three ways (YAML 1.2, 5.4); the library does not know the second.
	for (const end of ['\r\n', '\r'])
		expect(fromYaml(written.replace(/\n/g, end))).toEqual(fromYaml(written));
	expect(fromYaml('{"tasks": [\n{"name": "a"}]}')).toEqual({ tasks: [{ name: 'a' }] });
	expect(fromYaml('')).toBeNull();
});

test('JSON is read unchanged, with the spelling of its numbers', () => {
	expect(
		fromYaml(
			'{\n\t"a": [1.10, 10, 1e3, 99999999999999.99, true, null],\n\t"b\\/\\u00e9": "\\ud83d\\ude00"\n}',
		),
	).toEqual({ a: ['1.10', 10, '1e3', '99999999999999.99', true, null], 'b/é': '😀' });
	fc.assert(
		fc.property(document, fc.constantFrom(undefined, 2, '\t'), (value, indent) =>
			expect(fromYaml(JSON.stringify(value, null, indent))).toEqual(value),
		),
		{ numRuns: RUNS / 4 },
	);
});

test.each<[string, unknown]>([
	['a: &x 1\nb: *x', { a: 1, b: 1 }],
	['a: &x {c: 1.10}\nb:\n  <<: *x\n  d: 2', { a: { c: '1.10' }, b: { c: '1.10', d: 2 } }],
	['a: !!str 1', { a: '1' }],
	['a: |\n  text\n  more', { a: 'text\nmore\n' }],
	['a: >-\n  text\n  more', { a: 'text more' }],
	['a: one\n  two', { a: 'one two' }],
	['a: "one\n  two"', { a: 'one two' }],
	['a: [b, c]', { a: ['b', 'c'] }],
	['? a\n: b', { a: 'b' }],
	['%YAML 1.2\n---\na: 1', { a: 1 }],
	['---\n  a: 1\n  b: 2', { a: 1, b: 2 }],
	['a: "\\x41\\U0001F600"', { a: 'A😀' }],
	["'it''s': '# no comment' # one", { "it's": '# no comment' }],
	['200: a\n1.10: b\ntrue: c\n~: d', { 200: 'a', '1.10': 'b', true: 'c', '~': 'd' }],
	[
		'[0.10, off, no, y, 10:00, 2026-01-01, 0o17, 0x1F, 1_000, 1e3, .5, +1, 007, -0, NaN, .inf, 12345678901234567890]',
		[
			...['0.10', 'off', 'no', 'y', '10:00', '2026-01-01', '0o17', '0x1F', '1_000', '1e3', '.5'],
			...['+1', '007', '-0', 'NaN', '.inf', '12345678901234567890'],
		],
	],
	[
		'[1, -2, 1.5, True, FALSE, Null, ~, "1", \'true\']',
		[1, -2, 1.5, true, false, null, null, '1', 'true'],
	],
])('%j is read', (written, value) => {
	expect(fromYaml(written)).toEqual(value);
});

const bomb = Array.from(
	{ length: 12 },
	(_, n) =>
		`a${n}: &a${n} [${Array.from({ length: 9 }, () => (n === 0 ? 'x' : `*a${n - 1}`)).join(', ')}]`,
).join('\n');

test.each([
	['a: 1\nb: *x', 2, 4, 'no anchor &x'],
	['a: &x [*x]', 1, 8, 'refer to themselves'],
	[bomb, 2, 10, 'expand too far'],
	['a: !include b.yaml', 1, 4, 'tag: !include'],
	['a: !!set {b, c}', 1, 4, 'tag:yaml.org,2002:set'],
	['a: !!omap [b: 1]', 1, 4, 'tag:yaml.org,2002:omap'],
	['a: !!binary aGk=', 1, 4, 'tag:yaml.org,2002:binary'],
	['a: !!timestamp 2026-01-01', 1, 4, 'tag:yaml.org,2002:timestamp'],
	['a: 1\nb: 2\na: 2', 3, 1, 'a second time'],
	['{"a": 1,\n "a": 2}', 2, 2, 'a second time'],
	['a: 1\n---\nb: 2', 2, 1, 'a file can have only one'],
	['a:\n\tb: 1', 2, 1, 'Tabs are not allowed'],
	['a: b: c', 1, 4, 'Nested mappings'],
	["a: 'b' c", 1, 8, 'Unexpected scalar'],
	['a: "one', 1, 8, 'Missing closing'],
	['- a\nb: 1', 2, 1, 'Unexpected scalar'],
	['{"a": 1, // one\n "b": 2}', 1, 10, 'a comment begins with #'],
	['{ // one\n "b": 2}', 1, 3, 'a comment begins with #'],
	['{/* one */ "b": 2}', 1, 2, 'a comment begins with #'],
	['{"a": 1 // one\n}', 1, 7, 'a comment begins with #'],
	['{"a": 1, //\n}', 1, 10, 'a comment begins with #'],
	['a: @x', 1, 4, 'reserved character'],
	['? [a]\n: b', 1, 3, 'A name must be a text'],
	['a:\n  <<: 1', 2, 3, '<< needs'],
	['a: x\ty\u0007', 1, 7, 'Control characters'],
	['- '.repeat(300), 1, 401, 'nested too deeply'],
	[`a: ${'['.repeat(150)}${']'.repeat(150)}`, 1, 1, 'nested too deeply'],
	['['.repeat(20_000), 1, 1, 'nested too deeply'],
])('%j is refused', (written, line, column, reason) => {
	let refused: unknown;
	try {
		fromYaml(written);
	} catch (error) {
		refused = error;
	}
	expect(refused).toMatchObject({ name: 'NotYaml', line });
	if (written.length < 10_000) expect((refused as NotYaml).column).toBe(column);
	expect((refused as NotYaml).reason).toContain(reason);
});

describe('YAML of which only texts are requested', () => {
	test('tags are skipped', () => {
		expect(fromYaml('a: !include b.yaml\nb: !Sub "c"', 'texts')).toEqual({ a: 'b.yaml', b: 'c' });
	});

	test('values other than null stay texts', () => {
		expect(fromYaml('[True, 1, 1.10, ~, Null]', 'texts')).toEqual([
			'True',
			'1',
			'1.10',
			null,
			null,
		]);
	});
});

test.each([
	['!!binary aGk=', 'aGk='],
	['!!timestamp 2026-01-01', '2026-01-01'],
	['!!str 1.10', '1.10'],
	['!!set {b}', { b: null }],
	['!!omap [b: c]', [{ b: 'c' }]],
])('the text %j is read as it is written, if only texts are requested', (written, value) => {
	expect(fromYaml(`a: ${written}`, 'texts')).toEqual({ a: value });
});

test('a longer mapping does not take more time for each name', () => {
	const read = ({ length }: string) =>
		fromYaml(Array.from({ length: length / 10 }, (_, index) => `name${index}: 1`).join('\n'));
	expect(growth(read, ' ')).toBeLessThan(8);
});

test('two byte order marks are skipped', () => {
	expect(fromYaml('\ufeff\ufeffa: 1')).toEqual({ a: 1 });
});

test('a text that only looks like a comment of code stays a text', () => {
	expect(fromYaml('a: b // c\nd: [https://x, //y, /z, "e // f"]')).toEqual({
		a: 'b // c',
		d: ['https://x', '//y', '/z', 'e // f'],
	});
	expect(fromYaml('[{"": {//: ""}}, //, {a: /*}]')).toEqual([
		{ '': { '//': '' } },
		'//',
		{ a: '/*' },
	]);
});

test('the same anchor can be used often', () => {
	const written = `a: &x {b: 1}\nc:\n${'- <<: *x\n'.repeat(2_000)}`;
	expect(fromYaml(written)).toMatchObject({ c: Array.from({ length: 2_000 }, () => ({ b: 1 })) });
});

test('names of object properties are ordinary names', () => {
	const read = fromYaml('__proto__: 1\nconstructor: 2') as Record<string, unknown>;
	expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
	expect(Object.entries(read)).toEqual([
		['__proto__', 1],
		['constructor', 2],
	]);
});
