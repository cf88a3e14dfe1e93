/** The triggers of a schedule: how they are added, changed, removed and chosen. */
import { type IDataObject } from 'n8n-workflow';

import { schedules } from '../../../emulator/areas/orchestration/orchestrationStore';
import { byId } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { pick } from '../../support/picking';
import {
	APPEND,
	asSent,
	bodies,
	create,
	expectRefused,
	monthEnd,
	platform,
	run,
	state,
	succeed,
	weekdays,
	zone,
} from './schedulesStage';

describe('the triggers of a schedule', () => {
	const scheduleOf = async (...triggers: IDataObject[]) => {
		const { id } = await create(triggers);
		return { id, scheduleId: byId(id) };
	};
	const { name: MONTH_END, ...monthEndForm } = monthEnd;
	const namesOf = (id: unknown) =>
		schedules.find(state(), String(id)).triggers.map(({ name }) => name);

	test('a trigger is appended', async () => {
		const { id, scheduleId } = await scheduleOf(weekdays);
		platform.clearLog();
		expect(
			await succeed('schedule', 'appendTrigger', {
				scheduleId,
				triggerName: MONTH_END,
				...monthEndForm,
				options: { timeout: 30 },
			}),
		).toEqual([{ success: true, scheduleId: id, triggerName: MONTH_END }]);
		expect(bodies(APPEND)).toEqual([{ ...asSent.monthEnd, timeout: 30 }]);
	});

	test('the triggers of a schedule can be chosen by their names', async () => {
		const { scheduleId } = await scheduleOf(weekdays, monthEnd);
		const { results } = await pick(platform, 'Orchestration', 'searchScheduleTriggers', {
			resource: 'schedule',
			operation: 'changeTrigger',
			scheduleId,
		});
		expect(results.map(({ value }) => value)).toEqual(['Weekdays', 'Month end']);
	});

	test('a trigger is changed by its name', async () => {
		const { id, scheduleId } = await scheduleOf(weekdays, monthEnd);
		await succeed('schedule', 'changeTrigger', {
			scheduleId,
			triggerName: byId('Month end'),
			scheduleType: 'DAILY',
			time: '23:30',
			...zone,
		});
		expect(schedules.find(state(), String(id)).triggers[1]).toEqual({
			name: 'Month end',
			type: 'DAILY',
			interval: 1,
			...zone,
			atTimes: { type: 'AT_TIME', time: '23:30' },
		});
	});

	test('the error about a change of a trigger says that it is not in the schedule', async () => {
		const { scheduleId } = await scheduleOf(weekdays);
		const unknown = await run('schedule', 'changeTrigger', {
			scheduleId,
			triggerName: byId('Nobody'),
			...monthEndForm,
		});
		expect(unknown.error!.description).toMatch(/^The schedule has no trigger of this name/);
	});

	test('a trigger is removed', async () => {
		const { id, scheduleId } = await scheduleOf(weekdays, monthEnd);
		expect(
			await succeed('schedule', 'removeTrigger', { scheduleId, triggerName: byId('Weekdays') }),
		).toEqual([{ deleted: true, scheduleId: id, triggerName: 'Weekdays' }]);
		expect(namesOf(id)).toEqual(['Month end']);
	});

	test('a trigger that cannot start a schedule is refused', async () => {
		const { scheduleId } = await scheduleOf(weekdays);
		await expectRefused(
			'schedule',
			'appendTrigger',
			{ scheduleId, triggerName: 'X', scheduleType: 'CRON', cronExpression: '0 10 * * *' },
			/^"Cron Expression" must have a question mark/,
		);
		await expectRefused(
			'schedule',
			'appendTrigger',
			{ scheduleId, triggerName: 'X', scheduleType: 'JSON', trigger: '{"type":"WEBHOOK"}' },
			/^"Trigger \(JSON\)" has the type WEBHOOK, but a schedule is always time-based/,
		);
	});
});

judgeRequests(platform, 'Orchestration', [
	'schedule.appendTrigger',
	'schedule.changeTrigger',
	'schedule.removeTrigger',
]);
