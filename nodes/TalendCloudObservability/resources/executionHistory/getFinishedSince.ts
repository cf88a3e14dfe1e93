/**
 * *Get Finished Since*: lists each execution once, when it has ended. A mark in the output says up
 * to where; the next run of the workflow continues from it.
 */
import type { IDataObject } from 'n8n-workflow';

import {
	getManyComponentMetrics as getMetrics,
	readableMetric,
	simpleMetricFields,
} from '../../../records/executions/componentMetrics';
import { getEntries } from '../../../records/executions/executionLog';
import { countsAsSuccess, everRan, outcomeOf } from '../../../records/executions/outcome';
import {
	executionInWords,
	readableExecution,
	simpleTaskExecutionFields,
} from '../../../records/executions/readable';
import {
	getManyTaskExecutions as getManyExecutions,
	getTaskExecution as getExecution,
	MAX_LISTED_DAYS,
} from '../../../records/executions/taskExecutions';
import { environmentField } from '../../../records/places/environments';
import { workspaceField } from '../../../records/places/workspaces';
import { type Executable, executablesIn } from '../../../records/tasks/executables';
import { getManyTasks } from '../../../records/tasks/tasks';
import { type Output, records } from '../../../shared/declare/answers';
import { flow, simplifyField } from '../../../shared/declare/define';
import { boolean, choice, datetime, integer } from '../../../shared/declare/fields';
import { hint } from '../../../shared/declare/messages';
import type { OperationContext } from '../../../shared/declare/operation';
import type { Rule } from '../../../shared/declare/rules';
import { mapConcurrently } from '../../../shared/flows/mapConcurrently';
import { unlessRefused } from '../../../shared/support/http/refused';
import { withoutEmptyValues } from '../../../shared/support/json';
import { simplified, withTimes } from '../../../shared/support/simplify';
import { clock } from '../../../shared/support/time/clock';
import { DAY, HOUR, knownTime, MINUTE } from '../../../shared/support/time/time';
import { type Mark, markIn, markText } from './finishedMark';

/**
 * The list is read again from this long before the mark, because some executions appear in it late.
 */
const AGAIN_MS = HOUR;
/**
 * If only a time is given instead of a mark, executions that ended after it may have started this
 * long before it.
 */
const BEFORE_FIRST_MS = 24 * HOUR;
/** How long the platform has to show that an execution has ended. */
const SETTLING_MS = MINUTE;

/** An execution that did not start may have no other time than that of its trigger. */
const simple = [...simpleTaskExecutionFields, 'triggerTimestamp', 'metrics', 'log', 'mark'];

/** An entry of the log, as Get Entries outputs it with Simplify. */
const asEntry = (entry: IDataObject) =>
	withTimes(simplified(entry, getEntries.answers.simple), getEntries.answers.times);

const toIsLater: Rule = {
	field: 'to',
	says: 'to must be after since',
	finding: ({ since, to }) =>
		to !== undefined && Date.parse(String(to)) <= (markIn(String(since))?.time ?? -1)
			? 'must be after {since}'
			: undefined,
};

/**
 * When an execution ended. One that was rejected before it started has no end time, and ended when
 * it was triggered.
 */
const endTimeOf = (execution: IDataObject): number | undefined =>
	knownTime(execution.finishTimestamp) ??
	knownTime(execution.triggerTimestamp ?? execution.startTimestamp);

/** The records of an execution; none if the platform no longer has it. */
async function orNothing(work: Promise<IDataObject[]>): Promise<IDataObject[]> {
	return await unlessRefused(work, [404], []);
}

const GONE_EXECUTIONS = hint(
	'Talend Cloud no longer has {executions} that {were} in progress at the time of Since. Left out: {ids}',
);

const OLDER_MISSING = hint(
	'Talend Cloud lists only the executions of {days} days: older ones are missing',
);

/** Reads the executions that were in progress at the mark and are no longer in the list. */
async function readOpen(
	op: OperationContext<typeof GONE_EXECUTIONS>,
	ids: readonly string[],
): Promise<IDataObject[]> {
	const missingIds: string[] = [];
	const executions = await mapConcurrently(ids, async (executionId) => {
		const [record] = await orNothing(
			op.readRecord(getExecution, { executionId }).then((one) => [one]),
		);
		if (record === undefined) missingIds.push(executionId);
		return record;
	});
	if (missingIds.length > 0)
		op.hint(GONE_EXECUTIONS, {
			executions: missingIds.length === 1 ? 'an execution' : `${missingIds.length} executions`,
			were: missingIds.length === 1 ? 'was' : 'were',
			ids: missingIds.join(', '),
		});
	return executions.filter((record) => record !== undefined);
}

export const getFinishedSince = flow({
	name: 'Get Finished Since',
	action: 'Get task executions that finished since a mark',
	description:
		'Return every task execution that finished since a mark, each exactly once, optionally with metrics and log entries; each item has the mark for the next time',
	fields: {
		since: datetime('A time, or the mark of an earlier output')
			.orText({
				accepts: (text) => markIn(text)?.isFirst === false,
				noun: 'the mark of an earlier output, unchanged',
			})
			.eg('2026-03-01T00:00:00Z'),
		environmentId: environmentField('Only executions in this environment').optional(),
		workspaceId: workspaceField('Only executions in this workspace').optional(),
		to: datetime(
			'Only executions that finished before this time; defaults to a minute ago',
		).optional(),
	},
	optionalAs: 'filters',
	settings: {
		includeMetrics: boolean(
			'Whether to add the component metrics of each execution; one request each',
		).initial(false),
		logEntries: choice('Whose log entries to add; one request each', [
			{ value: 'none', name: 'None' },
			{ value: 'unsuccessful', name: 'Of Unsuccessful Executions' },
			{ value: 'all', name: 'Of All Executions' },
		])
			.inOrder()
			.initial('none'),
		maxLogEntries: integer('How many of the latest log entries to add')
			.min(1)
			.initial(200)
			.shownWhen({ logEntries: ['unsuccessful', 'all'] }),
		simplify: simplifyField,
	},
	rules: [toIsLater],
	uses: [getManyExecutions, getExecution, getManyTasks, getMetrics, getEntries],
	messages: [GONE_EXECUTIONS, OLDER_MISSING],
	answers: records('B.JobExecutionStatus', { simple }),
	run: async (op, input) => {
		const mark = markIn(input.since)!;
		const now = clock.now();
		const end = input.to === undefined ? Infinity : Date.parse(input.to);
		const until = Math.min(end, now - SETTLING_MS);
		if (mark.time < now - MAX_LISTED_DAYS * DAY) op.hint(OLDER_MISSING, { days: MAX_LISTED_DAYS });
		if (until <= mark.time) return [];
		const scope = withoutEmptyValues({
			environmentId: input.environmentId,
			workspaceId: input.workspaceId,
		});
		const executions = await executionsSince(op, mark, { scope, now, until });
		const { finished, open } = byEnd(executions, mark, until);
		if (finished.length === 0) return [];
		const next = markText(until, open);
		const executables = await executablesIn(op, scope, ['TASK']);
		const tasks = new Map(executables.map((task) => [task.id, task]));
		return await mapConcurrently(finished, async (execution): Promise<Output> => {
			const read = readableExecution(execution);
			const task = tasks.get(String(read.taskId));
			const json = {
				...read,
				summary: summaryOf(execution, task, op.timezone),
				...(task === undefined ? {} : { taskName: task.name, workspaceName: task.workspaceName }),
				...(await details(op, execution, input)),
				mark: next,
			};
			return { json: input.simplify ? simplified(json, simple) : json };
		});
	},
});

/** The executions that may have ended since the mark, by their IDs. */
async function executionsSince(
	op: OperationContext<typeof GONE_EXECUTIONS>,
	mark: Mark,
	{ scope, now, until }: { scope: IDataObject; now: number; until: number },
): Promise<Map<string, IDataObject>> {
	const from = Math.max(
		mark.time - (mark.isFirst ? BEFORE_FIRST_MS : AGAIN_MS),
		now - MAX_LISTED_DAYS * DAY,
	);
	const listed = await op.list(getManyExecutions, { ...scope, from, to: until });
	const byId = new Map(listed.map((execution) => [String(execution.executionId), execution]));
	const missing = mark.open.filter((id) => !byId.has(id));
	for (const execution of await readOpen(op, missing))
		byId.set(String(execution.executionId), execution);
	return byId;
}

/**
 * The executions that ended between the mark and `until`, in the order of their ends, and the IDs
 * of those that had not ended by then.
 */
function byEnd(
	executions: ReadonlyMap<string, IDataObject>,
	mark: Mark,
	until: number,
): { finished: IDataObject[]; open: string[] } {
	const wasOpen = new Set(mark.open);
	const finished: IDataObject[] = [];
	const open: string[] = [];
	for (const [id, execution] of executions) {
		const end = outcomeOf(execution) === undefined ? Infinity : endTimeOf(execution);
		if (end === undefined || end >= until) open.push(id);
		else if (wasOpen.has(id) || end >= mark.time) finished.push(execution);
	}
	finished.sort((a, b) => endTimeOf(a)! - endTimeOf(b)!);
	return { finished, open: open.sort() };
}

function summaryOf(execution: IDataObject, task: Executable | undefined, zone: string) {
	const { taskId } = readableExecution(execution);
	const { name, workspaceName, environmentName } = task ?? {};
	const subject = { noun: 'Task', id: taskId, name, workspaceName, environmentName };
	return executionInWords(subject, execution, zone);
}

/**
 * The metrics and the log of an execution, as far as the user wants them. An execution that never
 * ran has neither.
 */
async function details(
	op: OperationContext,
	execution: IDataObject,
	{
		includeMetrics,
		logEntries,
		maxLogEntries,
		simplify,
	}: { includeMetrics: boolean; logEntries: string; maxLogEntries: number; simplify: boolean },
): Promise<IDataObject> {
	const executionId = String(execution.executionId);
	const outcome = outcomeOf(execution)!;
	const hasRun = everRan(outcome);
	const wantsLog =
		logEntries === 'all' || (logEntries === 'unsuccessful' && !countsAsSuccess(outcome));
	const added: IDataObject = {};
	if (includeMetrics) {
		const metrics = hasRun ? await orNothing(op.list(getMetrics, { executionId })) : [];
		added.metrics = simplify
			? metrics.map((metric) => simplified(readableMetric(metric), simpleMetricFields))
			: metrics;
	}
	if (logEntries === 'none') return added;
	const latestFirst =
		hasRun && wantsLog
			? await orNothing(op.list(getEntries, { executionId, order: 'DESC' }, maxLogEntries))
			: [];
	const log = latestFirst.toReversed();
	return { ...added, log: simplify ? log.map(asEntry) : log };
}
