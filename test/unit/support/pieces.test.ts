/** Long lists do not keep others waiting. */
import { clock } from '../../../nodes/shared/support/clock';
import { inPieces } from '../../../nodes/shared/support/pieces';

const { sleep } = clock;
afterEach(() => void (clock.sleep = sleep));

test.each([
	// [entries, how often others get their turn]
	[0, 0],
	[2_000, 0],
	[2_001, 1],
	[4_000, 1],
	[4_001, 2],
])(
	'a long list of %i entries is processed in order, and lets other work run %i times',
	async (length, pauses) => {
		const paused = jest.fn(async () => await Promise.resolve());
		clock.sleep = paused;
		expect(
			await inPieces(
				Array.from({ length }, (_, index) => index),
				(entry) => entry * 2,
			),
		).toEqual(Array.from({ length }, (_, index) => index * 2));
		expect(paused.mock.calls).toEqual(Array.from({ length: pauses }, () => [0]));
	},
);
