import type { IDataObject } from 'n8n-workflow';

import type { ContextShowing } from '../../../../../nodes/shared/declare/operation';
import {
	ALL_TASKS,
	type HISTORY_MESSAGES,
	readHistory,
} from '../../../../../nodes/TalendCloudObservability/resources/executionHistory/historyReader';
import { search } from '../../../../../nodes/TalendCloudObservability/resources/executionHistory/requests';
import { stub } from '../../../../support/stub';
import { MINUTE } from '../../../../support/time';

const NOW = Date.UTC(2026, 10, 28, 12);

/** More executions than the 20 pages of one search, newest first. */
const ENDED = Array.from({ length: 4_200 }, (_, index) => ({
	id: `ended ${index}`,
	runEndTime: NOW - (index + 1) * MINUTE,
}));

/** Executions that start while the pages are read. */
const started = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: `started ${index}`, triggerTime: NOW }));

/** Reads the newest `limit`, and remembers how many each search requests. */
async function readNewest(limit: number, unfinished: IDataObject[]) {
	const requested: number[] = [];
	const op = stub<ContextShowing<typeof HISTORY_MESSAGES>>({
		sendValues: async (_operation, values) => {
			const {
				limit: size,
				offset,
				conditions,
			} = values as { limit: number; offset: number } & {
				conditions?: Array<{ field: string; value: string[] }>;
			};
			requested.push(size);
			const isOf = (name: string) => conditions?.find(({ field }) => field === name)?.value;
			const end = Date.parse(isOf('period')?.[1] ?? '9999-01-01');
			const found = isOf('status') ? unfinished : ENDED.filter((each) => each.runEndTime <= end);
			const items = found.slice(offset, offset + size);
			const body = { items, nextPageExists: offset + size < found.length };
			return await Promise.resolve({ status: 200, headers: {}, body });
		},
	});
	const chosen = {};
	const wanted = { environmentId: 'e', chosen, now: NOW, limit };
	return { found: await readHistory(op, search, ALL_TASKS, wanted), requested };
}

test.each([100, 150])(
	'a history is completed by %d executions that start while it is read',
	async (count) => {
		const { found, requested } = await readNewest(4_100, started(count));
		expect(Math.min(...requested)).toBeGreaterThan(0);
		expect(found).toHaveLength(4_100);
		expect(found.filter(({ id }) => String(id).startsWith('started'))).toHaveLength(count);
		expect(found.at(-1)).toEqual(ENDED[4_099 - count]);
	},
);

test('a shorter period completes the executions that are still missing', async () => {
	const { found, requested } = await readNewest(4_100, started(40));
	expect(found.at(-1)).toEqual(ENDED[4_059]);
	expect(found).toHaveLength(4_100);
	expect(requested.at(-1)).toBe(60);
});
