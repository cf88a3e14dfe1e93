/** Tools behind n8n's MCP server, and a client for them. */
import { agentNode, connectedAs } from './build.mjs';

/**
 * Connects to the server at this address.
 * @returns a function that calls a method and returns its result; it throws if the server reports
 * an error
 */
export async function connect(address) {
	let session;
	let number = 0;
	const call = async (method, params, notification = false) => {
		const answer = await fetch(address, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session ? { 'mcp-session-id': session } : {}),
			},
			body: JSON.stringify({
				jsonrpc: '2.0',
				method,
				params,
				...(notification ? {} : { id: ++number }),
			}),
		});
		session ??= answer.headers.get('mcp-session-id');
		const text = await answer.text();
		const data = /^data: (.*)$/m.exec(text)?.[1];
		if (notification) return undefined;
		if (!data)
			throw new Error(`${method} ${params.name ?? ''} had no answer: ${answer.status} ${text}`);
		const { result, error } = JSON.parse(data);
		if (error) throw new Error(`${method} ${params.name ?? ''} failed: ${error.message}`);
		return result;
	};
	await call('initialize', {
		protocolVersion: '2025-03-26',
		capabilities: {},
		clientInfo: { name: 'test', version: '1' },
	});
	await call('notifications/initialized', {}, true);
	return call;
}

/**
 * Publishes tools behind an MCP server of n8n at this path, and connects to it.
 * @returns `list` has the names and descriptions, `tell` calls a tool with these values, `close`
 * takes the server back
 */
export async function serveTools({ n8n, credential }, path, tools) {
	const server = agentNode(
		'MCP',
		'mcpTrigger',
		2,
		{ authentication: 'none', path },
		{ webhookId: path },
	);
	const { id } = await n8n.workflow(
		{
			name: path,
			nodes: [server, ...tools],
			connections: connectedAs('ai_tool', tools, server.name),
		},
		[credential],
	);
	await n8n.publish(id);
	const call = await connect(`${n8n.address}/mcp/${path}`);
	return {
		list: async () =>
			(await call('tools/list', {})).tools.map(({ name, description }) => ({ name, description })),
		tell: async (name, values = {}) => await call('tools/call', { name, arguments: values }),
		close: async () => await n8n.unpublish(id),
	};
}
