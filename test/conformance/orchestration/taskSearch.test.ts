/** The search for tasks: its filters and pages. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import {
	ask,
	expectRefused,
	finance,
	goodTask,
	orchestration,
	platform,
	succeed,
	UNKNOWN,
} from './stage';

describe('the search for tasks', () => {
	const SEARCH = 'POST /orchestration/executables/tasks/search';
	const found = async (filters: IDataObject) =>
		(await succeed('task', 'search', { returnAll: true, filters })).map(({ name }) => name);

	test('a task is found by its schedule, with its place and runtime', async () => {
		fact('B.61', 'B.62', 'B.65');
		const [daily] = await succeed('task', 'search', {
			returnAll: true,
			filters: { triggerType: 'daily', name: DEMO.goodTask },
		});
		expect(daily).toMatchObject({
			executable: goodTask().id,
			name: DEMO.goodTask,
			artifactId: goodTask().artifactId,
			workspace: { name: 'Finance', environment: { name: 'Production' } },
			runtime: { type: 'REMOTE_ENGINE' },
		});
	});

	test('a task is found by its tags if it has all of them', async () => {
		fact('B.62');
		expect(await found({ tags: ['service'] })).toEqual([DEMO.serviceTask]);
		expect(await found({ tags: ['service', 'nightly'] })).toEqual([]);
	});

	test('a task is found by its environment or its runtime', async () => {
		fact('B.61', 'B.62');
		expect(await found({ environmentId: byName('Development') })).toEqual([
			'Load suppliers',
			DEMO_SERVICES.newService,
		]);
		expect(await found({ runtimeType: 'REMOTE_ENGINE_CLUSTER' })).toEqual([
			DEMO.serviceTask,
			DEMO_SERVICES.route,
		]);
	});

	test('environment and workspace exclude each other', async () => {
		fact('B.174', 'B.183');
		await expectRefused(
			'task',
			'search',
			{ filters: { environmentId: byId('e'), workspaceId: byId('w') } },
			/^"Workspace" cannot be used together with "Environment": give only one of them$/,
		);
		const both = await ask(SEARCH, {
			environmentId: finance().environmentId,
			workspaceId: finance().id,
		});
		expect(both).toMatchObject({
			status: 400,
			body: {
				status: 400,
				message: expect.stringContaining('cannot be used together') as string,
				requestId: expect.any(String) as string,
			},
		});
	});

	test('a run profile requires a runtime', async () => {
		fact('B.63');
		await expectRefused(
			'task',
			'search',
			{ filters: { runtimeRunProfileId: 'p' } },
			/^"Runtime Run Profile" can only be used together with "Runtime Type"$/,
		);
	});

	test('a page of a search may be empty, a page of a list may not', async () => {
		fact('B.64', 'B.66', 'B.237');
		expect((await ask(SEARCH, { limit: 0 })).body).toMatchObject({
			items: [],
			limit: 0,
			offset: 0,
			total: orchestration().tasks.size,
		});
		expect((await ask(SEARCH, { limit: 101 })).status).toBe(400);
		expect((await ask('GET /orchestration/executables/tasks?limit=0')).status).toBe(400);
	});

	test('the list refuses filters that only the search has', async () => {
		fact('B.184');
		for (const unknown of UNKNOWN) expect((await ask(unknown.tasks)).status).toBe(400);
	});
});

judgeRequests(platform, 'Orchestration', ['task.search']);
