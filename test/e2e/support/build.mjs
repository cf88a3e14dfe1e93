/** Builds the workflows that tests and measurements run in the real n8n. */
export const CREDENTIAL = 'Talend Cloud (demo)';
export const READ_ONLY_CREDENTIAL = 'Talend Cloud (demo, read-only)';

const ACCOUNT = { credentials: { talendCloudApi: { name: CREDENTIAL } } };

let made = 0;

/** One of n8n's own nodes. */
export const node = (name, type, parameters = {}, more = {}) => ({
	id: name,
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion: 1,
	position: [200 * made++, 0],
	parameters,
	...more,
});

/** A node of the package, with the demo's service account. */
export const ours = (name, type, parameters, more = {}) => ({
	...node(name, type, { authentication: 'serviceAccount', ...parameters }, { ...ACCOUNT, ...more }),
	type: `n8n-nodes-talend-cloud.talendCloud${type}`,
});

/** A node of the package as a tool of an agent. */
export const toolOf = (name, area, parameters) =>
	ours(name, `${area}Tool`, { descriptionType: 'auto', ...parameters });

/** One of n8n's own nodes for agents. */
export const agentNode = (name, type, typeVersion, parameters, more = {}) => ({
	...node(name, type, parameters, { typeVersion, ...more }),
	type: `@n8n/n8n-nodes-langchain.${type}`,
});

/** What these nodes give the agent, or the server of tools: they are connected as this type. */
export const connectedAs = (type, nodes, agent) =>
	Object.fromEntries(
		nodes.map(({ name }) => [name, { [type]: [[{ node: agent, type, index: 0 }]] }]),
	);

/** Starts a workflow manually. */
export const START = 'Start';
export const start = () => node(START, 'manualTrigger');

/** Fixed items; `json` is JSON or an expression that evaluates to it. */
export const items = (name, json) => [
	node(name, 'set', { mode: 'raw', jsonOutput: json, options: {} }, { typeVersion: 3.4 }),
	node(`${name}, One by One`, 'splitOut', {
		fieldToSplitOut: 'items',
		options: { destinationFieldName: 'item' },
	}),
];

/**
 * One node after the other; `more` has other connections: the name of a node → the names of the
 * nodes on each of its outputs.
 */
export const workflow = (name, nodes, more = {}) => ({
	name,
	nodes,
	connections: {
		...Object.fromEntries(
			nodes
				.slice(0, -1)
				.map((each, index) => [
					each.name,
					{ main: [[{ node: nodes[index + 1].name, type: 'main', index: 0 }]] },
				]),
		),
		...Object.fromEntries(
			Object.entries(more).map(([from, outputs]) => [
				from,
				{ main: outputs.map((names) => names.map((to) => ({ node: to, type: 'main', index: 0 }))) },
			]),
		),
	},
});

/** A record, chosen in this mode by this value. */
export const chosen = (mode, value) => ({ __rl: true, mode, value });

/** Settings with which n8n saves a trigger's state and its executions in one transaction. */
export const DURABLE_CURSORS = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};
