/**
 * Facts of the interface documents that no other test covers on its own: requests to the emulated
 * platform as any client could send them, and to the nodes where they have to cope with these
 * facts. `git grep` finds the test of a fact by its ID; docs/platform/interface-coverage.md lists
 * the facts without a test.
 */
import type { IDataObject } from 'n8n-workflow';

import { catalogOf } from '../../../emulator/areas/catalog/catalogStore';
import { enginesOf } from '../../../emulator/areas/engines/enginesStore';
import { DEMO } from '../../../emulator/seed';
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { interfaceOperations } from '../../../platform/descriptions/interfaceDocuments';
import { areaOf } from '../../support/area';
import { ask as askOf } from '../../support/ask';
import { byId, planNamed, taskNamed, userNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { platformForEach } from '../../support/platform';

const platform = platformForEach({ dialect: 'documents' });

const state = () => platform.emulator.state;
const ask = async (endpoint: `${string} /${string}`, body?: unknown) => {
	const { status, body: answer } = await askOf(platform, endpoint, body);
	return { status, body: answer as IDataObject };
};

describe('SCIM groups', () => {
	const person = () => ({ value: userNamed(state(), 'ana.demo') });

	test('a creation accepts attributes and excludedAttributes', async () => {
		fact('A.124');
		const made = async (displayName: string, query: string) => {
			const { status, body } = await ask(`POST /scim/v2/Groups${query}`, {
				schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
				displayName,
				members: [person()],
			});
			return [status, 'displayName' in body, 'members' in body];
		};
		expect(await made('All', '')).toEqual([201, true, true]);
		expect(await made('Chosen', '?attributes=displayName')).toEqual([201, true, false]);
		expect(await made('Without', '?excludedAttributes=members')).toEqual([201, true, false]);
	});

	test('a patch accepts attributes and excludedAttributes', async () => {
		fact('A.126');
		const { body } = await ask('POST /scim/v2/Groups', {
			schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
			displayName: 'Patched',
			members: [person()],
		});
		const patched = async (query: string) => {
			const answer = await ask(`PATCH /scim/v2/Groups/${String(body.id)}${query}`, {
				schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
				Operations: [{ op: 'replace', path: 'displayName', value: 'Renamed' }],
			});
			return [answer.status, answer.body.displayName, 'members' in answer.body];
		};
		expect(await patched('')).toEqual([200, 'Renamed', true]);
		expect(await patched('?attributes=displayName')).toEqual([200, 'Renamed', false]);
		expect(await patched('?excludedAttributes=members')).toEqual([200, 'Renamed', false]);
	});
});

describe('audit logs', () => {
	test('all fields of a log are optional: one without any is listed unchanged', async () => {
		fact('A.33', 'A.37', 'A.38');
		const { succeed } = areaOf('Account', () => platform);
		for (const logs of [
			[{}],
			[{ request: {}, response: {} }],
			[{ logId: '0d5e3f80-7a3e-4b6e-8f0e-2c9a53d0a7b1' }],
		]) {
			platform.emulator.faults.add({
				operation: 'GET /security/audit/logs',
				status: 200,
				body: logs,
			});
			expect(
				await succeed('auditLog', 'getMany', { returnAll: false, limit: 1, simplify: false }),
			).toEqual(logs);
		}
	});
});

describe('run configurations', () => {
	test('the removal of a run configuration returns 204 and ends the schedule, also for a dynamic engine', async () => {
		fact('B.178');
		const { id } = taskNamed(state(), DEMO.goodTask);
		const at = `/orchestration/executables/tasks/${id}` as const;
		const trigger = {
			type: 'CRON',
			interval: 1,
			cronExpression: '0 10 ? * *',
			startDate: '2026-04-01',
			timeZone: 'UTC',
		};
		for (const [path, config] of [
			['run-config', { trigger, runtime: { type: 'CLOUD' } }],
			['de-run-config', { trigger, timeout: 10 }],
		] as const) {
			expect((await ask(`PUT ${at}/${path}`, config)).status).toBe(204);
			expect((await ask(`GET ${at}/${path}`)).body).toMatchObject({ trigger: { type: 'CRON' } });
			expect((await ask(`DELETE ${at}/${path}`)).status).toBe(204);
			expect((await ask(`GET ${at}/${path}`)).status).toBe(404);
			expect(
				(await ask(`GET ${at}/run-config/events?to=${Date.parse('2026-04-10')}`)).body.items,
			).toEqual([]);
		}
	});
});

describe('steps of plan executions', () => {
	test('step details have the counts of what was planned and done beside the completed tasks', async () => {
		fact('B.87');
		const { body } = await ask('POST /processing/executions/plans', {
			executable: planNamed(state(), DEMO.plan).id,
		});
		platform.emulator.clock.advance(60_000);
		const { body: steps } = await ask(
			`GET /processing/executions/plans/${String(body.executionId)}/steps`,
		);
		for (const { executionId } of steps as IDataObject[] & IDataObject) {
			const { status, body: details } = await ask(
				`GET /processing/executions/plans/${String(body.executionId)}/steps/${String(executionId)}`,
			);
			expect(status).toBe(200);
			expect(details).toMatchObject({
				plannedExecutableCount: expect.any(Number) as number,
				doneExecutableCount: details.plannedExecutableCount,
			});
			expect(details.doneTaskExecutableDetails).toHaveLength(Number(details.doneExecutableCount));
			expect(details.donePlanExecutableDetails ?? []).toEqual([]);
		}
	});

	test('donePlanExecutableDetails is output if the platform returns it', async () => {
		fact('B.87');
		const { succeed } = areaOf('Processing', () => platform);
		const reported = {
			executionId: 's',
			executionStatus: 'EXECUTION_SUCCESS',
			plannedExecutableCount: 1,
			doneExecutableCount: 1,
			donePlanExecutableDetails: [
				{ executionId: 'p', planId: 'q', executionStatus: 'EXECUTION_SUCCESS' },
			],
		};
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}',
			status: 200,
			body: reported,
		});
		expect(
			await succeed('planExecution', 'getStep', {
				planExecutionId: byId('p'),
				stepExecutionId: byId('s'),
			}),
		).toEqual([reported]);
	});
});

describe('lists that are arrays', () => {
	const arrays = interfaceOperations.filter(
		({ method, path, success }) =>
			method === 'GET' &&
			path !== null &&
			!path.includes('{') &&
			success.some(({ status, body }) => status === 200 && body?.startsWith('array of') === true),
	);

	test.each(arrays.map(({ path }) => path!))('GET %s does not return a page', async (path) => {
		fact('A.66', 'A.69', 'A.84', 'A.87', 'A.104', 'B.154', 'B.164', 'C.105');
		const { status, body } = await ask(`GET /${path.slice(1)}`);
		expect([status, Array.isArray(body)]).toEqual([200, true]);
	});
});

describe('creations', () => {
	test('the creations of an execution and a crawler return the ID of the created record', async () => {
		fact('B.95', 'C.52');
		const started = await ask('POST /processing/executions', {
			executable: taskNamed(state(), DEMO.goodTask).id,
		});
		expect(started.body).toEqual({ executionId: expect.any(String) as string });
		const connection = [...catalogOf(state()).connections.values()].find(
			({ label }) => label === DEMO_CATALOG.marketing,
		)!;
		const made = await ask('POST /connections/crawlers', {
			connectionId: connection.id,
			name: 'Made',
		});
		expect(made).toEqual({ status: 201, body: { id: expect.any(String) as string } });
	});
});

describe('members of data planes', () => {
	test('the addition of a member returns 201, the removal 200 with an object', async () => {
		fact('C.125');
		const plane = [...enginesOf(state()).planes.values()].find(
			({ name }) => name === DEMO_ENGINES.plane,
		)!;
		const { body: roles } = await ask(`GET /processing/data-planes/${plane.id}/members/roles`);
		const [{ id: roleId } = {}] = roles as IDataObject[] & IDataObject;
		const added = await ask(`POST /processing/data-planes/${plane.id}/members`, { roleId });
		expect(added).toMatchObject({
			status: 201,
			body: { id: expect.any(String) as string, role: roleId },
		});
		expect(
			await ask(`DELETE /processing/data-planes/${plane.id}/members/${String(added.body.id)}`),
		).toMatchObject({ status: 200, body: expect.any(Object) as object });
	});
});

test('the documents name the success statuses by which the exchanges are judged', async () => {
	// Every file with exchanges is judged for this (test/support/exchanges.ts); here it is only
	// checked that there is something to judge by.
	const reported = interfaceOperations.filter(
		({ path, success }) => path !== null && success.some(({ status }) => status !== null),
	);
	expect(reported.length).toBeGreaterThan(100);
	await ask('GET /orchestration/environments');
	expect(platform.emulator.log.at(-1)!.status).toBe(200);
});
