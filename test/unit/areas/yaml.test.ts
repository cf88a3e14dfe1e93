/** YAML of a simple form: written so that every reader reads the same, read as every writer means it, refused where it is more. */
import fc from 'fast-check';
import { parse, stringify } from 'yaml';

import { fromYaml, NotSimpleYaml, toYaml } from '../../../nodes/TalendCloudOrchestration/yaml';

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

test('what is written, a full reader of YAML reads, in both versions of YAML', () => {
	fc.assert(
		fc.property(document, (value) => {
			const written = toYaml(value);
			for (const version of ['1.1', '1.2'] as const)
				expect(parse(written, { version, merge: false })).toEqual(value);
		}),
		{ numRuns: RUNS },
	);
});

test('what is written is read as it was', () => {
	fc.assert(
		fc.property(document, (value) => expect(fromYaml(toYaml(value))).toEqual(value)),
		{ numRuns: RUNS },
	);
});

test('what a full writer writes in lines is read as it was', () => {
	const layouts = fc.record({
		indent: fc.integer({ min: 1, max: 6 }),
		indentSeq: fc.boolean(),
		singleQuote: fc.option(fc.boolean(), { nil: null }),
	});
	fc.assert(
		fc.property(document, layouts, (value, { indent, indentSeq, singleQuote }) => {
			const written = stringify(value, {
				indent,
				indentSeq,
				singleQuote,
				lineWidth: 0,
				blockQuote: false,
				doubleQuotedAsJSON: true,
				nullStr: 'null',
				minContentWidth: 0,
			});
			// Names of several lines have a form of their own, and in single quotes all texts of several lines; a byte order mark is none that belongs to a text.
			fc.pre(!(singleQuote === true && JSON.stringify(value).includes('\\n')));
			fc.pre(!/^\s*(- )*\? /m.test(written) && !written.startsWith('\ufeff'));
			expect(fromYaml(written)).toEqual(value);
		}),
		{ numRuns: RUNS },
	);
});

test('any text is read or refused with its line, never as something else than YAML has it', () => {
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
			try {
				fromYaml(written);
				understood++;
			} catch (error) {
				expect(error).toBeInstanceOf(NotSimpleYaml);
				expect((error as NotSimpleYaml).line).toBeGreaterThan(0);
			}
		}),
		{ numRuns: RUNS },
	);
	expect(understood).toBeGreaterThan(RUNS / 50);
});

test('comments, blanks and what people write', () => {
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
	expect(fromYaml(written.replace(/\n/g, '\r\n'))).toEqual(fromYaml(written));
	expect(fromYaml('{"tasks": [\n{"name": "a"}]}')).toEqual({ tasks: [{ name: 'a' }] });
	expect(fromYaml('')).toBeNull();
});

test.each([
	['a: &x 1', 1, 'anchors'],
	['a: 1\nb: *x', 2, 'anchors'],
	['a: !!str 1', 1, 'tags'],
	['a: |\n  text', 1, 'several lines'],
	['a: >-\n  text', 1, 'several lines'],
	['a: one\n  two', 2, 'continues a value'],
	['a: "one', 1, 'no closing quote'],
	['a: [b, c]', 1, 'is not in JSON'],
	['a: 1\na: 2', 2, 'a a second time'],
	['? a\n: b', 1, 'where a value begins'],
	['a: 1\n---\nb: 2', 2, 'needs a name'],
	['%YAML 1.2\n---\na: 1', 1, 'directive'],
	['a:\n\tb: 1', 2, 'with a tab'],
	['a: b: c', 1, 'second colon'],
	["a: 'b' c", 1, 'after a text in quotes'],
	['a: 1\n b: 2', 2, 'indented differently'],
	['- a\nb: 1', 2, 'indented differently'],
	['- '.repeat(80), 1, 'too deeply'],
	['a: "\\x41"', 1, 'is not in JSON'],
])('%j is refused', (written, line, rule) => {
	let refused: unknown;
	try {
		fromYaml(written);
	} catch (error) {
		refused = error;
	}
	expect(refused).toMatchObject({ name: 'NotSimpleYaml', line });
	expect((refused as NotSimpleYaml).rule).toContain(rule);
});

test('names of objects are only names', () => {
	const read = fromYaml('__proto__: 1\nconstructor: 2') as Record<string, unknown>;
	expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
	expect(Object.entries(read)).toEqual([
		['__proto__', 1],
		['constructor', 2],
	]);
});
