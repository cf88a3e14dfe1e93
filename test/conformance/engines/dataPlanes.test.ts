/** Data planes: those connected with a command, updates, and operations in progress. */
import type { IDataObject } from 'n8n-workflow';

import { DURATIONS_MS } from '../../../emulator/areas/engines/enginesStore';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { TalendCloudEngines } from '../../../nodes/TalendCloudEngines/TalendCloudEngines.node';
import { byId } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { aks, AZURE, eks } from './dataPlanesStage';
import {
	ask,
	newName,
	permitted,
	planeNamed,
	platform,
	requests,
	run,
	succeed,
	wait,
} from './stage';

test.each(['workflow', 'tool'] as const)(
	'an error item that n8n stores contains no cloud keys, as a %s',
	async (entryPoint) => {
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			platform.emulator.faults.add({
				operation: 'POST /processing/data-planes',
				status: 400,
				body: { title: 'Bad Request', details: `No: ${AZURE.clientSecret}`, data: AZURE },
			});
			const { items, errorItems, hints, error } = await run('dataPlane', 'createAks', aks(), {
				onError,
				entryPoint,
			});
			const text = JSON.stringify([items, errorItems, hints, error]);
			expect(text).toContain('No: ***');
			for (const value of Object.values(AZURE)) expect(text).not.toContain(value);
		}
	},
);

describe('a data plane that is connected with a command', () => {
	const onOwnMachines = async () => {
		const [made] = await succeed('dataPlane', 'createCustom', {
			name: newName('plane'),
			provider: 'RKE2',
			additionalFields: { distribution: 'rke2', oneNodeDemo: true },
		});
		return made!;
	};
	const inOwnCluster = async () => {
		const [made] = await succeed('dataPlane', 'register', {
			name: newName('plane'),
			provider: 'IMPORTED',
		});
		return made!;
	};
	const lastStatus = () => requests('POST /processing/data-planes').at(-1)!.status;

	test('a data plane on your own machines is created with 201', async () => {
		fact('C.64', 'C.121', 'C.126');
		const made = await onOwnMachines();
		expect(lastStatus()).toBe(201);
		expect(made).toMatchObject({ state: 'WAITING_FOR_BOOTSTRAP' });
	});

	test('a data plane in an existing cluster is registered with 200', async () => {
		fact('C.9', 'C.65', 'C.121');
		const made = await inOwnCluster();
		expect(lastStatus()).toBe(200);
		expect(made).toMatchObject({ state: 'WAITING_FOR_BOOTSTRAP' });
	});

	test.each([
		['on your own machines', onOwnMachines],
		['in an existing cluster', inOwnCluster],
	])('a new data plane %s has a command with its token', async (_where, create) => {
		fact('C.57', 'C.127');
		const { bootstrapCommand } = await create();
		const { token, command } = bootstrapCommand as Record<string, string>;
		expect(command).toContain(token);
	});

	test('a data plane shows its command only if it is not simplified', async () => {
		fact('C.55');
		const { id, bootstrapCommand } = await onOwnMachines();
		const [simple] = await succeed('dataPlane', 'get', { id: byId(id) });
		expect(simple).not.toHaveProperty('bootstrapCommand');
		const [whole] = await succeed('dataPlane', 'get', { id: byId(id), simplify: false });
		expect(whole).toMatchObject({ oneNodeDemo: true, bootstrapCommand });
	});

	test('a data plane is connected after its command has been run', async () => {
		fact('C.127');
		const { id } = await inOwnCluster();
		wait(DURATIONS_MS.bootstrap);
		expect(await succeed('dataPlane', 'get', { id: byId(id) })).toEqual([
			expect.objectContaining({ state: 'CONNECTED' }),
		]);
	});

	test('the command is marked as sensitive, as passwords and keys are', () => {
		expect(new TalendCloudEngines().description.sensitiveOutputFields).toEqual([
			'preAuthorizedKey',
			'bootstrapCommand',
			'password',
		]);
	});
});

test('data planes are listed in simplified form', async () => {
	const planes = await succeed('dataPlane', 'getMany', { returnAll: true });
	expect(planes.map(({ name }) => name)).toEqual(
		expect.arrayContaining([DEMO_ENGINES.plane, DEMO_ENGINES.otherPlane]),
	);
	expect(planes[0]).not.toHaveProperty('createdBy');
});

describe('a data plane while an operation is in progress', () => {
	/** A data plane whose cluster is ready. */
	const ready = async () => {
		const [{ id } = {}] = await succeed('dataPlane', 'createAks', aks());
		wait(DURATIONS_MS.cluster);
		return byId(id);
	};

	test('a data plane is not changed while it is created', async () => {
		fact('C.90', 'C.123');
		const [{ id } = {}] = await succeed('dataPlane', 'createAks', aks());
		const { error } = await run('dataPlane', 'update', {
			id: byId(id),
			updateFields: { name: 'Too early', description: 'Too early' },
		});
		expect(error).toMatchObject({
			httpCode: '409',
			message: `An operation is ongoing for data plane ${String(id)}: it is CREATING`,
		});
		expect(error!.description).toMatch(/^An operation is in progress/);
	});

	test('an update of a data plane changes the given fields', async () => {
		fact('C.59', 'C.60');
		const aksAuditLoggingConf = { monitoring: false };
		const [changed] = await succeed('dataPlane', 'update', {
			id: await ready(),
			simplify: false,
			updateFields: {
				description: 'Changed',
				tags: { pairs: [{ name: 'a', value: 'b' }] },
				aksAuditLoggingConf,
				eksLoggingTypes: ['api'],
			},
		});
		expect(changed).toMatchObject({
			description: 'Changed',
			tags: { a: 'b' },
			aksLoggingConf: aksAuditLoggingConf,
			state: 'UPDATING',
		});
	});

	test('a data plane is not deleted while it is updated', async () => {
		fact('C.90');
		const id = await ready();
		await succeed('dataPlane', 'update', { id, updateFields: { description: 'Changed' } });
		const { error } = await run('dataPlane', 'delete', { id, confirmDeletion: true });
		expect(error).toMatchObject({ httpCode: '409' });
		expect(error!.description).toMatch(/^An operation is in progress/);
	});

	test('a data plane with a cluster is cleaned up before it disappears', async () => {
		fact('C.122', 'C.124');
		const id = await ready();
		expect(await succeed('dataPlane', 'delete', { id, confirmDeletion: true })).toEqual([
			{ deleted: true, id: id.value, cleaningUp: true },
		]);
		expect(await succeed('dataPlane', 'get', { id })).toEqual([
			expect.objectContaining({ state: 'DELETING' }),
		]);
		wait(DURATIONS_MS.cleanUp);
		expect((await run('dataPlane', 'get', { id })).error).toMatchObject({ httpCode: '404' });
	});

	test('a data plane that never had a cluster disappears at once', async () => {
		fact('C.124');
		const [never] = await succeed('dataPlane', 'register', {
			name: newName('plane'),
			provider: 'IMPORTED',
		});
		expect(
			await succeed('dataPlane', 'delete', { id: byId(never!.id), confirmDeletion: true }),
		).toEqual([{ deleted: true, id: never!.id, cleaningUp: false }]);
		const { error } = await run('dataPlane', 'get', { id: byId(never!.id) });
		expect(error).toMatchObject({ httpCode: '404' });
	});
});

test('every operation requires the permission to manage clusters', async () => {
	fact('C.119', 'C.120');
	const id = byId(planeNamed(DEMO_ENGINES.plane));
	const dataPlaneId = id;
	const held = (await ask('GET /account/service-accounts/permissions')).body as string[];
	await permitted(
		held.filter((permission) => permission !== 'TMC_CLUSTER_MANAGEMENT'),
		async () => {
			for (const [operation, parameters] of [
				['getMany', {}],
				['get', { id }],
				['createAks', aks()],
				['createEks', eks()],
				['createCustom', { name: 'x', provider: 'RKE2' }],
				['register', { name: 'x', provider: 'IMPORTED' }],
				['update', { id, updateFields: { name: 'a', description: 'b' } }],
				['delete', { id, confirmDeletion: true }],
				['getSettings', {}],
				['getMembers', { dataPlaneId }],
				['addMember', { dataPlaneId, roleId: byId('cluster-member') }],
				['removeMember', { dataPlaneId, id }],
				['getMemberRoles', { dataPlaneId }],
			] as Array<[string, IDataObject]>) {
				const { error } = await run('dataPlane', operation, parameters);
				expect(error).toMatchObject({ httpCode: '403' });
				expect(error!.description).toContain(
					'This operation needs the permission TMC_CLUSTER_MANAGEMENT',
				);
			}
		},
	);
});

judgeRequests(platform, 'Engines', [
	'dataPlane.createCustom',
	'dataPlane.delete',
	'dataPlane.get',
	'dataPlane.getMany',
	'dataPlane.register',
	'dataPlane.update',
]);
