/** The trigger for engines in n8n-core's engine, against the emulated platform. */
import fc from 'fast-check';
import type { INodeProperties } from 'n8n-workflow';

import { dynamicEngines } from '../../emulator/areas/engines/enginesStore';
import { type RemoteEngine, remoteEngines } from '../../emulator/areas/engines/runtimes';
import { DEMO_ENGINES } from '../../emulator/seed/engines';
import { triggerProperties } from '../../nodes/shared/trigger/declare/triggerProperties';
import { spec } from '../../nodes/TalendCloudEnginesTrigger/TalendCloudEnginesTrigger.node';
import { load } from '../support/picking';
import { type Platform, startPlatform } from '../support/platform';
import { fetchTestEvent, polling, type Polling } from '../support/polling';
import { MINUTE } from '../support/time';

let platform: Platform;
beforeEach(async () => {
	platform = await startPlatform();
});

afterEach(async () => await platform.close());

const engineNamed = (name: string): RemoteEngine =>
	remoteEngines.all(platform.emulator.state).find((engine) => engine.name === name)!;

const flaky = () => engineNamed(DEMO_ENGINES.flakyRemoteEngine);
const steady = () => engineNamed(DEMO_ENGINES.remoteEngine);
const away = (engine: RemoteEngine, fromMinutes: number, toMinutes: number) => {
	const now = platform.emulator.clock.now();
	engine.outages = [{ from: now + fromMinutes * MINUTE, to: now + toMinutes * MINUTE }];
};

const reported = (trigger: Polling) =>
	trigger.emitted.flat().map(({ json }) => `${String(json.name)} ${String(json.event)}`);

async function pollFor(trigger: Polling, minutes: number, every = 1): Promise<void> {
	for (let passed = 0; passed < minutes; passed += every) {
		platform.emulator.clock.advance(every * MINUTE);
		await trigger.poll();
	}
}

test('an outage of an engine is emitted once, as is its end', async () => {
	const trigger = polling(platform, 'Engine');
	await trigger.activate();
	await pollFor(trigger, 60);
	expect(trigger.errors).toEqual([]);
	expect(reported(trigger)).toEqual(['Frankfurt 2 unavailable', 'Frankfurt 2 available']);
	const [gone, back] = trigger.emitted.flat().map(({ json }) => json);
	const { id, runtimeId, clusterId } = flaky();
	expect(gone).toMatchObject({
		kind: 'remoteEngine',
		id,
		runtimeId,
		clusterId,
		environmentName: 'Production',
		availability: 'NOT_AVAILABLE',
		unavailableForMinutes: 5,
		unavailableSince: gone!.occurredAt,
	});
	expect(back).toMatchObject({
		id,
		availability: 'AVAILABLE',
		unavailableForMinutes: 20,
		unavailableSince: gone!.occurredAt,
	});
	expect(Date.parse(String(back!.occurredAt)) - Date.parse(String(gone!.occurredAt))).toBe(
		20 * MINUTE,
	);
	expect(new Set([gone!.eventId, back!.eventId]).size).toBe(2);
});

test.each([
	{ what: 'shorter than set', parameters: { minutes: 21 }, expected: [] },
	{
		what: 'that counts at once',
		parameters: { minutes: 0, events: ['unavailable'] },
		expected: ['Frankfurt 2 unavailable'],
	},
	{ what: 'seen by one poll only', every: 15, outage: [10, 20] as const, expected: [] },
	{
		what: 'with polls that are rarer than set',
		every: 8,
		expected: ['Frankfurt 2 unavailable', 'Frankfurt 2 available'],
	},
	{
		what: 'of which only the end is wanted',
		parameters: { events: ['available'] },
		expected: ['Frankfurt 2 available'],
	},
])(
	'an outage is judged by its length: one $what',
	async ({ parameters = {}, every = 1, outage, expected }) => {
		if (outage) away(flaky(), ...outage);
		const trigger = polling(platform, 'Engine', parameters);
		await trigger.activate();
		await pollFor(trigger, 60, every);
		expect(reported(trigger)).toEqual(expected);
	},
);

test('an engine that was unavailable before the activation, or is not paired, causes no event', async () => {
	away(flaky(), -10, 30);
	const trigger = polling(platform, 'Engine', { minutes: 1 });
	await trigger.activate();
	await pollFor(trigger, 40);
	expect(reported(trigger)).toEqual([]);
	away(flaky(), 1, 10);
	await pollFor(trigger, 15);
	expect(reported(trigger)).toEqual(['Frankfurt 2 unavailable', 'Frankfurt 2 available']);
});

test('a dynamic engine is unavailable from its break to its repair', async () => {
	const engine = dynamicEngines
		.all(platform.emulator.state)
		.find(({ connectedAt }) => connectedAt !== undefined)!;
	const trigger = polling(platform, 'Engine', { watch: 'dynamicEngines' });
	await trigger.activate();
	engine.broken = true;
	await pollFor(trigger, 10);
	engine.broken = false;
	await pollFor(trigger, 2);
	expect(
		trigger.emitted.flat().map(({ json }) => [json.id, json.kind, json.event, json.state]),
	).toEqual([
		[engine.id, 'dynamicEngine', 'unavailable', 'ERROR'],
		[engine.id, 'dynamicEngine', 'available', 'CONNECTED'],
	]);
});

test('an unpaired engine is emitted as gone only if its outage was emitted', async () => {
	const trigger = polling(platform, 'Engine', { watch: 'remoteEngines' });
	await trigger.activate();
	steady().pairsAt = undefined;
	away(flaky(), 1, 60);
	await pollFor(trigger, 10);
	expect(reported(trigger)).toEqual(['Frankfurt 2 unavailable']);
	flaky().pairsAt = undefined;
	await pollFor(trigger, 3);
	expect(reported(trigger)).toEqual(['Frankfurt 2 unavailable', 'Frankfurt 2 gone']);
	expect(trigger.emitted.flat()[1]!.json).toMatchObject({ kind: 'remoteEngine', id: flaky().id });
});

test.each([
	['its ID', () => ({ engines: [flaky().id] }), true],
	['its runtime ID', () => ({ engines: [flaky().runtimeId] }), true],
	['another engine', () => ({ engines: [steady().id] }), false],
	['its cluster', () => ({ clusters: [flaky().clusterId] }), true],
	['another cluster', () => ({ clusters: ['5f3e2d1ca1b2c3d4e5f607ff'] }), false],
	[
		'its environment',
		() => ({ environmentId: { __rl: true, mode: 'id', value: flaky().environmentId } }),
		true,
	],
	[
		'its environment in another letter case',
		() => ({
			environmentId: { __rl: true, mode: 'id', value: flaky().environmentId.toUpperCase() },
		}),
		true,
	],
	[
		'another environment',
		() => ({ environmentId: { __rl: true, mode: 'id', value: '57f64991e4b0b689a64fee99' } }),
		false,
	],
])('engines are filtered by %s', async (_title, filters, found) => {
	away(flaky(), 1, 60);
	const trigger = polling(platform, 'Engine', { watch: 'remoteEngines', filters: filters() });
	await trigger.activate();
	await pollFor(trigger, 10);
	expect(reported(trigger)).toEqual(found ? ['Frankfurt 2 unavailable'] : []);
});

describe('filters that no dynamic engine can match', () => {
	test('the filters are offered for remote engines only', () => {
		const filters = triggerProperties(spec).find(({ name }) => name === 'filters')!
			.options as INodeProperties[];
		const shown = Object.fromEntries(
			filters.map(({ name, displayOptions }) => [name, displayOptions?.show?.['/watch']]),
		);
		expect(shown).toEqual({
			engines: undefined,
			environmentId: ['remoteEngines'],
			clusters: ['remoteEngines'],
		});
	});

	test('the filters are ignored for other engines', async () => {
		const trigger = polling(platform, 'Engine', {
			filters: { clusters: ['elsewhere'] },
			minutes: 0,
		});
		await trigger.activate();
		flaky().outages = [{ from: 0, to: Infinity }];
		await pollFor(trigger, 2);
		expect(reported(trigger)).toEqual(['Frankfurt 2 unavailable']);
	});
});

test('the lists of engines and clusters offer each one that has an ID', async () => {
	const engines = (await load(platform, 'Engine', 'loadEnginesToWatch')).map(({ value }) => value);
	expect(engines).toEqual(
		expect.arrayContaining([
			flaky().id,
			...dynamicEngines.all(platform.emulator.state).map(({ id }) => id),
		]),
	);
	expect((await load(platform, 'Engine', 'loadClustersToWatch')).map(({ value }) => value)).toEqual(
		[flaky().clusterId],
	);
	platform.emulator.faults.add({
		operation: 'GET /processing/runtimes/remote-engine-clusters',
		status: 200,
		body: [{ name: 'without an ID' }, { id: 'c', name: 'with one' }],
	});
	expect(await load(platform, 'Engine', 'loadClustersToWatch')).toEqual([
		{ value: 'c', name: 'with one' },
	]);
});

test('a manual test shows the current states, unavailable ones first, without remembering them', async () => {
	away(flaky(), -1, 60);
	const { items, remembered } = await fetchTestEvent(platform, 'Engine', {
		watch: 'remoteEngines',
	});
	expect(items.map(({ json }) => [json.name, json.event])).toEqual([
		[DEMO_ENGINES.flakyRemoteEngine, 'unavailable'],
		[DEMO_ENGINES.remoteEngine, 'available'],
	]);
	expect(remembered).toEqual({});
});

test('a list that cannot be read does not delay the events of the other list', async () => {
	const { faults } = platform.emulator;
	const trigger = polling(platform, 'Engine');
	await trigger.activate();
	away(flaky(), 1, 60);
	faults.add({ operation: 'GET /processing/runtimes/dynamic-engines', status: 403, times: 100 });
	await pollFor(trigger, 10);
	expect(reported(trigger)).toEqual(['Frankfurt 2 unavailable']);
	// All but the polls that have something to keep say what is the matter.
	expect(trigger.errors).toHaveLength(8);
});

/** What one poll saw. */
interface View {
	at: number;
	up: boolean;
}

/** The event that the last of all views makes, by looking at all of them. */
function eventOf(views: readonly View[], leastMs: number): string | undefined {
	const last = views.length - 1;
	const end = views[last]!.up ? last - 1 : last;
	let start = end;
	while (start >= 0 && !views[start]!.up) start--;
	start++;
	// Nothing was seen before it, or it is no outage.
	if (start === 0 || start > end) return undefined;
	const due = views.findIndex(
		({ at }, index) => index >= start && index <= end && at - views[start]!.at >= leastMs,
	);
	if (due < 0) return undefined;
	return views[last]!.up ? 'available' : due === last ? 'unavailable' : undefined;
}

type Step = {
	minutes: number;
	what: 'poll' | 'failing poll' | 'restart';
	up: [boolean, boolean];
	/** The list lacks the first engine, unless the last one did as well. */
	lacksFirst: boolean;
};

const step: fc.Arbitrary<Step> = fc.record({
	minutes: fc.integer({ min: 1, max: 7 }),
	what: fc.oneof(
		{ weight: 8, arbitrary: fc.constant('poll' as const) },
		{ weight: 1, arbitrary: fc.constant('failing poll' as const) },
		{ weight: 1, arbitrary: fc.constant('restart' as const) },
	),
	up: fc.tuple(fc.boolean(), fc.boolean()),
	lacksFirst: fc.constantFrom(false, false, true),
});

/** The events of the last poll, by all that the polls have seen of each engine. */
function eventsOf(
	watched: ReadonlyArray<{ engine: RemoteEngine; views: readonly View[]; isListed: boolean }>,
	leastMs: number,
): string[] {
	return watched.flatMap(({ engine: { name }, views, isListed }) => {
		const event = isListed ? eventOf(views, leastMs) : undefined;
		return event === undefined ? [] : [`${name} ${event}`];
	});
}

/** Polls after each step, and compares what is emitted with what the polls have seen. */
async function follow(steps: readonly Step[], minutes: number): Promise<Polling> {
	const { clock, faults } = platform.emulator;
	const trigger = polling(platform, 'Engine', { minutes, watch: 'remoteEngines' });
	const { pairsAt } = flaky();
	let watched = [flaky(), steady()].map((engine) => {
		engine.outages = [];
		return { engine, views: [{ at: clock.now(), up: true }], isListed: true };
	});
	await trigger.activate();
	let saved = watched;
	for (const { minutes: passed, what, up, lacksFirst } of steps) {
		clock.advance(passed * MINUTE);
		if (what === 'restart') {
			trigger.restart();
			watched = saved;
		}
		const isFirstListed = !lacksFirst || !watched[0]!.isListed;
		flaky().pairsAt = isFirstListed ? pairsAt : undefined;
		for (const [index, { engine }] of watched.entries())
			engine.outages = up[index] ? [] : [{ from: 0, to: Infinity }];
		const [pollsBefore, errorsBefore] = [trigger.emitted.length, trigger.errors.length];
		const fails = what === 'failing poll';
		if (fails)
			faults.add({ operation: 'GET /processing/runtimes/remote-engines', status: 400, times: 1 });
		await trigger.poll();
		expect(trigger.errors.length - errorsBefore).toBe(fails ? 1 : 0);
		const items = trigger.emitted.slice(pollsBefore).flat();
		if (!fails)
			watched = watched.map(({ engine, views }, index) => {
				const isListed = index > 0 || isFirstListed;
				const seen = isListed ? [{ at: clock.now(), up: up[index]! }] : [];
				return { engine, views: [...views, ...seen], isListed };
			});
		expect(items.map(({ json }) => `${String(json.name)} ${String(json.event)}`).sort()).toEqual(
			(fails ? [] : eventsOf(watched, minutes * MINUTE)).sort(),
		);
		if (items.length > 0) saved = watched;
	}
	flaky().pairsAt = pairsAt;
	return trigger;
}

test('the events follow from what the polls saw, whatever the outages and the polls', async () => {
	let emitted = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, { minLength: 4, maxLength: 25 }),
			fc.integer({ min: 0, max: 12 }),
			async (steps, minutes) => {
				const trigger = await follow(steps, minutes);
				const ids = trigger.emitted.flat().map(({ json }) => json.eventId);
				expect(new Set(ids).size).toBe(ids.length);
				emitted += ids.length;
			},
		),
		{ numRuns: 25 },
	);
	expect(emitted).toBeGreaterThan(0);
});
