/** Items, nodes and workflows that change one record do not undo each other's work. */
import type { IDataObject } from 'n8n-workflow';

import { catalogOf } from '../../../emulator/areas/catalog/catalogStore';
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { scimOf } from '../../../emulator/areas/scim/scimStore';
import { DEMO, DEMO_ACCOUNT } from '../../../emulator/seed';
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { byId, byName, taskNamed, userNamed } from '../../support/demo';
import { random } from '../../support/random';
import { each, platform, state, writes } from './updatesStage';

const entryPoints = ['workflow', 'tool'] as const;

/** Each answer comes after a time of its own. */
function delayed(): void {
	for (let request = 0; request < 60; request++)
		platform.emulator.faults.add({ delayMs: random() * 25 });
}

describe.each(entryPoints)('items that change one record (%s)', (entryPoint) => {
	const ROUNDS = 4;

	test('the items extend the selection of a crawler', async () => {
		const crawler = catalogOf(state()).crawlers.get(DEMO_CATALOG.crawlerId)!;
		const all = ['SALES.CUSTOMERS', 'SALES.ORDERS', 'SALES.ORDER_LINES'];
		for (let round = 0; round < ROUNDS; round++) {
			crawler.selected = [];
			delayed();
			const { error } = await platform.run(
				'Catalog',
				'crawler',
				'changeSelection',
				{
					crawlerId: byId(DEMO_CATALOG.crawlerId),
					selectedDatasets: '={{ [$json.table] }}',
					keepSelected: true,
				},
				{ entryPoint, items: each(...all.map((table) => ({ table }))) },
			);
			expect(error).toBeUndefined();
			expect(crawler.selected).toEqual(all);
			platform.emulator.faults.clear();
		}
	});

	test('the items keep their order even if the first one has to be repeated', async () => {
		const task = taskNamed(state(), DEMO.goodTask);
		const PAUSE = 'PUT /orchestration/executables/tasks/{taskId}/pause';
		platform.emulator.faults.add({ operation: PAUSE, status: 503 });
		const { error } = await platform.run(
			'Orchestration',
			'task',
			'pause',
			{ taskId: byId(task.id), pause: '={{ $json.pause }}' },
			{ entryPoint, items: each({ pause: true }, { pause: false }) },
		);
		expect(error).toBeUndefined();
		expect(
			writes().map(({ body, status }) => [(JSON.parse(body) as IDataObject).pause, status]),
		).toEqual([
			[true, 503],
			[true, 202],
			[false, 204],
		]);
	});

	test('later items do not start after an earlier one has ended the node', async () => {
		const task = taskNamed(state(), DEMO.goodTask);
		platform.emulator.faults.add({
			operation: 'PUT /orchestration/executables/tasks/{taskId}/pause',
			status: 400,
		});
		const { error } = await platform.run(
			'Orchestration',
			'task',
			'pause',
			{ taskId: byId(task.id), pause: '={{ $json.pause }}' },
			{ entryPoint, items: each({ pause: true }, { pause: false }, { pause: true }) },
		);
		expect(error!.message).toBe('Injected fault: 400');
		expect(writes()).toHaveLength(1);
	});

	test('the items keep their order even if the first one has to look up its record by name', async () => {
		const task = taskNamed(state(), DEMO.goodTask);
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks',
			delayMs: 60,
		});
		const { error } = await platform.run(
			'Orchestration',
			'task',
			'pause',
			{ taskId: '={{ $json.task }}', pause: '={{ $json.pause }}' },
			{
				entryPoint,
				items: each(
					{ task: byName(task.name), pause: true },
					{ task: byId(task.id), pause: false },
				),
			},
		);
		expect(error).toBeUndefined();
		expect(writes().map(({ body }) => (JSON.parse(body) as IDataObject).pause)).toEqual([
			true,
			false,
		]);
	});
});

test('items with other records continue in the meantime, even after twenty with the same record', async () => {
	const { tasks } = orchestrationOf(state());
	const original = taskNamed(state(), DEMO.goodTask);
	const ids = Array.from({ length: 6 }, (_, index) => `copy-${index}`);
	for (const id of ids) tasks.set(id, { ...original, id });
	// Longer than it takes to send one, on a busy machine, too.
	for (let request = 0; request < 130; request++) platform.emulator.faults.add({ delayMs: 40 });
	// Twenty in a row about each record.
	const items = ids.flatMap((id) =>
		Array.from({ length: 20 }, (_, index) => ({ json: { id, pause: index % 2 === 0 } })),
	);
	const { error, items: output } = await platform.run(
		'Orchestration',
		'task',
		'pause',
		{ taskId: byId('={{ $json.id }}'), pause: '={{ $json.pause }}' },
		{ items },
	);
	expect(error).toBeUndefined();
	expect(output.map(({ json }) => json)).toEqual(
		items.map(({ json }) => ({ success: true, taskId: json.id, paused: json.pause })),
	);
	expect(platform.emulator.inFlight.most).toBeGreaterThanOrEqual(5);
	for (const id of ids)
		expect(
			writes()
				.filter(({ path }) => path.includes(`/${id}/`))
				.map(({ body }) => (JSON.parse(body) as IDataObject).pause),
		).toEqual(items.filter(({ json }) => json.id === id).map(({ json }) => json.pause));
});

/** The methods of the requests about one record, in the order of their arrival. */
const methodsAt = (path: string) =>
	platform.emulator.log.filter((request) => request.path === path).map(({ method }) => method);

test('nodes that change different fields of one SCIM user wait for each other', async () => {
	const id = userNamed(state(), 'ana.demo');
	delayed();
	const changes = [{ title: 'Analyst' }, { nickName: 'Ani' }, { userType: 'Employee' }];
	await Promise.all(
		changes.map(
			async (updateFields) =>
				await platform.run('SCIM', 'user', 'update', {
					id: byId(id),
					keepOthers: true,
					updateFields,
				}),
		),
	);
	expect(scimOf(state()).users.get(id)!.attributes).toMatchObject(
		Object.assign({}, ...changes) as object,
	);
	expect(methodsAt(`/scim/v2/Users/${id}`)).toEqual(changes.flatMap(() => ['GET', 'PUT']));
});

test('nodes that change different fields of one service account wait for each other', async () => {
	delayed();
	const { permissions } = state().serviceAccounts.get(DEMO_ACCOUNT.id)!;
	const wanted = { name: 'Another', permissions: [...permissions].reverse() };
	await Promise.all(
		Object.entries(wanted).map(
			async ([name, value]) =>
				await platform.run('Account', 'serviceAccount', 'update', {
					id: byId(DEMO_ACCOUNT.id),
					updateFields: { [name]: value },
				}),
		),
	);
	expect(state().serviceAccounts.get(DEMO_ACCOUNT.id)).toMatchObject(wanted);
	expect(methodsAt(`/account/service-accounts/${DEMO_ACCOUNT.id}`)).toEqual(
		Object.keys(wanted).flatMap(() => ['GET', 'PUT']),
	);
});

/**
 * Changes of parts of one whole, which the platform only replaces whole, by runs at the same time.
 */
describe('workflows that change parts of one record at the same time', () => {
	test('an allowlist keeps addresses that are added while its description is changed', async () => {
		await platform.run('Security', 'ipAllowlist', 'create', {
			enabled: false,
			ips: { rows: [{ ip: '203.0.113.1', description: 'Paris' }] },
		});
		for (let round = 0; round < 8; round++) {
			delayed();
			const ip = `203.0.113.${round + 10}`;
			const results = await Promise.all([
				platform.run('Security', 'ipAllowlist', 'update', {
					confirmAccess: true,
					updateFields: { description: `Round ${round}` },
				}),
				platform.run('Security', 'ipAllowlist', 'addAddresses', {
					ips: { rows: [{ ip, description: 'Lyon' }] },
				}),
				platform.run('Security', 'ipAllowlist', 'update', {
					confirmAccess: true,
					updateFields: { description: `Round ${round}` },
				}),
			]);
			expect(results.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
			platform.emulator.faults.clear();
			const [list] = (await platform.run('Security', 'ipAllowlist', 'get', {})).items;
			expect(list!.json).toMatchObject({ description: `Round ${round}` });
			expect((list!.json.ips as IDataObject[]).map((entry) => entry.ip)).toContain(ip);
		}
	});

	test('SSO role mappings do not overwrite each other', async () => {
		const names = ['one', 'two', 'three', 'four'];
		delayed();
		const results = await Promise.all(
			names.map(
				async (name) =>
					await platform.run('Security', 'ssoRoleMapping', 'setOne', { name, roles: ['Operator'] }),
			),
		);
		expect(results.map(({ error }) => error)).toEqual(names.map(() => undefined));
		platform.emulator.faults.clear();
		const { items } = await platform.run('Security', 'ssoRoleMapping', 'getMany', {
			returnAll: true,
		});
		expect(items.map(({ json }) => json.name)).toEqual(expect.arrayContaining(names));
	});
});
