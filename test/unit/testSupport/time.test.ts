/** Simulated time (test/support/time.ts). */
import { setImmediate } from 'node:timers/promises';

import { clock } from '../../../nodes/shared/support/time/clock';
import { simulateTime } from '../../support/time';

test('a wait that is not over at the end never continues, because it would wait with the real clock', async () => {
	const time = simulateTime();
	const went: string[] = [];
	void clock.sleep(1).then(() => went.push('a wait from before'));
	time.restore();
	void time.sleep(1).then(() => went.push('a wait from after'));
	for (let turn = 0; turn < 10; turn++) await setImmediate();
	expect(went).toEqual([]);
});
