/**
 * What happened before the activation is not emitted; what is in progress then is followed to its
 * end.
 */
import type { PageLimits } from '../../nodes/shared/trigger/reading/listing';
import { HOUR, MINUTE } from '../support/time';
import { type Execution } from './platformRecords';
import {
	active,
	addExecution,
	addLog,
	answering,
	idsOf,
	platform,
	polls,
	time,
	trigger,
	usePlatform,
} from './stage';

/** Pages that are so short that few records fill them. */
const SHORT: PageLimits = { pageSize: 7, maxPerPeriod: 49 };
const USUAL: PageLimits = { pageSize: 100, maxPerPeriod: 1_000 };

/** The numbers from 0 to below the given one. */
const range = (count: number) => [...Array(count).keys()];

/** Each row with and without totals of the list. */
const withEachTotal = <T extends object>(rows: T[]) =>
	rows.flatMap((row) => [
		{ ...row, tellsTotal: true, totals: 'with totals' },
		{ ...row, tellsTotal: false, totals: 'without totals' },
	]);

test('a record that disappears from a list without totals during the activation hides no other', async () => {
	usePlatform({ tellsTotal: false, pageLimits: SHORT });
	const all = range(8).map(() => addExecution());
	let isFirst = true;
	answering((url, usual) =>
		usual().then((given) => {
			if (isFirst && url.includes('from=')) {
				all[0]!.deleted = true;
				isFirst = false;
			}
			return given;
		}),
	);
	const n8n = await active('execution');
	await polls(n8n, 3);
	expect(n8n.emitted).toEqual([]);
});

/** After which answers of an activation how many records disappear. */
const DISAPPEARANCES = [
	{ answers: 1, disappearing: 2 },
	{ answers: 2, disappearing: 1 },
	{ answers: 3, disappearing: 2 },
	{ answers: 4, disappearing: 1 },
	{ answers: 5, disappearing: 2 },
];

// Pages overlap by a record, so it takes two that disappear to hide another one.
test.each(
	withEachTotal([
		{ pageLimits: SHORT, count: 7, places: range(7) },
		{ pageLimits: SHORT, count: 8, places: range(8) },
		{ pageLimits: SHORT, count: 15, places: range(15) },
		{ pageLimits: USUAL, count: 100, places: [0, 50] },
		{ pageLimits: USUAL, count: 101, places: [0, 50, 100] },
	]),
)(
	'records that disappear from a list of $count $totals during the activation make no other one new',
	async ({ pageLimits, count, places, tellsTotal }) => {
		for (const place of places)
			for (const { answers, disappearing } of DISAPPEARANCES) {
				usePlatform({ pageLimits, tellsTotal, latencyMs: 300 });
				const executions = range(count).map(() => addExecution());
				platform().afterEachAnswer = () => {
					if (platform().requests.length >= answers)
						for (const each of executions.slice(place, place + disappearing)) each.deleted = true;
				};
				const n8n = await active('execution', { events: ['started', 'failed'] });
				platform().afterEachAnswer = undefined;
				await polls(n8n, 2);
				expect({ place, answers, emitted: idsOf(n8n) }).toEqual({ place, answers, emitted: [] });
			}
	},
);

test.each(
	withEachTotal([
		{ pageLimits: SHORT, count: 7, coming: 7 },
		{ pageLimits: SHORT, count: 8, coming: 30 },
		{ pageLimits: SHORT, count: 20, coming: 20 },
		{ pageLimits: USUAL, count: 100, coming: 250 },
		{ pageLimits: USUAL, count: 400, coming: 400 },
	]),
)(
	'$coming records that are added to a list of $count $totals during the activation make none of these new',
	async ({ pageLimits, count, coming, tellsTotal }) => {
		const latencyMs = 300;
		for (let answers = 1; answers <= 12; answers++) {
			usePlatform({ pageLimits, tellsTotal, latencyMs });
			// They are listed before the others, which have the same time.
			const justBeforeAnswer = time.now() + answers * latencyMs - 100;
			for (let each = 0; each < coming; each++) addExecution({ visibleAt: justBeforeAnswer });
			const before = new Set(range(count).map(() => `task:${addExecution().id}:failed`));
			const n8n = await active('execution');
			await polls(n8n, 2);
			const emitted = idsOf(n8n).filter((id) => before.has(String(id)));
			expect({ answers, emitted }).toEqual({ answers, emitted: [] });
		}
	},
);

test('logs with the same time, more than an activation can read, neither count as new nor block new ones', async () => {
	usePlatform({ latencyMs: 1_500 });
	for (let each = 0; each < 8_000; each++) addLog();
	const n8n = await active('auditLog');
	await time.sleep(MINUTE);
	const next = addLog();
	await polls(n8n, 3);
	expect(idsOf(n8n)).toEqual([next.id]);
});

test('an activation that runs out of time does not treat records that it did not reach as new', async () => {
	usePlatform({ latencyMs: 3_000 });
	for (let each = 0; each < 8_000; each++) addExecution({ time: time.now() - each * 10 });
	const n8n = await active('execution');
	platform().behavior.latencyMs = 100;
	const next = addExecution();
	await polls(n8n, 3);
	expect(idsOf(n8n)).toEqual([`task:${next.id}:failed`]);
});

describe('executions in progress at the activation', () => {
	test('an execution that is in progress at the activation is found, although others end between two pages', async () => {
		const open = Array.from({ length: 250 }, (_, each) =>
			addExecution({ time: time.now() - HOUR - each * 1_000, endsAt: time.now() + HOUR }),
		);
		const n8n = trigger('execution', {});
		let index = 0;
		platform().afterEachAnswer = () => {
			for (let each = 0; each < 20 && index < 60; each++) open[index++]!.endsAt = time.now();
		};
		expect(await n8n.poll({ activation: true })).toBe('nothing');
		platform().afterEachAnswer = undefined;
		await time.sleep(2 * HOUR);
		await polls(n8n, 5);
		const emitted = new Set(idsOf(n8n));
		expect(open.slice(60).filter(({ id }) => !emitted.has(`task:${id}:failed`))).toEqual([]);
	});

	test.each([
		['it has no status for a while', { stopsMs: HOUR }],
		[
			'the steps of its plan are not settled yet',
			{ kind: 'plan', endsAt: undefined, settlesMs: HOUR },
		],
	])(
		'the end of an execution in progress at the activation is emitted, even if %s',
		async (_title, more) => {
			const began = time.now() - HOUR;
			const { id, kind } = addExecution({
				time: began,
				visibleAt: began,
				startsAt: began,
				...(more as Partial<Execution>),
				endsAt: 'stopsMs' in more ? time.now() + HOUR / 2 : time.now(),
			});
			const n8n = await active('execution', { runsOf: 'tasksAndPlans' });
			await time.sleep(2 * HOUR);
			await polls(n8n, 2);
			expect(idsOf(n8n)).toEqual([`${kind}:${id}:failed`]);
		},
	);
});

test('an execution that began long before the activation, without a status then, is emitted when it ends', async () => {
	const before = time.now() - HOUR;
	addExecution({
		time: before,
		visibleAt: before,
		startsAt: before,
		endsAt: time.now() + 10 * MINUTE,
		stopsMs: 2 * HOUR,
	});
	addExecution({ end: 'execution_successful' });
	const n8n = await active('execution');
	await polls(n8n, 30);
	expect(n8n.emitted).toHaveLength(1);
});

test('a plan that was finished before the activation is not emitted, although its steps could not be read then', async () => {
	addExecution({ kind: 'plan', settlesMs: 0 });
	await time.sleep(MINUTE);
	platform().outages = [{ of: 'single', status: 403, until: time.now() + 5 * MINUTE }];
	const n8n = await active('execution', { runsOf: 'plans' });
	await polls(n8n, 20);
	expect(n8n.emitted).toEqual([]);
});
