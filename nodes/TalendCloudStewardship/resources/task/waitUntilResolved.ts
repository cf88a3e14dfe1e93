/** Waits until people have resolved tasks. */
import { records } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { integer, list } from '../../../shared/declare/fields';
import { problem, requirement } from '../../../shared/declare/messages';
import type { OperationContext } from '../../../shared/declare/operation';
import { readUntil } from '../../../shared/flows/wait/readUntil';
import { idText, withoutUndefined } from '../../../shared/support/json';
import { waitInWords } from '../../../shared/support/text/words';
import { MINUTE } from '../../../shared/support/time/time';
import {
	itemsAbout,
	leaveToFirst,
	MAX_NAMED_ITEMS,
	SAME_CAMPAIGN,
	takenFrom,
} from '../../fromItems';
import { campaignField, getCampaign } from '../campaign/requests';
import {
	endStates,
	getManyCampaignTasks,
	getManyInState,
	LEADS,
	statesField,
	statesOf,
	TASK,
	tasksIn,
	TIMES,
} from './requests';
import { Resolution, type WantedTask } from './resolution';

const NOT_RESOLVED = problem(
	'Not all tasks were resolved within {limit}',
	'Still open ({count} of {total}): {ids}.{hidden} Run the node again, or raise the time limit.',
);

const NOT_IN_CAMPAIGN = problem(
	'Not all tasks exist in this campaign',
	'Not found ({count} of {total}): {ids}. Check the IDs and the campaign; a task may have been deleted.',
);

const NO_ID = requirement(
	'takeFrom',
	'Take From',
	'needs the field id in each item, and item {item} has none: use the output of Create Many, or give the IDs as JSON',
);

export const waitUntilResolved = flow({
	name: 'Wait Until Resolved',
	action: 'Wait until tasks of a campaign are resolved',
	description: 'Wait until people have resolved these tasks, and return them',
	fields: { campaignName: campaignField() },
	settings: {
		...takenFrom('tasks', {
			taskIds: list('IDs of the tasks')
				.label('Task IDs')
				.min(1)
				.sample(['5f4694d651bfb7000154b5b2']),
		}),
		timeLimit: integer('How many minutes to wait').label('Time Limit (Minutes)').min(1).initial(60),
		states: statesField(
			'States in which a task counts as resolved; defaults to Resolved, or to the final states of the workflow',
		).optional(),
	},
	uses: [getCampaign, getManyInState, getManyCampaignTasks],
	messages: [SAME_CAMPAIGN, NO_ID, NOT_RESOLVED, NOT_IN_CAMPAIGN],
	patient: true,
	answers: records(TASK, { times: TIMES, leads: LEADS }),
	run: async (op, input) => {
		if (leaveToFirst(op, input)) return [];
		const { campaignName, timeLimit, takeFrom, taskIds = [] } = input;
		const wanted: WantedTask[] =
			takeFrom === 'json' ? taskIds.map((id) => ({ id, item: undefined })) : idsOfItems(op);
		const { body: campaignRecord } = await op.sendValues(getCampaign, { campaignName });
		const states = statesOf(campaignRecord).map(({ name }) => name);
		const resolution = new Resolution(wanted, endStates(campaignRecord, input.states));
		await readUntil({
			read: async () => resolution.take(await tasksIn(op, campaignName, states)),
			hasEnded: () => resolution.open.length === 0,
			limitMs: timeLimit * MINUTE,
			errorAtLimit: () => notResolved(op, resolution, wanted.length, timeLimit),
			signal: op.signal,
		});
		const { missing, resolved } = resolution;
		if (missing.length > 0)
			throw op.problem(NOT_IN_CAMPAIGN, {
				count: missing.length,
				total: wanted.length,
				ids: firstIds(missing),
			});
		return wanted.map(({ id, item }) => withoutUndefined({ json: resolved.get(id)!, item }));
	},
});

/** The error at the time limit. */
function notResolved(
	op: OperationContext<typeof NOT_RESOLVED>,
	resolution: Resolution,
	total: number,
	timeLimit: number,
): Error {
	const { open } = resolution;
	const hidden = open.filter((task) => resolution.isHidden(task)).length;
	return op.problem(NOT_RESOLVED, {
		count: open.length,
		total,
		limit: waitInWords(timeLimit * MINUTE),
		ids: `${firstIds(open)}${open.length > MAX_NAMED_ITEMS ? ' and more' : ''}`,
		hidden: hidden > 0 ? ` ${hidden} of them are not among the tasks that Talend Cloud shows.` : '',
	});
}

const firstIds = (tasks: ReadonlyArray<{ id: string }>): string =>
	tasks
		.slice(0, MAX_NAMED_ITEMS)
		.map(({ id }) => id)
		.join(', ');

/**
 * The tasks that the items name.
 * @throws BadInput if an item has no ID
 */
const idsOfItems = (op: OperationContext<typeof SAME_CAMPAIGN | typeof NO_ID>): WantedTask[] =>
	itemsAbout(op, SAME_CAMPAIGN).map(({ json: task }, item) => {
		const id = idText(task.id);
		if (id === undefined) throw op.refusal(NO_ID, { item });
		return { id, item };
	});
