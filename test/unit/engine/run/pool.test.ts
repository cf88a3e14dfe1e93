/** Items of a node that are started together, and the pauses in which n8n does its other work. */
import { pool } from '../../../../nodes/shared/engine/run/pool';
import { clock } from '../../../../nodes/shared/support/time/clock';

describe('items that are started together', () => {
	const { elapsed, sleep } = clock;
	let now = 0;
	let pauses = 0;
	beforeEach(() => {
		clock.elapsed = () => now;
		// With a real timer, a busy machine can be late enough for two pauses to end at once.
		clock.sleep = async () => {
			pauses++;
			await Promise.resolve();
		};
	});
	afterEach(() => Object.assign(clock, { elapsed, sleep }));

	/** How many pauses there were before each of eight items, if starting one takes `startMs`. */
	async function pausesBefore(startMs: number): Promise<number[]> {
		pauses = 0;
		const before: number[] = [];
		await pool({ from: 0, to: 8 }, 8, { waiting: 0 }, async () => {
			before.push(pauses);
			now += startMs;
			await new Promise((resolve) => setImmediate(resolve));
		});
		return before;
	}

	test('an item that fails unexpectedly fails the node run as soon as no other item is in progress', async () => {
		const worked: number[] = [];
		const work = async (itemIndex: number) => {
			await Promise.resolve();
			if (itemIndex === 0) throw new Error('unexpected');
			await new Promise((resolve) => setImmediate(resolve));
			worked.push(itemIndex);
		};
		await expect(pool({ from: 0, to: 9 }, 3, { waiting: 0 }, work)).rejects.toThrow('unexpected');
		expect(worked).toEqual([1, 2]);
	}, 1_000);

	test('items start at once if that is fast', async () => {
		expect(await pausesBefore(1)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
	});

	test('items let n8n work in between if that is slow, as for the first ones after a start of n8n', async () => {
		expect(await pausesBefore(9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
		// Three of 4 ms are more than 8 ms.
		expect(await pausesBefore(4)).toEqual([0, 0, 0, 1, 1, 1, 2, 2]);
	});
});
