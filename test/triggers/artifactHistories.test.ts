/**
 * The trigger of artifacts: each version that is published after the activation is emitted once.
 */
import fc from 'fast-check';

import { MINUTE } from '../support/time';
import { histories, PATIENCE_MS, SEEN, triedFor } from './history';
import { type Artifact } from './platformRecords';
import { type Fault } from './simulatedPlatform';
import { activated, artifactTrigger, idsOf, platform, time, usePlatform } from './stage';

beforeEach(() => {
	usePlatform({ seen: SEEN });
});

const artifact = (id: string, ...versions: string[]): Artifact => {
	const added = { id, versions };
	platform().artifacts.push(added);
	return added;
};

test('only a new version is emitted, with its artifact and its place', async () => {
	const old = artifact('a1', '1.0.0');
	const n8n = await activated(artifactTrigger({ simplify: true }));
	expect(await n8n.poll()).toBe('nothing');
	old.versions.push('1.1.0');
	artifact('a2', '0.1.0', '0.2.0');
	await n8n.poll();
	expect(n8n.emitted).toEqual([
		{
			eventId: 'a1:1.1.0',
			event: 'published',
			summary: 'Version 1.1.0 of artifact a1 (Finance, Production) was published',
			occurredAt: expect.any(String) as string,
			name: 'artifact a1',
			id: 'a1',
			version: '1.1.0',
			type: 'standard',
			environmentName: 'Production',
			workspaceName: 'Finance',
		},
		...['0.1.0', '0.2.0'].map(
			(version) => expect.objectContaining({ eventId: `a2:${version}`, version }) as object,
		),
	]);
	expect(await n8n.poll()).toBe('nothing');
});

test('only versions of the chosen artifacts are emitted, also after another choice, which starts over', async () => {
	const n8n = await activated(
		artifactTrigger({ artifacts: ['a1', 'a3'], filters: { types: ['standard'] } }),
	);
	for (const id of ['a1', 'a2', 'a3']) artifact(id, '1.0.0');
	await n8n.poll();
	expect(idsOf(n8n)).toEqual(['a1:1.0.0', 'a3:1.0.0']);
	n8n.parameters = { artifacts: ['a2'] };
	expect(await n8n.poll()).toBe('nothing');
	n8n.parameters = { artifacts: ['a2'], filters: { types: ['route'] } };
	expect(await n8n.poll()).toBe('nothing');
	artifact('a2', '2.0.0');
	expect(await n8n.poll()).toBe('nothing');
});

test('a manual test of the artifact trigger shows the newest version without saving a state', async () => {
	const n8n = artifactTrigger();
	n8n.mode = 'manual';
	expect(await n8n.poll()).toBe('failed');
	expect(n8n.error).toMatchObject({
		message: 'No artifact with these filters was found',
		description: 'Change the filters, or try again after such an event.',
	});
	artifact('a1', '1.0.0', '1.1.0');
	expect(await n8n.poll()).toBe('emitted');
	expect(idsOf(n8n)).toEqual(['a1:1.1.0']);
	expect(n8n.data).toEqual({});
});

test.each([
	{ order: 'newest', newestFirst: true },
	{ order: 'oldest', newestFirst: false },
])(
	'versions are emitted in the order of their numbers if the $order is listed first',
	async ({ newestFirst }) => {
		usePlatform({ seen: { ...SEEN, newestFirst } });
		const old = artifact('a1', '0.1.4.20260705052210');
		const n8n = await activated(artifactTrigger());
		old.versions.push('0.1.4.20260706052210', '0.9.0', '0.10.0');
		await n8n.poll();
		expect(idsOf(n8n)).toEqual(['a1:0.1.4.20260706052210', 'a1:0.9.0', 'a1:0.10.0']);
		const test = artifactTrigger();
		test.mode = 'manual';
		await test.poll();
		expect(idsOf(test)).toEqual(['a1:0.10.0']);
	},
);

test('an artifact that disappears from the list is not new when it returns', async () => {
	const hidden = artifact('a1', '1.0.0');
	const n8n = await activated(artifactTrigger());
	hidden.isHidden = true;
	await n8n.poll();
	hidden.isHidden = false;
	hidden.versions.push('1.1.0');
	await n8n.poll();
	expect(idsOf(n8n)).toEqual(['a1:1.1.0']);
});

test('versions that do not fit are neither watched nor emitted', async () => {
	for (let each = 0; each < 600; each++)
		artifact(`a${each}`, ...Array.from({ length: 30 }, (_, index) => `1.0.${index}`));
	const n8n = await activated(artifactTrigger());
	expect(n8n.warnings.join()).toMatch(
		/^There are too many records to watch\. Not watched: \d+\. Use filters, or more than one trigger$/,
	);
	expect(n8n.largestStateBytes).toBeLessThan(64_000);
	for (const { versions } of platform().artifacts) versions.push('2.0.0');
	await n8n.poll();
	await n8n.poll();
	const ids = idsOf(n8n);
	expect(ids.length).toBeGreaterThan(300);
	expect(ids.length).toBeLessThan(600);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.every((id) => String(id).endsWith(':2.0.0'))).toBe(true);
});

test('versions that did not fit are not new when there is space for them', async () => {
	for (let each = 0; each < 600; each++)
		artifact(`a${each}`, ...Array.from({ length: 30 }, (_, index) => `1.0.${index}`));
	const n8n = await activated(artifactTrigger());
	for (const each of platform().artifacts.slice(0, 400)) each.isHidden = true;
	await n8n.poll();
	await n8n.poll();
	expect(idsOf(n8n)).toEqual([]);
});

test('a state that is damaged makes the trigger start over', async () => {
	const n8n = await activated(artifactTrigger());
	artifact('a1', '1.0.0');
	const memory = n8n.data.memory as object;
	for (const damage of [
		null,
		{ ...memory, known: null },
		{ ...memory, known: { x: 1 } },
		{ ...memory, scope: 'another' },
	]) {
		n8n.data = { memory: damage };
		expect([damage, await n8n.poll()]).toEqual([damage, 'nothing']);
	}
	platform().artifacts[0]!.versions.push('1.1.0');
	expect(await n8n.poll()).toBe('emitted');
});

type Action =
	| { type: 'publishes'; which: number; count: number }
	| { type: 'leaves' | 'hides'; which: number }
	| { type: 'poll'; faults: Fault[]; killed: boolean; commitFails: boolean; moving: boolean }
	| { type: 'restart' };

const action = fc.oneof<Array<{ weight: number; arbitrary: fc.Arbitrary<Action> }>>(
	{
		weight: 5,
		arbitrary: fc.record({
			type: fc.constant('publishes' as const),
			which: fc.nat(140),
			count: fc.integer({ min: 1, max: 3 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			type: fc.constantFrom('leaves' as const, 'hides' as const),
			which: fc.nat(140),
		}),
	},
	{
		weight: 5,
		arbitrary: fc.record({
			type: fc.constant('poll' as const),
			faults: fc.array(
				fc.record<Fault>({
					after: fc.nat(3),
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

test(
	'each version is soon emitted, once, whatever happens',
	async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.boolean(),
				fc.boolean(),
				fc.nat(120),
				fc.array(action, { minLength: 1, maxLength: 15 }),
				triedFor(async (durable, tellsTotal, existing, actions) => {
					usePlatform({ tellsTotal, seen: SEEN });
					for (let each = 0; each < existing; each++) artifact(`a${each}`, '1');
					const n8n = await activated(artifactTrigger({}, durable));
					const before = new Set(platform().artifacts.map(({ id }) => `${id}:1`));
					const published = new Set<string>();
					let number = 1;
					const publish = (which: number) => {
						const version = String(++number);
						const found =
							platform().artifacts[which] ?? artifact(`a${platform().artifacts.length}`);
						found.versions.push(version);
						published.add(`${found.id}:${version}`);
					};
					for (const each of actions) {
						if (each.type === 'publishes')
							for (let count = 0; count < each.count; count++) publish(each.which);
						else if (each.type === 'restart') n8n.restart();
						else if (each.type === 'poll') {
							platform().faults = each.faults.map((one) => ({ ...one }));
							let moves = each.moving ? 2 : 0;
							platform().afterEachAnswer = () => void (moves-- > 0 && publish(moves * 60));
							await n8n.poll(each);
							[platform().faults, platform().afterEachAnswer] = [[], undefined];
						} else {
							const one = platform().artifacts[each.which];
							if (one && each.type === 'hides') one.isHidden = !one.isHidden;
							// What was published and left again may never be seen.
							else if (one)
								for (const version of one.versions.splice(0))
									published.delete(`${one.id}:${version}`);
						}
					}
					for (const one of platform().artifacts) one.isHidden = false;
					for (let polls = 0; polls < 3; polls++) {
						await time.sleep(2 * MINUTE);
						await n8n.poll();
					}
					const ids = idsOf(n8n).map(String);
					expect(ids.length - new Set(ids).size).toBe(0);
					expect(ids.filter((id) => before.has(id))).toEqual([]);
					expect([...published].filter((id) => !ids.includes(id))).toEqual([]);
					expect(n8n.largestStateBytes).toBeLessThan(64_000);
				}),
			),
			histories(60, 0.1),
		);
	},
	PATIENCE_MS,
);
