/**
 * What public clients of the platform send, and what they read of the response: the emulator must
 * satisfy them as the platform does. Their requests are facts about the platform that no
 * description gives. None of their code is used.
 */
import { startPlan, startTask } from '../../../emulator/areas/processing/executions';
import { DEMO } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { planNamed } from '../../support/demo';
import { INTEGRATOR, REQUESTS } from './publicClientsRequests';
import { BY, having, now, platform, send, state, task, text } from './publicClientsStage';

beforeEach(() => {
	startPlan(state(), planNamed(state(), DEMO.plan), now() - 3_600_000, { by: BY });
	startTask(state(), task(), now() - 7_200_000, { type: 'SCHEDULED', by: BY });
});

test.each(REQUESTS)(
	'the platform gives $source what it asks for: $wants',
	async ({ request, status = 200, reads, lacks = [] }) => {
		const answer = await send(request());
		expect(answer).toEqual({ status, body: reads });
		for (const name of lacks) expect(answer.body).not.toHaveProperty(name);
	},
);

test(`${INTEGRATOR} restores the run configuration of a task that it moves to another version`, async () => {
	const path = `/orchestration/executables/tasks/${task(DEMO_SERVICES.dataService).id}`;
	const before = (await send({ endpoint: `GET ${path}` })).body as {
		id: string;
		version: string;
		workspace: { id: string };
		artifact: { id: string };
	};
	const config = (await send({ endpoint: `GET ${path}/run-config` })).body as {
		microservicePort: string;
	};
	const [version] = (
		(await send({ endpoint: `GET /orchestration/artifacts/${before.artifact.id}` })).body as {
			versions: string[];
		}
	).versions;
	const { id, version: own, workspace, ...rest } = before;
	void [id, own];
	const body = {
		...rest,
		workspaceId: workspace.id,
		artifact: { id: before.artifact.id, version },
	};
	expect(await send({ endpoint: `PUT ${path}`, body })).toEqual({
		status: 200,
		body: having({ version: text, artifact: having({ version }) }),
	});
	expect((await send({ endpoint: `GET ${path}/run-config` })).body).toMatchObject({
		microservicePort: null,
	});
	expect((await send({ endpoint: `PUT ${path}/run-config`, body: config })).status).toBe(200);
	expect((await send({ endpoint: `GET ${path}/run-config` })).body).toEqual(config);
});

test(`${INTEGRATOR} finds the executions of a service after its deployment and terminates them`, async () => {
	const { id } = task(DEMO_SERVICES.route);
	const list = async () =>
		(
			(await send({ endpoint: `GET /processing/executables/tasks/${id}/executions` })).body as {
				items: Array<{ executionId: string; status: string }>;
			}
		).items;
	const { executionId: receipt } = (
		await send({ endpoint: 'POST /processing/executions', body: { executable: id } })
	).body as { executionId: string };
	platform.emulator.clock.advance(60_000);
	const running = (await list()).filter(({ status }) =>
		['executing', 'dispatching'].includes(status),
	);
	expect(running).toHaveLength(2);
	expect(running.map(({ executionId }) => executionId)).not.toContain(receipt);
	for (const { executionId } of running) {
		const endpoint = `DELETE /processing/executions/${executionId}`;
		expect((await send({ endpoint })).status).toBe(406);
		expect((await send({ endpoint, headers: { accept: 'text/plain' } })).status).toBe(204);
	}
	expect((await list()).map(({ status }) => status)).toEqual([
		'execution_successful',
		'execution_successful',
	]);
});
