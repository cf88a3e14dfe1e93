/**
 * Jobs whose last component calls an address. They get it as a parameter, for example from a
 * workflow that waits for the call.
 */
import { isLoopback } from '../../../credentials/values/address';
import type { Clock } from '../../state/clock';
import type { State } from '../../state/state';
import { stateEntry } from '../../state/store';
import { tasks } from '../orchestration/orchestrationStore';
import { endOfExecution } from './executions';
import { type TaskExecution, taskStarted } from './processingStore';

/**
 * How long before its end a job makes the call: it does so itself, so the platform shows its end
 * only afterwards.
 */
const BEFORE_THE_END_MS = 500;
const LOOK_EVERY_MS = 100;
const MAX_MS = 10_000;

interface Ahead {
	execution: TaskExecution;
	address: URL;
}

interface JobCallOptions {
	clock: Clock;
	/** Whether any host may be called, and not only this machine. */
	anywhere: boolean;
	/**
	 * Called with a message about a call that did not arrive. It contains the address without its
	 * secrets.
	 */
	note: (message: string) => void;
}

/** The calls that jobs in progress will make. */
export class JobCalls {
	private ahead: Ahead[] = [];
	private timer: NodeJS.Timeout | undefined;

	constructor(private readonly options: JobCallOptions) {}

	/** Lets a job call an address at its end. If the address may not be called, there is a note. */
	expect(execution: TaskExecution, given: string): void {
		const address = URL.canParse(given) ? new URL(given) : undefined;
		if (!address || !['http:', 'https:'].includes(address.protocol))
			return this.options.note(
				'A job was given something that is not an address, so it makes no call',
			);
		if (!this.options.anywhere && !isLoopback(address.hostname))
			return this.options.note(
				`A job did not call ${address.origin}: jobs can call this machine only`,
			);
		this.ahead.push({ execution, address });
		this.timer ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
	}

	stop(): void {
		clearInterval(this.timer);
		this.timer = undefined;
		this.ahead = [];
	}

	private look(): void {
		const now = this.options.clock.now();
		// A job that was terminated, or ended by its timeout, does not reach its last component.
		this.ahead = this.ahead.filter(
			({ execution }) => endOfExecution(execution) === ownEnd(execution),
		);
		const due = this.ahead.filter(({ execution }) => now >= ownEnd(execution) - BEFORE_THE_END_MS);
		this.ahead = this.ahead.filter((each) => !due.includes(each));
		for (const dueCall of due) void this.call(dueCall);
		if (this.ahead.length === 0) this.stop();
	}

	private async call({ execution, address }: Ahead): Promise<void> {
		const { end, rejects } = execution.behavior;
		try {
			const response = await fetch(address, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({
					outcome: end === 'execution_failed' ? 'failure' : 'success',
					...(rejects ? { rejects } : {}),
				}),
				// The called host must not redirect the call to another one.
				redirect: 'manual',
				signal: AbortSignal.timeout(MAX_MS),
			});
			await response.body?.cancel();
			if (!response.ok)
				this.options.note(`A job called ${address.origin}, which answered ${response.status}`);
		} catch (error) {
			this.options.note(`A job could not call ${address.origin}: ${(error as Error).name}`);
		}
	}
}

const ownEnd = ({ triggeredAt, behavior }: TaskExecution): number =>
	triggeredAt + behavior.dispatchMs + behavior.durationMs;

const callsOf = stateEntry<{ jobs?: JobCalls }>('calls of jobs', () => ({}));

/** Lets the jobs of an account make their calls. */
export function letJobsCall(state: State, jobs: JobCalls): void {
	callsOf(state).jobs = jobs;
}

/** The statuses of jobs that ran. After a failed deployment, the job did not. */
const RAN = ['execution_successful', 'execution_rejected', 'execution_failed'];

taskStarted.on((state, execution) => {
	const { behavior, parameters } = execution;
	if (
		behavior.calls === undefined ||
		behavior.misfired !== undefined ||
		!RAN.includes(behavior.end)
	)
		return;
	const address = { ...tasks.recordsIn(state).get(execution.taskId)?.parameters, ...parameters }[
		behavior.calls
	];
	if (address) callsOf(state).jobs?.expect(execution, address);
});
