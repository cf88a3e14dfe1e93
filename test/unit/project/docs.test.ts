/**
 * What the pages for people name is there: links, anchors, commands, files, and the numbers of the
 * README.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { MAX_IN_FLIGHT } from '../../../nodes/shared/declare/limits';
import { BUDGET_MS, SLOW_BUDGET_MS } from '../../../nodes/shared/transport/budget';
import { MAX_ATTEMPTS } from '../../../nodes/shared/transport/limitAndRetry';
import { RECORDS_PER_FILE } from '../../../nodes/TalendCloudAccount/resources/auditLog/listFiles';
import {
	interfaceOperations,
	withoutVariableNames,
} from '../../../platform/descriptions/interfaceDocuments';
import { vendorOperations } from '../../../platform/descriptions/vendor';
import { everyOperation } from '../../../platform/operations';
import { FINGERPRINTS, shownNow } from '../../../tools/pictures/pictures';
import { withNumbers } from '../../../tools/reference/numbers';
import { oddWords } from '../../support/wording';
import { writtenPages } from '../../support/writtenPages';

const root = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...writtenPages()];
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** Text without its blocks of code. */
const prose = (text: string) => text.replace(/^ *```[^]*?^ *```$/gm, '');
const blocks = (text: string) =>
	[...text.matchAll(/^ *```(\w*)\n([^]*?)^ *```$/gm)].map(([, language = '', code = '']) => ({
		language,
		code,
	}));

const inCode = (text: string) => [...prose(text).matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

/** The anchors that a page gets from its headings, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
	const counts = new Map<string, number>();
	return new Set(
		[...prose(text).matchAll(/^#+ +(.+)$/gm)].map(([, heading]) => {
			const slug = heading!
				.toLowerCase()
				.replace(/[^\p{L}\p{N}\s_-]/gu, '')
				.trim()
				.replace(/\s/g, '-');
			const count = counts.get(slug) ?? 0;
			counts.set(slug, count + 1);
			return count === 0 ? slug : `${slug}-${count}`;
		}),
	);
}

/** What is wrong with the relative links of a page. */
function brokenLinks(page: string, text: string): string[] {
	const links = [
		...prose(text)
			.replace(/`[^`]*`/g, '')
			.matchAll(/\]\(([^)\s]+)\)|href="([^"]+)"/g),
	].map(([, link, address]) => (link ?? address)!);
	return links.flatMap((link) => {
		if (/^[a-z]+:/.test(link)) return [];
		const [path = '', anchor] = link.split('#');
		const target = path === '' ? page : join(dirname(page), path);
		if (!existsSync(join(root, target))) return [`${link}: there is no ${target}`];
		return anchor !== undefined && !anchorsOf(read(target)).has(anchor)
			? [`${link}: ${target} has no such heading`]
			: [];
	});
}

/** Pictures of a page that are not there. */
const missingPictures = (page: string, text: string): string[] =>
	[...text.matchAll(/(?:src|srcset)="([^"]+)"/g)]
		.map(([, path]) => join(dirname(page), path!))
		.filter((path) => !existsSync(join(root, path)));

/** Commands of npm that package.json does not have. */
function unknownCommands(text: string): string[] {
	const code = [...inCode(text), ...blocks(text).map((block) => block.code)].join('\n');
	const named = [...code.matchAll(/\bnpm (?:run (?:-s )?([\w:]+)|(start|test)\b)/g)].map(
		([, run, short]) => run ?? short!,
	);
	return named.filter((name) => scripts[name] === undefined).map((name) => `npm run ${name}`);
}

/** Files of the repository that are named and not there. */
const missingFiles = (text: string): string[] =>
	inCode(text).filter(
		(code) =>
			/^(test|nodes|scripts|docs|emulator|platform|credentials|workflows|tools)\/[\w./-]+$/.test(
				code,
			) &&
			!existsSync(join(root, code)) &&
			!existsSync(join(root, `${code}.ts`)),
	);

test('broken pages are detected', () => {
	expect(anchorsOf('# A `b`: c, d\n## A b c d\n')).toEqual(new Set(['a-b-c-d', 'a-b-c-d-1']));
	expect(
		brokenLinks(
			'README.md',
			'[a](docs/nowhere.md) [b](#nothing) [c](README.md) [d](https://example.com/x) <a href="#none">e</a>',
		),
	).toHaveLength(3);
	expect(missingPictures('docs/guide/how-to.md', '<img src="../pictures/none.webp">')).toEqual([
		'docs/pictures/none.webp',
	]);
	expect(unknownCommands('`npm run nothing`\n\n```\nnpm run lint\n```\n')).toEqual([
		'npm run nothing',
	]);
	expect(missingFiles('`test/unit/project/docs.test.ts` and `test/unit/none.test.ts`')).toEqual([
		'test/unit/none.test.ts',
	]);
});

describe.each(pages)('the page %s', (page) => {
	const text = read(page);

	test('the links of a page work', () => {
		expect(brokenLinks(page, text)).toEqual([]);
	});

	test('the pictures of a page exist, light and dark', () => {
		expect(missingPictures(page, text)).toEqual([]);
		const pictures = (variant: string) =>
			[...text.matchAll(new RegExp(`([\\w./-]+)-${variant}\\.webp`, 'g'))]
				.map(([, picture]) => picture)
				.sort();
		expect(pictures('light')).toEqual(pictures('dark'));
	});

	test('the commands and files that a page names exist', () => {
		expect(unknownCommands(text)).toEqual([]);
		expect(missingFiles(text)).toEqual([]);
	});

	test('each code block of a page has an end', () => {
		expect((text.match(/^ *```/gm) ?? []).length % 2).toBe(0);
	});

	test('the JSON in code blocks is valid', () => {
		for (const { language, code } of blocks(text))
			if (language === 'json') expect(() => JSON.parse(code) as unknown).not.toThrow();
	});
});

const GENERATED = [
	'docs/platform/applications.md',
	'docs/platform/interface-coverage.md',
	'docs/platform/permissions.md',
];

test.each(pages.filter((page) => !GENERATED.includes(page)))('%s is in plain English', (page) => {
	const lines = read(page).split('\n');
	const found = lines
		// "The run" at the end of a line may be the beginning of "the run configuration".
		.map((line, index) =>
			/ runs?$/.test(line) ? `${line} ${(lines[index + 1] ?? '').trim()}` : line,
		)
		.flatMap((line, index) =>
			oddWords(line).map(
				(words) =>
					`${page}:${index + 1}: "${words}": say it as a reader outside this project would`,
			),
		);
	expect(found).toEqual([]);
});

test('the notes of the examples are in plain English', () => {
	const notes = readdirSync(join(root, 'workflows'))
		.filter((name) => name.endsWith('.json'))
		.flatMap((name) => {
			const { nodes } = JSON.parse(read(`workflows/${name}`)) as {
				nodes: Array<{ notes?: string; parameters: { content?: string } }>;
			};
			return nodes.map(
				({ notes = '', parameters: { content = '' } }) => [name, `${notes} ${content}`] as const,
			);
		});
	expect(notes.length).toBeGreaterThan(50);
	expect(
		notes.flatMap(([name, text]) => oddWords(text).map((words) => `workflows/${name}: "${words}"`)),
	).toEqual([]);
});

test('the numbers of the README are those of the declarations', () => {
	const requests = new Set(
		everyOperation.flatMap(({ operation }) =>
			operation.kind === 'request'
				? [withoutVariableNames(`${operation.method} ${operation.endpoint}`)]
				: [],
		),
	);
	const published = vendorOperations.map(({ method, path }) =>
		withoutVariableNames(`${method} ${path}`),
	);
	expect(published.filter((request) => !requests.has(request))).toEqual([]);
	const readme = read('README.md');
	expect(withNumbers(readme)).toBe(readme);
	const outdated = readme.replace(/\d+ operations: \d+ perform/, '1 operations: 2 perform');
	expect(outdated).not.toBe(readme);
	expect(withNumbers(outdated)).toBe(readme);
	expect(() => withNumbers(readme.replace('perform one request', 'send a request'))).toThrow(
		'exactly once',
	);
});

test.each<[page: string, words: string]>([
	[
		'platform/interface.md',
		`a description of ${interfaceOperations.length} operations in three parts`,
	],
	['platform/interface.md', `reduced to ${vendorOperations.length} operations`],
	[
		'guide/scaling.md',
		`at most ${MAX_IN_FLIGHT} requests are in flight for each credential and API family`,
	],
	['guide/scaling.md', `*Records per File* (${RECORDS_PER_FILE.toLocaleString('en')} by default)`],
	['project/why/request-queues.md', `At most ${MAX_IN_FLIGHT} requests are in flight`],
	['project/why/repeated-requests.md', `up to ${MAX_ATTEMPTS} attempts`],
	['project/why/request-queues.md', `the waits between them: ${BUDGET_MS / 60_000} minutes`],
	['project/why/request-queues.md', `or ${SLOW_BUDGET_MS / 60_000} minutes if it reads a`],
])('docs/%s has the figure from the code: %s', (page, words) => {
	expect(read(`docs/${page}`).replace(/\s+/g, ' ')).toContain(words);
});

test('no picture is older than what it shows', () => {
	const taken = JSON.parse(read(FINGERPRINTS)) as Record<string, string>;
	const now = shownNow();
	const old = Object.keys(now).filter((name) => now[name] !== taken[name]);
	expect({ old, next: 'npm run shots -- --old' }).toEqual({
		old: [],
		next: 'npm run shots -- --old',
	});
	const pictures = readdirSync(join(root, 'docs/pictures'));
	expect(new Set(pictures.map((name) => name.replace(/-(light|dark)\.webp$/, '')))).toEqual(
		new Set(Object.keys(taken)),
	);
});

describe('the examples on their page', () => {
	const howTo = read('docs/guide/how-to.md');
	const [gallery, ...sections] = howTo.split(/^## /m);
	const examples = readdirSync(join(root, 'workflows'))
		.filter((name) => name.endsWith('.json'))
		.map((name) => name.replace('.json', ''));
	const anchors = sections
		.filter((section) => section.includes('](../../workflows/'))
		.map((section) => [...anchorsOf(`## ${section.split('\n')[0]!}\n`)][0]!);

	test.each(examples)('the page links to the example %s', (name) => {
		expect(howTo).toContain(`](../../workflows/${name}.json)`);
	});

	test.each(examples)('the page shows a picture of the example %s', (name) => {
		expect(howTo).toContain(`pictures/${name}-light.webp`);
	});

	test('every example has a section of its own', () => {
		expect(anchors).toHaveLength(examples.length);
	});

	test('the gallery at the beginning links to every section', () => {
		const linked = [...gallery!.matchAll(/href="#([\w-]+)"/g)].map(([, anchor]) => anchor!);
		expect(anchors.filter((anchor) => !linked.includes(anchor))).toEqual([]);
	});

	test('the README links to at least six sections', () => {
		const linked = [...read('README.md').matchAll(/docs\/guide\/how-to\.md#([\w-]+)/g)];
		expect(new Set(linked.map(([, anchor]) => anchor!)).size).toBeGreaterThanOrEqual(6);
	});
});

describe('the pictures', () => {
	const pictures = readdirSync(join(root, 'docs/pictures'));

	test('every picture is on a page', () => {
		const shown = pages.map(read).join('\n');
		expect(pictures.filter((name) => !shown.includes(`pictures/${name}`))).toEqual([]);
	});

	test('all pictures have less than 3 MB', () => {
		expect(
			pictures.reduce((sum, name) => sum + statSync(join(root, 'docs/pictures', name)).size, 0),
		).toBeLessThan(3_000_000);
	});
});

describe('the descriptions of the examples', () => {
	const sections = read('docs/guide/how-to.md').split(/^## /m);
	const examples = readdirSync(join(root, 'workflows')).filter((name) => name.endsWith('.json'));
	const all = examples.map((file) => ({
		file,
		...(JSON.parse(read(`workflows/${file}`)) as {
			name: string;
			nodes: Array<{ name: string; type: string; parameters: { content?: string } }>;
		}),
	}));

	test.each(all)('the example $file has the name of its section', ({ file, name }) => {
		const section = sections.find((each) => each.includes(`](../../workflows/${file})`))!;
		const [heading = ''] = section.split('\n');
		expect(name).toBe(`Talend Cloud: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`);
	});

	test.each(all)('the example $file is described correctly', ({ file, nodes }) => {
		const own = new Set(nodes.map(({ name }) => name));
		const { content } = nodes.find(({ type }) => type.endsWith('.stickyNote'))!.parameters;
		// The note names its own nodes in bold.
		const bold = [...content!.matchAll(/\*\*([^*]+)\*\*/g)]
			.map(([, words]) => words!)
			.filter((words) => !words.endsWith(':'));
		expect(bold.filter((name) => !own.has(name))).toEqual([]);
		// The page names those to change in italics.
		const section = sections
			.find((each) => each.includes(`](../../workflows/${file})`))!
			.replace(/\s+/g, ' ');
		for (const part of ['**Change first:** ', '**Expect:** ']) expect(section).toContain(part);
		const changed = /\*\*Change first:\*\* (.*?)\*\*Expect:/.exec(section)![1]!;
		const italics = [...changed.matchAll(/(?<![*\w])\*([^*]+)\*(?![*\w])/g)].map(
			([, words]) => words!,
		);
		expect(italics.length).toBeGreaterThan(0);
		expect(italics.filter((name) => !own.has(name))).toEqual([]);
	});
});
