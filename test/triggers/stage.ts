/**
 * What the tests of triggers share: each test has a simulated time and a simulated platform of its
 * own, on which executions and logs happen while a trigger polls.
 */
import type { IDataObject } from 'n8n-workflow';

import { watchAdditions } from '../../nodes/shared/trigger/additions/additions';
import { type StreamsSpec, watchStreams } from '../../nodes/shared/trigger/streams/streamPoll';
import { auditLogs } from '../../nodes/TalendCloudAccountTrigger/auditLogs';
import { spec as auditLogSpec } from '../../nodes/TalendCloudAccountTrigger/TalendCloudAccountTrigger.node';
import { spec as crawlerSpec } from '../../nodes/TalendCloudCatalogTrigger/TalendCloudCatalogTrigger.node';
import { spec as artifactSpec } from '../../nodes/TalendCloudOrchestrationTrigger/TalendCloudOrchestrationTrigger.node';
import { PAGE_LIMITS } from '../../nodes/TalendCloudProcessingTrigger/executionLists';
import { ExecutionEvents } from '../../nodes/TalendCloudProcessingTrigger/executions';
import { type ExecutableKind } from '../../nodes/TalendCloudProcessingTrigger/observeExecution';
import { spec as executionSpec } from '../../nodes/TalendCloudProcessingTrigger/TalendCloudProcessingTrigger.node';
import { spec as taskSpec } from '../../nodes/TalendCloudStewardshipTrigger/TalendCloudStewardshipTrigger.node';
import { MINUTE, simulatedTimeForEach } from '../support/time';
import { uuid } from './history';
import { type Execution, type Log } from './platformRecords';
import { SimulatedN8n } from './simulatedN8n';
import { type Behavior, SimulatedPlatform } from './simulatedPlatform';

const specs = { execution: executionSpec, auditLog: auditLogSpec, crawler: crawlerSpec };

export type TriggerName = keyof typeof specs;

/** What most triggers watch, in the words of a title. */
export const EXECUTIONS = { what: 'executions', name: 'execution' } as const;
export const AUDIT_LOGS = { what: 'audit logs', name: 'auditLog' } as const;
export const WATCHED = [EXECUTIONS, AUDIT_LOGS];

/**
 * How many executions with the same time are listed. The pages after the first one begin with the
 * last execution of the page before, and the last page begins below the limit.
 */
export const LISTED_OF_ONE_TIME =
	Math.floor((PAGE_LIMITS.maxPerPeriod - 1) / (PAGE_LIMITS.pageSize - 1)) *
		(PAGE_LIMITS.pageSize - 1) +
	PAGE_LIMITS.pageSize;

/** The time of the test that is running. */
export const time = simulatedTimeForEach();

let current: SimulatedPlatform;
beforeEach(() => {
	usePlatform();
});

/** The platform of the test that is running. */
export const platform = () => current;

/** Replaces the platform by one that answers as usual, except for this behavior. */
export function usePlatform(behavior: Partial<Behavior> = {}): SimulatedPlatform {
	current = new SimulatedPlatform(time, {
		gatewaySkewMs: 0,
		inclusive: true,
		tellsTotal: true,
		latencyMs: 100,
		checksPeriod: true,
		...behavior,
	});
	return current;
}

/** What polls a trigger, as far as the platform lets lists be read. */
function pollFunctionOf(name: TriggerName) {
	const { pageLimits } = platform().behavior;
	const sources: Partial<Record<TriggerName, StreamsSpec['sources']>> = {
		execution: (given) =>
			Object.fromEntries(
				Object.keys(executionSpec.sources(given)).map((kind) => [
					kind,
					new ExecutionEvents(kind as ExecutableKind, given, given.events as string[], pageLimits),
				]),
			),
		auditLog: (given) => ({ log: auditLogs(given, pageLimits) }),
	};
	return watchStreams({
		...specs[name],
		sources: (pageLimits && sources[name]) ?? specs[name].sources,
	});
}

/** What a trigger emits, unless a test chooses something else. */
const CHOSEN: Record<TriggerName, IDataObject> = {
	execution: { runsOf: 'tasks', events: ['failed'] },
	auditLog: {},
	crawler: { events: ['finished', 'partlyFailed', 'failed'] },
};

/** A trigger that is not active yet. */
export const trigger = (name: TriggerName, parameters: IDataObject = {}, durable = false) =>
	new SimulatedN8n(platform(), pollFunctionOf(name), { ...CHOSEN[name], ...parameters }, durable);

/** The trigger of artifacts, which is not active yet. */
export const artifactTrigger = (parameters: IDataObject = {}, durable = false) =>
	new SimulatedN8n(platform(), watchAdditions(artifactSpec), parameters, durable);

/** The trigger of stewardship tasks, which is not active yet. */
export const taskTrigger = (parameters: IDataObject = {}, durable = false) =>
	new SimulatedN8n(
		platform(),
		watchAdditions(taskSpec),
		{
			campaignName: { __rl: true, mode: 'id', value: 'c' },
			events: ['created', 'assigned', 'stateChanged', 'resolved'],
			...parameters,
		},
		durable,
	);

/** The first poll of a trigger finds nothing; the requests that it took are not counted. */
export async function activated(n8n: SimulatedN8n): Promise<SimulatedN8n> {
	expect(await n8n.poll({ activation: true })).toBe('nothing');
	n8n.platform.requests = [];
	return n8n;
}

/** A trigger that has been activated. */
export const active = async (name: TriggerName, parameters?: IDataObject, durable?: boolean) =>
	await activated(trigger(name, parameters, durable));

/** Polls a number of times, first after a minute. */
export async function polls(n8n: SimulatedN8n, count: number, everyMs = MINUTE): Promise<void> {
	for (let each = 0; each < count; each++) {
		await time.sleep(everyMs);
		await n8n.poll();
	}
}

/** Polls a number of times, first at once, and waits a minute after each. */
export async function pollsFromNow(n8n: SimulatedN8n, count: number): Promise<void> {
	for (let each = 0; each < count; each++) {
		await n8n.poll();
		await time.sleep(MINUTE);
	}
}

/** Polls each minute until nothing comes any more. */
export async function drain(n8n: SimulatedN8n): Promise<number> {
	let pollCount = 0;
	while ((await n8n.poll()) === 'emitted') {
		if (++pollCount > 500) throw new Error('The polls do not end');
		await time.sleep(MINUTE);
	}
	if (n8n.error) throw n8n.error;
	return pollCount;
}

/** The IDs of the events that were emitted. */
export const idsOf = (n8n: SimulatedN8n) => n8n.emitted.map(({ eventId }) => eventId);

/** This many events were emitted, each of them once. */
export function expectEachOnce(n8n: SimulatedN8n, count: number): void {
	const ids = idsOf(n8n);
	expect({ emitted: ids.length, different: new Set(ids).size }).toEqual({
		emitted: count,
		different: count,
	});
}

/** An execution of a task that starts and fails now, unless more is given. */
export function addExecution(more: Partial<Execution> = {}): Execution {
	const now = time.now();
	const added: Execution = {
		id: uuid(),
		kind: 'task',
		time: now,
		visibleAt: now,
		startsAt: now,
		endsAt: now,
		end: 'execution_failed',
		...more,
	};
	platform().executions.push(added);
	return added;
}

/** Adds executions, each with what its number (from 0) gives. */
export function addExecutions(
	count: number,
	more: (index: number) => Partial<Execution> = () => ({}),
): void {
	for (let index = 0; index < count; index++) addExecution(more(index));
}

/** An audit log that is written and seen now, unless more is given. */
export function addLog(more: Partial<Log> = {}): Log {
	const now = time.now();
	const added = { id: uuid(), time: now, visibleAt: now, category: 'user account', ...more };
	platform().logs.push(added);
	return added;
}

/** Adds audit logs, each with what its number (from 0) gives. */
export function addLogs(count: number, more: (index: number) => Partial<Log>): void {
	for (let index = 0; index < count; index++) addLog(more(index));
}

export type Reply = Awaited<ReturnType<SimulatedPlatform['request']>>;

/** Replaces the answers of the platform, where `other` has one; `usual` asks for the usual one. */
export function answering(
	other: (url: string, usual: () => Promise<Reply>) => Promise<Reply> | undefined,
): void {
	const request = platform().request.bind(platform());
	platform().request = async (options) =>
		await (other(options.url, async () => await request(options)) ?? request(options));
}

/** An answer of the platform, which counts among its requests. */
export const reply = (statusCode: number, body: unknown): Promise<Reply> => {
	platform().requests.push(`${statusCode}`);
	return Promise.resolve({
		statusCode,
		headers: { date: new Date(time.now()).toUTCString() },
		body,
	});
};

/** Changes each record that the platform answers, alone or in a list. */
export const changeRecords = (change: (record: IDataObject) => IDataObject): void =>
	answering((_url, usual) =>
		usual().then((answer) => {
			const body = answer.body as IDataObject[] | { items: IDataObject[] };
			if (Array.isArray(body)) return { ...answer, body: body.map(change) };
			return body.items
				? { ...answer, body: { ...body, items: body.items.map(change) } }
				: { ...answer, body: change(body) };
		}),
	);
