import { follow, TimeLimit } from '../../nodes/shared/wait';
import { simulateTime, type SimulatedTime } from '../support/time';

let time: SimulatedTime;
beforeEach(() => {
	time = simulateTime();
});
afterEach(() => time.restore());

test('looks less and less often until it has ended', async () => {
	const looks: number[] = [];
	const started = time.now();
	const end = await follow({
		read: () => {
			looks.push(time.now() - started);
			return Promise.resolve(time.now() - started);
		},
		ended: (passed) => passed > 60_000,
	});
	expect(looks.slice(0, 4)).toEqual([0, 2_000, 5_000, 9_500]);
	expect(Math.max(...looks.slice(1).map((at, index) => at - looks[index]!))).toBeLessThanOrEqual(30_000);
	expect(end).toBe(looks.at(-1));
});

test('the last look is at the time limit, and carries the last state', async () => {
	const started = time.now();
	const waiting = follow({ read: () => Promise.resolve(time.now() - started), ended: () => false, limitMs: 10_000 });
	await expect(waiting).rejects.toThrow(TimeLimit);
	await expect(waiting).rejects.toMatchObject({ state: 10_000, limitMs: 10_000 });
});

test('a time limit that is none is refused', async () => {
	await expect(follow({ read: () => Promise.resolve(1), ended: () => false, limitMs: NaN })).rejects.toThrow(RangeError);
});

test('stops at once when it is aborted', async () => {
	const stop = new AbortController();
	const waiting = follow({ read: () => Promise.resolve(1), ended: () => false, signal: stop.signal });
	const failed = expect(waiting).rejects.toThrow('stopped');
	setImmediate(() => stop.abort(new Error('stopped')));
	await failed;
	expect(time.now()).toBeLessThan(Date.UTC(2026, 2, 31, 9));
});
