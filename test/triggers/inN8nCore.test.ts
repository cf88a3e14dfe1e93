/** The triggers in n8n-core's engine, against the emulated platform. */
import type { IDataObject } from 'n8n-workflow';

import { addAuditLog, licenseOf } from '../../emulator/areas/account/accountStore';
import { addCrawler, catalogOf } from '../../emulator/areas/catalog/catalogStore';
import { startRun } from '../../emulator/areas/catalog/runs';
import { startTask } from '../../emulator/areas/processing/executions';
import { processingOf } from '../../emulator/areas/processing/processingStore';
import { DEMO, DEMO_ACCOUNT } from '../../emulator/seed';
import { planNamed, taskNamed } from '../support/demo';
import { load, pick } from '../support/picking';
import { type Platform, startPlatform } from '../support/platform';
import { polling } from '../support/polling';
import { MINUTE } from '../support/time';

let platform: Platform;
beforeEach(async () => {
	platform = await startPlatform();
});
afterEach(async () => await platform.close());

const by = { id: 'ana.demo', type: 'HUMAN' as const };

function start(name: string, more: Partial<Parameters<typeof startTask>[3]> = {}) {
	const { state, clock } = platform.emulator;
	return startTask(state, taskNamed(state, name), clock.now(), { type: 'SCHEDULED', by, ...more });
}

test('a failed execution is emitted once, across restarts', async () => {
	const { clock } = platform.emulator;
	const trigger = polling(platform, 'Execution', { runsOf: 'tasks', events: ['failed'] });
	await trigger.activate();
	const { id } = start(DEMO.failingTask);
	start(DEMO.goodTask);
	await trigger.poll();
	expect(trigger.emitted).toEqual([]);
	trigger.restart();
	clock.advance(MINUTE);
	await trigger.poll();
	trigger.restart();
	await trigger.poll();
	expect(
		trigger.emitted.flat().map(({ json }) => [json.executionId, json.event, json.errorMessage]),
	).toEqual([[id, 'failed', 'Table ORDERS does not exist']]);
	expect(trigger.errors).toEqual([]);
});

test('tasks that a plan started are emitted beside the plan', async () => {
	const { state, clock } = platform.emulator;
	const trigger = polling(platform, 'Execution', {
		runsOf: 'tasksAndPlans',
		events: ['started', 'failed'],
	});
	await trigger.activate();
	await platform.run('Processing', 'planExecution', 'start', {
		executable: { __rl: true, mode: 'id', value: planNamed(state, DEMO.recoveringPlan).id },
	});
	clock.advance(MINUTE);
	await trigger.poll();
	const events = trigger.emitted
		.flat()
		.map(({ json }) => [json.kind, json.event, json.executionType].join(' '));
	expect(events.sort()).toEqual([
		'plan failed ',
		'plan started ',
		'task failed PLAN',
		'task started PLAN',
		'task started PLAN',
	]);
});

test('a new version of an artifact is emitted once, across restarts', async () => {
	const { emulator } = platform;
	const trigger = polling(platform, 'Artifact', {});
	await trigger.activate();
	const published = emulator.publish('load_suppliers');
	await trigger.poll();
	trigger.restart();
	await trigger.poll();
	expect(trigger.errors).toEqual([]);
	expect(
		trigger.emitted.flat().map(({ json }) => [json.event, json.id, json.name, json.version]),
	).toEqual([['published', published!.id, 'load_suppliers', published!.version]]);
	expect(Object.keys(trigger.emitted[0]![0]!.json)).toEqual(
		expect.arrayContaining(['environmentName', 'workspaceName']),
	);
});

test('tasks of a campaign are emitted as people work on them, across restarts', async () => {
	const { clock } = platform.emulator;
	const campaignName = { __rl: true, mode: 'id', value: 'rejected-invoices' };
	const trigger = polling(platform, 'StewardshipTask', {
		campaignName,
		events: ['created', 'assigned', 'resolved'],
	});
	await trigger.activate();
	await platform.run('Stewardship', 'task', 'createMany', {
		campaignName,
		takeFrom: 'json',
		records: [{ number: 'INV-9', amount: 1 }],
		assignee: { __rl: true, mode: 'id', value: 'bao.nguyen' },
	});
	await trigger.poll();
	trigger.restart();
	clock.advance(2 * MINUTE);
	await trigger.poll();
	await trigger.poll();
	expect(trigger.errors).toEqual([]);
	expect(
		trigger.emitted
			.flat()
			.map(({ json }) => [
				json.event,
				json.currentState,
				json.assignee,
				(json.record as IDataObject).number,
			]),
	).toEqual([
		['created', 'New', 'bao.nguyen', 'INV-9'],
		['assigned', 'New', 'bao.nguyen', 'INV-9'],
		['resolved', 'Resolved', 'bao.nguyen', 'INV-9'],
	]);
});

test('crawler runs are emitted with their counters', async () => {
	const { state, clock } = platform.emulator;
	const connection = [...catalogOf(state).connections.values()].find(
		({ tables }) => tables !== undefined,
	)!;
	const crawler = addCrawler(state, {
		connectionId: connection.id,
		name: 'Sales',
		createdAt: clock.now(),
		by: by.id,
		selected: connection.tables!.slice(0, 2).map(({ name }) => name),
	});
	const trigger = polling(platform, 'Crawler', {
		events: ['started', 'finished', 'partlyFailed', 'failed'],
	});
	await trigger.activate();
	startRun(state, crawler, by.id, clock.now());
	await trigger.poll();
	clock.advance(MINUTE);
	await trigger.poll();
	expect(trigger.errors).toEqual([]);
	expect(trigger.emitted.flat().map(({ json }) => [json.name, json.event])).toEqual([
		['Sales', 'started'],
		['Sales', 'finished'],
	]);
	expect(trigger.emitted.at(-1)![0]!.json.status).toMatchObject({
		nbDatasetsToCrawl: 2,
		nbDatasetsFinished: 2,
	});
});

test('audit logs are emitted, oldest first', async () => {
	const { state, clock } = platform.emulator;
	const trigger = polling(platform, 'AuditLog', {
		filters: { user: ['Eve@example.com'] },
		simplify: false,
	});
	await trigger.activate();
	clock.advance(1_000);
	const first = addAuditLog(state, clock.now(), {
		email: 'eve@example.com',
		eventOperation: 'delete',
		request: { url: '/x', body: '{}' },
	});
	addAuditLog(state, clock.now(), { email: 'ana@example.com' });
	clock.advance(1_000);
	const late = addAuditLog(state, clock.now() - 90_000, { userId: 'EVE@EXAMPLE.COM' });
	await trigger.poll();
	expect(trigger.emitted.flat().map(({ json }) => json.eventId)).toEqual([late.logId, first.logId]);
	expect(trigger.emitted.flat()[1]!.json).toMatchObject({
		event: 'logged',
		request: { url: '/x', body: '{}' },
	});
});

test('audit logs are emitted from a given log on', async () => {
	const { state, clock } = platform.emulator;
	const logs = Array.from({ length: 5 }, (_, index) =>
		addAuditLog(state, clock.now() - (5 - index) * MINUTE, { eventOperation: 'create' }),
	);
	const trigger = polling(platform, 'AuditLog', { filters: { fromId: logs[2]!.logId } });
	await trigger.activate();
	await trigger.poll();
	expect(trigger.emitted.flat().map(({ json }) => json.eventId)).toEqual(
		logs.slice(2).map(({ logId }) => logId),
	);
	const unknown = polling(platform, 'AuditLog', {
		filters: { fromId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11' },
	});
	await expect(unknown.activate()).rejects.toThrow(
		'The log 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11 was not found',
	);
});

test.each([
	[
		'the role',
		() =>
			(platform.emulator.state.serviceAccounts.get(DEMO_ACCOUNT.id)!.permissions = [
				'TMC_SERVICE_ACCOUNT_MANAGEMENT',
			]),
	],
	[
		'the support level',
		() => (licenseOf(platform.emulator.state).subscription!.supportLevel = 'Gold'),
	],
])('an activation for audit logs without %s says what is required', async (_title, lose) => {
	lose();
	const trigger = polling(platform, 'AuditLog');
	await expect(trigger.activate()).rejects.toMatchObject({
		httpCode: '403',
		description: expect.stringMatching(
			/Security Administrator .*AUDIT_LOGS_VIEW.* support level Platinum or Mission Critical/,
		) as string,
		failure: { cause: 'credential-invalid' },
	});
	expect(trigger.workflow().staticData).toEqual({ 'node:Trigger': {} });
});

test('an expired token costs one exchange and no event', async () => {
	const { clock, tokens, state, log } = platform.emulator;
	const trigger = polling(platform, 'AuditLog');
	await trigger.activate();
	addAuditLog(state, clock.now(), { eventOperation: 'create' });
	tokens.revokeAll(DEMO_ACCOUNT.id);
	platform.clearLog();
	await trigger.poll();
	expect(trigger.errors).toEqual([]);
	expect(trigger.emitted.flat()).toHaveLength(1);
	expect(log.filter(({ operation }) => operation === 'POST /security/oauth/token')).toHaveLength(1);
});

test('n8n learns when to repeat a refused poll, which then emits what it could not read', async () => {
	const { state, clock, faults } = platform.emulator;
	const trigger = polling(platform, 'AuditLog');
	await trigger.activate();
	addAuditLog(state, clock.now(), { eventOperation: 'create' });
	const before = JSON.stringify(trigger.workflow().staticData);
	faults.add({ operation: 'GET /security/audit/logs', status: 429, retryAfter: 3_600, times: 1 });
	await trigger.poll();
	expect(trigger.errors).toHaveLength(1);
	expect(trigger.errors[0]).toMatchObject({
		httpCode: '429',
		failure: { cause: 'rate-limited', retryAfterMs: 3_600_000 },
	});
	expect(JSON.stringify(trigger.workflow().staticData)).toBe(before);
	clock.advance(3_600_000);
	await trigger.poll();
	expect(trigger.emitted.flat()).toHaveLength(1);
});

test('the second of two polls at the same time does nothing', async () => {
	const { state, clock } = platform.emulator;
	const trigger = polling(platform, 'AuditLog');
	await trigger.activate();
	addAuditLog(state, clock.now(), { eventOperation: 'create' });
	await Promise.all([trigger.poll(), trigger.poll()]);
	expect(trigger.emitted.flat()).toHaveLength(1);
});

test('the first state counts as changed for n8n, so that it is saved', async () => {
	const trigger = polling(platform, 'Execution', { runsOf: 'tasks', events: ['failed'] });
	await trigger.activate();
	expect(trigger.commits).toBe(1);
	const isChanged = () =>
		(trigger.workflow().staticData as { __dataChanged?: boolean }).__dataChanged;
	expect(isChanged()).toBe(true);
	await trigger.poll();
	// This one is n8n's own, after a poll that had nothing to emit.
	expect(trigger.commits).toBe(2);
});

test('a thousand executions that began at the same moment are emitted in parts, each once', async () => {
	const { clock } = platform.emulator;
	const trigger = polling(platform, 'Execution', {
		runsOf: 'tasks',
		events: ['failed'],
		options: { maxEvents: 300 },
	});
	await trigger.activate();
	const ids = Array.from({ length: 1_000 }, () => start(DEMO.failingTask).id);
	clock.advance(MINUTE);
	for (let polls = 0; polls < 4; polls++) await trigger.poll();
	expect(trigger.emitted.map((items) => items.length)).toEqual([300, 300, 300, 100]);
	expect(new Set(trigger.emitted.flat().map(({ json }) => json.executionId))).toEqual(new Set(ids));
	expect(processingOf(platform.emulator.state).tasks.size).toBeGreaterThan(1_000);
});

test('filters are chosen from lists, workspaces within their environment', async () => {
	const { results } = await pick(platform, 'Execution', 'searchEnvironments');
	const production = results.find(({ name }) => name === 'Production')!.value;
	const workspaces = await pick(platform, 'Execution', 'searchWorkspaces', {
		filters: { environmentId: { __rl: true, mode: 'list', value: production } },
	});
	expect(workspaces.results.map(({ name, description }) => `${name}: ${description}`)).toEqual([
		'Shared: Production',
		'Finance: Production',
	]);
	expect((await load(platform, 'Execution', 'loadTasksToWatch')).map(({ name }) => name)).toContain(
		DEMO.failingTask,
	);
	expect((await load(platform, 'Execution', 'loadPlansToWatch')).map(({ name }) => name)).toContain(
		DEMO.recoveringPlan,
	);
	platform.emulator.faults.add({
		operation: 'GET /orchestration/executables/tasks',
		status: 200,
		body: {
			items: [{ name: 'without an ID' }, { id: 't', name: 'with one' }],
			limit: 100,
			offset: 0,
			total: 2,
		},
	});
	expect(await load(platform, 'Execution', 'loadTasksToWatch')).toEqual([
		{ value: 't', name: 'with one' },
	]);
	for (const [id, tag] of Object.entries({ t: 'nightly', u: 'finance' }))
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks',
			status: 200,
			body: { items: [{ id, tags: [tag] }], total: 2 },
		});
	expect((await load(platform, 'Execution', 'loadTagsToWatch')).map(({ value }) => value)).toEqual([
		'finance',
		'nightly',
	]);
	expect((await load(platform, 'AuditLog', 'loadEventCategory')).length).toBeGreaterThan(0);
	expect((await load(platform, 'AuditLog', 'loadEmail')).length).toBeGreaterThan(0);
	expect((await pick(platform, 'Crawler', 'searchCrawlers')).results.length).toBeGreaterThan(0);
});
