/**
 * What people read in n8n, every text in the code of the nodes and credentials; and what
 * contributors read, every comment and every title of a test.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import { oddWords, shorthandIn, userWordsIn } from '../../support/wording';

const root = join(__dirname, '../../..');

const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name)),
);

/** The texts in a source: what has a blank in it is read by people. */
function textsOf(
	name: string,
	code = readFileSync(join(root, name), 'utf8'),
): Array<{ where: string; text: string }> {
	const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
	const found: Array<{ where: string; text: string }> = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) return;
		const isText =
			ts.isStringLiteralLike(node) ||
			ts.isTemplateHead(node) ||
			ts.isTemplateMiddle(node) ||
			ts.isTemplateTail(node);
		if (isText && /\S \S/.test(node.text))
			found.push({
				where: `${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
				text: node.text,
			});
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

test('odd words are detected', () => {
	expect(
		textsOf('a.ts', "const a = 'The run failed'; const b = `Wait for ${a} to go on`;").flatMap(
			({ text }) => oddWords(text),
		),
	).toEqual(['The run', 'go on']);
	expect(oddWords('Whoever is told that a poll has begun')).toEqual(['told']);
	expect(oddWords('To run the task again, use its run configuration')).toEqual([]);
	expect(oddWords('A run of the crawler failed')).toEqual([]);
	expect(oddWords('An environment whose tasks all run on an engine that runs jobs')).toEqual([]);
	expect(oddWords('Recognises the colour of a cancelled task, all the same')).toEqual([
		'colour',
		'cancelled',
		'Recognises',
		'all the same',
	]);
	expect(oddWords('Recognizes the color of a canceled task; its analysis is licensed')).toEqual([]);
	expect(['The list of the platform', 'The platform answered'].flatMap(userWordsIn)).toEqual([
		'of the platform',
		'platform answered',
	]);
});

test('the texts of the nodes use one word for one thing', () => {
	// The texts that Explain looks for are those of other programs.
	const own = sources.filter((name) => !name.includes('/explain/causes/'));
	const texts = own.flatMap((name) =>
		textsOf(name).map((found) => ({ ...found, ofCrawlers: name.includes('TalendCloudCatalog') })),
	);
	expect(texts.length).toBeGreaterThan(2_000);
	const odd = texts.flatMap(({ where, text, ofCrawlers }) =>
		userWordsIn(ofCrawlers ? `${text} (of a crawler)` : text).map(
			(words) => `${where}: "${words}"`,
		),
	);
	expect(odd).toEqual([]);
});

/** The comments in a source, each in one line. */
function commentsOf(
	name: string,
	code = readFileSync(join(root, name), 'utf8'),
): Array<{ where: string; text: string }> {
	const source = ts.createSourceFile(
		name,
		code,
		ts.ScriptTarget.Latest,
		true,
		name.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS,
	);
	const found = new Map<number, string>();
	const visit = (node: ts.Node): void => {
		for (const { pos, end } of [
			...(ts.getLeadingCommentRanges(code, node.getFullStart()) ?? []),
			...(ts.getTrailingCommentRanges(code, node.getEnd()) ?? []),
		])
			found.set(pos, code.slice(pos, end));
		for (const child of node.getChildren(source)) visit(child);
	};
	visit(source);
	return [...found].map(([pos, text]) => ({
		where: `${name}:${source.getLineAndCharacterOfPosition(pos).line + 1}`,
		text: text.replace(/\s*\n\s*\*?\s*/g, ' ').replace(/@param \w+/g, ''),
	}));
}

const FOLDERS = ['nodes', 'credentials', 'emulator', 'platform', 'tools', 'test'];

/** The files below a folder, without what is installed there. */
const filesIn = (folder: string): string[] =>
	readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory())
			return entry.name === 'node_modules' || path === join('tools', 'demo', 'versions')
				? []
				: filesIn(path);
		return [path];
	});

test('the comments are free of shorthand', () => {
	expect(
		commentsOf(
			'a.ts',
			'/**\n * It goes\n * on.\n * @param room how much\n */\nconst a = 1; // reported by itself\n',
		).flatMap(({ text }) => shorthandIn(text)),
	).toEqual(['goes on', 'by itself']);
	const files = [
		...readdirSync(root).filter((name) => statSync(join(root, name)).isFile()),
		...FOLDERS.flatMap(filesIn),
	].filter((name) => /\.(ts|js|mjs|cjs)$/.test(name) && !name.includes('wording'));
	const comments = files.flatMap((name) => commentsOf(name));
	expect(comments.length).toBeGreaterThan(4_000);
	expect(
		comments.flatMap(({ where, text }) => shorthandIn(text).map((words) => `${where}: "${words}"`)),
	).toEqual([]);
});

/** What declares a test or a group: `test`, `testIf(…)`, `test.each(…)` and the like. */
const declaresTest = (callee: ts.Expression): boolean => {
	if (ts.isIdentifier(callee)) return /^(?:test|it|describe)(?:If)?$/.test(callee.text);
	return (
		(ts.isPropertyAccessExpression(callee) ||
			ts.isCallExpression(callee) ||
			ts.isTaggedTemplateExpression(callee)) &&
		declaresTest(ts.isTaggedTemplateExpression(callee) ? callee.tag : callee.expression)
	);
};

/** The titles of the tests and groups in a source. */
function titlesOf(
	name: string,
	code = readFileSync(join(root, name), 'utf8'),
): Array<{ where: string; text: string }> {
	const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
	const found: Array<{ where: string; text: string }> = [];
	const visit = (node: ts.Node): void => {
		const title = ts.isCallExpression(node) ? node.arguments[0] : undefined;
		if (
			ts.isCallExpression(node) &&
			title !== undefined &&
			(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) &&
			declaresTest(node.expression)
		)
			found.push({
				where: `${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
				text: title.getText(source).slice(1, -1),
			});
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

test('the titles of tests are worded as the texts for users', () => {
	const examples = [
		"test('a task is told', work);",
		"testIf(hasDisk)('a name by itself', work);",
		"describe('the list of the platform', () => test.each(rows)(`${a} keeps what is not given`, work));",
		"test.each(rows)('the run of %s', work);",
		"expect('a poll that has begun');",
	];
	expect(titlesOf('a.ts', examples.join('\n')).flatMap(({ text }) => userWordsIn(text))).toEqual([
		'told',
		'by itself',
		'of the platform',
		'what is not given',
		'the run',
	]);
	const titles = filesIn('test')
		.filter((name) => /\.test\.(ts|mjs)$/.test(name))
		.flatMap((name) => titlesOf(name));
	expect(titles.length).toBeGreaterThan(2_000);
	const odd = titles.flatMap(({ where, text }) => {
		const ofCrawlers = /catalog|crawler/i.test(where);
		const words = text.replaceAll('Run and Wait', 'an operation');
		return userWordsIn(ofCrawlers ? `${words} (of a crawler)` : words).map(
			(odd) => `${where}: "${odd}"`,
		);
	});
	expect(odd).toEqual([]);
});
