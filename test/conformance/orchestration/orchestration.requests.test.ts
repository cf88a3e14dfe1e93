import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { workspaceField } from '../../../nodes/records/places/workspaces';
import { artifactField } from '../../../nodes/records/tasks/artifacts';
import { taskField } from '../../../nodes/records/tasks/tasks';
import type { Field } from '../../../nodes/shared/declare/fields';
import { describeRequests } from '../../support/conformance';
import { byId } from '../../support/demo';
import { type Platform, startPlatform } from '../../support/platform';
import { sampleOf } from '../../support/samples';

let platform: Platform;
beforeAll(async () => {
	platform = await startPlatform();
	// What reads before it writes finds the record of the samples.
	const { tasks } = orchestrationOf(platform.emulator.state);
	const [task] = tasks.values();
	const id = taskField().spec.picker!.example;
	tasks.set(id, { ...task!, id });
});
afterAll(async () => await platform.close());

const given = (name: string, field: Field) => ({
	[name]: sampleOf(name, field).given as IDataObject,
});
const confirmed = { base: { confirmDeletion: true } };
const trigger = {
	type: 'DAILY',
	interval: 1,
	startDate: '2026-04-01',
	timeZone: 'Europe/Paris',
	atTimes: { type: 'AT_TIME', time: '02:30' },
};
const asJson = { base: { scheduleType: 'JSON', trigger: JSON.stringify(trigger) } };

describeRequests('Orchestration', () => platform, {
	'environment.update': {
		base: { name: 'Production', description: 'Jobs in production', maxCloudContainers: 2 },
	},
	'environment.delete': confirmed,
	'workspace.update': {
		base: {
			name: 'Finance',
			description: 'Jobs of the finance team',
			owner: 'ana.demo',
			protectedArtifactUpdate: true,
		},
	},
	'workspace.delete': confirmed,
	'schedule.appendTrigger': {
		base: { triggerName: 'Nightly', scheduleType: 'JSON', trigger: JSON.stringify(trigger) },
	},
	'schedule.changeTrigger': {
		base: { triggerName: byId('Nightly'), scheduleType: 'JSON', trigger: JSON.stringify(trigger) },
	},
	'resource.create': { base: { file: 'upload' } },
	'resource.replaceFile': { base: { file: 'upload' } },
	'project.update': {
		base: {
			owner: 'ana.demo',
			description: 'Jobs of the finance team',
			url: 'https://git.example.com/finance/jobs.git',
		},
	},
	'artifact.delete': confirmed,
	'task.update': {
		base: {
			name: 'Load customers',
			description: 'Loads the customers of the day',
			...given('workspaceId', workspaceField()),
			artifact: {
				id: byId(artifactField().spec.picker!.example),
				version: { ...byId('1.2.0'), mode: 'byVersion' },
			},
			tags: ['nightly', 'finance'],
			connections: { pairs: [{ name: 'warehouse', value: '5c1e8ab8c3e8e2155ba2fc01' }] },
			parameters: { mappingMode: 'defineBelow', value: { country: 'FR', batchSize: 500 } },
			resources: { pairs: [{ name: 'rates', value: '5c1e8ab8c3e8e2155ba2fd01' }] },
			autoUpgradeInfo: { autoUpgradable: true, overrideWithDefaultParameters: true },
		},
	},
	'runConfiguration.setTaskRunConfig': asJson,
	'runConfiguration.setPlanRunConfig': asJson,
	'runConfiguration.setDynamicEngineRunConfig': asJson,
	'connection.update': { base: { keepOtherParameters: false, name: 'Warehouse' } },
	'task.search': { with: { runtimeRunProfileId: { runtimeType: 'REMOTE_ENGINE' } } },
	'task.getMany': { with: { runtimeRunProfileId: { runtimeType: 'REMOTE_ENGINE' } } },
});
