/** Waits for executions that something else started: by their ID, or the next one of a task or plan that ends. */
import type { IDataObject } from 'n8n-workflow';

import { choice, milliseconds } from '../shared/declare/field';
import { problem, requirement } from '../shared/declare/messages';
import type { Call, RequestOperation, Showing } from '../shared/declare/operation';
import type { Again, Followed } from '../shared/flows/wait';
import { clock } from '../shared/support/clock';
import { isRefusedWith } from '../shared/support/refused';
import { platformTime } from '../shared/support/time';
import { inWords } from '../shared/support/words';
import type { Begun } from './follow';
import { outcomeOf } from '../records/outcome';

const NO_RUNS = requirement(
	'executable',
	'{label}',
	'has not run in the last 60 days, so there is no end to wait for. Start it with Run and Wait, or give it a schedule and wait from its first run on',
);
const NONE_ENDED = problem(
	'No execution of {noun} {what} ended within {limit}',
	'Looked for the first one that ended after {after}. {open} Check its schedule, or raise the time limit.',
);

/** What {@link beginNext} and {@link followNext} can say. */
export const NEXT_MESSAGES = [NO_RUNS, NONE_ENDED];

/** The fields that say what is waited for. */
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
		.startsWith('execution'),
});

export const OF_EXECUTION = { waitFor: ['execution'] };
export const OF_NEXT_END = { waitFor: ['nextEnd'] };

export const endedAfter = milliseconds(
	'The first execution that ended after this time is waited for; it may have ended already',
).shownWhen(OF_NEXT_END);

/** What is waited for; plain JSON, because n8n may store it. */
export interface Next extends IDataObject {
	/** The ID of the task or plan. */
	next: string;
	/** In ms since 1970, as `from`: executions that were triggered earlier are not read again. */
	after: number;
	from: number;
}

/** The task or plan, and the list of its executions. */
export interface Listing {
	noun: 'task' | 'plan';
	list: RequestOperation;
}

const DAY = 86_400_000;
/** The platform lists executions of 60 days. An execution that ended after the time is looked for among those of a week before it. */
const LISTED_DAYS = 60;
const BEFORE_DAYS = 7;

const timeOf = (...times: unknown[]): number =>
	times.map(platformTime).find((time) => !Number.isNaN(time)) ?? NaN;

const triggeredAt = ({ triggerTimestamp, startTimestamp }: IDataObject): number =>
	timeOf(triggerTimestamp, startTimestamp);

/** When an execution ended. One that never started ended when it was triggered. */
function endedAt(execution: IDataObject): number {
	const finished = timeOf(execution.finishTimestamp);
	return Number.isNaN(finished) && outcomeOf(execution) !== undefined
		? triggeredAt(execution)
		: finished;
}

/** @throws BadInput if it has never run */
export async function beginNext(
	call: Showing<typeof NEXT_MESSAGES>,
	{ noun, list }: Listing,
	what: string,
	after: number,
): Promise<Next> {
	const [newest] = await call.list(list, { [`${noun}Id`]: what, limit: 1 }, 1);
	if (newest === undefined)
		throw call.refusal(NO_RUNS, { label: noun === 'task' ? 'Task' : 'Plan' }, what);
	const from = Math.max(after - BEFORE_DAYS * DAY, clock.now() - LISTED_DAYS * DAY);
	return { next: what, after, from };
}

export const isNext = (begun: IDataObject): begun is Next => 'next' in begun;

/** What has ended is followed like any other execution: it is read by its ID. */
export const continueWith = (begun: { executionId: string; what: string }): Again<Begun> => ({
	again: { ...begun, found: true },
	afterMs: 0,
});

export function followNext(
	call: Showing<typeof NEXT_MESSAGES>,
	next: Next,
	{ noun, list }: Listing,
	timeLimit: number,
): Followed {
	const what = next.next;
	let open: string[] = [];
	return {
		subject: `An execution of ${noun} ${what}`,
		wasRunning: true,
		id: what,
		ids: { [`${noun}Id`]: what },
		read: async () => {
			const listed = await call.list(list, { [`${noun}Id`]: what, from: next.from });
			const inProgress = listed.filter((execution) => Number.isNaN(endedAt(execution)));
			open = inProgress.map(({ executionId }) => String(executionId));
			const times = listed.map(triggeredAt).filter((time) => !Number.isNaN(time));
			// Of those that have ended only what ends later counts: it is in progress now, or is triggered later.
			const from = Math.min(Math.max(...times), ...inProgress.map(triggeredAt));
			if (Number.isFinite(from)) next.from = Math.max(next.from, from);
			const first = firstEnded(listed, next.after);
			return first === undefined ? {} : { executionId: first.executionId };
		},
		ended: ({ executionId }) => executionId !== undefined,
		timeLimit,
		tooLate: () =>
			call.problem(NONE_ENDED, {
				noun,
				what,
				limit: inWords(timeLimit * 60_000),
				after: new Date(next.after).toISOString(),
				open: open.length === 0 ? 'None is in progress.' : `Still in progress: ${open.join(', ')}.`,
			}),
	};
}

/** The execution that ended first after a time. */
function firstEnded(listed: readonly IDataObject[], after: number): IDataObject | undefined {
	const [first] = listed
		.filter((execution) => endedAt(execution) > after)
		.sort((a, b) => endedAt(a) - endedAt(b));
	return first;
}

/** Whether there is a record with this ID. */
export const exists = async (
	call: Call,
	get: RequestOperation,
	values: IDataObject,
): Promise<boolean> =>
	await call.ask(get, values).then(
		() => true,
		(error: unknown) => {
			if (isRefusedWith(error, 404) || isRefusedWith(error, 403) || isRefusedWith(error, 400))
				return false;
			throw error;
		},
	);
