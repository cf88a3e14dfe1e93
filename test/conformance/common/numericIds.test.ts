/** A platform that writes IDs as numbers: they are the same IDs, whatever their length. */
import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../support/demo';
import { allOperations } from '../../support/performing';
import { scriptedForAll } from '../../support/scriptedForAll';

const scripted = scriptedForAll();

const named = (area: string, name: string) =>
	allOperations.find((each) => each.area === area && each.name === name)!;

describe.each(['4711', '12345678901234567890'])('the numeric ID %s', (id) => {
	test.each<[string, IDataObject]>([
		['taskExecution.start', { executable: byId('a-task') }],
		['taskExecution.runAndWait', { executable: byId('a-task'), timeLimit: 1 }],
		['planExecution.runAndWait', { executable: byId('a-plan'), timeLimit: 1 }],
		[
			'promotionExecution.promoteAndWait',
			{ executable: byId('a-promotion'), analyzeFirst: false, timeLimit: 1 },
		],
	])('%s follows what it has started', async (operation, parameters) => {
		const followed: string[] = [];
		scripted.server.script = ({ method, path }) => {
			if (method === 'POST') return { status: 201, body: `{"executionId":${id}}` };
			if (!path.includes('/executions/')) return undefined;
			followed.push(path.split('/').at(-1)!);
			return {
				status: 200,
				body: `{"executionId":${id},"status":"${operation.startsWith('promotion') ? 'PROMOTED' : 'execution_successful'}","startTimestamp":"2026-03-31T08:00:00Z"}`,
			};
		};
		const items = await scripted.perform(named('Processing', operation), parameters);
		expect(String(items[0]!.json.executionId)).toBe(id);
		expect(followed).toEqual(operation.endsWith('start') ? [] : [id]);
	});
});
