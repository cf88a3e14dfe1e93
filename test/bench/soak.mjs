/**
 * `npm run soak`: a real n8n with the triggers of executions, crawlers, engines and audit logs,
 * which poll each minute, and a pipeline that runs each minute, against the emulator, which injects
 * faults during the middle half of the time. `-- --minutes 120` sets the duration.
 *
 * Fails if an event is lost, duplicated or made up, if something is started twice, if an execution
 * is still running five minutes after the last fault, or if memory, timers, listeners or queues
 * have grown at the end.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ENDED, ensureN8n, outputOf } from '../../tools/demo/n8n.mjs';
import { fail, root } from '../../tools/programs.mjs';
import { ensureBuild, ensureProject } from '../../tools/setup.mjs';
import { DURABLE_CURSORS } from '../e2e/support/build.mjs';
import { MINUTE } from '../support/durations.mjs';

const { values: options } = parseArgs({
	options: {
		minutes: { type: 'string', default: '120' },
		'durable-cursors': { type: 'boolean', default: false },
		report: { type: 'string' },
	},
});
const TOTAL_MS = Number(options.minutes) * MINUTE;
const SETTLED_MS = 5 * MINUTE;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/**
 * What must not grow, and by how much the last eighth of the time may exceed the first eighth after
 * the warm-up. Listeners on signals depend on whether a sample is taken during an execution, so
 * they are compared with what may be left (`atEnd`) when nothing is in progress anymore.
 */
const LEVELS = {
	heapUsed: { times: 1.15 },
	rss: { times: 1.25 },
	timers: { plus: 10 },
	handles: { plus: 10 },
	signalListeners: { atEnd: 0 },
	processListeners: { plus: 0 },
	queues: { plus: 2 },
};

/** Compares the samples at the end with those before the faults, when everything had warmed up. */
function levels(samples, from, faultyAt) {
	const first = samples.filter(({ at }) => at > (from + faultyAt) / 2 && at < faultyAt);
	const last = samples.slice(-Math.max(3, Math.ceil(samples.length / 8)));
	return Object.entries(LEVELS).map(([name, { times = 1, plus = 0, atEnd }]) => {
		if (atEnd !== undefined)
			return {
				name,
				...leftAtEnd(
					samples.map((sample) => sample[name]),
					median(first.map((sample) => sample[name])),
					atEnd,
				),
			};
		const of = (some) => median(some.map((sample) => sample[name] ?? NaN));
		const [before, after, most] = [
			of(first),
			of(last),
			Math.max(...samples.map((sample) => sample[name] ?? NaN)),
		];
		return { name, before, after, most, level: after <= before * times + plus };
	});
}

/**
 * What is left after the end; a poll may be in progress during one of the last three samples, but
 * not during all.
 */
function leftAtEnd(values, before, allowed) {
	const after = Math.min(...values.slice(-3));
	return { before, after, most: Math.max(...values), level: after <= allowed };
}

/** Compares what arrived with what should have arrived. */
function compare(owed, arrived) {
	const left = new Map();
	for (const id of arrived) left.set(id, (left.get(id) ?? 0) + 1);
	const lost = [];
	let matched = 0;
	const matches = (wanted, id) => (typeof wanted === 'string' ? wanted === id : wanted.test(id));
	for (const { id, at } of owed) {
		const found =
			typeof id === 'string'
				? left.has(id)
					? id
					: undefined
				: [...left.keys()].find((given) => matches(id, given));
		if (found === undefined)
			lost.push({
				id: typeof id === 'string' ? id : (id.source ?? 'of an engine'),
				at: new Date(at).toISOString(),
			});
		else matched++;
	}
	return {
		owed: owed.length,
		matched,
		lost,
		twice: [...left].filter(([, times]) => times > 1),
		unexpected: [...left.keys()].filter((given) => !owed.some(({ id }) => matches(id, given))),
	};
}

async function main() {
	await ensureProject();
	await ensureBuild();
	await ensureN8n();
	const { startStage } = await import('../e2e/support/stage.mjs');
	const { World } = await import('./soak/world.mjs');
	const { GIVEN_UP, ITEMS, pipeline, RUN, TRIGGER, triggers } =
		await import('./soak/workflows.mjs');
	const scratch = mkdtempSync(join(tmpdir(), 'n8n-soak-'));
	const probe = join(scratch, 'probe.jsonl');
	const stage = await startStage({
		env: {
			NODE_OPTIONS: `--require=${join(root, 'test/bench/soak/probe.cjs')}`,
			SOAK_PROBE: probe,
			EXECUTIONS_DATA_PRUNE: 'false',
			...(options['durable-cursors'] ? DURABLE_CURSORS : {}),
		},
		copied: true,
	});
	const { emulator, n8n, credential } = stage;
	try {
		const ids = {};
		for (const [name, workflow] of Object.entries(triggers)) {
			({ id: ids[name] } = await n8n.workflow(workflow, [credential]));
			await n8n.publish(ids[name]);
		}
		const world = new World(emulator);
		world.begin();
		({ id: ids.pipeline } = await n8n.workflow(pipeline, [credential]));
		await n8n.publish(ids.pipeline);
		const from = Date.now();
		say(
			`Everything is running: ${options.minutes} minutes, the middle half of them faulty. Samples: ${probe}`,
		);
		await sleep(TOTAL_MS / 4);
		say('The faults begin');
		const faultyAt = Date.now();
		world.breakDown();
		await sleep(TOTAL_MS / 2);
		world.mend();
		say(`The faults end: ${world.faults.armed} faults`);
		await sleep(Math.max(0, world.faults.lastAt + SETTLED_MS - Date.now()));
		const unfinished = (
			await n8n.rest(
				'GET',
				`/executions?limit=100&filter=${encodeURIComponent(JSON.stringify({ status: ['running', 'waiting', 'new'] }))}`,
			)
		).results.filter(({ startedAt }) => Date.parse(startedAt) < world.faults.lastAt);
		say(`Five minutes later ${unfinished.length} earlier executions are still running`);
		await sleep(Math.max(0, from + TOTAL_MS - SETTLED_MS - Date.now()));
		await n8n.unpublish(ids.pipeline);
		world.end();
		say('Nothing new starts; what is in progress may finish');
		await sleep(Math.max(3 * MINUTE, from + TOTAL_MS - Date.now()));
		const samples = readFileSync(probe, 'utf8')
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line));

		const owed = world.owed();
		const problems = [];
		const rows = [];
		for (const name of Object.keys(triggers)) {
			const executions = await n8n.executions(ids[name]);
			const arrived = executions
				.flatMap((execution) => outputOf(execution, TRIGGER))
				.map(({ json }) => json.eventId)
				.filter((id) => id !== undefined);
			const { owed: number, matched, lost, twice, unexpected } = compare(owed[name], arrived);
			const failed = executions.filter(({ status }) => status === 'error').length;
			rows.push({
				name,
				owed: number,
				matched,
				lost: lost.length,
				twice: twice.length,
				unexpected: unexpected.length,
				'failed polls': failed,
			});
			if (lost.length + twice.length + unexpected.length > 0)
				problems.push({ trigger: name, lost, twice, unexpected });
		}
		const executions = await n8n.executions(ids.pipeline);
		const starts = world.startsOf();
		const twice = [...starts].filter(([, times]) => times > 1);
		const done = executions.flatMap((execution) => outputOf(execution, RUN));
		const givenUp = executions.flatMap((execution) =>
			outputOf(execution, GIVEN_UP).map(
				({ json }) =>
					`${execution.id}: ${typeof json.error === 'string' ? json.error : json.error?.message}`,
			),
		);
		const withEnd = new Set(
			executions.flatMap((execution) =>
				outputOf(execution, RUN).map(({ json }) => `${execution.id} ${json.taskId ?? json.jobId}`),
			),
		);
		const unknownStarts = [...starts.keys()].filter((key) => !withEnd.has(key));
		const statuses = executions.reduce(
			(counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
			{},
		);
		if (twice.length > 0) problems.push({ startedTwice: twice });
		if (unfinished.length > 0)
			problems.push({ unfinishedFiveMinutesAfter: unfinished.map(({ id }) => id) });
		if (executions.some(({ status }) => !ENDED.includes(status)))
			problems.push({ neverEnded: statuses });
		const level = levels(samples, from, faultyAt);
		for (const { name, before, after, level: holds } of level)
			if (!holds) problems.push({ notLevel: name, before, after });

		console.table(rows);
		console.table(level);
		const report = {
			minutes: Number(options.minutes),
			faults: world.faults.armed,
			met: world.met,
			requests: emulator.log.length,
			triggers: rows,
			pipeline: {
				executions: executions.length,
				statuses,
				items: executions.length * ITEMS,
				followedToTheEnd: done.length,
				starts: starts.size,
				startedTwice: twice.length,
				startsNotFollowed: unknownStarts,
				givenUp,
			},
			levels: level,
			problems,
		};
		console.log(JSON.stringify({ ...report, triggers: undefined, levels: undefined }, null, 1));
		if (options.report)
			writeFileSync(options.report, JSON.stringify({ ...report, samples }, null, 1));
		process.exitCode = problems.length > 0 ? 1 : 0;
		say(problems.length > 0 ? 'A check failed, see above' : 'All checks passed');
	} finally {
		await stage.close();
		rmSync(scratch, { recursive: true, force: true });
	}
}

main().then(() => process.exit(), fail);
