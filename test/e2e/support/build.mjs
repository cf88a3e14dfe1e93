/** Workflows made in code: what the real n8n is asked to run by tests and measurements. */
export const CREDENTIAL = 'Talend Cloud (demo)';

const ACCOUNT = { credentials: { talendCloudApi: { name: CREDENTIAL } } };

let made = 0;

/** A node of n8n's own. */
export const node = (name, type, parameters = {}, more = {}) => ({ id: name, name, type: `n8n-nodes-base.${type}`, typeVersion: 1, position: [200 * made++, 0], parameters, ...more });

/** A node of the package, with the demo's service account. */
export const ours = (name, type, parameters, more = {}) => ({
	...node(name, type, { authentication: 'serviceAccount', ...parameters }, { ...ACCOUNT, ...more }),
	type: `n8n-nodes-talend-cloud.talendCloud${type}`,
});

/** Starts a workflow manually. */
export const START = 'Start';
export const start = () => node(START, 'manualTrigger');

/** Fixed items; `json` is JSON or an expression that evaluates to it. */
export const items = (name, json) => [
	node(name, 'set', { mode: 'raw', jsonOutput: json, options: {} }, { typeVersion: 3.4 }),
	node(`${name}, One by One`, 'splitOut', { fieldToSplitOut: 'items', options: { destinationFieldName: 'item' } }),
];

/** One node after the other; what takes another way is said in `more`: name of a node → the names that follow on each of its outputs. */
export const workflow = (name, nodes, more = {}) => ({
	name,
	nodes,
	connections: {
		...Object.fromEntries(nodes.slice(0, -1).map((each, index) => [each.name, { main: [[{ node: nodes[index + 1].name, type: 'main', index: 0 }]] }])),
		...Object.fromEntries(Object.entries(more).map(([from, outputs]) => [from, { main: outputs.map((names) => names.map((to) => ({ node: to, type: 'main', index: 0 }))) }])),
	},
});

/** A record that is chosen by what is given. */
export const chosen = (mode, value) => ({ __rl: true, mode, value });

/** n8n's settings that keep what a trigger remembers in one transaction with what it emits. */
export const DURABLE_CURSORS = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};
