/** Clocks that are wrong, runs that wait long, and times that are none: each event is emitted once, and soon. */
import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../nodes/shared/support/clock';
import { HOUR, MINUTE, type SimulatedTime, simulateTime } from '../support/time';
import { type Habits, type SimulatedN8n, SimulatedPlatform } from './simulation';
import { activated, addLog, addRun, platformOn, type TriggerName, triggerOn } from './stage';

let time: SimulatedTime;
let platform: SimulatedPlatform;
beforeEach(() => {
	time = simulateTime();
	platform = platformWith({});
});
afterEach(() => time.restore());

const platformWith = (habits: Partial<Habits>) => platformOn(time, habits);

const active = async (name: TriggerName, parameters: IDataObject = {}, durable = false) =>
	await activated(triggerOn(platform, name, parameters, durable));

const idsOf = (n8n: SimulatedN8n) => n8n.handed.map(({ eventId }) => eventId);

async function polls(n8n: SimulatedN8n, count: number, everyMs = MINUTE): Promise<void> {
	for (let each = 0; each < count; each++) {
		await time.sleep(everyMs);
		await n8n.poll();
	}
}

/** Changes the records of all lists. */
function withRecords(change: (record: IDataObject) => IDataObject): void {
	const usual = platform.request.bind(platform);
	platform.request = async (options) => {
		const answer = await usual(options);
		const body = answer.body as IDataObject[] | { items?: IDataObject[] };
		if (Array.isArray(body)) return { ...answer, body: body.map(change) };
		return body.items ? { ...answer, body: { ...body, items: body.items.map(change) } } : answer;
	};
}

describe('a run that waits for its engine longer than the look-back', () => {
	test('the trigger emits its start soon after it has started, although the list no longer shows it', async () => {
		const n8n = await active('execution', { runsOf: 'tasks', events: ['started'] });
		const waiting = addRun(platform, {
			startsAt: time.now() + 20 * MINUTE,
			endsAt: time.now() + 6 * HOUR,
		});
		for (let each = 0; each < 12; each++) {
			addRun(platform, { end: 'execution_misfired' });
			await polls(n8n, 2);
		}
		const ofWaiting = () => idsOf(n8n).filter((id) => String(id).includes(waiting.id));
		expect(ofWaiting()).toEqual([`task:${waiting.id}:started`]);
		await polls(n8n, 5);
		expect(ofWaiting()).toHaveLength(1);
	});

	test('the trigger emits its start once, although the list of plans fails in each poll', async () => {
		addRun(platform, { end: 'execution_successful' });
		// The list still shows it: its time is so little before the watermark that two periods overlap there.
		const waiting = addRun(platform, {
			time: time.now() - 5 * MINUTE - 500,
			startsAt: time.now() + MINUTE,
			endsAt: time.now() + 6 * HOUR,
		});
		const n8n = await active('execution', { runsOf: 'tasksAndPlans', events: ['started'] });
		const usual = platform.request.bind(platform);
		platform.request = async (options) =>
			options.url.includes('/plans/')
				? { statusCode: 403, headers: {}, body: { message: 'no permission' } }
				: await usual(options);
		await polls(n8n, 4, 2 * MINUTE);
		expect(idsOf(n8n)).toEqual([`task:${waiting.id}:started`]);
	});
});

describe('a clock that is wrong', () => {
	test.each([-30 * 24 * HOUR, -2 * HOUR, 2 * HOUR, 30 * 24 * HOUR])(
		'no event is lost or emitted twice if the clock of n8n is wrong by %i ms for some polls',
		async (skewMs) => {
			const n8n = await active('execution', { runsOf: 'tasks', events: ['failed'] });
			for (let each = 0; each < 100; each++) {
				addRun(platform);
				await polls(n8n, 1);
			}
			const real = clock.now;
			clock.now = () => real() + skewMs;
			for (let each = 0; each < 3; each++) {
				addRun(platform);
				await polls(n8n, 1);
			}
			clock.now = real;
			for (let each = 0; each < 3; each++) {
				addRun(platform);
				await polls(n8n, 1);
			}
			expect([n8n.handed.length, new Set(idsOf(n8n)).size]).toEqual([106, 106]);
			expect(n8n.warnings).toEqual([]);
		},
	);
});

describe('a newest record without a readable time', () => {
	test.each(['execution', 'auditLog'] as const)(
		'the %s trigger does not emit all of the past, although the activation ran out of time',
		async (name) => {
			platform = platformWith({ latencyMs: 3_000 });
			const addAt = (at: number) =>
				name === 'execution'
					? addRun(platform, { time: at, visibleAt: at, endsAt: at })
					: addLog(platform, { time: at });
			const now = time.now();
			for (let each = 0; each < 8_000; each++) addAt(now - each * 10);
			const { id } = addAt(now + 1);
			withRecords((record) =>
				record.executionId === id || record.logId === id
					? Object.fromEntries(Object.entries(record).filter(([field]) => !/time/i.test(field)))
					: record,
			);
			const n8n = await active(
				name,
				name === 'execution' ? { runsOf: 'tasks', events: ['failed'] } : {},
			);
			platform.habits.latencyMs = 100;
			await polls(n8n, 4);
			expect(n8n.handed.length).toBeLessThanOrEqual(1);
		},
	);
});

describe('a time that is none', () => {
	test.each([0, -1, '1970-01-01T00:00:00Z', '0001-01-01T00:00:00Z'])(
		'an event is not hidden by such a trigger time (%p)',
		async (triggerTimestamp) => {
			const n8n = await active('execution', { runsOf: 'tasks', events: ['started', 'failed'] });
			const { id } = addRun(platform);
			withRecords((record) => ({ ...record, triggerTimestamp }));
			await polls(n8n, 2);
			expect(idsOf(n8n)).toEqual([`task:${id}:started`, `task:${id}:failed`]);
		},
	);
});

test('a page past the end that a wrong total suggests and the platform refuses stops nothing', async () => {
	platform = platformWith({ wrongTotal: (count) => count + 200 });
	const n8n = await active('execution', { runsOf: 'tasks', events: ['failed'] });
	for (let each = 0; each < 150; each++) addRun(platform, { time: time.now() + each });
	const usual = platform.request.bind(platform);
	platform.request = async (options) => {
		const answer = await usual(options);
		const isPastEnd =
			(answer.body as { items?: unknown[] }).items?.length === 0 &&
			Number(new URL(options.url, 'http://platform').searchParams.get('offset') ?? 0) > 0;
		return isPastEnd ? { ...answer, statusCode: 400, body: { message: 'past the end' } } : answer;
	};
	await polls(n8n, 3);
	expect([n8n.error, n8n.handed.length, new Set(idsOf(n8n)).size]).toEqual([undefined, 150, 150]);
});

test('an activation whose state cannot be saved fails, instead of losing what happens until the next poll', async () => {
	const n8n = triggerOn(platform, 'execution', { runsOf: 'tasks', events: ['failed'] }, true);
	Object.assign(n8n, {
		commit: () => {
			throw new Error('no database');
		},
	});
	expect(await n8n.poll({ activation: true })).toBe('failed');
	expect(n8n.error?.message).toBe('The state of the trigger could not be saved: no database');
});
