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
import { done, NOTHING, platform, refused, run, RUN_CONFIG, sent, state } from './stage';

describe('the form of a run configuration', () => {
	const runtime = {
		runtimeType: 'REMOTE_ENGINE',
		runtimeRemoteEngine: byId('5f3e2d1ca1b2c3d4e5f60718'),
	};
	const zone = { timeZone: 'Europe/Paris', startDate: '2026-04-01' };
	const base = { startDate: '2026-04-01', timeZone: 'Europe/Paris' };
	const task = () => taskNamed(state(), 'Draft');
	const set = (form: IDataObject) => ({ taskId: byId(task().id), ...runtime, ...form });

	test.each<[string, IDataObject, IDataObject]>([
		[
			'once',
			{ scheduleType: 'ONCE', time: '10:00', ...zone },
			{ type: 'ONCE', ...base, atTimes: { type: 'AT_TIME', time: '10:00' } },
		],
		[
			'daily at a time',
			{ scheduleType: 'DAILY', interval: 2, time: '02:30', ...zone },
			{ type: 'DAILY', interval: 2, ...base, atTimes: { type: 'AT_TIME', time: '02:30' } },
		],
		[
			'daily at several times',
			{
				scheduleType: 'DAILY',
				times: 'AT_SPECIFIC_TIMES',
				severalTimes: ['08:30', '17:00'],
				...zone,
			},
			{
				type: 'DAILY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_SPECIFIC_TIMES', times: ['08:30', '17:00'] },
			},
		],
		[
			'daily at intervals',
			{
				scheduleType: 'DAILY',
				times: 'AT_INTERVALS',
				firstTime: '08:00',
				lastTime: '18:00',
				intervalMinutes: 30,
				...zone,
			},
			{
				type: 'DAILY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_INTERVALS', startTime: '08:00', endTime: '18:00', interval: 30 },
			},
		],
		[
			'weekly',
			{ scheduleType: 'WEEKLY', days: ['MONDAY', 'FRIDAY'], time: '06:00', ...zone },
			{
				type: 'WEEKLY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_TIME', time: '06:00' },
				atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY', 'FRIDAY'] },
			},
		],
		[
			'monthly',
			{ scheduleType: 'MONTHLY', dayOfMonth: 31, time: '06:00', ...zone },
			{
				type: 'MONTHLY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_TIME', time: '06:00' },
				atDays: { type: 'DAY_OF_MONTH', day: 31 },
			},
		],
		[
			'cron',
			{ scheduleType: 'CRON', cronExpression: '0 10 ? * MON-FRI', ...zone },
			{ type: 'CRON', interval: 1, ...base, cronExpression: '0 10 ? * MON-FRI' },
		],
		[
			'today in the time zone of the workflow when nothing else is given',
			{ scheduleType: 'DAILY', time: '02:30' },
			{
				type: 'DAILY',
				interval: 1,
				startDate: '2026-03-31',
				timeZone: 'Asia/Tokyo',
				atTimes: { type: 'AT_TIME', time: '02:30' },
			},
		],
		[
			'manually',
			{ scheduleType: 'MANUAL' },
			{ type: 'MANUAL', interval: 1, startDate: '2026-03-31', timeZone: 'Asia/Tokyo' },
		],
		[
			'webhook',
			{
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
			{
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
		],
	])('the form says %s', async (_title, form, trigger) => {
		fact('B.42', 'B.44', 'B.45', 'B.46', 'B.61');
		platform.forget();
		expect(
			(await run('runConfiguration', 'setTaskRunConfig', set(form), { timezone: 'Asia/Tokyo' }))
				.error,
		).toBeUndefined();
		expect(sent(RUN_CONFIG)).toEqual([
			{ trigger, runtime: { type: 'REMOTE_ENGINE', id: '5f3e2d1ca1b2c3d4e5f60718' } },
		]);
		const [read] = await done('runConfiguration', 'getTaskRunConfig', { taskId: byId(task().id) });
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
		expect(sent(RUN_CONFIG)[1]!.trigger).toEqual(read!.trigger);
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

		test('the inputs of a webhook are shown for webhooks only', () => {
			const inCollections = description.properties.flatMap(({ type, options }) =>
				type === 'collection' ? (options as INodeProperties[]) : [],
			);
			const webhook = inCollections.filter(({ name }) => name.startsWith('webhook'));
			expect(webhook.length).toBeGreaterThan(4);
			for (const { displayOptions } of webhook)
				expect(displayOptions).toEqual({ show: { '/scheduleType': ['WEBHOOK'] } });
		});
	});

	test('an agent can use the form, too', async () => {
		platform.forget();
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
		expect(sent(RUN_CONFIG).map((body) => body.trigger)).toEqual([
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
	test.each<[string, IDataObject, RegExp]>([
		['no schedule', { scheduleType: NOTHING }, /^Schedule is required$/],
		[
			'once without a day',
			{ scheduleType: 'ONCE', time: '10:00' },
			/^Start Date is required when Schedule is Once$/,
		],
		[
			'a time that is none',
			{ scheduleType: 'DAILY', time: '25:00' },
			/^Time must be a time of day such as 08:30$/,
		],
		['no time', { scheduleType: 'DAILY', time: NOTHING }, /^Time is required$/],
		[
			'no times',
			{ scheduleType: 'DAILY', times: 'AT_SPECIFIC_TIMES' },
			/^Several Times is required$/,
		],
		[
			'no first time',
			{ scheduleType: 'DAILY', times: 'AT_INTERVALS', firstTime: NOTHING, lastTime: '18:00' },
			/^First Time is required$/,
		],
		[
			'no last time',
			{ scheduleType: 'DAILY', times: 'AT_INTERVALS', firstTime: '08:00', lastTime: NOTHING },
			/^Last Time is required$/,
		],
		[
			'an interval of 0',
			{ scheduleType: 'DAILY', interval: 0, time: '10:00' },
			/^Every \(Days, Weeks or Months\) must be at least 1$/,
		],
		[
			'weekly without days',
			{ scheduleType: 'WEEKLY', days: NOTHING, time: '10:00' },
			/^Weekdays is required$/,
		],
		[
			'the 32nd',
			{ scheduleType: 'MONTHLY', dayOfMonth: 32, time: '10:00' },
			/^Day of the Month must be at most 31$/,
		],
		[
			'a cron expression with seconds',
			{ scheduleType: 'CRON', cronExpression: '0 0 10 * * ?' },
			/^Cron Expression has "\?" as year.*leave the seconds out$/,
		],
		[
			'a webhook without a name',
			{ scheduleType: 'WEBHOOK', webhookName: NOTHING },
			/^Webhook Name is required$/,
		],
		[
			'a webhook with a blank in its name',
			{ scheduleType: 'WEBHOOK', webhookName: 'Order received' },
			/^Webhook Name must have only letters, digits and underscores$/,
		],
		[
			'a time zone in small letters',
			{ scheduleType: 'DAILY', time: '10:00', timeZone: 'europe/paris' },
			/^Time Zone Name or ID must be a time zone such as Europe\/Paris$/,
		],
		[
			'a time zone that nobody knows',
			{ scheduleType: 'DAILY', time: '10:00', timeZone: 'Mars/Base' },
			/^Time Zone Name or ID must be a time zone such as Europe\/Paris$/,
		],
		['JSON that is none', json('{'), /^Schedule \(JSON\) must be an object in valid JSON$/],
		['JSON without type', json(base), /^Schedule \(JSON\): Type is required$/],
		[
			'JSON without start date',
			json({ type: 'ONCE', timeZone: 'UTC' }),
			/^Schedule \(JSON\): Start Date is required$/,
		],
		[
			'JSON without time zone',
			json({ type: 'ONCE', startDate: '2026-04-01' }),
			/^Schedule \(JSON\): Time Zone is required$/,
		],
		[
			'JSON without interval',
			json({ type: 'DAILY', ...base }),
			/^Schedule \(JSON\) needs interval when type is DAILY: only ONCE has none$/,
		],
		[
			'JSON with AT_TIME without time',
			json({ ...daily, atTimes: { type: 'AT_TIME' } }),
			/^Schedule \(JSON\) needs atTimes\.time when atTimes\.type is AT_TIME$/,
		],
		[
			'JSON with DAY_OF_MONTH without day',
			json({ ...daily, atDays: { type: 'DAY_OF_MONTH' } }),
			/^Schedule \(JSON\) needs atDays\.day when/,
		],
		[
			'JSON with a field that nobody knows',
			json({ ...daily, colour: 'red' }),
			/^Schedule \(JSON\) has no field colour: remove it, or check its spelling$/,
		],
		[
			'JSON of the type Multiple',
			json({ ...daily, type: 'Multiple' }),
			/^Schedule \(JSON\): Type must not be Multiple: a schedule with several triggers, which is changed with the resource Schedule$/,
		],
		[
			'JSON that says of Multiple nothing else',
			json({ type: 'MULTIPLE' }),
			/^Schedule \(JSON\): Type must not be Multiple: a schedule with several triggers,/,
		],
		[
			'a timeout of 0',
			{ scheduleType: 'MANUAL', updateFields: { timeout: 0 } },
			/^Timeout \(Minutes\) must be at least 1$/,
		],
	])('%s is refused before anything is sent', async (_title, form, message) => {
		fact('B.43', 'B.179');
		await refused(
			'runConfiguration',
			'setTaskRunConfig',
			{ taskId: byId('t'), ...runtime, ...form },
			message,
		);
		if (!('runtime' in form) && !('updateFields' in form))
			await refused(
				'runConfiguration',
				'setPlanRunConfig',
				{ planId: byId('p'), ...form },
				message,
			);
	});
});
