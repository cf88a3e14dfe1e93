/** JSON of the platform: IDs, and numbers that JavaScript cannot represent. */
import fc from 'fast-check';

import { idText, isObject, nameTwice, parseJson } from '../../../nodes/shared/support/json';

test('an object is neither a list nor null', () => {
	expect([{}, [], null, undefined, 'text', 1].map(isObject)).toEqual([
		true,
		false,
		false,
		false,
		false,
		false,
	]);
});

test('an ID is text, whether the platform sends a text or a number', () => {
	expect(['a1', 7, 0].map(idText)).toEqual(['a1', '7', '0']);
	expect(['', undefined, null, true, {}, ['a1'], 1.5, 2 ** 53, NaN].map(idText)).toEqual(
		Array.from({ length: 9 }, () => undefined),
	);
});

test('numbers that JavaScript cannot represent keep their digits, as text', () => {
	expect(
		parseJson(
			'{"id":9007199254740993,"ids":[-12345678901234567890, 9007199254740991],"f":0.1234567890123456,"e":1e20,"s":"9007199254740993 \\" 9007199254740993"}',
		),
	).toEqual({
		id: '9007199254740993',
		ids: ['-12345678901234567890', 9007199254740991],
		f: 0.1234567890123456,
		e: 1e20,
		s: '9007199254740993 " 9007199254740993',
	});
});

test.each([
	'1234567890123456.5',
	'12345678901234567e3',
	'-0.12345678901234566',
	'0.10',
	'1.50e-300',
	'-0',
	'9007199254740991',
])('%s stays a number', (number) => {
	expect(parseJson(number)).toBe(Number(number));
	expect(parseJson(`[${number}]`)).toEqual([Number(number)]);
});

test.each([
	'99999999999999.99',
	'-0.12345678901234567',
	'1e400',
	'-1E+309',
	'1e-400',
	'1.0000000000000000001',
])('%s keeps its digits, as text', (number) => {
	expect(parseJson(number)).toBe(number);
	expect(parseJson(`{"a":[ ${number},"${number}"]}`)).toEqual({ a: [number, number] });
});

test('a decimal is a number exactly if writing it returns the same text', () => {
	const decimals = fc.tuple(
		fc.constantFrom('', '-'),
		fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
		fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
	);
	fc.assert(
		fc.property(decimals, ([sign, whole, fraction]) => {
			const written = `${sign}${whole}.${fraction}`;
			const read = parseJson(written);
			const scaled = (text: string) => {
				const [before = '', after = ''] = text.replace('-', '').split('.');
				return BigInt(before + after.padEnd(30, '0'));
			};
			if (typeof read === 'string') expect(read).toBe(written);
			else if (!String(read).includes('e')) expect(scaled(String(read))).toBe(scaled(written));
		}),
	);
});

test('numbers keep their spelling on request', () => {
	expect(parseJson('{"a":1.10,"b":1.0,"c":1e3,"d":15,"e":"1.10","f":-0}', 'asWritten')).toEqual({
		a: '1.10',
		b: '1.0',
		c: '1e3',
		d: 15,
		e: '1.10',
		f: '-0',
	});
});

test('the key of an object is not a number', () => {
	expect(parseJson('{"9007199254740993":9007199254740993}')).toEqual({
		'9007199254740993': '9007199254740993',
	});
});

test('invalid JSON is refused', () => {
	expect(() => parseJson('{"id":9007199254740993')).toThrow(SyntaxError);
});

test.each([
	['{"a":1,"a":2}', 'a'],
	['[{"b": {"c":1, "\\u0063" : 2}}]', 'c'],
	['{"a":{"a":1},"b":[{"a":1},{"a":2}],"c":"a","a" :3}', 'a'],
	['{"a\\"}":1,"a\\"}":1}', 'a"}'],
	['{"":1,"":2}', ''],
])('an object with a duplicate name is found in %s: "%s"', (json, name) => {
	expect(nameTwice(json)).toBe(name);
});

test.each(['{}', '"a"', '7', '[{"a":1},{"a":1}]', '{"a":{"a":"a"},"b":["a","a"],"A":1}'])(
	'no object with a duplicate name is found in %s',
	(json) => {
		expect(nameTwice(json)).toBeUndefined();
	},
);
