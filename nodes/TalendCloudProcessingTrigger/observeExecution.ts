/** The events that the record of an execution shows, and how they read in words. */
import type { IDataObject } from 'n8n-workflow';

import { everRan, misfireReason, type Outcome, outcomeOf } from '../records/executions/outcome';
import { executionInWords } from '../records/executions/readable';
import { sentence, subjectWords, timeWords } from '../shared/support/text/summary';
import type { EmittedEvent } from '../shared/trigger/declare/triggerSpec';
import { firstTime, timeOrNow } from '../shared/trigger/requests/clocks';
import { PHASES } from '../shared/trigger/streams/position';
import type { Observation, StreamEvent } from '../shared/trigger/streams/stream';

/** What an execution is of. */
export type ExecutableKind = 'task' | 'plan';

/**
 * The events: the start, and the outcomes of `outcomeOf`. An execution that could not be deployed,
 * or ended with an unknown status, counts as failed.
 */
export type ExecutionEvent = 'started' | Exclude<Outcome, 'deployFailed' | 'unknown'>;

const eventOf = (outcome: Outcome): ExecutionEvent =>
	outcome === 'deployFailed' || outcome === 'unknown' ? 'failed' : outcome;

/** What identifies an execution: its ID. */
export const executionKey = ({ executionId }: IDataObject) => String(executionId);

/** Statuses of executions that have not started yet, in lower case. */
const NOT_STARTED = new Set([
	'dispatching',
	'execution_event_received',
	'dispatching_flow',
	'undefined',
]);

function hasStarted(
	{ status, executionStatus, startTimestamp }: IDataObject,
	outcome: Outcome | undefined,
): boolean {
	return (
		Boolean(startTimestamp) &&
		(outcome === undefined
			? !NOT_STARTED.has(String(status ?? executionStatus).toLowerCase())
			: everRan(outcome))
	);
}

/** The observation of an execution, with the chosen events. */
export function observe(
	kind: ExecutableKind,
	record: IDataObject,
	chosenEvents: readonly string[],
	now: number,
): Observation {
	const outcome = outcomeOf(record);
	const key = executionKey(record);
	const events: StreamEvent[] = [];
	const add = (event: ExecutionEvent, phase: number, at: unknown) => {
		if (!chosenEvents.includes(event)) return;
		const taskId = kind === 'task' ? { taskId: record.taskId ?? record.jobId } : {};
		const why = misfireReason(record);
		events.push({
			eventId: `${kind}:${key}:${event}`,
			event,
			phase,
			occurredAt: new Date(firstTime(now, at)).toISOString(),
			record: { kind, ...taskId, ...record, ...(why === undefined ? {} : { misfiredReason: why }) },
		});
	};
	if (hasStarted(record, outcome)) add('started', PHASES.started, record.startTimestamp);
	if (outcome) add(eventOf(outcome), PHASES.ended, record.finishTimestamp);
	return {
		key,
		...timeOrNow(now, record.triggerTimestamp, record.startTimestamp, record.finishTimestamp),
		events,
		isOpen: outcome === undefined,
	};
}

/**
 * An event in one sentence. The sentence about a start does not mention the end, even if the record
 * already shows it.
 */
export function eventInWords({ event, occurredAt, record }: EmittedEvent, zone: string): string {
	const { kind, taskId, taskName, planId, planName, workspaceName, environmentName } = record;
	const subject = {
		...(kind === 'plan'
			? { noun: 'Plan', id: planId, name: planName }
			: { noun: 'Task', id: taskId, name: taskName }),
		workspaceName,
		environmentName,
	};
	return event === 'started'
		? sentence(subjectWords(subject), ['started', timeWords(occurredAt, zone)])
		: executionInWords(subject, record, zone);
}
