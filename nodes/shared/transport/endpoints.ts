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

/** A second that began with a request, and the requests in it. */
interface Second {
	at: number;
	started: number;
}

/** A request to an endpoint. */
export interface Use {
	endpoint: Endpoint;
	second: Second;
	/** There had been as many in that second as the limit allows. */
	beyond: boolean;
	proven: boolean;
}

interface Endpoint {
	second: Second;
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
	/** Requests in flight to endpoints that may have the limit. */
	private unproven = 0;

	private at(name: string): Endpoint {
		let endpoint = this.all.get(name);
		if (!endpoint) this.all.set(name, (endpoint = { second: { at: -Infinity, started: 0 }, beyond: 0, nextStart: 0, refused: false }));
		return endpoint;
	}

	/** When the next request to an endpoint may start; infinite if another has to end first. */
	opensAt(name: string): number {
		const endpoint = this.at(name);
		if (isProven(endpoint)) return 0;
		if (this.isKnown()) return endpoint.nextStart;
		return startedIn(endpoint) >= PER_SECOND && this.unproven >= CAREFUL ? Infinity : 0;
	}

	/** A request starts; {@link end} ends it. */
	start(name: string): Use {
		const endpoint = this.at(name);
		const now = clock.elapsed();
		if (startedIn(endpoint) === 0) endpoint.second = { at: now, started: 0 };
		const { second } = endpoint;
		endpoint.nextStart = Math.max(endpoint.nextStart, now - LATE_MS) + this.spacing;
		const proven = isProven(endpoint);
		if (!proven) this.unproven++;
		return { endpoint, second, beyond: second.started++ >= PER_SECOND, proven };
	}

	end({ proven }: Use): void {
		if (!proven) this.unproven--;
	}

	through({ endpoint, beyond }: Use): void {
		endpoint.refused = false;
		if (beyond) endpoint.beyond++;
	}

	/**
	 * There was a 429 without an announced time.
	 * @param isFirst of those that belong to one burst
	 * @returns until when to wait; undefined if this limit cannot be the reason, or waiting did not help
	 */
	limited({ endpoint, second }: Use, isFirst: boolean): number | undefined {
		const isKnown = this.isKnown();
		if (isProven(endpoint) || !(isKnown || second.started >= PER_SECOND) || (isFirst && endpoint.refused)) return undefined;
		const now = clock.elapsed();
		if (isFirst) {
			this.spacing = (isKnown ? this.spacing : SECOND_MS / PER_SECOND) * SLOWER;
			this.knownUntil = now + HOLDS_MS;
		}
		// At a pace that was nearly right, one that came too early is soon let through; the other endpoints may be about to meet the limit.
		const slowed = isKnown ? [endpoint] : [...this.all.values()].filter((other) => other === endpoint || startedIn(other) > 0);
		for (const other of slowed) other.nextStart = Math.max(other.nextStart, now + (isKnown ? this.spacing : SECOND_MS));
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

const startedIn = ({ second }: Endpoint): number => (clock.elapsed() < second.at + SECOND_MS ? second.started : 0);
