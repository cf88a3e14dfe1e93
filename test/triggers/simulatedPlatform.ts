/**
 * A platform on a simulated clock: executions and logs that appear late, clocks that are wrong,
 * pages that move, and requests that fail.
 */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { type Seen, seenIn } from '../../emulator/dialects';
import type { PageLimits } from '../../nodes/shared/trigger/reading/listing';
import type { SimulatedTime } from '../support/time';
import {
	type Artifact,
	artifactRecord,
	crawlerOf,
	crawlerRecord,
	executableRecord,
	type Execution,
	executionRecord,
	type Log,
	logRecord,
	stepRecords,
	type StewardshipTask,
	TASK_STATES,
	taskRecord,
} from './platformRecords';

/** What goes wrong with a request. */
interface Trouble {
	status?: number;
	/** Seconds, as the header of a 429. */
	retryAfter?: number;
	/** The connection breaks. */
	breaks?: boolean;
	slowMs?: number;
}

/** A fault of one request. */
export interface Fault extends Trouble {
	/** How many requests pass first. */
	after: number;
}

/** A fault that lasts, of all requests or of those for single records. */
export interface Outage extends Trouble {
	of: 'all' | 'single';
	until: number;
}

/** How a platform answers. */
export interface Behavior {
	/** How far the clock that answers is from the real one. */
	gatewaySkewMs: number;
	/** Whether a period includes its ends. */
	inclusive: boolean;
	/** Whether answers have a total. */
	tellsTotal: boolean;
	/**
	 * A total that is not the number of records: it ignores a filter, counts what has left, or lags
	 * behind.
	 */
	wrongTotal?: (count: number) => number;
	/** A page never has more records than this, and says so in `limit`, or does not. */
	cap?: { size: number; isSaid: boolean };
	/** The filters round times down to seconds. */
	bySecond?: boolean;
	/** Times are written without a zone. */
	withoutZone?: boolean;
	/** A period that ends before it begins, or that begins in the future, is refused. */
	checksPeriod?: boolean;
	latencyMs: number;
	/** Whether the tasks of a campaign are listed by state, and whether they have times. */
	tasks?: { byState: boolean; times: boolean };
	/**
	 * Larger pages of executions, and offsets from `maxPerPeriod` on, are refused. If absent: as
	 * docs/platform/interface.md says.
	 */
	pageLimits?: PageLimits;
	/**
	 * A page of executions that could end after `maxPerPeriod` is refused, or has only the records
	 * before; listed as a whole if absent.
	 */
	pagesAcrossEnd?: 'refused' | 'cut' | undefined;
	/** The status with which a page across or behind the end is refused; 400 if absent. */
	tooFarStatus?: number;
	/** What others have seen of the platform; nothing of it if absent. */
	seen?: Pick<Seen, 'missingTotals' | 'newestFirst' | 'tenPerSecond'>;
}

/** The largest page of executions, and how many can be reached by an offset. */
const EXECUTION_LIMITS: PageLimits = { pageSize: 100, maxPerPeriod: 1_000 };

/** The largest page of logs. */
const MAX_LOGS = 1_000;

/** How many requests a second an endpoint accepts, where others have seen a limit. */
const PER_SECOND = 10;

/** How long a request queue pauses at most after a 429 that does not say how long. */
const QUEUE_PAUSE_MS = 40_000;

/** After how long a trigger reads a single record again that could not be read. */
const UNREAD_MS = 30_000;

export interface Answer {
	statusCode: number;
	headers: Record<string, string>;
	body: unknown;
}

/** What a request asks for. */
interface Question {
	/** What the path has in the place of a parameter. */
	parameter: string;
	/** The values of the query, or of the body if there is one. */
	values: IDataObject;
}

const answer = (body: unknown, headers: Record<string, string> = {}): Answer => ({
	statusCode: 200,
	headers,
	body,
});
const refusal = (statusCode: number, message: string): Answer => ({
	statusCode,
	headers: {},
	body: { message },
});

interface Route {
	path: RegExp;
	/** Whether it lists records, instead of reading a single one. */
	isList: boolean;
	answer: (asked: Question) => Answer;
}

const listRoute = (path: RegExp, answerOf: Route['answer']): Route => ({
	path,
	isList: true,
	answer: answerOf,
});
const singleRoute = (path: RegExp, answerOf: Route['answer']): Route => ({
	path,
	isList: false,
	answer: answerOf,
});

const TASK_EXECUTIONS = /^\/processing\/executables\/tasks(?:\/[^/]+)?\/executions$/;
const PLAN_EXECUTIONS = /^\/processing\/executables\/plans(?:\/[^/]+)?\/executions$/;

export class SimulatedPlatform {
	executions: Execution[] = [];
	logs: Log[] = [];
	artifacts: Artifact[] = [];
	tasks: StewardshipTask[] = [];
	/** The faults that are still to come. */
	faults: Fault[] = [];
	outages: Outage[] = [];
	/** How many requests met a fault, an outage or a limit. */
	faultCount = 0;
	/** How many requests were over the limit of their endpoint. */
	overLimitCount = 0;
	/** Until when a trigger may send nothing, or not read a single record again, after a fault. */
	pausedUntil = -Infinity;
	/** The requests since a test has last emptied this; those for names do not count. */
	requests: string[] = [];
	/** Called after each answer: what changes while a list is read. */
	afterEachAnswer: (() => void) | undefined;
	readonly seen: NonNullable<Behavior['seen']>;
	/** Requests of each endpoint in the present second. */
	private readonly inSecond = new Map<string, { second: number; count: number }>();

	/** Which method answers a request: the first one whose path fits. */
	private readonly routes: readonly Route[] = [
		listRoute(/^\/security\/audit\/logs$/, (asked) => this.listLogs(asked)),
		listRoute(/^\/orchestration\/artifacts$/, (asked) => this.listArtifacts(asked)),
		listRoute(/^\/data-stewardship\/.*\/tasks$/, (asked) => this.listTasks(asked)),
		listRoute(/^\/data-stewardship\/.*\/tasks\/(.+)$/, (asked) => this.listTasksInState(asked)),
		singleRoute(/^\/data-stewardship\//, () => this.getCampaign()),
		listRoute(/^\/connections\/crawlers$/, () => this.listCrawlers()),
		singleRoute(/^\/connections\/crawlers\/(.+)$/, (asked) => this.getCrawler(asked)),
		listRoute(TASK_EXECUTIONS, (asked) => this.listExecutions('task', asked)),
		listRoute(PLAN_EXECUTIONS, (asked) => this.listExecutions('plan', asked)),
		singleRoute(/^\/processing\/executions\/plans\/(.+)\/steps$/, (asked) => this.getSteps(asked)),
		singleRoute(/^\/processing\/executions\/.*?([^/]+)$/, (asked) => this.getExecution(asked)),
	];

	constructor(
		readonly time: SimulatedTime,
		readonly behavior: Behavior,
	) {
		this.seen = behavior.seen ?? seenIn('documents');
	}

	/**
	 * The request helper of a node.
	 * @throws what n8n throws if the connection breaks, the time is up, or the token is refused
	 */
	async request(options: IHttpRequestOptions): Promise<Answer> {
		const { pathname, searchParams } = new URL(options.url, 'http://platform');
		const named = /^\/orchestration\/executables\/(task|plan)s$/.exec(pathname)?.[1];
		if (named) return this.listNames(named as 'task' | 'plan');
		this.requests.push(`${options.method} ${pathname}`);
		const route = this.routes.find(({ path }) => path.test(pathname));
		if (!route) throw new Error(`${pathname} is not simulated`);
		const trouble = this.troubleOf(route, pathname);
		await this.respondSlowly(trouble, options.timeout);
		if (trouble?.status === 401) throw refusedToken();
		if (trouble?.status !== undefined) return faultAnswer(trouble);
		const values = options.body
			? (JSON.parse(options.body as string) as IDataObject)
			: Object.fromEntries(searchParams);
		const given = this.isPeriodRefused(values)
			? refusal(400, 'the period is invalid')
			: route.answer({ parameter: route.path.exec(pathname)?.[1] ?? '', values });
		this.afterEachAnswer?.();
		const date = new Date(this.time.now() + this.behavior.gatewaySkewMs).toUTCString();
		return { ...given, headers: { ...given.headers, date } };
	}

	/** What goes wrong with a request. From then on, a trigger may pause. */
	private troubleOf({ isList }: Route, path: string): Trouble | undefined {
		const now = this.time.now();
		const trouble =
			this.nextFault() ??
			this.outages.find(({ of, until }) => until > now && (of === 'all' || !isList)) ??
			this.overLimit(path);
		if (!trouble) return undefined;
		this.faultCount++;
		const { status, retryAfter = 0 } = trouble;
		const readAgainMs = isList ? 0 : UNREAD_MS;
		const pauseMs = status === 429 ? Math.max(QUEUE_PAUSE_MS, retryAfter * 1_000) : readAgainMs;
		this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
		return trouble;
	}

	/** The fault of this request. */
	private nextFault(): Fault | undefined {
		const index = this.faults.findIndex(({ after }) => after <= 0);
		for (const fault of this.faults) fault.after--;
		return index < 0 ? undefined : this.faults.splice(index, 1)[0];
	}

	/** The refusal of a request that is over the limit of its endpoint. */
	private overLimit(path: string): Trouble | undefined {
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
		this.overLimitCount++;
		return { status: 429 };
	}

	/** @throws if the connection breaks, or the answer takes longer than is waited for it */
	private async respondSlowly(
		{ slowMs = 0, breaks }: Trouble = {},
		timeoutMs = Infinity,
	): Promise<void> {
		const takesMs = this.behavior.latencyMs + slowMs;
		await this.time.sleep(Math.min(timeoutMs, takesMs));
		if (breaks || takesMs > timeoutMs)
			throw Object.assign(new Error('broken'), { code: 'ECONNRESET' });
	}

	private isPeriodRefused(values: IDataObject): boolean {
		const from = Number(values.from ?? Date.parse(String(values.fromDate ?? '')));
		const to = Number(values.to ?? Date.parse(String(values.toDate ?? '')));
		return this.behavior.checksPeriod === true && (from > to || from > this.time.now());
	}

	private listNames(kind: 'task' | 'plan'): Answer {
		return answer({ items: [executableRecord(kind)], limit: 100, offset: 0, total: 1 });
	}

	private listLogs({ values }: Question): Answer {
		const now = this.time.now();
		const { fromDate, toDate, fromId } = values as Record<string, string | undefined>;
		const inPeriod = this.within(
			this.logs,
			fromDate ? Date.parse(fromDate) : -Infinity,
			toDate ? Date.parse(toDate) : Infinity,
		);
		const visible = newestFirst(inPeriod.filter(({ visibleAt }) => visibleAt <= now));
		const found = visible.slice(
			0,
			fromId === undefined ? undefined : visible.findIndex(({ id }) => id === fromId) + 1,
		);
		if (Number(values.size) > MAX_LOGS) return refusal(400, 'the page is too large');
		const size = Math.min(Number(values.size), this.behavior.cap?.size ?? Infinity);
		const page = Number(values.page ?? 1);
		const records = found
			.slice((page - 1) * size, page * size)
			.map((log) => this.withTimesAsWritten(logRecord(log)));
		const total = this.totalOf(found.length);
		if (total === undefined) return answer(records);
		const pages = Math.ceil(total / size);
		return answer(records, {
			'total-elements': String(total),
			'total-pages': String(pages),
			'page-last': String(page >= pages),
		});
	}

	private listArtifacts({ values }: Question): Answer {
		const shown = this.artifacts.filter(
			({ isHidden, versions }) => !isHidden && versions.length > 0,
		);
		const [limit, offset] = [Number(values.limit ?? 100), Number(values.offset ?? 0)];
		const items = shown
			.slice(offset, offset + limit)
			.map((artifact) => artifactRecord(artifact, this.seen.newestFirst));
		return answer({
			items,
			limit,
			offset,
			...(this.behavior.tellsTotal && { total: shown.length }),
		});
	}

	private getCampaign(): Answer {
		return answer({ name: 'c', workflow: { states: TASK_STATES.map((name) => ({ name })) } });
	}

	private listTasks(asked: Question): Answer {
		return this.pageOfTasks(this.tasks, asked);
	}

	private listTasksInState(asked: Question): Answer {
		if (this.behavior.tasks?.byState === false) return refusal(405, 'not supported');
		const state = decodeURIComponent(asked.parameter);
		return this.pageOfTasks(
			this.tasks.filter((task) => task.state === state),
			asked,
		);
	}

	private pageOfTasks(tasks: readonly StewardshipTask[], { values }: Question): Answer {
		const [size, page] = [Number(values.size ?? 200), Number(values.page ?? 0)];
		const hasTimes = this.behavior.tasks?.times ?? true;
		return answer(
			tasks
				.filter(({ isHidden }) => !isHidden)
				.slice(page * size, (page + 1) * size)
				.map((task) => taskRecord(task, hasTimes)),
		);
	}

	private listCrawlers(): Answer {
		const runs = this.newestRuns();
		const data = runs.map((run) => this.crawlerOfRun(run, false));
		return answer({ data, offset: 0, limit: 100, total: runs.length });
	}

	private getCrawler({ parameter: id }: Question): Answer {
		const run = this.newestRuns().find((each) => crawlerOf(each) === id);
		return run ? answer(this.crawlerOfRun(run, true)) : refusal(404, 'not found');
	}

	private listExecutions(kind: Execution['kind'], { values }: Question): Answer {
		const now = this.time.now();
		const { from = -Infinity, to = Infinity, status, limit = 100, offset = 0 } = values;
		const inPeriod = this.within(this.executions, Number(from), Number(to));
		const found = newestFirst(
			this.visible(kind, inPeriod).filter(
				(each) => status === undefined || executionRecord(each, now).status === status,
			),
		);
		const { pageSize, maxPerPeriod } = this.behavior.pageLimits ?? EXECUTION_LIMITS;
		const { pagesAcrossEnd, cap } = this.behavior;
		if (Number(limit) > pageSize) return refusal(400, 'the page is too large');
		const reach = Number(offset) + (pagesAcrossEnd === 'refused' ? Number(limit) : 1);
		if (reach > maxPerPeriod)
			return refusal(this.behavior.tooFarStatus ?? 400, 'the page is too far');
		const size = Math.min(Number(limit), cap?.size ?? Infinity);
		const listed = pagesAcrossEnd === 'cut' ? found.slice(0, maxPerPeriod) : found;
		const isTotalMissing = kind === 'task' && this.seen.missingTotals && found.length > 0;
		const total = isTotalMissing ? undefined : this.totalOf(found.length);
		return answer({
			items: listed
				.slice(Number(offset), Number(offset) + size)
				.map((each) => this.withTimesAsWritten(executionRecord(each, now))),
			...(cap?.isSaid !== false && { limit: size }),
			offset: Number(offset),
			...(total !== undefined && { total }),
		});
	}

	private getSteps({ parameter: id }: Question): Answer {
		const plan = this.executions.find((each) => each.id === id);
		return plan ? answer(stepRecords(plan, this.time.now())) : refusal(404, 'not found');
	}

	private getExecution({ parameter: id }: Question): Answer {
		const now = this.time.now();
		const execution = this.executions.find(
			(each) => each.id === id && !each.deleted && each.visibleAt <= now,
		);
		return execution ? answer(executionRecord(execution, now)) : refusal(404, 'not found');
	}

	/** The records of a period. All times are whole milliseconds. */
	private within<T extends { time: number }>(records: T[], from: number, to: number): T[] {
		const { inclusive, bySecond } = this.behavior;
		const unit = bySecond ? 1_000 : 1;
		const [first, last] = [from, to].map((time) => Math.floor(time / unit) * unit);
		const begin = inclusive ? first! : first! + unit;
		const end = inclusive ? last! + unit : last!;
		return records.filter(({ time }) => time >= begin && time < end);
	}

	/** The total that an answer has for a number of records. */
	private totalOf(count: number): number | undefined {
		const { tellsTotal, wrongTotal } = this.behavior;
		return tellsTotal ? (wrongTotal?.(count) ?? count) : undefined;
	}

	/** A record with its times as the platform writes them. */
	private withTimesAsWritten(record: IDataObject): IDataObject {
		if (!this.behavior.withoutZone) return record;
		return Object.fromEntries(
			Object.entries(record).map(([name, value]) => [
				name,
				/timestamp/i.test(name) ? String(value).replace('Z', '1') : value,
			]),
		);
	}

	private visible(kind: Execution['kind'], executions = this.executions): Execution[] {
		const now = this.time.now();
		return executions.filter(
			(each) =>
				each.kind === kind &&
				!each.deleted &&
				each.visibleAt <= now &&
				now < (each.unlistedAt ?? Infinity),
		);
	}

	/** The newest run of each crawler. */
	private newestRuns(): Execution[] {
		const runs = newestFirst(this.visible('crawler'));
		return runs.filter(
			(run, index) => runs.findIndex((other) => crawlerOf(other) === crawlerOf(run)) === index,
		);
	}

	private crawlerOfRun(run: Execution, isAlone: boolean): IDataObject {
		const [before] = newestFirst(
			this.executions.filter(
				(other) =>
					other.kind === 'crawler' && crawlerOf(other) === crawlerOf(run) && other.time < run.time,
			),
		);
		return crawlerRecord(run, before, this.time.now(), isAlone);
	}
}

const newestFirst = <T extends { time: number }>(records: readonly T[]): T[] =>
	[...records].sort((a, b) => b.time - a.time);

/** What n8n throws if a token was refused. */
const refusedToken = (): Error =>
	Object.assign(new Error('refused'), { response: { status: 401, data: {}, headers: {} } });

const faultAnswer = ({ status, retryAfter }: Trouble): Answer => ({
	...refusal(status!, 'a fault'),
	headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
});
