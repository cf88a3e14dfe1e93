/** Many events at once, or after a long pause: all of them are emitted, each once, and soon. */
import type { PageLimits } from '../../nodes/shared/trigger/reading/listing';
import { HOUR, MINUTE, SECOND } from '../support/time';
import {
	active,
	addExecution,
	addExecutions,
	addLog,
	addLogs,
	answering,
	AUDIT_LOGS,
	EXECUTIONS,
	expectEachOnce,
	idsOf,
	LISTED_OF_ONE_TIME,
	platform,
	polls,
	time,
	usePlatform,
	WATCHED,
} from './stage';

/** Lists that are so short that few records fill them. */
const SHORT: PageLimits = { pageSize: 7, maxPerPeriod: 49 };

const happens = (name: 'auditLog' | 'execution', at: number) =>
	name === 'auditLog' ? addLog({ time: at, visibleAt: at }) : addExecution({ time: at });

test('a trigger catches up after a pause of ten minutes', async () => {
	const n8n = await active('execution', { options: { maxEvents: 10_000 } });
	// One a second. A 429 interrupts the first poll after twelve responses.
	const count = 6_000;
	const now = time.now();
	addExecutions(count, (each) => ({
		time: now + each * SECOND,
		visibleAt: now + each * SECOND,
	}));
	await time.sleep(count * SECOND);
	platform().faults = [{ after: 12, status: 429, retryAfter: 600 }];
	await n8n.poll();
	const before = n8n.emitted.length;
	expect(before).toBeLessThan(count);
	await time.sleep(601 * SECOND);
	await n8n.poll();
	expect(n8n.emitted.length - before).toBeGreaterThan(900);
	await polls(n8n, 2);
	expectEachOnce(n8n, count);
});

// Executions with the same time: some, and as many as are listed. Logs have no such limit.
test.each([
	{ ...EXECUTIONS, count: 710, latencyMs: 1_500 },
	{ ...EXECUTIONS, count: LISTED_OF_ONE_TIME, latencyMs: 1_500 },
	{ ...AUDIT_LOGS, count: 3_000, latencyMs: 900 },
	{ ...AUDIT_LOGS, count: 1_500, latencyMs: 1_500 },
])(
	'$count $what of the same time are emitted by three polls if each response takes $latencyMs ms',
	async ({ name, count, latencyMs }) => {
		usePlatform({ latencyMs });
		const n8n = await active(name, { options: { maxEvents: 10_000 } });
		const at = time.now();
		for (let each = 0; each < count; each++) happens(name, at);
		await time.sleep(4 * HOUR);
		happens(name, time.now());
		await polls(n8n, 3);
		expectEachOnce(n8n, count + 1);
	},
);

test.each(WATCHED)(
	'no event is lost while a list of $what with one record and without a total grows',
	async ({ name }) => {
		usePlatform({ tellsTotal: false, latencyMs: 1_500 });
		happens(name, time.now());
		let grows = true;
		answering((url, usual) =>
			usual().then((given) => {
				if (grows && /from/.test(url)) {
					happens(name, time.now());
					grows = false;
				}
				return given;
			}),
		);
		const n8n = await active(name);
		await time.sleep(20 * MINUTE);
		grows = true;
		happens(name, time.now());
		await n8n.poll();
		await n8n.poll();
		// What happened while the activation was looking, too.
		expect(n8n.emitted).toHaveLength(3);
		expect(platform().requests.length).toBeLessThanOrEqual(4);
	},
);

test('executions that began at the same moment are found together with a page of older ones', async () => {
	usePlatform({ pageLimits: SHORT, latencyMs: 1_500 });
	// More than a page, so that those with the same time are not on the first page alone.
	addExecutions(SHORT.pageSize + 1);
	const maxEvents = 2;
	const n8n = await active('execution', { runsOf: 'tasksAndPlans', options: { maxEvents } });
	const later = time.now() + 1;
	const pollCount = 19;
	addExecutions(pollCount * maxEvents, () => ({ time: later }));
	await polls(n8n, pollCount);
	expectEachOnce(n8n, pollCount * maxEvents);
});

test('two events for each execution do not reduce how many are remembered', async () => {
	usePlatform({ tellsTotal: false });
	const at = time.now() + 55;
	// Each of two streams remembers 600 positions: enough for these executions, not for two
	// positions of each.
	addExecutions(550, () => ({ kind: 'plan', time: at }));
	const n8n = await active('execution', { runsOf: 'tasksAndPlans', events: ['started', 'failed'] });
	const late = addExecution({ kind: 'plan', time: at - 50 });
	await polls(n8n, 1);
	expect(idsOf(n8n)).toEqual(['started', 'failed'].map((event) => `plan:${late.id}:${event}`));
});

test('a list that grows between its first page and its end is read without a second look at each page', async () => {
	usePlatform({ pageLimits: SHORT, latencyMs: 1_500 });
	const n8n = await active('execution');
	addExecutions(20, (each) => ({ time: time.now() - each }));
	let comes = 5;
	platform().afterEachAnswer = () => {
		if (comes-- > 0) addExecution();
	};
	await n8n.poll();
	platform().afterEachAnswer = undefined;
	expect(n8n.emitted.length).toBeGreaterThanOrEqual(20);
	expect(platform().requests.length).toBeLessThan(20);
});

test.each([
	{ count: 45, maxEvents: 3_000, pollCount: 2 },
	{ count: 26, maxEvents: 2, pollCount: 14 },
])(
	'$count records in small, slow pages without totals are emitted by $pollCount polls of $maxEvents events',
	async ({ count, maxEvents, pollCount }) => {
		usePlatform({ tellsTotal: false, pageLimits: SHORT, latencyMs: 1_500 });
		const n8n = await active('execution', { runsOf: 'tasksAndPlans', options: { maxEvents } });
		const at = time.now();
		addExecutions(count, (each) => ({ time: at, kind: each % 5 ? 'task' : 'plan' }));
		await polls(n8n, pollCount);
		expectEachOnce(n8n, count);
	},
);

// The numbers are those of a random history (bursts.test.ts). By its total, a minute was divided
// into 61 periods, which two polls had too little time to read one after the other.
test('a total that is far too large for each period does not use up the time of polls', async () => {
	usePlatform({
		latencyMs: 300,
		wrongTotal: () => 50_000,
		bySecond: true,
		pagesAcrossEnd: 'refused',
		cap: { size: 50, isSaid: true },
	});
	const events = ['started', 'failed'];
	const n8n = await active('execution', { events, options: { maxEvents: 3_000 } });
	const bursts = [999, 1_043] as const;
	addExecutions(bursts[0], (each) => ({ time: time.now() + each }));
	await time.sleep(10 * SECOND);
	addExecutions(bursts[1], (each) => ({ time: time.now() + each * 50 }));
	await time.sleep(MINUTE);
	await polls(n8n, 2);
	expectEachOnce(n8n, (bursts[0] + bursts[1]) * events.length);
});

test('the stream that needs nearly all of the time gets it in its turn', async () => {
	usePlatform({ latencyMs: 3_000 });
	const n8n = await active('execution', { runsOf: 'tasksAndPlans' });
	const at = time.now();
	// Two pages of each stream.
	for (const kind of ['task', 'plan'] as const) addExecutions(150, () => ({ time: at, kind }));
	await polls(n8n, 4);
	expectEachOnce(n8n, 2 * 150);
});

test.each([
	{ bounds: 'inclusive', inclusive: true },
	{ bounds: 'exclusive', inclusive: false },
])(
	'two thousand logs with the same time are each emitted once, with $bounds bounds',
	async ({ inclusive }) => {
		usePlatform({ inclusive });
		const n8n = await active('auditLog', { options: { maxEvents: 500 } });
		const at = time.now();
		addLogs(2_000, () => ({ time: at, visibleAt: at }));
		await polls(n8n, 6);
		expectEachOnce(n8n, 2_000);
	},
);

test('both events of each execution in a burst are found', async () => {
	const events = ['started', 'failed'];
	const n8n = await active('execution', { events });
	// They begin before the first poll, and end between it and the second one.
	const count = 509;
	addExecutions(count, () => ({ endsAt: time.now() + 90 * SECOND }));
	await polls(n8n, 4);
	expect(n8n.emitted).toHaveLength(count * events.length);
});

describe('catching up', () => {
	// Beside its full pages, each poll asks for the page of all, the last one, and the first ones of
	// eight parts of all, and of the eight parts of one of these; each part ends with a page that is
	// not full.
	test.each([
		{ ...AUDIT_LOGS, pageSize: 200, times: 2.3 },
		{ ...EXECUTIONS, pageSize: 100, times: 1.75 },
	])(
		'a trigger catches up with fifty thousand $what by twenty polls',
		async ({ name, pageSize, times }) => {
			const n8n = await active(name, {}, true);
			const began = time.now();
			// About a day.
			const [count, apartMs] = [50_000, 1_700];
			for (let each = 0; each < count; each++) {
				const at = began + each * apartMs;
				if (name === 'auditLog') addLog({ time: at, visibleAt: at });
				else addExecution({ time: at, visibleAt: at, startsAt: at, endsAt: at });
			}
			await time.sleep(count * apartMs);
			platform().requests = [];
			let minutes = 0;
			for (; n8n.emitted.length < count && minutes < 61; minutes++) {
				await n8n.poll();
				await time.sleep(MINUTE);
			}
			expectEachOnce(n8n, count);
			expect(minutes).toBeLessThanOrEqual(20);
			expect(platform().requests.length).toBeLessThanOrEqual((count / pageSize) * times);
			expect(n8n.largestStateBytes).toBeLessThan(64_000);
		},
	);
});

test.each(WATCHED)(
	'new $what are emitted by ten polls if one poll cannot read a look-back of a day',
	async ({ name }) => {
		usePlatform({ latencyMs: 4_000 });
		const n8n = await active(name, {
			...(name === 'auditLog' && { filters: { eventCategory: ['User Account'] } }),
			options: { lookBack: 1_440 },
		});
		// None of these is emitted, so the window does not remember them.
		const activatedAt = time.now();
		for (let at = activatedAt; at < activatedAt + 26 * HOUR; at += 8_000)
			if (name === 'auditLog') addLog({ time: at, visibleAt: at, category: 'user group' });
			else addExecution({ time: at, visibleAt: at, end: 'execution_successful' });
		await time.sleep(26 * HOUR);
		await polls(n8n, 10);
		for (let count = 1; count <= 5; count++) {
			happens(name, time.now());
			await polls(n8n, 10);
			expect(n8n.emitted).toHaveLength(count);
		}
	},
);
