/**
 * Waits for the next end of a task or plan: the first execution that ends after a time, whatever
 * started it.
 */
import type { IDataObject } from 'n8n-workflow';

import { outcomeOf } from '../../records/executions/outcome';
import { MAX_LISTED_DAYS } from '../../records/executions/taskExecutions';
import { choice, milliseconds } from '../../shared/declare/fields';
import { problem, requirement } from '../../shared/declare/messages';
import type {
	ContextShowing,
	OperationContext,
	RequestOperation,
} from '../../shared/declare/operation';
import { instant, type Rule } from '../../shared/declare/rules';
import type { Continuation } from '../../shared/flows/wait/awaiting';
import type { FollowedWork } from '../../shared/flows/wait/followedWork';
import { unlessRefused } from '../../shared/support/http/refused';
import { idText, objectIn } from '../../shared/support/json';
import { waitInWords } from '../../shared/support/text/words';
import { clock } from '../../shared/support/time/clock';
import { DAY, MINUTE, platformTime } from '../../shared/support/time/time';
import type { FollowedExecution } from './followExecution';
import { triggeredAt } from './triggeredAt';

const NO_EXECUTIONS = requirement(
	'executable',
	'{label}',
	'has not run in the last 60 days, so there is nothing to wait for. Start it with Run and Wait, or schedule it and use Wait for End after it has run once',
);

const NONE_ENDED = problem(
	'No execution of {noun} {executableId} ended within {limit}',
	'The node waited for the first execution to end after {after}. {open} Check the schedule, or raise the time limit.',
);

/** What {@link beginAwaitedEnd} and {@link followNext} can say. */
export const NEXT_MESSAGES = [NO_EXECUTIONS, NONE_ENDED];

/** The fields that choose what to wait for. */
export const waitFor = (noun: 'task' | 'plan') => ({
	waitFor: choice('What to wait for', [
		{ value: 'execution', name: 'An Execution', description: 'The end of one execution' },
		{
			value: 'nextEnd',
			name: `Next End of a ${noun === 'task' ? 'Task' : 'Plan'}`,
			description: 'The first execution that ended after a given time, whatever started it',
		},
	])
		.inOrder()
		.initial('execution'),
});

export const OF_EXECUTION = { waitFor: ['execution'] };
export const OF_NEXT_END = { waitFor: ['nextEnd'] };

export const endedAfterField = milliseconds(
	'Wait for the first execution that ends after this time. It may have ended already.',
).shownWhen(OF_NEXT_END);

/** By how much the platform's clock, which `endedAfter` often comes from, may be ahead of n8n's. */
const CLOCKS_DIFFER_MS = MINUTE;

/** `endedAfter` must not be in the future; a minute is allowed, because clocks differ. */
export const notMuchLater: Rule = {
	field: 'endedAfter',
	says: 'endedAfter must not be more than a minute in the future',
	finding: ({ endedAfter }, now) =>
		instant(endedAfter) > now + CLOCKS_DIFFER_MS
			? 'must not be more than a minute in the future'
			: undefined,
};

/**
 * What is remembered while waiting for the next end of a task or plan. It is plain JSON, because
 * n8n may store it. Times are in ms since 1970.
 */
export interface AwaitedEnd extends IDataObject {
	/** The ID of the task or plan. */
	executableId: string;
	/** The time: the first execution that ends after it is the result. */
	endedAfter: number;
	/**
	 * The list is read from this time on; executions that were triggered before it are not listed any
	 * more.
	 */
	triggeredFrom: number;
	/**
	 * The IDs of executions in progress that were triggered before that time. Each is read by its ID.
	 */
	older: string[];
}

/** The task or plan, and the list of its executions. */
export interface ExecutionListing {
	noun: 'task' | 'plan';
	list: RequestOperation;
	/** The name of the ID of the task or plan: in `list`, and in outputs. */
	executableIdName: string;
	/** Its executions in progress, whenever they were triggered. */
	open: (op: OperationContext, executableId: string) => Promise<IDataObject[]>;
	/** Reads one of its executions. */
	get: RequestOperation;
	/** The name of the path variable of `get`. */
	idName: string;
}

/** How long after its trigger an execution may end: the list is read this far back. */
const LONGEST_RUN_DAYS = 7;

/** When an execution ended. One that never started ended when it was triggered. */
function endedAt(execution: IDataObject): number {
	const finished = platformTime(execution.finishTimestamp);
	return Number.isNaN(finished) && outcomeOf(execution) !== undefined
		? triggeredAt(execution)
		: finished;
}

/**
 * Begins to wait for the next end.
 * @throws BadInput if the task or plan has not run in the last 60 days
 */
export async function beginAwaitedEnd(
	op: ContextShowing<typeof NEXT_MESSAGES>,
	{ noun, list, executableIdName, open }: ExecutionListing,
	executableId: string,
	since: number,
): Promise<AwaitedEnd> {
	const [newest] = await op.list(list, { [executableIdName]: executableId, limit: 1 }, 1);
	if (newest === undefined)
		throw op.refusal(NO_EXECUTIONS, { label: noun === 'task' ? 'Task' : 'Plan' }, executableId);
	const triggeredFrom = Math.max(
		since - LONGEST_RUN_DAYS * DAY,
		clock.now() - MAX_LISTED_DAYS * DAY,
	);
	const openExecutions = await open(op, executableId);
	const older = openExecutions.filter((execution) => triggeredAt(execution) < triggeredFrom);
	return { executableId, endedAfter: since, triggeredFrom, older: older.flatMap(idsIn) };
}

export const isAwaitedEnd = (begun: IDataObject): begun is AwaitedEnd => 'endedAfter' in begun;

/** Continues with the execution that has ended as with any other, so that it is read by its ID. */
export const continueWith = (
	{ executableId }: AwaitedEnd,
	{ executionId }: IDataObject,
): Continuation<FollowedExecution> => ({
	continueFrom: { executionId: String(executionId), executableId, wasRunning: true },
	afterMs: 0,
});

const idsIn = ({ executionId }: IDataObject): string[] => {
	const id = idText(executionId);
	return id === undefined ? [] : [id];
};

export function followNext(
	op: ContextShowing<typeof NEXT_MESSAGES>,
	next: AwaitedEnd,
	listing: ExecutionListing,
	timeLimit: number,
): FollowedWork {
	const { executableId } = next;
	const { noun, executableIdName } = listing;
	let open: string[] = [];
	return {
		subject: `An execution of ${noun} ${executableId}`,
		wasRunning: true,
		id: executableId,
		ids: { [executableIdName]: executableId },
		read: async () => {
			const executions = [
				...(await listExecutions(op, next, listing)),
				...(await readOlder(op, next, listing)),
			];
			open = executions.filter(isOpen).flatMap(idsIn);
			const first = firstEnded(executions, next.endedAfter);
			return first === undefined ? {} : { executionId: first.executionId };
		},
		hasEnded: ({ executionId }) => executionId !== undefined,
		timeLimitMinutes: timeLimit,
		errorAtLimit: () =>
			op.problem(NONE_ENDED, {
				noun,
				executableId,
				limit: waitInWords(timeLimit * MINUTE),
				after: new Date(next.endedAfter).toISOString(),
				open: open.length === 0 ? 'None is in progress.' : `Still in progress: ${open.join(', ')}.`,
			}),
	};
}

const isOpen = (execution: IDataObject): boolean => Number.isNaN(endedAt(execution));

/**
 * Lists the executions from {@link AwaitedEnd.triggeredFrom} on, and moves this time forward for
 * the next reading.
 */
async function listExecutions(
	op: OperationContext,
	next: AwaitedEnd,
	{ list, executableIdName }: ExecutionListing,
): Promise<IDataObject[]> {
	const listed = await op.list(list, {
		[executableIdName]: next.executableId,
		from: next.triggeredFrom,
	});
	const times = listed.map(triggeredAt).filter((time) => !Number.isNaN(time));
	// Any execution that can still end is in progress now, or will be triggered later. So the next
	// reading need not go further back.
	const from = Math.min(Math.max(...times), ...listed.filter(isOpen).map(triggeredAt));
	if (Number.isFinite(from)) next.triggeredFrom = Math.max(next.triggeredFrom, from);
	return listed;
}

/**
 * Reads the executions of {@link AwaitedEnd.older}, except those that the platform no longer has.
 */
async function readOlder(
	op: OperationContext,
	{ older }: AwaitedEnd,
	{ get, idName }: ExecutionListing,
): Promise<IDataObject[]> {
	const executions: IDataObject[] = [];
	for (const id of older) {
		const answer = await unlessRefused(op.sendValues(get, { [idName]: id }), [404], undefined);
		if (answer !== undefined) executions.push(objectIn(answer.body));
	}
	return executions;
}

/** The execution that ended first after a time. */
function firstEnded(listed: readonly IDataObject[], since: number): IDataObject | undefined {
	const [first] = listed
		.filter((execution) => endedAt(execution) > since && idsIn(execution).length > 0)
		.sort((a, b) => endedAt(a) - endedAt(b));
	return first;
}
