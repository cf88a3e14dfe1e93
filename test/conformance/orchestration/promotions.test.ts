/** Promotions: who may execute them, and what their analysis says. */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO, DEMO_ACCOUNT } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { ask } from '../../support/ask';
import { byId, byName, taskNamed, userNamed, workspaceIn } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { pick } from '../../support/picking';
import {
	ANALYSE,
	answerNextStart,
	BACK,
	bodies,
	design,
	execution,
	idOf,
	NO_CLUSTER,
	platform,
	START,
	state,
	THERE,
} from './promotionsStage';

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
			'"Target Environment" must be a different environment from the source',
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
			answerNextStart({ executionId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11' });
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

judgeRequests(platform, 'Orchestration', ['promotion']);
