/**
 * The trigger of stewardship tasks: what becomes of a task after the activation is emitted once.
 */
import fc from 'fast-check';

import { MINUTE } from '../support/time';
import { histories, PATIENCE_MS, SEEN, triedFor } from './history';
import { type StewardshipTask } from './platformRecords';
import { type SimulatedN8n } from './simulatedN8n';
import { type Behavior, type Fault } from './simulatedPlatform';
import {
	activated,
	changeRecords,
	expectEachOnce,
	platform,
	taskTrigger,
	time,
	usePlatform,
} from './stage';

const USUAL = { byState: true, times: true };

beforeEach(() => {
	usePlatform({ seen: SEEN, tasks: USUAL });
});

const task = (id: string, state = 'New', assignee?: string): StewardshipTask => {
	const added = { id, state, assignee, createdAt: time.now(), changedAt: time.now() };
	platform().tasks.push(added);
	return added;
};
const change = (one: StewardshipTask, to: Partial<StewardshipTask>): StewardshipTask =>
	Object.assign(one, to, { changedAt: time.now() });

/** What was emitted since the last call. */
function events(n8n: SimulatedN8n): string[] {
	const found = n8n.emitted.map(({ id, event, currentState, assignee }) =>
		[id, event, event === 'assigned' ? assignee : currentState].map(String).join(' '),
	);
	n8n.emitted = [];
	return found.sort();
}

const poll = async (n8n: SimulatedN8n): Promise<string[]> => {
	await time.sleep(MINUTE);
	await n8n.poll();
	expect(n8n.error).toBeUndefined();
	return events(n8n);
};

test('the life of a task is emitted from its creation to its second resolution', async () => {
	const old = task('t1');
	const n8n = await activated(taskTrigger());
	expect(await poll(n8n)).toEqual([]);
	const made = task('t2', 'New', 'ana');
	expect(await poll(n8n)).toEqual(['t2 assigned ana', 't2 created New', 't2 stateChanged New']);
	change(made, { assignee: 'bao' });
	change(old, { state: 'To check' });
	expect(await poll(n8n)).toEqual(['t1 stateChanged To check', 't2 assigned bao']);
	change(made, { assignee: 'ana', state: 'Resolved' });
	expect(await poll(n8n)).toEqual([
		't2 assigned ana',
		't2 resolved Resolved',
		't2 stateChanged Resolved',
	]);
	change(made, { state: 'New' });
	expect(await poll(n8n)).toEqual(['t2 stateChanged New']);
	change(made, { state: 'Resolved' });
	expect(await poll(n8n)).toEqual(['t2 resolved Resolved', 't2 stateChanged Resolved']);
	change(made, { assignee: undefined });
	expect(await poll(n8n)).toEqual([]);
});

test('two changes to one state have different IDs where times are written as text', async () => {
	changeRecords(({ lastUpdateDate, ...record }) =>
		lastUpdateDate === undefined
			? record
			: { ...record, lastUpdateDate: new Date(Number(lastUpdateDate)).toISOString() },
	);
	const changing = task('t1');
	const n8n = await activated(taskTrigger({ events: ['stateChanged'] }));
	for (const state of ['To check', 'New', 'To check']) {
		change(changing, { state });
		await time.sleep(MINUTE);
		await n8n.poll();
	}
	expectEachOnce(n8n, 3);
});

test('a simplified event has a unique ID beside the most useful fields', async () => {
	const n8n = await activated(taskTrigger({ events: ['created', 'resolved'], simplify: true }));
	const one = task('t1', 'Resolved', 'ana');
	await n8n.poll();
	change(one, { state: 'New' });
	await poll(n8n);
	const ids = [...n8n.pollThatEmitted.keys()];
	await time.sleep(MINUTE);
	change(one, { state: 'Resolved' });
	await n8n.poll();
	expect(n8n.emitted).toEqual([
		{
			eventId: `t1:resolved:Resolved:${one.changedAt}`,
			event: 'resolved',
			summary: 'Task t1 of the campaign c was resolved: Resolved',
			occurredAt: expect.any(String) as string,
			id: 't1',
			currentState: 'Resolved',
			assignee: 'ana',
			valid: true,
			record: { n: 't1' },
			campaignName: 'c',
		},
	]);
	expect(ids).toEqual(['t1:created', `t1:resolved:Resolved:${one.createdAt}`]);
});

test.each([1e300, 8.64e15])(
	'a state that says it began at %d, in the future, keeps no later task from being emitted',
	async (from) => {
		const n8n = await activated(taskTrigger({ events: ['created'] }));
		n8n.data = { memory: { ...(n8n.data.memory as object), from } };
		await poll(n8n);
		await time.sleep(10 * MINUTE);
		task('t1');
		await time.sleep(10 * MINUTE);
		expect(await poll(n8n)).toEqual(['t1 created New']);
	},
);

test('only chosen events are emitted, also after another choice, with which the trigger starts over', async () => {
	const n8n = await activated(
		taskTrigger({
			events: ['stateChanged', 'assigned'],
			filters: { states: ['To check'], assignee: { __rl: true, mode: 'id', value: 'ana' } },
		}),
	);
	const [one, other] = [task('t1', 'New', 'ana'), task('t2', 'To check', 'bao')];
	expect(await poll(n8n)).toEqual([]);
	change(one, { state: 'To check' });
	change(other, { assignee: 'ana' });
	expect(await poll(n8n)).toEqual(['t1 stateChanged To check', 't2 assigned ana']);
	n8n.parameters = { ...n8n.parameters, events: ['created'], filters: {} };
	expect(await poll(n8n)).toEqual([]);
	task('t3');
	expect(await poll(n8n)).toEqual(['t3 created New']);
});

test('a manual test of the task trigger shows the newest event without saving a state', async () => {
	const n8n = taskTrigger({ events: ['resolved'] });
	n8n.mode = 'manual';
	task('t1');
	expect(await n8n.poll()).toBe('failed');
	expect(n8n.error).toMatchObject({
		message: 'No task with these events was found in the campaign',
	});
	n8n.error = undefined;
	task('t2', 'Resolved');
	await n8n.poll();
	expect(events(n8n)).toEqual(['t2 resolved Resolved']);
	await time.sleep(MINUTE);
	task('t3', 'Resolved');
	platform().tasks.reverse();
	await n8n.poll();
	expect(events(n8n)).toEqual(['t3 resolved Resolved']);
	expect(n8n.data).toEqual({});
});

test('open tasks are watched first if a campaign has too many tasks', async () => {
	for (let each = 0; each < 3_000; each++) task(`old${each}`, 'Resolved');
	for (let each = 0; each < 900; each++) task(`open${each}`);
	const n8n = await activated(taskTrigger({ events: ['created', 'resolved'] }));
	expect(n8n.warnings.join()).toMatch(/There are too many records to watch\. Not watched: /);
	expect(n8n.largestStateBytes).toBeLessThan(64_000);
	await time.sleep(10 * MINUTE);
	expect(await poll(n8n)).toEqual([]);
	const made = task('new');
	change(
		platform().tasks.find(({ id }) => id === 'open899')!,
		{ state: 'Resolved' },
	);
	expect(await poll(n8n)).toEqual(['new created New', 'open899 resolved Resolved']);
	change(made, { state: 'Resolved' });
	expect(await poll(n8n)).toEqual(['new resolved Resolved']);
	expect(await poll(n8n)).toEqual([]);
});

/** Tasks that are finished, and a poll that has as long as with durable cursors. */
async function pollOfFinished(count: number, behavior: Partial<Behavior>) {
	usePlatform({ seen: SEEN, tasks: USUAL, ...behavior });
	for (let each = 0; each < count; each++) task(`old${each}`, 'Resolved');
	const n8n = taskTrigger({ events: ['resolved'] });
	await n8n.poll({ activation: true });
	return n8n;
}

test('twenty thousand finished tasks are read within the time of a poll', async () => {
	const n8n = await pollOfFinished(20_000, { latencyMs: 400 });
	expect(n8n.error).toBeUndefined();
	await time.sleep(10 * MINUTE);
	task('new', 'Resolved');
	expect(await poll(n8n)).toEqual(['new resolved Resolved']);
});

test('the error about more tasks than can be read in time says what to do', async () => {
	const n8n = await pollOfFinished(20_000, { latencyMs: 4_000 });
	expect(n8n.error).toMatchObject({
		message: expect.stringMatching(
			/^Only \d{4,} tasks of one state could be read within the time of a poll$/,
		) as string,
		description: expect.stringContaining('delete finished tasks of the campaign') as string,
	});
});

test('many tasks are not blamed for a response that does not arrive', async () => {
	for (let each = 0; each < 5_000; each++) task(`old${each}`, 'Resolved');
	const n8n = taskTrigger();
	platform().faults = [{ after: 1, slowMs: 70_000 }];
	await n8n.poll({ activation: true });
	expect(n8n.error).toMatchObject({ message: 'No response arrived within the time of a poll' });
});

test.each([
	[30, 5],
	[500, 7],
])('a state of %d tasks is read with few requests', async (count, requests) => {
	for (let each = 0; each < count; each++) task(`t${each}`);
	const n8n = await activated(taskTrigger());
	await poll(n8n);
	// The campaign, its three states, and the pages after the first one of the state with tasks.
	expect(platform().requests).toHaveLength(requests);
});

test('an older task that moves into the visible 200 is not emitted as new', async () => {
	usePlatform({ seen: SEEN, tasks: { ...USUAL, byState: false } });
	for (let each = 0; each < 260; each++) task(`t${each}`);
	await time.sleep(10 * MINUTE);
	const n8n = await activated(taskTrigger({ events: ['created', 'resolved'] }));
	platform().tasks.splice(0, 80);
	task('new');
	expect(await poll(n8n)).toEqual(['new created New']);
	change(
		platform().tasks.find(({ id }) => id === 't255')!,
		{ state: 'Resolved' },
	);
	expect(await poll(n8n)).toEqual(['t255 resolved Resolved']);
});

test('a refused poll is reported without changing what the next one emits', async () => {
	const n8n = await activated(taskTrigger());
	task('t1');
	platform().faults = [{ after: 0, status: 403 }];
	expect(await n8n.poll()).toBe('failed');
	expect(n8n.error).toMatchObject({ httpCode: '403' });
	n8n.error = undefined;
	expect(await poll(n8n)).toContain('t1 created New');
});

type Action =
	| { type: 'creates'; count: number; assignee: boolean }
	| { type: 'moves' | 'assigns' | 'hides' | 'leaves'; which: number }
	| { type: 'poll'; faults: Fault[]; killed: boolean; commitFails: boolean; moving: boolean }
	| { type: 'restart' };

const action = fc.oneof<Array<{ weight: number; arbitrary: fc.Arbitrary<Action> }>>(
	{
		weight: 3,
		arbitrary: fc.record({
			type: fc.constant('creates' as const),
			count: fc.oneof(
				{ weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }) },
				{ weight: 1, arbitrary: fc.integer({ min: 100, max: 250 }) },
			),
			assignee: fc.boolean(),
		}),
	},
	{
		weight: 5,
		arbitrary: fc.record({
			type: fc.constantFrom(
				'moves' as const,
				'moves' as const,
				'assigns' as const,
				'hides' as const,
				'leaves' as const,
			),
			which: fc.nat(500),
		}),
	},
	{
		weight: 6,
		arbitrary: fc.record({
			type: fc.constant('poll' as const),
			faults: fc.array(
				fc.record<Fault>({
					after: fc.nat(6),
					status: fc.constantFrom(401, 429, 500, 503),
					retryAfter: fc.constantFrom(undefined, 20),
				}),
				{ maxLength: 3 },
			),
			killed: fc.nat(9).map((n) => n === 0),
			commitFails: fc.nat(9).map((n) => n === 0),
			moving: fc.boolean(),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const) }) },
);

const NEXT: Record<string, string> = {
	New: 'To check',
	'To check': 'Resolved',
	Resolved: 'Resolved',
};

/**
 * What happens to tasks, and what must have been emitted of each of them in the end, as nothing has
 * followed it.
 */
class ExpectedEvents {
	private readonly byTask = new Map<string, Set<string>>(
		platform().tasks.map(({ id }) => [id, new Set()]),
	);
	private number = 0;

	create(assigned: boolean): void {
		const user = `u${++this.number}`;
		const created = task(`t${this.number}`, 'New', assigned ? user : undefined);
		this.byTask.set(
			created.id,
			new Set(['created', 'stateChanged:New', ...(assigned ? [`assigned:${user}`] : [])]),
		);
	}

	move(one: StewardshipTask): void {
		if (one.state === 'Resolved') return;
		change(one, { state: NEXT[one.state]! });
		this.becomes(one, 'stateChanged', one.state);
		if (one.state === 'Resolved') this.becomes(one, 'resolved', one.state);
	}

	assign(one: StewardshipTask): void {
		const user = `u${++this.number}`;
		change(one, { assignee: user });
		this.becomes(one, 'assigned', user);
	}

	/** What was created or changed and left again may never be seen. */
	remove(one: StewardshipTask): void {
		platform().tasks.splice(platform().tasks.indexOf(one), 1);
		this.byTask.delete(one.id);
	}

	/** The events that are missing among those that were emitted. */
	missing(emitted: string[]): string[] {
		return [...this.byTask]
			.flatMap(([id, events]) => [...events].map((each) => `${id} ${each}`))
			.filter((each) => !emitted.includes(each));
	}

	private becomes({ id }: StewardshipTask, event: string, value: string): void {
		const events = this.byTask.get(id)!;
		for (const each of events) if (each.startsWith(`${event}:`)) events.delete(each);
		events.add(`${event}:${value}`);
	}
}

/** A poll with faults, during which tasks may move. */
async function pollWith(
	n8n: SimulatedN8n,
	given: Extract<Action, { type: 'poll' }>,
	expected: ExpectedEvents,
): Promise<void> {
	await time.sleep(MINUTE);
	platform().faults = given.faults.map((fault) => ({ ...fault }));
	let moves = given.moving ? 3 : 0;
	platform().afterEachAnswer = () => {
		if (moves-- <= 0) return;
		const moved = platform().tasks[moves * 7];
		if (moved) expected.move(moved);
		expected.create(false);
	};
	await n8n.poll(given);
	[platform().faults, platform().afterEachAnswer] = [[], undefined];
}

async function perform(n8n: SimulatedN8n, given: Action, expected: ExpectedEvents): Promise<void> {
	if (given.type === 'creates')
		for (let count = 0; count < given.count; count++) expected.create(given.assignee);
	else if (given.type === 'restart') n8n.restart();
	else if (given.type === 'poll') await pollWith(n8n, given, expected);
	else {
		const one = platform().tasks[given.which];
		if (!one) return;
		if (given.type === 'moves') expected.move(one);
		else if (given.type === 'assigns') expected.assign(one);
		else if (given.type === 'hides') one.isHidden = !one.isHidden;
		else expected.remove(one);
	}
}

test(
	'each event is soon emitted, once, whatever happens',
	async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.boolean(),
				fc.boolean(),
				fc.nat(430),
				fc.array(action, { minLength: 1, maxLength: 15 }),
				triedFor(async (durable, times, existing, actions) => {
					usePlatform({ seen: SEEN, tasks: { ...USUAL, times } });
					for (let each = 0; each < existing; each++)
						task(`old${each}`, Object.keys(NEXT)[each % 3]);
					const n8n = await activated(taskTrigger({}, durable));
					const expected = new ExpectedEvents();
					for (const each of actions) await perform(n8n, each, expected);
					for (const one of platform().tasks) one.isHidden = false;
					for (let polls = 0; polls < 3; polls++) {
						await time.sleep(2 * MINUTE);
						await n8n.poll();
					}
					const emitted = n8n.emitted.map(
						({ id, event, assignee, currentState }) =>
							`${String(id)} ${event === 'created' ? 'created' : `${String(event)}:${String(event === 'assigned' ? assignee : currentState)}`}`,
					);
					expect(emitted.length - new Set(emitted).size).toBe(0);
					expect(new Set(n8n.emitted.map(({ eventId }) => eventId)).size).toBe(emitted.length);
					expect(expected.missing(emitted)).toEqual([]);
					expect(emitted.filter((each) => /^old\d+ created/.test(each))).toEqual([]);
					expect(n8n.largestStateBytes).toBeLessThan(64_000);
				}),
			),
			histories(60, 0.1),
		);
	},
	PATIENCE_MS,
);
