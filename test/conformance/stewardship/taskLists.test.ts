/** Lists of tasks by state, quality and assignee, and waits for tasks. */
import type { IDataObject } from 'n8n-workflow';

import { loadsOf, tasks } from '../../../emulator/areas/stewardship/stewardshipStore';
import { byId } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { load, pick } from '../../support/picking';
import { CAMPAIGN, loaded, platform, requests, run, state, succeed } from './stage';
import { fromItems, rowsOf } from './tasksStage';

beforeEach(() => {
	platform.clearLog();
	loadsOf(state()).length = 0;
	for (const { id } of loaded().slice(3)) tasks.recordsIn(state()).delete(id);
});

test('tasks are listed by state, quality and assignee', async () => {
	const list = async (filters: IDataObject) =>
		(await succeed('task', 'getMany', { campaignName: CAMPAIGN, returnAll: true, filters })).map(
			({ record }) => (record as IDataObject).number,
		);
	expect(await list({})).toEqual(['INV-1001', 'INV-1002', 'INV-1003']);
	expect(await list({ quality: 'invalid' })).toEqual(['INV-1002']);
	expect(await list({ quality: 'valid', assignee: byId('bao.nguyen') })).toEqual(['INV-1001']);
	expect(await list({ states: ['New'] })).toEqual(['INV-1003']);
	expect(
		(await load(platform, 'Stewardship', 'loadTaskStates', { campaignName: CAMPAIGN })).map(
			({ value }) => value,
		),
	).toEqual(['New', 'Resolved']);
	expect((await pick(platform, 'Stewardship', 'searchCampaigns', {}, 'reject')).results).toEqual([
		{ name: 'Rejected invoices', value: 'rejected-invoices', description: 'rejected-invoices' },
	]);
});

test('a hint says that a list of tasks may be incomplete', async () => {
	await succeed('task', 'createMany', fromItems, { items: rowsOf(250) });
	const { items, hints } = await run('task', 'getMany', {
		campaignName: CAMPAIGN,
		returnAll: true,
	});
	expect(items).toHaveLength(200);
	expect(JSON.stringify(hints)).toContain('Talend Cloud shows about 200 tasks of a campaign');
});

const IN_STATE = 'GET /data-stewardship/api/v1/campaigns/owned/{campaignName}/tasks/{state}';

test('all tasks in chosen states are listed page by page', async () => {
	await succeed('task', 'createMany', fromItems, { items: rowsOf(430) });
	const { items, hints } = await run('task', 'getMany', {
		campaignName: CAMPAIGN,
		returnAll: true,
		filters: { states: ['New', 'Resolved'] },
	});
	expect(items).toHaveLength(433);
	expect(hints).toEqual([]);
	expect(
		requests(IN_STATE).map(({ query }) => query.map((each) => each.join('=')).join('&')),
	).toEqual(expect.arrayContaining(['size=200', 'size=200&page=1', 'size=200&page=2']));
});

test('a query selects the tasks in a state', async () => {
	await succeed('task', 'createMany', fromItems, { items: rowsOf(430) });
	const some = await succeed('task', 'getManyInState', {
		campaignName: CAMPAIGN,
		state: 'New',
		returnAll: true,
		filters: { query: "record.number in ['N-3', 'N-429']" },
	});
	expect(some.map(({ record }) => (record as IDataObject).number)).toEqual(['N-3', 'N-429']);
});

test('a page of tasks is no longer than the limit', async () => {
	await succeed('task', 'createMany', fromItems, { items: rowsOf(30) });
	platform.clearLog();
	expect(
		await succeed('task', 'getManyInState', { campaignName: CAMPAIGN, state: 'New', limit: 20 }),
	).toHaveLength(20);
	expect(requests(IN_STATE).map(({ query }) => query)).toEqual([[['size', '20']]]);
});

test.each([404, 405])(
	'tasks are listed as far as possible if the platform refuses to list by state with %s',
	async (status) => {
		await succeed('task', 'createMany', fromItems, { items: rowsOf(250) });
		platform.emulator.faults.add({ operation: IN_STATE, status, times: 10 });
		const { items, hints } = await run('task', 'getMany', {
			campaignName: CAMPAIGN,
			returnAll: true,
			filters: { states: ['New'] },
		});
		expect(items).toHaveLength(200);
		expect(JSON.stringify(hints)).toContain('there may be others');
	},
);

test('tasks are not listed if the platform refuses to list by state with 403', async () => {
	platform.emulator.faults.add({ operation: IN_STATE, status: 403 });
	expect(
		(await run('task', 'getMany', { campaignName: CAMPAIGN, filters: { states: ['New'] } })).error,
	).toMatchObject({ httpCode: '403' });
});

test('tasks are waited for even if the list of all states does not show them all', async () => {
	const created = await run('task', 'createMany', fromItems, { items: rowsOf(450) });
	const { items, error } = await run(
		'task',
		'waitUntilResolved',
		{ campaignName: CAMPAIGN, timeLimit: 10 },
		{ items: created.items },
	);
	expect(error).toBeUndefined();
	expect(new Set(items.map(({ json }) => json.id)).size).toBe(450);
});

test('tasks are waited for until people have resolved them', async () => {
	const created = await run('task', 'createMany', fromItems, { items: rowsOf(2) });
	const { items, error } = await run(
		'task',
		'waitUntilResolved',
		{ campaignName: CAMPAIGN, timeLimit: 10 },
		{ items: created.items },
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json, pairedItem }) => [json.currentState, pairedItem])).toEqual([
		['Resolved', { item: 0 }],
		['Resolved', { item: 1 }],
	]);
});

test('tasks that change their state between two lists are looked for again', async () => {
	const wanted = loaded()[0]!.id;
	// Each list of the first look is read while the task is in another state.
	const states = (
		(await succeed('campaign', 'get', { campaignName: CAMPAIGN }))[0]!.workflow as IDataObject
	).states as unknown[];
	platform.emulator.faults.add({
		operation: IN_STATE,
		status: 200,
		body: [],
		times: states.length,
	});
	const { items, error } = await run('task', 'waitUntilResolved', {
		campaignName: CAMPAIGN,
		takeFrom: 'json',
		taskIds: [wanted],
		timeLimit: 10,
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.id)).toEqual([wanted]);
});

describe('a wait for given tasks', () => {
	const waiting = { campaignName: CAMPAIGN, takeFrom: 'json', timeLimit: 2 };
	const unassigned = () => loaded()[2]!.id;

	test('tasks that nobody resolves are named', async () => {
		const taskIds = [unassigned(), loaded()[0]!.id];
		const { error } = await run('task', 'waitUntilResolved', { ...waiting, taskIds });
		expect(error!.message).toBe('Not all tasks were resolved within 2 minutes');
		expect(error!.description).toContain(`Still open (1 of 2): ${unassigned()}.`);
	});

	test('tasks that do not exist are named', async () => {
		const taskIds = ['never-was'];
		const { error } = await run('task', 'waitUntilResolved', { ...waiting, taskIds });
		expect(error!.message).toBe('Not all tasks exist in this campaign');
		expect(error!.description).toContain('Not found (1 of 1): never-was.');
	});

	test('the wait ends in one of the chosen states', async () => {
		const given = { ...waiting, taskIds: [unassigned()], options: { states: ['New'] } };
		expect(await succeed('task', 'waitUntilResolved', given)).toMatchObject([
			{ currentState: 'New' },
		]);
	});

	test('items without the ID of a task are refused', async () => {
		const { error } = await run(
			'task',
			'waitUntilResolved',
			{ campaignName: CAMPAIGN, timeLimit: 2 },
			{ items: [{ json: {} }] },
		);
		expect(error!.message).toMatch(
			/^"Take From" needs the field id in each item, and item 0 has none/,
		);
	});
});

judgeRequests(platform, 'Stewardship', ['task.getMany', 'task.getManyInState']);
