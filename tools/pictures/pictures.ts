/**
 * What the pictures of the documentation show, as a fingerprint of each. `npm run shots` writes it
 * beside the pictures that it takes (test/fixtures/pictures.json), and a test compares it with what
 * they would show now: so the test notices pictures that are outdated.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { inputFields } from '../../nodes/shared/declare/derived/operationParts';
import { propertyOf } from '../../nodes/shared/declare/field/property';
import { projectFolder as root } from '../../platform/data';
import { everyOperation } from '../../platform/operations';
import { recordedOutput } from '../reference/outputs';

/** Where the fingerprints of the pictures are. */
export const FINGERPRINTS = 'test/fixtures/pictures.json';

interface Node {
	name: string;
	type: string;
	position: number[];
	parameters: Record<string, unknown>;
}

interface Workflow {
	nodes: Node[];
	connections: unknown;
}

const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

const fingerprint = (shown: unknown): string =>
	createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);

/** The icons of a node of this package, light and dark; nothing for other nodes. */
function iconsOf(type: string): string[] {
	const name = type
		.split('.')
		.at(-1)!
		.replace(/(Trigger|Tool)$/, '');
	return ['.svg', '.dark.svg']
		.map((ending) => `icons/${name}${ending}`)
		.filter((path) => existsSync(join(root, path)))
		.map((path) => read(path));
}

/**
 * The canvas: the nodes with their names, subtitles and icons, where they are, how they are
 * connected, and notes.
 */
function onCanvas({ nodes, connections }: Workflow): unknown {
	return [
		nodes.map(({ name, type, position, parameters }) => {
			const { resource, operation, content, width, height, color } = parameters;
			return [
				name,
				type,
				position,
				resource,
				operation,
				content,
				width,
				height,
				color,
				iconsOf(type),
			];
		}),
		connections,
	];
}

/** Each card of this package in the node panel: its label, its description and its icon. */
function onCards(): unknown {
	const names = readdirSync(join(root, 'nodes')).filter((name) => name.startsWith('TalendCloud'));
	return names.map((name) => {
		const source = read('nodes', name, `${name}.node.ts`);
		const card = source.slice(source.indexOf('INodeTypeDescription = {'));
		const texts = /displayName: '[^']*'|description:\s*'[^']*'/g;
		return [card.match(texts), iconsOf(name.charAt(0).toLowerCase() + name.slice(1))];
	});
}

/**
 * The panel of an operation: its inputs with what they start with, and the fields of its output.
 */
function onPanel(area: string, resource: string, value: string): unknown {
	const placed = everyOperation.find(
		(each) => each.area === area && each.resource.value === resource && each.value === value,
	)!;
	const { operation } = placed;
	const fields = { ...inputFields(operation), ...operation.settings };
	return [
		operation.name,
		Object.entries(fields).map(([name, field]) => {
			const { displayName, default: start, type } = propertyOf(name, field);
			return [displayName, start, type];
		}),
		Object.keys(recordedOutput(placed)?.output ?? {}),
	];
}

/** The page of the example: what is to be shown, and the code that writes the page. */
function onStatusPage(): unknown {
	const { nodes } = JSON.parse(read('workflows', 'status-page.json')) as Workflow;
	return nodes
		.filter(({ type }) => type === 'n8n-nodes-base.set' || type === 'n8n-nodes-base.code')
		.map(({ parameters }) => parameters);
}

/** The fingerprint of what each picture shows, by the name of the picture. */
export function shownNow(): Record<string, string> {
	const examples = readdirSync(join(root, 'workflows')).filter((name) => name.endsWith('.json'));
	const panel = onPanel('Processing', 'taskExecution', 'runAndWait');
	const shown: Array<[name: string, shown: unknown]> = [
		['first-1-search', onCards()],
		['first-2-task', panel],
		['first-3-output', panel],
		['last-states', onStatusPage()],
		['waiting', onPanel('Processing', 'taskExecution', 'startAndWaitForCallback')],
		...examples.map((file): [string, unknown] => [
			file.replace('.json', ''),
			onCanvas(JSON.parse(read('workflows', file)) as Workflow),
		]),
	];
	return Object.fromEntries(shown.map(([name, what]) => [name, fingerprint(what)]));
}
