import { descriptionOf, type Dialect } from '../dialects';
import type { Checked, Request, Surroundings } from '../handler';

/** The parts of an emulator that a request is made from. */
export interface Emulated extends Surroundings {
	readonly dialect: Dialect;
}

/** What a handler gets: a request that was checked, who sent it, and the emulated account. */
export const requestFor = (
	emulator: Emulated,
	checked: Checked,
	sender: Pick<Request, 'caller' | 'headers' | 'origin'>,
): Request => ({
	...checked,
	...sender,
	state: emulator.state,
	clock: emulator.clock,
	follows: descriptionOf(emulator.dialect),
	emulator,
});
