/** Texts are shortened between characters as people see them, wherever they are shortened. */
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { shortened } from '../../../../nodes/shared/declare/field/parse';
import { beginningOf, excerpt, truncated } from '../../../../nodes/shared/support/text/truncate';
import { readRefusal } from '../../../../nodes/shared/transport/failure/readRefusal';
import { judgeResponse } from '../../../../nodes/shared/transport/response/answer';
import { causeOf } from '../../../../nodes/TalendCloudProcessing/explain/cause';

const CHARACTERS = [
	'a',
	' ',
	'😀',
	'👩‍👩‍👧',
	'🇫🇷',
	'e\u0301',
	'👍🏽',
	'\u1112\u1161\u11ab',
	'1️⃣',
	'\r\n',
];
const texts = fc
	.array(fc.constantFrom(...CHARACTERS), { maxLength: 60 })
	.map((characters) => characters.join(''));
const charactersOf = (text: string) =>
	Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), (each) =>
		String(each.segment),
	);
const HALF = /\p{Cs}/u;

test('a text that is short enough is unchanged', () => {
	expect(truncated('', 3)).toBe('');
	expect(truncated('abc', 3)).toBe('abc');
	expect(truncated('abcd', 3)).toBe('ab…');
	expect(beginningOf('abc', 3)).toBe('abc');
	expect(beginningOf('abc', 0)).toBe('');
});

test('the beginning of a text has as many characters as fit, all of them whole', () => {
	fc.assert(
		fc.property(texts, fc.nat(130), (text, most) => {
			const all = charactersOf(text);
			const kept = charactersOf(beginningOf(text, most));
			expect(kept).toEqual(all.slice(0, kept.length));
			expect(kept.join('').length).toBeLessThanOrEqual(most);
			const next = all[kept.length];
			if (next !== undefined) expect(kept.join('').length + next.length).toBeGreaterThan(most);
		}),
	);
});

test('an excerpt consists of whole characters', () => {
	fc.assert(
		fc.property(texts, fc.integer({ min: -5, max: 130 }), fc.nat(130), (text, from, length) => {
			const part = excerpt(text, from, from + length).replace(/^…|…$/g, '');
			expect(part).not.toMatch(HALF);
			const onOneLine = charactersOf(text).join('').replace(/\s+/g, ' ');
			expect(onOneLine).toContain(part);
			expect(charactersOf(onOneLine)).toEqual(expect.arrayContaining(charactersOf(part)));
		}),
	);
	expect(excerpt('one two\nthree four', 4, 13)).toBe('…two three…');
});

test('an endless character is cut between its code points', () => {
	const piled = `a${'\u0301'.repeat(500)}`;
	expect(truncated(piled, 100)).toHaveLength(100);
	const flags = `x${'\u200d😀'.repeat(200)}`;
	for (let most = 60; most < 70; most++) expect(beginningOf(flags, most)).not.toMatch(HALF);
});

const text = (length: number) => `${'x'.repeat(length)}${'😀'.repeat(200)}`;
const get = operation('GET /processing/x', {
	name: 'Try',
	action: 'Try',
	description: 'Try',
	answers: record('B.Executionidentifier', { requiredFields: ['executionId'] }),
});

/** Each place that shortens a text, with an emoji at each possible position of the cut. */
test.each<[string, (text: string) => unknown]>([
	['a value in a refusal', (given) => shortened(given)],
	['a list in a refusal', (given) => shortened([given])],
	['the message of a platform', (given) => readRefusal(given).message],
	[
		'a response that is not a record',
		(given) =>
			judgeResponse(get, {
				status: 200,
				headers: { 'content-type': 'text/plain' },
				body: Buffer.from(given),
			}).failure?.invalid,
	],
	[
		'the reason of a failed execution',
		(given) =>
			causeOf('failed', { status: 'execution_failed' }, [
				{ where: 'The log', text: `${given}connection refused${given}` },
			]).causeReason,
	],
])('%s contains no half of a character', (_where, shown) => {
	for (let length = 0; length < 4; length++) {
		expect(shown(text(length))).toMatch(/…/);
		expect(shown(text(length))).not.toMatch(HALF);
	}
});

test('no other file cuts a text itself', () => {
	const sources = ['nodes', 'credentials', 'emulator', 'platform', 'tools'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
			.map((file) => join(folder, file)),
	);
	expect(sources.length).toBeGreaterThan(300);
	expect(
		sources.filter((file) => /slice\([^()]*\)[^()`;]{0,3}…/.test(readFileSync(file, 'utf8'))),
	).toEqual([]);
});
