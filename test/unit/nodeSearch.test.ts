/** People type what they want to do, not what a node is called: n8n's own search finds the node all the same. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Workflow, type INodeType } from 'n8n-workflow';

import { nodeTypes, triggerTypes } from '../support/engine';

// eslint-disable-next-line @typescript-eslint/no-require-imports -- its types are those of a module, which a test that is none cannot import
const { sublimeSearch } = require('@n8n/utils/search/sublime-search') as { sublimeSearch: <T extends object>(filter: string, data: readonly T[]) => Array<{ score: number; item: T }> };

const FIRST: Record<string, string> = {
	talend: 'talendCloudProcessing',
	'talend cloud': 'talendCloudProcessing',
	qlik: 'talendCloudProcessing',
	pipeline: 'talendCloudProcessing',
	'run task': 'talendCloudProcessing',
	'run job': 'talendCloudProcessing',
	'run plan': 'talendCloudProcessing',
	'etl job': 'talendCloudProcessing',
	'wait for task': 'talendCloudProcessing',
	'talend failed': 'talendCloudProcessing',
	'talend job': 'talendCloudProcessing',
	'remote engine': 'talendCloudEngines',
	'dynamic engine': 'talendCloudEngines',
	'provision user': 'talendCloudScim',
	scim: 'talendCloudScim',
	'download log': 'talendCloudObservability',
	'execution log': 'talendCloudObservability',
	artifact: 'talendCloudOrchestration',
	workspace: 'talendCloudOrchestration',
	'ip allowlist': 'talendCloudSecurity',
	sso: 'talendCloudSecurity',
	'service account': 'talendCloudAccount',
	'audit log': 'talendCloudAccount',
	crawler: 'talendCloudCatalog',
	dataset: 'talendCloudCatalog',
};

interface Listed {
	key: string;
	properties: { displayName: string; codex: { alias: string[] } };
}

const nodes = join(__dirname, '../../nodes');
const codexOf = (name: string) => {
	const folder = readdirSync(nodes).find((entry) => entry.toLowerCase() === name.toLowerCase())!;
	return JSON.parse(readFileSync(join(nodes, folder, `${folder}.node.json`), 'utf8')) as { node: string; alias: string[] };
};
const listed = ({ description: { name, displayName } }: INodeType): Listed => ({ key: name, properties: { displayName, codex: codexOf(name) } });

const actions = Object.values(nodeTypes).map(listed);
const triggers = Object.values(triggerTypes).map(listed);

/** n8n shows a node and its trigger as one entry, which has the name of the node and may have the aliases of either. */
const asOne = triggers.map(({ key, properties }) => ({ key: key.replace('Trigger', ''), properties: { ...properties, displayName: properties.displayName.replace(' Trigger', '') } }));
const merged = [...asOne, ...actions.filter(({ key }) => !asOne.some((one) => one.key === key))];

const firstOf = (phrase: string, entries: Listed[]) => sublimeSearch<Listed>(phrase, entries).map(({ score, item }) => ({ score, key: item.key }));

describe.each([
	['nodes', actions],
	['nodes and triggers as one', merged],
	['in the opposite order', [...merged].reverse()],
])('%s', (_what, entries) => {
	test.each(Object.entries(FIRST))('"%s" finds %s first', (phrase, expected) => {
		const [first, second] = firstOf(phrase, entries);
		expect(first?.key).toBe(expected);
		// A draw is decided by the order in which n8n has loaded the nodes.
		expect(first!.score).toBeGreaterThan(second?.score ?? -Infinity);
	});
});

test('a trigger is named after its node, so that n8n shows both as one', () => {
	for (const { key } of triggers) expect(actions.map((action) => action.key)).toContain(key.replace('Trigger', ''));
	for (const { key, properties } of [...actions, ...triggers]) expect([key, codexOf(key).node, existsSync(join(nodes, key.charAt(0).toUpperCase() + key.slice(1))), properties.codex.alias.length > 3]).toEqual([key, `n8n-nodes-talend-cloud.${key}`, true, true]);
});

/** What n8n makes of the subtitle of a node. */
function subtitleOf(type: INodeType, parameters: Record<string, string | string[]>): string {
	const node = { id: '1', name: 'Node', type: type.description.name, typeVersion: 1, position: [0, 0] as [number, number], parameters };
	const types = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes: types });
	return workflow.expression.getParameterValue(type.description.subtitle, null, 0, 0, 'Node', [], 'manual', {}) as string;
}

test('the canvas says in words what a node does', () => {
	expect(subtitleOf(nodeTypes.Processing!, { authentication: 'serviceAccount', resource: 'taskExecution', operation: 'runAndWait' })).toBe('Run and wait: task execution');
	expect(subtitleOf(nodeTypes.Orchestration!, { authentication: 'serviceAccount', resource: 'schedule', operation: 'get' })).toBe('Get: schedule');
	expect(subtitleOf(triggerTypes.Crawler!, { events: ['partlyFailed', 'failed'] })).toBe('Partly failed, failed');
	for (const type of [...Object.values(nodeTypes), ...Object.values(triggerTypes)]) expect(type.description.subtitle).toBeTruthy();
});
