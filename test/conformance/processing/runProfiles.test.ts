/** Run profiles and the runtime of cloud engines, asked as any client could. */
import type { IDataObject } from 'n8n-workflow';

import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { ALL_PERMISSIONS, DEMO_ACCOUNT } from '../../../emulator/seed';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { fact } from '../../support/fact';
import { SECOND } from '../../support/time';
import { advance, ask, requests, run, state, succeed, UTC } from './interfaceStage';

describe('a run profile', () => {
	const given = {
		name: 'Small heap',
		processorType: 'RE',
		type: 'JOB_SERVER',
		jvmArguments: ['-Xmx64M'],
	};
	const create = async (more: object = {}) =>
		await ask('POST /processing/run-profiles', { ...given, ...more });

	test('a run profile of a remote engine names its engine', async () => {
		fact('B.97', 'B.98', 'B.99');
		const { body: profile } = await create({ runtimeId: 'engine-1' });
		expect(schemaFindings('B.DIRunProfile', profile)).toEqual([]);
		expect(profile).toMatchObject({
			processorId: 'engine-1',
			runtimeId: 'engine-1',
			createDate: expect.stringMatching(UTC),
		});
	});

	test('a run profile of a dynamic engine names its scope instead of a workspace', async () => {
		fact('B.96', 'B.97', 'B.98');
		const { body: profile } = await create({
			processorType: 'DYNAMIC_ENGINE',
			scopeId: 'environment-1',
		});
		expect(schemaFindings('B.DIRunProfile', profile)).toEqual([]);
		expect(profile).toMatchObject({ scopeId: 'environment-1', processorType: 'DYNAMIC_ENGINE' });
		expect(profile).not.toHaveProperty('workspaceId');
	});

	test('the creation date of a run profile has another name in the list', async () => {
		fact('B.96', 'B.99', 'B.100');
		const { body: profile } = await create({ runtimeId: 'engine-1' });
		expect(profile).not.toHaveProperty('creationDate');
		const page = (await ask('POST /processing/run-profiles/search', { offset: 0 })).body;
		expect(schemaFindings('B.PageBaseRunProfile', page)).toEqual([]);
		for (const item of page.items) {
			expect(schemaFindings('B.BaseRunProfile', item)).toEqual([]);
			expect(item).not.toHaveProperty('createDate');
		}
	});

	test.each([
		{
			what: 'for a dynamic engine without a scope',
			body: { processorType: 'DYNAMIC_ENGINE', runtimeId: 'x' },
		},
		{ what: 'for another engine without a runtime', body: { scopeId: 'x' } },
		...Object.keys(given).map((name) => ({
			what: `without ${name}`,
			body: { runtimeId: 'x', [name]: undefined },
		})),
		{ what: 'with an unknown field', body: { runtimeId: 'x', surprise: 1 } },
		{
			what: 'with arguments that are not a list',
			body: { runtimeId: 'x', jvmArguments: '-Xmx64M' },
		},
	])('the platform refuses a run profile $what', async ({ body }) => {
		fact('B.101', 'B.102', 'B.198');
		expect(await create(body)).toMatchObject({ status: 400 });
	});

	describe('a change of a run profile', () => {
		let id: string;
		beforeEach(async () => {
			id = String((await create({ runtimeId: 'engine-1', description: 'Before' })).body.id);
		});
		const change = async (body: object) => await ask(`PUT /processing/run-profiles/${id}`, body);

		test('the change keeps the fields that are left out', async () => {
			fact('B.103', 'B.198');
			advance(SECOND);
			expect(await change({ name: 'Changed', scopeId: 'scope-1' })).toMatchObject({ status: 200 });
			expect((await ask(`GET /processing/run-profiles/${id}`)).body).toMatchObject({
				...given,
				name: 'Changed',
				scopeId: 'scope-1',
				description: 'Before',
				updateDate: expect.stringMatching(/^2026-03-31T08:00:0\d\.000Z$/) as string,
			});
		});

		test.each([
			{ processorType: 'REC' },
			{ type: 'MICROSERVICE' },
			{ runtimeId: 'x' },
			{ name: 7 },
			{ jvmArguments: 'x' },
		])('the platform refuses the change %o', async (body) => {
			fact('B.103', 'B.198');
			expect((await change(body)).status).toBe(400);
		});
	});

	test.each<{ filter: string; filters: IDataObject; names: string[] }>([
		{ filter: 'no filter', filters: {}, names: ['Small heap', 'Large heap', 'Dynamic'] },
		{
			filter: 'types of engines',
			filters: { processorTypes: ['DYNAMIC_ENGINE', 'GEN_2'] },
			names: ['Dynamic'],
		},
		{
			filter: 'the old name of the type',
			filters: { processorType: 'RE' },
			names: ['Small heap', 'Large heap'],
		},
		{ filter: 'an engine', filters: { processorIds: ['engine-1'] }, names: ['Small heap'] },
		{ filter: 'a scope', filters: { scopeIds: ['environment-1'] }, names: ['Dynamic'] },
		{
			filter: 'a part of the name',
			filters: { name: 'HEAP' },
			names: ['Small heap', 'Large heap'],
		},
		{
			filter: 'the type of the profile',
			filters: { runProfileType: 'MICROSERVICE' },
			names: ['Dynamic'],
		},
	])('run profiles are searched by $filter', async ({ filters, names }) => {
		fact('B.104', 'B.105');
		await create({ runtimeId: 'engine-1' });
		await create({
			name: 'Dynamic',
			processorType: 'DYNAMIC_ENGINE',
			scopeId: 'environment-1',
			type: 'MICROSERVICE',
		});
		const found = await succeed('runProfile', 'search', { returnAll: true, filters });
		expect(found.map(({ name }) => name)).toEqual(names);
	});

	test.each([{}, { offset: -1 }, { offset: 0, limit: 0 }, { offset: 0, limit: 101 }])(
		'a search for run profiles with %j is refused',
		async (page) => {
			fact('B.104', 'B.198');
			expect((await ask('POST /processing/run-profiles/search', page)).status).toBe(400);
		},
	);

	test('a run profile of a pipeline engine is replaced by another, only on the same engine', async () => {
		fact('B.199');
		const [old, next] = [
			(await create({ runtimeId: 'engine-1' })).body.id,
			(await create({ runtimeId: 'engine-1', name: 'Next' })).body.id,
		];
		const { profiles } = processingOf(state());
		profiles.get(String(old))!.taskIds.push('task-1');
		const remove = (engineId: string, options = {}) =>
			run('runProfile', 'deleteFromPipelineEngine', {
				engineId,
				type: 'standard',
				runProfileId: String(old),
				options,
			});
		expect((await remove('engine-2')).error).toMatchObject({ httpCode: '404' });
		expect((await remove('engine-1')).error).toMatchObject({ httpCode: '406' });
		expect((await remove('engine-1', { newRunProfileId: String(next) })).error).toBeUndefined();
		expect(profiles.has(String(old))).toBe(false);
		expect(profiles.get(String(next))!.taskIds).toEqual(['task-1']);
		expect(
			requests(
				'DELETE /processing/runtimes/pipeline-engines/{engineId}/run-profiles/{type}/{runProfileId}',
			).at(-1),
		).toMatchObject({ status: 204, query: [['newRunProfileId', next]] });
	});

	test('the tasks of a run profile are moved to the profile that a deletion names', async () => {
		fact('B.197');
		const old = (await create({ runtimeId: 'engine-1' })).body.id;
		const [large] = [...processingOf(state()).profiles.values()];
		processingOf(state()).profiles.get(String(old))!.taskIds.push('task-1');
		expect((await ask(`DELETE /processing/run-profiles/${String(old)}`)).status).toBe(406);
		expect(
			(
				await ask(
					`DELETE /processing/run-profiles/${String(old)}?rescheduleRunProfileId=${String(old)}`,
				)
			).status,
		).toBe(400);
		expect(
			(
				await ask(
					`DELETE /processing/run-profiles/${String(old)}?rescheduleRunProfileId=${large!.id}`,
				)
			).status,
		).toBe(204);
		expect(large!.taskIds).toEqual(['task-1']);
	});
});

describe('the runtime of cloud engines', () => {
	const path = '/processing/runtimes/cloud-engines/configuration';
	test('the runtime is the default at first', async () => {
		fact('B.106', 'B.201', 'B.202');
		expect(await ask(`GET ${path}`)).toEqual({ status: 200, body: { jobJvmRollback: false } });
	});

	test('the runtime can be changed and changed back', async () => {
		fact('B.106', 'B.201', 'B.202');
		for (const jobJvmRollback of [true, false]) {
			expect((await ask(`PUT ${path}`, { jobJvmRollback })).status).toBe(204);
			expect(await succeed('cloudEngine', 'getRuntime', { path })).toEqual([{ jobJvmRollback }]);
		}
	});

	test.each([{}, { jobJvmRollback: 'true' }])(
		'the platform refuses the runtime %o',
		async (body) => {
			fact('B.106', 'B.201', 'B.202');
			expect((await ask(`PUT ${path}`, body)).status).toBe(400);
		},
	);

	test('the runtime of cloud engines requires TMC_CLUSTER_MANAGEMENT', async () => {
		fact('B.202');
		state().serviceAccounts.get(DEMO_ACCOUNT.id)!.permissions = ALL_PERMISSIONS.filter(
			(each) => each !== 'TMC_CLUSTER_MANAGEMENT',
		);
		for (const [operation, parameters] of [
			['getRuntime', {}],
			['setRuntime', { jobJvmRollback: true }],
		] as const) {
			const { error } = await run('cloudEngine', operation, { path, ...parameters });
			expect(error).toMatchObject({
				httpCode: '403',
				description: expect.stringContaining(
					'This operation needs the permission TMC_CLUSTER_MANAGEMENT',
				) as string,
			});
		}
	});
});
