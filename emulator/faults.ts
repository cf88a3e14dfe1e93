/** Misbehaviour on command, as instructions: which requests, how often, what goes wrong. */

export interface Fault {
	/** "GET /processing/executions/{executionId}", as declared; every request when absent. */
	operation?: string;
	/** How many requests it is for. */
	times?: number;
	/** Lets so many requests pass first. */
	after?: number;
	/** Answers with this status instead. */
	status?: number;
	headers?: Record<string, string>;
	/** With a status: the body; the area's own error shape when absent. */
	body?: unknown;
	contentType?: string;
	/** Seconds, or a date, as the header Retry-After. */
	retryAfter?: number | string;
	/** Waits so many milliseconds of real time first. */
	delayMs?: number;
	/** Breaks the connection: before the request is done, or after it without an answer. */
	breaks?: 'before' | 'after';
}

interface Armed extends Fault {
	left: number;
	toPass: number;
}

export class Faults {
	private armed: Armed[] = [];

	/** Adds an instruction; the first that fits a request is carried out. */
	add(fault: Fault): void {
		this.armed.push({ ...fault, left: fault.times ?? 1, toPass: fault.after ?? 0 });
	}

	/** The fault for a request, counted as consumed. */
	take(operation: string): Fault | undefined {
		const fault = this.armed.find((each) => each.left > 0 && (each.operation === undefined || each.operation === operation));
		if (!fault) return undefined;
		if (fault.toPass > 0) {
			fault.toPass--;
			return undefined;
		}
		fault.left--;
		return fault;
	}

	/** Instructions that were not carried out as often as asked: a test that leaves some did not test them. */
	unconsumed(): Array<Fault & { left: number }> {
		return this.armed.filter(({ left }) => left > 0);
	}

	clear(): void {
		this.armed = [];
	}
}
