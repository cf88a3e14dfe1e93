/** n8n's search for nodes, and what people type into it. */
import { type INodeType } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

export const FIRST = Object.entries(PHRASES).flatMap(([node, phrases]) =>
	phrases.map((phrase) => [phrase, node] as const),
);

interface Listed {
	key: string;
	properties: { displayName: string; codex: { alias: string[] } };
}

export const nodes = join(__dirname, '../../../nodes');

export const codexOf = (name: string) => {
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

export const actions = Object.values(nodeTypes).map(listed);

export const triggers = Object.values(triggerTypes).map(listed);

/**
 * n8n shows a node and its trigger as one entry, which has the name of the node and may have the
 * aliases of either.
 */
const asOne = triggers.map(({ key, properties }) => ({
	key: key.replace('Trigger', ''),
	properties: { ...properties, displayName: properties.displayName.replace(' Trigger', '') },
}));

export const merged = [
	...asOne,
	...actions.filter(({ key }) => !asOne.some((one) => one.key === key)),
];

export const firstOf = (phrase: string, entries: Listed[]) =>
	sublimeSearch<Listed>(phrase, entries).map(({ score, item }) => ({ score, key: item.key }));
