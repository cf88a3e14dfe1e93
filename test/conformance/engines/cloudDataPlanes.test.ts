/**
 * Data planes that Talend Cloud creates on AKS and EKS: their settings, and the cloud keys, which
 * appear nowhere.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { DURATIONS_MS } from '../../../emulator/areas/engines/enginesStore';
import { TalendCloudEngines } from '../../../nodes/TalendCloudEngines/TalendCloudEngines.node';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { byId } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { aks, AWS, AZURE, eks } from './dataPlanesStage';
import { ask, platform, requests, run, succeed, wait } from './stage';

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
	expect((await run('dataPlane', 'register', { name: 'x', provider: 'AKS' })).error!.message).toBe(
		'Provider AKS needs the fields of a managed cluster',
	);
	expect(
		await ask('POST /processing/data-planes', { name: 'x', provider: 'AKS', instanceType: 'x' }),
	).toMatchObject({ status: 400 });
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

judgeRequests(platform, 'Engines', [
	'dataPlane.createAks',
	'dataPlane.createEks',
	'dataPlane.getSettings',
]);
