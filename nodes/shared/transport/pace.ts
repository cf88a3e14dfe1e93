/**
 * The pace of a queue after a 429: the one that worked before, which doubles with each minute
 * without another 429, whether the queue is used or not.
 */
import { clock } from '../support/clock';

/** An old measurement says little: this long without a 429 doubles the pace. */
const DOUBLES_MS = 60_000;

/** Slightly below the measured pace, so that the limit is not met again at once. */
const CAUTION = 0.97;

/** A pace that proved nearly right is kept for this long: if it grew at once, it would meet the limit again within seconds. */
const HOLDS_MS = 30_000;

/** With fewer requests before a first 429, it is not known whether they were the ones that were too many. */
const MEASURABLE = 10;

/** This many requests at one pace count as a trial of it. */
const TRIED = 20;

/** A pace that was used for this long is proven: before that, everything may have been part of one burst. */
const PROVEN_MS = 3_000;

/**
 * A first pause of at least this length is not part of the measurement: others may have caused it. Shorter ones,
 * and those that follow while there is always work, are part of it: without them, a limit would be met again in each of its windows.
 */
const LONG_PAUSE_MS = 10_000;

/** After this long without a request in flight or waiting, the successful requests say nothing about a limit. */
const SLACK_MS = 250;

/**
 * Slowest pace: milliseconds between two starts. The smallest limit of a family of the platform is
 * 60 a minute; half of that leaves the rest to others who use it, too.
 */
const SLOWEST_MS = 2_000;

/** At this many successful requests a second, the limit no longer has an effect. */
const FREE_RATE = 500;

const FREE_MS = 1_000 / FREE_RATE;

export class Pace {
	/** Minimum milliseconds between two starts, as measured; 0 while no limit was met. */
	private measured = 0;
	/** Since when the pace is recovering. */
	private calmSince = 0;
	/** The successful requests since when, without idle time; a pause that was waited for is part of it. */
	private stretch: { at: number; count: number; paused?: boolean } | undefined;
	/** Since when there has been no work. */
	private slackSince: number | undefined = -Infinity;

	/** Current minimum milliseconds between two starts; 0 if the limit no longer has an effect. */
	interval(): number {
		const interval = this.measured / 2 ** this.calmMinutes();
		if (interval >= FREE_MS) return interval;
		this.measured = 0;
		return 0;
	}

	/** When the limit will no longer have an effect; a past time if it has none. */
	freeAt(): number {
		return this.measured === 0
			? this.calmSince
			: this.calmSince + DOUBLES_MS * Math.log2(this.measured / FREE_MS);
	}

	/** A request succeeded. */
	through(): void {
		if (this.stretch) this.stretch.count++;
	}

	/** Notes whether there is work. */
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
	 * There was a 429: the pace that would not have met the limit is the number of successful requests over the time
	 * until then, or until the end of this pause if it is short or not the first. After a long time at a known pace, that
	 * pace was nearly right, and is kept; after a short one, the limit is between that pace and the measured one.
	 * @returns whether the pace is known now
	 */
	limited(pausedUntil: number): boolean {
		const known = this.interval();
		const now = clock.elapsed();
		const { stretch } = this;
		this.calmSince = pausedUntil;
		if (!stretch || stretch.count < (stretch.paused ? 1 : MEASURABLE) || this.slack(now)) {
			if (stretch) stretch.paused = true;
			return false;
		}
		const isFirstLong = pausedUntil - now >= LONG_PAUSE_MS && !stretch.paused;
		const through = stretch.count / Math.max(1, (isFirstLong ? now : pausedUntil) - stretch.at);
		const isTried = known > 0 && stretch.count >= TRIED;
		const isProven = isTried && now - stretch.at >= PROVEN_MS;
		// A pace that soon met the limit was too fast; the measured one is too slow, as the pause may be longer than necessary.
		const tried = isProven ? 1 / known : isTried ? Math.sqrt(through / known) : 0;
		this.measured = Math.min(SLOWEST_MS, 1 / (Math.max(through, tried) * CAUTION));
		this.stretch = { at: pausedUntil, count: 0, paused: true };
		if (isProven) this.calmSince += HOLDS_MS;
		return !isFirstLong;
	}

	/** The number of minutes since the last 429. */
	calmMinutes(): number {
		return Math.max(0, clock.elapsed() - this.calmSince) / DOUBLES_MS;
	}

	private slack(now: number): boolean {
		return now - (this.slackSince ?? now) > SLACK_MS;
	}
}
