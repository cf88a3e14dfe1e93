import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { userLogin } from '../../records/identities';
import { type Output, records } from '../../shared/declare/answers';
import type { Input } from '../../shared/declare/context';
import { flow, operation, resource, wholeBody } from '../../shared/declare/define';
import {
	boolean,
	choice,
	integer,
	json,
	list,
	rows,
	text,
	type Values,
} from '../../shared/declare/field';
import { readField } from '../../shared/declare/input/read';
import { allAtOnce } from '../../shared/declare/lists/paging';
import type { Source } from '../../shared/declare/lists/source';
import { hint, problem, requirement } from '../../shared/declare/messages';
import type {
	ContextShowing,
	OperationContext,
	RequestOperation,
} from '../../shared/declare/operation';
import { FROM_SOURCE, SEEN } from '../../shared/declare/origin';
import { readUntil } from '../../shared/flows/wait';
import { idText, isObject, objectIn } from '../../shared/support/json';
import { isRefusedWith, unlessRefused } from '../../shared/support/refused';
import { inWords } from '../../shared/support/words';
import {
	aboutRecords,
	FIELD_NAMES,
	isDoneByFirst,
	itemsAbout,
	recordsAsJson,
	recordsFrom,
	sameForAll,
	takenFrom,
	withFieldNames,
} from '../fromItems';
import { pageFromZero } from '../paging';
import { fieldsOf, misfits } from '../records';
import { type ListedTasks, Resolution, type WantedTask } from '../resolution';
import { campaignName, getCampaign } from './campaign';
import { getModel } from './dataModel';

const TASK = 'vendor:data-stewardship/Task';
const TASKS = '/data-stewardship/api/v1/campaigns/owned/{campaignName}/tasks';

/**
 * How many tasks the list of all states shows (docs/platform/interface.md, "The other
 * applications").
 */
export const SHOWN = 200;

/** States of the tasks of a campaign, to choose from. */
const stateSource: Source = {
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

/** The states of the tasks of a campaign: in its workflow, or, in some responses, beside it. */
export function statesOf(campaign: unknown): State[] {
	const { workflow, states } = isObject(campaign) ? campaign : {};
	const all = isObject(workflow) && Array.isArray(workflow.states) ? workflow.states : states;
	return (Array.isArray(all) ? (all as unknown[]) : []).filter(
		(state): state is State & IDataObject => isObject(state) && typeof state.name === 'string',
	);
}

export const statesField = (description: string) =>
	list(
		`${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	)
		.label('State Names or IDs')
		.from(stateSource)
		.sample(['New']);

/** A task is its record, and who has it. */
const LEADS = ['currentState', 'assignee', 'record'];
const TIMES = ['creationDate', 'lastUpdateDate'];

export const getManyInState = operation(`GET ${TASKS}/{state}`, {
	name: 'Get Many in State',
	action: 'Get many tasks of a campaign in a state',
	description: 'List the tasks of a campaign that are in one state, all of them, page by page',
	extra: FROM_SOURCE,
	path: { campaignName: campaignName(), state: text('Name of the state').eg('Resolved') },
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
 * With what the platform may refuse to list tasks by state, which only the vendor's older programs
 * show.
 */
export const NOT_BY_STATE = [404, 405];

/**
 * All tasks in these states. If the platform does not list by state: the tasks of all states, as
 * many as it shows.
 */
async function tasksIn(
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
	const tasks = await op.list(getMany, scope);
	return { tasks, isPart: tasks.length >= SHOWN };
}

const isGood = (task: IDataObject): boolean =>
	task.valid !== false &&
	!Object.values(isObject(task.quality) ? task.quality : {}).some(
		(each) => typeof each === 'number' && each < 0,
	);

const ONLY_PART = hint(
	`The platform shows about ${SHOWN} tasks of a campaign this way: there may be others. To read all, choose states.`,
);

export const getMany: RequestOperation = operation(`GET ${TASKS}`, {
	name: 'Get Many',
	action: 'Get many tasks of a campaign',
	description: `List the tasks of a campaign with their state, quality and record; about ${SHOWN}, or all in the chosen states`,
	extra: SEEN,
	path: { campaignName: campaignName() },
	settings: {
		states: statesField('Only tasks in these states').optional(),
		quality: choice('Only tasks whose records are valid, or have invalid values', [
			{ value: 'invalid', name: 'Invalid' },
			{ value: 'valid', name: 'Valid' },
		]).optional(),
		assignee: userLogin('Only tasks of this user').optional(),
	},
	pages: allAtOnce,
	messages: [ONLY_PART],
	answers: records(TASK, { key: 'id', times: TIMES, leads: LEADS }),
	perform: listTasks,
});

async function listTasks(
	op: OperationContext<typeof ONLY_PART>,
	_request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const { states, quality, assignee, returnAll, limit } = input.settings as {
		states?: string[];
		quality?: string;
		assignee?: string;
		returnAll?: boolean;
		limit?: number;
	};
	const { tasks: all, isPart } = await tasksIn(op, input.path.campaignName, states ?? []);
	if (isPart) op.hint(ONLY_PART);
	const matches = all.filter(
		(task) =>
			(states === undefined || states.includes(String(task.currentState))) &&
			(quality === undefined || isGood(task) === (quality === 'valid')) &&
			(assignee === undefined || task.assignee === assignee),
	);
	return (returnAll === true ? matches : matches.slice(0, limit)).map((task) => ({ json: task }));
}

/** A record to be sent, and the item that it came from. */
interface Row {
	record: unknown;
	assignee?: string;
	item?: number;
}

type Outcome = { task: IDataObject } | { status?: number; message: string };

const assigneeField = userLogin('Who gets the task; may differ from item to item')
	.label('Assignee')
	.optional()
	.onTop();

const SAME_CAMPAIGN = sameForAll('campaignName', 'Campaign');
const NO_ASSIGNEE = requirement(
	'assignee',
	'Assignee',
	'is empty for item {item}, but not for others: give each item a login, or none of them',
);
const NOT_COMPARED = hint(
	'The records were not compared with a data model, because the platform shows none for this campaign.',
);
const MISFITTING = problem(
	'{count} of {total} records do not fit the data model of the campaign',
	'{records} Nothing was sent. To create the tasks of the others, set On Rejection to Output Each Result.',
);
const REJECTED = problem(
	'{count} of {total} rows {were} rejected',
	'{rows} All other tasks were created. To continue with all results, set On Rejection to Output Each Result.',
);

/** @throws BadInput if an item gives no login */
function rowsFrom(
	op: OperationContext<typeof SAME_CAMPAIGN | typeof NO_ASSIGNEE | (typeof FIELD_NAMES)[number]>,
	{ settings }: Input,
): Row[] {
	const from = recordsFrom(settings);
	if (settings.takeFrom === 'json')
		return withFieldNames(op, settings.records as unknown[], from).map((record) => ({
			record,
			assignee: settings.assignee as string | undefined,
		}));
	const leftOut = new Set((settings.leaveOut as string[] | undefined) ?? []);
	const items = itemsAbout(op, SAME_CAMPAIGN);
	const newTasks = withFieldNames(
		op,
		items.map((item) => item.json),
		from,
	) as IDataObject[];
	const all = items.map((item, index) => {
		const assignee = readField('assignee', assigneeField, item.parameter('assignee'), {
			timezone: op.timezone,
		}) as string | undefined;
		return {
			record: Object.fromEntries(
				Object.entries(newTasks[index]!).filter(([name]) => !leftOut.has(name)),
			),
			assignee,
			item: index,
		};
	});
	const without = all.findIndex(({ assignee }) => assignee === undefined);
	if (without >= 0 && all.some(({ assignee }) => assignee !== undefined))
		throw op.refusal(NO_ASSIGNEE, { item: without });
	return all;
}

const nameOf = (index: number): string => `Row ${index + 1}`;

/** Records that do not fit the data model of the campaign, by their number. */
async function misfitting(
	op: OperationContext<typeof NOT_COMPARED>,
	campaign: IDataObject,
	all: readonly Row[],
): Promise<Map<number, string>> {
	const name = isObject(campaign.schemaRef) ? idText(campaign.schemaRef.name) : undefined;
	const fields =
		name === undefined
			? undefined
			: fieldsOf((await op.sendValues(getModel, { dataModelName: name })).body);
	if (fields === undefined) {
		op.hint(NOT_COMPARED);
		return new Map();
	}
	return new Map(
		all.flatMap(({ record }, index) => {
			const oddFields = misfits(record, fields);
			return oddFields.length === 0 ? [] : [[index, oddFields.join('; ')] as const];
		}),
	);
}

/** How many rows the description of an error names. */
const NAMED = 10;

const firstOf = (lines: readonly string[]): string =>
	`${lines.slice(0, NAMED).join(' ')}${lines.length > NAMED ? ` And ${lines.length - NAMED} more: see the details of this node's output.` : ''}`;

const isAboutRows = (error: unknown): error is NodeApiError => isRefusedWith(error, 400, 422);

/**
 * Sends rows in requests of a size, in their order. A request that the platform refuses because of
 * what is in it is sent again in halves, so that only the rows at fault are left: it has created
 * nothing (docs/platform/interface.md, "The other applications").
 */
async function sendRows(
	op: OperationContext,
	request: RequestOperation,
	input: Input,
	{
		all,
		type,
		size,
		outcomes,
	}: { all: readonly Row[]; type: unknown; size: number; outcomes: Map<number, Outcome> },
): Promise<void> {
	const waiting = [...all.keys()].filter((index) => !outcomes.has(index));
	const parts: number[][] = [];
	for (let first = 0; first < waiting.length; first += size)
		parts.push(waiting.slice(first, first + size));
	for (let part = parts.shift(); part; part = parts.shift()) {
		const body = part.map((index) => ({
			type,
			...(all[index]!.assignee === undefined ? {} : { assignee: all[index]!.assignee }),
			record: all[index]!.record,
		}));
		try {
			const { body: created } = await op.send(request, { ...input, body });
			const tasks = Array.isArray(created) ? (created as unknown[]) : [];
			for (const [at, index] of part.entries())
				outcomes.set(index, {
					task:
						isObject(tasks[at]) && tasks.length === part.length
							? tasks[at]
							: ({ ...body[at] } as IDataObject),
				});
		} catch (error) {
			if (!isAboutRows(error)) throw cutShort(error, part, all.length, outcomes);
			if (part.length === 1)
				outcomes.set(part[0]!, { status: Number(error.httpCode), message: error.message });
			else parts.unshift(part.slice(0, part.length >> 1), part.slice(part.length >> 1));
		}
	}
}

/** Says in the error of one request what became of the other rows. */
function cutShort(
	error: unknown,
	part: readonly number[],
	total: number,
	outcomes: ReadonlyMap<number, Outcome>,
): unknown {
	if (!(error instanceof NodeApiError) || part.length === total) return error;
	const created = [...outcomes.values()].filter((each) => 'task' in each).length;
	const rejected = outcomes.size - created;
	const remaining = total - outcomes.size - part.length;
	error.message = `Rows ${part[0]! + 1} to ${part.at(-1)! + 1} of ${total}: ${error.message}`;
	error.description =
		`${error.description ?? ''} Before, ${created} tasks were created${rejected > 0 ? ` and ${rejected} rows rejected` : ''}; ${remaining} rows were not sent.`.trim();
	return error;
}

function rejectionError(
	op: OperationContext<typeof REJECTED>,
	outcomes: ReadonlyMap<number, Outcome>,
	total: number,
): Error {
	const lines = [...outcomes]
		.sort(([one], [other]) => one - other)
		.flatMap(([index, outcome]) =>
			'message' in outcome ? [`${nameOf(index)}: ${outcome.message.replace(/\.$/, '')}.`] : [],
		);
	return op.problem(
		REJECTED,
		{ count: lines.length, total, were: lines.length === 1 ? 'was' : 'were', rows: firstOf(lines) },
		lines,
	);
}

const CREATE_MANY_MESSAGES = [
	SAME_CAMPAIGN,
	NO_ASSIGNEE,
	NOT_COMPARED,
	MISFITTING,
	REJECTED,
	...aboutRecords(FIELD_NAMES),
];

const createMany: RequestOperation = operation(`POST ${TASKS}`, {
	destructive: true,
	name: 'Create Many',
	action: 'Create many tasks of a campaign',
	description:
		'Create a task for each record, from all items of the node or from a list, in requests of up to 250; a rejected record does not stop the others',
	extra: SEEN,
	path: { campaignName: campaignName() },
	body: wholeBody(
		'tasks',
		rows('The tasks', {
			type: choice('Type of the campaign', ['RESOLUTION', 'MERGING', 'GROUPING', 'ARBITRATION']),
			assignee: text('Login').optional(),
			record: json('The record').asContent(),
		})
			.min(1)
			.derived(),
	),
	settings: {
		...takenFrom('records', { records: recordsAsJson('The records of the tasks') }),
		assignee: assigneeField,
		checkRecords: boolean(
			'Whether to compare each record with the data model of the campaign before anything is sent',
		).startsWith(true),
		onRejection: choice(
			'What to do when a record does not fit the data model, or the platform rejects it',
			[
				{
					value: 'fail',
					name: 'Fail',
					description: 'The node fails with the list of what was rejected',
				},
				{
					value: 'output',
					name: 'Output Each Result',
					description: 'One item for each record, with what became of it',
				},
			],
		).startsWith('fail'),
		leaveOut: list('Fields of the items that are not part of the record')
			.label('Leave Out Fields')
			.sample(['owner'])
			.optional(),
		batchSize: integer('How many tasks to send in one request')
			.min(1)
			.max(250)
			.byDefault(250)
			.sample(2)
			.optional(),
	},
	slow: true,
	howToCheck: 'Check with Get Many of Task before sending them again.',
	messages: CREATE_MANY_MESSAGES,
	answers: records(TASK, { times: TIMES, leads: LEADS }),
	perform: createTasks,
});

async function createTasks(
	op: ContextShowing<typeof CREATE_MANY_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const { settings } = input;
	if (isDoneByFirst(op, settings)) return [];
	const all = rowsFrom(op, input);
	const campaign = objectIn((await op.sendValues(getCampaign, input.path)).body);
	const isOutput = settings.onRejection === 'output';
	const outcomes = new Map<number, Outcome>();
	if (settings.checkRecords === true)
		for (const [index, message] of await outsideModel(op, campaign, all, isOutput))
			outcomes.set(index, { message });
	await sendRows(op, request, input, {
		all,
		type: campaign.taskType,
		size: (settings.batchSize as number | undefined) ?? 250,
		outcomes,
	});
	const isRejected = [...outcomes.values()].some((each) => 'message' in each);
	if (isRejected && !isOutput) throw rejectionError(op, outcomes, all.length);
	return all.map((row, index) => outputOfRow(row, outcomes.get(index)!, isOutput));
}

/**
 * The records that do not fit the data model of the campaign, by their number, with the reason.
 * @throws before anything is sent, unless what is rejected becomes an output
 */
async function outsideModel(
	op: OperationContext<typeof NOT_COMPARED | typeof MISFITTING>,
	campaign: IDataObject,
	all: readonly Row[],
	isOutput: boolean,
): Promise<Map<number, string>> {
	const reasons = await misfitting(op, campaign, all);
	if (reasons.size === 0 || isOutput) return reasons;
	const lines = [...reasons].map(([index, reason]) => `${nameOf(index)}: ${reason}.`);
	throw op.problem(
		MISFITTING,
		{ count: reasons.size, total: all.length, records: firstOf(lines) },
		lines,
	);
}

/**
 * @param saysSuccess the output of a task that was created says so, because others that were
 * rejected are outputs, too
 */
function outputOfRow({ record, item }: Row, outcome: Outcome, saysSuccess: boolean): Output {
	const result: IDataObject =
		'task' in outcome
			? { ...(saysSuccess ? { success: true } : {}), ...outcome.task }
			: { success: false, ...outcome, record: record as IDataObject };
	return { json: result, ...(item === undefined ? {} : { item }) };
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

const NOT_RESOLVED = problem(
	'{count} of {total} tasks were not resolved within {limit}',
	'Open: {ids}.{hidden} Run this again, or raise the time limit.',
);
const NOT_IN_CAMPAIGN = problem(
	'{count} of {total} tasks do not exist in this campaign',
	'Not found: {ids}. Check the IDs and the campaign; a task may have been deleted.',
);
const NO_ID = requirement(
	'takeFrom',
	'Take From',
	'needs the field id in each item, and item {item} has none: use the output of Create Many, or give the IDs as JSON',
);

const WAIT_UNTIL_RESOLVED_MESSAGES = [SAME_CAMPAIGN, NO_ID, NOT_RESOLVED, NOT_IN_CAMPAIGN];

const waitUntilResolvedFields = { campaignName: campaignName() };

const waitUntilResolvedSettings = {
	...takenFrom('tasks', {
		taskIds: list('IDs of the tasks').label('Task IDs').min(1).sample(['5f4694d651bfb7000154b5b2']),
	}),
	timeLimit: integer('How many minutes to wait')
		.label('Time Limit (Minutes)')
		.min(1)
		.startsWith(60),
	states: statesField(
		'States in which a task counts as resolved; Resolved, or the last ones of the workflow, when left out',
	).optional(),
};

const waitUntilResolved = flow({
	name: 'Wait Until Resolved',
	action: 'Wait until tasks of a campaign are resolved',
	description: 'Wait until people have resolved these tasks, and return them',
	fields: waitUntilResolvedFields,
	settings: waitUntilResolvedSettings,
	uses: [getCampaign, getManyInState, getMany],
	messages: WAIT_UNTIL_RESOLVED_MESSAGES,
	patient: true,
	answers: records(TASK, { times: TIMES, leads: LEADS }),
	run: waitForResolution,
});

/** The input of *Wait Until Resolved*. */
type WaitUntilResolvedInput = Values<typeof waitUntilResolvedFields> &
	Values<typeof waitUntilResolvedSettings>;

async function waitForResolution(
	op: ContextShowing<typeof WAIT_UNTIL_RESOLVED_MESSAGES>,
	input: WaitUntilResolvedInput,
): Promise<Output[]> {
	if (isDoneByFirst(op, input)) return [];
	const { campaignName: campaign, timeLimit, takeFrom, taskIds = [] } = input;
	const wanted: WantedTask[] =
		takeFrom === 'json' ? taskIds.map((id) => ({ id, item: undefined })) : idsOfItems(op);
	const { body: campaignRecord } = await op.sendValues(getCampaign, { campaignName: campaign });
	const states = statesOf(campaignRecord).map(({ name }) => name);
	const resolution = new Resolution(wanted, endStates(campaignRecord, input.states));
	await readUntil({
		read: async () => resolution.take(await tasksIn(op, campaign, states)),
		ended: () => resolution.open.length === 0,
		limitMs: timeLimit * 60_000,
		tooLate: () => notResolved(op, resolution, wanted.length, timeLimit),
		signal: op.signal,
	});
	const { missing, resolved } = resolution;
	if (missing.length > 0)
		throw op.problem(NOT_IN_CAMPAIGN, {
			count: missing.length,
			total: wanted.length,
			ids: firstIds(missing),
		});
	return wanted.map(({ id, item }) => ({
		json: resolved.get(id)!,
		...(item === undefined ? {} : { item }),
	}));
}

/** The error when the time limit has passed. */
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
		limit: inWords(timeLimit * 60_000),
		ids: `${firstIds(open)}${open.length > NAMED ? ' and more' : ''}`,
		hidden: hidden > 0 ? ` ${hidden} of them are not among the tasks that the platform shows.` : '',
	});
}

const firstIds = (tasks: ReadonlyArray<{ id: string }>): string =>
	tasks
		.slice(0, NAMED)
		.map(({ id }) => id)
		.join(', ');

/** @throws BadInput if an item has no ID */
const idsOfItems = (op: OperationContext<typeof SAME_CAMPAIGN | typeof NO_ID>): WantedTask[] =>
	itemsAbout(op, SAME_CAMPAIGN).map(({ json: task }, item) => {
		const id = idText(task.id);
		if (id === undefined) throw op.refusal(NO_ID, { item });
		return { id, item };
	});

export const task = resource(
	'task',
	'Task',
	{ createMany, getMany, getManyInState, waitUntilResolved },
	'A record of a campaign that people have to work on',
);
