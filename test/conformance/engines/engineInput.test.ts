/** What is refused of the input of Engine Management, and the shape of its errors. */
import type { IDataObject } from 'n8n-workflow';

import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { byId } from '../../support/demo';
import { fact } from '../../support/fact';
import { ask, expectRefused } from './stage';

describe('refused before anything is sent', () => {
	const long = (length: number) => 'x'.repeat(length);
	const credentialConfig = {
		value: { clientId: 'a-client', clientSecret: 'a-secret', subscriptionId: 'a-subscription' },
	};
	const onAnyCloud = { name: 'x', instanceType: 'x', nodeConfig: {}, region: 'x' };
	const aks = { ...onAnyCloud, credentialConfig, resourceGroupName: 'x' };
	test.each<[string, string, string, IDataObject, string]>([
		[
			'an engine with a long name',
			'dynamicEngine',
			'create',
			{ name: long(256) },
			'"Name" must have at most 255 characters',
		],
		[
			'an engine without a name',
			'dynamicEngine',
			'create',
			{ name: '={{ "" }}' },
			'"Name" is required',
		],
		[
			'an engine with a long description',
			'dynamicEngine',
			'create',
			{ name: 'x', additionalFields: { description: long(1025) } },
			'"Description" must have at most 1024 characters',
		],
		[
			'a long new name of an engine',
			'dynamicEngine',
			'update',
			{ id: byId('e'), updateFields: { name: long(256) } },
			'"Name" must have at most 255 characters',
		],
		[
			'a long new description of an engine',
			'dynamicEngine',
			'update',
			{ id: byId('e'), updateFields: { description: long(1025) } },
			'"Description" must have at most 1024 characters',
		],
		[
			'no engine',
			'dynamicEngine',
			'get',
			{ id: byId('={{ undefined }}') },
			'"Dynamic Engine" is required',
		],
		[
			'an engine ".."',
			'dynamicEngine',
			'getInfrastructureStatus',
			{ dynamicEngineId: byId('..') },
			'"Dynamic Engine" must not be "." or ".."',
		],
		[
			'an environment of blanks',
			'dynamicEngine',
			'getEnvironmentStatus',
			{ dynamicEngineId: byId('e'), environmentId: byId(' ') },
			'"Environment" is required',
		],
		[
			'a key that is neither yes nor no',
			'dynamicEngine',
			'generateManifest',
			{ dynamicEngineId: byId('e'), options: { generateNewPairingKey: '={{ "perhaps" }}' } },
			'"Generate New Pairing Key" must be true or false',
		],
		[
			'a plane with a long name',
			'dataPlane',
			'createCustom',
			{ name: long(256), provider: 'RKE2' },
			'"Name" must have at most 255 characters',
		],
		[
			'a plane with a long description',
			'dataPlane',
			'register',
			{ name: 'x', provider: 'y', additionalFields: { description: long(1025) } },
			'"Description" must have at most 1024 characters',
		],
		[
			'a plane without a provider',
			'dataPlane',
			'register',
			{ name: 'x', provider: '={{ "" }}' },
			'"Provider" is required',
		],
		[
			'a cluster without keys',
			'dataPlane',
			'createAks',
			{ ...aks, credentialConfig: {} },
			'"Credentials" is required',
		],
		[
			'a cluster without a region',
			'dataPlane',
			'createAks',
			{ ...aks, region: '={{ "" }}' },
			'"Region" is required',
		],
		[
			'fewer nodes at most than at least',
			'dataPlane',
			'createAks',
			{ ...aks, nodeConfig: { minSize: 3, maxSize: 2 } },
			'"Nodes" must not have a Min Size greater than Max Size',
		],
		[
			'fewer nodes at most than at least on EKS',
			'dataPlane',
			'createEks',
			{
				...onAnyCloud,
				credentialConfig: { value: { accessKey: 'a-key', secretKey: 'a-secret' } },
				vpcConfig: {},
				nodeConfig: { minSize: 3, maxSize: 2 },
			},
			'"Nodes" must not have a Min Size greater than Max Size',
		],
		[
			'half a node',
			'dataPlane',
			'createAks',
			{ ...aks, nodeConfig: { minSize: 0.5 } },
			'"Nodes: Min Size" must be a whole number',
		],
		[
			'a member for 0 hours',
			'dataPlane',
			'addMember',
			{ dataPlaneId: byId('p'), roleId: byId('r'), additionalFields: { duration: 0 } },
			'"Duration (Hours)" must be at least 1',
		],
		[
			'a member with a long description',
			'dataPlane',
			'addMember',
			{ dataPlaneId: byId('p'), roleId: byId('r'), additionalFields: { description: long(256) } },
			'"Description" must have at most 255 characters',
		],
		[
			'a member with a long user name',
			'dataPlane',
			'addMember',
			{ dataPlaneId: byId('p'), roleId: byId('r'), additionalFields: { username: long(1101) } },
			'"User Name" must have at most 1100 characters',
		],
		[
			'a member without a role',
			'dataPlane',
			'addMember',
			{ dataPlaneId: byId('p'), roleId: byId('={{ "" }}') },
			'"Role" is required',
		],
		[
			'a plane update that changes nothing',
			'dataPlane',
			'update',
			{ id: byId('p') },
			'"Update Fields" needs at least one field to change',
		],
		...(
			[
				['dynamicEngineEnvironment', 'dynamicEngineId'],
				['dataPlaneEnvironment', 'dataplaneId'],
			] as const
		).flatMap(([resource, at]): Array<[string, string, string, IDataObject, string]> => [
			[
				`${resource}: a name of blanks`,
				resource,
				'create',
				{ name: '  ', workspaceName: 'x' },
				'"Name" is required',
			],
			[
				`${resource}: no workspace`,
				resource,
				'create',
				{ name: 'x', workspaceName: '={{ "" }}' },
				'"Workspace Name" is required',
			],
			[
				`${resource}: a negative offset`,
				resource,
				'search',
				{ filters: { offset: -1 } },
				'"Offset" must be at least 0',
			],
			[
				`${resource}: a time limit of 0`,
				resource,
				'disconnectAndWait',
				{ environmentId: byId('e'), timeLimit: 0 },
				'"Time Limit (Minutes)" must be at least 1',
			],
			[
				`${resource}: no environment`,
				resource,
				'connectAndWait',
				{
					environmentId: byId('={{ undefined }}'),
					[at]: byId('host'),
				},
				'"Environment" is required',
			],
		]),
		[
			'an environment without an engine',
			'dynamicEngineEnvironment',
			'connectAndWait',
			{ environmentId: byId('e'), dynamicEngineId: byId('={{ "" }}') },
			'"Dynamic Engine" is required',
		],
		[
			'an environment without a plane',
			'dataPlaneEnvironment',
			'connect',
			{ environmentId: byId('e'), dataplaneId: byId('={{ "" }}') },
			'"Data Plane" is required',
		],
	])(
		'Engine Management refuses %s before anything is sent',
		async (_what, resource, operation, parameters, message) => {
			fact(
				'B.114',
				'C.62',
				'C.64',
				'C.65',
				'C.66',
				'C.67',
				'C.70',
				'C.77',
				'C.78',
				'C.147',
				'C.148',
				'C.149',
			);
			await expectRefused(resource, operation, parameters, message);
		},
	);
});

test('errors are in the shape of their area', async () => {
	fact('B.118', 'B.217', 'B.222', 'B.233', 'C.74', 'C.84', 'C.120', 'C.122', 'C.129', 'C.141');
	const unknown = await ask('GET /processing/data-planes/nothing');
	expect(unknown).toMatchObject({
		status: 404,
		body: {
			status: 404,
			title: 'Not Found',
			details: 'Data plane nothing was not found',
			instance: '/processing/data-planes/nothing',
			type: 'about:blank',
		},
	});
	const noToken = { authorization: 'Bearer nonsense' };
	for (const [endpoint, body, headers, status, shape] of [
		['GET /processing/data-planes/nothing', undefined, {}, 404, 'C.ApiError'],
		['GET /processing/data-planes', undefined, noToken, 401, 'C.ApiError'],
		['POST /processing/data-planes', { name: 'x' }, {}, 400, 'C.ApiError'],
		['GET /processing/runtimes/dynamic-engines', undefined, noToken, 401, 'C.ApiError'],
		['GET /processing/runtimes/dynamic-engine-versions', undefined, noToken, 401, 'C.ApiError'],
		['POST /processing/runtimes/dynamic-engines', { name: 'x', unknown: 1 }, {}, 400, 'C.ApiError'],
		[
			'POST /orchestration/dataplane-environments/search',
			{},
			noToken,
			401,
			'B.ErrorResponse (environment assignment)',
		],
		[
			'POST /orchestration/dynamic-engine-environments/search',
			{ limit: 101 },
			{},
			400,
			'B.ErrorResponse (environment assignment)',
		],
		[
			'POST /orchestration/dynamic-engine-environments/x/connection',
			undefined,
			{},
			400,
			'B.ErrorResponse (environment assignment)',
		],
		[
			'GET /orchestration/dynamic-engine-environments/x',
			undefined,
			{},
			404,
			'B.ErrorResponse (environment assignment)',
		],
	] as const) {
		const answer = await ask(endpoint, body, headers);
		expect([endpoint, answer.status, schemaFindings(shape, answer.body)]).toEqual([
			endpoint,
			status,
			[],
		]);
	}
});
