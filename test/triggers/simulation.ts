/**
 * A platform and an n8n in one process, on a simulated clock: runs and logs that come late, clocks
 * that are wrong, pages that move, requests that fail, and a state that is saved as n8n saves it.
 */
import type {
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';

import { type Seen, seenIn } from '../../emulator/dialects';
import type { PageLimits } from '../../nodes/shared/trigger/listing';
import type { StreamState } from '../../nodes/shared/trigger/stream';
import { stub } from '../support/stub';
import type { SimulatedTime } from '../support/time';

/** A run of a task or a plan, or of a crawler. */
export interface Run {
	id: string;
	kind: 'task' | 'plan' | 'crawler';
	/** By the clock of the server that lists it. */
	time: number;
	/** Real times. */
	visibleAt: number;
	startsAt: number;
	endsAt: number;
	/** Final status; for crawlers the outcome. */
	end: string;
	deleted?: boolean;
	/** A run that ended can lack its time. */
	noFinish?: boolean;
	/** So long before its end it stops, in a state that no filter knows. */
	stopsMs?: number;
	/** A plan that is finished without an outcome; this long after its end its steps have it. */
	settlesMs?: number;
	/** Of a crawler that ran before: so long its old end shows beside the new start. */
	oldEndMs?: number;
}

export interface Log {
	id: string;
	time: number;
	visibleAt: number;
	category: string;
}

export interface Artifact {
	id: string;
	versions: string[];
	/** It is not listed for a while. */
	isHidden?: boolean;
}

/** A task of a campaign. */
export interface Task {
	id: string;
	state: string;
	assignee?: string;
	createdAt: number;
	changedAt: number;
	/** It is not listed for a while. */
	isHidden?: boolean;
}

export interface Fault {
	/** Lets this many requests pass first. */
	after: number;
	status?: number;
	retryAfter?: number;
	breaks?: boolean;
	slowMs?: number;
}

/** A fault that lasts, for lists or for what is asked for one by one. */
export interface Outage extends Omit<Fault, 'after'> {
	of: 'all' | 'single';
	until: number;
}

export interface Habits {
	/** How far the clock that answers is from the real one. */
	gatewaySkewMs: number;
	/** Whether `from` and `to` count in. */
	inclusive: boolean;
	/** Whether answers have a total. */
	tellsTotal: boolean;
	/**
	 * A total that is not the number of records: it ignores a filter, counts what has left, or lags
	 * behind.
	 */
	wrongTotal?: (count: number) => number;
	/** A page never has more records than that, and says so in `limit`, or does not. */
	cap?: { size: number; isSaid: boolean };
	/** The filters round times down to seconds. */
	bySecond?: boolean;
	/** Times are written without a zone. */
	withoutZone?: boolean;
	/**
	 * A period of which the end is before the beginning, or that begins in the future, is refused.
	 */
	checksPeriod?: boolean;
	latencyMs: number;
	/** How tasks are shown: by state or not, and with their times or not. */
	tasks?: { byState: boolean; times: boolean };
	/**
	 * Larger pages, and executions from that place on, are refused. Unless given, as
	 * docs/platform/interface.md says.
	 */
	reach?: PageLimits;
	/** What others have seen of the platform; nothing of it unless given. */
	seen?: Pick<Seen, 'missingTotals' | 'newestFirst' | 'tenPerSecond'>;
}

/** Where the limit for each endpoint was seen, how many requests a second it accepts. */
const PER_SECOND = 10;

/** Of executions, a page has so many at most, and positions from there on are refused. */
const EXECUTIONS: PageLimits = { pageSize: 100, maxPerPeriod: 1_000 };

/**
 * How long a queue pauses after a 429 without a time, and after how long a single record that could
 * not be read is requested again.
 */
const PAUSE_MS = 40_000;
const UNREAD_MS = 30_000;

const isList = (path: string) => /executions$|crawlers$|logs$|artifacts$|\/tasks\/?/.test(path);

/** So long the node may pause after a fault. */
const pauseAfter = ({ status, retryAfter = 0 }: Omit<Fault, 'after'>, ofList: boolean): number =>
	status === 429 ? Math.max(PAUSE_MS, retryAfter * 1_000) : ofList ? 0 : UNREAD_MS;

/** With durable cursors, a state that was not saved is waited for so long. */
const STALE_STATE_MS = 60_000;

/**
 * A poll that makes fewer requests than one in this time is idle: outside of its pauses, a queue
 * has at least one in flight, and none takes that long.
 */
const IDLE_MS = 2_000;

/** The states of tasks; the last one ends them. */
const STATES = ['New', 'To check', 'Resolved'];

const iso = (time: number) => new Date(time).toISOString();
type Answer = { statusCode: number; headers: Record<string, string>; body: unknown };

export class SimulatedPlatform {
	runs: Run[] = [];
	logs: Log[] = [];
	artifacts: Artifact[] = [];
	tasks: Task[] = [];
	faults: Fault[] = [];
	outages: Outage[] = [];
	/** How many requests met a fault. */
	faultCount = 0;
	/** Until when it asked for a pause, or what is read one by one is not read again. */
	pausedUntil = -Infinity;
	requests: string[] = [];
	/** Called after each answer: what changes under the reader. */
	meanwhile: (() => void) | undefined;
	readonly seen: NonNullable<Habits['seen']>;
	/** Requests of each endpoint in the present second. */
	private readonly inSecond = new Map<string, { second: number; count: number }>();
	/** How many requests were over that limit. */
	limited = 0;

	constructor(
		readonly time: SimulatedTime,
		readonly habits: Habits,
	) {
		this.seen = habits.seen ?? seenIn('documents');
	}

	/** The request helper of a node. */
	async request(options: IHttpRequestOptions): Promise<Answer> {
		const url = new URL(options.url, 'http://platform');
		// Names are looked up beside what is counted.
		const named = /^\/orchestration\/executables\/(task|plan)s$/.exec(url.pathname)?.[1];
		if (named)
			return {
				statusCode: 200,
				headers: {},
				body: {
					items: [
						{
							executable: named === 'task' ? 't1' : 'p1',
							name: `The ${named}`,
							workspace: { id: 'w1', name: 'Finance' },
						},
					],
					limit: 100,
					offset: 0,
					total: 1,
				},
			};
		this.requests.push(`${options.method} ${url.pathname}`);
		const fault = this.fault() ?? this.outage(url.pathname) ?? this.overLimit(url.pathname);
		if (fault) this.faultCount++;
		if (fault)
			this.pausedUntil = Math.max(
				this.pausedUntil,
				this.time.now() + pauseAfter(fault, isList(url.pathname)),
			);
		await this.time.sleep(
			Math.min(options.timeout ?? Infinity, this.habits.latencyMs + (fault?.slowMs ?? 0)),
		);
		if (
			fault?.breaks ||
			(fault?.slowMs ?? 0) + this.habits.latencyMs > (options.timeout ?? Infinity)
		)
			throw Object.assign(new Error('broken'), { code: 'ECONNRESET' });
		if (fault?.status === 401)
			throw Object.assign(new Error('refused'), {
				response: { status: 401, data: {}, headers: {} },
			});
		if (fault?.status !== undefined)
			return {
				statusCode: fault.status,
				headers: fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) },
				body: { message: 'a fault' },
			};
		const answer = this.answer(url.pathname, url.searchParams, options.body as string | undefined);
		this.meanwhile?.();
		return {
			...answer,
			headers: {
				...answer.headers,
				date: new Date(this.time.now() + this.habits.gatewaySkewMs).toUTCString(),
			},
		};
	}

	private fault(): Fault | undefined {
		const index = this.faults.findIndex(({ after }) => after <= 0);
		for (const fault of this.faults) fault.after--;
		return index < 0 ? undefined : this.faults.splice(index, 1)[0];
	}

	/** The refusal of a request that is over the limit of its endpoint. */
	private overLimit(path: string): Omit<Fault, 'after'> | undefined {
		if (!this.seen.tenPerSecond) return undefined;
		const endpoint = path
			.split('/')
			.map((part) => (/\d/.test(part) ? '{}' : part))
			.join('/');
		const second = Math.floor(this.time.now() / 1_000);
		const before = this.inSecond.get(endpoint);
		const count = before?.second === second ? before.count + 1 : 1;
		this.inSecond.set(endpoint, { second, count });
		if (count <= PER_SECOND) return undefined;
		this.limited++;
		return { status: 429 };
	}

	private outage(path: string): Omit<Fault, 'after'> | undefined {
		return this.outages.find(
			({ of, until }) => until > this.time.now() && (of === 'all' || !isList(path)),
		);
	}

	/** Newest first. */
	private inOrder<T extends { time: number }>(all: T[]): T[] {
		return [...all].sort((x, y) => y.time - x.time);
	}

	private answer(path: string, query: URLSearchParams, body?: string): Answer {
		const now = this.time.now();
		const values = body ? (JSON.parse(body) as Record<string, unknown>) : Object.fromEntries(query);
		const from = Number(values.from ?? Date.parse(String(values.fromDate ?? '')));
		const to = Number(values.to ?? Date.parse(String(values.toDate ?? '')));
		if (this.habits.checksPeriod && (from > to || from > now))
			return { statusCode: 400, headers: {}, body: { message: 'the period is invalid' } };
		if (path === '/security/audit/logs') return this.auditLogs(query);
		if (path === '/orchestration/artifacts') {
			const shown = this.artifacts.filter(
				({ isHidden, versions }) => !isHidden && versions.length > 0,
			);
			const [limit, offset] = [Number(values.limit ?? 100), Number(values.offset ?? 0)];
			const items = shown.slice(offset, offset + limit).map(({ id, versions }) => ({
				id,
				name: `artifact ${id}`,
				type: 'standard',
				versions: this.seen.newestFirst ? [...versions].reverse() : [...versions],
				workspace: { id: 'w1', name: 'Finance', environment: { id: 'e1', name: 'Production' } },
			}));
			return {
				statusCode: 200,
				headers: {},
				body: { items, limit, offset, ...(this.habits.tellsTotal ? { total: shown.length } : {}) },
			};
		}
		if (path.startsWith('/data-stewardship/')) return this.stewardship(path, query);
		if (path === '/connections/crawlers') {
			const shown = this.crawlers();
			return {
				statusCode: 200,
				headers: {},
				body: {
					data: shown.map((run) => this.crawlerView(run, false)),
					offset: 0,
					limit: 100,
					total: shown.length,
				},
			};
		}
		const crawler = /^\/connections\/crawlers\/(.+)$/.exec(path)?.[1];
		const list = /^\/processing\/executables\/(task|plan)s(?:\/[^/]+)?\/executions$/.exec(
			path,
		)?.[1];
		if (list) {
			const inPeriod = this.within(
				this.runs,
				Number(values.from ?? -Infinity),
				Number(values.to ?? Infinity),
			);
			const found = this.inOrder(
				this.visible(list as Run['kind'], inPeriod).filter(
					(run) => values.status === undefined || runView(run, now).status === values.status,
				),
			);
			const limit = Number(values.limit ?? 100);
			const offset = Number(values.offset ?? 0);
			const { pageSize, maxPerPeriod } = this.habits.reach ?? EXECUTIONS;
			if (limit > pageSize || offset >= maxPerPeriod)
				return {
					statusCode: 400,
					headers: {},
					body: { message: 'the page is too large, or too far' },
				};
			const { cap } = this.habits;
			const shown = Math.min(limit, cap?.size ?? limit);
			const total = this.totalFor(found.length);
			return {
				statusCode: 200,
				headers: {},
				body: {
					items: found.slice(offset, offset + shown).map((run) => this.written(runView(run, now))),
					...(cap?.isSaid === false ? {} : { limit: shown }),
					offset,
					...(total !== undefined &&
					!(list === 'task' && this.seen.missingTotals && found.length > 0)
						? { total }
						: {}),
				},
			};
		}
		const steps = /^\/processing\/executions\/plans\/(.+)\/steps$/.exec(path)?.[1];
		if (steps) {
			const plan = this.runs.find(({ id }) => id === steps);
			if (!plan) return { statusCode: 404, headers: {}, body: { message: 'not found' } };
			return {
				statusCode: 200,
				headers: {},
				body: [
					{
						executionId: 's1',
						...(now >= plan.endsAt + (plan.settlesMs ?? 0)
							? { status: plan.end }
							: { status: 'executing' }),
					},
				],
			};
		}
		const id = crawler ?? path.split('/').at(-1)!;
		const run = this.runs.find(
			(each) =>
				(crawler ? crawlerOf(each) === id : each.id === id) &&
				!each.deleted &&
				each.visibleAt <= now,
		);
		if (!run) return { statusCode: 404, headers: {}, body: { message: 'not found' } };
		return {
			statusCode: 200,
			headers: {},
			body: crawler
				? this.crawlerView(
						this.crawlers().find((each) => crawlerOf(each) === id)!,
						true,
					)
				: runView(run, now),
		};
	}

	private stewardship(path: string, query: URLSearchParams): Answer {
		const { byState, times } = this.habits.tasks ?? { byState: true, times: true };
		const tasks = /\/tasks(?:\/(.+))?$/.exec(path);
		const state = tasks?.[1];
		if (!tasks)
			return {
				statusCode: 200,
				headers: {},
				body: { name: 'c', workflow: { states: STATES.map((name) => ({ name })) } },
			};
		if (state !== undefined && !byState)
			return { statusCode: 405, headers: {}, body: { message: 'not supported' } };
		const [size, page] = [Number(query.get('size') ?? 200), Number(query.get('page') ?? 0)];
		const shown = this.tasks.filter(
			(task) => !task.isHidden && (state === undefined || task.state === decodeURIComponent(state)),
		);
		const body = shown
			.slice(page * size, (page + 1) * size)
			.map(({ id, state: currentState, assignee, createdAt, changedAt }) => ({
				id,
				currentState,
				assignee: assignee ?? null,
				valid: true,
				record: { n: id },
				...(times ? { creationDate: createdAt, lastUpdateDate: changedAt } : {}),
			}));
		return { statusCode: 200, headers: {}, body };
	}

	private auditLogs(query: URLSearchParams): Answer {
		const from = query.get('fromDate');
		const to = query.get('toDate');
		const now = this.time.now();
		const found = this.inOrder(
			this.within(
				this.logs,
				from ? Date.parse(from) : -Infinity,
				to ? Date.parse(to) : Infinity,
			).filter(({ visibleAt }) => visibleAt <= now),
		);
		if (Number(query.get('size')) > 1_000)
			return { statusCode: 400, headers: {}, body: { message: 'the page is too large' } };
		const size = Math.min(Number(query.get('size')), this.habits.cap?.size ?? Infinity);
		const page = Number(query.get('page') ?? 1);
		const total = this.totalFor(found.length);
		return {
			statusCode: 200,
			headers:
				total === undefined
					? {}
					: {
							'total-elements': String(total),
							'total-pages': String(Math.ceil(total / size)),
							'page-last': String(page >= Math.ceil(total / size)),
						},
			body: found
				.slice((page - 1) * size, page * size)
				.map(({ id, time, category }) =>
					this.written({ logId: id, timestamp: iso(time), eventCategory: category }),
				),
		};
	}

	/** The records of a period; all times are whole milliseconds. */
	private within<T extends { time: number }>(all: T[], since: number, until: number): T[] {
		const unit = this.habits.bySecond ? 1_000 : 1;
		const [from, to] = [since, until].map((time) => Math.floor(time / unit) * unit);
		const first = this.habits.inclusive ? from! : from! + unit;
		const end = this.habits.inclusive ? to! + unit : to!;
		return all.filter(({ time }) => time >= first && time < end);
	}

	/** The total in an answer. */
	private totalFor(count: number): number | undefined {
		const { tellsTotal, wrongTotal } = this.habits;
		return tellsTotal ? (wrongTotal?.(count) ?? count) : undefined;
	}

	/** The times of a record as the platform writes them. */
	private written(record: IDataObject): IDataObject {
		if (!this.habits.withoutZone) return record;
		return Object.fromEntries(
			Object.entries(record).map(([name, value]) => [
				name,
				/timestamp/i.test(name) ? String(value).replace('Z', '1') : value,
			]),
		);
	}

	private crawlerView(run: Run, single: boolean): IDataObject {
		const now = this.time.now();
		const view = crawlerView(run, now, single);
		const before = this.runs
			.filter(
				(other) =>
					other.kind === 'crawler' && crawlerOf(other) === crawlerOf(run) && other.time < run.time,
			)
			.sort((a, b) => b.time - a.time)[0];
		if (!before || now >= run.visibleAt + (run.oldEndMs ?? 0)) return view;
		const old = crawlerView(before, now, single).status as IDataObject;
		return { ...view, status: { ...old, runStartedAt: (view.status as IDataObject).runStartedAt } };
	}

	private visible(kind: Run['kind'], runs = this.runs): Run[] {
		const now = this.time.now();
		return runs.filter((run) => run.kind === kind && !run.deleted && run.visibleAt <= now);
	}

	/** The last run of each crawler. */
	private crawlers(): Run[] {
		const shown = this.inOrder(this.visible('crawler'));
		return shown.filter(
			(run, index) => shown.findIndex((other) => crawlerOf(other) === crawlerOf(run)) === index,
		);
	}
}

/** "c1 2": the second run of crawler c1. */
export const crawlerOf = ({ id }: Run) => id.split(' ')[0]!;

export function runView(run: Run, now: number): IDataObject {
	const { id, kind, time, startsAt, endsAt, end } = run;
	const offset = time - run.visibleAt;
	const ended = now >= endsAt;
	const stops = !ended && now >= startsAt && now >= endsAt - (run.stopsMs ?? 0);
	const isFinished = ended && kind === 'plan' && run.settlesMs !== undefined;
	const status =
		isFinished || stops
			? undefined
			: ended
				? end
				: now < startsAt && kind === 'task'
					? 'dispatching'
					: 'executing';
	return {
		executionId: id,
		...(kind === 'task'
			? {
					triggerTimestamp: iso(time),
					...(now >= startsAt && end !== 'deploy_failed' && end !== 'execution_misfired'
						? { startTimestamp: iso(Math.max(time, startsAt + offset)) }
						: {}),
					taskId: 't1',
				}
			: { startTimestamp: iso(time), planId: 'p1' }),
		...(ended && !run.noFinish ? { finishTimestamp: iso(endsAt + offset) } : {}),
		...(status ? { status } : {}),
		executionStatus: isFinished ? 'FINISHED' : stops ? 'STOPPING_FLOW_EXECUTION' : status,
	};
}

function crawlerView(run: Run, now: number, single: boolean): IDataObject {
	const ended = now >= run.endsAt;
	const counters = {
		nbDatasetsToCrawl: 2,
		nbDatasetsFinished: run.end === 'partlyFailed' ? 1 : 2,
		nbDatasetsFailed: run.end === 'partlyFailed' ? 1 : 0,
	};
	return {
		id: crawlerOf(run),
		name: 'a crawler',
		status: {
			runStatus: !ended
				? 'CreatingDatasets'
				: run.end === 'failed'
					? 'PropertiesRetrievalFailed'
					: 'Finished',
			runStartedAt: iso(run.time),
			...(ended && !run.noFinish ? { runFinishedAt: iso(run.endsAt) } : {}),
			...(single ? counters : {}),
		},
	};
}

interface Polled {
	began: number;
	/** How many events it emitted. */
	size: number;
	/**
	 * Whether it could read all that there was, so that an event must not come later. It could not
	 * if the process was killed, or its state was not saved; if it was skipped; if a request met a
	 * fault, or the node still paused after one; or if its time was up although it sent requests all
	 * the time and got on.
	 */
	hadAChance: boolean;
}

/** Of its time a poll uses so much that it cannot do more. */
const BUSY = 0.6;

type PollFunction = (this: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

/** n8n around a trigger: what it saves of the state, and when. */
export class SimulatedN8n {
	/** What the trigger sees. */
	data: IDataObject = {};
	/** What is in the database. */
	saved = '{}';
	emitted: IDataObject[] = [];
	largest = 0;
	mode: 'trigger' | 'manual' = 'trigger';
	budgetMs: number | undefined = 36_000;
	/** The parameters as the person wrote them, where they are not values. */
	written: IDataObject = {};
	warnings: string[] = [];
	private static count = 0;
	/** What a process remembers is gone with it: another workflow ID simulates that. */
	private processes = 0;
	private readonly node: INode;

	constructor(
		readonly platform: SimulatedPlatform,
		readonly poller: PollFunction,
		public parameters: IDataObject,
		/**
		 * n8n's default engine keeps changes in memory and saves them with the next hand-over; durable
		 * cursors are saved with each poll.
		 */
		readonly durable: boolean,
	) {
		const id = `node-${SimulatedN8n.count++}`;
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

	/** It stands in the same workflow, and has the same node ID; n8n gives it another name. */
	isCopyOf(other: SimulatedN8n): void {
		Object.assign(this.node, { id: other.node.id, name: `${other.node.name}1` });
	}

	private context(data: IDataObject): IPollFunctions {
		const { budgetMs } = this;
		return stub<IPollFunctions>({
			getMode: () => this.mode,
			getActivationMode: () => 'update',
			getNode: () => ({ ...this.node, parameters: this.written }),
			getWorkflow: () => ({ id: `w${this.processes}`, name: 'w', active: true }),
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

	/**
	 * One poll, and what n8n does after it.
	 * @param options.activation its state is saved whatever it emits
	 * @param options.commitMs durable cursors are saved so long after the poll has returned
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
		const { faultCount, pausedUntil } = platform;
		const [requestsBefore, overlaps] = [platform.requests.length, this.underWay > 0];
		this.saveUnsaved(began);
		const data = this.durable ? (JSON.parse(this.saved) as IDataObject) : this.data;
		const before = JSON.stringify(data);
		this.underWay++;
		const result = await this.poller
			.call(this.context(data))
			.catch((error: unknown) => error as Error);
		this.underWay--;
		const state = JSON.stringify(data);
		const wasSkipped =
			overlaps || (result === null && state === before && began < this.mayBeStaleUntil);
		const polled: Polled = {
			began,
			size: 0,
			hadAChance:
				!killed &&
				!commitFails &&
				!wasSkipped &&
				platform.faultCount === faultCount &&
				began >= pausedUntil &&
				!(state !== before && this.wasBusy(began, platform.requests.length - requestsBefore)),
		};
		this.polls.push(polled);
		// The process ended before the result came back.
		if (killed) {
			this.restart();
			return 'failed';
		}
		if (result instanceof Error) {
			this.error = result;
			return 'failed';
		}
		this.largest = Math.max(this.largest, Buffer.byteLength(state));
		if (this.durable && (commitFails || commitMs > 0))
			this.mayBeStaleUntil = platform.time.now() + STALE_STATE_MS;
		// What n8n does not save is not executed either.
		if (this.durable && commitFails && !activation) return 'nothing';
		if (this.durable && state !== before)
			this.unsaved = { at: platform.time.now() + (activation ? 0 : commitMs), state };
		else if (!this.durable && (result || activation)) this.saved = state;
		const items = (result?.[0] ?? []).map(({ json }) => json);
		this.emitted.push(...items);
		this.sizes.push(items.length);
		for (const { eventId } of items) this.emittedBy.set(String(eventId), this.polls.length - 1);
		polled.size = items.length;
		return result ? 'emitted' : 'nothing';
	}

	/** Whether the time of a poll was up although it sent requests all the time. */
	private wasBusy(began: number, requests: number): boolean {
		const took = this.platform.time.now() - began;
		return took > (this.budgetMs ?? 300_000) * BUSY && requests * IDLE_MS >= took * BUSY;
	}

	private underWay = 0;
	/** Until when a poll may be skipped, because the state of one before it is not saved yet. */
	private mayBeStaleUntil = -Infinity;
	private unsaved: { at: number; state: string } | undefined;
	polls: Polled[] = [];
	/** Which poll emitted an event on. */
	emittedBy = new Map<string, number>();

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

	/** How far the trigger has read. */
	place(): string {
		this.saveUnsaved(Infinity);
		const { memory } = (this.durable ? JSON.parse(this.saved) : this.data) as {
			memory?: { streams: Record<string, StreamState> };
		};
		return JSON.stringify(
			Object.values(memory?.streams ?? {}).map(({ watermark, window: emitted }) => [
				watermark,
				emitted,
			]),
		);
	}

	error: Error | undefined;
	/** How many events each poll emitted. */
	sizes: number[] = [];

	/** The process ends and starts again. */
	restart(): void {
		this.saveUnsaved(Infinity);
		this.processes++;
		this.data = JSON.parse(this.saved) as IDataObject;
	}
}
