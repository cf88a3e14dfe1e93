/**
 * The pace of a lane after a 429: the one that got through before, which doubles with each minute
 * in which no other 429 comes, whether the lane is used or not.
 */
import { clock } from '../support/clock';

/** What was once measured says little about later: so long without a 429 doubles the pace. */
const DOUBLES_MS = 60_000;

/** Below the pace that was measured, so that the limit is not hit again at once. */
const CAUTION = 0.97;

/** A pace that proved nearly right stays as it is for so long: if it grew at once, it would meet the limit again after seconds. */
const HOLDS_MS = 20_000;

/** Of fewer requests before a first 429 nobody knows whether it was they that were too many. */
const MEASURABLE = 10;

/** So many requests at one pace try it. */
const TRIED = 20;

/** A pace that was tried for so long is proven: before, all may have been part of one burst. */
const PROVEN_MS = 5_000;

/**
 * A first pause from this length on is not part of what is measured: others may have caused it. Shorter ones,
 * and those that follow while there is always something to do, belong to the pace: without them a limit would be met again in each of its windows.
 */
const LONG_PAUSE_MS = 10_000;

/** After so long without a request in flight or waiting, what got through says nothing about a limit. */
const SLACK_MS = 250;

/**
 * Slowest pace: milliseconds between two starts. The smallest limit of a family of the platform is
 * 60 a minute; half of that leaves the rest to others that use it, too.
 */
const SLOWEST_MS = 2_000;

/** With so many requests a second through, the limit is not felt any more. */
const FREE_RATE = 500;

const FREE_MS = 1_000 / FREE_RATE;

export class Pace {
	/** Least milliseconds between two starts, as it was measured; 0 while no limit was met. */
	private measured = 0;
	/** Since when the pace is recovering. */
	private calmSince = 0;
	/** What got through since when, without a slack; a pause that was waited for is part of it. */
	private stretch: { at: number; count: number; paused?: boolean } | undefined;
	/** Since when there is nothing to do. */
	private slackSince: number | undefined = -Infinity;

	/** Least milliseconds between two starts now; 0 when the limit is not felt any more. */
	interval(): number {
		const interval = this.measured / 2 ** this.calmMinutes();
		if (interval >= FREE_MS) return interval;
		this.measured = 0;
		return 0;
	}

	/** When the limit will not be felt any more; a time of the past when it is not. */
	freeAt(): number {
		return this.measured === 0 ? this.calmSince : this.calmSince + DOUBLES_MS * Math.log2(this.measured / FREE_MS);
	}

	/** A request got through. */
	through(): void {
		if (this.stretch) this.stretch.count++;
	}

	/** There is something to do, or nothing. */
	notice(busy: boolean): void {
		const now = clock.elapsed();
		if (!busy) {
			this.slackSince ??= now;
			return;
		}
		if (this.slack(now)) this.stretch = { at: now, count: 0 };
		this.slackSince = undefined;
	}

	/**
	 * There was a 429: the pace that would not have met the limit is what got through, over the time
	 * until then; or until the end of this pause, where it is short or not the first. After a long run at a known pace that pace was nearly right, and holds;
	 * after a short one the limit is between that pace and what got through.
	 * @returns whether the pace is known now
	 */
	limited(pausedUntil: number): boolean {
		const known = this.interval();
		const { stretch } = this;
		if (stretch && stretch.count >= (stretch.paused ? 1 : MEASURABLE) && !this.slack(clock.elapsed())) {
			const now = clock.elapsed();
			const isFirstLong = pausedUntil - now >= LONG_PAUSE_MS && !stretch.paused;
			const until = isFirstLong ? now : pausedUntil;
			const isTried = known > 0 && stretch.count >= TRIED;
			const isProven = isTried && now - stretch.at >= PROVEN_MS;
			const through = stretch.count / Math.max(1, until - stretch.at);
			// What met the limit soon was too fast; what got through is too slow, as the pause may be longer than it had to be.
			const tried = isProven ? 1 / known : Math.sqrt(through / known);
			this.measured = Math.min(SLOWEST_MS, 1 / (Math.max(through, isTried ? tried : 0) * CAUTION));
			this.stretch = { at: pausedUntil, count: 0, paused: true };
			this.calmSince = pausedUntil + (isProven ? HOLDS_MS : 0);
			return !isFirstLong;
		}
		if (stretch) stretch.paused = true;
		this.calmSince = pausedUntil;
		return false;
	}

	/** How often a minute has passed since the last 429. */
	calmMinutes(): number {
		return Math.max(0, clock.elapsed() - this.calmSince) / DOUBLES_MS;
	}

	private slack(now: number): boolean {
		return now - (this.slackSince ?? now) > SLACK_MS;
	}
}
