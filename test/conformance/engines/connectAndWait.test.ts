/**
 * Connect and Wait, and Disconnect and Wait, of environments on dynamic engines and data planes.
 */
import type { IDataObject } from 'n8n-workflow';

import { DURATIONS_MS, enginesOf } from '../../../emulator/areas/engines/enginesStore';
import { TalendCloudEngines } from '../../../nodes/TalendCloudEngines/TalendCloudEngines.node';
import { changed } from '../../support/changed';
import { byId } from '../../support/demo';
import { fact } from '../../support/fact';
import { quiet, until } from '../../support/followedClock';
import {
	environmentsOf,
	KINDS,
	permitted,
	platform,
	requests,
	run,
	SERVICE,
	state,
	succeed,
} from './stage';

describe.each(KINDS)('$kind environment', (each) => {
	const {
		kind,
		resource,
		base,
		hostParameter,
		hostField,
		demoHost,
		otherHost,
		free,
		joining,
		joined,
		leaving,
		broken,
		spelled,
		tellsLink,
	} = each;
	const READ = `GET ${base}/{environmentId}`;

	const { newEnvironment, connecting, read, hostOf } = environmentsOf(each);

	test('the node waits until an environment is connected', async () => {
		fact('B.112', 'B.136', 'B.137');
		const id = await newEnvironment();
		platform.clearLog();
		const started = platform.emulator.clock.now();
		const [output] = await succeed(resource, 'connectAndWait', connecting(id));
		const linkId = enginesOf(state()).environments.get(id)!.link!.id;
		expect(output).toMatchObject({
			environmentId: id,
			outcome: 'connected',
			alreadyConnected: false,
			status: joined,
			summary: expect.stringMatching(
				/^Environment .+ is connected to the (dynamic engine|data plane)$/,
			) as string,
			[hostField]: demoHost(),
			...(tellsLink ? { location: linkId, linkId } : {}),
		});
		expect(output).not.toHaveProperty('creatorType');
		expect(platform.emulator.clock.now() - started).toBeGreaterThanOrEqual(DURATIONS_MS.setUp);
		expect(requests(`POST ${base}/{environmentId}/connection`)).toHaveLength(1);
		expect(requests(READ).length).toBeLessThan(12);
	});

	test('an environment that is connected already counts as connected', async () => {
		const id = await newEnvironment();
		await succeed(resource, 'connectAndWait', connecting(id));
		const [again] = await succeed(resource, 'connectAndWait', {
			...connecting(id),
			simplify: false,
		});
		expect(again).toMatchObject({
			outcome: 'connected',
			alreadyConnected: true,
			creatorType: SERVICE,
		});
	});

	test('the node waits until a disconnected environment is free', async () => {
		fact('B.221', 'B.229');
		const id = await newEnvironment();
		await succeed(resource, 'connectAndWait', connecting(id));
		const [output] = await succeed(resource, 'disconnectAndWait', { environmentId: byId(id) });
		expect(output).toMatchObject({
			environmentId: id,
			outcome: 'disconnected',
			alreadyDisconnected: false,
			status: free,
			summary: expect.stringMatching(
				/^Environment .+ is disconnected from the (dynamic engine|data plane)$/,
			) as string,
		});
		expect(output).not.toHaveProperty(hostField);
	});

	test('the output says that an environment was already disconnected', async () => {
		const id = await newEnvironment();
		expect(await succeed(resource, 'disconnectAndWait', { environmentId: byId(id) })).toEqual([
			expect.objectContaining({ outcome: 'disconnected', alreadyDisconnected: true }),
		]);
	});

	/** A new environment, and a host that cannot be set up for it. */
	async function hostThatDoesNotWork() {
		changed(hostOf(otherHost()), { setUpFails: true });
		const id = await newEnvironment();
		return { id, given: connecting(id, otherHost()) };
	}

	test('a failed connection makes the node fail', async () => {
		fact('B.138', 'B.143');
		const { id, given } = await hostThatDoesNotWork();
		const { error, items } = await run(resource, 'connectAndWait', given);
		expect(items).toEqual([]);
		expect(error!.message).toBe(
			`The environment does not run on the ${kind}: its status is ${broken}`,
		);
		expect(error!.description).toMatch(
			new RegExp(
				`^Environment ${id} is linked to the ${kind}, which reports that it does not work\\. To see why, use `,
			),
		);
	});

	test('a connection that failed is an output of the next attempt if the node is not to fail', async () => {
		const { given } = await hostThatDoesNotWork();
		await run(resource, 'connectAndWait', given);
		expect(await succeed(resource, 'connectAndWait', { ...given, failOnFailure: false })).toEqual([
			expect.objectContaining({ outcome: 'failed', status: broken, alreadyConnected: true }),
		]);
	});

	test('a failed connection can be removed', async () => {
		const { id, given } = await hostThatDoesNotWork();
		await run(resource, 'connectAndWait', given);
		expect(await succeed(resource, 'disconnectAndWait', { environmentId: byId(id) })).toEqual([
			expect.objectContaining({ outcome: 'disconnected' }),
		]);
	});

	/** A new environment whose states are these, one for each read. */
	async function environmentThatIs(...statuses: string[]) {
		const id = await newEnvironment();
		report(id, statuses);
		return id;
	}

	/** The platform reports these states of an environment, one for each read. */
	function report(id: string, statuses: string[], times = 1) {
		for (const status of statuses)
			platform.emulator.faults.add({ operation: READ, status: 200, body: { id, status }, times });
	}

	test('a connection is followed through unknown states and other spellings', async () => {
		fact('B.143');
		const id = await environmentThatIs(
			...[spelled.free, spelled.joining, 'Something New', 'SOMETHING_NEW', spelled.joined],
		);
		expect(await succeed(resource, 'connectAndWait', connecting(id))).toEqual([
			expect.objectContaining({ outcome: 'connected', status: spelled.joined }),
		]);
	});

	test('a failed environment makes the node fail if its status has another spelling', async () => {
		const id = await newEnvironment();
		await succeed(resource, 'connectAndWait', connecting(id));
		report(id, [spelled.broken]);
		expect((await run(resource, 'connectAndWait', connecting(id))).error!.message).toBe(
			`The environment does not run on the ${kind}: its status is ${spelled.broken}`,
		);
	});

	test('a disconnection is followed through unknown states and other spellings', async () => {
		fact('B.143');
		const id = await newEnvironment();
		await succeed(resource, 'connectAndWait', connecting(id));
		report(id, [spelled.broken, 'Something New', spelled.free]);
		expect(await succeed(resource, 'disconnectAndWait', { environmentId: byId(id) })).toEqual([
			expect.objectContaining({ outcome: 'disconnected', status: spelled.free }),
		]);
	});

	test('an error state from before the connection does not end the wait', async () => {
		const id = await environmentThatIs(broken, joining, joined);
		expect(await succeed(resource, 'connectAndWait', connecting(id))).toEqual([
			expect.objectContaining({ outcome: 'connected', alreadyConnected: false }),
		]);
	});

	test('an error state from before the connection ends the wait within two minutes if it stays', async () => {
		const id = await newEnvironment();
		report(id, [broken], 100);
		const started = platform.emulator.clock.now();
		const outputs = await succeed(resource, 'connectAndWait', {
			...connecting(id),
			failOnFailure: false,
		});
		platform.emulator.faults.clear();
		expect(outputs).toEqual([expect.objectContaining({ outcome: 'failed' })]);
		expect(platform.emulator.clock.now() - started).toBeLessThan(120_000);
	});

	test.each([500, 501, 502, 504, 507, 520])(
		'the error for a status of %s says that the host may be full or did not respond in time',
		async (status) => {
			fact('B.220', 'B.228');
			const id = await newEnvironment();
			platform.emulator.faults.add({
				operation: `POST ${base}/{environmentId}/connection`,
				status,
				times: status === 501 ? 1 : 5,
			});
			const { error } = await run(resource, 'connect', connecting(id));
			expect(error).toMatchObject({ httpCode: String(status) });
			expect(error!.description).toContain(
				`The ${kind} cannot take another namespace, or did not respond in time.`,
			);
		},
	);

	test('an environment that does not work keeps its state while it is disconnected, unless there is a state for that', async () => {
		const { id, given } = await hostThatDoesNotWork();
		await succeed(resource, 'connectAndWait', { ...given, failOnFailure: false });
		await succeed(resource, 'disconnect', { environmentId: byId(id) });
		expect(await read(id)).toMatchObject({ status: kind === 'data plane' ? leaving : broken });
	});

	test('a connection that is removed during the wait makes the node fail', async () => {
		const id = await environmentThatIs(free, joining, free);
		const { error } = await run(resource, 'connectAndWait', connecting(id));
		expect(error!.message).toBe(
			`The environment does not run on the ${kind}: its status is ${free}`,
		);
		expect(error!.description).toMatch(
			new RegExp(`^The connection of environment ${id} was started, but is no longer there`),
		);
	});

	test('a connection that is removed during the wait is an output if the node is not to fail', async () => {
		const id = await environmentThatIs(spelled.joining, spelled.free);
		expect(
			await succeed(resource, 'connectAndWait', { ...connecting(id), failOnFailure: false }),
		).toEqual([expect.objectContaining({ outcome: 'failed', status: spelled.free })]);
	});

	if (kind === 'data plane')
		test.each([joined, broken])('a disconnection that ends as %s has failed', async (status) => {
			const id = await newEnvironment();
			await succeed(resource, 'connectAndWait', connecting(id));
			for (const each of [status, leaving, status])
				platform.emulator.faults.add({
					operation: READ,
					status: 200,
					body: { id, status: each },
				});
			const { error } = await run(resource, 'disconnectAndWait', { environmentId: byId(id) });
			expect(error!.message).toBe(`The environment was not disconnected: its status is ${status}`);
			expect(error!.description).toBe(
				`Environment ${id} was being disconnected, but no longer is. See its state with Data Plane → Get, then disconnect it again.`,
			);
		});

	test('the error at the time limit names the environment, which keeps connecting', async () => {
		const id = await newEnvironment();
		changed(hostOf(otherHost()), { setUpMs: 300_000 });
		const { error } = await run(resource, 'connectAndWait', {
			...connecting(id, otherHost()),
			timeLimit: 1,
		});
		expect(error!.message).toBe(`Connecting environment ${id} did not end within 60 seconds`);
		const waitsFor =
			kind === 'dynamic engine'
				? 'The status stays Set Up Required until the cluster has been set up for the environment: generate the manifest with Dynamic Engine → Generate Manifest, and have it applied. '
				: '';
		const lookAt =
			kind === 'dynamic engine' ? 'Dynamic Engine → Get Environment Status' : 'Data Plane → Get';
		expect(error!.description).toBe(
			`${waitsFor}Environment ${id} is still connecting. Check it later with ${lookAt}, or raise the time limit.`,
		);
		expect(await read(id)).toMatchObject({ status: joining });
	});

	test('stopping the workflow ends only the wait', async () => {
		const id = await newEnvironment();
		const stop = new AbortController();
		const running = run(resource, 'connectAndWait', connecting(id), { signal: stop.signal });
		await until('it connects', () => enginesOf(state()).environments.get(id)!.link !== undefined);
		stop.abort();
		await running;
		const looks = requests(READ).length;
		await quiet();
		expect(requests(READ)).toHaveLength(looks);
		expect(
			requests(`DELETE ${base}/{environmentId}/connection`).filter(({ path }) => path.includes(id)),
		).toEqual([]);
		expect(enginesOf(state()).environments.get(id)!.link).toBeDefined();
	});

	test('many items are processed simultaneously and independently: connected by a workflow, disconnected by a tool', async () => {
		const ids = await Promise.all(Array.from({ length: 6 }, newEnvironment));
		for (const [entryPoint, operation, outcome] of [
			['workflow', 'connectAndWait', 'connected'],
			['tool', 'disconnectAndWait', 'disconnected'],
		] as const) {
			const started = platform.emulator.clock.now();
			const where = operation === 'connectAndWait' ? { [hostParameter]: byId(demoHost()) } : {};
			const { items, error } = await run(
				resource,
				operation,
				{ environmentId: byId('={{ $json.id }}'), ...where },
				{ items: ids.map((id) => ({ json: { id } })), entryPoint },
			);
			expect(error).toBeUndefined();
			expect(
				items.map(({ json, pairedItem }) => [json.environmentId, json.outcome, pairedItem]),
			).toEqual(ids.map((id, item) => [id, outcome, { item }]));
			expect(platform.emulator.clock.now() - started).toBeLessThan(2 * DURATIONS_MS.setUp);
		}
	});

	test('connecting requires the permission to manage engines, everything else the one to manage environments', async () => {
		fact('B.215', 'B.224');
		const id = await newEnvironment();
		const environmentId = byId(id);
		const toSignIn = 'TMC_SERVICE_ACCOUNT_MANAGEMENT';
		const not = async (operation: string, parameters: IDataObject, needs: string) => {
			const { error } = await run(resource, operation, parameters);
			expect(error).toMatchObject({ httpCode: '403' });
			expect(error!.description).toContain(`This operation needs the permission ${needs}`);
		};
		await permitted([toSignIn, 'TMC_CLUSTER_MANAGEMENT'], async () => {
			await not('create', { name: 'x', workspaceName: 'x' }, 'TMC_ENVIRONMENT_MANAGEMENT');
			await not('get', { environmentId }, 'TMC_ENVIRONMENT_MANAGEMENT');
			await not(
				'update',
				{ environmentId, updateFields: { name: 'x' } },
				'TMC_ENVIRONMENT_MANAGEMENT',
			);
			await not('delete', { environmentId, confirmDeletion: true }, 'TMC_ENVIRONMENT_MANAGEMENT');
			await not('search', {}, 'TMC_ENVIRONMENT_MANAGEMENT');
			await succeed(resource, 'connect', connecting(id));
			await succeed(resource, 'disconnect', { environmentId });
		});
		await permitted([toSignIn, 'TMC_ENVIRONMENT_MANAGEMENT'], async () => {
			await not('connect', connecting(id), 'TMC_CLUSTER_MANAGEMENT');
			await not('disconnect', { environmentId }, 'TMC_CLUSTER_MANAGEMENT');
			await not('connectAndWait', connecting(id), 'TMC_CLUSTER_MANAGEMENT');
		});
	});
});

test('Connect and Wait names steps outside the platform only for a dynamic engine', () => {
	const noticesFor = (of: string) =>
		new TalendCloudEngines().description.properties
			.filter(
				({ type, displayOptions }) =>
					type === 'notice' && displayOptions?.show?.resource?.includes(of),
			)
			.map(({ displayName, displayOptions }) => [displayName, displayOptions!.show!.operation]);
	const resourceOf = (wanted: string) => KINDS.find(({ kind }) => kind === wanted)!.resource;
	expect(noticesFor(resourceOf('dynamic engine'))).toEqual([
		[expect.stringMatching(/^The status stays Set Up Required until/), ['connectAndWait']],
	]);
	expect(noticesFor(resourceOf('data plane'))).toEqual([]);
});
