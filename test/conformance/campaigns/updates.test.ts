/**
 * Updates of what the platform only replaces as a whole: what was read is checked before it is sent
 * back.
 */
import type { IDataObject } from 'n8n-workflow';

import { catalogOf } from '../../../emulator/areas/catalog/catalogStore';
import { DEMO } from '../../../emulator/seed';
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { areas } from '../../../nodes/areas';
import { bodyFields } from '../../../nodes/shared/declare/derived/operationParts';
import { nameOnWire } from '../../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { byId, environmentNamed, taskNamed, workspaceIn } from '../../support/demo';
import { sampleOf } from '../../support/samples';
import { declared, ODD, PARTIAL } from './updatesRecordsStage';
import { platform, state, writes } from './updatesStage';

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
			expect(error!.message).toMatch(/^Talend Cloud returned .* instead of a record$/);
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
