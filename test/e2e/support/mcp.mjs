/** A client for the tools of n8n's MCP server. */

/**
 * Connects to the server at this address.
 * @returns a function that calls a method and returns its
 * result
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
		return data ? JSON.parse(data).result : undefined;
	};
	await call('initialize', {
		protocolVersion: '2025-03-26',
		capabilities: {},
		clientInfo: { name: 'test', version: '1' },
	});
	await call('notifications/initialized', {}, true);
	return call;
}
