import { pool } from '../../../../nodes/shared/engine/run/pool';
import { clock } from '../../../../nodes/shared/support/clock';

describe('items that are started together', () => {
	const { elapsed } = clock;
	let now = 0;
	let turn = 0;
	let turns: NodeJS.Immediate;
	beforeEach(() => {
		clock.elapsed = () => now;
		turns = setImmediate(function next() {
			turn++;
			turns = setImmediate(next);
		});
	});
	afterEach(() => {
		clearImmediate(turns);
		clock.elapsed = elapsed;
	});

	/**
	 * In which turn of the event loop each of eight items starts, when starting one takes so long.
	 */
	async function startedIn(startMs: number): Promise<number[]> {
		const started: number[] = [];
		await pool({ from: 0, to: 8 }, 8, { waiting: 0 }, async () => {
			started.push(turn);
			now += startMs;
			await clock.sleep(200);
		});
		return started;
	}

	test('items start at once if that is quick', async () => {
		const started = await startedIn(1);
		expect(new Set(started).size).toBe(1);
		expect(started).toHaveLength(8);
	});

	test('items let n8n work in between if that is slow, as it is for the first ones after a start of n8n', async () => {
		const started = await startedIn(9);
		expect(new Set(started).size).toBe(8);
		// Three of 4 ms are more than 8 ms.
		const inThrees = await startedIn(4);
		expect(inThrees.map((each) => inThrees.indexOf(each))).toEqual([0, 0, 0, 3, 3, 3, 6, 6]);
	});
});
