/**
 * Updates of what the platform only replaces whole: what was read is looked at before it is written
 * back, and items that change one record do not undo each other's work.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../emulator';
import { catalogOf } from '../../../emulator/areas/catalog/catalogStore';
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { scimOf } from '../../../emulator/areas/scim/scimStore';
import { DEMO, DEMO_ACCOUNT } from '../../../emulator/seed';
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { areas } from '../../../nodes/areas';
import { nameOnWire } from '../../../nodes/shared/declare/fields';
import { bodyFields } from '../../../nodes/shared/declare/fieldsOf';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import {
	byId,
	byName,
	environmentNamed,
	taskNamed,
	userNamed,
	workspaceIn,
} from '../../support/demo';
import { platformForEach } from '../../support/platform';
import { sampleOf } from '../../support/samples';

const platform = platformForEach();

const state = () => platform.emulator.state;
const writes = () =>
	platform.emulator.log.filter(
		({ method, path }) => method !== 'GET' && !path.startsWith('/security/oauth'),
	);
const each = (...fields: IDataObject[]) => fields.map((json) => ({ json }));
const entryPoints = ['workflow', 'tool'] as const;

/** Answers that are no record. */
const ODD: Record<string, Partial<Fault>> = {
	'a text': { status: 200, body: 'OK', contentType: 'text/plain' },
	'cut JSON': { status: 200, body: '{"id":"x","name":"N' },
	'an empty object': { status: 200, body: {} },
	null: { status: 200, body: 'null' },
	'an empty body': { status: 200, body: '' },
	'no content': { status: 204, body: '' },
	'a list': { status: 200, body: [] },
	'another record': {
		status: 200,
		body: {
			id: 'another',
			name: 'Another',
			label: 'Another',
			mandatory: true,
			userName: 'x',
			permissions: ['TMC_OPERATOR'],
			workspace: { id: 'w' },
			artifact: { id: 'a', version: '1' },
		},
	},
};

const ANY_UUID = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';

/** Changes of a part of a record of the demo, by node and operation. */
const PARTIAL: Record<string, () => IDataObject> = {
	'Account serviceAccount.update': () => ({
		id: byId(DEMO_ACCOUNT.id),
		updateFields: { name: 'New' },
	}),
	'SCIM user.update': () => ({
		id: byId(userNamed(state(), 'ana.demo')),
		keepOthers: true,
		updateFields: { title: 'New' },
	}),
	'Orchestration environment.update': () => ({
		Id: byId(environmentNamed(state(), 'Production').id),
		updateFields: { description: 'New' },
	}),
	'Orchestration workspace.update': () => ({
		id: byId(workspaceIn(state(), 'Production', 'Finance').id),
		updateFields: { description: 'New' },
	}),
	'Orchestration task.update': () => ({
		taskId: byId(taskNamed(state(), DEMO.goodTask).id),
		updateFields: { name: 'New' },
	}),
	'Orchestration connection.update': () => ({
		connectionId: byId('any'),
		keepOtherParameters: true,
		updateFields: { name: 'New' },
	}),
	'Orchestration project.update': () => ({
		authentication: 'token',
		projectId: byId('any'),
		updateFields: { description: 'New' },
	}),
	'Catalog customAttribute.update': () => ({
		definitionId: byId([...catalogOf(state()).attributes.keys()][0]!),
		updateFields: { label: 'New' },
	}),
	'Catalog crawler.changeSelection': () => ({
		crawlerId: byId(DEMO_CATALOG.crawlerId),
		selectedDatasets: ['SALES.ORDERS'],
		keepSelected: true,
	}),
	'Stewardship dataModel.update': () => ({
		dataModelName: byId('rejected_invoices'),
		updateFields: { displayName: 'New' },
	}),
	'Designer apiDefinition.setSharings': () => ({
		definitionId: byId('any'),
		usersJson: [{ userId: ANY_UUID, level: { code: 'OWNER' } }],
	}),
	'Designer apiTest.setSharings': () => ({
		testId: byId('any'),
		usersJson: [{ userId: ANY_UUID, level: { code: 'OWNER' } }],
	}),
	'Engines dataPlane.update': () => ({ id: byId('any'), updateFields: { name: 'New' } }),
	'Engines dynamicEngine.update': () => ({ id: byId('any'), updateFields: { name: 'New' } }),
	'Account user.update': () => ({ id: byId(ANY_UUID), updateFields: { title: 'New' } }),
	'Account role.update': () => ({ id: byId(ANY_UUID), updateFields: { name: 'New' } }),
	'SCIM group.replace': () => ({
		id: byId(ANY_UUID),
		keepOthers: true,
		updateFields: { displayName: 'New' },
	}),
	'SCIM role.replace': () => ({
		id: byId(ANY_UUID),
		keepOthers: true,
		updateFields: { name: 'New' },
	}),
	'Security ipAllowlist.update': () => ({
		confirmAccess: true,
		updateFields: { description: 'New' },
	}),
	'Security ipAllowlist.updateAddress': () => ({
		ipEntryId: byId('any'),
		confirmAccess: true,
		updateFields: { description: 'New' },
	}),
	'Engines remoteEngine.updateRunProfile': () => ({
		engineId: byId('any'),
		runProfileId: byId('any'),
		updateFields: { description: 'New' },
	}),
	'Engines remoteEngineCluster.updateRunProfile': () => ({
		clusterId: byId('any'),
		runProfileId: byId('any'),
		updateFields: { description: 'New' },
	}),
	...Object.fromEntries(
		['Standard', 'Advanced', 'BigData', 'Databricks', 'DataIntegration'].map((kind) => [
			`Engines pipelineEngineRunProfile.update${kind}`,
			() => ({
				engineId: byId('any'),
				runProfileId: byId('any'),
				updateFields: { description: 'New' },
			}),
		]),
	),
};

const declared = Object.entries(areas).flatMap(([node, resources]) =>
	resources.flatMap(({ value, operations }) =>
		Object.entries(operations).flatMap(([name, operation]) =>
			operation.kind === 'request' && operation.readFirst
				? [{ title: `${node} ${value}.${name}`, node, value, name, operation }]
				: [],
		),
	),
);

test('every update that reads first is tested here', () => {
	expect(declared.map(({ title }) => title).filter((title) => !(title in PARTIAL))).toEqual([]);
});

/** Updates that need not read, and why. */
const TAKES_PARTS: Record<string, string> = {
	'Processing runProfile.update': 'the platform changes only what it is given',
	'Engines dynamicEngineEnvironment.update': 'the platform changes only what it is given',
	'Engines dataPlaneEnvironment.update': 'the platform changes only what it is given',
	'Orchestration plan.update':
		'the whole plan must be given, as the platform does not return the conditions of its steps',
};

test('every update that replaces the whole record reads it first', () => {
	const updates = Object.entries(areas).flatMap(([node, resources]) =>
		resources.flatMap(({ value, operations }) =>
			Object.entries(operations).flatMap(([name, operation]) => {
				const promises =
					operation.kind === 'request' &&
					operation.method === 'PUT' &&
					(name.startsWith('update') ||
						/not given are kept/.test(operation.description) ||
						'keepOthers' in (operation.settings ?? {}));
				return promises &&
					Object.values(bodyFields(operation)).some(({ spec }) => !spec.required) &&
					!operation.readFirst
					? [`${node} ${value}.${name}`]
					: [];
			}),
		),
	);
	// Declare `readFirst` for an operation that stands here and not there.
	expect(updates.sort()).toEqual(Object.keys(TAKES_PARTS).sort());
});

const keyOf = ({ method, endpoint }: RequestOperation) => `${method} ${endpoint}`;

test.each(declared)(
	'$title writes nothing if it has read something other than the record',
	async ({ title, node, value, name, operation }) => {
		const parameters = PARTIAL[title]!();
		for (const [what, answer] of Object.entries(ODD)) {
			// In a list the record is looked for by its ID.
			if (what === 'a list' && operation.readFirst!.get.answers.kind === 'list') continue;
			platform.clearLog();
			platform.emulator.faults.add({ operation: keyOf(operation.readFirst!.get), ...answer });
			const { error } = await platform.run(node, value, name, parameters);
			expect({ what, written: writes().map(({ body }) => body), refused: error?.message }).toEqual({
				what,
				written: [],
				refused: expect.any(String) as string,
			});
			expect(error!.message).toMatch(
				/^Nothing was changed, because the record to update was not returned: |^Talend Cloud returned |was not found$/,
			);
			expect(platform.emulator.faults.unconsumed()).toEqual([]);
		}
	},
);

/** What identifies the records, or says where they are: the node looks for these. */
const PLACES: Record<string, () => IDataObject> = {
	'Orchestration task.update': () => ({ workspace: { id: 'w' }, workspaceId: 'w' }),
	'Catalog crawler.changeSelection': () => ({
		connectionId: catalogOf(state()).crawlers.get(DEMO_CATALOG.crawlerId)!.connectionId,
		crawledDatasets: ['SALES.CUSTOMERS'],
	}),
	'Stewardship dataModel.update': () => ({ name: 'rejected_invoices' }),
};

/** What is put together from what was read and what is given, instead of being kept. */
const MERGED = ['artifact', 'ips', 'users', 'groups'];

/**
 * Values that the platform may have, and that the node would refuse as input or change; each of the
 * same kind as the sample.
 */
const ODD_VALUES: ReadonlyArray<(value: unknown) => unknown> = [
	(value) => value,
	(value) => (typeof value === 'string' ? `  ${value} \n` : value),
	(value) => (typeof value === 'string' ? 'x'.repeat(5_000) : value),
	(value) => (typeof value === 'string' ? '=!"<\u00a0ä💧>' : value),
	(value) => (typeof value === 'number' ? -7 : value),
];

/** A value with all that it consists of changed, and an attribute that no declaration has. */
function changedWithin(value: unknown, change: (value: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map((each) => changedWithin(each, change));
	if (typeof value !== 'object' || value === null) return change(value);
	return {
		...Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, changedWithin(inner, change)]),
		),
		ofThePlatform: 'so',
	};
}

/** The ID that a change is about, in its parameters and as the platform has it. */
const idIn = (parameters: IDataObject): unknown =>
	Object.values(parameters)
		.map((value) => (value as { value?: unknown } | undefined)?.value)
		.find((value) => value !== undefined);

test.each(declared)(
	'$title sends back unchanged what it read',
	async ({ title, node, value, name, operation }) => {
		const { keep, get } = operation.readFirst!;
		const fields = new Map(
			Object.entries(bodyFields(operation)).map(([own, field]) => [
				nameOnWire(own, field),
				sampleOf(own, field).wire,
			]),
		);
		const parameters = PARTIAL[title]!();
		for (const change of ODD_VALUES) {
			const given = Object.keys((parameters.updateFields ?? parameters) as IDataObject);
			const kept = Object.fromEntries(
				Object.keys(keep)
					.filter((each) => fields.has(each))
					.map((each) => [each, changedWithin(fields.get(each), change)]),
			);
			const places = PLACES[title]?.() ?? {};
			const record = { id: idIn(parameters), ...kept, ...places } as IDataObject;
			platform.clearLog();
			platform.emulator.faults.add({
				operation: keyOf(get),
				status: 200,
				body: get.answers.kind === 'list' ? [record] : record,
			});
			const { error } = await platform.run(node, value, name, parameters);
			const [write] = writes();
			// The platform may refuse what it is sent: the record read here is not its own.
			expect(write?.operation ?? error?.message).toBe(keyOf(operation));
			const sent = JSON.parse(write!.body) as IDataObject;
			for (const [each, was] of Object.entries(kept))
				if (![...given, ...MERGED, ...Object.keys(places)].includes(each))
					expect([each, sent[each]]).toEqual([each, was]);
		}
	},
);

test.each<{ what: string; present: IDataObject; why: string }>([
	{
		what: 'lacks what the update must send',
		present: { crawledDatasets: ['SALES.ORDERS'] },
		why: 'it has no Name',
	},
	{
		what: 'has it in another kind',
		present: { name: 'Sales', crawledDatasets: 'SALES.ORDERS' },
		why: 'its Table Names or IDs is a text',
	},
	{
		what: 'has an object where a text is',
		present: { name: { text: 'Sales' } },
		why: 'its Name is an object',
	},
])('a record that $what is not sent back', async ({ present, why }) => {
	platform.emulator.faults.add({
		operation: 'GET /connections/crawlers/{crawlerId}',
		status: 200,
		body: { id: DEMO_CATALOG.crawlerId, ...present },
	});
	const { error } = await platform.run(
		'Catalog',
		'crawler',
		'changeSelection',
		PARTIAL['Catalog crawler.changeSelection']!(),
	);
	expect(error!.message).toBe(
		`Nothing was changed, because the record to update was not returned: ${why}`,
	);
	expect(writes()).toEqual([]);
});

test.each(['a text', 'cut JSON', 'an empty body', 'null', 'a list'])(
	'the run configuration of a task is not lost if the response is %s',
	async (what) => {
		const taskId = byId(taskNamed(state(), DEMO.goodTask).id);
		const read = 'GET /orchestration/executables/tasks/{taskId}/run-config';
		const [resource] = areas.Orchestration!.filter(
			({ operations }) => 'updateTaskRunConfig' in operations,
		);
		for (const [owner, operation, parameters] of [
			['task', 'updateArtifact', { latestArtifact: true }],
			[
				resource!.value,
				'updateTaskRunConfig',
				{ scheduleType: 'KEEP', updateFields: { logLevel: 'INFO' } },
			],
		] as const) {
			platform.emulator.faults.add({ operation: read, ...ODD[what] });
			const { error } = await platform.run('Orchestration', owner, operation, {
				taskId,
				...parameters,
			});
			expect(error).toBeDefined();
			expect(writes()).toEqual([]);
		}
	},
);

/** Create or Update, with the list in which it looks for the record. */
const UPSERTS: Array<
	[resource: string, list: string, parameters: () => IDataObject, node?: string]
> = [
	[
		'user',
		'GET /scim/v2/Users',
		() => ({ login: 'new.person', email: 'new@example.com', firstName: 'New', lastName: 'Person' }),
		'Account',
	],
	[
		'environment',
		'GET /orchestration/environments',
		() => ({ name: 'Production', workspaceName: 'Finance' }),
	],
	[
		'workspace',
		'GET /orchestration/workspaces',
		() => ({ environmentId: byId(environmentNamed(state(), 'Production').id), name: 'Finance' }),
	],
	[
		'connection',
		'GET /orchestration/connections',
		() => ({
			workspaceId: byId(workspaceIn(state(), 'Production', 'Finance').id),
			name: 'Warehouse',
			app: 'Snowflake',
			parameters: { rows: [{ name: 'user', value: 'x' }] },
		}),
	],
	[
		'task',
		'GET /orchestration/executables/tasks',
		() => {
			const { workspaceId, artifactId, version } = taskNamed(state(), DEMO.goodTask);
			return {
				environmentId: byId(environmentNamed(state(), 'Production').id),
				workspaceId: byId(workspaceId ?? 'w'),
				name: DEMO.goodTask,
				artifact: { id: byId(artifactId ?? 'a'), version: byId(version ?? '1.0.0') },
			};
		},
	],
];

test('every Create or Update is tested here', () => {
	const all = Object.values(areas).flatMap((resources) =>
		resources.filter(({ operations }) => 'upsert' in operations).map(({ value }) => value),
	);
	expect(UPSERTS.map(([resource]) => resource).sort()).toEqual(all.sort());
});

test.each(UPSERTS)(
	'%s: Create or Update creates nothing if the look-up does not return a list',
	async (resource, list, parameters, node = 'Orchestration') => {
		for (const [what, answer] of Object.entries(ODD)) {
			// An empty list is one: there is no such record.
			if (what === 'a list') continue;
			platform.clearLog();
			platform.emulator.faults.add({ operation: list, ...answer });
			const { error } = await platform.run(node, resource, 'upsert', parameters());
			expect({
				what,
				written: writes().map(({ method, path }) => `${method} ${path}`),
				refused: error?.message,
			}).toEqual({ what, written: [], refused: expect.any(String) as string });
			expect(platform.emulator.faults.unconsumed()).toEqual([]);
		}
	},
);

/** Each answer comes after a time of its own. */
function delayed(): void {
	for (let request = 0; request < 60; request++)
		platform.emulator.faults.add({ delayMs: Math.random() * 25 });
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

test('two nodes that change one record wait for each other', async () => {
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
	platform.emulator.faults.clear();
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
});

describe('terminating an execution that has ended says how it ended', () => {
	test.each(['workflow', 'tool'] as const)(
		'the termination of an execution that has ended says how it ended (%s)',
		async (entryPoint) => {
			const started = await platform.run('Processing', 'taskExecution', 'runAndWait', {
				executable: byName(DEMO.goodTask),
			});
			const executionId = String(started.items[0]!.json.executionId);
			const { items } = await platform.run(
				'Processing',
				'taskExecution',
				'terminate',
				{ executionId: byId(executionId) },
				{ entryPoint },
			);
			expect(items.map(({ json }) => json)).toEqual([
				{ terminated: false, executionId, outcome: 'succeeded', status: 'execution_successful' },
			]);
		},
	);

	test('a hint says so if its end could not be read', async () => {
		const { items: started } = await platform.run('Processing', 'taskExecution', 'start', {
			executable: byName(DEMO.goodTask),
		});
		const { executionId } = started[0]!.json;
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/{executionId}',
			status: 403,
		});
		const { items, hints } = await platform.run('Processing', 'taskExecution', 'terminate', {
			executionId: byId(executionId),
		});
		expect(items.map(({ json }) => json)).toEqual([{ terminated: true, executionId }]);
		expect(hints).toEqual([
			expect.stringMatching(
				/^Talend Cloud accepted the termination of execution \S+, but how it ended could not be read: /,
			) as string,
		]);
	});

	test('a hint says so if another execution is returned', async () => {
		const { items: started } = await platform.run('Processing', 'taskExecution', 'start', {
			executable: byName(DEMO.goodTask),
		});
		const { executionId } = started[0]!.json;
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/{executionId}',
			status: 200,
			body: { executionId: 'another', status: 'execution_failed' },
		});
		const { items, hints } = await platform.run('Processing', 'taskExecution', 'terminate', {
			executionId: byId(String(executionId)),
		});
		expect(items.map(({ json }) => json)).toEqual([{ terminated: true, executionId }]);
		expect(hints).toEqual([
			expect.stringMatching(
				/could not be read: The response of Talend Cloud is not the requested \w+: it has another ID$/,
			) as string,
		]);
	});
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
