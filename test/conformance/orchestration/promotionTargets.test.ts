/**
 * What a promotion leaves to be done in the target: secrets, automatic upgrades, run profiles and
 * ports.
 */
import type { IDataObject } from 'n8n-workflow';

import {
	connections,
	orchestrationOf,
	type Task,
} from '../../../emulator/areas/orchestration/orchestrationStore';
import { areaOf } from '../../support/area';
import { byName, workspaceIn } from '../../support/demo';
import { platformForEach } from '../../support/platform';

const platform = platformForEach();
const { run } = areaOf('Processing', () => platform);
const state = () => platform.emulator.state;
const inFinance = (environment: string): Task | undefined =>
	[...orchestrationOf(state()).tasks.values()].find(
		({ name, workspaceId }) =>
			name === 'Load suppliers' && workspaceId === workspaceIn(state(), environment, 'Finance').id,
	);

beforeEach(() => {
	const workspaceId = workspaceIn(state(), 'Development', 'Finance').id;
	connections.add(state(), {
		name: 'Lake',
		app: 'S3',
		workspaceId,
		createdAt: 0,
		parameters: [
			{ name: 'region', value: 'eu' },
			{ name: 'secret', value: 'made-up', encrypted: true },
		],
	});
	const task = inFinance('Development')!;
	task.autoUpgradeInfo = { autoUpgradable: true };
	task.runConfiguration = {
		...task.runConfiguration!,
		runtime: { type: 'REMOTE_ENGINE', runProfileId: 'profile-1' },
		microservicePort: '8090',
	};
});
const promote = async (more: IDataObject = {}) =>
	await run('promotionExecution', 'promoteAndWait', {
		executable: byName('Development to Production'),
		...more,
	});
const called = (items: Array<{ json: IDataObject }>, type: string, name: string) =>
	items.map(({ json }) => json).find((json) => json.type === type && json.name === name)!;

test('each object has the ID and name of its target, whose gaps hints name', async () => {
	const { error, items, hints } = await promote();
	expect(error).toBeUndefined();
	const task = called(items, 'FLOW', 'Load suppliers');
	expect(task).toMatchObject({
		targetId: inFinance('Production')!.id,
		targetName: 'Load suppliers',
		automaticUpgradeOff: true,
		runProfileMissing: true,
	});
	const lake = called(items, 'CONNECTION', 'Lake');
	expect(lake).toMatchObject({ targetName: 'Lake', changeMe: ['secret'] });
	const warehouse = called(items, 'CONNECTION', 'Warehouse');
	expect(warehouse).toMatchObject({ targetName: 'Warehouse' });
	expect(warehouse).not.toHaveProperty('changeMe');
	expect(hints).toContainEqual(
		`Connections of the target that still have <change me> in place of a secret: Lake (${String(lake.targetId)}, in Finance). Tasks that use them cannot connect until you set the secret with Talend Cloud Orchestration → Connection → Update.`,
	);
	expect(hints).toContainEqual(
		expect.stringMatching(
			/^Tasks of the target that no longer take new versions of their artifact: Stock API \(\S+, in Shared\), Load suppliers \(\S+, in Finance\)\./,
		),
	);
	expect(hints).toContainEqual(
		expect.stringMatching(
			/^Tasks of the target without a run profile, which they have in the source: Stock API \(\S+, in Shared\), Load suppliers /,
		),
	);
});

test('a hint names what could not be read', async () => {
	platform.emulator.faults.add({
		operation: 'GET /orchestration/connections/{connectionId}',
		status: 403,
		times: 100,
	});
	const { error, items, hints } = await promote();
	expect(error).toBeUndefined();
	expect(called(items, 'CONNECTION', 'Lake')).toMatchObject({
		notChecked: expect.stringContaining('403') as string,
	});
	expect(hints).toContainEqual(
		expect.stringMatching(
			/^Not checked in the target: .*Lake .*The reason is in the field notChecked of each\.$/,
		),
	);
});

test('an empty response is not taken for a missing run configuration', async () => {
	platform.emulator.faults.add({
		operation: 'GET /orchestration/executables/tasks/{taskId}/run-config',
		status: 200,
		body: '',
		times: 100,
	});
	const { error, items } = await promote();
	expect(error).toBeUndefined();
	const task = called(items, 'FLOW', 'Load suppliers');
	expect(task.notChecked).toContain('nothing instead of a record');
	expect(task).not.toHaveProperty('runConfigurationMissing');
});

test('the target is not checked if Check Targets is off', async () => {
	const { items, hints } = await promote({ checkTargets: false });
	expect(called(items, 'CONNECTION', 'Lake')).not.toHaveProperty('targetName');
	expect(hints).toEqual([]);
	expect(
		platform.emulator.log.filter(({ path }) => path.startsWith('/orchestration/connections/')),
	).toEqual([]);
});

describe('a platform that loses ports', () => {
	const seen = platformForEach({ dialect: 'field' });

	test('a hint names a task whose port is missing', async () => {
		const task = [...orchestrationOf(seen.emulator.state).tasks.values()].find(
			({ name }) => name === 'Load suppliers',
		)!;
		task.runConfiguration = {
			...task.runConfiguration!,
			runtime: { type: 'REMOTE_ENGINE' },
			microservicePort: '8090',
		};
		const { items, error } = await seen.run('Processing', 'promotionExecution', 'promoteAndWait', {
			executable: byName('Development to Production'),
		});
		expect(error).toBeUndefined();
		expect(called(items, 'FLOW', 'Load suppliers')).toMatchObject({ portMissing: true });
	});
});
