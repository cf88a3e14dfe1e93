/** What counts as a blank. */
import { isBlank } from '../../../../nodes/shared/declare/field/blank';

test.each<[string, unknown]>([
	['nothing', undefined],
	['null', null],
	['an empty text', ''],
	['white space', ' \t\n\u00a0'],
	['a byte order mark', '\ufeff'],
	['a character without width', '\u200b'],
	['white space and characters without width', ' \u200b\u2060 '],
	['a blank of Braille', '\u2800'],
	['a soft hyphen', '\u00ad'],
])('%s is a blank', (_what, value) => {
	expect(isBlank(value)).toBe(true);
});

test.each<[string, unknown]>([
	['a text', 'a'],
	['a text between characters without width', '\u200ba\u200b'],
	['an emoji of several characters', '\u2764\ufe0f'],
	['a hyphen', '\u2011'],
	['zero', 0],
	['false', false],
	['an empty list', []],
])('%s is not a blank', (_what, value) => {
	expect(isBlank(value)).toBe(false);
});
