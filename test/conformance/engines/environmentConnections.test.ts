/** How environments are connected to dynamic engines and data planes, and disconnected. */
import { DURATIONS_MS, enginesOf } from '../../../emulator/areas/engines/enginesStore';
import { changed } from '../../support/changed';
import { byId } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import {
	environmentsOf,
	KINDS,
	newName,
	platform,
	requests,
	run,
	state,
	succeed,
	wait,
} from './stage';

describe.each(KINDS)('$kind environment', (kindOfHost) => {
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
		tellsLink,
	} = kindOfHost;
	const { newEnvironment, connecting, read, hostOf } = environmentsOf(kindOfHost);

	describe('connecting and disconnecting', () => {
		/** The statuses of the requests that connect and disconnect. */
		const statuses = () =>
			platform.emulator.log
				.filter(({ operation }) => operation?.endsWith('/connection'))
				.map(({ status }) => status);
		const disconnect = async (id: string) =>
			await succeed(resource, 'disconnect', { environmentId: byId(id) });

		test('a connection is accepted, with its link if there is one', async () => {
			fact('B.112', 'B.220', 'B.228');
			const id = await newEnvironment();
			const [answer] = await succeed(resource, 'connect', connecting(id));
			const linkId = enginesOf(state()).environments.get(id)!.link!.id;
			expect(answer).toEqual({
				success: true,
				environmentId: id,
				[hostParameter]: demoHost(),
				alreadyConnected: false,
				...(tellsLink ? { location: linkId, linkId } : {}),
			});
		});

		test('an environment shows its host, with a link if there is one, while it is set up', async () => {
			fact('B.111', 'B.112', 'B.113');
			const id = await newEnvironment();
			await succeed(resource, 'connect', connecting(id));
			const linkId = enginesOf(state()).environments.get(id)!.link!.id;
			expect(await read(id)).toMatchObject({
				[hostField]: demoHost(),
				...(tellsLink ? { linkId } : {}),
			});
		});

		test('an environment is joined when its set-up has ended', async () => {
			fact('B.136', 'B.137', 'B.143');
			const id = await newEnvironment();
			expect(await read(id)).toMatchObject({ status: free });
			await succeed(resource, 'connect', connecting(id));
			expect(await read(id)).toMatchObject({ status: joining });
			wait(DURATIONS_MS.setUp);
			expect(await read(id)).toMatchObject({ status: joined });
		});

		test('an environment that is already connected to the host stays connected', async () => {
			fact('B.220', 'B.228');
			const id = await newEnvironment();
			platform.clearLog();
			const [first] = await succeed(resource, 'connect', connecting(id));
			const [second] = await succeed(resource, 'connect', connecting(id));
			expect(second).toEqual({ ...first, alreadyConnected: true });
			expect(statuses()).toEqual([202, 204]);
		});

		test('a disconnected environment is free of its host once it has been cleaned up', async () => {
			fact('B.111', 'B.113', 'B.143');
			const id = await newEnvironment();
			await succeed(resource, 'connectAndWait', connecting(id));
			await disconnect(id);
			expect(await read(id)).toMatchObject({ status: leaving });
			wait(DURATIONS_MS.cleanUp);
			const cleaned = await read(id);
			expect(cleaned).toMatchObject({ status: free });
			expect(cleaned).not.toHaveProperty(hostField);
		});

		test('an environment that is already disconnected stays disconnected', async () => {
			fact('B.221', 'B.229');
			const id = await newEnvironment();
			await succeed(resource, 'connectAndWait', connecting(id));
			platform.clearLog();
			expect(await disconnect(id)).toEqual([
				{ success: true, environmentId: id, alreadyDisconnected: false },
			]);
			wait(DURATIONS_MS.cleanUp);
			expect(await disconnect(id)).toEqual([
				{ success: true, environmentId: id, alreadyDisconnected: true },
			]);
			expect(statuses()).toEqual([202, 204]);
		});

		test('a disconnection says whether the environment was connected', async () => {
			fact('B.137', 'B.141', 'B.145');
			const id = await newEnvironment();
			platform.clearLog();
			expect(await disconnect(id)).toMatchObject([{ alreadyDisconnected: true }]);
			await succeed(resource, 'connectAndWait', connecting(id));
			expect(await read(id)).toMatchObject({ status: joined });
			expect(await disconnect(id)).toMatchObject([{ alreadyDisconnected: false }]);
		});
	});

	test('a Location that is a URL ends with the link ID', async () => {
		fact('B.220');
		const id = await newEnvironment();
		platform.emulator.faults.add({
			operation: `POST ${base}/{environmentId}/connection`,
			status: 202,
			body: '',
			headers: { location: 'https://api.example.com/links/l-1/' },
		});
		expect(await succeed(resource, 'connect', connecting(id))).toEqual([
			{
				success: true,
				environmentId: id,
				[hostParameter]: demoHost(),
				alreadyConnected: false,
				location: 'https://api.example.com/links/l-1/',
				linkId: 'l-1',
			},
		]);
	});

	describe('several environments on one host', () => {
		/** An environment that is connected to the demo's engine or plane. */
		const connected = async () => {
			const id = await newEnvironment();
			await succeed(resource, 'connectAndWait', connecting(id));
			return id;
		};

		test('a connected environment cannot be connected elsewhere', async () => {
			fact('B.10', 'B.140', 'B.144');
			const { error } = await run(resource, 'connect', connecting(await connected(), otherHost()));
			expect(error!.description).toContain(
				`An environment runs on one ${kind} only, and cannot be connected while it is being disconnected`,
			);
		});

		test('a second host is refused with 409', async () => {
			fact('B.220', 'B.223', 'B.228');
			const { error } = await run(resource, 'connect', connecting(await connected(), otherHost()));
			expect(error).toMatchObject({ httpCode: '409' });
		});

		test('a connected environment cannot be deleted', async () => {
			fact('B.219', 'B.227');
			const { error } = await run(resource, 'delete', {
				environmentId: byId(await connected()),
				confirmDeletion: true,
			});
			expect(error).toMatchObject({ httpCode: '409' });
		});

		test('the refusal to delete a connected environment says to disconnect it first', async () => {
			fact('B.142', 'B.146');
			const { error } = await run(resource, 'delete', {
				environmentId: byId(await connected()),
				confirmDeletion: true,
			});
			expect(error!.description).toContain(
				`The environment is connected to a ${kind}: disconnect it first (Disconnect and Wait).`,
			);
		});

		const leavingEnvironment = async () => {
			const id = await connected();
			await succeed(resource, 'disconnect', { environmentId: byId(id) });
			return id;
		};

		test('an environment cannot be connected while it is being disconnected', async () => {
			fact('B.140', 'B.143', 'B.144');
			const { error } = await run(
				resource,
				'connectAndWait',
				connecting(await leavingEnvironment()),
			);
			expect(error).toMatchObject({ httpCode: '409' });
		});

		test('a host cannot be deleted while an environment is being disconnected from it', async () => {
			await leavingEnvironment();
			const { error } = await run(kind === 'data plane' ? 'dataPlane' : 'dynamicEngine', 'delete', {
				id: byId(demoHost()),
				confirmDeletion: true,
			});
			expect(error).toMatchObject({ httpCode: '400' });
			expect(error!.description).toMatch(
				/^Environments may still run on it: disconnect them first \(Disconnect and Wait\)\./,
			);
		});

		test('a disconnected environment can be connected to another host', async () => {
			fact('B.10');
			const id = await connected();
			await succeed(resource, 'disconnectAndWait', { environmentId: byId(id) });
			expect(await succeed(resource, 'connectAndWait', connecting(id, otherHost()))).toEqual([
				expect.objectContaining({ outcome: 'connected', [hostField]: otherHost() }),
			]);
		});
	});

	describe('a connection that is refused', () => {
		test('a host that is not fully connected to the platform accepts no environment', async () => {
			fact('B.140', 'B.144');
			const id = await newEnvironment();
			const [made] =
				kind === 'data plane'
					? await succeed('dataPlane', 'register', { name: newName('plane'), provider: 'IMPORTED' })
					: await succeed('dynamicEngine', 'create', { name: newName('engine') });
			const { error } = await run(resource, 'connectAndWait', connecting(id, String(made!.id)));
			expect(error).toMatchObject({ httpCode: '503' });
			expect(error!.description).toContain(
				`The ${kind} is not ready: it must be fully connected to Talend Cloud.`,
			);
			expect(await read(id)).toMatchObject({ status: free });
		});

		test('a host without a free namespace accepts no environment', async () => {
			fact('B.220', 'B.228');
			const id = await newEnvironment();
			const full = changed(hostOf(otherHost()), { namespaces: 0 });
			const { error } = await run(resource, 'connect', connecting(id, otherHost()));
			expect(error).toMatchObject({
				httpCode: '500',
				message: `${full.name} cannot allocate a namespace`,
			});
			expect(error!.description).toContain(
				`The ${kind} cannot take another namespace, or did not respond in time.`,
			);
			expect(await read(id)).toMatchObject({ status: free });
		});

		test('an unknown host is refused with 400', async () => {
			const id = await newEnvironment();
			const { error } = await run(resource, 'connect', connecting(id, 'nowhere'));
			expect(error).toMatchObject({ httpCode: '400' });
		});

		test('an unknown environment cannot be disconnected', async () => {
			const { error } = await run(resource, 'disconnect', { environmentId: byId('nothing') });
			expect(error).toMatchObject({ httpCode: '404' });
		});
	});

	test('a connection request whose response was lost is sent again, which finds the environment connected', async () => {
		const id = await newEnvironment();
		platform.emulator.faults.add({
			operation: `POST ${base}/{environmentId}/connection`,
			breaks: 'after',
		});
		platform.clearLog();
		expect(await succeed(resource, 'connect', connecting(id))).toEqual([
			expect.objectContaining({ alreadyConnected: true }),
		]);
		expect(requests(`POST ${base}/{environmentId}/connection`)).toHaveLength(2);
	});
});

judgeRequests(platform, 'Engines', [
	'dynamicEngineEnvironment.connect',
	'dynamicEngineEnvironment.disconnect',
	'dataPlaneEnvironment.connect',
	'dataPlaneEnvironment.disconnect',
]);
