/** The limit of each endpoint, to the number: each line is one that could be written otherwise without the simulations of `requestQueue.test.ts` noticing. */
import { RequestQueue, type Slot } from '../../../nodes/shared/transport/requestQueue';
import { simulateTime, type SimulatedTime } from '../../support/time';

let time: SimulatedTime;
let queue: RequestQueue;
beforeEach(() => {
	time = simulateTime();
	queue = new RequestQueue();
});
afterEach(() => time.restore());

/** Requests that come together and are in flight for a tenth of a second; `refuses` says whether a response is a 429. */
async function requests(
	count: number,
	endpoint: string,
	refuses: (number: number) => boolean = () => false,
) {
	const starts: number[] = [];
	let inFlight = 0;
	let inFlightBeyond = 0;
	const most: number[] = [];
	const mostBeyond: number[] = [];
	const waits: number[] = [];
	const one = async (slot: Slot) => {
		const number = starts.push(time.elapsed());
		const isBeyond = number > 10;
		most.push(++inFlight);
		if (isBeyond) mostBeyond.push(++inFlightBeyond);
		await time.sleep(100);
		inFlight--;
		if (isBeyond) inFlightBeyond--;
		if (refuses(number)) waits.push(Math.round(queue.limited(slot, undefined) - time.elapsed()));
		else queue.through(slot);
	};
	await Promise.all(
		Array.from(
			{ length: count },
			async () => await queue.run(one, { endpoint, patienceMs: 60_000, again: false }),
		),
	);
	return {
		mostBeyond,
		between: starts.slice(1).map((at, index) => Math.round(at - starts[index]!)),
		most,
		waits,
		first: starts[0]!,
	};
}

/** The endpoint `GET /a` meets the limit: 10 requests get through, the others are refused. */
const met = async () => await requests(14, 'GET /a', (number) => number > 10);

test('the first ten requests of a second are sent at full width, and of those beyond four are in flight until twelve got through', async () => {
	const { most, mostBeyond } = await requests(40, 'GET /a');
	expect(most.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 8, 8]);
	expect(Math.max(...mostBeyond.slice(0, 14))).toBe(4);
	expect(Math.max(...mostBeyond.slice(14))).toBe(8);
	expect(mostBeyond.findIndex((count) => count > 4)).toBe(16);
	// That is known from now on, also after a pause.
	expect(Math.max(...(await requests(40, 'GET /a')).mostBeyond)).toBe(8);
	await time.sleep(5_000);
	expect(Math.max(...(await requests(40, 'GET /a')).mostBeyond.slice(0, 14))).toBe(8);
});

test('requests to several endpoints are beyond it together', async () => {
	const inFlight = { now: 0, beyond: 0 };
	const one = async (number: number, slot: Slot) => {
		if (number >= 10) inFlight.beyond = Math.max(inFlight.beyond, ++inFlight.now);
		await time.sleep(100);
		if (number >= 10) inFlight.now--;
		queue.through(slot);
	};
	const numbers = { a: 0, b: 0 };
	await Promise.all(
		Array.from({ length: 32 }, async (_, index) => {
			const name = index % 2 === 0 ? 'a' : 'b';
			await queue.run(async (slot) => await one(numbers[name]++, slot), {
				endpoint: `GET /${name}`,
				patienceMs: 60_000,
				again: false,
			});
		}),
	);
	expect(inFlight.beyond).toBe(4);
});

test('any second counts, not only those of the endpoint: the second of the server may begin in between', async () => {
	await requests(10, 'GET /a');
	await time.sleep(500);
	await requests(10, 'GET /a');
	await time.sleep(200);
	// 1.1 s after the first of them, 0.4 s after the second ten.
	expect(Math.max(...(await requests(10, 'GET /a')).most)).toBe(4);
});

test('twice as many at once prove nothing, however often, if there is a pause in between', async () => {
	for (let round = 0; round < 5; round++) {
		expect(Math.max(...(await requests(20, 'GET /a')).mostBeyond)).toBe(4);
		await time.sleep(2_500);
	}
});

test('a pause of two seconds is one, a second that begins with the end of another is the next', async () => {
	const from = time.elapsed();
	await requests(20, 'GET /a');
	await time.sleep(from + 2_000 - time.elapsed());
	expect(Math.max(...(await requests(20, 'GET /a')).mostBeyond)).toBe(4);
	const then = time.elapsed();
	await requests(10, 'GET /b');
	await time.sleep(then + 1_000 - time.elapsed());
	// Of these twelve, only two are beyond it, and of those of the next second four.
	expect((await requests(12, 'GET /b')).most.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
	await time.sleep(then + 2_000 - time.elapsed());
	await requests(14, 'GET /b');
	expect(Math.max(...(await requests(8, 'GET /b')).most)).toBe(4);
});

test('what got through before it was met, or at the same moment, proves nothing', async () => {
	// Of the twelve beyond it, one is refused; three of those that are in flight then get through.
	await requests(30, 'GET /a', (number) => number === 22);
	expect(queue.slowedUntil('GET /a')).toBeGreaterThan(time.elapsed());
	expect((await requests(4, 'GET /a')).between.slice(1)).toEqual([102, 102]);
});

test('it is kept for five minutes to the millisecond', async () => {
	await met();
	const until = queue.slowedUntil('GET /a');
	expect(until - time.elapsed()).toBe(300_000);
	await time.sleep(299_999);
	expect((await requests(1, 'GET /a')).first).toBe(until - 1);
	await requests(2, 'GET /b');
	const { between } = await requests(3, 'GET /a');
	expect(between).toEqual([0, 0]);
	await met();
	await time.sleep(queue.slowedUntil('GET /a') - time.elapsed());
	expect((await requests(3, 'GET /c')).between).toEqual([0, 0]);
});

test('nothing is held back where there are ten requests in each second', async () => {
	for (let round = 0; round < 5; round++) {
		expect((await requests(10, 'GET /a')).most.at(-1)).toBe(8);
		await time.sleep(1_000);
	}
});

test('where it is met, all refused requests wait until a second after the last ten, and then one starts each 102 ms for five minutes', async () => {
	const { waits } = await met();
	// Six of the last ten started together 0.1 s ago, and when the platform counted them is known only within a response's time.
	expect(waits).toEqual([900, 900, 900, 900]);
	const until = time.elapsed() + 900;
	const { first, between } = await requests(5, 'GET /a');
	expect(first).toBe(until);
	expect(between).toEqual([102, 102, 102, 102]);
	await time.sleep(until - 900 + 299_500 - time.elapsed());
	// A timer may be late: 20 ms are made up for.
	expect((await requests(3, 'GET /a')).between).toEqual([82, 102]);
	await time.sleep(500);
	expect((await requests(2, 'GET /a')).between).toEqual([0]);
});

test('so do other endpoints of the queue, at once if they were little used in that second', async () => {
	await requests(1, 'GET /b');
	await time.sleep(600);
	await requests(8, 'GET /c');
	await time.sleep(200);
	await met();
	const from = time.elapsed();
	const [b, c, d] = await Promise.all(
		['b', 'c', 'd'].map(async (name) => await requests(3, `GET /${name}`)),
	);
	expect([b!.first - from, c!.first - from, d!.first - from].map(Math.round)).toEqual([0, 396, 0]);
	for (const { between } of [b!, d!]) expect(between).toEqual([82, 102]);
	expect(c!.between).toEqual([102, 102]);
});

test('but not those that proved to be free of it', async () => {
	await requests(40, 'GET /free');
	await met();
	expect((await requests(8, 'GET /free')).between).toEqual([0, 0, 0, 0, 0, 0, 0]);
	expect(queue.slowedUntil('GET /free')).toBeLessThanOrEqual(time.elapsed());
	expect(queue.slowedUntil('GET /a')).toBeGreaterThan(time.elapsed() + 290_000);
	expect(queue.forgettable).toBe(false);
});

test('where it is met again, the next starts soon, all of them 2 % slower', async () => {
	await met();
	await requests(20, 'GET /a');
	const { waits } = await requests(1, 'GET /a', () => true);
	expect(waits).toEqual([104]);
	expect(queue.slowedUntil('GET /a') - time.elapsed()).toBe(300_000);
	expect((await requests(3, 'GET /a')).between).toEqual([104, 104]);
	// After these five minutes it begins as it did at first.
	await time.sleep(300_000);
	await met();
	expect((await requests(3, 'GET /a')).between).toEqual([102, 102]);
});

test('where it is known, the first request to another endpoint meets it, too', async () => {
	await met();
	expect((await requests(1, 'GET /b', () => true)).waits).toEqual([104]);
});

test('when a request was sent counts, not when its refusal arrives', async () => {
	await requests(10, 'GET /a');
	await queue.run(
		async (slot) => {
			await time.sleep(2_000);
			queue.limited(slot, undefined);
		},
		{ endpoint: 'GET /a', patienceMs: 60_000, again: false },
	);
	expect(queue.slowedUntil('GET /a') - time.elapsed()).toBe(300_000);
	const now = time.elapsed();
	expect((await requests(1, 'GET /b')).first).toBe(now);
});

test('where a second did not help, it is another limit: the whole queue pauses, as after a first pause', async () => {
	await met();
	await requests(1, 'GET /a', () => true);
	const until = time.elapsed() + 4_000;
	expect((await requests(1, 'GET /b')).first).toBe(until);
});

test.each<[string, () => Promise<unknown>]>([
	['fewer requests than that', async () => await requests(9, 'GET /a', (number) => number === 9)],
	[
		'an announced time',
		async () => {
			await requests(10, 'GET /a');
			await queue.run((slot) => Promise.resolve(queue.limited(slot, 1_000)), {
				endpoint: 'GET /a',
				patienceMs: 60_000,
				again: false,
			});
		},
	],
	[
		'an endpoint that proved to be free of it',
		async () => {
			await requests(40, 'GET /a');
			await requests(1, 'GET /a', () => true);
		},
	],
])('%s: another limit, and the whole queue pauses', async (_name, refused) => {
	await refused();
	const now = time.elapsed();
	expect((await requests(1, 'GET /b')).first).toBeGreaterThan(now + 800);
});
