/**
 * An OTLP/HTTP receiver gets each finished execution once, with its log and metrics, also after it
 * was away.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { MINUTE } from '../../support/durations.mjs';
import { orchestrationOf, startTask } from '../support/stage.mjs';

/** Receives OTLP/JSON; `refuses` answers with 503. */
async function startReceiver() {
	const receiver = { logs: [], metrics: [], refuses: false };
	const server = createServer((request, response) => {
		const chunks = [];
		request.on('data', (chunk) => chunks.push(chunk));
		request.on('end', () => {
			assert.equal(request.headers['content-type'], 'application/json');
			if (receiver.refuses) return response.writeHead(503).end();
			receiver[/^\/v1\/(logs|metrics)$/.exec(request.url)[1]].push(
				JSON.parse(Buffer.concat(chunks).toString()),
			);
			response.setHeader('content-type', 'application/json').end('{"partialSuccess":{}}');
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	receiver.address = `http://127.0.0.1:${server.address().port}`;
	receiver.close = async () => {
		server.close();
		server.closeAllConnections();
		await once(server, 'close');
	};
	return receiver;
}

const valueOf = ({ attributes }, name) =>
	attributes.find(({ key }) => key === name)?.value.stringValue;

export default {
	workflow: 'executions-to-observability',
	async manually({ emulator: { state, clock }, run }) {
		const receiver = await startReceiver();
		try {
			/** Sends to the receiver; the first times only what finished half an hour ago. */
			const change = (to) => (workflow) => {
				const { parameters } = workflow.nodes.find(({ name }) => name === 'Where To');
				parameters.jsonOutput = parameters.jsonOutput
					.replace(/http:[^"]+/, receiver.address)
					.replace('Talend marks', `Marks ${receiver.address.split(':').at(-1)}`);
				if (to)
					workflow.nodes.find(({ name }) => name === 'Finished Since').parameters.filters = { to };
			};
			const records = () =>
				receiver.logs.flatMap(({ resourceLogs }) =>
					resourceLogs.flatMap(({ resource, scopeLogs }) =>
						scopeLogs.flatMap(({ logRecords }) =>
							logRecords.map((record) => ({
								service: valueOf(resource, 'service.name'),
								...record,
							})),
						),
					),
				);
			const finished = () =>
				records()
					.filter((record) => valueOf(record, 'event.name') === 'talend.execution.finished')
					.map((record) => valueOf(record, 'talend.execution.id'));
			await run({ change: change(new Date(clock.now() - 30 * MINUTE).toISOString()) });
			const first = finished();
			assert.ok(first.length >= 2, `${first.length} executions`);
			for (const { service, timeUnixNano, severityNumber, body } of records()) {
				assert.equal(service, 'talend-cloud');
				assert.match(timeUnixNano, /^\d{19}$/);
				assert.ok(severityNumber >= 0 && severityNumber <= 24);
				assert.equal(typeof body.stringValue, 'string');
			}
			assert.ok(
				records().some(
					({ body, severityText }) =>
						severityText === 'ERROR' &&
						body.stringValue === 'Load orders failed: Table ORDERS does not exist',
				),
			);
			assert.ok(records().length > first.length, 'the logs are there');
			const metrics = receiver.metrics.flatMap(({ resourceMetrics }) =>
				resourceMetrics.flatMap(({ scopeMetrics }) =>
					scopeMetrics.flatMap((scope) => scope.metrics),
				),
			);
			// Not every description of the platform has rows in its lists.
			for (const name of ['talend.execution.duration', 'talend.component.duration'])
				assert.ok(
					metrics.some((metric) => metric.name === name),
					name,
				);
			for (const { gauge } of metrics)
				for (const { asDouble, timeUnixNano } of gauge.dataPoints)
					assert.ok(Number.isFinite(asDouble) && /^\d{19}$/.test(timeUnixNano));

			// Nothing new: nothing is sent. Something new while the receiver is away: it arrives later,
			// once.
			await run({ change: change() });
			assert.deepEqual(finished(), first);
			const task = [...orchestrationOf(state).tasks.values()].find(
				({ name }) => name === 'Load customers',
			);
			const { id: executionId } = startTask(state, task, clock.now() - 20 * MINUTE, {
				type: 'MANUAL',
				by: { id: 'ana.demo', type: 'HUMAN' },
			});
			receiver.refuses = true;
			assert.match(
				outputOf(await run(), 'Tell Someone')[0].json.report,
				/^Executions could not be sent to http:\/\/\S+; they are sent the next time: .*(unavailable|503)/i,
			);
			receiver.refuses = false;
			await run();
			await run();
			assert.deepEqual(finished().slice(first.length), [executionId]);
			assert.equal(new Set(finished()).size, finished().length);
		} finally {
			await receiver.close();
		}
	},
};
