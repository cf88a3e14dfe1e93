/** The form of run configurations: which inputs it shows, what it sends and what it refuses. */
import {
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	NodeHelpers,
} from 'n8n-workflow';

import { byId, taskNamed } from '../../support/demo';
import { nodeTypes } from '../../support/engine';
import { fact } from '../../support/fact';
import {
	bodiesSent,
	expectRefused,
	NOTHING,
	platform,
	run,
	RUN_CONFIG,
	state,
	succeed,
} from './stage';

describe('the form of a run configuration', () => {
	const runtime = {
		runtimeType: 'REMOTE_ENGINE',
		runtimeRemoteEngine: byId('5f3e2d1ca1b2c3d4e5f60718'),
	};
	const zone = { timeZone: 'Europe/Paris', startDate: '2026-04-01' };
	const base = { startDate: '2026-04-01', timeZone: 'Europe/Paris' };
	const task = () => taskNamed(state(), 'Draft');
	const set = (form: IDataObject) => ({ taskId: byId(task().id), ...runtime, ...form });

	test.each<{ title: string; form: IDataObject; trigger: IDataObject }>([
		{
			title: 'once',
			form: { scheduleType: 'ONCE', time: '10:00', ...zone },
			trigger: { type: 'ONCE', ...base, atTimes: { type: 'AT_TIME', time: '10:00' } },
		},
		{
			title: 'daily at a time',
			form: { scheduleType: 'DAILY', interval: 2, time: '02:30', ...zone },
			trigger: { type: 'DAILY', interval: 2, ...base, atTimes: { type: 'AT_TIME', time: '02:30' } },
		},
		{
			title: 'daily at several times',
			form: {
				scheduleType: 'DAILY',
				times: 'AT_SPECIFIC_TIMES',
				severalTimes: ['08:30', '17:00'],
				...zone,
			},
			trigger: {
				type: 'DAILY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_SPECIFIC_TIMES', times: ['08:30', '17:00'] },
			},
		},
		{
			title: 'daily at intervals',
			form: {
				scheduleType: 'DAILY',
				times: 'AT_INTERVALS',
				firstTime: '08:00',
				lastTime: '18:00',
				intervalMinutes: 30,
				...zone,
			},
			trigger: {
				type: 'DAILY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_INTERVALS', startTime: '08:00', endTime: '18:00', interval: 30 },
			},
		},
		{
			title: 'weekly',
			form: { scheduleType: 'WEEKLY', days: ['MONDAY', 'FRIDAY'], time: '06:00', ...zone },
			trigger: {
				type: 'WEEKLY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_TIME', time: '06:00' },
				atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY', 'FRIDAY'] },
			},
		},
		{
			title: 'in a time zone in small letters',
			form: { scheduleType: 'DAILY', time: '06:00', ...zone, timeZone: 'europe/paris' },
			trigger: {
				type: 'DAILY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_TIME', time: '06:00' },
			},
		},
		{
			title: 'monthly',
			form: { scheduleType: 'MONTHLY', dayOfMonth: 31, time: '06:00', ...zone },
			trigger: {
				type: 'MONTHLY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_TIME', time: '06:00' },
				atDays: { type: 'DAY_OF_MONTH', day: 31 },
			},
		},
		{
			title: 'cron',
			form: { scheduleType: 'CRON', cronExpression: '0 10 ? * MON-FRI', ...zone },
			trigger: { type: 'CRON', interval: 1, ...base, cronExpression: '0 10 ? * MON-FRI' },
		},
		{
			title: 'today in the time zone of the workflow when nothing else is given',
			form: { scheduleType: 'DAILY', time: '02:30' },
			trigger: {
				type: 'DAILY',
				interval: 1,
				startDate: '2026-03-31',
				timeZone: 'Asia/Tokyo',
				atTimes: { type: 'AT_TIME', time: '02:30' },
			},
		},
		{
			title: 'manually',
			form: { scheduleType: 'MANUAL' },
			trigger: { type: 'MANUAL', interval: 1, startDate: '2026-03-31', timeZone: 'Asia/Tokyo' },
		},
		{
			title: 'webhook',
			form: {
				scheduleType: 'WEBHOOK',
				webhookName: 'Order',
				updateFields: {
					webhookDescription: 'The shop',
					webhookTriggerCalls: 3,
					webhookTriggerTimeout: 10,
					webhookRunAsUser: 'ana.demo',
					webhookNewUrl: true,
				},
			},
			trigger: {
				type: 'WEBHOOK',
				interval: 1,
				startDate: '2026-03-31',
				timeZone: 'Asia/Tokyo',
				webhook: {
					name: 'Order',
					description: 'The shop',
					triggerCalls: 3,
					triggerTimeout: 10,
					runAsUser: 'ana.demo',
					newUrl: true,
				},
			},
		},
	])('the form says $title', async ({ form, trigger }) => {
		fact('B.42', 'B.44', 'B.45', 'B.46', 'B.61');
		platform.clearLog();
		expect(
			(await run('runConfiguration', 'setTaskRunConfig', set(form), { timezone: 'Asia/Tokyo' }))
				.error,
		).toBeUndefined();
		expect(bodiesSent(RUN_CONFIG)).toEqual([
			{ trigger, runtime: { type: 'REMOTE_ENGINE', id: '5f3e2d1ca1b2c3d4e5f60718' } },
		]);
		const [read] = await succeed('runConfiguration', 'getTaskRunConfig', {
			taskId: byId(task().id),
		});
		expect(read!.trigger).toMatchObject(
			trigger.type === 'WEBHOOK'
				? {
						type: 'WEBHOOK',
						webhook: { url: expect.stringMatching(/^http.*\/__webhooks\//) as string },
					}
				: trigger,
		);
		// What was read can be written again.
		const { error } = await run(
			'runConfiguration',
			'setTaskRunConfig',
			set({ scheduleType: 'JSON', trigger: JSON.stringify(read!.trigger) }),
		);
		expect(error).toBeUndefined();
		expect(bodiesSent(RUN_CONFIG)[1]!.trigger).toEqual(read!.trigger);
	});

	describe('the inputs of a schedule', () => {
		const { description } = nodeTypes.Orchestration!;
		const OPERATIONS = ['setTaskRunConfig', 'updateTaskRunConfig', 'setPlanRunConfig'];
		/** The inputs of a schedule that n8n shows. */
		const shown = (operation: string, parameters: IDataObject) => {
			const given = { resource: 'runConfiguration', operation, ...parameters } as INodeParameters;
			const names = description.properties
				.filter((property) =>
					NodeHelpers.displayParameter(given, property, { typeVersion: 1 }, description),
				)
				.map(({ name }) => name);
			return names
				.slice(names.indexOf('scheduleType'))
				.filter((name) => !['options', 'updateFields', 'requestOptions'].includes(name));
		};
		const START = ['startDate', 'timeZone'];

		test.each<[IDataObject, string[]]>([
			[{ scheduleType: 'ONCE', times: 'AT_TIME' }, ['times', 'time', ...START]],
			[
				{ scheduleType: 'DAILY', times: 'AT_SPECIFIC_TIMES' },
				['interval', 'times', 'severalTimes', ...START],
			],
			[
				{ scheduleType: 'WEEKLY', times: 'AT_INTERVALS' },
				['interval', 'days', 'times', 'firstTime', 'lastTime', 'intervalMinutes', ...START],
			],
			[
				{ scheduleType: 'MONTHLY', times: 'AT_TIME' },
				['interval', 'dayOfMonth', 'times', 'time', ...START],
			],
			[{ scheduleType: 'CRON' }, ['cronExpression', ...START]],
			[{ scheduleType: 'WEBHOOK' }, ['webhookName']],
			[{ scheduleType: 'MANUAL' }, []],
			[{ scheduleType: 'JSON' }, ['trigger']],
			[{ scheduleType: 'KEEP' }, []],
		])('the inputs of %j are %j', async (schedule, inputs) => {
			for (const operation of OPERATIONS)
				expect(shown(operation, schedule)).toEqual(['scheduleType', ...inputs]);
		});

		test('the inputs of a webhook are shown only for webhooks', () => {
			const inCollections = description.properties.flatMap(({ type, options }) =>
				type === 'collection' ? (options as INodeProperties[]) : [],
			);
			const webhook = inCollections.filter(({ name }) => name.startsWith('webhook'));
			expect(webhook.length).toBeGreaterThan(4);
			for (const { displayOptions } of webhook)
				expect(displayOptions).toEqual({ show: { '/scheduleType': ['WEBHOOK'] } });
		});
	});

	test('an agent can use the form', async () => {
		platform.clearLog();
		const parameters = {
			resource: 'runConfiguration',
			operation: 'setTaskRunConfig',
			allowAsTool: true,
			...set({
				scheduleType: '={{ $json.type }}',
				days: '={{ $json.days }}',
				time: '={{ $json.at }}',
				...zone,
			}),
		};
		const answers = await platform.callTool('Orchestration', parameters, [
			{ json: { type: 'DAILY', at: '05:00' } },
			{ json: { type: 'WEEKLY', at: '06:00', days: ['SUNDAY'] } },
			{ json: { type: 'WEEKLY', at: '06:00' } },
		]);
		expect(bodiesSent(RUN_CONFIG).map((body) => body.trigger)).toEqual([
			{ type: 'DAILY', interval: 1, ...base, atTimes: { type: 'AT_TIME', time: '05:00' } },
			{
				type: 'WEEKLY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_TIME', time: '06:00' },
				atDays: { type: 'DAY_OF_WEEK', days: ['SUNDAY'] },
			},
		]);
		expect(answers[2]).toMatchObject({
			message: 'Choose at least one weekday: what was given is empty',
			description: '"Weekdays" (days) is required. Nothing was sent.',
		});
	});
});

describe('a wrong run configuration', () => {
	const runtime = {
		runtimeType: 'REMOTE_ENGINE',
		runtimeRemoteEngine: byId('5f3e2d1ca1b2c3d4e5f60718'),
	};
	const base = { startDate: '2026-04-01', timeZone: 'Europe/Paris' };
	const daily = { type: 'DAILY', interval: 1, ...base };

	const json = (trigger: IDataObject | string) => ({
		scheduleType: 'JSON',
		trigger: typeof trigger === 'string' ? trigger : JSON.stringify(trigger),
	});

	test.each<{ title: string; form: IDataObject; message: RegExp }>([
		{ title: 'no schedule', form: { scheduleType: NOTHING }, message: /^"Schedule" is required$/ },
		{
			title: 'once without a day',
			form: { scheduleType: 'ONCE', time: '10:00' },
			message: /^"Start Date" is required when "Schedule" is Once$/,
		},
		{
			title: 'an invalid time',
			form: { scheduleType: 'DAILY', time: '25:00' },
			message: /^"Time" must be a time of day such as 08:30$/,
		},
		{
			title: 'no time',
			form: { scheduleType: 'DAILY', time: NOTHING },
			message: /^"Time" is required$/,
		},
		{
			title: 'no times',
			form: { scheduleType: 'DAILY', times: 'AT_SPECIFIC_TIMES' },
			message: /^"Several Times" is required$/,
		},
		{
			title: 'no first time',
			form: { scheduleType: 'DAILY', times: 'AT_INTERVALS', firstTime: NOTHING, lastTime: '18:00' },
			message: /^"First Time" is required$/,
		},
		{
			title: 'no last time',
			form: { scheduleType: 'DAILY', times: 'AT_INTERVALS', firstTime: '08:00', lastTime: NOTHING },
			message: /^"Last Time" is required$/,
		},
		{
			title: 'an interval of 0',
			form: { scheduleType: 'DAILY', interval: 0, time: '10:00' },
			message: /^"Every \(Days, Weeks or Months\)" must be at least 1$/,
		},
		{
			title: 'weekly without days',
			form: { scheduleType: 'WEEKLY', days: NOTHING, time: '10:00' },
			message: /^"Weekdays" is required$/,
		},
		{
			title: 'the 32nd',
			form: { scheduleType: 'MONTHLY', dayOfMonth: 32, time: '10:00' },
			message: /^"Day of the Month" must be at most 31$/,
		},
		{
			title: 'a cron expression with seconds',
			form: { scheduleType: 'CRON', cronExpression: '0 0 10 * * ?' },
			message: /^"Cron Expression" has "\?" as year.*leave the seconds out$/,
		},
		{
			title: 'a webhook without a name',
			form: { scheduleType: 'WEBHOOK', webhookName: NOTHING },
			message: /^"Webhook Name" is required$/,
		},
		{
			title: 'a webhook with a blank in its name',
			form: { scheduleType: 'WEBHOOK', webhookName: 'Order received' },
			message: /^"Webhook Name" must have only letters, digits and underscores$/,
		},
		{
			title: 'a time zone that nobody knows',
			form: { scheduleType: 'DAILY', time: '10:00', timeZone: 'Mars/Base' },
			message: /^"Time Zone Name or ID" must be a time zone such as Europe\/Paris$/,
		},
		{
			title: 'invalid JSON',
			form: json('{'),
			message: /^"Schedule \(JSON\)" must be an object in valid JSON$/,
		},
		{
			title: 'JSON without type',
			form: json(base),
			message: /^"Schedule \(JSON\): Type" is required$/,
		},
		{
			title: 'JSON without start date',
			form: json({ type: 'ONCE', timeZone: 'UTC' }),
			message: /^"Schedule \(JSON\): Start Date" is required$/,
		},
		{
			title: 'JSON without time zone',
			form: json({ type: 'ONCE', startDate: '2026-04-01' }),
			message: /^"Schedule \(JSON\): Time Zone" is required$/,
		},
		{
			title: 'JSON without interval',
			form: json({ type: 'DAILY', ...base }),
			message: /^"Schedule \(JSON\)" needs interval when type is DAILY: only ONCE has none$/,
		},
		{
			title: 'JSON with AT_TIME without time',
			form: json({ ...daily, atTimes: { type: 'AT_TIME' } }),
			message: /^"Schedule \(JSON\)" needs atTimes\.time when atTimes\.type is AT_TIME$/,
		},
		{
			title: 'JSON with DAY_OF_MONTH without day',
			form: json({ ...daily, atDays: { type: 'DAY_OF_MONTH' } }),
			message: /^"Schedule \(JSON\)" needs atDays\.day when/,
		},
		{
			title: 'JSON with a field that nobody knows',
			form: json({ ...daily, colour: 'red' }),
			message: /^"Schedule \(JSON\)" has no field colour: remove it, or check its spelling$/,
		},
		{
			title: 'JSON of the type Multiple',
			form: json({ ...daily, type: 'Multiple' }),
			message:
				/^"Schedule \(JSON\): Type" must not be Multiple: a schedule with several triggers, which is changed with the resource Schedule$/,
		},
		{
			title: 'JSON that says of Multiple nothing else',
			form: json({ type: 'MULTIPLE' }),
			message: /^"Schedule \(JSON\): Type" must not be Multiple: a schedule with several triggers,/,
		},
		{
			title: 'a timeout of 0',
			form: { scheduleType: 'MANUAL', updateFields: { timeout: 0 } },
			message: /^"Timeout \(Minutes\)" must be at least 1$/,
		},
	])('$title is refused before anything is sent', async ({ form, message }) => {
		fact('B.43', 'B.179');
		await expectRefused(
			'runConfiguration',
			'setTaskRunConfig',
			{ taskId: byId('t'), ...runtime, ...form },
			message,
		);
		if (!('runtime' in form) && !('updateFields' in form))
			await expectRefused(
				'runConfiguration',
				'setPlanRunConfig',
				{ planId: byId('p'), ...form },
				message,
			);
	});
});
