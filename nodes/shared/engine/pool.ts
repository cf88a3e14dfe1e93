/** The items of a run that are under way at once. */
import type { Run } from '../declare/run';
import { clock } from '../support/clock';

/** So long items may be started for before n8n's other work has its turn: the first of a process are slow to start. */
const STARTING_MS = 8;

/** Most items that wait for others about the same record, while items about others continue. */
const WAITING_AT_MOST = 500;

/** Works on the numbers from `from` up to `to`, `atOnce` at a time beside those that wait, until the run is ended. */
export async function pool(
	from: number,
	to: number,
	atOnce: number,
	run: Pick<Run, 'endedBy' | 'waiting' | 'whenWaiting'>,
	work: (index: number) => Promise<void>,
): Promise<void> {
	let next = from;
	let begun = 0;
	await new Promise<void>((resolve) => {
		const goOn = () => {
			const since = clock.elapsed();
			while (next < to && !run.endedBy && begun - run.waiting < atOnce && run.waiting < WAITING_AT_MOST) {
				begun++;
				void work(next++).then(() => {
					begun--;
					goOn();
				});
				if (clock.elapsed() - since > STARTING_MS) return void clock.sleep(0).then(goOn);
			}
			if (begun === 0) resolve();
		};
		run.whenWaiting = goOn;
		goOn();
	});
	run.whenWaiting = undefined;
}
