/** Faults on command. An instruction says which requests fail, how often, and how. */
import { z } from 'zod/v4';

export const faultSchema = z
	.strictObject({
		/** "GET /processing/executions/{executionId}", as declared; every request when absent. */
		operation: z.string().optional(),
		/** How many requests it applies to. */
		times: z.int().min(1).optional(),
		/** How many matching requests pass before. */
		after: z.int().min(0).optional(),
		/** The status of the response. */
		status: z.int().min(200).max(599).optional(),
		headers: z.record(z.string(), z.string()).optional(),
		/** With a status: the body; the area's own error shape when absent. */
		body: z.unknown().optional(),
		contentType: z.string().optional(),
		/** The value of the header Retry-After: seconds or a date. */
		retryAfter: z.union([z.number(), z.string()]).optional(),
		/** Waits this many milliseconds of real time first. */
		delayMs: z.number().min(0).optional(),
		/**
		 * When to break the connection: before the platform handles the request, or after that and
		 * before the response.
		 */
		breaks: z.enum(['before', 'after']).optional(),
	})
	.refine(
		({ status, delayMs, breaks }) => [status, delayMs, breaks].some((what) => what !== undefined),
		'does nothing: give status, delayMs or breaks',
	)
	.refine(
		({ status, headers, body, contentType, retryAfter }) =>
			status !== undefined ||
			[headers, body, contentType, retryAfter].every((part) => part === undefined),
		'has a part of a response, but no status',
	);

export type Fault = z.infer<typeof faultSchema>;

interface Armed extends Fault {
	left: number;
	toPass: number;
}

export class Faults {
	private armed: Armed[] = [];

	/** @param operations those of the platform; a fault for any other could never happen */
	constructor(private readonly operations: ReadonlySet<string>) {}

	/**
	 * Adds an instruction. For each request, the first one that matches is executed.
	 * @throws Error if it makes no sense; the message says why
	 */
	add(given: Fault): void {
		const { data: fault, error } = faultSchema.safeParse(given);
		if (!fault)
			throw new Error(
				`The fault ${error.issues.map(({ path, message }) => [...path, message].join(' ')).join('; ')}`,
			);
		if (fault.operation !== undefined && !this.operations.has(fault.operation))
			throw new Error(`The platform has no operation ${fault.operation}`);
		this.armed.push({ ...fault, left: fault.times ?? 1, toPass: fault.after ?? 0 });
	}

	/** The fault for a request, counted as consumed. */
	take(operation: string): Fault | undefined {
		const fault = this.armed.find(
			(each) => each.left > 0 && (each.operation === undefined || each.operation === operation),
		);
		if (!fault) return undefined;
		if (fault.toPass > 0) {
			fault.toPass--;
			return undefined;
		}
		fault.left--;
		return fault;
	}

	/**
	 * Instructions that were not executed as often as they say. If a test leaves some, it has not
	 * tested what it wanted to.
	 */
	unconsumed(): Array<Fault & { left: number }> {
		return this.armed.filter(({ left }) => left > 0);
	}

	clear(): void {
		this.armed = [];
	}
}
