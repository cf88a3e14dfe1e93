/** Long lists do not keep others waiting. */
import { inPieces } from '../../../nodes/shared/support/pieces';
import { clock } from '../../../nodes/shared/support/time/clock';
import { changed } from '../../support/changed';

describe.each([
	{ length: 0, pauses: 0 },
	{ length: 2_000, pauses: 0 },
	{ length: 2_001, pauses: 1 },
	{ length: 4_000, pauses: 1 },
	{ length: 4_001, pauses: 2 },
])('a list of $length entries', ({ length, pauses }) => {
	const entries = Array.from({ length }, (_, index) => index);
	const sleep = jest.fn(async () => await Promise.resolve());
	beforeEach(() => {
		sleep.mockClear();
		changed(clock, { sleep });
	});

	test('the entries are processed in order', async () => {
		expect(await inPieces(entries, (entry) => entry * 2)).toEqual(
			entries.map((entry) => entry * 2),
		);
	});

	test(`other work can run ${pauses} times`, async () => {
		await inPieces(entries, (entry) => entry * 2);
		expect(sleep.mock.calls).toEqual(Array.from({ length: pauses }, () => [0]));
	});
});
