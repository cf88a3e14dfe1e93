/** No pattern of the package may take long over a text that somebody else wrote. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSafe } from 'redos-detector';
import ts from 'typescript';

import { growth } from '../../support/growth';
import { report } from '../../support/report';

const root = join(__dirname, '../../..');

const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name)),
);

interface Pattern {
	place: string;
	pattern: RegExp;
}

/** All patterns that are written down in a file. */
function patternsIn(file: string): Pattern[] {
	const source = ts.createSourceFile(
		file,
		readFileSync(join(root, file), 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const found: Pattern[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf('/');
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			found.push({
				place: `${file}:${line + 1} ${node.text}`,
				pattern: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)),
			});
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

const patterns = sources.flatMap(patternsIn);

/**
 * Patterns that the checker cannot judge: after a blank nothing that it matches can follow twice.
 */
const MEASURED = [String.raw`\b(Bearer|Basic)\s{1,9}[\w.~+/=-]{8,}`];

/**
 * The file whose patterns the checker cannot judge either: it rejects or cannot read most of them.
 * Its own test measures them (test/unit/engine/agents/credentialsInTexts.test.ts).
 */
const MEASURED_FILE = 'nodes/shared/engine/agents/credentialsInTexts.ts';

test.each(MEASURED)('%s does not need more work for each character of a longer text', (source) => {
	expect(patterns.map(({ pattern }) => pattern.source)).toContain(source);
	const pattern = new RegExp(source, 'gi');
	for (const part of [
		'Bearer ',
		'Bearer',
		'Bearer  ',
		' ',
		'BearerBasic ',
		'basic a',
		'Basic\n\n\n',
		'a.~+/=-',
		'Bearer abcdefg ',
	]) {
		expect([part, growth((text) => text.replace(pattern, ''), part) < 8]).toEqual([part, true]);
	}
});

test('no pattern backtracks endlessly', () => {
	const slow = patterns.flatMap(({ place, pattern }) => {
		if (MEASURED.includes(pattern.source) || place.startsWith(`${MEASURED_FILE}:`)) return [];
		const { safe, error } = isSafe(pattern, { maxScore: 200 });
		return safe ? [] : [`${place}: ${error}`];
	});
	report(`${patterns.length} patterns in ${sources.length} files`);
	expect(slow).toEqual([]);
});

test('the checker detects slow patterns', () => {
	expect(isSafe(/^(a+)+$/).safe).toBe(false);
	expect(isSafe(/<title[^>]*>([^<]*)<\/title>/i, { maxScore: 200 }).safe).toBe(false);
});
