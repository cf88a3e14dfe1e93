/** Tasks of campaigns: how they are created from items and records. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { loadsOf, tasks } from '../../../emulator/areas/stewardship/stewardshipStore';
import { byId, byName } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import {
	CAMPAIGN,
	expectRefused,
	loaded,
	NEW_TASKS,
	numbers,
	platform,
	requests,
	run,
	state,
	succeed,
} from './stage';
import { fromItems, rowsOf } from './tasksStage';

test('a date from a database node is sent as text', async () => {
	const item = (due: unknown) => ({ json: { number: 'D-1', due } as IDataObject });
	const given = {
		name: 'with-dates',
		label: 'With dates',
		owners: ['ana.demo'],
		participants: { rows: [{ role: 'Steward', logins: ['bao.nguyen'] }] },
		taskType: 'RESOLUTION',
		preview: false,
		additionalFields: { typesJson: { due: 'date' } },
	};
	await succeed('campaign', 'createWithDataModel', given, { items: [item('2026-03-01')] });
	const dates = [new Date('2026-03-01'), DateTime.fromISO('2026-03-01', { zone: 'utc' })];
	const { error } = await run(
		'task',
		'createMany',
		{ campaignName: byId('with-dates'), takeFrom: 'items' },
		{ items: dates.map(item) },
	);
	expect(error).toBeUndefined();
	const sent = JSON.parse(requests(NEW_TASKS).at(-1)!.body) as Array<{ record: IDataObject }>;
	expect(sent.map(({ record }) => record.due)).toEqual(Array(2).fill('2026-03-01T00:00:00.000Z'));
});

test.each([NaN, Infinity, new Date(NaN), DateTime.invalid('none'), new Set(['a']), () => 1])(
	'a record with a value that JSON cannot represent is named before anything is sent: %s',
	async (reason) => {
		platform.clearLog();
		const items = [{ json: { number: 'N-1', amount: 1, reason } as unknown as IDataObject }];
		const { error } = await run('task', 'createMany', { campaignName: CAMPAIGN }, { items });
		expect(error!.description).toMatch(/^Item 0: reason must be text \(type text\)\. Nothing was/);
		expect(requests(NEW_TASKS)).toEqual([]);
	},
);
beforeEach(() => {
	platform.clearLog();
	loadsOf(state()).length = 0;
	for (const { id } of loaded().slice(3)) tasks.recordsIn(state()).delete(id);
});

test('each task that is created from an item is linked to it', async () => {
	const { items, error } = await run('task', 'createMany', fromItems, { items: rowsOf(3) });
	expect(error).toBeUndefined();
	expect(
		items.map(({ json, pairedItem }) => [
			json.record,
			json.assignee,
			json.currentState,
			pairedItem,
		]),
	).toEqual([
		[{ number: 'N-0', amount: 0.5 }, 'bao.nguyen', 'New', { item: 0 }],
		[{ number: 'N-1', amount: 1.5 }, 'chloe.martin', 'New', { item: 1 }],
		[{ number: 'N-2', amount: 2.5 }, 'bao.nguyen', 'New', { item: 2 }],
	]);
	expect(requests(NEW_TASKS)).toHaveLength(1);
});

test('each of more than 250 tasks is created once by several requests', async () => {
	const { items, error } = await run(
		'task',
		'createMany',
		{ ...fromItems, checkRecords: true },
		{ items: rowsOf(1_001) },
	);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1_001);
	expect(loadsOf(state())).toEqual([...Array(4).fill(250), 1]);
	expect(new Set(numbers().filter((number) => number.startsWith('N-'))).size).toBe(1_001);
});

test('a record that does not match the data model is named before anything is sent', async () => {
	const items = [
		...rowsOf(2),
		{ json: { number: 'N-9', amount: 'much', colour: 'red', owner: 'bao.nguyen' } },
		{ json: { amount: 1, owner: 'bao.nguyen' } },
	];
	const { error } = await run('task', 'createMany', fromItems, { items });
	expect(error!.message).toBe('2 of 4 records do not fit the data model of the campaign');
	expect(error!.description).toBe(
		'Item 2: colour is not a field of the data model; amount must be a number (type decimal). Item 3: number is required. Nothing was sent. To create the tasks of the others, set On Rejection to Output Each Result.',
	);
	expect(requests(NEW_TASKS)).toEqual([]);
	const each = await run('task', 'createMany', { ...fromItems, onRejection: 'output' }, { items });
	expect(
		each.items.map(({ json, pairedItem }) => [json.success, json.message, pairedItem]),
	).toEqual([
		[true, undefined, { item: 0 }],
		[true, undefined, { item: 1 }],
		[
			false,
			'colour is not a field of the data model; amount must be a number (type decimal)',
			{ item: 2 },
		],
		[false, 'number is required', { item: 3 }],
	]);
	expect(numbers().slice(3)).toEqual(['N-0', 'N-1']);
});

test.each(['number', 'amount'])(
	'a number that has lost digits before it came to the node is not sent (field %s)',
	async (name) => {
		const json = { ...rowsOf(1)[0]!.json, [name]: Number('12345678901234567890') };
		const { error } = await run('task', 'createMany', fromItems, { items: [{ json }] });
		expect(error!.description).toContain(
			`Item 0: ${name} has more digits than a number can keep: give it as text. Nothing was sent.`,
		);
		expect(requests(NEW_TASKS)).toEqual([]);
	},
);

test.each([
	['a record does not fit', { amount: 'much' }],
	['the assignee of the first item is empty', { owner: '' }],
])('every item goes to the error output if %s', async (_why, wrong) => {
	const items = rowsOf(3).map(({ json }, index) => ({
		json: index === 0 ? { ...json, ...wrong } : json,
	}));
	const more = { items, onError: 'continueErrorOutput' } as const;
	const { items: created, errorItems } = await run('task', 'createMany', fromItems, more);
	expect(created).toEqual([]);
	expect(errorItems.map(({ json, pairedItem }) => [json.number, pairedItem])).toEqual([
		['N-0', { item: 0 }],
		['N-1', { item: 1 }],
		['N-2', { item: 2 }],
	]);
	expect(new Set(errorItems.map(({ json }) => json.error)).size).toBe(1);
	expect(requests(NEW_TASKS)).toEqual([]);
});

test('one record that the platform rejects does not prevent the others', async () => {
	const items = rowsOf(600);
	items[333]!.json.owner = 'nobody';
	const { error } = await run('task', 'createMany', fromItems, { items });
	expect(error!.message).toBe('1 of 600 records was rejected');
	expect(error!.description).toMatch(
		/^Item 333: There is no user nobody\. All other tasks were created\./,
	);
	const there = numbers().slice(3);
	expect(there).toHaveLength(599);
	expect(new Set(there).size).toBe(599);
	expect(there).not.toContain('N-333');
});

test('only a rejected item goes to the error output, with its own reason', async () => {
	const items = rowsOf(5);
	items[2]!.json.owner = 'nobody';
	items[4]!.json.owner = 'none';
	const result = await run('task', 'createMany', fromItems, {
		items,
		onError: 'continueErrorOutput',
	});
	expect(result.items.map(({ json, pairedItem }) => [json.record, pairedItem])).toEqual([
		[{ number: 'N-0', amount: 0.5 }, { item: 0 }],
		[{ number: 'N-1', amount: 1.5 }, { item: 1 }],
		[{ number: 'N-3', amount: 3.5 }, { item: 3 }],
	]);
	expect(
		result.errorItems.map(({ json, pairedItem }) => [json.number, json.error, pairedItem]),
	).toEqual([
		['N-2', 'There is no user nobody', { item: 2 }],
		['N-4', 'There is no user none', { item: 4 }],
	]);
	expect(result.errorItems[0]!.json.details).toMatchObject({ httpCode: '400' });
});

test('each item has its own reason if all of them are rejected', async () => {
	const items = rowsOf(2);
	for (const { json } of items) json.owner = `no ${String(json.number)}`;
	const more = { items, onError: 'continueErrorOutput' } as const;
	const { items: created, errorItems } = await run('task', 'createMany', fromItems, more);
	expect(created).toEqual([]);
	expect(errorItems.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
		['There is no user no N-0', { item: 0 }],
		['There is no user no N-1', { item: 1 }],
	]);
});

test('only items whose request failed, or was not sent, go to the error output', async () => {
	const items = rowsOf(700);
	platform.emulator.faults.add({ operation: NEW_TASKS, breaks: 'before', after: 1 });
	const more = { items, onError: 'continueErrorOutput' } as const;
	const result = await run('task', 'createMany', fromItems, more);
	const itemsOf = (all: typeof result.items) => all.map(({ pairedItem }) => pairedItem);
	const expected = items.map((_, item) => ({ item }));
	expect(itemsOf(result.items)).toEqual(expected.slice(0, 250));
	expect(itemsOf(result.errorItems)).toEqual(expected.slice(250));
	expect(numbers().slice(3)).toHaveLength(250);
});

test('a 429 between two requests neither loses nor repeats rows', async () => {
	platform.emulator.faults.add({ operation: NEW_TASKS, status: 429, retryAfter: 1, after: 1 });
	const { error } = await run('task', 'createMany', fromItems, { items: rowsOf(700) });
	expect(error).toBeUndefined();
	expect(numbers().slice(3)).toEqual(rowsOf(700).map(({ json }) => json.number));
});

test.each(['after', 'before'] as const)(
	'the error about a lost response (%s) says what became of the rows, which are not sent again',
	async (breaks) => {
		const items = rowsOf(700);
		platform.emulator.faults.add({ operation: NEW_TASKS, breaks, after: 1 });
		const { error } = await run('task', 'createMany', fromItems, { items, maxTries: 2 });
		const count = numbers().slice(3).length;
		expect(error!.message).toMatch(/^Rows 251 to 500 of 700: /);
		expect(error!.description).toMatch(
			/Before you send the rows again, check with Task → Get Many which ones exist\..* Tasks created before: 250\. Rows rejected: 0\. Rows not sent: 200\.$/s,
		);
		expect(count).toBe(breaks === 'after' ? 500 : 250);
		expect(new Set(numbers()).size).toBe(loaded().length);
	},
);

test('a batch that was divided before another one failed is divided again by the next try', async () => {
	const items = rowsOf(4);
	items[1]!.json.owner = 'nobody';
	platform.emulator.faults.add({ operation: NEW_TASKS, status: 403, after: 3, times: 1 });
	const options = { ...fromItems.options, batchSize: 2 };
	const given = { ...fromItems, onRejection: 'output', options };
	const { error, items: output } = await run('task', 'createMany', given, { items, maxTries: 2 });
	expect(error).toBeUndefined();
	expect(output.map(({ json }) => json.success)).toEqual([true, false, true, true]);
	expect(numbers().slice(3)).toEqual(['N-0', 'N-2', 'N-3']);
});

test('items for two campaigns are refused', async () => {
	const { error } = await run(
		'task',
		'createMany',
		{ ...fromItems, campaignName: { __rl: true, mode: 'id', value: '={{ $json.number }}' } },
		{ items: rowsOf(2) },
	);
	expect(error!.message).toMatch(
		/^"Campaign" must be the same for all items: item 0 has "N-0" and item 1 has "N-1"/,
	);
});

test('records can be given as a list instead of items', async () => {
	const made = await succeed('task', 'createMany', {
		campaignName: byName('Rejected invoices'),
		takeFrom: 'json',
		records: [{ number: 'J-1', amount: 1 }],
		assignee: byId('bao.nguyen'),
		options: { batchSize: 100 },
	});
	expect(made).toMatchObject([{ record: { number: 'J-1', amount: 1 }, assignee: 'bao.nguyen' }]);
});

test('an empty list of records is refused', async () => {
	await expectRefused(
		'task',
		'createMany',
		{ campaignName: CAMPAIGN, takeFrom: 'json', records: [] },
		/^"Records"/,
	);
});

test('an item without an assignee among others is refused before anything is sent', async () => {
	const { error } = await run(
		'task',
		'createMany',
		{ ...fromItems, assignee: { __rl: true, mode: 'id', value: '={{ $json.owner ?? "" }}' } },
		{ items: [...rowsOf(3), { json: { number: 'N-4', amount: 1 } }] },
	);
	expect(error!.message).toBe(
		'"Assignee" was given, but is empty: give a value, or leave the field out',
	);
	expect(requests(NEW_TASKS)).toEqual([]);
});

judgeRequests(platform, 'Stewardship', ['task.createMany']);
