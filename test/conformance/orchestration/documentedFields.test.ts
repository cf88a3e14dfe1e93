/** The fields, refusals and pages of Orchestration, as the interface documents describe them. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { areas } from '../../../nodes/areas';
import { bodyFields } from '../../../nodes/shared/declare/derived/operationParts';
import type { Fields } from '../../../nodes/shared/declare/fields';
import { nameOnWire } from '../../../nodes/shared/declare/fields';
import { interfaceSchemas } from '../../../platform/descriptions/interfaceDocuments';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { planNamed, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { ask, orchestration, state, succeed, UNKNOWN } from './stage';

describe('the documented fields', () => {
	const fieldsOf = (resource: string, operation: string, ...inner: string[]): Fields => {
		const declared = areas.Orchestration!.find(({ value }) => value === resource)!.operations[
			operation
		]!;
		return inner.reduce((fields, name) => fields[name]!.spec.fields!, bodyFields(declared));
	};

	test.each<{ name: string; fields: Fields; more?: string[]; answeredOnly?: string[] }>([
		{ name: 'CreateConnectionRequest', fields: fieldsOf('connection', 'create') },
		{ name: 'UpdateConnectionRequest', fields: fieldsOf('connection', 'update') },
		{ name: 'ConnectionParameter', fields: fieldsOf('connection', 'create', 'parameters') },
		{ name: 'CreateWorkspaceRequest', fields: fieldsOf('workspace', 'create') },
		{ name: 'PlanRequest', fields: fieldsOf('plan', 'create') },
		{ name: 'Step', fields: fieldsOf('plan', 'create', 'steps') },
		{ name: 'StepErrorHandler', fields: fieldsOf('plan', 'create', 'steps', 'handlerOnFailure') },
		{ name: 'TaskV21CreateRequest', fields: fieldsOf('task', 'create') },
		{ name: 'ArtifactRequest', fields: fieldsOf('task', 'create', 'artifact') },
		{ name: 'AutoUpgradeInfo', fields: fieldsOf('task', 'create', 'autoUpgradeInfo') },
		// Who paused it and when is the platform's to say.
		{
			name: 'TaskPauseDetails',
			fields: fieldsOf('task', 'pause'),
			more: [],
			answeredOnly: ['user', 'pauseDate'],
		},
		{ name: 'TaskFiltersRequest', fields: fieldsOf('task', 'search') },
		// The port of a microservice and the lineage are in the vendor's OpenAPI files only.
		{
			name: 'TaskRunConfig',
			fields: fieldsOf('runConfiguration', 'setTaskRunConfig'),
			more: ['microservicePort', 'lineage'],
		},
		{ name: 'Trigger', fields: fieldsOf('runConfiguration', 'setTaskRunConfig', 'trigger') },
		{
			name: 'TimeSchedule',
			fields: fieldsOf('runConfiguration', 'setTaskRunConfig', 'trigger', 'atTimes'),
		},
		{
			name: 'DaySchedule',
			fields: fieldsOf('runConfiguration', 'setTaskRunConfig', 'trigger', 'atDays'),
		},
		{
			name: 'Webhook',
			fields: fieldsOf('runConfiguration', 'setTaskRunConfig', 'trigger', 'webhook'),
			more: ['executionTimeout', 'runAsUserType'],
		},
		{ name: 'Runtime', fields: fieldsOf('runConfiguration', 'setTaskRunConfig', 'runtime') },
		{
			name: 'DETaskRunConfig',
			fields: fieldsOf('runConfiguration', 'setDynamicEngineRunConfig'),
			more: ['trigger', 'lineage'],
		},
		{ name: 'ScheduledEventsRequest', fields: fieldsOf('runConfiguration', 'searchEvents') },
		{
			name: 'ScheduledEventsRequestRuntime',
			fields: fieldsOf('runConfiguration', 'searchEvents', 'runtime'),
		},
	])(
		'$name has the documented fields, of which it requires the same ones',
		({ name, fields, more = [], answeredOnly = [] }) => {
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

	test('TaskUpdateRequest has the documented fields', () => {
		fact('B.53');
		expect(Object.keys(fieldsOf('task', 'updateArtifact'))).toEqual(
			Object.keys(interfaceSchemas.B!.TaskUpdateRequest!.fields!),
		);
	});

	describe('records inside of responses', () => {
		type Inner = Record<string, IDataObject & Record<string, IDataObject>>;
		const taskPath = () =>
			`/orchestration/executables/tasks/${taskNamed(state(), DEMO.failingTask).id}` as const;
		const taskRead = async () => (await ask(`GET ${taskPath()}`)).body as Inner;
		const findingsOf = (schema: string, ...values: unknown[]) =>
			values.flatMap((value) => schemaFindings(`B.${schema}`, value));

		test('a task has the documented fields, down to its environment', async () => {
			fact('B.27', 'B.29', 'B.40');
			const task = await taskRead();
			expect(findingsOf('TaskV21', task)).toEqual([]);
			expect(findingsOf('WorkspaceInfo', task.workspace)).toEqual([]);
			expect(findingsOf('EnvironmentInfo', task.workspace!.environment)).toEqual([]);
		});

		test('the artifact of a task has the documented fields', async () => {
			fact('B.20');
			expect(findingsOf('BaseArtifactVersion', (await taskRead()).artifact)).toEqual([]);
		});

		test('the pause of a task has the documented fields', async () => {
			fact('B.40', 'B.67');
			const { taskPauseDetails } = await taskRead();
			expect(findingsOf('TaskPauseDetails', taskPauseDetails)).toEqual([]);
		});

		test('the parameters of artifacts and connections have the documented fields', async () => {
			fact('B.18', 'B.22');
			const { artifact } = await taskRead();
			const { body: version } = (await ask(
				`GET /orchestration/artifacts/${String(artifact!.id)}/versions/1.2.0`,
			)) as { body: { parameters: unknown[] } };
			expect(findingsOf('ArtifactParameter', ...version.parameters)).toEqual([]);
			const { body: connections } = (await ask('GET /orchestration/connections')) as {
				body: { items: Array<{ parameters: unknown[] }> };
			};
			const parameters = connections.items.flatMap((connection) => connection.parameters);
			expect(findingsOf('ConnectionParameter', ...parameters)).toEqual([]);
		});

		test('a run configuration has the documented fields, down to its times', async () => {
			const { body } = (await ask(`GET ${taskPath()}/run-config`)) as { body: Inner };
			expect(findingsOf('Trigger', body.trigger)).toEqual([]);
			expect(findingsOf('Runtime', body.runtime)).toEqual([]);
			expect(findingsOf('TimeSchedule', body.trigger!.atTimes)).toEqual([]);
		});

		test('a plan has the documented fields, down to the tasks of its steps', async () => {
			fact('B.38', 'B.39', 'B.40');
			const { body: plan } = (await ask(
				`GET /orchestration/executables/plans/${planNamed(state(), DEMO.recoveringPlan).id}`,
			)) as { body: { chart: { flows: unknown[]; nextStep: unknown } } };
			expect(findingsOf('PlanExecutableDetails', plan)).toEqual([]);
			expect(findingsOf('PlanStep', plan.chart, plan.chart.nextStep)).toEqual([]);
			expect(findingsOf('PlanTask', ...plan.chart.flows)).toEqual([]);
		});
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

	test('refusals of executions and of metrics have formats of their own', async () => {
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

	describe('pages', () => {
		interface Page {
			items: unknown[];
			limit: number;
			offset: number;
			total: number;
		}
		const page = async (query: string) =>
			(await ask(`GET /orchestration/connections?name=more${query}`)).body as Page;
		beforeEach(() => {
			const { connections } = orchestration();
			const [one] = connections.values();
			for (let index = 0; index < 120; index++)
				connections.set(`more-${index}`, { ...one!, id: `more-${index}`, name: `More ${index}` });
		});
		afterEach(() => {
			for (let index = 0; index < 120; index++) orchestration().connections.delete(`more-${index}`);
		});

		test('a page has 100 records by default', async () => {
			fact('B.11', 'B.151', 'B.237');
			const first = await page('');
			expect(first).toMatchObject({ limit: 100, offset: 0, total: 120 });
			expect(first.items).toHaveLength(100);
		});

		test('a page begins at the offset', async () => {
			fact('B.11', 'B.26', 'B.237');
			expect((await page('&offset=100')).items).toHaveLength(20);
		});

		test('a page has as many records as the limit allows', async () => {
			fact('B.11', 'B.26', 'B.237');
			expect((await page('&limit=1')).items).toHaveLength(1);
		});

		test.each(['limit=0', 'limit=101', 'offset=-1'])('a page of %s is refused', async (query) => {
			fact('B.11', 'B.237');
			expect((await ask(`GET /orchestration/connections?${query}`)).status).toBe(400);
		});

		test('Return All reads all pages', async () => {
			fact('B.12', 'B.26');
			const all = await succeed('connection', 'getMany', {
				returnAll: true,
				filters: { name: 'more' },
			});
			expect(all).toHaveLength(120);
		});

		test('a list without pages refuses the parameters of pages', async () => {
			for (const { environments } of UNKNOWN) expect((await ask(environments)).status).toBe(400);
		});
	});
});
