/** A chat model that follows a script, with the interface of OpenAI. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Serves the model on loopback.
 * @returns `play(calls)` sets the script (one tool call for each entry: a name and its arguments),
 * `asked` has the requests, `credential` what n8n needs to reach it. After the last call, the model
 * responds with the result of the last tool.
 */
export async function startModel() {
	const model = { asked: [], script: [] };
	const server = createServer((request, response) => {
		const chunks = [];
		request.on('data', (chunk) => chunks.push(chunk));
		request.on('end', () => {
			const asked = JSON.parse(Buffer.concat(chunks).toString());
			model.asked.push(asked);
			response
				.setHeader('content-type', 'application/json')
				.end(JSON.stringify(completion(model, asked)));
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	model.play = (...calls) => {
		model.script = calls;
		model.asked = [];
	};
	model.credential = { apiKey: 'none', url: `http://127.0.0.1:${server.address().port}/v1` };
	model.close = async () => {
		server.close();
		server.closeAllConnections();
		await once(server, 'close');
	};
	return model;
}

function completion(model, { messages }) {
	const next = model.script.shift();
	const message = next
		? {
				role: 'assistant',
				content: null,
				tool_calls: [
					{
						id: `call_${model.asked.length}`,
						type: 'function',
						function: { name: next[0], arguments: JSON.stringify(next[1]) },
					},
				],
			}
		: { role: 'assistant', content: String(messages.at(-1).content) };
	return {
		id: `chat-${model.asked.length}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: next ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
