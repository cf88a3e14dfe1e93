/**
 * Every refusal that the interface documents for an operation happens on the emulated platform, or
 * `UNEXPLAINED` says why it cannot. Failures of the platform itself are only injected.
 * Found from the declarations: a request as it should be is sent without a token, without a
 * permission, with what nobody knows, and about what is not there. What needs a story (a name that
 * is taken, something in use) has a test of its own.
 */
import { licenseOf } from '../../../emulator/areas/account/accountStore';
import { enginesOf } from '../../../emulator/areas/engines/enginesStore';
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { interfaceOperation } from '../../../platform/descriptions/interfaceDocuments';
import {
	address,
	begin,
	elsewhere,
	emulator,
	expectStatus,
	NOBODY,
	requestOf,
	routes,
	seen,
	send,
	UNEXPLAINED,
} from './refusalsStage';

test.each(routes.map((route) => [route.key, route] as const))(
	'%s refuses a request without a token, permission, known input or record',
	async (key, { operations, path }) => {
		const good = requestOf(operations[0]!, path);
		expect(await send(key, good, '')).toBe(401);
		if (operations[0]!.basicAuth) return;
		expect(await send(key, good, 'expired')).toBe(401);
		expect(await send(key, good, NOBODY)).toBe(403);
		expect(
			await send(key, {
				...good,
				query: new URLSearchParams([...good.query, ['noSuchParameter', '1']]),
			}),
		).toBe(400);
		// The ID of a sample may be one of the demo, and `elsewhere` may have a form that is refused.
		const statuses = [
			await send(key, good),
			await send(key, { ...good, path: path.replace(/\{[^}]+\}/g, elsewhere) }),
		];
		if (path.includes('{')) expect(statuses).toContain(404);
	},
);

/** A failure of the platform itself, which no request brings about. */
const isFailure = (status: number) => status >= 500 && status !== 501;

test('each documented failure on the platform can be injected', async () => {
	for (const { key, method, path, operations } of routes)
		for (const status of interfaceOperation(method, path)!
			.errors.map((each) => (each === '5XX' ? 500 : Number(each)))
			.filter(isFailure)) {
			emulator.faults.add({ operation: key, status });
			expect(await send(key, requestOf(operations[0]!, path))).toBe(status);
		}
	expect(emulator.faults.unconsumed()).toEqual([]);
});

describe('request limits', () => {
	afterEach(() => begin());

	test('every operation is refused with 429 when its limit is reached', async () => {
		await begin({
			perMinute: {
				security: 0,
				scim: 0,
				account: 0,
				orchestration: 0,
				processing: 0,
				monitoring: 0,
				catalog: 0,
			},
		});
		for (const { key, path, operations } of routes)
			expect(await send(key, requestOf(operations[0]!, path))).toBe(429);
	});
});

type Story = () => Promise<void>;

const state = () => emulator.state;
const newEnvironment = async (
	kind: 'dynamic-engine' | 'dataplane',
	name: string,
	wanted: 201 | 409 = 201,
) =>
	String(
		(
			await expectStatus(
				wanted,
				`POST /orchestration/${kind}-environments`,
				{},
				{ name, workspaceName: 'Main' },
			)
		).body.id,
	);
const records = <T extends { id: string; name: string }>(all: Map<string, T>, name: string): T =>
	[...all.values()].find((each) => each.name === name)!;

const STORIES: Record<string, Story> = {
	'a name that is taken': async () => {
		const account = { name: 'Twice', permissions: ['TMC_OPERATOR'] };
		await expectStatus(201, 'POST /account/service-accounts', {}, account);
		await expectStatus(409, 'POST /account/service-accounts', {}, account);
		const { body } = await expectStatus(
			201,
			'POST /account/service-accounts',
			{},
			{ ...account, name: 'Once' },
		);
		await expectStatus(409, 'PUT /account/service-accounts/{id}', { id: String(body.id) }, account);
		await expectStatus(
			409,
			'POST /orchestration/environments',
			{},
			{ name: 'Production', workspaceName: 'Main' },
		);
		const { id } = records(orchestrationOf(state()).environments, 'Development');
		await expectStatus(
			409,
			'PUT /orchestration/environments/{Id}',
			{ Id: id },
			{ name: 'Production' },
		);
		for (const kind of ['dynamic-engine', 'dataplane'] as const)
			await newEnvironment(kind, 'Production', 409);
	},
	'what cannot be deleted': async () => {
		const { id: Id } = records(orchestrationOf(state()).environments, 'Production');
		orchestrationOf(state()).environments.get(Id)!.usedBy = ['a promotion'];
		await expectStatus(400, 'DELETE /orchestration/environments/{Id}', { Id });
		await expectStatus(409, 'DELETE /orchestration/workspaces/{id}', {
			id: records(orchestrationOf(state()).workspaces, 'Shared').id,
		});
		const profile = [...processingOf(state()).profiles.values()][0]!;
		profile.taskIds.push('task');
		await expectStatus(406, 'DELETE /processing/run-profiles/{runProfileId}', {
			runProfileId: profile.id,
		});
	},
	'environments on engines': async () => {
		const { engines, planes } = enginesOf(state());
		for (const [kind, hosts, target] of [
			[
				'dynamic-engine',
				[DEMO_ENGINES.engine, DEMO_ENGINES.otherEngine].map((name) => records(engines, name).id),
				'dynamicEngineId',
			],
			[
				'dataplane',
				[DEMO_ENGINES.plane, DEMO_ENGINES.otherPlane].map((name) => records(planes, name).id),
				'dataplaneId',
			],
		] as const) {
			const environmentId = await newEnvironment(kind, `On a ${kind}`);
			const connect = `POST /orchestration/${kind}-environments/{environmentId}/connection`;
			await expectStatus(202, connect, { environmentId }, undefined, { [target]: hosts[0]! });
			await expectStatus(409, connect, { environmentId }, undefined, { [target]: hosts[1]! });
			await expectStatus(409, `DELETE /orchestration/${kind}-environments/{environmentId}`, {
				environmentId,
			});
			if (kind === 'dynamic-engine')
				await expectStatus(
					409,
					'DELETE /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}',
					{ dynamicEngineId: hosts[0]!, environmentId },
				);
			const waiting = await newEnvironment(kind, `Waiting for a ${kind}`);
			const late =
				kind === 'dynamic-engine'
					? records(engines, DEMO_ENGINES.newEngine).id
					: String(
							(
								await expectStatus(
									201,
									'POST /processing/data-planes',
									{},
									{ name: 'Late', provider: 'RKE2' },
								)
							).body.id,
						);
			await expectStatus(503, connect, { environmentId: waiting }, undefined, { [target]: late });
		}
	},
	'an operation is under way': async () => {
		const { body: engine } = await expectStatus(
			201,
			'POST /processing/runtimes/dynamic-engines',
			{},
			{ name: 'Young' },
		);
		await expectStatus(
			409,
			'PUT /processing/runtimes/dynamic-engines/{id}',
			{ id: String(engine.id) },
			{ name: 'Young', description: '' },
		);
		const { id } = records(enginesOf(state()).planes, DEMO_ENGINES.plane);
		enginesOf(state()).planes.get(id)!.changingUntil = Infinity;
		await expectStatus(
			409,
			'PUT /processing/data-planes/{id}',
			{ id },
			{ name: 'Busy', description: '' },
		);
		const idle = [...enginesOf(state()).planes.values()].find(
			({ name }) => name === DEMO_ENGINES.otherPlane,
		)!;
		idle.changingUntil = Infinity;
		for (const each of enginesOf(state()).environments.values()) each.link = undefined;
		await expectStatus(409, 'DELETE /processing/data-planes/{id}', { id: idle.id });
	},
	'what cannot be started': async () => {
		const { tasks, plans } = orchestrationOf(state());
		await expectStatus(
			405,
			'POST /processing/executions',
			{},
			{ executable: records(tasks, DEMO.pausedTask).id },
		);
		await expectStatus(
			501,
			'POST /processing/executions',
			{},
			{ executable: records(tasks, 'Draft').id },
		);
		const plan = records(plans, DEMO.plan);
		const start = (wanted: number, more = {}) =>
			expectStatus(
				wanted,
				'POST /processing/executions/plans',
				{},
				{ executable: plan.id, ...more },
			);
		const { body } = await start(201);
		await start(422, { executionPlanId: body.executionId, stepId: 'any' });
		plan.paused = true;
		await start(405);
		Object.assign(plan, { paused: false, configured: false });
		await start(501);
	},
	'an account that may not have a token': async () => {
		const account = {
			...[...state().serviceAccounts.values()][0]!,
			id: 'poor',
			secret: 'poor',
			permissions: [],
		};
		state().serviceAccounts.set(account.id, account);
		const authorization = `Basic ${Buffer.from('poor:poor').toString('base64')}`;
		const body = JSON.stringify({ audience: `${address}/`, grant_type: 'client_credentials' });
		const { status } = await fetch(`${address}/security/oauth/token`, {
			method: 'POST',
			headers: { authorization, 'content-type': 'application/json' },
			body,
		});
		seen.get('POST /security/oauth/token')!.add(status);
		expect(status).toBe(403);
	},
	'what a list is about is not there': async () => {
		for (const [family, many] of [
			['/security/permissions', 'userIds'],
			['/security/service-accounts/permissions', 'serviceAccountIds'],
		] as const) {
			await expectStatus(404, `GET ${family}`, {}, undefined, { workspaceId: elsewhere });
			await expectStatus(404, `DELETE ${family}/batch`, {}, undefined, {
				workspaceIds: elsewhere,
				[many]: elsewhere,
			});
		}
		await expectStatus(404, 'GET /datasets', {}, undefined, { sameSchemaAs: elsewhere });
		licenseOf(state()).subscription = undefined;
		await expectStatus(404, 'GET /account/subscription');
	},
};

describe('an account in which something has happened', () => {
	beforeEach(() => begin());

	test.each(Object.entries(STORIES))(
		'a request is refused with the documented status: %s',
		async (_name, story) => story(),
	);
});

test('every documented refusal happened without being injected, or has a reason', () => {
	const missing = routes.flatMap(({ key, method, path }) =>
		interfaceOperation(method, path)!
			.errors.filter((status) => typeof status === 'number')
			.filter((status) => !isFailure(status))
			.filter((status) => !seen.get(key)!.has(status))
			.filter(
				(status) =>
					!UNEXPLAINED.some(
						([operations, unexplained]) => unexplained === status && operations.test(key),
					),
			)
			.map((status) => `${key}: ${status}`),
	);
	expect(missing).toEqual([]);
});

test('refusals that were seen need no reason', () => {
	expect(
		UNEXPLAINED.filter(
			([operations, status]) =>
				!routes.some(({ key }) => operations.test(key) && !seen.get(key)!.has(status)),
		),
	).toEqual([]);
});
