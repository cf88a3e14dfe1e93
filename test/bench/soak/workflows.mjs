/**
 * What n8n does during the soak: each trigger in its own workflow, and a pipeline that runs each
 * minute.
 */
import { chosen, items, node, ours, workflow } from '../../e2e/support/build.mjs';

export const TRIGGER = 'On Event';

const trigger = (type, parameters) =>
	workflow(type, [
		ours(TRIGGER, `${type}Trigger`, {
			pollTimes: { item: [{ mode: 'everyMinute' }] },
			filters: {},
			...parameters,
		}),
		node('Done', 'noOp'),
	]);

/** All triggers, by the name that `World.owed` uses for their events. */
export const triggers = {
	account: trigger('Account', { filters: { eventCategory: ['Soak'] } }),
	processing: trigger('Processing', {
		runsOf: 'tasksAndPlans',
		events: ['started', 'succeeded', 'rejected', 'failed', 'terminated', 'misfired'],
	}),
	catalog: trigger('Catalog', { events: ['finished', 'partlyFailed', 'failed'] }),
	engines: trigger('Engines', {
		watch: 'remoteAndDynamicEngines',
		events: ['unavailable', 'available', 'gone'],
		minutes: 5,
	}),
};

/** Built as a careful author would: retried, with an error output for what still fails. */
const careful = {
	retryOnFail: true,
	maxTries: 5,
	waitBetweenTries: 5_000,
	onError: 'continueErrorOutput',
};

export const RUN = 'Run and Wait';
export const GIVEN_UP = 'Given Up';
const TASKS = ['Load customers', 'Load orders', 'Load invoices'];
export const ITEMS = TASKS.length;

export const pipeline = workflow(
	'Pipeline',
	[
		node(
			'Each Minute',
			'scheduleTrigger',
			{ rule: { interval: [{ field: 'minutes', minutesInterval: 1 }] } },
			{ typeVersion: 1.2 },
		),
		...items('Tasks', JSON.stringify({ items: TASKS })),
		ours(
			RUN,
			'Processing',
			{
				resource: 'taskExecution',
				operation: 'runAndWait',
				executable: chosen('name', '={{ $json.item }}'),
				timeLimit: 10,
				failOnFailure: false,
				simplify: true,
				options: { parametersJson: '={{ { n8n: $execution.id } }}' },
			},
			careful,
		),
		ours(
			'Log',
			'Observability',
			{
				resource: 'executionLog',
				operation: 'download',
				executionId: chosen('id', '={{ $json.executionId }}'),
				fileFormat: 'text',
				binaryPropertyName: 'log',
				options: {},
			},
			careful,
		),
		node('Done', 'noOp'),
		node(GIVEN_UP, 'noOp'),
	],
	{ [RUN]: [['Log'], [GIVEN_UP]], Log: [['Done'], [GIVEN_UP]], Done: [] },
);
