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
	file: string;
	/** The constant that it is assigned to, if it is. */
	constant: string | undefined;
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
				file,
				constant: ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : undefined,
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
 * Others that it rejects or cannot read. The test of their file measures them
 * (test/unit/engine/agents/credentialsInTexts.test.ts).
 */
const MEASURED_WITH_FILE = {
	file: 'nodes/shared/engine/agents/credentialsInTexts.ts',
	constants: [
		'USER_PASSWORD',
		'AUTHORIZATION',
		'BEARER_TOKEN',
		'OPTION',
		'ASSIGNMENT',
		'QUOTED',
		'BARE',
	],
};

const isMeasured = ({ file, constant = '', pattern }: Pattern): boolean =>
	MEASURED.includes(pattern.source) ||
	(file === MEASURED_WITH_FILE.file && MEASURED_WITH_FILE.constants.includes(constant));

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
	const judged = patterns.filter((each) => !isMeasured(each));
	const slow = judged.flatMap(({ place, pattern }) => {
		const { safe, error } = isSafe(pattern, { maxScore: 200 });
		return safe ? [] : [`${place}: ${error}`];
	});
	report(`${patterns.length} patterns in ${sources.length} files`);
	expect(patterns.length - judged.length).toBe(
		MEASURED.length + MEASURED_WITH_FILE.constants.length,
	);
	expect(slow).toEqual([]);
});

/** A pattern may begin to match at each character of these, and then read all of the others. */
const LONG_RUNS = [' ', '\n', '\\', 'a', '0', '"', '/', '.', '-', 'a:'];

test.each(LONG_RUNS)(
	'no pattern needs more work for each character of a longer run of %j',
	(part) => {
		const slow = patterns
			.filter((each) => !isMeasured(each))
			.filter(({ pattern }) => {
				const everywhere = new RegExp(pattern, `${pattern.flags.replace(/[gy]/g, '')}g`);
				return growth((text) => text.replace(everywhere, ''), part) >= 8;
			});
		expect(slow.map(({ place }) => place)).toEqual([]);
	},
);

test('the checker detects slow patterns', () => {
	expect(isSafe(/^(a+)+$/).safe).toBe(false);
	expect(isSafe(/<title[^>]*>([^<]*)<\/title>/i, { maxScore: 200 }).safe).toBe(false);
});
