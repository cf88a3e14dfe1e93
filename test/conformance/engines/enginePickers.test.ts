/** The lists from which engines, data planes, environments, members and versions are chosen. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { byId, byName } from '../../support/demo';
import { pick } from '../../support/picking';
import { ask, engineNamed, newName, planeNamed, platform, succeed, wait } from './stage';

describe('lists to choose from', () => {
	const names = async (method: string, parameters: IDataObject, filter?: string) =>
		(await pick(platform, 'Engines', method, parameters, filter)).results.map(({ name }) => name);

	test('the pickers of engines, data planes and versions find what matches the search', async () => {
		expect(
			await pick(
				platform,
				'Engines',
				'searchDynamicEngines',
				{ resource: 'dynamicEngine', operation: 'get' },
				'EUROPE',
			),
		).toEqual({
			results: [
				{
					name: DEMO_ENGINES.engine,
					value: engineNamed(DEMO_ENGINES.engine),
					description: 'CONNECTED',
				},
			],
		});
		expect(
			await names('searchDataPlanes', { resource: 'dataPlane', operation: 'get' }, 'azure'),
		).toEqual([DEMO_ENGINES.otherPlane]);
		expect(
			await names('searchDynamicEngineVersions', {
				resource: 'dynamicEngine',
				operation: 'generateManifest',
			}),
		).toEqual(['1.2.0', '1.1.0', '1.0.1']);
	});

	test('the lists show roles and members of the chosen data plane', async () => {
		const dataPlaneId = byId(planeNamed(DEMO_ENGINES.otherPlane));
		await succeed('dataPlane', 'addMember', {
			dataPlaneId,
			roleId: byId('cluster-member'),
			additionalFields: { username: 'chosen' },
		});
		expect(
			await names('searchDataPlaneRoles', {
				resource: 'dataPlane',
				operation: 'addMember',
				dataPlaneId,
			}),
		).toEqual(['cluster-owner', 'cluster-member']);
		expect(
			await names('searchDataPlaneMembers', {
				resource: 'dataPlane',
				operation: 'removeMember',
				dataPlaneId,
			}),
		).toEqual(['chosen']);
		await expect(
			names('searchDataPlaneRoles', { resource: 'dataPlane', operation: 'addMember' }),
		).rejects.toThrow('"Data Plane" must be chosen from the list or by ID first');
	});

	test('an environment of an engine is found among more than a hundred others', async () => {
		const [first] = await succeed('dynamicEngineEnvironment', 'create', {
			name: newName('Production EU'),
			workspaceName: 'Finance',
		});
		await succeed('dynamicEngineEnvironment', 'connectAndWait', {
			environmentId: byId(first!.id),
			dynamicEngineId: byName(DEMO_ENGINES.otherEngine),
		});
		for (let index = 0; index < 105; index++) {
			wait(1_000);
			await ask('POST /orchestration/dynamic-engine-environments', {
				name: newName('before'),
				workspaceName: 'w',
			});
		}
		const dynamicEngineId = byId(engineNamed(DEMO_ENGINES.otherEngine));
		expect(
			await names(
				'searchAssignedEnvironments',
				{ resource: 'dynamicEngine', operation: 'getEnvironmentStatus', dynamicEngineId },
				String(first!.name),
			),
		).toEqual([first!.name]);
		expect(
			await names('searchAssignedEnvironments', {
				resource: 'dynamicEngine',
				operation: 'getEnvironmentStatus',
				dynamicEngineId,
			}),
		).toContain(first!.name);
	});

	const newDynamicEngineEnvironment = async () => {
		const [made] = await succeed('dynamicEngineEnvironment', 'create', {
			name: newName('chosen'),
			workspaceName: 'Finance',
		});
		expect(made!.id).toEqual(expect.any(String));
		return String(made!.name);
	};

	test('a dynamic-engine environment is found by its name', async () => {
		const name = await newDynamicEngineEnvironment();
		expect(
			await names(
				'searchDynamicEngineEnvironments',
				{ resource: 'dynamicEngineEnvironment', operation: 'get' },
				name,
			),
		).toEqual([name]);
	});

	test('the list shows the environments of the chosen dynamic engine', async () => {
		const name = await newDynamicEngineEnvironment();
		await succeed('dynamicEngineEnvironment', 'connectAndWait', {
			environmentId: byName(name),
			dynamicEngineId: byName(DEMO_ENGINES.otherEngine),
		});
		const parametersFor = (engine: string) => ({
			resource: 'dynamicEngine',
			operation: 'getEnvironmentStatus',
			dynamicEngineId: byId(engineNamed(engine)),
		});
		expect(
			await names('searchAssignedEnvironments', parametersFor(DEMO_ENGINES.otherEngine), name),
		).toEqual([name]);
		expect(
			await names('searchAssignedEnvironments', parametersFor(DEMO_ENGINES.newEngine), name),
		).toEqual([]);
		expect(
			await succeed('dynamicEngine', 'getEnvironmentStatus', {
				dynamicEngineId: byName(DEMO_ENGINES.otherEngine),
				environmentId: byName(name),
			}),
		).toEqual([expect.objectContaining({ status: 'RUNNING' })]);
	});

	test('a data-plane environment is found by its name', async () => {
		const [made] = await succeed('dataPlaneEnvironment', 'create', {
			name: newName('chosen'),
			workspaceName: 'Finance',
		});
		expect(
			await names(
				'searchDataPlaneEnvironments',
				{ resource: 'dataPlaneEnvironment', operation: 'get' },
				String(made!.name),
			),
		).toEqual([made!.name]);
	});
});
