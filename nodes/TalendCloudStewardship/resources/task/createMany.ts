/** Creates tasks from the items of the node or from a list, in several requests. */
import type { IDataObject } from 'n8n-workflow';

import { userLoginField } from '../../../records/identities/identities';
import { type Output, records } from '../../../shared/declare/answers';
import { operation, wholeBody } from '../../../shared/declare/define';
import { readField } from '../../../shared/declare/field/reading';
import {
	boolean,
	choice,
	integer,
	json,
	list,
	rows,
	text,
	type Values,
} from '../../../shared/declare/fields';
import { hint, problem, requirement } from '../../../shared/declare/messages';
import type {
	ContextShowing,
	OperationContext,
	RequestOperation,
} from '../../../shared/declare/operation';
import { FROM_INTEGRATOR } from '../../../shared/declare/origin';
import type { Input } from '../../../shared/declare/runtime/context';
import { firstSentences } from '../../../shared/flows/resultsInWords';
import { idText, isObject, objectIn, withoutUndefined } from '../../../shared/support/json';
import {
	aboutRecords,
	FIELD_NAMES,
	itemsAbout,
	leaveToFirst,
	MAX_NAMED_ITEMS,
	recordName,
	recordsField,
	recordsFrom,
	SAME_CAMPAIGN,
	takenFrom,
	withFieldNames,
} from '../../fromItems';
import { fieldsOf, misfits } from '../../modelFields';
import { campaignField, getCampaign } from '../campaign/requests';
import { getModel } from '../dataModel';
import { LEADS, TASK, TASKS, TIMES } from './requests';
import { type Row, type RowResult, sendRows } from './sendRows';

const assigneeField = userLoginField('Who gets the task; may differ from item to item')
	.label('Assignee')
	.optional()
	.onTop();

const NO_ASSIGNEE = requirement(
	'assignee',
	'Assignee',
	'is empty for item {item}, but not for others: give each item a login, or none of them',
);

const NOT_COMPARED = hint(
	'The records were not compared with a data model, because Talend Cloud shows none for this campaign.',
);

const UNFIT_RECORDS = problem(
	'{count} of {total} records do not fit the data model of the campaign',
	'{records} Nothing was sent. To create the tasks of the others, set On Rejection to Output Each Result.',
);

const REJECTED_TASKS = problem(
	'{count} of {total} records {were} rejected',
	'{records} All other tasks were created. To continue with all results, set On Rejection to Output Each Result.',
);

/**
 * The rows to send.
 * @throws BadInput if an item gives no login
 */
function rowsFrom(
	op: OperationContext<typeof SAME_CAMPAIGN | typeof NO_ASSIGNEE | (typeof FIELD_NAMES)[number]>,
	settings: CreateManySettings,
): Row[] {
	const from = recordsFrom(settings);
	if (settings.takeFrom === 'json')
		return withFieldNames(op, settings.records, from).map((record) => ({
			record,
			assignee: settings.assignee,
		}));
	const leftOut = new Set(settings.leaveOut ?? []);
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

/** What is wrong with a record, with its name: "Item 2: number is required." */
function lineOf(settings: CreateManySettings, index: number, reason: string): string {
	const name = recordName(recordsFrom(settings), index);
	return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${reason.replace(/\.$/, '')}.`;
}

async function readMisfits(
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

function rejectionError(
	op: OperationContext<typeof REJECTED_TASKS>,
	settings: CreateManySettings,
	results: ReadonlyMap<number, RowResult>,
	total: number,
): Error {
	const lines = [...results]
		.sort(([one], [other]) => one - other)
		.flatMap(([index, result]) =>
			'message' in result ? [lineOf(settings, index, result.message)] : [],
		);
	return op.problem(
		REJECTED_TASKS,
		{
			count: lines.length,
			total,
			were: lines.length === 1 ? 'was' : 'were',
			records: firstSentences(lines, MAX_NAMED_ITEMS),
		},
		lines,
	);
}

const CREATE_MANY_MESSAGES = [
	SAME_CAMPAIGN,
	NO_ASSIGNEE,
	NOT_COMPARED,
	UNFIT_RECORDS,
	REJECTED_TASKS,
	...aboutRecords(FIELD_NAMES),
];

const createManySettings = {
	...takenFrom('records', { records: recordsField('The records of the tasks') }),
	assignee: assigneeField,
	checkRecords: boolean(
		'Whether to compare each record with the data model of the campaign before anything is sent',
	).initial(true),
	onRejection: choice(
		'What to do when a record does not fit the data model, or Talend Cloud rejects it',
		[
			{
				value: 'fail',
				name: 'Fail',
				description: 'The node fails with the list of what was rejected',
			},
			{
				value: 'output',
				name: 'Output Each Result',
				description: 'One item for each record, with its result',
			},
		],
	).initial('fail'),
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
};

/** The settings of *Create Many*. */
type CreateManySettings = Values<typeof createManySettings>;

export const createMany: RequestOperation = operation(`POST ${TASKS}`, {
	destructive: true,
	name: 'Create Many',
	action: 'Create many tasks of a campaign',
	description:
		'Create a task for each record, from all items of the node or from a list, in requests of up to 250; a rejected record does not stop the others',
	origin: FROM_INTEGRATOR,
	path: { campaignName: campaignField() },
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
	settings: createManySettings,
	slow: true,
	howToCheck: 'Before you send the rows again, check with Task → Get Many which ones exist.',
	messages: CREATE_MANY_MESSAGES,
	answers: records(TASK, { times: TIMES, leads: LEADS }),
	perform: createTasks,
});

async function createTasks(
	op: ContextShowing<typeof CREATE_MANY_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const settings = input.settings as CreateManySettings;
	if (leaveToFirst(op, settings)) return [];
	const all = rowsFrom(op, settings);
	const campaign = objectIn((await op.sendValues(getCampaign, input.path)).body);
	const results = new Map<number, RowResult>();
	if (settings.checkRecords)
		for (const [index, message] of await misfitsOrRefusal(op, settings, campaign, all))
			results.set(index, { message });
	const cutShort = await sendRows(op, request, input, {
		all,
		type: campaign.taskType,
		size: settings.batchSize ?? 250,
		results,
	}).then(
		() => undefined,
		(error: unknown) => ({ error }),
	);
	return outputsOrError(op, settings, { all, results, cutShort });
}

/** What became of the rows that were to be sent. */
interface SentRows {
	all: readonly Row[];
	/** The results by the number of the row. */
	results: ReadonlyMap<number, RowResult>;
	/** Why no further rows were sent. */
	cutShort: { error: unknown } | undefined;
}

/**
 * The output of each row.
 * @throws what the node fails with, if the rows come from a list or none has a result
 */
function outputsOrError(
	op: OperationContext<typeof REJECTED_TASKS>,
	settings: CreateManySettings,
	{ all, results, cutShort }: SentRows,
): Output[] {
	const isOutput = settings.onRejection === 'output';
	const outcomes = [...results.values()];
	const isRejected = outcomes.some((each) => 'message' in each);
	const failure =
		cutShort ??
		(isRejected && !isOutput
			? { error: rejectionError(op, settings, results, all.length) }
			: undefined);
	if (failure && (settings.takeFrom === 'json' || outcomes.length === 0)) throw failure.error;
	// An item whose task exists does not fail with the others: sent again, it would become a second
	// task.
	return all.map((row, index) => {
		const result = results.get(index);
		if (result && ('task' in result || isOutput)) return outputOfRow(row, result, isOutput);
		const errorOfNode = failure?.error;
		return { json: {}, item: row.item, error: result?.error ?? errorOfNode, errorOfNode };
	});
}

/**
 * The records that do not fit the data model of the campaign, by their number, with the reason.
 * @throws if there are any, before anything is sent, unless the user chose that they become outputs
 */
async function misfitsOrRefusal(
	op: OperationContext<typeof NOT_COMPARED | typeof UNFIT_RECORDS>,
	settings: CreateManySettings,
	campaign: IDataObject,
	all: readonly Row[],
): Promise<Map<number, string>> {
	const reasons = await readMisfits(op, campaign, all);
	if (reasons.size === 0 || settings.onRejection === 'output') return reasons;
	const lines = [...reasons].map(([index, reason]) => lineOf(settings, index, reason));
	throw op.problem(
		UNFIT_RECORDS,
		{ count: reasons.size, total: all.length, records: firstSentences(lines, MAX_NAMED_ITEMS) },
		lines,
	);
}

/**
 * The output for a row.
 * @param saysSuccess whether the output of a created task says that it was created, because
 * rejected records are outputs, too
 */
function outputOfRow({ record, item }: Row, result: RowResult, saysSuccess: boolean): Output {
	if ('task' in result)
		return { json: { ...(saysSuccess ? { success: true } : {}), ...result.task }, item };
	const { status, message } = result;
	const reason = withoutUndefined({ status, message });
	return { json: { success: false, ...reason, record: record as IDataObject }, item };
}
