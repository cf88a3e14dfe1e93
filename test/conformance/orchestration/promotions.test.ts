/** Promotions: their design, the dry run, the execution and the wait for it. */
import type { IDataObject } from 'n8n-workflow';

import {
	orchestrationOf,
	promotions,
} from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO, DEMO_ACCOUNT } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { areaOf } from '../../support/area';
import { ask } from '../../support/ask';
import { judgeRequests } from '../../support/conformance';
import {
	byId,
	byName,
	environmentNamed,
	taskNamed,
	userNamed,
	workspaceIn,
} from '../../support/demo';
import { pick } from '../../support/picking';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });
beforeEach(() => platform.emulator.resetAccount());

const state = () => platform.emulator.state;
const design = areaOf('Orchestration', () => platform);
const execution = areaOf('Processing', () => platform);
const THERE = 'Development to Production';
const BACK = 'Production to Development';
const START = 'POST /processing/executions/promotions';
const NO_CLUSTER = 'The cluster of the task has no counterpart in the target environment';
const ANALYSE = 'POST /orchestration/executables/promotions/{promotionId}';
const bodies = (operation: string) =>
	design.requests(operation).map(({ body }) => JSON.parse(body) as IDataObject);
const idOf = (name: string) =>
	promotions
		.all(state())
		.find(
			({ sourceEnvironmentId }) =>
				sourceEnvironmentId === environmentNamed(state(), name.split(' ')[0]!).id,
		)!.id;
const fault = (body: IDataObject | undefined, status = 201, headers?: Record<string, string>) =>
	platform.emulator.faults.add({ operation: START, status, body: body ?? '', headers });

describe('a promotion', () => {
	describe('a promotion from a new environment to Production', () => {
		let environments = 0;

		/** A promotion from a new environment to Production, and what it was created with. */
		const created = async () => {
			const source = `Test ${++environments}`;
			const { id } = (
				await ask(platform, 'POST /orchestration/environments', {
					name: source,
					workspaceName: 'W',
				})
			).body as { id: string };
			const pair = { sourceEnvironmentId: byId(id), targetEnvironmentId: byName('Production') };
			const [made] = await design.succeed('promotion', 'create', {
				...pair,
				additionalFields: { description: 'Trials' },
			});
			return { source, pair, made: made!, promotionId: byId(made!.executable) };
		};

		test('a new promotion is named after its environments', async () => {
			const { source, made } = await created();
			expect(made).toMatchObject({
				name: `${source} to Production`,
				description: 'Trials',
				targetEnvironment: { name: 'Production' },
			});
		});

		test('a second promotion from the same source to the same target is refused', async () => {
			const { pair } = await created();
			const { error } = await design.run('promotion', 'create', pair);
			expect(error).toMatchObject({ httpCode: '409' });
			expect(error!.description).toMatch(
				/^There is already a promotion from this environment to that one/,
			);
		});

		test('an update changes the description of a promotion', async () => {
			const { made, promotionId } = await created();
			await design.succeed('promotion', 'update', { promotionId, description: 'Releases' });
			expect((await design.succeed('promotion', 'get', { promotionId }))[0]).toMatchObject({
				executable: made.executable,
				description: 'Releases',
			});
		});

		test('an environment can be deleted once no promotion names it', async () => {
			const { made, pair, promotionId } = await created();
			const deletion = { Id: pair.sourceEnvironmentId, confirmDeletion: true };
			const { error } = await design.run('environment', 'delete', deletion);
			expect(error!.description).toContain(`In use by: promotion ${String(made.executable)}`);
			expect(await design.succeed('promotion', 'delete', { promotionId })).toEqual([
				{ deleted: true, promotionId: made.executable },
			]);
			await design.succeed('environment', 'delete', deletion);
		});
	});

	test('a promotion from an environment to itself is refused', async () => {
		await design.expectRefused(
			'promotion',
			'create',
			{ sourceEnvironmentId: byId('e'), targetEnvironmentId: byId('e') },
			'Target Environment must be a different environment from the source',
		);
	});

	test('a promotion is found by a query, which this list calls _s', async () => {
		platform.clearLog();
		expect(
			(await design.succeed('promotion', 'getMany', { filters: { query: 'name==Dev*' } })).map(
				({ name }) => name,
			),
		).toEqual([THERE]);
		const conditions = { rows: [{ selector: 'name', operator: 'startsWith', value: 'Prod' }] };
		expect(
			(await design.succeed('promotion', 'getMany', { filters: { conditions } })).map(
				({ name }) => name,
			),
		).toEqual([BACK]);
		expect(
			design.requests('GET /orchestration/executables/promotions').map(({ query }) => query),
		).toEqual([[['_s', 'name==Dev*']], [['_s', 'name==Prod*']]]);
		const { results } = await pick(platform, 'Processing', 'searchPromotions', {
			resource: 'promotionExecution',
			operation: 'start',
		});
		expect(results).toEqual([
			{ name: THERE, value: idOf(THERE), description: 'From Development to Production' },
			{ name: BACK, value: idOf(BACK), description: 'From Production to Development' },
		]);
	});

	describe('who may execute a promotion', () => {
		const which = { promotionId: byName(THERE) };
		const user = () => userNamed(state(), 'ana.demo');
		const change = async (name: string) =>
			await design.succeed('promotion', name, { ...which, userId: byId(user()) });

		test('adding somebody again changes nothing', async () => {
			const output = { success: true, promotionId: idOf(THERE), userId: user() };
			expect(await change('addUser')).toEqual([{ ...output, added: true }]);
			expect(await change('addUser')).toEqual([{ ...output, added: false }]);
		});

		test('the promotion lists those who may execute it', async () => {
			await change('addUser');
			expect(await design.succeed('promotion', 'getUsers', which)).toEqual([
				{ executable: idOf(THERE), userIds: [user()], serviceAccountIds: [DEMO_ACCOUNT.id] },
			]);
		});

		test('somebody who is removed is no longer listed', async () => {
			await change('addUser');
			expect(await change('removeUser')).toEqual([
				{ deleted: true, promotionId: idOf(THERE), userId: user() },
			]);
			expect(await design.succeed('promotion', 'getUsers', which)).toEqual([
				{ executable: idOf(THERE), userIds: [], serviceAccountIds: [DEMO_ACCOUNT.id] },
			]);
		});

		test('a service account that is removed can start the promotion only once it is added again', async () => {
			const account = { ...which, serviceAccountId: byId(DEMO_ACCOUNT.id) };
			const start = async () =>
				(await execution.run('promotionExecution', 'start', { executable: byName(THERE) })).error;
			await design.succeed('promotion', 'removeServiceAccount', account);
			expect(await start()).toMatchObject({ httpCode: '403' });
			await design.succeed('promotion', 'addServiceAccount', account);
			expect(await start()).toBeUndefined();
		});
	});
});

describe('an analysis', () => {
	test('an analysis has an item for each object', async () => {
		const items = await design.succeed('promotion', 'analyze', { promotionId: byName(THERE) });
		const finance = workspaceIn(state(), 'Development', 'Finance');
		expect(items).toContainEqual(
			expect.objectContaining({
				type: 'WORKSPACE',
				id: finance.id,
				verdict: 'REUSED',
				fails: false,
			}),
		);
		expect(items).toContainEqual(
			expect.objectContaining({
				type: 'FLOW',
				name: 'Load suppliers',
				workspace: 'Finance',
				verdict: 'CREATED',
				fails: false,
			}),
		);
		expect(items).toContainEqual(
			expect.objectContaining({
				type: 'CONNECTION',
				name: 'Warehouse',
				verdict: 'REUSED',
				messages: [expect.objectContaining({ level: 'INFO' })],
			}),
		);
	});

	test('an analysis changes nothing', async () => {
		const before = structuredClone([...orchestrationOf(state()).tasks]);
		await design.succeed('promotion', 'analyze', { promotionId: byName(THERE) });
		expect([...orchestrationOf(state()).tasks]).toEqual(before);
	});

	test('an analysis says what would fail', async () => {
		const items = await design.succeed('promotion', 'analyze', { promotionId: byName(BACK) });
		const failing = {
			type: 'FLOW',
			verdict: 'FAILED',
			messages: [{ level: 'ERROR', info: NO_CLUSTER }],
		};
		expect(items.filter(({ fails }) => fails)).toEqual(
			[DEMO_SERVICES.route, DEMO.serviceTask].map(
				(name) => expect.objectContaining({ ...failing, name }) as unknown,
			),
		);
	});

	test.each<{ title: string; form: IDataObject; scope: () => IDataObject | undefined }>([
		{ title: 'the whole environment', form: {}, scope: () => undefined },
		{
			title: 'a workspace',
			form: { scope: 'WORKSPACE', workspaceId: 'workspace' },
			scope: () => ({ type: 'WORKSPACE', id: workspaceIn(state(), 'Development', 'Finance').id }),
		},
		{
			title: 'a task',
			form: { scope: 'FLOW', taskId: 'task' },
			scope: () => ({ type: 'FLOW', id: taskNamed(state(), 'Load suppliers').id }),
		},
		{
			title: 'an artifact',
			form: { scope: 'ACTION', artifactId: 'artifact' },
			scope: () => ({ type: 'ACTION', id: taskNamed(state(), 'Load suppliers').artifactId }),
		},
	])(
		'an analysis and a start of $title send the scope in the fields of their request',
		async ({ form, scope }) => {
			const wanted = scope();
			const parameters = Object.fromEntries(
				Object.entries(form).map(([name, value]) => [
					name,
					name === 'scope' ? value : byId(wanted!.id),
				]),
			);
			platform.clearLog();
			await design.succeed('promotion', 'analyze', {
				promotionId: byId(idOf(THERE)),
				...parameters,
			});
			expect(bodies(ANALYSE)).toEqual([wanted ? { promotionAdvancedInfo: wanted } : {}]);
			fault({ executionId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11' });
			expect(
				await execution.succeed('promotionExecution', 'start', {
					executable: byId(idOf(THERE)),
					...parameters,
				}),
			).toEqual([{ started: true, executionId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11' }]);
			expect(bodies(START)).toEqual([
				{
					executable: idOf(THERE),
					...(wanted ? { advanced: { artifactType: wanted.type, artifactId: wanted.id } } : {}),
				},
			]);
		},
	);

	test('an analysis without a response body is not a valid analysis', async () => {
		platform.clearLog();
		for (const body of ['', {}]) {
			platform.emulator.faults.add({ operation: ANALYSE, status: 200, body });
			expect(
				(await design.run('promotion', 'analyze', { promotionId: byId(idOf(THERE)) })).error!
					.message,
			).toMatch(/^Talend Cloud returned (nothing|an empty object) instead of a record/);
			platform.emulator.faults.add({ operation: ANALYSE, status: 200, body });
			expect(
				(
					await execution.run('promotionExecution', 'promoteAndWait', {
						executable: byId(idOf(THERE)),
					})
				).error!.message,
			).toMatch(/instead of a record/);
		}
		expect(design.requests(START)).toEqual([]);
	});

	test('an analysis finds objects at every level once, beginning with the promotion as a whole', async () => {
		const used = { id: 'c', name: 'Shared', analyzeReport: { status: 'REUSED' } };
		const body = {
			executionId: 'e',
			status: 'ANALIZED',
			defective: true,
			statusMessage: 'The target is locked',
			promotionId: 'p',
			workspaces: [
				{
					id: 'w1',
					name: 'One',
					connections: [used],
					flows: {
						id: 'f',
						name: 'F',
						type: 'FLOW',
						analyzeReport: { status: 'CREATED', messages: [{ level: 'WARN', info: 'Look' }] },
					},
				},
				{ id: 'w2', name: 'Two', connections: [used] },
			],
			engines: [
				{
					id: 'g',
					name: 'Engine',
					runProfiles: [{ id: 'r', name: 'Heap', analyzeReport: { status: 'REPLACED' } }],
				},
			],
			clusters: null,
		};
		platform.emulator.faults.add({ operation: ANALYSE, status: 200, body });
		const items = await design.succeed('promotion', 'analyze', { promotionId: byId('p') });
		expect(items.map(({ type, name, verdict, fails }) => [type, name, verdict, fails])).toEqual([
			['PROMOTION', undefined, 'FAILED', true],
			['WORKSPACE', 'One', undefined, false],
			['FLOW', 'F', 'CREATED', false],
			['CONNECTION', 'Shared', 'REUSED', false],
			['WORKSPACE', 'Two', undefined, false],
			['ENGINE', 'Engine', undefined, false],
			['RUN_PROFILE', 'Heap', 'REPLACED', false],
		]);
		expect(items[0]!.messages).toEqual([{ level: 'ERROR', info: 'The target is locked' }]);
	});
});

test('an analysis distinguishes objects without IDs by their workspace', async () => {
	const connection = { name: 'Shared', analyzeReport: { status: 'CREATED' } };
	const body = {
		executionId: 'e',
		status: 'ANALIZED',
		workspaces: [
			{ id: 'w1', name: 'One', connections: [connection] },
			{ id: 'w2', name: 'Two', connections: [connection] },
		],
	};
	platform.emulator.faults.add({ operation: ANALYSE, status: 200, body });
	const items = await design.succeed('promotion', 'analyze', { promotionId: byId('p') });
	expect(items.map(({ summary }) => summary)).toEqual([
		'Workspace One',
		'Connection Shared (One) would be created',
		'Workspace Two',
		'Connection Shared (Two) would be created',
	]);
});

test('an object of an unknown type and verdict has a summary without words for them', async () => {
	const body = {
		executionId: 'e',
		status: 'ANALIZED',
		workspaces: [
			// Names that every object has: they must not be found in a table of words.
			{ id: 'w', name: 'One', type: 'toString', analyzeReport: { status: 'constructor' } },
		],
	};
	platform.emulator.faults.add({ operation: ANALYSE, status: 200, body });
	const items = await design.succeed('promotion', 'analyze', { promotionId: byId('p') });
	expect(items.map(({ summary }) => summary)).toEqual(['toString One']);
});

describe('promote and wait', () => {
	const promoteAndWait = (parameters: IDataObject) =>
		execution.run('promotionExecution', 'promoteAndWait', parameters);

	describe('Promote and Wait', () => {
		const promoted = async () => {
			platform.clearLog();
			const { error, items } = await promoteAndWait({
				executable: byName(THERE),
				options: { context: 'Release 12', keepTargetResources: true },
			});
			expect(error).toBeUndefined();
			return items
				.map(({ json }) => json)
				.find(({ name, type }) => name === 'Load suppliers' && type === 'FLOW')!;
		};

		test('the promotion is analyzed before it is started', async () => {
			await promoted();
			expect(bodies(ANALYSE)).toEqual([{ context: 'Release 12', keepTargetResources: true }]);
			expect(bodies(START)).toEqual([
				{ executable: idOf(THERE), context: 'Release 12', keepTargetResources: true },
			]);
			expect(
				design.requests('GET /processing/executions/promotions/{executionId}').length,
			).toBeGreaterThan(1);
		});

		test('the result names the promoted task of the target', async () => {
			const result = await promoted();
			expect(result).toMatchObject({
				outcome: 'promoted',
				verdict: 'CREATED',
				targetId: expect.any(String) as string,
				executionId: expect.any(String) as string,
			});
			expect(orchestrationOf(state()).tasks.get(String(result.targetId))).toMatchObject({
				name: 'Load suppliers',
				workspaceId: workspaceIn(state(), 'Production', 'Finance').id,
			});
		});

		test('the promotion can be read later, with a summary', async () => {
			const result = await promoted();
			const [simple] = await execution.succeed('promotionExecution', 'get', {
				executionId: result.executionId,
			});
			expect([simple!.status, 'context' in simple!]).toEqual(['PROMOTED', false]);
			expect(simple!.summary).toMatch(/^Promotion \w.* succeeded at \d\d:\d\d$/);
			expect(
				(
					await execution.succeed('promotionExecution', 'get', {
						executionId: result.executionId,
						simplify: false,
					})
				)[0],
			).toMatchObject({ status: 'PROMOTED', context: 'Release 12' });
		});
	});

	test('Promote and Wait stops with a list of what would fail', async () => {
		platform.clearLog();
		const { error } = await promoteAndWait({ executable: byName(BACK) });
		expect(error!.message).toBe('Nothing was promoted: 2 objects would fail');
		expect(error!.description).toBe(
			`Task ${DEMO_SERVICES.route} in Shared: ${NO_CLUSTER}. Task ${DEMO.serviceTask} in Finance: ${NO_CLUSTER}. Correct these, then promote again.`,
		);
		expect(design.requests(START)).toEqual([]);
		const anyway = await promoteAndWait({ executable: byName(BACK), analyzeFirst: false });
		expect(anyway.error).toMatchObject({ httpCode: '501' });
		expect(anyway.error!.description).toMatch(
			/^Talend Cloud refused to promote because it found something that would not work\. Analyze/,
		);
	});

	test('Promote and Wait does not wait if the promotion is complete at once', async () => {
		platform.clearLog();
		const { items } = await promoteAndWait({
			executable: byName(THERE),
			scope: 'FLOW',
			taskId: byId(
				[...orchestrationOf(state()).tasks.values()].find(
					({ name, workspaceId }) =>
						name === 'Load suppliers' &&
						workspaceId === workspaceIn(state(), 'Development', 'Finance').id,
				)!.id,
			),
		});
		expect(items.map(({ json }) => [json.type, json.verdict])).toEqual(
			expect.arrayContaining([
				['FLOW', 'CREATED'],
				['ACTION', 'CREATED'],
				['CONNECTION', 'REUSED'],
			]),
		);
		expect(design.requests('GET /processing/executions/promotions/{executionId}')).toEqual([]);
	});

	test('Promote and Wait fails if the started promotion has no ID to follow it by', async () => {
		fault(undefined, 202);
		const { error } = await promoteAndWait({
			executable: byId(idOf(THERE)),
			analyzeFirst: false,
		});
		expect(error!.message).toBe(
			'The promotion was started, but Talend Cloud returned no ID to follow it by',
		);
		expect(error!.description).toMatch(
			/^The node cannot tell how it ends\. Before you start it again, look for it/,
		);
	});

	test('a started promotion without an ID is an output item with a hint', async () => {
		fault(undefined, 202);
		const { items, hints } = await execution.run('promotionExecution', 'start', {
			executable: byId(idOf(THERE)),
		});
		expect(items.map(({ json }) => json)).toEqual([{ started: true, executionId: null }]);
		expect(hints).toEqual([
			expect.stringMatching(/^The promotion was started, but Talend Cloud returned no ID/),
		]);
	});

	test('the ID of a started promotion is found in the location of the response', async () => {
		fault(undefined, 202, {
			location: 'https://api.example.com/processing/executions/promotions/e-1',
		});
		expect(
			await execution.succeed('promotionExecution', 'start', { executable: byId(idOf(THERE)) }),
		).toEqual([{ started: true, executionId: 'e-1' }]);
	});

	test('Promote and Wait says which objects failed, or outputs them if so chosen', async () => {
		const executionReport = {
			executionId: 'e',
			status: 'PROMOTION_FAILED',
			statusMessage: 'Stopped',
			workspaces: [
				{
					id: 'w',
					name: 'Finance',
					flows: [
						{
							id: 'f',
							name: 'Load',
							type: 'FLOW',
							promotionReport: {
								status: 'FAILED',
								messages: [{ level: 'ERROR', info: 'No engine' }],
							},
						},
					],
				},
			],
		};
		const plain = { executable: byId(idOf(THERE)), analyzeFirst: false };
		fault({ executionId: 'e', executionReport });
		const { error } = await promoteAndWait(plain);
		expect(error!.message).toBe('The promotion failed: Stopped');
		expect(error!.description).toMatch(
			/^Execution e\. Task Load in Finance: No engine\. Objects that were promoted before stay promoted: this cannot be undone/,
		);
		fault({ executionId: 'e', executionReport });
		const { items } = await promoteAndWait({ ...plain, failOnFailure: false });
		expect(items.map(({ json }) => [json.outcome, json.type, json.fails])).toEqual([
			['failed', 'WORKSPACE', false],
			['failed', 'FLOW', true],
		]);
	});

	test('the result omits the reason of an object if it is not a text', async () => {
		const promotionReport = {
			status: 'FAILED',
			messages: [{ level: 'ERROR', info: { code: 3 } }, { level: 'ERROR' }],
		};
		fault({
			executionId: 'e',
			executionReport: {
				executionId: 'e',
				status: 'PROMOTION_FAILED',
				workspaces: [{ id: 'w', name: 'Finance', flows: [{ name: 'Load', promotionReport }] }],
			},
		});
		const { error } = await promoteAndWait({
			executable: byId(idOf(THERE)),
			analyzeFirst: false,
		});
		expect(error!.description).toMatch(
			/^Execution e\. Task Load in Finance: no reason given\. Objects that were/,
		);
	});

	test('a promotion is not started twice if there is no response', async () => {
		platform.clearLog();
		platform.emulator.faults.add({ operation: START, status: 504 });
		const { error } = await promoteAndWait({ executable: byId(idOf(THERE)), analyzeFirst: false });
		expect(error!.description).toMatch(/The request may have succeeded/);
		expect(design.requests(START).length).toBe(1);
	});
});

judgeRequests(platform, 'Orchestration', ['promotion']);
judgeRequests(platform, 'Processing', ['promotionExecution']);
