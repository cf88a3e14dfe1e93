/** What *Run and Wait* does if the task or plan is already running. */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../shared/declare/answers';
import { boolean, choice, type Values } from '../../shared/declare/fields';
import { hint, problem } from '../../shared/declare/messages';
import type { ContextShowing } from '../../shared/declare/operation';
import { awaitEnd } from '../../shared/flows/wait/awaitEnd';
import { WAIT_MESSAGES } from '../../shared/flows/wait/waitMessages';
import { idText } from '../../shared/support/json';
import { titleCase } from '../../shared/support/text/words';
import type { FollowedExecution } from './followExecution';
import { triggeredAt } from './triggeredAt';
import type { WaitChoices } from './waitSettings';

const PARAMETERS_UNKNOWN = hint(
	'The node followed execution {executionId}, which was already in progress. Its parameters may differ from yours, because Talend Cloud does not list them.',
);

const STILL_RUNNING = problem(
	'Nothing was started: an earlier execution of {noun} {executableId} did not end within {limit}',
	'Still in progress: {ids}. Raise the time limit, or choose another option in If Already Running.',
);

const WITHOUT_ID = problem(
	'{noun} {executableId} is already running, but Talend Cloud lists an execution without its ID',
	'Nothing was started or terminated. Look for the execution in Talend Management Console, or choose another option in If Already Running.',
);

/** The error if executions in progress have not ended within the time limit, with their IDs. */
export type ErrorAtLimit = (limit: string, ids: readonly string[]) => Error;

/** What {@link beginUnlessRunning} can say. */
export const OPEN_MESSAGES = [...WAIT_MESSAGES, PARAMETERS_UNKNOWN, STILL_RUNNING, WITHOUT_ID];

const CHOICES = [
	{ value: 'startAnyway', name: 'Start Anyway', description: 'Start without checking' },
	{ value: 'skip', name: 'Skip', description: 'Start nothing, and output what is running' },
	{
		value: 'follow',
		name: 'Follow It',
		description: 'Start nothing, and wait until the newest execution in progress finishes',
	},
	{
		value: 'waitThenStart',
		name: 'Wait, Then Start',
		description: 'Wait until nothing is in progress, for no longer than the time limit, then start',
	},
] as const;

const TERMINATE_CHOICE = {
	value: 'terminateThenStart',
	name: 'Terminate, Then Start',
	description: 'Terminate the executions in progress, wait until they have ended, then start',
} as const;

type Choice = (typeof CHOICES)[number]['value'] | typeof TERMINATE_CHOICE.value;

/** The setting of a task or plan. Only the executions of a task can be terminated. */
export const ifAlreadyRunning = (noun: 'task' | 'plan') => ({
	ifAlreadyRunning: choice(
		`What to do if the ${noun} is already running; if not set, it is started anyway`,
		[...CHOICES, ...(noun === 'task' ? [TERMINATE_CHOICE] : [])],
	)
		.confirms(TERMINATE_CHOICE.value)
		.optional(),
	// The switch of workflows that were saved before this choice existed.
	skipIfRunning: boolean(
		`Whether to start nothing while the ${noun} is already running. Use If Already Running instead.`,
	)
		.former()
		.optional(),
});

/** The settings that say what to do if a task or plan is already running. */
export type RunningSettings = Values<ReturnType<typeof ifAlreadyRunning>> &
	Pick<WaitChoices, 'timeLimit'>;

/** How a task or plan is started, and how its executions are listed and terminated. */
export interface ExecutableToRun {
	noun: 'task' | 'plan';
	/** The ID of the task or plan. */
	executableId: string;
	/** The name of this ID in outputs. */
	executableIdName: string;
	/** Its executions in progress. */
	open: () => Promise<IDataObject[]>;
	start: () => Promise<string>;
	/** Whether parameters, which cannot be compared, were given. */
	hasParameters?: boolean;
	/**
	 * Terminates executions, and waits until they have ended.
	 * @param errorAtLimit the error at the time limit, with the IDs of those that have not
	 */
	terminate?: (open: IDataObject[], errorAtLimit: ErrorAtLimit) => Promise<unknown>;
}

/**
 * Starts a task or plan; if it is running already, does what the user chose for that case.
 * @returns the execution to wait for; an output if there is none
 */
export async function beginUnlessRunning(
	op: ContextShowing<typeof OPEN_MESSAGES>,
	executable: ExecutableToRun,
	settings: RunningSettings,
): Promise<FollowedExecution | Output[]> {
	const { executableId } = executable;
	const chosen = (settings.ifAlreadyRunning ??
		(settings.skipIfRunning === true ? 'skip' : 'startAnyway')) as Choice;
	if (chosen === 'startAnyway') return { executionId: await executable.start(), executableId };
	// No other item of this run may search or start in between, so that the second item sees what the
	// first one has started.
	return await op.serialize(executableId, async () => {
		// This is searched for only in the first try, because what an earlier try has started does not
		// count as already running.
		const running = await op.once(
			'running',
			async () => await settleOpen(op, chosen, executable, settings),
		);
		if (running === undefined) return { executionId: await executable.start(), executableId };
		if (chosen === 'skip') return [skipped(executable, running)];
		const executionId = String(running.executionId);
		if (executable.hasParameters === true) op.hint(PARAMETERS_UNKNOWN, { executionId });
		return { executionId, executableId, wasRunning: true, extraFields: { reattached: true } };
	});
}

/**
 * Does what was chosen with the executions in progress: terminates them, waits for their end, or
 * leaves them.
 * @returns the newest one that was left; undefined if there is none
 */
async function settleOpen(
	op: ContextShowing<typeof OPEN_MESSAGES>,
	chosen: Choice,
	executable: ExecutableToRun,
	{ timeLimit }: RunningSettings,
): Promise<IDataObject | undefined> {
	const open = await executable.open();
	if (open.length === 0) return undefined;
	if (chosen === 'skip') return newest(open);
	if (chosen === 'follow') return newest(followableAmong(op, executable, open));
	const { noun, executableId } = executable;
	const errorAtLimit: ErrorAtLimit = (limit, ids) =>
		op.problem(STILL_RUNNING, { noun, executableId, limit, ids: ids.join(', ') });
	if (chosen === 'terminateThenStart') {
		// Executions that other items have started belong to this node run, so this waits for their
		// end.
		const others = open.filter(({ executionId }) => !op.nodeRun.started.has(String(executionId)));
		if (!others.every(hasId)) throw withoutIdError(op, executable);
		await executable.terminate!(others, errorAtLimit);
		if (others.length === open.length) return undefined;
	}
	await untilNoneIsOpen(op, executable, timeLimit, errorAtLimit);
	return undefined;
}

const newest = (open: readonly IDataObject[]): IDataObject =>
	open.reduce((latest, execution) =>
		(triggeredAt(execution) || 0) > (triggeredAt(latest) || 0) ? execution : latest,
	);

const hasId = ({ executionId }: IDataObject): boolean => idText(executionId) !== undefined;

/**
 * The executions that can be followed.
 * @throws if there are none
 */
function followableAmong(
	op: ContextShowing<typeof OPEN_MESSAGES>,
	executable: ExecutableToRun,
	open: readonly IDataObject[],
): IDataObject[] {
	const withIds = open.filter(hasId);
	if (withIds.length === 0) throw withoutIdError(op, executable);
	return withIds;
}

const withoutIdError = (
	op: ContextShowing<typeof OPEN_MESSAGES>,
	{ noun, executableId }: ExecutableToRun,
): Error => op.problem(WITHOUT_ID, { noun: titleCase(noun), executableId });

/**
 * The newest execution in progress that can be followed.
 * @param besides the ID of an execution that has ended, but that a list may still show as in
 * progress
 */
export async function openExecution(
	op: ContextShowing<typeof OPEN_MESSAGES>,
	executable: ExecutableToRun,
	besides: string,
): Promise<IDataObject | undefined> {
	const open = (await executable.open()).filter(({ executionId }) => executionId !== besides);
	return open.length === 0 ? undefined : newest(followableAmong(op, executable, open));
}

async function untilNoneIsOpen(
	op: ContextShowing<typeof OPEN_MESSAGES>,
	{ noun, executableId, executableIdName, open }: ExecutableToRun,
	timeLimit: number,
	errorAtLimit: ErrorAtLimit,
): Promise<void> {
	let running: IDataObject[] | undefined;
	await awaitEnd(op, {
		subject: `The earlier execution of ${noun} ${executableId}`,
		wasRunning: true,
		id: executableId,
		ids: { [executableIdName]: executableId },
		read: async () => {
			running = await open();
			return {};
		},
		// Before the first reading, it is not known whether any execution is running.
		hasEnded: () => running?.length === 0,
		timeLimitMinutes: timeLimit,
		errorAtLimit: (limit) =>
			errorAtLimit(
				limit,
				(running ?? []).map(({ executionId }) => idText(executionId) ?? 'one without an ID'),
			),
	});
}

const skipped = (
	{ executableId, executableIdName }: ExecutableToRun,
	running: IDataObject,
): Output => ({
	json: {
		skipped: true,
		[executableIdName]: executableId,
		runningExecutionId: running.executionId,
		runningStatus: running.status,
	},
});
