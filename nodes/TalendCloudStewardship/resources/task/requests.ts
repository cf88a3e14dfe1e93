/** The requests that list the tasks of a campaign, and the states that a task can have. */
import type { IDataObject } from 'n8n-workflow';

import { userLoginField } from '../../../records/identities/identities';
import { type Output, records } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { choice, integer, list, text, type Values } from '../../../shared/declare/fields';
import type { ChoiceSource } from '../../../shared/declare/lists/loadedChoices';
import { CHOOSE } from '../../../shared/declare/lists/loadedChoices';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { hint } from '../../../shared/declare/messages';
import type { OperationContext, RequestOperation } from '../../../shared/declare/operation';
import { FROM_INTEGRATOR, FROM_SOURCE } from '../../../shared/declare/origin';
import type { Input } from '../../../shared/declare/runtime/context';
import { unlessRefused } from '../../../shared/support/http/refused';
import { isObject } from '../../../shared/support/json';
import { campaignField, getCampaign } from '../campaign/requests';
import { pageFromZero } from './pageFromZero';

export const TASK = 'vendor:data-stewardship/Task';
export const TASKS = '/data-stewardship/api/v1/campaigns/owned/{campaignName}/tasks';

/**
 * How many tasks the list of all states shows (docs/platform/interface.md, "The other
 * applications").
 */
const MAX_SHOWN_TASKS = 200;

/** The states of the tasks of a campaign, for choosing from. */
const stateSource: ChoiceSource = {
	method: 'loadTaskStates',
	dependsOn: ['campaignName.value'],
	load: async (ask, chosen) => {
		if (chosen.id === '') return [];
		return statesOf(await ask(getCampaign, { campaignName: chosen.id })).map(({ name }) => ({
			value: name,
			name,
		}));
	},
};

interface State {
	name: string;
	transitions?: unknown[];
}

/**
 * The states that the tasks of a campaign can have. They are in its workflow or, in some responses,
 * beside it.
 */
export function statesOf(campaign: unknown): State[] {
	const { workflow, states } = isObject(campaign) ? campaign : {};
	const all = isObject(workflow) && Array.isArray(workflow.states) ? workflow.states : states;
	return (Array.isArray(all) ? (all as unknown[]) : []).filter(
		(state): state is State & IDataObject => isObject(state) && typeof state.name === 'string',
	);
}

/**
 * The states in which a task counts as resolved: the chosen ones; otherwise "Resolved"; otherwise
 * those without a transition.
 */
export function endStates(
	campaign: unknown,
	chosenStates: readonly string[] | undefined,
): string[] {
	if (chosenStates !== undefined) return [...chosenStates];
	const states = statesOf(campaign);
	if (states.length === 0) return ['Resolved'];
	const namedResolved = states.filter(({ name }) => /^resolved$/i.test(name));
	if (namedResolved.length > 0) return namedResolved.map(({ name }) => name);
	const ends = states.filter(
		({ transitions }) => !Array.isArray(transitions) || transitions.length === 0,
	);
	return (ends.length > 0 ? ends : states.slice(-1)).map(({ name }) => name);
}

export const statesField = (description: string) =>
	list(`${description}. ${CHOOSE}`).label('State Names or IDs').from(stateSource).sample(['New']);

/** The fields that come first: the state of a task, its assignee, and its record. */
export const LEADS = ['currentState', 'assignee', 'record'];
export const TIMES = ['creationDate', 'lastUpdateDate'];

export const getManyInState = operation(`GET ${TASKS}/{state}`, {
	name: 'Get Many in State',
	action: 'Get many tasks of a campaign in a state',
	description: 'List all tasks of a campaign that are in one state, page by page',
	origin: FROM_SOURCE,
	path: { campaignName: campaignField(), state: text('Name of the state').eg('Resolved') },
	query: {
		query: text('Only tasks for which this is true, in the query language of Data Stewardship')
			.eg('record.amount > 100')
			.optional(),
		size: integer('Tasks per page').min(1).optional(),
		page: integer('Page').min(0).optional(),
	},
	pages: pageFromZero,
	answers: records(TASK, { key: 'id', times: TIMES, leads: LEADS }),
});

/**
 * The statuses with which the platform may refuse to list tasks by state. Only older programs
 * by Talend try such a request.
 */
export const NOT_BY_STATE = [404, 405];

/** The tasks of a campaign in one reading of its lists. */
export interface ListedTasks {
	tasks: IDataObject[];
	/** Whether the campaign may have more tasks. */
	isPart: boolean;
}

/**
 * All tasks in these states. If the platform does not list tasks by state, these are the tasks of
 * all states that it shows.
 */
export async function tasksIn(
	op: OperationContext,
	campaign: unknown,
	states: readonly string[],
): Promise<ListedTasks> {
	const scope = { campaignName: campaign as string };
	const all = Promise.all(
		states.map(async (state) => await op.list(getManyInState, { ...scope, state })),
	);
	const inStates = await unlessRefused(all, NOT_BY_STATE, []);
	if (inStates.length > 0) return { tasks: inStates.flat(), isPart: false };
	const tasks = await op.list(getManyCampaignTasks, scope);
	return { tasks, isPart: tasks.length >= MAX_SHOWN_TASKS };
}

const isGood = (task: IDataObject): boolean =>
	task.valid !== false &&
	!Object.values(isObject(task.quality) ? task.quality : {}).some(
		(each) => typeof each === 'number' && each < 0,
	);

const PARTIAL_LIST = hint(
	`Talend Cloud shows about ${MAX_SHOWN_TASKS} tasks of a campaign this way: there may be others. To read all, choose states.`,
);

const getManySettings = {
	states: statesField('Only tasks in these states').optional(),
	quality: choice('Only tasks whose records are valid, or have invalid values', [
		{ value: 'invalid', name: 'Invalid' },
		{ value: 'valid', name: 'Valid' },
	]).optional(),
	assignee: userLoginField('Only tasks of this user').optional(),
};

export const getManyCampaignTasks: RequestOperation = operation(`GET ${TASKS}`, {
	name: 'Get Many',
	action: 'Get many tasks of a campaign',
	description: `List the tasks of a campaign with their state, quality and record; about ${MAX_SHOWN_TASKS}, or all in the chosen states`,
	origin: FROM_INTEGRATOR,
	path: { campaignName: campaignField() },
	settings: getManySettings,
	pages: allAtOnce,
	messages: [PARTIAL_LIST],
	answers: records(TASK, { key: 'id', times: TIMES, leads: LEADS }),
	perform: listTasks,
});

async function listTasks(
	op: OperationContext<typeof PARTIAL_LIST>,
	_request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const { states, quality, assignee, returnAll, limit } = input.settings as Values<
		typeof getManySettings
	> & { returnAll?: boolean; limit?: number };
	const { tasks: all, isPart } = await tasksIn(op, input.path.campaignName, states ?? []);
	if (isPart) op.hint(PARTIAL_LIST);
	const matches = all.filter(
		(task) =>
			(states === undefined || states.includes(String(task.currentState))) &&
			(quality === undefined || isGood(task) === (quality === 'valid')) &&
			(assignee === undefined || task.assignee === assignee),
	);
	return (returnAll === true ? matches : matches.slice(0, limit)).map((task) => ({ json: task }));
}
