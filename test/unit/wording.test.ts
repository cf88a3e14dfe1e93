/** What people read in n8n: every text in the code of the nodes and credentials. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { oddWords } from '../support/wording';

const root = join(__dirname, '../..');

const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name)),
);

/** The texts in a source: what has a blank in it is read by people. */
function textsOf(name: string, code = readFileSync(join(root, name), 'utf8')): Array<{ where: string; text: string }> {
	const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
	const found: Array<{ where: string; text: string }> = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) return;
		const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
		if (isText && /\S \S/.test(node.text)) found.push({ where: `${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`, text: node.text });
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

test('odd words are detected', () => {
	expect(textsOf('a.ts', "const a = 'The run failed'; const b = `Wait for ${a} to go on`;").flatMap(({ text }) => oddWords(text))).toEqual(['The run', 'go on']);
	expect(oddWords('To run the task again, use its run configuration')).toEqual([]);
	expect(oddWords('A run of the crawler failed')).toEqual([]);
	expect(oddWords('An environment whose tasks all run on an engine that runs jobs')).toEqual([]);
});

test('the texts of the nodes use one word for one thing', () => {
	const texts = sources.flatMap((name) => textsOf(name).map((found) => ({ ...found, ofCrawlers: name.includes('TalendCloudCatalog') })));
	expect(texts.length).toBeGreaterThan(2_000);
	const odd = texts.flatMap(({ where, text, ofCrawlers }) => oddWords(ofCrawlers ? `${text} (of a crawler)` : text).map((words) => `${where}: "${words}"`));
	expect(odd).toEqual([]);
});
