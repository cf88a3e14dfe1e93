/** Records and states that are not as they should be keep no other event from being emitted. */
import type { IDataObject } from 'n8n-workflow';

import { MINUTE, type SimulatedTime, simulateTime } from '../support/time';
import { type Run, SimulatedN8n, SimulatedPlatform } from './simulation';
import { activated, addLog, addRun, artifactTriggerOn, type TriggerName, triggerOn } from './stage';

let time: SimulatedTime;
let platform: SimulatedPlatform;
beforeEach(() => {
	time = simulateTime();
	platform = new SimulatedPlatform(time, {
		gatewaySkewMs: 0,
		inclusive: true,
		tellsTotal: true,
		latencyMs: 100,
	});
});
afterEach(() => time.restore());

const trigger = (name: TriggerName, parameters: IDataObject) =>
	triggerOn(platform, name, parameters);

const active = async (name: TriggerName, parameters: IDataObject) =>
	await activated(trigger(name, parameters));

const run = (more?: Partial<Run>) => addRun(platform, more);

const log = (at = time.now()) => addLog(platform, { time: at });

const idsOf = (n8n: SimulatedN8n) => n8n.handed.map(({ eventId }) => eventId);

type Platform = SimulatedPlatform['request'];
type Reply = Awaited<ReturnType<Platform>>;

/** Answers that are not as they would be. */
function answering(
	other: (url: string, answer: () => Promise<Reply>) => Promise<Reply> | undefined,
): void {
	const usual = platform.request.bind(platform);
	platform.request = async (options) =>
		await (other(options.url, async () => await usual(options)) ?? usual(options));
}

const reply = (statusCode: number, body: unknown): Promise<Reply> => {
	platform.requests.push(`${statusCode}`);
	return Promise.resolve({
		statusCode,
		headers: { date: new Date(time.now()).toUTCString() },
		body,
	});
};

/** Changes each record of a list. */
const changed = (change: (record: IDataObject) => IDataObject) =>
	answering((_url, answer) =>
		answer().then((given) => {
			const list = given.body as IDataObject[] | { items: IDataObject[] };
			if (Array.isArray(list)) return { ...given, body: list.map(change) };
			return list.items
				? { ...given, body: { ...list, items: list.items.map(change) } }
				: { ...given, body: change(list) };
		}),
	);

const without =
	(...names: string[]) =>
	(record: IDataObject) =>
		Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

test.each(['1.0.0', {}, 7, [null, '1.0.0']])(
	'versions of an artifact that are no list of texts (%j) do not keep those of others from being emitted',
	async (versions) => {
		const n8n = await activated(artifactTriggerOn(platform));
		changed((record) => (record.id === 'odd' ? { ...record, versions } : record));
		for (const id of ['odd', 'usual']) platform.artifacts.push({ id, versions: ['1.0.0'] });
		await n8n.poll();
		expect(idsOf(n8n)).toContain('usual:1.0.0');
		expect(await n8n.poll()).toBe('nothing');
	},
);

/** Polls each minute for so long. */
async function poll(n8n: SimulatedN8n, minutes: number): Promise<void> {
	for (let minute = 0; minute < minutes; minute++) {
		await n8n.poll();
		await time.sleep(MINUTE);
	}
}

describe('what cannot be read', () => {
	test.each([403, 404, 500])(
		'the steps of a plan (%i) do not delay other plans',
		async (status) => {
			const n8n = await active('execution', { runsOf: 'plans', events: ['failed'] });
			const bad = run({ kind: 'plan', end: 'FINISHED' });
			let refusing = true;
			answering((url) =>
				url.endsWith('/steps')
					? refusing
						? reply(status, { message: 'no' })
						: reply(200, [{ executionId: 's1', executionStatus: 'EXECUTION_FAILED' }])
					: undefined,
			);
			const good = run({ kind: 'plan', time: time.now() + 1 });
			await poll(n8n, 3);
			expect(idsOf(n8n)).toEqual([`plan:${good.id}:failed`]);
			expect(n8n.warnings.join()).toMatch(new RegExp(bad.id));
			refusing = false;
			await poll(n8n, 20);
			expect(idsOf(n8n)).toEqual([`plan:${good.id}:failed`, `plan:${bad.id}:failed`]);
		},
	);

	test.each([403, 500])(
		'the counters of a crawler (%i) do not delay other crawlers',
		async (status) => {
			const n8n = await active('crawler', { events: ['finished', 'failed'] });
			run({ kind: 'crawler', id: 'c1 1', end: 'finished' });
			run({ kind: 'crawler', id: 'c2 1', time: time.now() + 1, end: 'finished' });
			let refusing = true;
			answering((url) =>
				refusing && url.endsWith('/crawlers/c1') ? reply(status, { message: 'no' }) : undefined,
			);
			await poll(n8n, 3);
			expect(n8n.handed.map(({ id }) => id)).toEqual(['c2']);
			refusing = false;
			await poll(n8n, 20);
			expect(n8n.handed.map(({ id }) => id)).toEqual(['c2', 'c1']);
		},
	);

	test.each([
		[['failed'], 'EXECUTION_SUCCESS'],
		[['succeeded'], 'EXECUTION_SUCCESS'],
	])('the steps of a finished plan are read once: %j', async (events, executionStatus) => {
		const n8n = await active('execution', { runsOf: 'plans', events });
		run({ kind: 'plan', end: 'FINISHED' });
		let asked = 0;
		answering((url) =>
			url.endsWith('/steps')
				? (asked++, reply(200, [{ executionId: 's1', executionStatus }]))
				: undefined,
		);
		await poll(n8n, 10);
		expect(asked).toBe(1);
	});
});

describe('what has not started or ended', () => {
	test.each([
		[{ status: undefined, executionStatus: 'EXECUTION_EVENT_RECEIVED' }],
		[{ status: undefined, executionStatus: 'DISPATCHING_FLOW' }],
		[{ status: undefined, executionStatus: 'UNDEFINED' }],
		[{ status: 'dispatching', executionStatus: 'DISPATCHING_FLOW' }],
	])('%j has not started', async (state) => {
		const n8n = await active('execution', { runsOf: 'tasks', events: ['started'] });
		run();
		changed((record) => ({ ...record, ...state }));
		await poll(n8n, 3);
		expect(n8n.handed).toEqual([]);
	});

	test('the end of the previous run is not the end of this run', async () => {
		const n8n = await active('crawler', { events: ['started', 'finished'] });
		const first = run({
			kind: 'crawler',
			id: 'c1 1',
			endsAt: time.now() + MINUTE,
			end: 'finished',
		});
		await poll(n8n, 5);
		run({ kind: 'crawler', id: 'c1 2', endsAt: time.now() + 10 * MINUTE, end: 'finished' });
		const usual = platform.request.bind(platform);
		answering((_url, answer) =>
			answer().then((given) => {
				const { data } = given.body as { data: IDataObject[] };
				return {
					...given,
					body: {
						data: data.map((crawler) => ({
							...crawler,
							status: {
								...(crawler.status as IDataObject),
								runStatus: 'Finished',
								runFinishedAt: new Date(first.endsAt).toISOString(),
							},
						})),
					},
				};
			}),
		);
		await poll(n8n, 2);
		expect(n8n.handed.map(({ event }) => event)).toEqual(['started', 'finished', 'started']);
		platform.request = usual;
		await poll(n8n, 20);
		expect(n8n.handed.map(({ event }) => event)).toEqual([
			'started',
			'finished',
			'started',
			'finished',
		]);
	});
});

test.each([500, 1, 2 ** 40])('a budget of %i ms is respected', async (budgetMs) => {
	const n8n = trigger('auditLog', {});
	n8n.budgetMs = budgetMs;
	expect(await n8n.poll({ activation: true })).toBe(budgetMs === 1 ? 'failed' : 'nothing');
	if (n8n.error) expect(n8n.error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
});

test('the log reports the failure of one part if the other part has events', async () => {
	const n8n = await active('execution', { runsOf: 'tasksAndPlans', events: ['failed'] });
	run();
	answering((url) =>
		url.includes('/plans/') ? reply(403, { message: 'not permitted' }) : undefined,
	);
	expect(await n8n.poll()).toBe('handed');
	expect(n8n.warnings.join()).toMatch(/not permitted/);
	expect(await n8n.poll()).toBe('failed');
});

test('an execution of the year 9999 is emitted once, and keeps no other waiting', async () => {
	const n8n = await active('execution', { runsOf: 'tasks', events: ['failed'] });
	const far = run({ time: Date.UTC(9999, 11, 31), visibleAt: time.now() });
	await poll(n8n, 3);
	const { id } = run();
	await poll(n8n, 3);
	expect(idsOf(n8n)).toEqual([`task:${far.id}:failed`, `task:${id}:failed`]);
});

describe('records without a time', () => {
	test.each(['startTimestamp', 'finishTimestamp'])(
		'a number as %s that is no time keeps no other waiting',
		async (name) => {
			const n8n = await active('execution', { runsOf: 'tasks', events: ['started', 'failed'] });
			const odd = run();
			changed((record) =>
				record.executionId === odd.id ? { ...record, [name]: Number.MAX_SAFE_INTEGER } : record,
			);
			await poll(n8n, 2);
			const { id } = run();
			await poll(n8n, 2);
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
		changed(without(...names));
		const ids = [run(), run({ endsAt: time.now() + 10 * MINUTE })].map(
			({ id }) => `task:${id}:failed`,
		);
		await poll(n8n, 30);
		run({ end: 'execution_successful' });
		await poll(n8n, 30);
		expect(idsOf(n8n)).toEqual(ids);
	});

	test('a log without its time is emitted once', async () => {
		const n8n = await active('auditLog', {});
		changed(without('timestamp'));
		const { id } = log();
		await poll(n8n, 3);
		const second = log();
		await poll(n8n, 10);
		expect(idsOf(n8n)).toEqual([id, second.id]);
	});
});

describe('scope', () => {
	test.each([
		['tasks', 't1', 'GET /processing/executables/tasks/executions'],
		['plans', 'p1', 'GET /processing/executables/plans/executions'],
	])(
		'the trigger asks for one of the %s in an environment within that environment',
		async (runsOf, id, request) => {
			const n8n = await active('execution', {
				runsOf,
				events: ['failed'],
				[runsOf]: [id],
				filters: { environmentId: 'e1' },
			});
			await n8n.poll();
			expect(platform.requests).toEqual([request]);
		},
	);

	test('times that are expressions do not make the trigger start over with each poll', async () => {
		const written = { filters: { fromDate: '={{ $now.minus({ hours: 1 }) }}' } };
		const n8n = trigger('auditLog', {});
		n8n.written = written;
		const tick = async () => {
			n8n.parameters = { filters: { fromDate: new Date(time.now() - 60 * MINUTE).toISOString() } };
			const reported = await n8n.poll();
			await time.sleep(MINUTE);
			return reported;
		};
		const old = log(time.now() - 30 * MINUTE);
		expect(await tick()).toBe('nothing');
		expect(await tick()).toBe('handed');
		const fresh = log();
		await tick();
		expect(idsOf(n8n)).toEqual([old.id, fresh.id]);
		n8n.written = { filters: { fromDate: '={{ $now.minus({ hours: 2 }) }}' } };
		expect(await tick()).toBe('nothing');
		await tick();
		expect(n8n.handed).toHaveLength(4);
	});

	test.each([
		[{ fromDate: '2099-01-01T00:00:00Z' }, 'Catch Up From must not be in the future'],
		[
			{ fromDate: '2026-03-02T00:00:00Z', toDate: '2026-03-01T00:00:00Z' },
			'Catch Up Until must not be before Catch Up From',
		],
	])('%j is refused before anything is sent', async (filters, message) => {
		const n8n = trigger('auditLog', { filters });
		expect(await n8n.poll()).toBe('failed');
		expect(n8n.error!.message).toBe(message);
		expect(platform.requests).toEqual([]);
	});

	test('no time span is requested that ends before it begins, if the end has passed', async () => {
		const asked: string[] = [];
		answering((url, answer) => (asked.push(url), answer()));
		const n8n = trigger('auditLog', {
			filters: { toDate: new Date(time.now() - 60 * MINUTE).toISOString() },
		});
		expect(await n8n.poll({ activation: true })).toBe('nothing');
		const backwards = asked
			.map((url) => new URL(url, 'http://platform').searchParams)
			.filter(
				(query) =>
					query.has('fromDate') &&
					query.has('toDate') &&
					Date.parse(query.get('fromDate')!) > Date.parse(query.get('toDate')!),
			);
		expect(backwards).toEqual([]);
	});

	test('the scope From ID finds its log among a hundred thousand while n8n waits', async () => {
		const oldest = log(time.now() - 100_000);
		for (let at = 1; at < 100_000; at++) log(time.now() - 100_000 + at);
		platform.habits.latencyMs = 2_000;
		answering((url, answer) => {
			const query = new URL(url, 'http://platform').searchParams;
			return query.has('fromId') ? answer() : undefined;
		});
		const n8n = await active('auditLog', { filters: { fromId: oldest.id } });
		await n8n.poll();
		expect(idsOf(n8n)[0]).toBe(oldest.id);
	});
});

describe('a platform whose clock is ahead of that of its records', () => {
	test.each([
		['execution', true],
		['execution', false],
		['auditLog', true],
		['auditLog', false],
		['crawler', true],
		['crawler', false],
	] as const)(
		'%s: what happens right after the activation is emitted (something before it: %p)',
		async (name, before) => {
			platform.habits.gatewaySkewMs = 2 * MINUTE;
			const happens = (id: string) => {
				if (name === 'auditLog') log();
				else run(name === 'crawler' ? { kind: 'crawler', id, end: 'failed' } : {});
			};
			if (before) happens('c1 1');
			await time.sleep(3 * MINUTE);
			const n8n = await active(name, {
				...(name === 'execution' ? { runsOf: 'tasks' } : {}),
				...(name === 'auditLog' ? {} : { events: ['failed'] }),
				options: { lookBack: 1 },
			});
			await time.sleep(10_000);
			happens('c1 2');
			await poll(n8n, 10);
			expect(n8n.handed).toHaveLength(1);
		},
	);
});

/** Each place in a value. */
function* placesIn(
	value: unknown,
	at: Array<string | number> = [],
): Generator<Array<string | number>> {
	if (at.length > 0) yield at;
	if (typeof value === 'object' && value !== null)
		for (const name of Object.keys(value))
			yield* placesIn((value as IDataObject)[name], [
				...at,
				Array.isArray(value) ? Number(name) : name,
			]);
}

/** A value with another one in a place; without that place if there is none. */
function withOther(
	value: unknown,
	place: ReadonlyArray<string | number>,
	other: unknown,
): IDataObject {
	const copy = structuredClone(value) as IDataObject;
	const holder = place
		.slice(0, -1)
		.reduce<IDataObject>((inside, part) => inside[part] as IDataObject, copy);
	if (other === undefined) delete holder[place.at(-1)!];
	else holder[place.at(-1)!] = other;
	return copy;
}

describe('a damaged state', () => {
	test.each([
		['a stream without its parts', { task: {} }],
		['a stream that is a text', { task: 'x' }],
		['numbers that are none', { task: { watermark: '!!!', emitted: [], open: {} } }],
		['no list', { task: { watermark: '000000000', emitted: {}, open: {} } }],
	])('the trigger starts over after %s', async (_title, streams) => {
		const n8n = await active('execution', { runsOf: 'tasks', events: ['failed'] });
		const memory = n8n.data.memory as IDataObject;
		n8n.data = { memory: { ...memory, streams } };
		run({ time: time.now() - 20 * MINUTE });
		expect(await n8n.poll()).toBe('nothing');
		const { id } = run();
		await n8n.poll();
		expect(idsOf(n8n)).toEqual([`task:${id}:failed`]);
	});

	test.each(['execution', 'auditLog', 'crawler'] as const)(
		'%s: whatever is damaged in it, no poll fails, and what happens next is emitted',
		async (name) => {
			const parameters = {
				...(name === 'execution' ? { runsOf: 'tasks' } : {}),
				...(name === 'auditLog' ? {} : { events: ['started', 'failed'] }),
			};
			const happens = (id: string, more: Partial<Run> = {}) =>
				name === 'auditLog'
					? log()
					: run({ ...(name === 'crawler' ? { kind: 'crawler', id, end: 'failed' } : {}), ...more });
			const first = await active(name, parameters);
			happens('c1 1', { endsAt: time.now() + 600 * MINUTE });
			happens('c2 1');
			await poll(first, 20);
			happens('c3 1', { endsAt: time.now() + 600 * MINUTE });
			await poll(first, 2);
			const state = structuredClone(first.data);
			// One mark and one execution represent all of them.
			expect([...placesIn(state)].length).toBeGreaterThanOrEqual(8);
			const others = [
				undefined,
				null,
				1e300,
				'x',
				'zzzzzzzzz',
				[],
				[null],
				[1],
				{ time: 'x' },
				{ time: 1, emitted: 1 },
			];
			const [runs, logs] = [[...platform.runs], [...platform.logs]];
			let tried = 0;
			for (const place of placesIn(state))
				for (const other of others) {
					Object.assign(platform, { runs: [...runs], logs: [...logs] });
					const n8n = trigger(name, parameters);
					n8n.data = withOther(state, place, other);
					const outcomes = [await n8n.poll()];
					await time.sleep(2 * MINUTE);
					outcomes.push(await n8n.poll());
					const before = n8n.handed.length;
					happens(`c${tried + 10} 1`, { time: time.now() });
					outcomes.push(await n8n.poll());
					await time.sleep(2 * MINUTE);
					outcomes.push(await n8n.poll());
					expect({
						place: place.join('.'),
						other,
						outcomes,
						emits: n8n.handed.length > before,
					}).toMatchObject({
						outcomes: expect.not.arrayContaining(['failed']) as string[],
						emits: true,
					});
					tried++;
				}
			expect(tried).toBeGreaterThanOrEqual(80);
		},
	);

	test('a trigger that was activated while the clock of the platform was a year ahead emits what happens next', async () => {
		platform.habits.gatewaySkewMs = 365 * 24 * 60 * MINUTE;
		const n8n = await active('execution', { runsOf: 'tasks', events: ['failed'] });
		platform.habits.gatewaySkewMs = 0;
		await poll(n8n, 2);
		const { id } = run();
		await poll(n8n, 2);
		expect(idsOf(n8n)).toEqual([`task:${id}:failed`]);
	});
});
