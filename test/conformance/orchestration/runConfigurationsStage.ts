/** What the tests about run configurations share: a task, its runtime and its triggers. */
import type { IDataObject } from 'n8n-workflow';

import { byId, taskNamed } from '../../support/demo';
import { state } from './stage';

export const runtime = {
	runtimeType: 'REMOTE_ENGINE',
	runtimeRemoteEngine: byId('5f3e2d1ca1b2c3d4e5f60718'),
};
export const zone = { timeZone: 'Europe/Paris', startDate: '2026-04-01' };
export const daily = { type: 'DAILY', interval: 1, ...zone };
export const task = () => taskNamed(state(), 'Draft');
export const set = (form: IDataObject) => ({ taskId: byId(task().id), ...runtime, ...form });
