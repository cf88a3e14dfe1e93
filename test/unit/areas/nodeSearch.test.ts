/**
 * People type what they want to do, not what a node is called: n8n's own search finds the node all
 * the same.
 */
import { type INodeType, Workflow } from 'n8n-workflow';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { anyNode } from '../../support/anyNode';
import { nodeTypes, triggerTypes } from '../../support/engine';

// eslint-disable-next-line @typescript-eslint/no-require-imports -- its types are those of an ES module, which a CommonJS test cannot import
const { sublimeSearch } = require('@n8n/utils/search/sublime-search') as {
	sublimeSearch: <T extends object>(
		filter: string,
		data: readonly T[],
	) => Array<{ score: number; item: T }>;
};

/** What people type, by the node that it has to find first. */
const PHRASES: Record<string, string[]> = {
	talendCloudProcessing: [
		'talend',
		'talend cloud',
		'qlik',
		'qlik talend',
		'pipeline',
		'data pipeline',
		'data integration',
		'etl',
		'elt',
		'etl job',
		'run task',
		'run job',
		'run plan',
		'run talend job',
		'start task',
		'start job',
		'trigger job',
		'trigger etl',
		'stop task',
		'stop job',
		'kill job',
		'pipeline failed',
		'talend run',
		'cancel execution',
		'rerun plan',
		'retry failed plan',
		'restart job',
		'wait for task',
		'wait for job',
		'job status',
		'task status',
		'job finished',
		'job failed',
		'task failed',
		'execution failed',
		'talend failed',
		'talend job',
		'promote to production',
		'run profile',
	],
	talendCloudOrchestration: [
		'artifact',
		'deploy artifact',
		'deploy job',
		'publish job',
		'schedule task',
		'schedule job',
		'pause task',
		'workspace',
		'environment',
		'execution plan',
		'promotion',
		'git project',
		'connection',
		'context variable',
		'resource file',
		'tmc',
		'talend management console',
	],
	talendCloudEngines: [
		'remote engine',
		'dynamic engine',
		'cloud engine',
		'data plane',
		'kubernetes',
		'pair engine',
		'engine status',
		'engine down',
		'engine offline',
	],
	talendCloudScim: [
		'scim',
		'provision user',
		'create user',
		'onboard user',
		'deactivate user',
		'offboard user',
		'group members',
		'directory sync',
	],
	talendCloudAccount: [
		'service account',
		'client secret',
		'access token',
		'api token',
		'assign role',
		'invite user',
		'workspace permission',
		'audit log',
		'audit trail',
		'license',
	],
	talendCloudSecurity: [
		'ip allowlist',
		'allow ip',
		'whitelist',
		'firewall',
		'sso',
		'single sign-on',
		'saml',
		'role mapping',
	],
	talendCloudObservability: [
		'download log',
		'execution log',
		'job log',
		'task log',
		'error log',
		'execution history',
		'run history',
		'metrics',
		'row count',
	],
	talendCloudStewardship: [
		'stewardship',
		'data stewardship',
		'campaign',
		'data steward',
		'rejected rows',
		'human in the loop',
		'semantic type',
		'data quality',
	],
	talendCloudPreparation: ['preparation', 'data preparation', 'dataprep', 'clean data'],
	talendCloudDesigner: [
		'api designer',
		'api definition',
		'openapi',
		'swagger',
		'raml',
		'api tester',
	],
	talendCloudCatalog: [
		'dataset',
		'data catalog',
		'metadata',
		'crawler',
		'crawl tables',
		'scan database',
		'share dataset',
		'certify dataset',
		'custom attribute',
	],
};
const FIRST = Object.entries(PHRASES).flatMap(([node, phrases]) =>
	phrases.map((phrase) => [phrase, node] as const),
);

interface Listed {
	key: string;
	properties: { displayName: string; codex: { alias: string[] } };
}

const nodes = join(__dirname, '../../../nodes');
const codexOf = (name: string) => {
	const folder = readdirSync(nodes).find((entry) => entry.toLowerCase() === name.toLowerCase())!;
	return JSON.parse(readFileSync(join(nodes, folder, `${folder}.node.json`), 'utf8')) as {
		node: string;
		alias: string[];
	};
};
const listed = ({ description: { name, displayName } }: INodeType): Listed => ({
	key: name,
	properties: { displayName, codex: codexOf(name) },
});

const actions = Object.values(nodeTypes).map(listed);
const triggers = Object.values(triggerTypes).map(listed);

/**
 * n8n shows a node and its trigger as one entry, which has the name of the node and may have the
 * aliases of either.
 */
const asOne = triggers.map(({ key, properties }) => ({
	key: key.replace('Trigger', ''),
	properties: { ...properties, displayName: properties.displayName.replace(' Trigger', '') },
}));
const merged = [...asOne, ...actions.filter(({ key }) => !asOne.some((one) => one.key === key))];

const firstOf = (phrase: string, entries: Listed[]) =>
	sublimeSearch<Listed>(phrase, entries).map(({ score, item }) => ({ score, key: item.key }));

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
