/** A start whose answer was lost, among others: what they start is not taken for it. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { byId } from '../../support/demo';
import { runNode, TestCredentials } from '../../support/engine';
import { simulateTime, type SimulatedTime } from '../../support/time';

let time: SimulatedTime;
beforeEach(() => {
	time = simulateTime();
});
afterEach(() => time.restore());

test('the search begins when no other start of that kind is in flight', async () => {
	const happened: string[] = [];
	const started: string[] = [];
	const inReal = (ms: number, work: () => void) => void setTimeout(work, ms);
	const listener: RequestListener = ({ method }, response) => {
		const answer = (status: number, body: object) =>
			response
				.writeHead(status, {
					'content-type': 'application/json',
					date: new Date(time.now()).toUTCString(),
				})
				.end(JSON.stringify(body));
		if (method === 'GET') {
			happened.push('looked for');
			const items = started.map((executionId) => ({
				executionId,
				taskId: 'a-task',
				status: 'executing',
				triggerTimestamp: new Date(time.now()).toISOString(),
				executionType: 'MANUAL',
			}));
			return void answer(200, { items, limit: 100, offset: 0, total: items.length });
		}
		const number = started.push(`run-${started.length + 1}`);
		if (number === 1) return void response.destroy();
		// The other one is slow: its run is listed before its answer tells that it is its own.
		inReal(150, () => {
			happened.push('answered');
			answer(201, { executionId: `run-${number}` });
		});
	};
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		const helper = new TestCredentials();
		const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const credentials = {
			talendCloudTokenApi: helper.add('talendCloudTokenApi', {
				region: 'other',
				address,
				token: 'a-personal-token',
			}),
		};
		const parameters = {
			authentication: 'token',
			resource: 'taskExecution',
			operation: 'start',
			executable: byId('a-task'),
		};
		const { error, items } = await runNode({
			node: 'Processing',
			parameters,
			credentials,
			helper,
			items: [{ json: {} }, { json: {} }],
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.executionId).sort()).toEqual(['run-1', 'run-2']);
		expect(happened[0]).toBe('answered');
	} finally {
		server.closeAllConnections();
		server.close();
	}
});
