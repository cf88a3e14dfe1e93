/**
 * A start whose response was lost while others were in progress: their executions are not mistaken
 * for its own.
 */
import { byId } from '../../support/demo';
import { runNode, TestCredentials } from '../../support/engine';
import { NO_RESPONSE, serve } from '../../support/server';
import { simulatedTimeForEach, turnsPass } from '../../support/time';

const time = simulatedTimeForEach();

test('the search begins when no other start of the same kind is in progress', async () => {
	const happened: string[] = [];
	const started: string[] = [];
	const answer = (status: number, body: object) => ({
		status,
		body: JSON.stringify(body),
		headers: { date: new Date(time.now()).toUTCString() },
	});
	const server = await serve(async ({ method }) => {
		if (method === 'GET') {
			happened.push('looked for');
			const items = started.map((executionId) => ({
				executionId,
				taskId: 'a-task',
				status: 'executing',
				triggerTimestamp: new Date(time.now()).toISOString(),
				executionType: 'MANUAL',
			}));
			return answer(200, { items, limit: 100, offset: 0, total: items.length });
		}
		const number = started.push(`run-${started.length + 1}`);
		if (number === 1) return NO_RESPONSE;
		// The other one is slow: its run is listed before its answer tells that it is its own.
		await turnsPass();
		happened.push('answered');
		return answer(201, { executionId: `run-${number}` });
	});
	try {
		const credentialStore = new TestCredentials();
		const { address } = server;
		const credentials = {
			talendCloudTokenApi: credentialStore.add('talendCloudTokenApi', {
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
			credentialStore,
			items: [{ json: {} }, { json: {} }],
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.executionId).sort()).toEqual(['run-1', 'run-2']);
		expect(happened[0]).toBe('answered');
	} finally {
		await server.close();
	}
});
