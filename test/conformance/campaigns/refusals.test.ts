/**
 * Every refusal that the interface documents for an operation happens on the emulated platform, or
 * `UNEXPLAINED` says why it cannot. Failures of the platform itself are only injected.
 * Found from the declarations: a request as it should be is sent without a token, without a
 * permission, with an unknown parameter, and about a record that does not exist. A refusal that
 * depends on what the account has (a name that is taken, a record in use) has a test of its own.
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

const withTokens = routes.filter(({ operations }) => !operations[0]!.basicAuth);

test.each(routes)('$key refuses a request without a token', async ({ key, operations, path }) => {
	expect(await send(key, requestOf(operations[0]!, path), '')).toBe(401);
});

test.each(withTokens)(
	'$key refuses an expired token, a lack of permission and an unknown parameter',
	async ({ key, operations, path }) => {
		const good = requestOf(operations[0]!, path);
		expect(await send(key, good, 'expired')).toBe(401);
		expect(await send(key, good, NOBODY)).toBe(403);
		expect(
			await send(key, {
				...good,
				query: new URLSearchParams([...good.query, ['noSuchParameter', '1']]),
			}),
		).toBe(400);
	},
);

test.each(withTokens.filter(({ path }) => path.includes('{')))(
	'$key does not find an unknown record',
	async ({ key, operations, path }) => {
		const good = requestOf(operations[0]!, path);
		// The ID of a sample may be one of the demo, and `elsewhere` may have a form that is refused.
		expect([
			await send(key, good),
			await send(key, { ...good, path: path.replace(/\{[^}]+\}/g, elsewhere) }),
		]).toContain(404);
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

describe('a refusal because of what the account has', () => {
	beforeEach(() => begin());

	const named = <T extends { name: string }>(records: Map<string, T>, name: string): T =>
		[...records.values()].find((record) => record.name === name)!;
	const environments = () => orchestrationOf(emulator.state).environments;

	describe('a name that another record has', () => {
		const account = { name: 'Twice', permissions: ['TMC_OPERATOR'] };
		const ACCOUNTS = 'POST /account/service-accounts';

		test('a new service account cannot have the name', async () => {
			await expectStatus(201, ACCOUNTS, {}, account);
			await expectStatus(409, ACCOUNTS, {}, account);
		});

		test('a service account cannot be renamed to it', async () => {
			await expectStatus(201, ACCOUNTS, {}, account);
			const { body } = await expectStatus(201, ACCOUNTS, {}, { ...account, name: 'Once' });
			const id = String(body.id);
			await expectStatus(409, 'PUT /account/service-accounts/{id}', { id }, account);
		});

		test.each([
			'POST /orchestration/environments',
			'POST /orchestration/dynamic-engine-environments',
			'POST /orchestration/dataplane-environments',
		])('a new environment cannot have the name (%s)', async (create) => {
			await expectStatus(409, create, {}, { name: 'Production', workspaceName: 'Main' });
		});

		test('an environment cannot be renamed to it', async () => {
			const { id: Id } = named(environments(), 'Development');
			await expectStatus(
				409,
				'PUT /orchestration/environments/{Id}',
				{ Id },
				{ name: 'Production' },
			);
		});
	});

	describe('a record in use', () => {
		test('an environment that a promotion uses cannot be deleted', async () => {
			const production = named(environments(), 'Production');
			production.usedBy = ['a promotion'];
			const { id: Id } = production;
			await expectStatus(400, 'DELETE /orchestration/environments/{Id}', { Id });
		});

		test('a workspace that is not custom cannot be deleted', async () => {
			const { id } = named(orchestrationOf(emulator.state).workspaces, 'Shared');
			await expectStatus(409, 'DELETE /orchestration/workspaces/{id}', { id });
		});

		test('a run profile that a task uses cannot be deleted', async () => {
			const [profile] = processingOf(emulator.state).profiles.values();
			profile!.taskIds.push('task');
			const { id: runProfileId } = profile!;
			await expectStatus(406, 'DELETE /processing/run-profiles/{runProfileId}', { runProfileId });
		});
	});

	describe.each(['dynamic-engine', 'dataplane'] as const)('a %s environment', (kind) => {
		const CONNECT = `POST /orchestration/${kind}-environments/{environmentId}/connection`;
		const target = kind === 'dynamic-engine' ? 'dynamicEngineId' : 'dataplaneId';
		const hostNamed = (name: string) => {
			const { engines, planes } = enginesOf(emulator.state);
			return named<{ id: string; name: string }>(kind === 'dynamic-engine' ? engines : planes, name)
				.id;
		};
		const [FIRST, SECOND] =
			kind === 'dynamic-engine'
				? [DEMO_ENGINES.engine, DEMO_ENGINES.otherEngine]
				: [DEMO_ENGINES.plane, DEMO_ENGINES.otherPlane];

		const newEnvironment = async () =>
			String(
				(
					await expectStatus(
						201,
						`POST /orchestration/${kind}-environments`,
						{},
						{ name: 'New', workspaceName: 'Main' },
					)
				).body.id,
			);
		const connectedEnvironment = async () => {
			const environmentId = await newEnvironment();
			const host = { [target]: hostNamed(FIRST) };
			await expectStatus(202, CONNECT, { environmentId }, undefined, host);
			return environmentId;
		};
		/** A host that is not connected to the platform yet. */
		const newHost = async () => {
			if (kind === 'dynamic-engine') return hostNamed(DEMO_ENGINES.newEngine);
			const plane = { name: 'New', provider: 'RKE2' };
			return String((await expectStatus(201, 'POST /processing/data-planes', {}, plane)).body.id);
		};

		test('a connected environment cannot be connected to another host', async () => {
			const environmentId = await connectedEnvironment();
			const other = { [target]: hostNamed(SECOND) };
			await expectStatus(409, CONNECT, { environmentId }, undefined, other);
		});

		test('a connected environment cannot be deleted', async () => {
			const environmentId = await connectedEnvironment();
			const remove = `DELETE /orchestration/${kind}-environments/{environmentId}`;
			await expectStatus(409, remove, { environmentId });
		});

		test('an environment cannot be connected to a host that is not connected itself', async () => {
			const environmentId = await newEnvironment();
			const host = { [target]: await newHost() };
			await expectStatus(503, CONNECT, { environmentId }, undefined, host);
		});
	});

	test('an environment cannot be removed from a dynamic engine while it is set up', async () => {
		const { body } = await expectStatus(
			201,
			'POST /orchestration/dynamic-engine-environments',
			{},
			{ name: 'New', workspaceName: 'Main' },
		);
		const environmentId = String(body.id);
		const { id: dynamicEngineId } = named(enginesOf(emulator.state).engines, DEMO_ENGINES.engine);
		await expectStatus(
			202,
			'POST /orchestration/dynamic-engine-environments/{environmentId}/connection',
			{ environmentId },
			undefined,
			{ dynamicEngineId },
		);
		await expectStatus(
			409,
			'DELETE /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}',
			{ dynamicEngineId, environmentId },
		);
	});

	describe('an operation in progress', () => {
		test('a dynamic engine cannot be changed while it is created', async () => {
			const engine = { name: 'New', description: '' };
			const create = 'POST /processing/runtimes/dynamic-engines';
			const id = String((await expectStatus(201, create, {}, { name: 'New' })).body.id);
			await expectStatus(409, 'PUT /processing/runtimes/dynamic-engines/{id}', { id }, engine);
		});

		test('a data plane cannot be changed while it is being changed', async () => {
			const plane = named(enginesOf(emulator.state).planes, DEMO_ENGINES.plane);
			plane.changingUntil = Infinity;
			const { id } = plane;
			const change = { name: 'Busy', description: '' };
			await expectStatus(409, 'PUT /processing/data-planes/{id}', { id }, change);
		});

		test('a data plane cannot be deleted while it is being changed', async () => {
			const { planes, environments: onEngines } = enginesOf(emulator.state);
			const plane = named(planes, DEMO_ENGINES.otherPlane);
			plane.changingUntil = Infinity;
			for (const environment of onEngines.values()) environment.link = undefined;
			await expectStatus(409, 'DELETE /processing/data-planes/{id}', { id: plane.id });
		});
	});

	describe('an execution that cannot start', () => {
		const START = 'POST /processing/executions';
		const START_PLAN = 'POST /processing/executions/plans';
		const plan = () => named(orchestrationOf(emulator.state).plans, DEMO.plan);

		test.each([
			{ what: 'a paused task', name: DEMO.pausedTask, status: 405 },
			{ what: 'a task without a run configuration', name: 'Draft', status: 501 },
		])('$what is not started', async ({ name, status }) => {
			const { id } = named(orchestrationOf(emulator.state).tasks, name);
			await expectStatus(status, START, {}, { executable: id });
		});

		test.each([
			{ what: 'a paused plan', state: { paused: true }, status: 405 },
			{ what: 'a plan without a run configuration', state: { configured: false }, status: 501 },
		])('$what is not started', async ({ state, status }) => {
			Object.assign(plan(), state);
			await expectStatus(status, START_PLAN, {}, { executable: plan().id });
		});

		test('a plan is not re-run while it is running', async () => {
			const executable = plan().id;
			const { body } = await expectStatus(201, START_PLAN, {}, { executable });
			const again = { executable, executionPlanId: body.executionId, stepId: 'any' };
			await expectStatus(422, START_PLAN, {}, again);
		});
	});

	test('an account without the permission for tokens gets none', async () => {
		const account = {
			...[...emulator.state.serviceAccounts.values()][0]!,
			id: 'poor',
			secret: 'poor',
			permissions: [],
		};
		emulator.state.serviceAccounts.set(account.id, account);
		const authorization = `Basic ${Buffer.from('poor:poor').toString('base64')}`;
		const body = JSON.stringify({ audience: `${address}/`, grant_type: 'client_credentials' });
		const { status } = await fetch(`${address}/security/oauth/token`, {
			method: 'POST',
			headers: { authorization, 'content-type': 'application/json' },
			body,
		});
		seen.get('POST /security/oauth/token')!.add(status);
		expect(status).toBe(403);
	});

	describe('what does not exist', () => {
		test.each(['/security/permissions', '/security/service-accounts/permissions'])(
			'the permissions on an unknown workspace are not found (%s)',
			async (path) => {
				await expectStatus(404, `GET ${path}`, {}, undefined, { workspaceId: elsewhere });
			},
		);

		test.each([
			['/security/permissions', 'userIds'],
			['/security/service-accounts/permissions', 'serviceAccountIds'],
		])('the permissions of somebody unknown cannot be deleted (%s)', async (path, subjects) => {
			const query = { workspaceIds: elsewhere, [subjects]: elsewhere };
			await expectStatus(404, `DELETE ${path}/batch`, {}, undefined, query);
		});

		test('datasets with the schema of an unknown one are not found', async () => {
			await expectStatus(404, 'GET /datasets', {}, undefined, { sameSchemaAs: elsewhere });
		});

		test('a missing subscription is not found', async () => {
			licenseOf(emulator.state).subscription = undefined;
			await expectStatus(404, 'GET /account/subscription');
		});
	});
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
