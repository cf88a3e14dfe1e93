/**
 * How texts name an operation: "Task Execution → Explain", with the node before it if that is
 * another one. The names are those in the editor.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { everyOperation, fullPlaceInWords, placeInWords } from '../../../platform/operations';
import { writtenPages } from '../../support/writtenPages';

const root = join(__dirname, '../../..');
const below = (folder: string, ending: string): string[] =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending))
		.map((name) => join(folder, name));

const sources = ['nodes', 'credentials'].flatMap((folder) => below(folder, '.ts'));
const pages = [
	...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
	...writtenPages(),
	...below('tools/reference/templates', '.md'),
];

const places = everyOperation.flatMap((placed) => [placeInWords(placed), fullPlaceInWords(placed)]);

/** Names with an arrow that are no operations: n8n's own menus, and the actions of triggers. */
const OTHERS = [
	'Settings → Community nodes',
	'Settings → Community nodes → Install',
	'Import → From file',
	'Talend Cloud Processing → On ',
];

/** One text in one line, without the marks of Markdown. */
const plain = (text: string): string => text.replace(/\*/g, '').replace(/\s+/g, ' ');

/** What stands around each arrow that does not belong to an operation. */
function unknownPlaces(text: string): string[] {
	const words = plain(text);
	return [...words.matchAll(/(?<=\w) → (?=[A-Z])/g)]
		.filter(
			({ index }) =>
				![...places, ...OTHERS].some((place) =>
					[...place.matchAll(/ → /g)].some((arrow) => words.startsWith(place, index - arrow.index)),
				),
		)
		.map(({ index }) => words.slice(Math.max(0, index - 30), index + 30));
}

/** Other ways of writing an operation with its resource. */
const otherwise = everyOperation.flatMap(({ resource, operation }) => [
	...[', ', ': ', ' > '].map((sign) => `${resource.name}${sign}${operation.name}`),
	`${operation.name} of ${resource.name}`,
]);

function otherNotations(text: string): string[] {
	const words = plain(text);
	return otherwise.filter(
		(wrong) => words.includes(wrong) && new RegExp(`\\b${wrong}\\b`).test(words),
	);
}

test('unknown operations and other notations are detected', () => {
	expect(unknownPlaces('Use Task Execution → Explain, or *Tasks → Explain*')).toEqual([
		' Execution → Explain, or Tasks → Explain',
	]);
	expect(
		otherNotations('Use *Task Execution*, *Explain*, Data Model: Get, or Get of Data Model'),
	).toEqual(['Task Execution, Explain', 'Data Model: Get', 'Get of Data Model']);
});

test.each(['nodes and credentials', ...pages])('%s names operations as the editor does', (page) => {
	const texts = (page === 'nodes and credentials' ? sources : [page]).map((name) => ({
		name,
		text: readFileSync(join(root, name), 'utf8'),
	}));
	expect(
		texts.flatMap(({ name, text }) =>
			[...unknownPlaces(text), ...otherNotations(text)].map((words) => `${name}: ${words}`),
		),
	).toEqual([]);
});
