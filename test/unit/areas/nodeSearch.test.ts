/**
 * People type what they want to do, not what a node is called: n8n's own search finds the node all
 * the same.
 */
import { type INodeType, Workflow } from 'n8n-workflow';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { anyNode } from '../../support/anyNode';
import { nodeTypes, triggerTypes } from '../../support/engine';
import { actions, codexOf, FIRST, firstOf, merged, nodes, triggers } from './nodeSearchStage';

describe.each([
	['nodes', actions],
	['nodes and triggers as one', merged],
	['in the opposite order', [...merged].reverse()],
])('%s', (_what, entries) => {
	test.each(FIRST)('"%s" finds %s first', (phrase, expected) => {
		const [first, second] = firstOf(phrase, entries);
		expect(first?.key).toBe(expected);
		// A draw is decided by the order in which n8n has loaded the nodes.
		expect(first!.score).toBeGreaterThan(second?.score ?? -Infinity);
	});
});

test('every node and trigger is among those that are tested', () => {
	const tested = [...Object.values(nodeTypes), ...Object.values(triggerTypes)].map(
		({ constructor }) => constructor.name,
	);
	expect(
		readdirSync(nodes)
			.filter((name) => name.startsWith('TalendCloud') && !tested.includes(name))
			.map((name) => `${name}: add it to test/support/engine.ts`),
	).toEqual([]);
});

test.each(['README.md', 'docs/guide/triggers.md'])('every trigger has a row in %s', (page) => {
	const text = readFileSync(join(nodes, '..', page), 'utf8');
	expect(
		triggers
			.filter(({ properties }) => !text.includes(`| ${properties.displayName} |`))
			.map(({ properties }) => `${page}: add a row for ${properties.displayName}`),
	).toEqual([]);
});

test('a trigger is named after its node, so that n8n shows both as one', () => {
	for (const { key } of triggers)
		expect(actions.map((action) => action.key)).toContain(key.replace('Trigger', ''));
	for (const { key, properties } of [...actions, ...triggers])
		expect({
			node: codexOf(key).node,
			hasFolder: existsSync(join(nodes, key.charAt(0).toUpperCase() + key.slice(1))),
			hasAliases: properties.codex.alias.length > 3,
		}).toEqual({ node: `n8n-nodes-talend-cloud.${key}`, hasFolder: true, hasAliases: true });
});

test('a trigger is found by all terms that find its node: n8n may list both under the aliases of either', () => {
	for (const { key, properties } of triggers) {
		const { codex } = actions.find(
			(action) => action.key === key.replace('Trigger', ''),
		)!.properties;
		expect(properties.codex.alias).toEqual(expect.arrayContaining(codex.alias));
	}
});

test('a node that has a trigger names it as a related node', () => {
	for (const { key } of triggers) {
		const { builderHint } = Object.values(nodeTypes).find(
			({ description }) => `${description.name}Trigger` === key,
		)!.description;
		expect({ trigger: key, relatedNodes: builderHint?.relatedNodes }).toEqual({
			trigger: key,
			relatedNodes: [
				{
					nodeType: `n8n-nodes-talend-cloud.${key}`,
					relationHint: expect.stringMatching(/^Starts a workflow when /) as string,
				},
			],
		});
	}
});

/** What n8n makes of the subtitle of a node. */
function subtitleOf(type: INodeType, parameters: Record<string, string | string[]>): string {
	const node = anyNode({ type: type.description.name, parameters });
	const types = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: types,
	});
	return workflow.expression.getParameterValue(
		type.description.subtitle,
		null,
		0,
		0,
		'Node',
		[],
		'manual',
		{},
	) as string;
}

test('the canvas says in words what a node does', () => {
	expect(
		subtitleOf(nodeTypes.Processing!, {
			authentication: 'serviceAccount',
			resource: 'taskExecution',
			operation: 'runAndWait',
		}),
	).toBe('Run and wait: task execution');
	expect(
		subtitleOf(nodeTypes.Orchestration!, {
			authentication: 'serviceAccount',
			resource: 'schedule',
			operation: 'get',
		}),
	).toBe('Get: schedule');
	expect(subtitleOf(triggerTypes.Crawler!, { events: ['partlyFailed', 'failed'] })).toBe(
		'Partly failed, failed',
	);
	for (const type of [...Object.values(nodeTypes), ...Object.values(triggerTypes)])
		expect(type.description.subtitle).toBeTruthy();
});
