/**
 * What the resources of Orchestration have in common: queries, records by name, and fields to
 * clear.
 */
import type { IDataObject } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { byId, byName, environmentNamed, planNamed, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { pick } from '../../support/picking';
import {
	ask,
	expectRefused,
	finance,
	goodTask,
	orchestration,
	platform,
	run,
	state,
	succeed,
} from './stage';

describe('queries', () => {
	const names = (records: IDataObject[]) => records.map(({ name }) => name);

	test('a query can be given as text, as a form, or as both', async () => {
		fact('B.154', 'B.164');
		expect(
			names(
				await succeed('environment', 'getMany', {
					returnAll: true,
					filters: { query: 'name==Dev*' },
				}),
			),
		).toEqual(['Development']);
		const conditions = {
			rows: [{ selector: 'description', operator: 'contains', value: 'in production' }],
		};
		expect(
			names(await succeed('environment', 'getMany', { returnAll: true, filters: { conditions } })),
		).toEqual(['Production']);
		expect(
			names(
				await succeed('environment', 'getMany', {
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
			await succeed('workspace', 'getMany', {
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
					await succeed('environment', 'getMany', {
						returnAll: true,
						filters: { conditions: { rows: [{ selector: 'name', operator, value: name }] } },
					}),
				),
			).toEqual([name]);
		await expectRefused(
			'environment',
			'getMany',
			{ filters: { conditions: { rows: [{ selector: 'name', operator: 'is', value: 'A*' }] } } },
			/^"Conditions" must not contain an asterisk in the value of row 1/,
		);
	});

	test('the error about an invalid query shows the whole query with its invisible characters', async () => {
		fact('B.154', 'B.164');
		const { error } = await run('workspace', 'getMany', { filters: { query: '\u00a0name==' } });
		expect(error).toMatchObject({ httpCode: '400', message: 'The query is not valid FIQL' });
		expect(error!.description).toMatch(/^The query was: \[U\+00A0\]name== — /);
	});

	test('the error about a query names the unknown field', async () => {
		const { error } = await run('environment', 'getMany', { filters: { query: 'colour==red' } });
		expect(error!.message).toBe('The query uses the unknown field colour');
	});
});

test('Create or Update clears the fields that it is asked to clear', async () => {
	const artifact = { id: byId(goodTask().artifactId), version: byId('1.2.0') };
	const each: Array<[string, IDataObject, IDataObject]> = [
		['environment', { name: 'Emptied', workspaceName: 'W' }, {}],
		['workspace', { environmentId: byName('Production'), name: 'Emptied' }, {}],
		[
			'task',
			{
				environmentId: byName('Production'),
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
			await succeed(resource, 'upsert', { ...given, additionalFields: { ...empty } }),
		).toMatchObject([{ created: true }]);
		await succeed(resource, 'upsert', {
			...given,
			additionalFields: { description: 'Returned goods of all shops', ...more },
		});
		expect(await succeed(resource, 'upsert', { ...given, additionalFields: {} })).toMatchObject([
			{ description: 'Returned goods of all shops' },
		]);
		expect(await succeed(resource, 'upsert', { ...given, additionalFields: empty })).toMatchObject([
			{
				description: '',
				...(resource === 'task' ? { tags: [], parameters: {} } : {}),
				created: false,
			},
		]);
	}
});

describe('records by name', () => {
	describe('a name that two records have', () => {
		/** Adds a record that is like another, for the time of a test. */
		async function withTwin<T extends { id: string }>(
			records: Map<string, T>,
			twin: T,
			work: () => Promise<void>,
		): Promise<void> {
			records.set(twin.id, twin);
			await work().finally(() => records.delete(twin.id));
		}
		const twinOfTask = () => ({
			...goodTask(),
			id: 'twin',
			workspaceId: workspaceIn(state(), 'Production', 'Shared').id,
		});
		const namesOffered = async (method: string, operation: string, typed: string) => {
			const parameters = { resource: 'task', operation };
			const { results } = await pick(platform, 'Orchestration', method, parameters, typed);
			return results.map(({ name }) => name);
		};

		test('two tasks with one name are refused with their paths and IDs', async () => {
			await withTwin(orchestration().tasks, twinOfTask(), async () => {
				const { error } = await run('task', 'get', { taskId: byName(DEMO.goodTask) });
				expect(error!.message).toBe(
					`"Task" is "${DEMO.goodTask}", which matches 2 records: write Production/Finance/${DEMO.goodTask} or Production/Shared/${DEMO.goodTask}, or choose one by ID (${goodTask().id}: Finance, Production; twin: Shared, Production)`,
				);
			});
		});

		test('two tasks with one name are offered with their workspaces', async () => {
			await withTwin(orchestration().tasks, twinOfTask(), async () => {
				expect(await namesOffered('searchTasks', 'get', DEMO.goodTask)).toEqual([
					`${DEMO.goodTask} (Finance, Production)`,
					`${DEMO.goodTask} (Shared, Production)`,
				]);
			});
		});

		test('two workspaces with one name are offered with their environments', async () => {
			expect(await namesOffered('searchWorkspaces', 'create', 'Finance')).toEqual([
				'Finance (Development)',
				'Finance (Production)',
			]);
		});

		test('two workspaces with one name are refused with their paths and IDs', async () => {
			const { error } = await run('task', 'getMany', {
				filters: { workspaceId: byName('Finance') },
			});
			expect(error!.message).toMatch(
				/^"Workspace" is "Finance", which matches 2 records: write Development\/Finance or Production\/Finance, or choose one by ID \(\S+: Development; \S+: Production\)$/,
			);
		});

		test('one of two workspaces with one name is found in the chosen environment', async () => {
			const tasks = await succeed('task', 'getMany', {
				limit: 1,
				filters: { environmentId: byName('Production'), workspaceId: byName('Finance') },
			});
			expect(tasks).toHaveLength(1);
		});

		test('two plans with one path are refused with their IDs', async () => {
			const twin = { ...planNamed(state(), DEMO.plan), id: 'plan-twin' };
			await withTwin(orchestration().plans, twin, async () => {
				const { error } = await run('plan', 'get', { planId: byName(DEMO.plan) });
				expect(error!.message).toMatch(
					/^"Plan" is "Nightly load", which matches 2 records: choose one by ID \(\S+: Finance, Production; plan-twin: Finance, Production\)$/,
				);
			});
		});

		test('two environments with one name are refused with their IDs', async () => {
			const twin = { ...environmentNamed(state(), 'Production'), id: 'environment-twin' };
			await withTwin(orchestration().environments, twin, async () => {
				const given = { Id: byName('Production'), updateFields: { name: 'X' } };
				const { error } = await run('environment', 'update', given);
				expect(error!.message).toMatch(
					/^"Environment" is "Production", which matches 2 records: choose one by ID \(\S+.*; environment-twin.*\)$/,
				);
			});
		});
	});
});
