/** n8n around a trigger, on a simulated clock: what it saves of the state, and when. */
import type {
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';

import type { StreamMemory } from '../../nodes/shared/trigger/streams/stream';
import { stub } from '../support/stub';
import type { SimulatedPlatform } from './simulatedPlatform';

/** A poll that was made. */
interface PastPoll {
	began: number;
	/** How many events it emitted. */
	eventCount: number;
	/**
	 * Whether nothing stood in its way, so that it could read all that there was.
	 *
	 * It only decides how late an event may be: with the second such poll, it must have been emitted.
	 * It excuses no loss and no repetition: each history ends with as many polls as it takes, and
	 * then every event must have been emitted once (`runHistory` in history.ts).
	 *
	 * What stands in the way comes from the history, not from the trigger: the process is killed, the
	 * state is not saved, another poll is in progress or its state still being saved, or a request
	 * meets a fault or the pause after one. The one exception is a poll that ran out of time, and
	 * {@link ranOutOfTime} says why that is no way out for a trigger.
	 */
	couldReadAll: boolean;
}

/** With durable cursors, a trigger waits this long for a state that was not saved. */
const STALE_MEMORY_MS = 60_000;

/** A poll runs out of time if it uses this share of what n8n allows: it keeps some in reserve. */
const BUSY_SHARE = 0.6;

/**
 * A poll that sends fewer requests than one in this time is idle: a request queue that does not
 * pause has always one in flight, and none of them takes that long.
 */
const IDLE_MS = 2_000;

/** What n8n allows a poll if it does not say. */
const DEFAULT_BUDGET_MS = 300_000;

type PollFunction = (this: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

let nodeCount = 0;

export class SimulatedN8n {
	/** What the trigger sees. */
	data: IDataObject = {};
	/** What is in the database. */
	saved = '{}';
	mode: 'trigger' | 'manual' = 'trigger';
	/** How long a poll may take; undefined if n8n does not say. */
	budgetMs: number | undefined = 36_000;
	/** The parameters as a person wrote them, where they are not values. */
	rawParameters: IDataObject = {};

	emitted: IDataObject[] = [];
	warnings: string[] = [];
	/** The error of the last poll that failed. */
	error: Error | undefined;
	/** The size of the largest state, in bytes of UTF-8. */
	largestStateBytes = 0;
	readonly polls: PastPoll[] = [];
	/** Which of the polls emitted an event, by its ID. */
	readonly pollThatEmitted = new Map<string, number>();
	/** How many events each poll returned that n8n executed. */
	readonly eventCounts: number[] = [];

	/** How far the trigger had read before each of the polls that must get on. */
	private readonly places = new Set<string>();
	private readonly node: INode;
	/**
	 * How many processes have ended. What a process remembers is gone with it: another workflow ID
	 * simulates that.
	 */
	private endedProcesses = 0;
	private pollsInProgress = 0;
	/** A state that a durable cursor saves later. */
	private unsaved: { at: number; state: string } | undefined;
	/** Until when a poll may be skipped, because the state of one before it is not saved yet. */
	private mayBeStaleUntil = -Infinity;

	/**
	 * @param durable with durable cursors, the state is saved with each poll; n8n's default engine
	 * keeps changes in memory, and saves them when a poll emits something
	 */
	constructor(
		readonly platform: SimulatedPlatform,
		readonly pollFunction: PollFunction,
		public parameters: IDataObject,
		readonly durable: boolean,
	) {
		const id = `node-${nodeCount++}`;
		this.node = {
			id,
			name: `Trigger ${id}`,
			type: 'trigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			credentials: { talendCloudApi: { id, name: 'Demo' } },
		};
	}

	/** Makes it a copy in the same workflow: with the same node ID, and a name that n8n gives it. */
	isCopyOf(other: SimulatedN8n): void {
		Object.assign(this.node, { id: other.node.id, name: `${other.node.name}1` });
	}

	/**
	 * Makes a poll, and does what n8n does after it.
	 * @param options.activation its state is saved whatever it emits
	 * @param options.killed the process ends before the poll returns
	 * @param options.commitMs how long after the poll its state is saved, with durable cursors
	 * @param options.commitFails neither the state nor what was emitted is saved
	 */
	async poll({
		activation = false,
		killed = false,
		commitMs = 0,
		commitFails = false,
	} = {}): Promise<'emitted' | 'nothing' | 'failed'> {
		const { platform } = this;
		const began = platform.time.now();
		const overlaps = this.pollsInProgress > 0;
		const { faultCount, pausedUntil } = platform;
		const requestsBefore = platform.requests.length;
		this.saveUnsaved(began);
		const data = this.durable ? (JSON.parse(this.saved) as IDataObject) : this.data;
		const stateBefore = JSON.stringify(data);
		const result = await this.call(data);
		const state = JSON.stringify(data);
		const isChanged = state !== stateBefore;
		const wasSkipped = result === null && !isChanged && began < this.mayBeStaleUntil;
		const requestCount = platform.requests.length - requestsBefore;
		const past: PastPoll = {
			began,
			eventCount: 0,
			couldReadAll:
				!killed &&
				!commitFails &&
				!overlaps &&
				!wasSkipped &&
				platform.faultCount === faultCount &&
				began >= pausedUntil &&
				!this.ranOutOfTime(platform.time.now() - began, requestCount, isChanged),
		};
		this.polls.push(past);
		if (killed) {
			this.restart();
			return 'failed';
		}
		if (result instanceof Error) {
			this.error = result;
			return 'failed';
		}
		this.largestStateBytes = Math.max(this.largestStateBytes, Buffer.byteLength(state));
		const now = platform.time.now();
		if (this.durable && (commitFails || commitMs > 0)) this.mayBeStaleUntil = now + STALE_MEMORY_MS;
		// What n8n does not save is not executed either.
		if (this.durable && commitFails && !activation) return 'nothing';
		if (this.durable && isChanged) this.unsaved = { at: now + (activation ? 0 : commitMs), state };
		else if (!this.durable && (result || activation)) this.saved = state;
		past.eventCount = this.execute(result);
		return result ? 'emitted' : 'nothing';
	}

	private async call(data: IDataObject): Promise<INodeExecutionData[][] | Error | null> {
		this.pollsInProgress++;
		const result = await this.pollFunction
			.call(this.context(data))
			.catch((error: unknown) => error as Error);
		this.pollsInProgress--;
		return result;
	}

	/**
	 * Whether a poll ran out of time: it took most of what n8n allows, sent requests all along, and
	 * changed what the trigger remembers. A trigger cannot excuse itself with that: one that waits
	 * sends too few requests, one that reads in vain changes nothing, and one that gets on always
	 * comes to the end of what there is, or the history fails (`STUCK_POLLS` in history.ts).
	 */
	private ranOutOfTime(tookMs: number, requestCount: number, isChanged: boolean): boolean {
		const isLong = tookMs > (this.budgetMs ?? DEFAULT_BUDGET_MS) * BUSY_SHARE;
		return isChanged && isLong && requestCount * IDLE_MS >= tookMs * BUSY_SHARE;
	}

	/** Executes the workflow with what a poll of this object returned. @returns the event count */
	private execute(result: INodeExecutionData[][] | null): number {
		const events = (result?.[0] ?? []).map(({ json }) => json);
		this.emitted.push(...events);
		this.eventCounts.push(events.length);
		for (const { eventId } of events)
			this.pollThatEmitted.set(String(eventId), this.polls.length - 1);
		return events.length;
	}

	/** What a poll gets from n8n. */
	private context(data: IDataObject): IPollFunctions {
		const { budgetMs } = this;
		return stub<IPollFunctions>({
			getMode: () => this.mode,
			getActivationMode: () => 'update',
			getNode: () => ({ ...this.node, parameters: this.rawParameters }),
			getWorkflow: () => ({ id: `w${this.endedProcesses}`, name: 'w', active: true }),
			getTimezone: () => 'UTC',
			getNodeParameter: (name: string, fallback?: unknown) =>
				this.parameters[name] ?? (name === 'authentication' ? 'serviceAccount' : fallback),
			getWorkflowStaticData: () => data,
			...(this.durable
				? { __commitCursor: async () => await Promise.resolve(this.commit(data)) }
				: {}),
			...(budgetMs === undefined ? {} : { getPollBudgetMs: () => budgetMs }),
			getCredentials: async () => await Promise.resolve({}),
			logger: { warn: (message: string) => this.warnings.push(message) },
			helpers: {
				httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
					await this.platform.request(options),
			},
		});
	}

	/** What a durable cursor saves at once, without an execution. */
	private commit(data: IDataObject): void {
		this.unsaved = undefined;
		this.saved = JSON.stringify(data);
	}

	private saveUnsaved(now: number): void {
		if (!this.unsaved || this.unsaved.at > now) return;
		this.saved = this.unsaved.state;
		this.unsaved = undefined;
	}

	/** How far the trigger has read, as a text that changes whenever it gets further. */
	progress(): string {
		this.saveUnsaved(Infinity);
		const { memory } = (this.durable ? JSON.parse(this.saved) : this.data) as {
			memory?: { streams: Record<string, StreamMemory> };
		};
		return JSON.stringify(
			Object.values(memory?.streams ?? {}).map(({ watermark, window, readUpTo }) => [
				watermark,
				window,
				readUpTo,
			]),
		);
	}

	/** Polls. @returns whether it emitted something, or got to where the trigger has never been */
	async pollGetsOn(): Promise<boolean> {
		this.places.add(this.progress());
		const hasEmitted = (await this.poll()) === 'emitted';
		return hasEmitted || !this.places.has(this.progress());
	}

	/** The process ends and starts again. */
	restart(): void {
		this.saveUnsaved(Infinity);
		this.endedProcesses++;
		this.data = JSON.parse(this.saved) as IDataObject;
	}
}
