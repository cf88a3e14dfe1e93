/** Records that are not as they should be keep no other event from being emitted. */
import { type IDataObject } from 'n8n-workflow';

import { DAY, MINUTE } from '../support/time';
import {
	activated,
	active,
	addExecution,
	addLog,
	addLogs,
	artifactTrigger,
	changeRecords,
	idsOf,
	platform,
	polls,
	pollsFromNow,
	time,
	usePlatform,
	WATCHED,
} from './stage';

const without =
	(...names: string[]) =>
	(record: IDataObject) =>
		Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

test.each(['1.0.0', {}, 7, [null, '1.0.0']])(
	'versions of an artifact that are no list of texts (%j) do not keep those of others from being emitted',
	async (versions) => {
		const n8n = await activated(artifactTrigger());
		changeRecords((record) => (record.id === 'odd' ? { ...record, versions } : record));
		for (const id of ['odd', 'usual']) platform().artifacts.push({ id, versions: ['1.0.0'] });
		await n8n.poll();
		expect(idsOf(n8n)).toContain('usual:1.0.0');
		expect(await n8n.poll()).toBe('nothing');
	},
);

test('an execution of the year 9999, which is emitted once, keeps no other waiting', async () => {
	const n8n = await active('execution', { runsOf: 'tasks', events: ['failed'] });
	const far = addExecution({ time: Date.UTC(9999, 11, 31), visibleAt: time.now() });
	await pollsFromNow(n8n, 3);
	const { id } = addExecution();
	await pollsFromNow(n8n, 3);
	expect(idsOf(n8n)).toEqual([`task:${far.id}:failed`, `task:${id}:failed`]);
});

describe('records without a time', () => {
	test.each(['startTimestamp', 'finishTimestamp'])(
		'a %s that is a number but not a valid time does not delay other events',
		async (name) => {
			const n8n = await active('execution', { runsOf: 'tasks', events: ['started', 'failed'] });
			const odd = addExecution();
			changeRecords((record) =>
				record.executionId === odd.id ? { ...record, [name]: Number.MAX_SAFE_INTEGER } : record,
			);
			await pollsFromNow(n8n, 2);
			const { id } = addExecution();
			await pollsFromNow(n8n, 2);
			expect(idsOf(n8n).sort()).toEqual(
				[odd.id, id].flatMap((each) => [`task:${each}:failed`, `task:${each}:started`]),
			);
		},
	);

	test.each([
		['triggerTimestamp', ['triggerTimestamp', 'startTimestamp']],
		['any time', ['triggerTimestamp', 'startTimestamp', 'finishTimestamp']],
	])('an execution without %s is emitted once', async (_title, names) => {
		const n8n = await active('execution', { runsOf: 'tasks', events: ['failed'] });
		changeRecords(without(...names));
		const ids = [addExecution(), addExecution({ endsAt: time.now() + 10 * MINUTE })].map(
			({ id }) => `task:${id}:failed`,
		);
		await pollsFromNow(n8n, 30);
		addExecution({ end: 'execution_successful' });
		await pollsFromNow(n8n, 30);
		expect(idsOf(n8n)).toEqual(ids);
	});

	test('a log without its time is emitted once', async () => {
		const n8n = await active('auditLog', {});
		changeRecords(without('timestamp'));
		const { id } = addLog();
		await pollsFromNow(n8n, 3);
		const second = addLog();
		await pollsFromNow(n8n, 10);
		expect(idsOf(n8n)).toEqual([id, second.id]);
	});

	test('logs without their times that have to wait for the next poll are not lost', async () => {
		const begin = time.now() - 7 * DAY;
		addLogs(5_000, (index) => ({ time: begin + index * 2 * MINUTE }));
		changeRecords(without('timestamp'));
		const n8n = await active('auditLog', {
			filters: { fromDate: new Date(begin).toISOString() },
			options: { maxEvents: 3_000 },
		});
		await polls(n8n, 3);
		expect(new Set(idsOf(n8n)).size).toBe(5_000);
	});
});

describe('a newest record without a readable time', () => {
	test.each(WATCHED)(
		'the trigger of $what does not emit all of the past, although the activation ran out of time',
		async ({ name }) => {
			usePlatform({ latencyMs: 3_000 });
			const addAt = (at: number) =>
				name === 'execution'
					? addExecution({ time: at, visibleAt: at, endsAt: at })
					: addLog({ time: at });
			const now = time.now();
			for (let each = 0; each < 8_000; each++) addAt(now - each * 10);
			const { id } = addAt(now + 1);
			changeRecords((record) =>
				record.executionId === id || record.logId === id
					? Object.fromEntries(Object.entries(record).filter(([field]) => !/time/i.test(field)))
					: record,
			);
			const n8n = await active(
				name,
				name === 'execution' ? { runsOf: 'tasks', events: ['failed'] } : {},
			);
			platform().behavior.latencyMs = 100;
			await polls(n8n, 4);
			expect(n8n.emitted.length).toBeLessThanOrEqual(1);
		},
	);
});

describe('a time that is none', () => {
	test.each([0, -1, '1970-01-01T00:00:00Z', '0001-01-01T00:00:00Z'])(
		'a trigger time that is none (%p) does not hide an event',
		async (triggerTimestamp) => {
			const n8n = await active('execution', { runsOf: 'tasks', events: ['started', 'failed'] });
			const { id } = addExecution();
			changeRecords((record) => ({ ...record, triggerTimestamp }));
			await polls(n8n, 2);
			expect(idsOf(n8n)).toEqual([`task:${id}:started`, `task:${id}:failed`]);
		},
	);
});
