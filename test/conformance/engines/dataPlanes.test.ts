/** Data planes, the keys of their clouds, and their members. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { DURATIONS_MS } from '../../../emulator/areas/engines/enginesStore';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { TalendCloudEngines } from '../../../nodes/TalendCloudEngines/TalendCloudEngines.node';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
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

describe('data plane', () => {
	const AZURE = {
		clientId: 'an-azure-client',
		clientSecret: 'an-azure-secret',
		subscriptionId: 'an-azure-subscription',
	};
	const AWS = { accessKey: 'an-aws-key-id', secretKey: 'an-aws-secret' };
	const aks = (more: IDataObject = {}) => ({
		name: newName('plane'),
		instanceType: 'Standard_D4s_v5',
		nodeConfig: { minSize: 2, maxSize: 4, diskSize: 100 },
		region: 'westeurope',
		credentialConfig: { value: AZURE },
		resourceGroupName: 'talend',
		...more,
	});
	const eks = (more: IDataObject = {}) => ({
		name: newName('plane'),
		instanceType: 'm5.xlarge',
		nodeConfig: { minSize: 1 },
		region: 'eu-west-1',
		credentialConfig: { value: AWS },
		vpcConfig: { subnetIds: ['subnet-1', 'subnet-2'] },
		...more,
	});
	const bodyOf = () =>
		JSON.parse(requests('POST /processing/data-planes').at(-1)!.body) as IDataObject;

	const auditLoggingConf = {
		monitoring: true,
		logAnalyticsWorkspaceGroup: 'logs',
		logAnalyticsWorkspaceName: 'audit',
	};
	const newOnAks = async () => {
		const [made] = await succeed(
			'dataPlane',
			'createAks',
			aks({
				simplify: false,
				additionalFields: {
					auditLoggingConf,
					autoscalingEnabled: true,
					tags: { pairs: [{ name: 'team', value: 'finance' }] },
				},
			}),
		);
		return made!;
	};

	test('a data plane is created on AKS with the keys of Azure', async () => {
		fact('C.9', 'C.62', 'C.67');
		await newOnAks();
		expect(bodyOf()).toMatchObject({
			credentialConfig: AZURE,
			autoscalingEnabled: true,
			resourceGroupName: 'talend',
		});
	});

	test('a data plane on AKS is requested with its node size', async () => {
		fact('C.62', 'C.66');
		await newOnAks();
		expect(bodyOf()).toMatchObject({ nodeConfig: { minSize: 2, maxSize: 4, diskSize: 100 } });
	});

	test('the logging of AKS has another name in the response', async () => {
		fact('C.60');
		const made = await newOnAks();
		expect(bodyOf()).toMatchObject({ auditLoggingConf });
		expect(made).toMatchObject({ aksLoggingConf: auditLoggingConf });
	});

	test('a new data plane on AKS is being created without a command for its user', async () => {
		fact('C.121', 'C.126');
		const made = await newOnAks();
		expect(bodyOf()).toMatchObject({ provider: 'AKS' });
		expect(made).toMatchObject({ provider: 'AKS', state: 'CREATING', tags: { team: 'finance' } });
		expect(made).not.toHaveProperty('bootstrapCommand');
	});

	test('a data plane is created on EKS with the keys of AWS, in its subnets', async () => {
		fact('C.63', 'C.68', 'C.69');
		await succeed('dataPlane', 'createEks', eks());
		expect(bodyOf()).toMatchObject({
			credentialConfig: AWS,
			vpcConfig: { subnetIds: ['subnet-1', 'subnet-2'] },
		});
	});

	test('a data plane on EKS may have undocumented types of logs', async () => {
		fact('C.75', 'C.126');
		const eksLoggingTypes = ['audit', 'something new'];
		const [made] = await succeed(
			'dataPlane',
			'createEks',
			eks({ simplify: false, additionalFields: { eksLoggingTypes } }),
		);
		expect(bodyOf()).toMatchObject({ provider: 'EKS' });
		expect(made).toMatchObject({ provider: 'EKS', eksLoggingTypes });
	});

	test('a data plane has its nodes once its cluster is ready', async () => {
		fact('C.55', 'C.58', 'C.61');
		const { id } = await newOnAks();
		wait(DURATIONS_MS.cluster);
		const [ready] = await succeed('dataPlane', 'get', { id: byId(id), simplify: false });
		expect(ready).toMatchObject({
			state: 'CONNECTED',
			nodes: [
				{ name: 'node-1', roles: expect.any(Array) as string[], address: '10.0.0.1' },
				{ name: 'node-2' },
			],
		});
		const nodes = ready!.nodes as unknown[];
		expect(nodes.flatMap((each) => schemaFindings('C.DataPlaneNodeResponse', each))).toEqual([]);
		expect(schemaFindings('C.AksLoggingConf', ready!.aksLoggingConf)).toEqual([]);
	});

	test('cloud keys appear in no output, list or error', async () => {
		fact('C.67', 'C.68');
		for (const [operation, keys, parameters] of [
			['createAks', AZURE, aks()],
			['createEks', AWS, eks()],
			['createAks', AZURE, aks({ credentialConfigJson: JSON.stringify(AZURE) })],
		] as Array<[string, Record<string, string>, IDataObject]>) {
			const good = await succeed('dataPlane', operation, { ...parameters, simplify: false });
			const all = await succeed('dataPlane', 'getMany', { returnAll: true, simplify: false });
			const echo = {
				title: `Look at ${Object.values(keys)[1]}`,
				details: `Not accepted: ${Object.values(keys).join(' and ')}`,
			};
			platform.emulator.faults.add({
				operation: 'POST /processing/data-planes',
				status: 400,
				body: echo,
			});
			const { error } = await run('dataPlane', operation, parameters);
			expect(error!.message).toMatch(/^Not accepted: \*\*\*/);
			const text = JSON.stringify([good, all, error, error!.message, error!.description]);
			for (const value of Object.values(keys)) expect(text).not.toContain(value);
			expect(await (await fetch(`${platform.address}/__emulator/log`)).text()).not.toContain(
				Object.values(keys)[1],
			);
		}
	});

	test.each<{ where: string; body: unknown; contentType: string | undefined }>([
		{
			where: 'in JSON',
			body: {
				title: 'Bad Request',
				details: `No such key: ${JSON.stringify({ clientSecret: 'a "quoted" \\ secret' })}`,
			},
			contentType: undefined,
		},
		{
			where: 'in an address',
			body: {
				title: 'Bad Request',
				details: `No such key: ?secret=${encodeURIComponent('a "quoted" \\ secret')}`,
			},
			contentType: undefined,
		},
		{
			where: 'at the end of a long text',
			body: `${'x'.repeat(290)} a "quoted" \\ secret`,
			contentType: 'text/plain',
		},
	])(
		'a cloud key that the platform repeats $where appears in no error',
		async ({ body, contentType }) => {
			const clientSecret = 'a "quoted" \\ secret';
			platform.emulator.faults.add({
				operation: 'POST /processing/data-planes',
				status: 400,
				body,
				contentType,
			});
			const { error } = await run(
				'dataPlane',
				'createAks',
				aks({ credentialConfig: { value: { ...AZURE, clientSecret } } }),
			);
			expect(error).toMatchObject({ httpCode: '400' });
			expect(`${error!.message} ${error!.description}`).not.toMatch(/quoted|a "q|a %22/);
			expect(`${error!.message} ${error!.description}`).toContain('***');
		},
	);

	test('a cloud key that the platform repeats in its response appears in no output', async () => {
		platform.emulator.faults.add({
			operation: 'POST /processing/data-planes',
			status: 201,
			body: {
				id: 'c-1',
				name: 'echo',
				credentialConfig: AZURE,
				notes: [`with ${AZURE.clientSecret}`],
			},
		});
		const [made] = await succeed('dataPlane', 'createAks', aks({ simplify: false }));
		expect(made).toMatchObject({ id: 'c-1', name: 'echo', notes: ['with ***'] });
		for (const value of Object.values(AZURE)) expect(JSON.stringify(made)).not.toContain(value);
	});

	test('a key that is a common word changes no other value of the output', async () => {
		const [made] = await succeed(
			'dataPlane',
			'createAks',
			aks({
				name: 'a finance cluster',
				credentialConfig: { value: { ...AZURE, clientId: 'finance' } },
			}),
		);
		expect(made).toMatchObject({ name: 'a finance cluster' });
	});

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

	test('cloud keys are entered in password fields', () => {
		fact('C.67', 'C.68');
		const forms = new TalendCloudEngines().description.properties.filter(
			({ name, type }) => name === 'credentialConfig' && type === 'collection',
		);
		const inputs = forms.flatMap(({ options }) => options as INodeProperties[]);
		expect(inputs.map(({ name, typeOptions }) => [name, typeOptions?.password])).toEqual(
			[...Object.keys(AZURE), ...Object.keys(AWS)].map((name) => [name, true]),
		);
	});

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

	test('an update turns the logs of EKS off', async () => {
		const [made] = await succeed('dataPlane', 'createEks', eks());
		wait(DURATIONS_MS.cluster);
		await succeed('dataPlane', 'update', {
			id: byId(made!.id),
			updateFields: { eksLoggingTypes: [] },
		});
		expect(JSON.parse(requests('PUT /processing/data-planes/{id}').at(-1)!.body)).toMatchObject({
			eksLoggingTypes: [],
		});
		expect(
			(await succeed('dataPlane', 'get', { id: byId(made!.id), simplify: false }))[0],
		).toMatchObject({ eksLoggingTypes: [] });
	});

	test('the provider must match the form', async () => {
		fact('C.120', 'C.126');
		const { error } = await run(
			'dataPlane',
			'createAks',
			aks({ additionalFields: { provider: 'EKS' } }),
		);
		expect(error!.description).toMatch(
			/^Check the fields. If Talend Cloud does not know the provider AKS, add Provider Name/,
		);
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'Provider EKS does not match the other fields',
		});
		expect(
			(await run('dataPlane', 'register', { name: 'x', provider: 'AKS' })).error!.message,
		).toBe('Provider AKS needs the fields of a managed cluster');
		expect(
			await ask('POST /processing/data-planes', { name: 'x', provider: 'AKS', instanceType: 'x' }),
		).toMatchObject({ status: 400 });
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

	test('the settings of the providers are not a data plane', async () => {
		fact('C.73');
		expect(await succeed('dataPlane', 'getSettings')).toEqual([
			{
				awsEks: { kubernetesVersion: expect.any(String) as string, servicesDisabled: [] },
				azureAks: {
					kubernetesVersion: expect.any(String) as string,
					servicesDisabled: ['monitoring'],
				},
				rke2: { kubernetesVersion: expect.any(String) as string },
			},
		]);
	});

	describe('the members of a data plane', () => {
		const dataPlaneId = byName(DEMO_ENGINES.plane);
		const add = async (role: string, additionalFields: IDataObject = {}) => {
			const [member] = await succeed('dataPlane', 'addMember', {
				dataPlaneId,
				roleId: byId(role),
				additionalFields,
			});
			return member!;
		};
		const idsNow = async () =>
			(await succeed('dataPlane', 'getMembers', { dataPlaneId, returnAll: true })).map(
				({ id }) => id,
			);
		afterEach(async () => {
			for (const id of await idsNow())
				await succeed('dataPlane', 'removeMember', { dataPlaneId, id: byId(id) });
		});

		test('the roles that a member can have are listed', async () => {
			fact('C.72');
			const roles = await succeed('dataPlane', 'getMemberRoles', { dataPlaneId, returnAll: true });
			expect(roles).toEqual([
				{ id: 'cluster-owner', description: expect.any(String) as string },
				{ id: 'cluster-member', description: expect.any(String) as string },
			]);
		});

		test('a member is added for a limited time, with a role and a password', async () => {
			fact('C.10', 'C.70', 'C.71');
			const guest = await add('cluster-member', {
				duration: 2,
				description: 'Support',
				username: 'guest',
			});
			expect(guest).toMatchObject({
				username: 'guest',
				role: 'cluster-member',
				description: 'Support',
				password: expect.any(String) as string,
				expireAt: new Date(platform.emulator.clock.now() + 7_200_000).toISOString(),
			});
		});

		test('a member without a duration does not expire', async () => {
			fact('C.70');
			const lasting = await add('cluster-owner');
			expect(lasting).toMatchObject({ username: expect.stringMatching(/^member-/) as string });
			expect(lasting).not.toHaveProperty('expireAt');
		});

		test('members are listed without their passwords', async () => {
			fact('C.71');
			const lasting = await add('cluster-owner');
			const listed = await succeed('dataPlane', 'getMembers', { dataPlaneId, returnAll: true });
			expect(listed.map(({ username }) => username)).toEqual([lasting.username]);
			for (const each of listed) expect(each).not.toHaveProperty('password');
		});

		test('a member is deleted when the time has passed', async () => {
			fact('C.10', 'C.70');
			await add('cluster-member', { duration: 2 });
			const lasting = await add('cluster-owner');
			wait(7_200_000);
			expect(await idsNow()).toEqual([lasting.id]);
		});

		test('a member is removed by the user name', async () => {
			fact('C.125');
			const lasting = await add('cluster-owner');
			expect(
				await succeed('dataPlane', 'removeMember', {
					dataPlaneId,
					id: byName(String(lasting.username)),
				}),
			).toEqual([{ deleted: true, dataPlaneId: planeNamed(DEMO_ENGINES.plane), id: lasting.id }]);
			expect(await succeed('dataPlane', 'getMembers', { dataPlaneId })).toEqual([]);
		});

		test('a role that does not exist is refused', async () => {
			expect(
				(await run('dataPlane', 'addMember', { dataPlaneId, roleId: byId('nobody') })).error!
					.message,
			).toBe('Role nobody does not exist');
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
});

judgeRequests(platform, 'Engines', ['dataPlane']);
