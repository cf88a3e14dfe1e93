/**
 * What holds for all resources of Orchestration: queries, names, clearing, and the shapes of the
 * documents.
 */
import type { IDataObject } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { areas } from '../../../nodes/areas';
import { bodyFields } from '../../../nodes/shared/declare/define';
import type { Fields } from '../../../nodes/shared/declare/field';
import { nameOnWire } from '../../../nodes/shared/declare/field';
import { schemaFindings } from '../../../tools/interface/documented';
import { interfaceSchemas } from '../../../tools/interface/documents';
import {
	byId,
	environmentNamed,
	named,
	planNamed,
	taskNamed,
	workspaceIn,
} from '../../support/demo';
import { fact } from '../../support/fact';
import { pick } from '../../support/picking';
import {
	ask,
	done,
	finance,
	good,
	orchestration,
	platform,
	refused,
	run,
	state,
	UNKNOWN,
} from './stage';

describe('queries', () => {
	const names = (records: IDataObject[]) => records.map(({ name }) => name);

	test('a query can be given as text, with a form, and as both', async () => {
		fact('B.154', 'B.164');
		expect(
			names(
				await done('environment', 'getMany', { returnAll: true, filters: { query: 'name==Dev*' } }),
			),
		).toEqual(['Development']);
		const conditions = {
			rows: [{ selector: 'description', operator: 'contains', value: 'in production' }],
		};
		expect(
			names(await done('environment', 'getMany', { returnAll: true, filters: { conditions } })),
		).toEqual(['Production']);
		expect(
			names(
				await done('environment', 'getMany', {
					returnAll: true,
					filters: { query: 'name==Dev*', conditions },
				}),
			),
		).toEqual([]);
		const inProduction = {
			rows: [
				{ selector: 'environment.name', operator: 'is', value: 'Production' },
				{ selector: 'name', operator: 'startsWith', value: 'Fin' },
			],
		};
		expect(
			await done('workspace', 'getMany', {
				returnAll: true,
				filters: { conditions: inProduction },
			}),
		).toEqual([expect.objectContaining({ id: finance().id })]);
	});

	test('the values of a query are escaped', async () => {
		const name = 'A "B"; C, (D) \\ E\'s ==';
		await ask('POST /orchestration/environments', { name, workspaceName: 'W' });
		for (const operator of ['is', 'contains', 'startsWith', 'endsWith'])
			expect(
				names(
					await done('environment', 'getMany', {
						returnAll: true,
						filters: { conditions: { rows: [{ selector: 'name', operator, value: name }] } },
					}),
				),
			).toEqual([name]);
		await refused(
			'environment',
			'getMany',
			{ filters: { conditions: { rows: [{ selector: 'name', operator: 'is', value: 'A*' }] } } },
			/^Conditions must have no asterisk in the value of row 1/,
		);
	});

	test('an invalid query is refused by the platform, and the error shows all of it', async () => {
		fact('B.154', 'B.164');
		const { error } = await run('workspace', 'getMany', { filters: { query: 'name==' } });
		expect(error).toMatchObject({ httpCode: '400', message: 'The query is not valid FIQL' });
		expect(error!.description).toMatch(/^The query was: name== — /);
		expect(
			(await run('environment', 'getMany', { filters: { query: 'colour==red' } })).error!.message,
		).toBe('The query uses the unknown field colour');
	});
});

test('a creation or update clears what it is asked to clear', async () => {
	const artifact = { id: byId(good().artifactId), version: byId('1.2.0') };
	const each: Array<[string, IDataObject, IDataObject]> = [
		['environment', { name: 'Emptied', workspaceName: 'W' }, {}],
		['workspace', { environmentId: named('Production'), name: 'Emptied' }, {}],
		[
			'task',
			{
				environmentId: named('Production'),
				workspaceId: byId(finance().id),
				artifact,
				name: 'Emptied',
				simplify: false,
			},
			{ tags: ['one'], parametersJson: '{"country":"FR"}' },
		],
	];
	for (const [resource, given, more] of each) {
		const empty = {
			clearFields: ['description', ...(resource === 'task' ? ['tags', 'parameters'] : [])],
		};
		expect(
			await done(resource, 'upsert', { ...given, additionalFields: { ...empty } }),
		).toMatchObject([{ created: true }]);
		await done(resource, 'upsert', {
			...given,
			additionalFields: { description: 'Returned goods of all shops', ...more },
		});
		expect(await done(resource, 'upsert', { ...given, additionalFields: {} })).toMatchObject([
			{ description: 'Returned goods of all shops' },
		]);
		expect(await done(resource, 'upsert', { ...given, additionalFields: empty })).toMatchObject([
			{
				description: '',
				...(resource === 'task' ? { tags: [], parameters: {} } : {}),
				created: false,
			},
		]);
	}
});

describe('records by name', () => {
	test('two equal names are an error that lists both IDs, and the list shows their workspaces', async () => {
		const { id } = good();
		const shared = workspaceIn(state(), 'Production', 'Shared');
		orchestration().tasks.set('twin', { ...good(), id: 'twin', workspaceId: shared.id });
		const { error } = await run('task', 'get', { taskId: named(DEMO.goodTask) });
		expect(error!.message).toBe(
			`Task "${DEMO.goodTask}" matches 2 records: write Production/Finance/${DEMO.goodTask} or Production/Shared/${DEMO.goodTask}, or choose one by ID (${id}: Finance, Production; twin: Shared, Production)`,
		);
		const { results } = await pick(
			platform,
			'Orchestration',
			'searchTasks',
			{ resource: 'task', operation: 'get' },
			DEMO.goodTask,
		);
		expect(results.map(({ name }) => name)).toEqual([
			`${DEMO.goodTask} (Finance, Production)`,
			`${DEMO.goodTask} (Shared, Production)`,
		]);
		orchestration().tasks.delete('twin');
		const workspaces = await pick(
			platform,
			'Orchestration',
			'searchWorkspaces',
			{ resource: 'task', operation: 'create' },
			'Finance',
		);
		expect(workspaces.results.map(({ name }) => name)).toEqual([
			'Finance (Development)',
			'Finance (Production)',
		]);
		const both = await run('task', 'getMany', { filters: { workspaceId: named('Finance') } });
		expect(both.error!.message).toMatch(
			/^Workspace "Finance" matches 2 records: write Development\/Finance or Production\/Finance, or choose one by ID \(\S+: Development; \S+: Production\)$/,
		);
		const [one] = await done('task', 'getMany', {
			limit: 1,
			filters: { environmentId: named('Production'), workspaceId: named('Finance') },
		});
		expect(one).toBeDefined();
		const plan = { ...planNamed(state(), DEMO.plan), id: 'plan-twin' };
		orchestration().plans.set(plan.id, plan);
		expect((await run('plan', 'get', { planId: named(DEMO.plan) })).error!.message).toMatch(
			/^Plan "Nightly load" matches 2 records: choose one by ID \(\S+: Finance, Production; plan-twin: Finance, Production\)$/,
		);
		orchestration().plans.delete(plan.id);
		orchestration().environments.set('environment-twin', {
			...environmentNamed(state(), 'Production'),
			id: 'environment-twin',
		});
		expect(
			(await run('environment', 'update', { Id: named('Production'), updateFields: { name: 'X' } }))
				.error!.message,
		).toMatch(
			/^Environment "Production" matches 2 records: choose one by ID \(\S+.*; environment-twin.*\)$/,
		);
		orchestration().environments.delete('environment-twin');
	});
});

describe('the documented fields', () => {
	const fieldsOf = (resource: string, operation: string, ...inner: string[]): Fields => {
		const declared = areas.Orchestration!.find(({ value }) => value === resource)!.operations[
			operation
		]!;
		return inner.reduce((fields, name) => fields[name]!.spec.fields!, bodyFields(declared));
	};

	test.each<[string, Fields, string[]?, string[]?]>([
		['CreateConnectionRequest', fieldsOf('connection', 'create')],
		['UpdateConnectionRequest', fieldsOf('connection', 'update')],
		['ConnectionParameter', fieldsOf('connection', 'create', 'parameters')],
		['CreateWorkspaceRequest', fieldsOf('workspace', 'create')],
		['PlanRequest', fieldsOf('plan', 'create')],
		['Step', fieldsOf('plan', 'create', 'steps')],
		['StepErrorHandler', fieldsOf('plan', 'create', 'steps', 'handlerOnFailure')],
		['TaskV21CreateRequest', fieldsOf('task', 'create')],
		['ArtifactRequest', fieldsOf('task', 'create', 'artifact')],
		['AutoUpgradeInfo', fieldsOf('task', 'create', 'autoUpgradeInfo')],
		// Who paused it and when is the platform's to say.
		['TaskPauseDetails', fieldsOf('task', 'pause'), [], ['user', 'pauseDate']],
		['TaskFiltersRequest', fieldsOf('task', 'search')],
		// The port of a microservice and the lineage are in the vendor's OpenAPI files only.
		[
			'TaskRunConfig',
			fieldsOf('runConfiguration', 'setTaskRunConfig'),
			['microservicePort', 'lineage'],
		],
		['Trigger', fieldsOf('runConfiguration', 'setTaskRunConfig', 'trigger')],
		['TimeSchedule', fieldsOf('runConfiguration', 'setTaskRunConfig', 'trigger', 'atTimes')],
		['DaySchedule', fieldsOf('runConfiguration', 'setTaskRunConfig', 'trigger', 'atDays')],
		[
			'Webhook',
			fieldsOf('runConfiguration', 'setTaskRunConfig', 'trigger', 'webhook'),
			['executionTimeout', 'runAsUserType'],
		],
		['Runtime', fieldsOf('runConfiguration', 'setTaskRunConfig', 'runtime')],
		[
			'DETaskRunConfig',
			fieldsOf('runConfiguration', 'setDynamicEngineRunConfig'),
			['trigger', 'lineage'],
		],
		['ScheduledEventsRequest', fieldsOf('runConfiguration', 'searchEvents')],
		['ScheduledEventsRequestRuntime', fieldsOf('runConfiguration', 'searchEvents', 'runtime')],
	])(
		'%s has the documented fields, and requires the same ones',
		(name, fields, more = [], answeredOnly = []) => {
			fact(
				'B.19',
				'B.22',
				'B.23',
				'B.24',
				'B.33',
				'B.34',
				'B.35',
				'B.37',
				'B.41',
				'B.43',
				'B.44',
				'B.46',
				'B.48',
				'B.51',
				'B.55',
				'B.56',
				'B.59',
				'B.60',
				'B.62',
				'B.67',
				'B.68',
				'B.69',
			);
			const documented = Object.fromEntries(
				Object.entries(interfaceSchemas.B![name]!.fields!)
					.filter(([field]) => !answeredOnly.includes(field))
					.map(([field, { required }]) => [field, required === true]),
			);
			const declared = Object.fromEntries(
				Object.entries(fields)
					.filter(([field]) => !more.includes(field))
					.map(([field, each]) => [nameOnWire(field, each), each.spec.required]),
			);
			expect(declared).toEqual(documented);
		},
	);

	test('TaskUpdateRequest has the fields of the documents', () => {
		fact('B.53');
		expect(Object.keys(fieldsOf('task', 'updateArtifact'))).toEqual(
			Object.keys(interfaceSchemas.B!.TaskUpdateRequest!.fields!),
		);
	});

	test('nested records of responses have the documented fields, too', async () => {
		fact('B.18', 'B.20', 'B.22', 'B.27', 'B.29', 'B.38', 'B.39', 'B.40', 'B.67');
		const wrong: string[] = [];
		const check = (schema: string, ...values: unknown[]) =>
			wrong.push(...values.flatMap((value) => schemaFindings(`B.${schema}`, value)));
		type Inner = Record<string, IDataObject & Record<string, IDataObject>>;
		const { body: task } = (await ask(
			`GET /orchestration/executables/tasks/${taskNamed(state(), DEMO.failingTask).id}`,
		)) as { body: Inner };
		check('TaskV21', task);
		check('WorkspaceInfo', task.workspace);
		check('EnvironmentInfo', task.workspace!.environment);
		check('BaseArtifactVersion', task.artifact);
		check('TaskPauseDetails', task.taskPauseDetails);
		const { body: version } = (await ask(
			`GET /orchestration/artifacts/${String(task.artifact!.id)}/versions/1.2.0`,
		)) as { body: { parameters: unknown[] } };
		check('ArtifactParameter', ...version.parameters);
		const { body: connections } = (await ask('GET /orchestration/connections')) as {
			body: { items: Array<{ parameters: unknown[] }> };
		};
		check('ConnectionParameter', ...connections.items.flatMap(({ parameters }) => parameters));
		const { body: config } = (await ask(
			`GET /orchestration/executables/tasks/${String(task.id)}/run-config`,
		)) as { body: Inner };
		check('Trigger', config.trigger);
		check('Runtime', config.runtime);
		check('TimeSchedule', config.trigger!.atTimes);
		const { body: plan } = (await ask(
			`GET /orchestration/executables/plans/${planNamed(state(), DEMO.recoveringPlan).id}`,
		)) as { body: { chart: { flows: unknown[]; nextStep: unknown } } };
		check('PlanExecutableDetails', plan);
		check('PlanStep', plan.chart, plan.chart.nextStep);
		check('PlanTask', ...plan.chart.flows);
		expect(wrong).toEqual([]);
	});

	test('a refusal has status, message and request ID', async () => {
		fact('B.231', 'B.235');
		const { status, body } = await ask('GET /orchestration/executables/tasks/none');
		expect(status).toBe(404);
		expect(body).toEqual({
			status: 404,
			message: 'Task none was not found',
			requestId: expect.any(String) as string,
		});
		expect((await ask('GET /orchestration/environments?query=name==')).body).toMatchObject({
			status: 400,
			detail: expect.any(String) as string,
		});
		expect(
			(await ask('GET /orchestration/environments', undefined, { authorization: 'Bearer none' }))
				.body,
		).toMatchObject({ status: 401, message: expect.any(String) as string });
	});

	test('refusals of executions and of metrics have shapes of their own', async () => {
		fact('B.232', 'B.234');
		const started = await ask('POST /processing/executions', { executable: 'none' });
		expect(started).toMatchObject({
			status: 404,
			body: {
				status: 404,
				message: 'Task none was not found',
				requestId: expect.any(String) as string,
			},
		});
		const at = '/monitoring/observability/executions';
		const requestId = expect.any(String) as string;
		expect((await ask(`GET ${at}/8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11/component`)).body).toEqual({
			status: 404,
			message: 'The task execution was not found',
			requestId,
		});
		expect((await ask(`GET ${at}/17/component`)).body).toEqual({
			status: 400,
			message: expect.any(String) as string,
			requestId,
		});
		expect(
			(await ask(`GET ${at}/17/component`, undefined, { authorization: 'Bearer none' })).body,
		).toEqual({ status: 401, message: expect.any(String) as string });
	});

	test('a page has 1 to 100 records, 100 by default', async () => {
		fact('B.11', 'B.12', 'B.26', 'B.151', 'B.237');
		const { connections } = orchestration();
		const [one] = connections.values();
		for (let index = 0; index < 120; index++)
			connections.set(`more-${index}`, { ...one!, id: `more-${index}`, name: `More ${index}` });
		const page = async (query: string) =>
			(await ask(`GET /orchestration/connections?name=more${query}`)).body as {
				items: unknown[];
				limit: number;
				offset: number;
				total: number;
			};
		expect(await page('')).toMatchObject({ limit: 100, offset: 0, total: 120 });
		expect((await page('&offset=100')).items).toHaveLength(20);
		expect((await page('&limit=1')).items).toHaveLength(1);
		expect((await ask('GET /orchestration/connections?limit=0')).status).toBe(400);
		expect((await ask('GET /orchestration/connections?limit=101')).status).toBe(400);
		expect((await ask('GET /orchestration/connections?offset=-1')).status).toBe(400);
		expect(
			await done('connection', 'getMany', { returnAll: true, filters: { name: 'more' } }),
		).toHaveLength(120);
		for (let index = 0; index < 120; index++) connections.delete(`more-${index}`);
		for (const unknown of UNKNOWN) expect((await ask(unknown.environments)).status).toBe(400);
	});
});
