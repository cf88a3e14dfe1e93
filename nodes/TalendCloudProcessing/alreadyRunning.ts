/** What Run and Wait does if the task or plan is running already. */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../shared/declare/answers';
import { boolean, choice } from '../shared/declare/field';
import { hint, problem } from '../shared/declare/messages';
import type { Showing } from '../shared/declare/operation';
import { awaitEnd, WAIT_MESSAGES } from '../shared/flows/wait';
import { platformTime } from '../shared/support/time';
import type { Begun } from './follow';

const PARAMETERS_UNKNOWN = hint(
	'Execution {executionId} was in progress and is followed. Whether it was started with these parameters is not known: the lists of the platform do not show them.',
);
const STILL_RUNNING = problem(
	'Nothing was started: an earlier execution of {noun} {what} did not end within {limit}',
	'Still in progress: {ids}. Raise the time limit, or choose another way in If Already Running.',
);

/** What {@link beginUnlessRunning} can say. */
export const RUNNING_MESSAGES = [...WAIT_MESSAGES, PARAMETERS_UNKNOWN, STILL_RUNNING];

const WAYS = [
	{ value: 'startAnyway', name: 'Start Anyway', description: 'Do not look' },
	{ value: 'skip', name: 'Skip', description: 'Start nothing, and output what is running' },
	{
		value: 'follow',
		name: 'Follow It',
		description: 'Start nothing, and wait for the end of the newest execution in progress',
	},
	{
		value: 'waitThenStart',
		name: 'Wait, Then Start',
		description: 'Wait until nothing is in progress, at most for the time limit, then start',
	},
] as const;

const TERMINATE = {
	value: 'terminateThenStart',
	name: 'Terminate, Then Start',
	description: 'Terminate what is in progress, wait for its end, then start',
} as const;

type Way = (typeof WAYS)[number]['value'] | typeof TERMINATE.value;

/** The settings, for a task or a plan; only the executions of a task can be terminated. */
export const ifAlreadyRunning = (noun: 'task' | 'plan') => ({
	ifAlreadyRunning: choice(
		`What to do if the ${noun} is already running; it is started anyway when not set`,
		[...WAYS, ...(noun === 'task' ? [TERMINATE] : [])],
	)
		.confirms(TERMINATE.value)
		.optional(),
	skipIfRunning: boolean(
		`Whether to start nothing while the ${noun} is already running. Use If Already Running instead.`,
	)
		.former()
		.optional(),
});

interface Choices {
	ifAlreadyRunning?: string;
	/** What workflows have that were saved before there was a choice. */
	skipIfRunning?: boolean;
	timeLimit: number;
}

/** How a task or plan is looked at, started and ended. */
export interface Runnable {
	noun: 'task' | 'plan';
	/** The ID of the task or plan. */
	what: string;
	/** Its executions in progress. */
	open: () => Promise<IDataObject[]>;
	start: () => Promise<string>;
	/** Whether parameters, which cannot be compared, were given. */
	hasParameters?: boolean;
	/** Ends executions, and waits for that. */
	terminate?: (open: IDataObject[]) => Promise<unknown>;
}

/**
 * Starts a task or plan, or does what was chosen for the case that it is running.
 * @returns what to wait for; an output if there is nothing to wait for
 */
export async function beginUnlessRunning(
	call: Showing<typeof RUNNING_MESSAGES>,
	runnable: Runnable,
	choices: Choices,
): Promise<Begun | Output[]> {
	const { what } = runnable;
	const way = (choices.ifAlreadyRunning ??
		(choices.skipIfRunning === true ? 'skip' : 'startAnyway')) as Way;
	if (way === 'startAnyway') return { executionId: await runnable.start(), what };
	// Looking and starting are one step among the items of a run: the second item sees what the first started.
	return await call.oneByOne(what, async () => {
		// Looked for once: what an earlier try started is followed, and is no reason to do anything else.
		const running = await call.once(
			'running',
			async () => await runningFor(call, way, runnable, choices),
		);
		if (running === undefined) return { executionId: await runnable.start(), what };
		if (way === 'skip') return [skipped(runnable, running)];
		const executionId = String(running.executionId);
		if (runnable.hasParameters === true) call.hint(PARAMETERS_UNKNOWN, { executionId });
		return { executionId, what, found: true, more: { reattached: true } };
	});
}

/** The newest execution in progress; nothing if there is none, or it has been waited for or terminated. */
async function runningFor(
	call: Showing<typeof RUNNING_MESSAGES>,
	way: Way,
	runnable: Runnable,
	{ timeLimit }: Choices,
): Promise<IDataObject | undefined> {
	const open = await runnable.open();
	if (open.length === 0) return undefined;
	if (way === 'waitThenStart') await untilNoneRuns(call, runnable, timeLimit);
	else if (way === 'terminateThenStart') await runnable.terminate!(open);
	else return newest(open);
	return undefined;
}

const triggeredAt = ({ triggerTimestamp, startTimestamp }: IDataObject): number =>
	platformTime(triggerTimestamp ?? startTimestamp) || 0;

const newest = (open: readonly IDataObject[]): IDataObject =>
	open.reduce((latest, each) => (triggeredAt(each) > triggeredAt(latest) ? each : latest));

async function untilNoneRuns(
	call: Showing<typeof RUNNING_MESSAGES>,
	{ noun, what, open }: Runnable,
	timeLimit: number,
): Promise<void> {
	let running: IDataObject[] | undefined;
	await awaitEnd(call, {
		subject: `The earlier execution of ${noun} ${what}`,
		wasRunning: true,
		id: what,
		ids: { [`${noun}Id`]: what },
		read: async () => {
			running = await open();
			return {};
		},
		// Before it was read once, nothing is known.
		ended: () => running?.length === 0,
		timeLimit,
		tooLate: (limit) =>
			call.problem(STILL_RUNNING, {
				noun,
				what,
				limit,
				ids: (running ?? []).map(({ executionId }) => String(executionId)).join(', '),
			}),
	});
}

const skipped = ({ noun, what }: Runnable, running: IDataObject): Output => ({
	json: {
		skipped: true,
		[`${noun}Id`]: what,
		runningExecutionId: running.executionId,
		runningStatus: running.status,
	},
});
