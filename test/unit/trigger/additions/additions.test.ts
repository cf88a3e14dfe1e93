/**
 * A list without times: what of it is new, what is remembered of it, and what becomes of more than
 * can be remembered.
 */
import type { IDataObject, IPollFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import {
	type ListEntry,
	watchAdditions,
} from '../../../../nodes/shared/trigger/additions/additions';
import { stub } from '../../../support/stub';
import { MINUTE, simulatedTimeForEach } from '../../../support/time';

simulatedTimeForEach();

/**
 * Something that is there, `group.key`; its addition is an event, unless `event` says otherwise.
 */
const entry = (name: string, more: Partial<ListEntry> = {}): ListEntry => ({
	key: name,
	group: name.split('.')[0]!,
	event: 'published',
	record: { name },
	...more,
});

const entries = (...names: string[]) => names.map((name) => entry(name));
/** Many groups of one entry. */
const many = (count: number, prefix = 'g') =>
	Array.from({ length: count }, (_, group) => entry(`${prefix}${group}.0`));

let triggers = 0;
/** A trigger that watches a list, by the platform's clock, and what n8n remembers for it. */
function watching() {
	const id = `additions ${++triggers}`;
	const shown = { entries: [] as ListEntry[], now: Date.parse('2026-03-31T08:00:00Z') };
	const data: IDataObject = {};
	const warnings: string[] = [];
	const nodePoll = watchAdditions({
		fields: {},
		filters: {},
		simpleFields: [],
		messageIfEmpty: 'Nothing is there',
		list: async () => await Promise.resolve({ ...shown }),
	});
	const poll = async (mode: WorkflowExecuteMode = 'trigger') => {
		const context = stub<IPollFunctions>({
			getMode: () => mode,
			getWorkflow: () => ({ id }),
			getNode: () => ({
				id,
				name: 'Trigger',
				type: 't',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			}),
			getTimezone: () => 'UTC',
			getNodeParameter: (name: string, otherwise: unknown) =>
				name === 'simplify' ? false : otherwise,
			getWorkflowStaticData: () => data,
			logger: { warn: (text: string) => void warnings.push(text) },
		});
		return (await nodePoll.call(context))?.[0]?.map(({ json }) => json) ?? [];
	};
	/** What is emitted of a list, a number of minutes after the last one. */
	const emits = async (list: ListEntry[], minutes = 1) => {
		shown.entries = list;
		shown.now += minutes * MINUTE;
		return (await poll()).map(({ name }) => name);
	};
	const memory = () =>
		data.memory as { known: Record<string, string>; isPart: boolean; from: number; last: number };
	return { shown, data, warnings, poll, emits, memory };
}

describe('what is new', () => {
	test('the entries of the activation are not emitted', async () => {
		const { emits } = watching();
		expect(await emits(entries('a.1', 'b.1'))).toEqual([]);
	});

	test('new entries are emitted once, at the platform’s time and in the order of the list', async () => {
		const { shown, poll, emits, memory } = watching();
		const activatedAt = shown.now + MINUTE;
		await emits(entries('a.1', 'b.1'));
		shown.entries = [entry('c.1', { eventId: 'its own' }), ...entries('a.1', 'b.2', 'b.1')];
		shown.now += 5_000;
		const occurredAt = new Date(shown.now).toISOString();
		expect(await poll()).toEqual([
			{ eventId: 'its own', event: 'published', occurredAt, name: 'c.1' },
			{ eventId: 'b.2', event: 'published', occurredAt, name: 'b.2' },
		]);
		expect(await emits(shown.entries)).toEqual([]);
		expect(memory()).toMatchObject({ isPart: false, from: activatedAt, last: shown.now });
	});

	test('an entry that is listed twice is emitted once, although another group has it', async () => {
		const { emits } = watching();
		await emits([entry('a.1', { key: '1' })]);
		expect(
			await emits([
				entry('a.1', { key: '1' }),
				entry('b.1', { key: '1' }),
				entry('b.1', { key: '1' }),
			]),
		).toEqual(['b.1']);
	});

	test('an entry that returns to the list is not new', async () => {
		const { emits } = watching();
		await emits(entries('a.1', 'a.2', 'b.1'));
		expect(await emits([entry('d.1', { event: undefined })])).toEqual([]);
		expect(await emits(entries('b.1', 'b.2'))).toEqual(['b.2']);
	});

	test('an entry that was in the list before it became an event is not new', async () => {
		const { emits } = watching();
		await emits([...entries('a.1', 'b.1'), entry('c.1', { event: undefined })]);
		expect(await emits([entry('d.1', { event: undefined })])).toEqual([]);
		expect(await emits(entries('b.1', 'b.2', 'c.1', 'd.1', 'd.2'))).toEqual(['b.2', 'd.2']);
	});

	test('an entry is new even if its hash occurs across the border of two stored hashes', async () => {
		const { emits, memory } = watching();
		const ofGroup = (key: string) => entry(key, { group: 'g' });
		// Found by trying: the hashes are jtw7d and p7Rzu, and 7dp7R.
		const remembered = [ofGroup('entry-5697'), ofGroup('entry-51691')];
		await emits(remembered);
		expect(Object.values(memory().known)).toEqual(['jtw7dp7Rzu']);
		expect(await emits([...remembered, ofGroup('entry-2')])).toEqual(['entry-2']);
	});

	test('an entry is forgotten if its group is still there without it', async () => {
		const { emits } = watching();
		await emits(entries('a.1', 'a.2'));
		expect(await emits(entries('a.2'))).toEqual([]);
		expect(await emits(entries('a.1', 'a.2'))).toEqual(['a.1']);
	});

	test('an entry from long before the activation is not new, unless its group is known', async () => {
		const { shown, emits } = watching();
		await emits(entries('known.1'));
		const from = shown.now;
		const since = (name: string, at: number) => entry(name, { addedAt: at });
		// The clocks of the platform's servers may differ by two minutes.
		expect(
			await emits(
				[
					...entries('known.1'),
					since('known.2', 0),
					since('early.1', from - 2 * MINUTE - 1),
					since('late.1', from - 2 * MINUTE),
				],
				60,
			),
		).toEqual(['known.2', 'late.1']);
		expect(await emits([since('later.1', from)], 60)).toEqual(['later.1']);
	});
});

describe('what is remembered', () => {
	test('54 bits of each group and 30 of each entry are remembered', async () => {
		const { emits, memory } = watching();
		await emits([...entries('a.1', 'a.2', 'b.1'), entry('c.1', { event: undefined })]);
		expect(Object.keys(memory().known).map(({ length }) => length)).toEqual([9, 9, 9]);
		expect(Object.values(memory().known).map(({ length }) => length)).toEqual([10, 5, 5]);
	});

	test.each<[string, (memory: IDataObject) => unknown]>([
		['nothing', () => null],
		['no groups', (memory) => ({ ...memory, known: null })],
		['a list of groups', (memory) => ({ ...memory, known: [] })],
		[
			'a group without text',
			({ known, ...memory }) => ({ ...memory, known: { ...(known as object), x: 1 } }),
		],
	])('the trigger starts over where its state is damaged: %s', async (_what, damaged) => {
		const { emits, data, memory, shown } = watching();
		await emits(entries('a.1'));
		data.memory = damaged(data.memory as IDataObject) as IDataObject;
		expect(await emits(entries('a.1', 'b.1'))).toEqual([]);
		expect(memory()).toMatchObject({ from: shown.now, last: shown.now });
		expect(await emits(entries('a.1', 'b.1', 'c.1'))).toEqual(['c.1']);
	});

	test('a remembered state is valid without its times or the mark of a part', async () => {
		const { emits, data, memory } = watching();
		await emits(entries('a.1'));
		data.memory = { ...(data.memory as IDataObject), from: 'x', last: 'y', isPart: 'yes' };
		expect(await emits([...entries('a.1'), entry('b.1', { addedAt: 0 })])).toEqual(['b.1']);
		expect(memory()).toMatchObject({ from: 0, isPart: false });
	});
});

describe('more than can be remembered', () => {
	/** A group of one entry takes `["<9>","<5>"]`, of 60,000 bytes. */
	const FIT = Math.floor(60_000 / 21);

	test('entries that just fit are watched without a warning', async () => {
		const { emits, memory, warnings } = watching();
		await emits(many(FIT));
		expect([Object.keys(memory().known).length, memory().isPart, warnings]).toEqual([
			FIT,
			false,
			[],
		]);
	});

	test('a warning says how many of too many entries are not watched', async () => {
		const { emits, memory, warnings } = watching();
		await emits(many(FIT + 2));
		expect([Object.keys(memory().known).length, memory().isPart]).toEqual([FIT, true]);
		expect(warnings).toEqual([
			'There are too many records to watch. Not watched: 2. Use filters, or more than one trigger',
		]);
	});

	test('an entry is not watched if its last byte does not fit', async () => {
		// 60,000 bytes, and one more.
		const pairs = (count: number) =>
			many(count, 'h').flatMap(({ group }) => entries(`${group}.1`, `${group}.2`));
		const [full, over] = [watching(), watching()];
		await full.emits([...many(FIT - 11), ...pairs(9)]);
		expect([Object.keys(full.memory().known).length, full.memory().isPart]).toEqual([
			FIT - 2,
			false,
		]);
		await over.emits([...many(FIT - 6), ...pairs(5)]);
		expect([Object.keys(over.memory().known).length, over.memory().isPart]).toEqual([
			FIT - 2,
			true,
		]);
	});

	test('an entry that is not watched is not emitted, also when there is space for it again', async () => {
		const { emits, memory } = watching();
		const all = many(FIT + 2);
		await emits(all);
		expect(await emits([...entries('g0.new'), ...all, ...entries(`g${FIT + 1}.new`)])).toEqual([
			'g0.new',
		]);
		const some = [...all.slice(0, 99), ...all.slice(-2)];
		expect(await emits([...some, ...entries('g1.new', `g${FIT}.new`)])).toEqual(['g1.new']);
		expect(memory().isPart).toBe(false);
	});

	test('new entries are watched again as soon as there is space for all that are listed', async () => {
		const { emits, warnings } = watching();
		const all = many(FIT + 3);
		await emits(all);
		const [kept, left] = [all.slice(-99), warnings.length];
		expect(await emits([...kept, ...entries('other.1')])).toEqual([]);
		expect(warnings).toHaveLength(left);
		// What was not watched before is watched now, as are groups that appear from now on.
		expect(
			await emits([...kept, ...entries(`g${FIT + 2}.new`, 'other.1', 'other.2', 'later.1')]),
		).toEqual([`g${FIT + 2}.new`, 'other.2', 'later.1']);
	});

	test('a group that may be old does not displace a known group', async () => {
		const { emits, memory, warnings } = watching();
		await emits(many(FIT + 2));
		const some = [...entries('old.1', 'old.2'), ...many(FIT - 1)];
		expect(await emits(some)).toEqual([]);
		expect(warnings.at(-1)).toMatch(/ Not watched: 1\. /);
		expect(Object.keys(memory().known)).toHaveLength(FIT - 1);
		expect(await emits([...some, ...entries(`g${FIT - 2}.new`)])).toEqual([`g${FIT - 2}.new`]);
	});

	test('an entry that is not remembered is new if its time is later than the last poll', async () => {
		const { shown, emits } = watching();
		const all = many(FIT + 2).map((each) => ({ ...each, addedAt: shown.now - 60 * MINUTE }));
		await emits(all);
		expect(await emits(all, 30)).toEqual([]);
		const last = shown.now;
		// What arrived since the activation, but before the last poll, may have been left out then.
		expect(
			await emits(
				[
					entry('early.1', { addedAt: last - 2 * MINUTE - 1 }),
					entry('new.1', { addedAt: last - 2 * MINUTE }),
					...all,
				],
				30,
			),
		).toEqual(['new.1']);
	});

	test('a new entry is emitted only once when a list that was too long becomes shorter', async () => {
		const { shown, emits } = watching();
		const old = many(FIT + 9).map((each) => ({ ...each, addedAt: shown.now - 60 * MINUTE }));
		await emits(old);
		// One of a known group, and one of another; both come last in the list.
		const addedAt = shown.now + MINUTE;
		const [known, ...others] = old;
		const added = [entry('g0.1', { addedAt }), entry('new.1', { addedAt })];
		expect(await emits([...others, known!, ...added])).toEqual(['g0.1', 'new.1']);
		expect(await emits([...others.slice(99), known!, ...added])).toEqual([]);
	});

	test('a new entry of a known group is emitted even if there is no space to remember it', async () => {
		const { emits, memory } = watching();
		await emits([...many(FIT - 1), ...entries('last.1')]);
		expect(memory().isPart).toBe(false);
		const more = [...many(FIT + 1, 'h'), ...entries('last.1', 'last.2', 'unknown.1')];
		expect((await emits(more)).filter((name) => !String(name).startsWith('h'))).toEqual(['last.2']);
	});

	test('entries that have left make space for those that are there', async () => {
		const { emits, memory, warnings } = watching();
		await emits(many(FIT));
		expect(await emits(many(FIT, 'h'))).toHaveLength(FIT);
		expect([Object.keys(memory().known).length, memory().isPart, warnings]).toEqual([
			FIT,
			false,
			[],
		]);
		expect(await emits(many(FIT, 'h'))).toEqual([]);
	});
});

describe('a manual test', () => {
	const shows = async (list: ListEntry[]) => {
		const { shown, poll, data } = watching();
		shown.entries = list;
		const found = await poll('manual');
		expect(data).toEqual({});
		return found;
	};
	test('a manual test shows the newest, or the last one', async () => {
		expect(await shows(entries('a.1', 'b.1'))).toEqual([
			{ eventId: 'b.1', event: 'published', occurredAt: '2026-03-31T08:00:00.000Z', name: 'b.1' },
		]);
		expect(
			await shows([
				entry('a.1', { addedAt: 5 }),
				entry('b.1', { addedAt: 9 }),
				entry('c.1', { addedAt: 7 }),
				entry('d.1'),
			]),
		).toMatchObject([{ eventId: 'b.1' }]);
		expect(await shows([entry('a.1', { addedAt: 5 }), entry('b.1', { addedAt: 5 })])).toMatchObject(
			[{ eventId: 'b.1' }],
		);
		expect(
			await shows([entry('a.1', { addedAt: -5 }), entry('b.1'), entry('c.1', { addedAt: -5 })]),
		).toMatchObject([{ eventId: 'b.1' }]);
		expect(
			await shows([entry('a.1'), entry('b.1', { event: undefined, addedAt: 9 })]),
		).toMatchObject([{ eventId: 'a.1' }]);
	});
	test('a manual test says where nothing is there', async () => {
		await expect(shows([])).rejects.toThrow('Nothing is there');
		await expect(shows([entry('a.1', { event: undefined })])).rejects.toThrow('Nothing is there');
	});
});
