/**
 * What an event says with Simplify: a sentence for a chat first, and the fields of an execution as
 * the lists name them.
 */
import type { IDataObject } from 'n8n-workflow';

import { spec as logs } from '../../nodes/TalendCloudAccountTrigger/TalendCloudAccountTrigger.node';
import { spec as crawlers } from '../../nodes/TalendCloudCatalogTrigger/TalendCloudCatalogTrigger.node';
import { spec as engines } from '../../nodes/TalendCloudEnginesTrigger/TalendCloudEnginesTrigger.node';
import { spec as artifacts } from '../../nodes/TalendCloudOrchestrationTrigger/TalendCloudOrchestrationTrigger.node';
import { spec as executions } from '../../nodes/TalendCloudProcessingTrigger/TalendCloudProcessingTrigger.node';
import { spec as tasks } from '../../nodes/TalendCloudStewardshipTrigger/TalendCloudStewardshipTrigger.node';
import { activated, addExecution, time, trigger } from './stage';

const specs = { executions, crawlers, engines, artifacts, tasks, logs };

/** The simulated day, in a zone that is two hours ahead. */
const AT = '2026-03-31T07:30:00.000Z';
const ZONE = 'Europe/Berlin';

const load = { kind: 'task', taskId: 't1', taskName: 'Load orders', workspaceName: 'Finance' };
const failed = {
	...load,
	status: 'execution_failed',
	errorMessage: 'No table.',
	finishTimestamp: AT,
};
const engine = { kind: 'remoteEngine', id: 'e', name: 'Frankfurt', workspaceName: 'Finance' };
const outage = { ...engine, unavailableSince: AT, unavailableForMinutes: 12 };
const partly = { status: { nbDatasetsFailed: 1, nbSamplesFailed: 2 } };
const odd = { id: 'x', campaignName: 'Invoices', currentState: 'Resolved', assignee: 'anna' };

test.each<[keyof typeof specs, string, string, IDataObject]>([
	['executions', 'failed', 'Load orders (Finance) failed at 09:30: No table', failed],
	['executions', 'started', 'Load orders (Finance) started at 09:30', failed],
	[
		'executions',
		'succeeded',
		'Plan p1 succeeded at 09:30',
		{ kind: 'plan', planId: 'p1', status: 'execution_successful', finishTimestamp: AT },
	],
	['crawlers', 'started', 'Crawler Sales started at 09:30', { id: 'c', crawlerName: 'Sales' }],
	['crawlers', 'finished', 'Crawler c finished at 09:30', { id: 'c' }],
	[
		'crawlers',
		'partlyFailed',
		'Crawler Sales failed in part at 09:30: 1 dataset failed, 2 samples failed',
		{ crawlerName: 'Sales', ...partly },
	],
	['crawlers', 'failed', 'Crawler Sales failed at 09:30', { crawlerName: 'Sales' }],
	[
		'crawlers',
		'failed',
		'Crawler Sales failed at 09:30: No connection',
		{ crawlerName: 'Sales', status: { failure: 'No connection.' } },
	],
	['crawlers', 'started', 'Crawler Sales started at 09:30', { crawlerName: 'Sales', ...partly }],
	['engines', 'unavailable', 'Frankfurt (Finance) is unavailable', engine],
	['engines', 'unavailable', 'Frankfurt (Finance) became unavailable at 09:30', outage],
	[
		'engines',
		'available',
		'Frankfurt (Finance) is available again at 09:30: it was unavailable for 12 min',
		outage,
	],
	[
		'engines',
		'gone',
		'Dynamic engine e was removed: it became unavailable at 09:30',
		{ ...outage, kind: 'dynamicEngine', name: '', workspaceName: undefined },
	],
	[
		'artifacts',
		'published',
		'Version 1.2.0 of load_orders (Finance) was published',
		{ name: 'load_orders', version: '1.2.0', workspaceName: 'Finance' },
	],
	['tasks', 'created', 'Task x of the campaign Invoices was created', odd],
	['tasks', 'assigned', 'Task x of the campaign Invoices was assigned to anna', odd],
	['tasks', 'resolved', 'Task x of the campaign Invoices was resolved: Resolved', odd],
	['tasks', 'stateChanged', 'Task x of the campaign Invoices is now in the state Resolved', odd],
	[
		'logs',
		'logged',
		'Update user account by ana.demo at 09:30',
		{
			timestamp: AT,
			username: 'ana.demo',
			eventOperation: 'update',
			eventCategory: 'user account',
			eventType: 'access management',
			response: { code: '200' },
		},
	],
	[
		'logs',
		'logged',
		'Security by a@example.com at 09:30: refused with 403',
		{ timestamp: AT, email: 'a@example.com', eventType: 'security', response: { code: '403' } },
	],
	['logs', 'logged', 'Something was done', { response: '403' }],
])('an event of %s (%s) is summed up as "%s"', (trigger, event, sentence, record) => {
	const emitted = { eventId: 'id', event, occurredAt: AT, record };
	expect(specs[trigger].summary!(emitted, ZONE)).toBe(sentence);
});

test('the event of an execution begins with what happened, before the fields of the lists', async () => {
	const n8n = await activated(
		trigger('execution', { runsOf: 'tasks', events: ['failed'], simplify: true }),
	);
	const { id } = addExecution({ endsAt: time.now() + 5_000 });
	await time.sleep(60_000);
	await n8n.poll();
	const [item] = n8n.emitted;
	expect(Object.keys(item!).slice(0, 3)).toEqual(['event', 'summary', 'occurredAt']);
	expect(item).toMatchObject({
		summary: 'The task (Finance) failed at 08:00',
		eventId: `task:${id}:failed`,
		outcome: 'failed',
		status: 'execution_failed',
		errorMessage: null,
		durationSeconds: 5,
	});
	expect(item).not.toHaveProperty('executionStatus');
});
