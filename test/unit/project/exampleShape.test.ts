/**
 * What every example workflow keeps to, so that it is understood in minutes. Sticky notes are not
 * counted as nodes.
 */
import type { IConnections, INode } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { isObject } from '../../../nodes/shared/support/json';

interface Workflow {
	nodes: INode[];
	connections: IConnections;
}

const folder = join(__dirname, '../../../workflows');
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Workflow;
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

const AT_MOST = 12;
const NOTE =
	/^## .+\n\*\*What it does:\*\* .+\n\n\*\*Change first:\*\* .+\n\n\*\*What to expect:\*\* .+$/;
const ID = /\b[0-9a-f]{24}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}\b/i;

const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
const isTrigger = ({ type }: INode) => /(Trigger|\.webhook)$/.test(type);
const isOurs = ({ type }: INode) => type.startsWith('n8n-nodes-talend-cloud.');
const sends = (node: INode) =>
	!isTrigger(node) && (isOurs(node) || node.type.endsWith('.httpRequest'));
/** Nobody is there when these start a workflow, and nobody waits for an answer. */
const startsUnseen = (node: INode) =>
	node.type.endsWith('.scheduleTrigger') || (isOurs(node) && isTrigger(node));

const noteOf = ({ nodes }: Workflow) =>
	(nodes.find(isNote)?.parameters.content as string | undefined) ?? '';
const branchesOf = ({ connections }: Workflow, { name }: INode) => connections[name]?.main ?? [];

/** All texts in a value, with what they are in. */
function textsIn(value: unknown, path: string[] = []): Array<{ text: string; path: string[] }> {
	if (typeof value === 'string') return [{ text: value, path }];
	if (Array.isArray(value))
		return value.flatMap((each, index) => textsIn(each, [...path, String(index)]));
	return isObject(value)
		? Object.entries(value).flatMap(([name, each]) => textsIn(each, [...path, name]))
		: [];
}

/**
 * Records that a node chooses itself, by name or ID, instead of taking them from the node that is
 * adapted.
 */
function choicesIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(choicesIn);
	if (!isObject(value)) return [];
	if (value.__rl === true)
		return value.value === '' || String(value.value).startsWith('=') ? [] : [String(value.value)];
	return Object.values(value).flatMap(choicesIn);
}

const startedUnseen = files.filter((file) => read(file).nodes.some(startsUnseen));

test.each(startedUnseen)('the example notifies somebody when it fails unattended: %s', (file) => {
	expect(
		read(file)
			.nodes.filter((node) => sends(node) && node.onError === undefined)
			.map(({ name }) => name),
	).toEqual([]);
});

describe.each(files)('the example %s', (file) => {
	const workflow = read(file);
	const { nodes } = workflow;

	test(`the example has at most ${AT_MOST} nodes`, () => {
		expect(nodes.filter((node) => !isNote(node)).length).toBeLessThanOrEqual(AT_MOST);
	});

	test('the example has one note, which says what it does, what to change first and what to expect', () => {
		expect(nodes.filter(isNote).map(({ name }) => name)).toEqual(['About']);
		expect(noteOf(workflow)).toMatch(NOTE);
	});

	test('the note names only nodes that it has', () => {
		const named = [
			...noteOf(workflow)
				.replace(/^\*\*[^*]+:\*\*/gm, '')
				.matchAll(/\*\*(.+?)\*\*/g),
		].map(([, name]) => name);
		expect(named.filter((name) => !nodes.some((node) => node.name === name))).toEqual([]);
	});

	test('the example is adapted in one place: no other node chooses records itself', () => {
		expect(
			nodes
				.filter((node) => isOurs(node) && !isTrigger(node))
				.flatMap(({ name, parameters }) =>
					choicesIn(parameters).map((choice) => `${name}: ${choice}`),
				),
		).toEqual([]);
	});

	test('the example has no ID of the demo', () => {
		// The rows of a form have IDs of their own.
		const texts = nodes.flatMap(({ name, parameters }) =>
			textsIn(parameters).map((each) => ({ name, ...each })),
		);
		expect(
			texts
				.filter(({ text, path }) => path.at(-1) !== 'id' && ID.test(text))
				.map(({ name, text }) => `${name}: ${text}`),
		).toEqual([]);
	});

	// With `id: null`, n8n finds the credential by its name or leaves the choice to the user; without
	// `id`, it takes the one that was used last.
	test('the example does not let n8n choose another credential in place of a read-only one', () => {
		const readOnly = nodes
			.flatMap(({ credentials = {} }) => Object.values(credentials))
			.filter(({ name }) => name.includes('read-only'));
		expect(readOnly.filter(({ id }) => id !== null)).toEqual([]);
	});

	test('the example continues on each error output', () => {
		const open = nodes.filter(
			(node) =>
				node.onError === 'continueErrorOutput' &&
				!((branchesOf(workflow, node)[1]?.length ?? 0) > 0),
		);
		expect(open.map(({ name }) => name)).toEqual([]);
	});

	// "Always Output Data" adds an item without anything to the first output of a node that failed,
	// as if it had succeeded.
	test('the example does not continue after an error as if nothing had been found', () => {
		expect(
			nodes
				.filter((node) => node.onError === 'continueErrorOutput' && node.alwaysOutputData === true)
				.map(({ name }) => name),
		).toEqual([]);
	});

	test('the example fits on a screen', () => {
		const across = nodes.map(({ position }) => position[0]);
		const down = nodes.map(({ position }) => position[1]);
		expect(Math.max(...across) - Math.min(...across)).toBeLessThanOrEqual(1_400);
		expect(Math.max(...down) - Math.min(...down)).toBeLessThanOrEqual(1_000);
	});
});
