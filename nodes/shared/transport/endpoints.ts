/**
 * The limit that the platform applies to each endpoint (docs/platform/interface.md, "Limits"): about 10 requests
 * a second, without an announced time, over within a second. All requests in flight are refused when it is met, so an endpoint
 * is only used at full width beyond it once a few more than that got through. Where it was met, each endpoint of the
 * queue keeps below it for some minutes, except those that have proved to be free of it.
 */
import { clock } from '../support/clock';

const PER_SECOND = 10;

const SECOND_MS = 1_000;

/** Milliseconds between two starts where the limit is known, and how much slower with each further refusal: 2 % below it. */
const SLOWER = 1.02;

/** Timers are late: so much is made up for, as much as ten starts are slower than the limit. */
const LATE_MS = 20;

/** In two seconds by the server's clock, twice the limit can get through: with so many beyond it, there is none. */
const PROOF = PER_SECOND + 2;

/** Requests that may be in flight beyond the limit before that. */
const CAREFUL = 4;

/** For how long the limit is kept: each further trial costs a few refusals and a pause. */
const HOLDS_MS = 300_000;

/** A request to an endpoint. */
export interface Use {
	endpoint: Endpoint;
	at: number;
	/** It is one of {@link CAREFUL}: as many started in the second before it as the limit allows. */
	isTrial: boolean;
	/** There had been as many in this second of the endpoint as the limit allows. */
	isBeyond: boolean;
}

interface Endpoint {
	/** Its seconds begin with a request. */
	second: { at: number; started: number };
	/** The last requests, at most as many as the limit allows in a second. */
	starts: number[];
	/** Requests beyond the limit that got through. */
	beyond: number;
	nextStart: number;
	/** The last response was a refusal. */
	refused: boolean;
}

export class Endpoints {
	private readonly all = new Map<string, Endpoint>();
	private knownUntil = -Infinity;
	private spacing = 0;
	/** Requests in flight that may meet the limit. */
	private trials = 0;

	private at(name: string): Endpoint {
		let endpoint = this.all.get(name);
		if (!endpoint) {
			endpoint = {
				second: { at: -Infinity, started: 0 },
				starts: [],
				beyond: 0,
				nextStart: 0,
				refused: false,
			};
			this.all.set(name, endpoint);
		}
		return endpoint;
	}

	/** When the next request to an endpoint may start; infinite if another has to end first. */
	opensAt(name: string): number {
		const endpoint = this.at(name);
		if (isProven(endpoint)) return 0;
		if (this.isKnown()) return endpoint.nextStart;
		return this.trials >= CAREFUL && isUsedUp(endpoint, clock.elapsed()) ? Infinity : 0;
	}

	/** A request starts; {@link end} ends it. */
	start(name: string): Use {
		const endpoint = this.at(name);
		const now = clock.elapsed();
		const age = now - endpoint.second.at;
		const isTrial = !isProven(endpoint) && isUsedUp(endpoint, now);
		if (isTrial) this.trials++;
		// Before and after a pause, what is beyond may be in two of the server's seconds each time.
		if (age >= 2 * SECOND_MS && !isProven(endpoint)) endpoint.beyond = 0;
		if (age >= SECOND_MS) endpoint.second = { at: now, started: 0 };
		if (endpoint.starts.push(now) > PER_SECOND) endpoint.starts.shift();
		endpoint.nextStart = Math.max(endpoint.nextStart, now - LATE_MS) + this.spacing;
		return { endpoint, at: now, isTrial, isBeyond: endpoint.second.started++ >= PER_SECOND };
	}

	end({ isTrial }: Use): void {
		if (isTrial) this.trials--;
	}

	through({ endpoint, isBeyond }: Use): void {
		endpoint.refused = false;
		if (isBeyond) endpoint.beyond++;
	}

	/**
	 * There was a 429 without an announced time.
	 * @param isFirst of those that belong to one burst
	 * @returns until when to wait; undefined if this limit cannot be the reason, or waiting did not help
	 */
	limited({ endpoint, at }: Use, isFirst: boolean): number | undefined {
		const isKnown = this.isKnown();
		if (isProven(endpoint) || !(isKnown || isUsedUp(endpoint, at)) || (isFirst && endpoint.refused))
			return undefined;
		const now = clock.elapsed();
		if (isFirst) {
			this.spacing = (isKnown ? this.spacing : SECOND_MS / PER_SECOND) * SLOWER;
			this.knownUntil = now + HOLDS_MS;
		}
		// At a pace that was nearly right, one that came too early is soon let through; the other endpoints may be about to meet the limit.
		if (isKnown) endpoint.nextStart = Math.max(endpoint.nextStart, now + this.spacing);
		else
			for (const other of this.all.values())
				other.nextStart = Math.max(other.nextStart, opensAgainAt(other, this.spacing) + now - at);
		endpoint.beyond = 0;
		endpoint.refused = true;
		return endpoint.nextStart;
	}

	/** Until when an endpoint is slowed, or any of them; a past time if it is not. */
	slowedUntil(name?: string): number {
		return name !== undefined && isProven(this.at(name)) ? -Infinity : this.knownUntil;
	}

	private isKnown(): boolean {
		return clock.elapsed() < this.knownUntil;
	}
}

const isProven = (endpoint: Endpoint): boolean => endpoint.beyond >= PROOF;

/** When a request may start so that it, and those that follow with that spacing, make no second of more than the limit. */
const opensAgainAt = ({ starts }: Endpoint, spacing: number): number =>
	Math.max(
		...starts.map((at, index) => at + SECOND_MS - (PER_SECOND - starts.length + index) * spacing),
	);

/** Whether as many requests started in the second before that time, or since, as the limit allows. */
const isUsedUp = ({ starts }: Endpoint, at: number): boolean =>
	starts.length === PER_SECOND && starts[0]! > at - SECOND_MS;
