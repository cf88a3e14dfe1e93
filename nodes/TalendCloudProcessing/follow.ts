/** Starting a run and following it until it ends. */
import { NodeApiError, type IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { inWords } from '../shared/errors';
import { boolean, integer } from '../shared/field';
import type { Output, RequestOperation } from '../shared/operation';
import { didItsWork, outcomeOf, type Outcome } from '../shared/outcome';
import { simplified } from '../shared/output';
import type { Call } from '../shared/run';
import { follow, TimeLimit } from '../shared/wait';

/** What a person chooses about waiting, for any run. */
export const waitSettings = {
	timeLimit: integer('How many minutes to wait for the end of the run')
		.label('Time Limit (Minutes)')
		.min(1)
		.startsWith(60),
	failOnFailure: boolean(
		'Whether the node fails when the run ends without success; when off, such a run is an output, too',
	)
		.label('Fail When the Run Fails')
		.startsWith(true),
	simplify: boolean(
		'Whether to return a simplified version of the response instead of the raw data',
	).startsWith(true),
};

export interface WaitChoices {
	timeLimit: number;
	failOnFailure: boolean;
	simplify: boolean;
	failOnRejectedRows?: boolean;
	terminateAtTimeLimit?: boolean;
	terminateOnStop?: boolean;
}

interface Followed {
	/** "task" or "plan". */
	noun: string;
	/** Reads the state of the run. */
	get: RequestOperation;
	/** The name of the path variable of `get`. */
	idName: string;
	/** Reads on where the state alone does not tell whether the run has ended. */
	settle?: (execution: IDataObject) => Promise<IDataObject>;
	/** Ends the run on the platform; absent where the interface has no such operation. */
	terminate?: RequestOperation;
	simple: readonly string[];
}

/** The ID in the answer of a start. */
export function startedId(call: Call, body: unknown, where: string): string {
	const { executionId } = (body ?? {}) as { executionId?: unknown };
	if (typeof executionId === 'string' && executionId !== '') return executionId;
	throw call.problem('The platform started the run without telling the ID of the execution', `Look for it with ${where}.`);
}

/** A run may be unknown for some seconds after its start (vendor-facts: data-service tasks). */
const UNKNOWN_AT_FIRST_MS = 60_000;
/** Reading may fail for this long before the wait is given up. */
const PATIENCE_MS = 600_000;
const MINUTE = 60_000;

/**
 * Waits for the end of a run that was started and makes its output.
 * Whatever goes wrong from here on, the error names the execution: it may still be running.
 */
export async function followToEnd(
	call: Call,
	executionId: string,
	of: Followed,
	choices: WaitChoices,
	more: IDataObject = {},
): Promise<Output[]> {
	call.run.goingOn.add(executionId);
	const last = await waitForEnd(call, executionId, of, choices).finally(() => {
		// When another item ended the run, this one goes on by itself.
		if (!call.signal.aborted) call.run.goingOn.delete(executionId);
	});
	const outcome = outcomeOf(last)!;
	const record = choices.simplify ? simplified(last, of.simple) : last;
	const json = { executionId, outcome, ...measures(last), ...more, ...record };
	const failed = !didItsWork(outcome) || (outcome === 'rejected' && choices.failOnRejectedRows === true);
	if (failed && choices.failOnFailure) throw call.problem(...failureWords(of.noun, executionId, outcome, last));
	return [{ json }];
}

async function waitForEnd(call: Call, executionId: string, of: Followed, choices: WaitChoices): Promise<IDataObject> {
	const started = clock.now();
	let goodAt = started;
	const tolerable = (error: unknown) => {
		const status = error instanceof NodeApiError ? Number(error.httpCode ?? 0) : undefined;
		const young = status === 404 && clock.now() - started < UNKNOWN_AT_FIRST_MS;
		const passing = status === 0 || status === 408 || status === 429 || (status ?? 0) >= 500;
		return young || (passing && clock.now() - goodAt < PATIENCE_MS);
	};
	const read = async (): Promise<IDataObject> => {
		const answer = await call.ask(of.get, { [of.idName]: executionId }).catch((error) => {
			if (tolerable(error)) return undefined;
			throw error;
		});
		if (!answer) return {};
		goodAt = clock.now();
		const execution = answer.body as IDataObject;
		return of.settle && outcomeOf(execution) === undefined ? await of.settle(execution) : execution;
	};
	try {
		return await follow({
			read,
			ended: (execution) => outcomeOf(execution) !== undefined,
			limitMs: choices.timeLimit * MINUTE,
			signal: call.signal,
		});
	} catch (error) {
		throw error instanceof TimeLimit
			? await atTimeLimit(call, executionId, of, choices)
			: call.signal.aborted
				? await atStop(call, executionId, of, choices, error)
				: lostSight(executionId, error);
	}
}

/** The run goes on while it cannot be read: the error must say which it is. */
function lostSight(executionId: string, error: unknown): unknown {
	if (!(error instanceof NodeApiError)) return error;
	error.message = `Execution ${executionId} was started, but could not be followed: ${error.message}`;
	error.description = [error.description, `It may still be running: read it by its ID ${executionId}; do not start it again before.`]
		.filter(Boolean)
		.join(' ');
	return error;
}

async function atTimeLimit(call: Call, executionId: string, of: Followed, choices: WaitChoices): Promise<Error> {
	const limit = inWords(choices.timeLimit * MINUTE);
	const goesOn = `Execution ${executionId} goes on; read it later by its ID, or raise the time limit.`;
	if (choices.terminateAtTimeLimit !== true || !of.terminate)
		return call.problem(`Execution ${executionId} did not end within ${limit}`, goesOn);
	const ended = await tryTerminate(call, executionId, of.terminate);
	return call.problem(
		`Execution ${executionId} did not end within ${limit}`,
		ended === undefined ? `Execution ${executionId} was terminated, as chosen.` : `It could not be terminated: ${ended} ${goesOn}`,
	);
}

async function atStop(call: Call, executionId: string, of: Followed, choices: WaitChoices, error: unknown): Promise<unknown> {
	const { failed } = call.run;
	if (failed && failed.itemIndex !== call.itemIndex)
		return call.problem(
			`Execution ${executionId} is not followed any more: item ${failed.itemIndex} ended the run. ${failed.message}`,
			`Execution ${executionId} goes on; read it later by its ID.`,
		);
	if (choices.terminateOnStop === true && of.terminate) await tryTerminate(call, executionId, of.terminate);
	return error;
}

/** Ends the run; answers the words of a refusal. */
async function tryTerminate(call: Call, executionId: string, terminate: RequestOperation): Promise<string | undefined> {
	try {
		await call.askLast(terminate, { executionId });
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

function measures(execution: IDataObject): IDataObject {
	const start = Date.parse(String(execution.startTimestamp ?? execution.triggerTimestamp ?? ''));
	const finish = Date.parse(String(execution.finishTimestamp ?? ''));
	const result: IDataObject = {};
	if (execution.numberOfProcessedRows !== undefined) result.processedRows = execution.numberOfProcessedRows;
	if (execution.numberOfRejectedRows !== undefined) result.rejectedRows = execution.numberOfRejectedRows;
	if (Number.isFinite(start) && Number.isFinite(finish)) result.durationSeconds = (finish - start) / 1000;
	return result;
}

const ENDS: Record<Outcome, string> = {
	succeeded: 'succeeded',
	rejected: 'rejected rows',
	failed: 'failed',
	terminated: 'was terminated',
	misfired: 'did not start',
};

function failureWords(noun: string, executionId: string, outcome: Outcome, last: IDataObject): [string, string] {
	const reason = [last.errorMessage, last.misfiredExecutionReason].find((word) => typeof word === 'string' && word !== '');
	return [
		`The ${noun} ${ENDS[outcome]}${reason ? `: ${String(reason)}` : ''}`,
		`Execution ${executionId} ended as ${String(last.status ?? last.executionStatus)}${
			last.errorType ? ` (${String(last.errorType)})` : ''
		}. Read its log with Talend Cloud Observability, Execution Log, Download. To have such runs as outputs, switch "Fail When the Run Fails" off.`,
	];
}
