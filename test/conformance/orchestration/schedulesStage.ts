/** What the tests about schedules share: their platform, and schedules with two triggers. */
import type { IDataObject } from 'n8n-workflow';

import { areaOf } from '../../support/area';
import { byName } from '../../support/demo';
import { platformForAll } from '../../support/platform';

export const platform = platformForAll({ keepAnswers: true });

export const state = () => platform.emulator.state;
export const { run, succeed, requests, expectRefused } = areaOf('Orchestration', () => platform);
export const APPEND = 'POST /orchestration/schedules/{scheduleId}/triggers';
export const zone = { startDate: '2026-04-01', timeZone: 'Europe/Paris' };
export const weekdays = {
	name: 'Weekdays',
	scheduleType: 'WEEKLY',
	days: ['MONDAY', 'FRIDAY'],
	time: '06:00',
	...zone,
};
export const monthEnd = {
	name: 'Month end',
	scheduleType: 'CRON',
	cronExpression: '0 22 L * ?',
	...zone,
};
export const asSent = {
	weekdays: {
		name: 'Weekdays',
		type: 'WEEKLY',
		interval: 1,
		...zone,
		atTimes: { type: 'AT_TIME', time: '06:00' },
		atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY', 'FRIDAY'] },
	},
	monthEnd: { name: 'Month end', type: 'CRON', ...zone, cronExpression: '0 22 L * ?' },
};
export const bodies = (operation: string) =>
	requests(operation).map(({ body }) => JSON.parse(body) as IDataObject);
export const create = async (rows: IDataObject[], more: IDataObject = {}) =>
	(
		await succeed('schedule', 'create', {
			environmentId: byName('Production'),
			triggers: { rows },
			...more,
		})
	)[0]!;
