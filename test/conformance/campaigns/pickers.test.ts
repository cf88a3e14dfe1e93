/** The list searches of the editor, through n8n-core, against the platform. */
import { type IDataObject, type INodeListSearchResult, NodeHelpers } from 'n8n-workflow';

import { remoteEngines } from '../../../emulator/areas/engines/runtimes';
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { areas } from '../../../nodes/areas';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import type { Fields } from '../../../nodes/shared/declare/fields';
import { pickerOf } from '../../../nodes/shared/declare/lists/picker';
import { areaOf } from '../../support/area';
import { byId, byName, environmentNamed } from '../../support/demo';
import { nodeTypes } from '../../support/engine';
import { pick } from '../../support/picking';
import { platformForAll } from '../../support/platform';

const platform = platformForAll();
beforeEach(() => platform.emulator.resetAccount());

const search = async (
	area: string,
	method: string,
	parameters: IDataObject,
	filter?: string,
	token?: string,
) => await pick(platform, area, method, parameters, filter, token);

const names = ({ results }: INodeListSearchResult) => results.map(({ name }) => name);

describe('a picker of services', () => {
	const services = async () =>
		names(
			await search('Processing', 'searchServices', {
				resource: 'service',
				operation: 'deployAndWait',
			}),
		);

	test('a picker of services lists only services', async () => {
		const { tasks, artifacts } = orchestrationOf(platform.emulator.state);
		const typeOf = (name: string) =>
			artifacts.get(
				[...tasks.values()].find((task) => name.startsWith(`${task.name} (`))!.artifactId,
			)!.type;
		expect([...new Set((await services()).map(typeOf))].sort()).toEqual(['data_service', 'route']);
	});

	test('a picker of services also lists other tasks if the artifacts cannot be read', async () => {
		const found = await services();
		platform.emulator.faults.add({ operation: 'GET /orchestration/artifacts', status: 403 });
		const all = await services();
		expect(all).toEqual(expect.arrayContaining(found));
		expect(all).toContain(`${DEMO.goodTask} (Finance, Production)`);
	});
});

test('a picker of tasks lists all tasks, or those that the platform finds by the entered text', async () => {
	const given = { resource: 'taskExecution', operation: 'start' };
	expect(names(await search('Processing', 'searchTasks', given))).toHaveLength(
		orchestrationOf(platform.emulator.state).tasks.size,
	);
	platform.clearLog();
	expect(names(await search('Processing', 'searchTasks', given, 'invo'))).toEqual([
		`${DEMO.rejectingTask} (Finance, Production)`,
	]);
	expect(platform.emulator.log.at(-1)!.query).toContainEqual(['name', 'invo']);
});

test('a picker of other records lists those that match the entered text', async () => {
	expect(
		names(
			await search(
				'Processing',
				'searchEnvironments',
				{ resource: 'taskExecution', operation: 'getMany' },
				'prod',
			),
		),
	).toEqual(['Production']);
	expect(
		names(
			await search(
				'Processing',
				'searchPlans',
				{ resource: 'planExecution', operation: 'start' },
				'close',
			),
		),
	).toEqual([`${DEMO.recoveringPlan} (Finance, Production)`]);
	expect(
		names(
			await search('Processing', 'searchRunProfiles', { resource: 'runProfile', operation: 'get' }),
		),
	).toEqual(['Large heap']);
});

test('the message of an empty picker says what it can mean', async () => {
	await expect(
		search('Processing', 'searchPlanExecutions', { resource: 'planExecution', operation: 'get' }),
	).rejects.toThrow(
		'No plan execution was found. There is none yet, or the account of the credential has no permission to view it.',
	);
});

test('an execution shows what was run, how it ended and when', async () => {
	const parameters = { resource: 'taskExecution', operation: 'get' };
	const processing = areaOf('Processing', () => platform);
	await processing.run('taskExecution', 'runAndWait', { executable: byName(DEMO.failingTask) });
	const { results } = await search('Processing', 'searchTaskExecutions', parameters, 'failed');
	expect(results.map(({ name }) => name)).toEqual(
		results.map(
			() =>
				expect.stringMatching(
					new RegExp(`^${DEMO.failingTask} · failed · \\d{1,2} [A-Z][a-z]{2} \\d\\d:\\d\\d$`),
				) as string,
		),
	);
	expect(results.length).toBeGreaterThan(0);
});

test('an execution whose task cannot be read shows its ID instead of a name', async () => {
	const parameters = { resource: 'taskExecution', operation: 'get' };
	platform.emulator.faults.add({ operation: 'GET /orchestration/executables/tasks', status: 403 });
	expect((await search('Processing', 'searchTaskExecutions', parameters)).results[0]!.name).toMatch(
		/^[0-9a-f]+ · /,
	);
});

describe('a picker of the workspaces of an environment', () => {
	const workspacesOf = async (environmentId: ReturnType<typeof byId>) =>
		(
			await search('Processing', 'searchWorkspaces', {
				resource: 'taskExecution',
				operation: 'getMany',
				filters: { environmentId },
			})
		).results;

	test('the picker lists only the workspaces of an environment chosen by ID', async () => {
		const { id } = environmentNamed(platform.emulator.state, 'Production');
		expect((await workspacesOf(byId(id))).map(({ description }) => description)).toEqual([
			'Production',
			'Production',
		]);
	});

	test.each([
		{ what: 'a name', environmentId: byName('Production') },
		{ what: 'an expression', environmentId: byId('={{ $json.id }}') },
	])('the picker lists all workspaces for $what', async ({ environmentId }) => {
		expect(await workspacesOf(environmentId)).toHaveLength(4);
	});
});

test('a picker reads a long list in pages', async () => {
	const { tasks } = orchestrationOf(platform.emulator.state);
	const [task] = [...tasks.values()];
	for (let index = 0; index < 150; index++)
		tasks.set(`more-${index}`, { ...task!, id: `more-${index}`, name: `More ${index}` });
	const given = { resource: 'taskExecution', operation: 'start' };
	const first = await search('Processing', 'searchTasks', given);
	expect(first.results).toHaveLength(100);
	const second = await search('Processing', 'searchTasks', given, '', first.paginationToken);
	expect(second.paginationToken).toBeUndefined();
	expect(new Set([...first.results, ...second.results].map(({ value }) => value)).size).toBe(
		tasks.size,
	);
});

test('a picker reports why it cannot list records', async () => {
	platform.emulator.faults.add({ operation: 'GET /orchestration/executables/tasks', status: 403 });
	await expect(
		search('Processing', 'searchTasks', { resource: 'taskExecution', operation: 'start' }),
	).rejects.toMatchObject({
		message: 'Injected fault: 403',
		description: expect.stringContaining('Ask an administrator') as string,
	});
});

/** All pickers of a node's fields, those of forms included. */
function pickersIn(fields: Fields): Array<{ method: string; of: string }> {
	return Object.values(fields).flatMap((field) => {
		const used = pickerOf(field);
		return [
			...(used ? [{ method: used.method, of: `${used.list.method} ${used.list.endpoint}` }] : []),
			...(field.spec.fields ? pickersIn(field.spec.fields) : []),
		];
	});
}

describe('the declared pickers', () => {
	const pickers = Object.entries(areas).flatMap(([area, resources]) =>
		resources.flatMap(({ operations }) =>
			Object.values(operations).flatMap((operation) =>
				[...pickersIn({ ...inputFields(operation), ...operation.settings })].map((picker) => ({
					area,
					...picker,
				})),
			),
		),
	);

	test('all pickers have their methods in their nodes', () => {
		const missing = pickers.filter(
			({ area, method }) => nodeTypes[area] && !(method in nodeTypes[area].methods!.listSearch!),
		);
		expect(missing.map(({ area, method }) => `${area} ${method}`)).toEqual([]);
	});

	test('all pickers list records with declared operations', () => {
		const declared = new Set(
			Object.values(areas).flatMap((resources) =>
				resources.flatMap(({ operations }) =>
					Object.values(operations).flatMap((each) =>
						each.kind === 'request' ? [`${each.method} ${each.endpoint}`] : [],
					),
				),
			),
		);
		const missing = pickers.filter(({ of }) => !declared.has(of));
		expect(missing.map(({ area, method }) => `${area} ${method}`)).toEqual([]);
		expect(pickers.length).toBeGreaterThan(50);
	});
});

test('an engine is accepted by either of its IDs', async () => {
	const [engine] = remoteEngines.all(platform.emulator.state);
	const engines = areaOf('Engines', () => platform);
	expect(
		(await engines.succeed('remoteEngine', 'get', { id: byId(engine!.runtimeId) }))[0],
	).toMatchObject({ id: engine!.id });
	expect((await engines.succeed('remoteEngine', 'get', { id: byId(engine!.id) }))[0]).toMatchObject(
		{
			id: engine!.id,
		},
	);
});

test('the engine of a task can be chosen from the remote engines and from other lists', async () => {
	const all = remoteEngines.all(platform.emulator.state);
	const { results } = await search('Orchestration', 'searchEnginesAndClusters', {
		resource: 'task',
		operation: 'getMany',
	});
	expect(results.map(({ value }) => value)).toEqual(
		expect.arrayContaining(all.map(({ id }) => id)),
	);
	expect(results.length).toBeGreaterThan(all.length);
});

test('the type of the runtime decides which fields are shown', () => {
	const { description } = nodeTypes.Orchestration!;
	const shownWith = (runtimeType: string) => {
		const parameters = { resource: 'runConfiguration', operation: 'setTaskRunConfig', runtimeType };
		return description.properties
			.filter(
				(property) =>
					property.name.startsWith('runtime') &&
					NodeHelpers.displayParameter(parameters, property, { typeVersion: 1 }, description),
			)
			.map(({ name }) => name);
	};
	expect(shownWith('CLOUD')).toEqual(['runtimeType']);
	expect(shownWith('CLOUD_EXCLUSIVE')).toEqual(['runtimeType', 'runtimeRunProfileId']);
	expect(shownWith('REMOTE_ENGINE')).toEqual([
		'runtimeType',
		'runtimeRemoteEngine',
		'runtimeRunProfileId',
	]);
	expect(shownWith('REMOTE_ENGINE_CLUSTER')).toEqual([
		'runtimeType',
		'runtimeCluster',
		'runtimeRunProfileId',
	]);
	expect(shownWith('PIPELINE_ENGINE')).toEqual([
		'runtimeType',
		'runtimePipelineEngine',
		'runtimeRunProfileId',
	]);
});

test('each multi-select has its method', () => {
	for (const [area, resources] of Object.entries(areas))
		for (const { operations } of resources)
			for (const operation of Object.values(operations))
				for (const field of Object.values({ ...inputFields(operation), ...operation.settings }))
					if (field.spec.source)
						expect(Object.keys(nodeTypes[area]!.methods!.loadOptions!)).toContain(
							field.spec.source.method,
						);
});

/** IDs that are typed, each with the reason why there is no list to choose them from. */
const TYPED: Readonly<Record<string, string>> = {
	'auditLog.*.fromId': 'a place in a list of events, which the run before put out',
	'accessToken.issue.clientId':
		'stands beside its secret, which is typed, too; the account may be one of another tenant',
	'user.*.externalId': 'an ID of another directory',
	'task.waitUntilResolved.taskIds':
		'the output of Create Many; the platform shows only a part of the tasks',
	'plan.*.steps.id': 'steps are listed nowhere but in the plan itself, as Get shows it',
	'plan.getMany.planId': 'this is the list that the picker shows',
	'promotionExecution.get.executionId': 'the platform lists no executions of promotions',
	'executionHistory.*.executionIds': 'this is the list of executions',
	'executionHistory.downloadPage.lastId': 'the last line of the page before',
	'remoteEngine.createRunProfile.runtimeId': 'says the engine of the path again, by its other ID',
	'remoteEngineCluster.createRunProfile.runtimeId':
		'says the cluster of the path again, by its other ID',
	'pipelineEngineRunProfile.*.databricks.target.nodeTypeId': 'a kind of machine at Databricks',
	'dataPlane.createAks.credentialConfig.clientId': 'an application at Azure',
	'dataPlane.createAks.credentialConfig.subscriptionId': 'a subscription at Azure',
	'dataPlane.createEks.vpcConfig.subnetIds': 'networks at AWS',
	'dataPlane.createEks.vpcConfig.securityGroupIds': 'groups at AWS',
	'pipelineEngineRunProfile.*.databricks.target.id': 'a cluster at Databricks',
	'pipelineEngineRunProfile.*.engineInBody': 'says the engine of the path again',
	'dataset.getMany.sameSchemaAs': 'this is the list that the picker shows',
	'runConfiguration.*.remoteRunAsUser': 'a user of the operating system of the engine',
	'sharing.*.entityId':
		'preparations are listed nowhere, and what is shared is listed without names',
	'sharing.*.bulk.entityId': 'as above',
	'sharing.getSharingSet.foreignEntityId': 'as above',
};

/** Texts that tell a record in another way than by its ID. */
const TELLING = /^owner$|RunAsUser$/;

/** The fields in which a person gives IDs, and whether they are chosen from a list. */
function* idsIn(fields: Fields, path: string): Generator<[path: string, isChosen: boolean]> {
	for (const [name, field] of Object.entries(fields)) {
		if (field.spec.notAsked || field.spec.kind === 'json') continue;
		if (/(^i|I)ds?$/.test(name) || field.spec.kind === 'id' || TELLING.test(name))
			yield [`${path}.${name}`, field.spec.picker !== undefined || field.spec.source !== undefined];
		if (field.spec.fields) yield* idsIn(field.spec.fields, `${path}.${name}`);
	}
}

const reasonOf = (path: string): string | undefined => {
	const [resource, , ...rest] = path.split('.');
	return [path, [resource, '*', ...rest].join('.')].find((key) => key in TYPED);
};

test('each ID can be chosen from a list, except for those that are in no list', () => {
	const used = new Set<string>();
	const typed: string[] = [];
	for (const resources of Object.values(areas))
		for (const { value, operations } of resources)
			for (const [name, operation] of Object.entries(operations))
				for (const [path, isChosen] of idsIn(
					{ ...inputFields(operation), ...operation.settings },
					`${value}.${name}`,
				)) {
					if (isChosen) continue;
					const reason = reasonOf(path);
					if (reason) used.add(reason);
					else typed.push(path);
				}
	expect(typed).toEqual([]);
	expect(Object.keys(TYPED).filter((key) => !used.has(key))).toEqual([]);
});
