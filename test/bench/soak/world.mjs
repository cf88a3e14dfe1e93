/**
 * What happens on the emulated platform during the soak, which faults it has, and what must have
 * arrived.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { root } from '../../../tools/programs.mjs';
import { MINUTE } from '../../support/durations.mjs';

const built = (path) => createRequire(import.meta.url)(join(root, 'build', `${path}.js`));
const { addAuditLog, auditOf } = built('emulator/areas/account/accountStore');
const { crawlers } = built('emulator/areas/catalog/catalogStore');
const { startRun } = built('emulator/areas/catalog/runs');
const { remoteEngines } = built('emulator/areas/engines/runtimes');
const { plans } = built('emulator/areas/orchestration/orchestrationStore');
const { planExecutions, taskExecutions } = built('emulator/areas/processing/processingStore');
const { advancePlans, endOf, endStatus, startPlan } = built('emulator/areas/processing/executions');
const { outcomeOf } = built('nodes/records/executions/outcome');

const BY = { id: 'ana.demo', type: 'HUMAN' };
/** Audit logs that the soak adds itself. */
const CATEGORY = 'Soak';

const one = (of) => of[Math.floor(Math.random() * of.length)];

/**
 * What can happen to a request while there are faults. A connection that breaks after the request
 * was processed is the worst: it may have started something.
 */
const FAULTS = [
	{ status: 429, retryAfter: 3 },
	{ status: 429 },
	{ status: 500 },
	{ status: 503, retryAfter: 2 },
	{ status: 502, contentType: 'text/html', body: '<html>Bad Gateway</html>' },
	{ breaks: 'before' },
	{ breaks: 'after' },
	{ delayMs: 15_000 },
	{ delayMs: 3_000, status: 504 },
];

/** Keeps a platform busy, and counts. */
export class World {
	/** @param emulator a running emulator whose clock keeps real time */
	constructor(emulator) {
		this.emulator = emulator;
		this.crawls = [];
		this.timers = [];
		this.faults = { armed: 0, lastAt: 0 };
	}

	/** From now on, everything is counted. */
	begin() {
		const { state, clock } = this.emulator;
		this.since = clock.now();
		const every = (ms, work) => this.timers.push(setInterval(work, ms));
		every(7_000, () =>
			addAuditLog(state, clock.now(), {
				eventCategory: CATEGORY,
				eventType: 'soak',
				eventOperation: 'create',
			}),
		);
		// Each crawler runs rarely enough for every run to be seen, even by a trigger that is delayed:
		// the platform keeps only the last run.
		let next = 0;
		every(6 * MINUTE, () => {
			const all = crawlers.all(state);
			const crawler = all[next++ % all.length];
			startRun(state, crawler, BY.id, clock.now());
			this.crawls.push({ id: crawler.id, startedAt: clock.now() });
		});
		every(5 * MINUTE, () => startPlan(state, one(plans.all(state)), clock.now(), BY));
	}

	/** From now on, nothing new happens. */
	end() {
		this.timers.splice(0).forEach(clearInterval);
		this.until = this.emulator.clock.now();
	}

	/** About every third request gets a fault, until {@link mend}. */
	breakDown() {
		const { faults } = this.emulator;
		this.breaking = setInterval(() => {
			if (faults.unconsumed().length > 0) return;
			faults.clear();
			for (let index = 0; index < 3; index++)
				faults.add({ ...one(FAULTS), after: Math.floor(Math.random() * 4) });
			this.faults.armed += 3;
		}, 500);
	}

	mend() {
		clearInterval(this.breaking);
		this.faults.armed -= this.emulator.faults.unconsumed().length;
		this.emulator.faults.clear();
		this.faults.lastAt = Date.now();
	}

	/**
	 * The outcomes of requests that got a fault, by the status of the response; 0 if there was none.
	 */
	get met() {
		const counts = {};
		for (const { status, faulty } of this.emulator.log)
			if (faulty) counts[status] = (counts[status] ?? 0) + 1;
		return counts;
	}

	/**
	 * The events that the triggers must have emitted, each with how it is recognized: an eventId, or,
	 * for engines, whose event contains the time of a poll, a pattern.
	 */
	owed() {
		const { state, clock } = this.emulator;
		const now = clock.now();
		advancePlans(state, now);
		const owed = { account: [], processing: [], catalog: [], engines: [] };
		for (const { eventCategory, logId, timestamp } of auditOf(state).logs)
			if (eventCategory === CATEGORY && Date.parse(timestamp) >= this.since)
				owed.account.push({ id: logId, at: Date.parse(timestamp) });
		for (const run of taskExecutions.all(state)) {
			if (run.triggeredAt < this.since || endOf(run) > now) continue;
			owed.processing.push(
				{ id: `task:${run.id}:started`, at: run.triggeredAt },
				{
					id: `task:${run.id}:${outcomeOf({ status: endStatus(run), startTimestamp: new Date(run.triggeredAt).toISOString() })}`,
					at: endOf(run),
				},
			);
		}
		for (const run of planExecutions.all(state)) {
			if (run.startedAt < this.since || run.end === undefined) continue;
			owed.processing.push(
				{ id: `plan:${run.id}:started`, at: run.startedAt },
				{ id: `plan:${run.id}:${outcomeOf({ status: run.end })}`, at: run.finishedAt },
			);
		}
		for (const { id, startedAt } of this.crawls)
			owed.catalog.push({
				id: new RegExp(
					`^${id}:${new Date(startedAt).toISOString().slice(0, 19)}.*:(finished|partlyFailed|failed)$`,
				),
				at: startedAt,
			});
		for (const { id, outages } of remoteEngines.all(state))
			for (const { from, to } of outages) {
				if (from < this.since || from > now) continue;
				const sinceOf = (given, event) => {
					const found = new RegExp(`^remoteEngine:${id}:(.+):${event}$`).exec(given);
					return (
						found !== null && Date.parse(found[1]) >= from - 1_000 && Date.parse(found[1]) <= to
					);
				};
				// An outage counts from the poll that first saw it, and is emitted five minutes later.
				if (Math.min(to, now) - from > 12 * MINUTE)
					owed.engines.push({ id: { test: (given) => sinceOf(given, 'unavailable') }, at: from });
				if (now - to > 3 * MINUTE)
					owed.engines.push({ id: { test: (given) => sinceOf(given, 'available') }, at: to });
			}
		return owed;
	}

	/**
	 * How often each n8n execution started each task: "<execution> <task>" → times. The pipeline
	 * gives its ID as a parameter.
	 */
	startsOf() {
		const counts = new Map();
		for (const { taskId, parameters, triggeredAt } of taskExecutions.all(this.emulator.state)) {
			if (triggeredAt < this.since || parameters.n8n === undefined) continue;
			const key = `${parameters.n8n} ${taskId}`;
			counts.set(key, (counts.get(key) ?? 0) + 1);
		}
		return counts;
	}
}
