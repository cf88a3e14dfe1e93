/**
 * The clock of an emulated platform, which nodes wait by: a wait takes no time. What a test waits
 * for itself is something that happens (`until`) or that nothing more can (`quiet`), never a time.
 */
import type { Emulator } from '../../emulator';
import { clock as nodeClock } from '../../nodes/shared/support/time/clock';

const real = { ...nodeClock };
const realNow = Date.now;

/** How often nothing has to be in flight, because an answer that was sent has yet to be read. */
const QUIET_LOOKS = 3;

/** How long a test waits for something, in real time: far longer than any takes. */
const PATIENCE_MS = 20_000;

interface Followed {
	emulator: Emulator;
	/** The waits of nodes that have not ended. */
	sleepers: Array<{ at: number; wake: () => void }>;
	standsStill: boolean;
}

let followed: Followed | undefined;

const nextLook = async () => await new Promise<void>((resolve) => setTimeout(resolve, 1));

/**
 * The package follows the platform's clock: when a node waits and nothing else is left to do, that
 * clock is advanced by the same time.
 */
export function followClock(emulator: Emulator): void {
	const { clock } = emulator;
	const own: Followed = { emulator, sleepers: [], standsStill: false };
	const { sleepers } = own;
	followed = own;
	Date.now = () => clock.now();
	nodeClock.now = () => clock.now();
	const startedAt = clock.now();
	nodeClock.elapsed = () => clock.now() - startedAt;
	nodeClock.sleep = async (ms, signal) =>
		await new Promise<void>((resolve, reject) => {
			if (signal?.aborted) return reject(signal.reason as Error);
			const sleeper = {
				at: clock.now() + Math.max(0, ms),
				wake: () => {
					signal?.removeEventListener('abort', aborted);
					resolve();
				},
			};
			const aborted = () => {
				const index = sleepers.indexOf(sleeper);
				if (index >= 0) sleepers.splice(index, 1);
				reject(signal!.reason as Error);
			};
			sleepers.push(sleeper);
			signal?.addEventListener('abort', aborted, { once: true });
			if (!isAwaking) void wakeAll();
		});
	let isAwaking = false;
	/** Wakes one sleeper after the other, each once no request is in flight. */
	async function wakeAll(): Promise<void> {
		isAwaking = true;
		let quietLooks = 0;
		for (await nextLook(); sleepers.length > 0; await nextLook()) {
			quietLooks = emulator.inFlight.now === 0 && !own.standsStill ? quietLooks + 1 : 0;
			if (quietLooks < QUIET_LOOKS) continue;
			quietLooks = 0;
			sleepers.sort((a, b) => a.at - b.at);
			const next = sleepers.shift()!;
			clock.advance(Math.max(0, next.at - clock.now()));
			next.wake();
		}
		isAwaking = false;
	}
}

export function unfollowClock(): void {
	Object.assign(nodeClock, real);
	Date.now = realNow;
	followed = undefined;
}

/** Lets the clock stand still, although nodes wait. @returns what ends that */
export function standStill(): () => void {
	const own = followed!;
	own.standsStill = true;
	return () => {
		own.standsStill = false;
	};
}

/** How many waits of nodes have not ended. */
export const sleeperCount = (): number => followed?.sleepers.length ?? 0;

/** Waits until this is so. @throws if it is not so after a long time */
export async function until(what: string, isSo: () => boolean): Promise<void> {
	const giveUpAt = performance.now() + PATIENCE_MS;
	while (!isSo()) {
		if (performance.now() > giveUpAt)
			throw new Error(`Waited ${PATIENCE_MS / 1_000} seconds until ${what}`);
		await nextLook();
	}
}

/**
 * Waits until nothing more can be sent: no request is in flight, and no node waits unless the clock
 * stands still.
 */
export async function quiet(): Promise<void> {
	const own = followed!;
	const { emulator, sleepers } = own;
	let quietLooks = 0;
	await until('nothing was sent any more', () => {
		const isQuiet = emulator.inFlight.now === 0 && (sleepers.length === 0 || own.standsStill);
		quietLooks = isQuiet ? quietLooks + 1 : 0;
		return quietLooks > 2 * QUIET_LOOKS;
	});
}
