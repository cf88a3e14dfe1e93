/**
 * Platforms whose answers are not as the documents describe them: no event is lost, and no poll
 * gets stuck.
 */
import { changed } from '../support/changed';
import { HOUR, MINUTE } from '../support/time';
import { SimulatedN8n } from './simulatedN8n';
import type { Behavior } from './simulatedPlatform';
import {
	activated,
	active,
	addExecution,
	addLog,
	artifactTrigger,
	AUDIT_LOGS,
	EXECUTIONS,
	expectEachOnce,
	platform,
	polls,
	taskTrigger,
	time,
	trigger,
	type TriggerName,
	usePlatform,
	WATCHED,
} from './stage';

/** A number of executions at equal distances, the last one now. */
function add(name: TriggerName, count: number, apartMs: number): void {
	for (let each = count - 1; each >= 0; each--) {
		const more = { time: time.now() - each * apartMs, visibleAt: time.now() };
		if (name === 'auditLog') addLog(more);
		else addExecution(more);
	}
}

/** Each trigger of the simulation, and something that it emits. */
const CAUSES: Record<string, [() => SimulatedN8n, (number: number) => void]> = {
	execution: [() => trigger('execution'), () => addExecution()],
	auditLog: [() => trigger('auditLog'), () => addLog()],
	crawler: [
		() => trigger('crawler', { events: ['failed'] }),
		(number) => addExecution({ id: `c${number} 1`, kind: 'crawler', end: 'failed' }),
	],
	artifact: [
		() => artifactTrigger(),
		(number) => platform().artifacts.push({ id: `a${number}`, versions: ['1.0.0'] }),
	],
	stewardshipTask: [
		() => taskTrigger({ events: ['created'] }),
		(number) => {
			const at = { createdAt: time.now(), changedAt: time.now() };
			platform().tasks.push({ id: `t${number}`, state: 'New', ...at });
		},
	],
};

const PAIRS = Object.keys(CAUSES).flatMap((first) =>
	Object.keys(CAUSES).map((second) => [first, second] as const),
);

test.each<[string, Partial<Behavior>]>([
	['its total counts 200 more', { wrongTotal: (count) => count + 200 }],
	['its total is always 5,000', { wrongTotal: () => 5_000 }],
	['it has no total', { tellsTotal: false }],
])(
	'all events are emitted although pages past the end of the list are refused and %s',
	async (_what, totals) => {
		usePlatform(totals);
		const n8n = await active('execution', { runsOf: 'tasks', events: ['failed'] });
		for (let each = 0; each < 150; each++) addExecution({ time: time.now() + each });
		const usual = platform().request.bind(platform());
		platform().request = async (options) => {
			const answer = await usual(options);
			const isPastEnd =
				(answer.body as { items?: unknown[] }).items?.length === 0 &&
				Number(new URL(options.url, 'http://platform').searchParams.get('offset') ?? 0) > 0;
			return isPastEnd ? { ...answer, statusCode: 416, body: { message: 'past the end' } } : answer;
		};
		await polls(n8n, 3);
		expect(n8n.error).toBeUndefined();
		expectEachOnce(n8n, 150);
	},
);

test.each([
	{ totals: 'with totals', tellsTotal: true },
	{ totals: 'without totals', tellsTotal: false },
])(
	'a list $totals that ends before its documented limit is read to its end',
	async ({ tellsTotal }) => {
		usePlatform({ tellsTotal, pageLimits: { pageSize: 100, maxPerPeriod: 900 } });
		const n8n = await active('execution', { options: { maxEvents: 10_000 } });
		await time.sleep(HOUR);
		add('execution', 1_200, 1_000);
		await polls(n8n, 2);
		expect(n8n.error).toBeUndefined();
		expectEachOnce(n8n, 1_200);
	},
);

describe('pages behind the limit that are refused with an error of the server', () => {
	test('executions at one moment are all found without a total', async () => {
		usePlatform({ tellsTotal: false, tooFarStatus: 500 });
		const n8n = await active('execution', { options: { maxEvents: 10_000 } });
		await time.sleep(HOUR);
		add('execution', 850, 0);
		await polls(n8n, 2);
		expect(n8n.error).toBeUndefined();
		expectEachOnce(n8n, 850);
	});

	test('more executions at one moment than are listed do not stop the trigger', async () => {
		usePlatform({ tooFarStatus: 500 });
		const n8n = await active('execution', { options: { maxEvents: 10_000 } });
		await time.sleep(HOUR);
		add('execution', 1_500, 0);
		await polls(n8n, 2);
		expect(n8n.emitted.length).toBeGreaterThanOrEqual(990);
		n8n.error = undefined;
		await time.sleep(HOUR);
		const count = n8n.emitted.length;
		add('execution', 1, 0);
		await polls(n8n, 2);
		expect(n8n.error).toBeUndefined();
		expect(n8n.emitted).toHaveLength(count + 1);
	});
});

describe('a total that is wrong', () => {
	test.each([
		{ ...EXECUTIONS, latencyMs: 300 },
		{ ...EXECUTIONS, latencyMs: 900 },
		{ ...AUDIT_LOGS, latencyMs: 300 },
		{ ...AUDIT_LOGS, latencyMs: 900 },
	])(
		'a total of $what that is too large costs one more request per list at most, at $latencyMs ms each',
		async ({ name, latencyMs }) => {
			usePlatform({ latencyMs, wrongTotal: (count) => (count === 0 ? 0 : count + 3) });
			const n8n = await active(name, name === 'execution' ? { runsOf: 'tasksAndPlans' } : {});
			add(name, 5, 10);
			for (let poll = 0; poll < 3; poll++) {
				platform().requests = [];
				await n8n.poll();
				expect(platform().requests.length).toBeLessThanOrEqual(name === 'execution' ? 3 : 2);
				await time.sleep(MINUTE);
			}
			add(name, 2, 10);
			await n8n.poll();
			expect(n8n.error).toBeUndefined();
			expectEachOnce(n8n, 7);
		},
	);

	describe.each([
		['are not refused', undefined],
		['are refused', 'refused'],
		['are cut', 'cut'],
	] as const)(
		'a platform that lists 1,000 records, and on which pages across that end %s',
		(_what, pagesAcrossEnd) => {
			test.each<[string, Partial<Behavior>]>([
				['has no total', { tellsTotal: false }],
				['has a total', {}],
				['has a total of at most 1,000', { wrongTotal: (count) => Math.min(count, 1_000) }],
				['has a total of at most 300', { wrongTotal: (count) => Math.min(count, 300) }],
			])('a list of more records that %s is read to its end', async (_what, behavior) => {
				usePlatform({ ...behavior, pagesAcrossEnd });
				const n8n = await active('execution', { options: { maxEvents: 10_000 } });
				await time.sleep(HOUR);
				add('execution', 3_000, 1_000);
				await polls(n8n, 2);
				expect(n8n.error).toBeUndefined();
				expectEachOnce(n8n, 3_000);
			});

			test('exactly 1,000 executions with the same time are not reported as incomplete', async () => {
				usePlatform({ pagesAcrossEnd });
				const n8n = await active('execution', { options: { maxEvents: 10_000 } });
				await time.sleep(HOUR);
				add('execution', 1_000, 0);
				await polls(n8n, 3);
				expect(n8n.error).toBeUndefined();
				expectEachOnce(n8n, 1_000);
			});

			test('more executions with the same time than are listed are reported as missing', async () => {
				usePlatform({ pagesAcrossEnd });
				const n8n = await active('execution', { options: { maxEvents: 10_000 } });
				await time.sleep(HOUR);
				add('execution', 1_500, 0);
				await polls(n8n, 2);
				expect(n8n.error?.message).toContain('may have been missed');
			});
		},
	);

	test.each([
		['are not refused', undefined, undefined],
		['are cut', 'cut', undefined],
		['are refused', 'refused', expect.stringContaining('may have been missed')],
	] as const)(
		'exactly 1,000 executions with the same time, without a total, are emitted if pages across the end %s',
		async (_what, pagesAcrossEnd, message) => {
			usePlatform({ pagesAcrossEnd, tellsTotal: false });
			const n8n = await active('execution', { options: { maxEvents: 10_000 } });
			await time.sleep(HOUR);
			add('execution', 1_000, 0);
			await polls(n8n, 3);
			expect(n8n.error?.message).toEqual(message);
			expectEachOnce(n8n, 1_000);
		},
	);

	test.each([416, 422])(
		'more executions with the same time than are listed are reported if pages past the end are refused with %i',
		async (tooFarStatus) => {
			usePlatform({ tooFarStatus });
			const n8n = await active('execution', { options: { maxEvents: 10_000 } });
			await time.sleep(HOUR);
			add('execution', 1_500, 0);
			await polls(n8n, 1);
			expect(n8n.error).toBeUndefined();
			await polls(n8n, 1);
			expect(n8n.error?.message).toContain('may have been missed');
		},
	);

	test.each([416, 422, 500])(
		'a long list is read to its end although pages across the listed end are refused with %i',
		async (tooFarStatus) => {
			usePlatform({ pagesAcrossEnd: 'refused', tooFarStatus });
			const n8n = await active('execution', { options: { maxEvents: 10_000 } });
			await time.sleep(HOUR);
			add('execution', 3_000, 1_000);
			await polls(n8n, 2);
			expect(n8n.error).toBeUndefined();
			expectEachOnce(n8n, 3_000);
		},
	);

	test.each([
		['at most 20', (count: number) => Math.min(count, 20)],
		['always 50,000', () => 50_000],
		['twice the number of records', (count: number) => count * 2],
		['always 0', () => 0],
	])('a long list whose total is %s is read to its end', async (_what, wrongTotal) => {
		usePlatform({ latencyMs: 300, wrongTotal });
		const n8n = await active('execution', { options: { maxEvents: 10_000 } });
		await time.sleep(HOUR);
		add('execution', 2_345, 1_000);
		await polls(n8n, 2);
		expect(n8n.error).toBeUndefined();
		expectEachOnce(n8n, 2_345);
		platform().requests = [];
		await n8n.poll();
		// Look-Back has 600 of them: seven pages, and the last one that is listed. Twice as many if the
		// total suggests pages that do not exist.
		expect(platform().requests.length).toBeLessThanOrEqual(2 * 8);
	});
});

test.each([
	['the records of one page', (count: number) => Math.min(count, 30)],
	['a third', (count: number) => Math.floor(count / 3)],
	['a tenth', (count: number) => Math.floor(count / 10)],
	['nothing', () => 0],
])(
	'a backlog in small, slow pages is read to its end although the total counts only %s',
	async (_what, wrongTotal) => {
		usePlatform({ latencyMs: 900, wrongTotal, cap: { size: 30, isSaid: true } });
		const n8n = await active('execution', { options: { maxEvents: 100 } });
		await time.sleep(HOUR);
		// Three bursts, and a day without polls.
		for (const pauseMs of [0, 15 * MINUTE, 20 * HOUR]) {
			await time.sleep(pauseMs);
			add('execution', 555, 20);
		}
		await time.sleep(9 * HOUR);
		await polls(n8n, 20);
		expect(n8n.error).toBeUndefined();
		expectEachOnce(n8n, 1_665);
	},
);

test.each(WATCHED)(
	'a backlog is emitted although the list of $what always returns its first page',
	async ({ name }) => {
		usePlatform({ latencyMs: 900 });
		const n8n = await active(name, name === 'execution' ? { runsOf: 'tasks' } : {}, true);
		await time.sleep(HOUR);
		add(name, 900, 4_000);
		const usual = platform().request.bind(platform());
		platform().request = async ({ url, ...options }) =>
			await usual({ ...options, url: url.replace(/&(offset|page)=\d+/, '') });
		await polls(n8n, 4);
		expect(n8n.error).toBeUndefined();
		expectEachOnce(n8n, 900);
	},
);

test('a trigger with short pages continues after more executions with the same time than are listed', async () => {
	usePlatform({
		latencyMs: 900,
		wrongTotal: (count) => count + 7,
		cap: { size: 20, isSaid: false },
		inclusive: false,
	});
	const n8n = await active('execution', { runsOf: 'tasksAndPlans', events: ['failed'] });
	await time.sleep(HOUR);
	add('execution', 1_001, 0);
	await time.sleep(20 * HOUR);
	add('execution', 293, 0);
	await polls(n8n, 40);
	expectEachOnce(n8n, 1_294);
});

test('the page after a short one is read although the total is not exact', async () => {
	usePlatform({ wrongTotal: (count) => count + 7, cap: { size: 99, isSaid: false } });
	const n8n = await active('auditLog', { options: { maxEvents: 400 } });
	for (let burst = 0; burst < 3; burst++) {
		await time.sleep(MINUTE);
		add('auditLog', 1_000, 20);
	}
	await time.sleep(20 * HOUR);
	await polls(n8n, 40);
	expect(n8n.error).toBeUndefined();
	expectEachOnce(n8n, 3_000);
});

test.each([
	{ ...EXECUTIONS, isSaid: true, tellsTotal: true, shown: 'its limit and a total' },
	{ ...EXECUTIONS, isSaid: true, tellsTotal: false, shown: 'its limit' },
	{ ...EXECUTIONS, isSaid: false, tellsTotal: true, shown: 'a total' },
	{ ...AUDIT_LOGS, isSaid: false, tellsTotal: true, shown: 'a total' },
])(
	'a page of $what that is smaller than requested, but shows $shown, is not taken for the last one',
	async ({ name, isSaid, tellsTotal }) => {
		usePlatform({ tellsTotal, cap: { size: 30, isSaid } });
		add(name, 200, 1_000);
		const n8n = await active(name);
		add(name, 200, 100);
		await n8n.poll();
		await time.sleep(MINUTE);
		await n8n.poll();
		expectEachOnce(n8n, 200);
	},
);

describe('a platform that filters by whole seconds', () => {
	test.each(
		[EXECUTIONS, AUDIT_LOGS].flatMap((watched) => [
			{ ...watched, inclusive: true, tellsTotal: true, has: 'inclusive bounds and totals' },
			{ ...watched, inclusive: true, tellsTotal: false, has: 'inclusive bounds' },
			{ ...watched, inclusive: false, tellsTotal: true, has: 'exclusive bounds and totals' },
			{ ...watched, inclusive: false, tellsTotal: false, has: 'exclusive bounds' },
		]),
	)(
		'a long list of $what with $has is read without a gap between its parts',
		async ({ name, inclusive, tellsTotal }) => {
			usePlatform({ bySecond: true, inclusive, tellsTotal });
			const n8n = await active(name, { options: { maxEvents: 10_000 } });
			await time.sleep(HOUR);
			add(name, 5_000, 437);
			await polls(n8n, 3);
			expectEachOnce(n8n, 5_000);
		},
	);

	test('executions are read without a gap between two polls', async () => {
		usePlatform({ bySecond: true, inclusive: false });
		const n8n = await active('execution', { options: { lookBack: 1, maxEvents: 1 } });
		for (let each = 0; each < 30; each++) {
			add('execution', 3, 7);
			await time.sleep(2_345);
			await n8n.poll();
		}
		for (let poll = 0; poll < 70; poll++) {
			await n8n.poll();
			await time.sleep(1_234);
		}
		expectEachOnce(n8n, 90);
	});
});

/** The times around the begin of the reading: every 50 ms, and every one that is close to it. */
const OFFSETS_MS = [...[...Array(45).keys()].map((step) => -1_100 + step * 50), -2, -1, 1, 2];

test.each(WATCHED)(
	'$what that are as old as the look-back at the activation are not new',
	async ({ name }) => {
		for (const inclusive of [true, false])
			for (const offset of OFFSETS_MS) {
				usePlatform({ inclusive });
				add(name, 1, 0);
				const more = { time: time.now() - 5 * MINUTE + offset, visibleAt: time.now() };
				if (name === 'auditLog') addLog(more);
				else addExecution(more);
				const n8n = await active(name);
				await n8n.poll();
				expect({ inclusive, offset, emitted: n8n.emitted }).toEqual({
					inclusive,
					offset,
					emitted: [],
				});
			}
	},
);

test.each(PAIRS)(
	'two triggers with one node ID, as in old workflows, both emit: %s and %s',
	async (one, other) => {
		const [first, second] = [CAUSES[one]![0](), CAUSES[other]![0]()];
		second.isCopyOf(first);
		await activated(first);
		await activated(second);
		for (let poll = 0; poll < 3; poll++) {
			for (const name of new Set([one, other])) CAUSES[name]![1](poll);
			await Promise.all([first.poll(), second.poll()]);
			await time.sleep(MINUTE);
		}
		await Promise.all([first.poll(), second.poll()]);
		expect([first.emitted.length, second.emitted.length]).toEqual([3, 3]);
		expect([first.error, second.error]).toEqual([undefined, undefined]);
	},
);

test.each(WATCHED)(
	'times of $what without a zone are UTC, also where n8n runs in New York',
	async ({ name }) => {
		const { parse } = Date;
		changed(Date, {
			parse: (text) => parse(/[T ]\d\d:\d\d[\d:.]*$/.test(text) ? `${text}-04:00` : text),
		});
		usePlatform({ withoutZone: true });
		const n8n = await active(name, {
			...(name === 'auditLog'
				? { filters: { toDate: new Date(time.now() + 2 * HOUR).toISOString() } }
				: {}),
		});
		await time.sleep(HOUR);
		add(name, 360, 9_000);
		const newest = time.now();
		await n8n.poll();
		expect([n8n.emitted.length, n8n.emitted.at(-1)?.occurredAt]).toEqual([
			360,
			new Date(newest).toISOString(),
		]);
	},
);
