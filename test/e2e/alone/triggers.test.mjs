/**
 * All triggers in the real n8n, published, polling, stopped and killed: compares what arrives with
 * what happened on the platform, with n8n's default scheduler and, side by side, with its durable
 * cursors. TRIGGER_KILLS is how often n8n is killed right after a poll. Prints what n8n itself then
 * loses or repeats; docs/project/measurements.md has the figures.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { TIMEOUT_MS } from '../../../tools/demo/n8n.mjs';
import { DURABLE_CURSORS } from '../support/build.mjs';
import { TRIGGERS, watching } from '../support/events.mjs';
import { startStage } from '../support/stage.mjs';

const KILLS = Number(process.env.TRIGGER_KILLS ?? 2);
const NAMES = Object.keys(TRIGGERS);

const ENGINES = {
	'default scheduler': {},
	'durable cursors': DURABLE_CURSORS,
};

/** Every five seconds, and each time twice: two poll times that coincide. */
const FIVE_SECONDS = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));
const POLL_TIMES = [...FIVE_SECONDS, ...FIVE_SECONDS];

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

describe('triggers', { concurrency: true }, () => {
	for (const [engine, env] of Object.entries(ENGINES))
		describe(engine, { concurrency: 1 }, () => {
			let stage;
			let watched;
			/** What happened, by trigger. */
			const happened = Object.fromEntries(NAMES.map((name) => [name, []]));
			before(async () => {
				stage = await startStage({ env });
				watched = await watching(stage, POLL_TIMES);
			});
			after(async () => await stage?.close());

			const happens = (names = NAMES) =>
				names.forEach((name) => happened[name].push(TRIGGERS[name].happens(stage.emulator)));

			/**
			 * Waits until the last event of each trigger has arrived and its execution has ended, so that
			 * no kill cuts it off; events arrive in order.
			 */
			async function settle() {
				const waiting = new Set(NAMES);
				for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(500)) {
					for (const name of waiting)
						if (
							(await watched.arrived(name)).has(happened[name].at(-1)) &&
							(await watched.ended(name))
						)
							waiting.delete(name);
					if (waiting.size === 0) return;
				}
				throw new Error(
					`The last event of ${[...waiting].join()} did not arrive, or its execution did not end. ${stage.n8n.output}`,
				);
			}

			/**
			 * What was lost, repeated, or never happened, by trigger; and when the executions began that
			 * crashed.
			 */
			async function count() {
				const found = {};
				for (const name of NAMES) {
					const counts = await watched.arrived(name);
					found[name] = {
						lost: happened[name].filter((one) => !counts.has(one)),
						repeated: [...counts].filter(([, times]) => times > 1).map(([one]) => one),
						strange: [...counts.keys()].filter((one) => !happened[name].includes(one)),
						crashed: await watched.crashed(name),
					};
				}
				return found;
			}

			const CLEAN = Object.fromEntries(
				NAMES.map((name) => [name, { lost: [], repeated: [], strange: [], crashed: [] }]),
			);

			/** Waits until the platform has received the next poll of a trigger, or has answered it. */
			async function polled(name, answered) {
				const from = stage.emulator.log.length;
				for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(1)) {
					const request = stage.emulator.log
						.slice(from)
						.find(({ operation }) => operation === TRIGGERS[name].list);
					if (request && (!answered || request.status > 0)) return;
				}
				throw new Error(`There was no poll of ${name}. ${stage.n8n.output}`);
			}

			test('only events after the activation are emitted', async () => {
				assert.deepEqual(await count(), CLEAN);
				happens();
				await settle();
				assert.deepEqual(await count(), CLEAN);
			});

			test('poll times that coincide repeat nothing', async () => {
				for (let second = 0; second < 30; second++) {
					happens(second % 5 === 0 ? NAMES : ['logs', 'executions']);
					await sleep(1_000);
				}
				happens();
				await settle();
				assert.deepEqual(await count(), CLEAN);
			});

			test('a restart loses and repeats nothing', async () => {
				happens();
				await stage.n8n.stop();
				happens();
				await stage.n8n.start();
				await settle();
				assert.deepEqual(await count(), CLEAN);
			});

			test('kill -9 in the middle of a poll loses and repeats nothing', async (context) => {
				// Between two polls: nothing may be on its way when n8n is killed but the polls that are
				// held up.
				await Promise.all(NAMES.map((name) => polled(name, true)));
				await sleep(2_000);
				// A late poll that is being answered would emit what happens, and its execution be killed.
				while (stage.emulator.inFlight.now > 0) await sleep(1);
				happens();
				// Longer than all of them take to begin, however busy the machine is, and also where two
				// polls coincide.
				for (const name of NAMES)
					stage.emulator.faults.add({
						operation: TRIGGERS[name].list,
						delayMs: 120_000,
						times: 50,
					});
				await Promise.all(NAMES.map((name) => polled(name, false)));
				await sleep(500);
				const killed = new Date().toISOString();
				await stage.n8n.stop('SIGKILL');
				stage.emulator.faults.clear();
				await stage.n8n.startAfterKill();
				context.diagnostic(`${engine}: killed at ${killed}, back at ${new Date().toISOString()}`);
				await settle();
				assert.deepEqual(await count(), CLEAN);
			});

			test('kill -9 right after a poll makes up no event, nor loses any with durable cursors', async (context) => {
				let failedStarts = 0;
				for (let kill = 0; kill < KILLS; kill++) {
					await sleep(2_000);
					happens();
					await sleep(1_000);
					await polled(NAMES[kill % NAMES.length], true);
					await sleep(Math.round((kill * 120) / Math.max(1, KILLS - 1)));
					await stage.n8n.stop('SIGKILL');
					failedStarts += await stage.n8n.startAfterKill();
				}
				context.diagnostic(
					`${engine}: n8n ended ${failedStarts} times on its own while it recovered`,
				);
				happens();
				await settle();
				const found = await count();
				for (const [name, { lost, repeated, crashed }] of Object.entries(found))
					context.diagnostic(
						`${engine}, ${name}: ${KILLS} kills, ${happened[name].length} events, ${lost.length} lost, ${repeated.length} repeated, ${crashed.length} executions crashed`,
					);
				for (const name of NAMES) {
					assert.deepEqual(found[name].strange, []);
					// Here, the default scheduler itself loses events: it saves the state before the
					// execution exists.
					if (engine === 'durable cursors') assert.deepEqual(found[name].lost, []);
				}
			});
		});
});
