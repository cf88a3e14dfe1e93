/**
 * A platform and an n8n in one process, on a simulated clock: runs and logs that come late, clocks that
 * are wrong, pages that move, requests that fail, and a state that is kept as n8n keeps it.
 */
import type { IDataObject, IHttpRequestOptions, INode, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Stream } from '../../nodes/shared/trigger/cursor';
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
}

export interface Log {
	id: string;
	time: number;
	visibleAt: number;
	category: string;
}

export interface Fault {
	/** Lets so many requests pass first. */
	after: number;
	status?: number;
	retryAfter?: number;
	breaks?: boolean;
	slowMs?: number;
}

export interface Habits {
	/** How far the clock that answers is from the real one. */
	gatewaySkewMs: number;
	/** Largest page that the platform gives. */
	pageCap: number;
	/** Whether `from` and `to` count in. */
	inclusive: boolean;
	/** Whether answers tell how many there are in all. */
	tellsTotal: boolean;
	latencyMs: number;
}

const iso = (time: number) => new Date(time).toISOString();
type Answer = { statusCode: number; headers: Record<string, string>; body: unknown };

export class SimulatedPlatform {
	runs: Run[] = [];
	logs: Log[] = [];
	faults: Fault[] = [];
	requests: string[] = [];
	/** Called after each answer: what changes under the reader. */
	meanwhile: (() => void) | undefined;

	constructor(
		readonly time: SimulatedTime,
		readonly habits: Habits,
	) {}

	/** The request helper of a node. */
	async request(options: IHttpRequestOptions): Promise<Answer> {
		const url = new URL(options.url, 'http://platform');
		this.requests.push(`${options.method} ${url.pathname}`);
		const fault = this.fault();
		await this.time.sleep(Math.min(options.timeout ?? Infinity, this.habits.latencyMs + (fault?.slowMs ?? 0)));
		if (fault?.breaks || (fault?.slowMs ?? 0) + this.habits.latencyMs > (options.timeout ?? Infinity)) throw Object.assign(new Error('broken'), { code: 'ECONNRESET' });
		if (fault?.status === 401) throw Object.assign(new Error('refused'), { response: { status: 401, data: {}, headers: {} } });
		if (fault?.status !== undefined)
			return { statusCode: fault.status, headers: fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }, body: { message: 'a fault' } };
		const answer = this.answer(url.pathname, url.searchParams, options.body as string | undefined);
		this.meanwhile?.();
		return { ...answer, headers: { ...answer.headers, date: new Date(this.time.now() + this.habits.gatewaySkewMs).toUTCString() } };
	}

	private fault(): Fault | undefined {
		const index = this.faults.findIndex(({ after }) => after <= 0);
		for (const fault of this.faults) fault.after--;
		return index < 0 ? undefined : this.faults.splice(index, 1)[0];
	}

	private answer(path: string, query: URLSearchParams, body?: string): Answer {
		const now = this.time.now();
		const values = body ? (JSON.parse(body) as Record<string, unknown>) : Object.fromEntries(query);
		if (path === '/security/audit/logs') return this.auditLogs(query);
		if (path === '/connections/crawlers') {
			const shown = this.visible('crawler');
			return { statusCode: 200, headers: {}, body: { data: shown.map((run) => crawlerView(run, now, false)), offset: 0, limit: 100, total: shown.length } };
		}
		const crawler = /^\/connections\/crawlers\/(.+)$/.exec(path)?.[1];
		const list = /^\/processing\/executables\/(task|plan)s(?:\/[^/]+)?\/executions$/.exec(path)?.[1];
		if (list) {
			const found = this.within(this.visible(list as Run['kind']), Number(values.from ?? -Infinity), Number(values.to ?? Infinity)).filter(
				(run) => values.status === undefined || runView(run, now).status === values.status,
			);
			const limit = Math.min(this.habits.pageCap, Number(values.limit ?? 100));
			const offset = Number(values.offset ?? 0);
			return {
				statusCode: 200,
				headers: {},
				body: { items: found.slice(offset, offset + limit).map((run) => runView(run, now)), limit, offset, ...(this.habits.tellsTotal ? { total: found.length } : {}) },
			};
		}
		const id = crawler ?? path.split('/').at(-1)!;
		const run = this.runs.find((each) => (crawler ? crawlerOf(each) === id : each.id === id) && !each.deleted && each.visibleAt <= now);
		if (!run) return { statusCode: 404, headers: {}, body: { message: 'not found' } };
		return { statusCode: 200, headers: {}, body: crawler ? crawlerView(this.visible('crawler').find((each) => crawlerOf(each) === id)!, now, true) : runView(run, now) };
	}

	private auditLogs(query: URLSearchParams): Answer {
		const from = query.get('fromDate');
		const to = query.get('toDate');
		const found = this.within(
			this.logs.filter(({ visibleAt }) => visibleAt <= this.time.now()).sort((a, b) => b.time - a.time),
			from ? Date.parse(from) : -Infinity,
			to ? Date.parse(to) : Infinity,
		);
		const size = Number(query.get('size'));
		const page = Number(query.get('page') ?? 1);
		const pages = Math.ceil(found.length / size);
		return {
			statusCode: 200,
			headers: this.habits.tellsTotal ? { 'total-elements': String(found.length), 'total-pages': String(pages), 'page-last': String(page >= pages) } : {},
			body: found.slice((page - 1) * size, page * size).map(({ id, time, category }) => ({ logId: id, timestamp: iso(time), eventCategory: category })),
		};
	}

	private within<T extends { time: number }>(all: T[], from: number, to: number): T[] {
		return all.filter(({ time }) => (this.habits.inclusive ? time >= from && time <= to : time > from && time < to));
	}

	/** Newest first; a crawler shows its last run only. */
	private visible(kind: Run['kind']): Run[] {
		const shown = this.runs.filter((run) => run.kind === kind && !run.deleted && run.visibleAt <= this.time.now()).sort((a, b) => b.time - a.time);
		return kind === 'crawler' ? shown.filter((run, index) => shown.findIndex((other) => crawlerOf(other) === crawlerOf(run)) === index) : shown;
	}
}

/** "c1 2": the second run of crawler c1. */
const crawlerOf = ({ id }: Run) => id.split(' ')[0]!;

function runView(run: Run, now: number): IDataObject {
	const { id, kind, time, startsAt, endsAt, end } = run;
	const offset = time - run.visibleAt;
	const ended = now >= endsAt;
	const status = ended ? end : now < startsAt && kind === 'task' ? 'dispatching' : 'executing';
	return {
		executionId: id,
		...(kind === 'task' ? { triggerTimestamp: iso(time), startTimestamp: iso(Math.max(time, startsAt + offset)), taskId: 't1' } : { startTimestamp: iso(time), planId: 'p1' }),
		...(ended && !run.noFinish ? { finishTimestamp: iso(endsAt + offset) } : {}),
		status,
		executionStatus: status,
	};
}

function crawlerView(run: Run, now: number, single: boolean): IDataObject {
	const ended = now >= run.endsAt;
	const counters = { nbDatasetsToCrawl: 2, nbDatasetsFinished: run.end === 'partlyFailed' ? 1 : 2, nbDatasetsFailed: run.end === 'partlyFailed' ? 1 : 0 };
	return {
		id: crawlerOf(run),
		name: 'a crawler',
		status: {
			runStatus: !ended ? 'CreatingDatasets' : run.end === 'failed' ? 'PropertiesRetrievalFailed' : 'Finished',
			runStartedAt: iso(run.time),
			...(ended && !run.noFinish ? { runFinishedAt: iso(run.endsAt) } : {}),
			...(single ? counters : {}),
		},
	};
}

type PollFunction = (this: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

/** n8n around a trigger: what it keeps of the state, and when. */
export class SimulatedN8n {
	/** What the trigger sees. */
	data: IDataObject = {};
	/** What is in the database. */
	saved = '{}';
	handed: IDataObject[] = [];
	largest = 0;
	mode: 'trigger' | 'manual' = 'trigger';
	budgetMs: number | undefined = 36_000;
	/** The parameters as the person wrote them, where they are not values. */
	written: IDataObject = {};
	warnings: string[] = [];
	private static count = 0;
	private readonly node: INode;

	constructor(
		readonly platform: SimulatedPlatform,
		readonly poller: PollFunction,
		public parameters: IDataObject,
		/** n8n's default engine keeps changes in memory and saves them with the next hand-over; durable cursors are saved with each poll. */
		readonly durable: boolean,
	) {
		const id = `node-${SimulatedN8n.count++}`;
		this.node = { id, name: 'Trigger', type: 'trigger', typeVersion: 1, position: [0, 0], parameters: {}, credentials: { talendCloudApi: { id, name: 'Demo' } } };
	}

	private context(data: IDataObject): IPollFunctions {
		return {
			getMode: () => this.mode,
			getActivationMode: () => 'update',
			getNode: () => ({ ...this.node, parameters: this.written as INode['parameters'] }),
			getWorkflow: () => ({ id: 'w', name: 'w', active: true }),
			getTimezone: () => 'UTC',
			getNodeParameter: (name: string, fallback?: unknown) => this.parameters[name] ?? (name === 'authentication' ? 'serviceAccount' : fallback),
			getWorkflowStaticData: () => data,
			...(this.budgetMs === undefined ? {} : { getPollBudgetMs: () => this.budgetMs }),
			getCredentials: async () => await Promise.resolve({}),
			logger: { warn: (message: string) => this.warnings.push(message) },
			helpers: {
				httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) => await this.platform.request(options),
			},
		} as unknown as IPollFunctions;
	}

	/** One poll, and what n8n does after it. `activation`: its state is saved whatever it hands on. */
	async poll({ activation = false, killed = false } = {}): Promise<'handed' | 'nothing' | 'failed'> {
		const data = this.durable ? (JSON.parse(this.saved) as IDataObject) : this.data;
		const result = await this.poller.call(this.context(data)).catch((error: unknown) => error as Error);
		// The process ended before the result came back.
		if (killed) {
			this.restart();
			return 'failed';
		}
		if (result instanceof Error) {
			this.error = result;
			return 'failed';
		}
		if (result || activation || this.durable) this.saved = JSON.stringify(data);
		this.largest = Math.max(this.largest, Buffer.byteLength(JSON.stringify(data)));
		this.handed.push(...(result?.[0] ?? []).map(({ json }) => json));
		this.sizes.push(result?.[0]?.length ?? 0);
		return result ? 'handed' : 'nothing';
	}

	/** How far the trigger has read. */
	place(): string {
		const { memory } = (this.durable ? JSON.parse(this.saved) : this.data) as { memory?: { streams: Record<string, Stream> } };
		return JSON.stringify(Object.values(memory?.streams ?? {}).map(({ floor, seen }) => [floor, seen]));
	}

	error: Error | undefined;
	/** How many each poll handed on. */
	sizes: number[] = [];

	/** The process ends and starts again. */
	restart(): void {
		this.data = JSON.parse(this.saved) as IDataObject;
	}
}
