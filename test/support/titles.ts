/** The tests of this project by file and full title, as in the sources: titles of `test.each` keep their placeholders. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import ts from 'typescript';

const root = join(__dirname, '../..');

/** The separator between the parts of a title, and between the title and its file. */
export const BETWEEN = ' › ';

/** What a call registers: `describe` or `test`, also with `.each(…)`. */
function kindOf(callee: ts.Expression): string | undefined {
	if (ts.isIdentifier(callee)) return callee.text;
	if (ts.isPropertyAccessExpression(callee)) return kindOf(callee.expression);
	// test.each([…]) and test.each`…`
	if (ts.isCallExpression(callee)) return kindOf(callee.expression);
	return ts.isTaggedTemplateExpression(callee) ? kindOf(callee.tag) : undefined;
}

/** The words of a title, with `…` for what is inserted at run time. */
function wordsOf(title: ts.Expression | undefined): string | undefined {
	if (!title) return undefined;
	if (ts.isStringLiteral(title) || ts.isNoSubstitutionTemplateLiteral(title)) return title.text;
	if (ts.isTemplateExpression(title))
		return title.head.text + title.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
	return undefined;
}

/** The first value of each row of a literal table: it replaces the first `%s`. */
function rowsOf(callee: ts.Expression): string[] {
	const table = ts.isCallExpression(callee) ? callee.arguments[0] : undefined;
	if (!table || !ts.isArrayLiteralExpression(table)) return [];
	return table.elements.flatMap(
		(row) => wordsOf(ts.isArrayLiteralExpression(row) ? row.elements[0] : row) ?? [],
	);
}

/** The full titles of the tests in a source, "describe › test"; for a literal table, also one title for each row. */
export function titlesIn(source: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node, above: readonly string[]): void => {
		let within = above;
		if (ts.isCallExpression(node)) {
			const kind = kindOf(node.expression);
			const words = kind === 'describe' || kind === 'test' ? wordsOf(node.arguments[0]) : undefined;
			const rows = words?.includes('%s')
				? rowsOf(node.expression).map((row) => words.replace('%s', () => row))
				: [];
			if (words !== undefined && kind === 'test')
				for (const title of [words, ...rows]) found.push([...above, title].join(BETWEEN));
			if (words !== undefined && kind === 'describe') within = [...above, words];
		}
		ts.forEachChild(node, (child) => visit(child, within));
	};
	visit(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true), []);
	return found;
}

/** All tests, "conformance/executions.test.ts › a task execution › ends by its timeout, in minutes". */
export function allTests(): Set<string> {
	const files = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
		// test/support/conformance.ts contains the tests of all operations' requests.
		.filter(
			(entry) =>
				entry.isFile() && (entry.name.endsWith('.test.ts') || entry.name === 'conformance.ts'),
		)
		.map((entry) => join(entry.parentPath, entry.name));
	return new Set(
		files.flatMap((file) =>
			titlesIn(readFileSync(file, 'utf8')).map((title) =>
				[relative(join(root, 'test'), file), title].join(BETWEEN),
			),
		),
	);
}
