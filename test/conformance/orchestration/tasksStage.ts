/** What the tests about tasks share: a task of their own, and its run configuration. */
import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../support/demo';
import { ask, finance, goodTask } from './stage';

export const definition = () => ({
	workspaceId: byId(finance().id),
	artifact: { id: byId(goodTask().artifactId), version: byId('1.2.0') },
});

/** A task of its own for a test, with all that a task may have. */
export async function postedTask(name: string, more: IDataObject = {}): Promise<string> {
	const { body } = await ask('POST /orchestration/executables/tasks', {
		environmentId: finance().environmentId,
		workspaceId: finance().id,
		name,
		description: 'Returned goods of all shops',
		artifact: { id: goodTask().artifactId, version: '1.2.0' },
		tags: ['returns'],
		connections: goodTask().connections,
		parameters: { country: 'FR' },
		resources: { rates: '5a1e1d0e00000000000000aa' },
		autoUpgradeInfo: { autoUpgradable: true },
		...more,
	});
	return (body as { id: string }).id;
}
export const schedule = {
	type: 'DAILY',
	interval: 1,
	startDate: '2026-04-01',
	timeZone: 'Europe/Paris',
	atTimes: { type: 'AT_TIME', time: '02:30' },
};
export const config = {
	trigger: schedule,
	runtime: { type: 'REMOTE_ENGINE', id: 'engine-1', runProfileId: 'profile-1' },
	logLevel: 'INFO',
	timeout: 30,
};
