/** The requests that have arrived, for tests and for people. */
import { secretsAmong } from '../../nodes/shared/engine/output/secrets';
import { withoutSecrets } from '../../nodes/shared/support/text/mask';
import type { Logged } from '../options';
import type { Route } from './router';

export class RequestLog {
	readonly entries: Logged[] = [];
	/** How many requests are in flight now, and how many were at most. */
	readonly inFlight = { now: 0, most: 0 };

	constructor(private readonly routes: readonly Route[]) {}

	/** Adds a request to the log, and counts it as in flight until its response is made. */
	async during(request: Logged, work: () => Promise<Response>): Promise<Response> {
		this.entries.push(request);
		this.inFlight.now++;
		this.inFlight.most = Math.max(this.inFlight.most, this.inFlight.now);
		try {
			return await work();
		} finally {
			this.inFlight.now--;
		}
	}

	/** The requests in the log from a position on, without their secrets. */
	shown(from = 0): Logged[] {
		return this.entries.slice(from).map((request) => ({
			...request,
			body: withoutSecrets(request.body, this.secretsOf(request)),
		}));
	}

	/** The values in the body of a request that its declaration says are secret. */
	private secretsOf({ operation: key, headers, body }: Logged): string[] {
		const route = this.routes.find((each) => each.key === key);
		if (!route || body === '' || !/^application\/(scim\+)?json/.test(headers['content-type'] ?? ''))
			return [];
		try {
			const values = JSON.parse(body) as never;
			return route.operations.flatMap((operation) => secretsAmong(operation, values));
		} catch {
			return [];
		}
	}
}

/** The headers of a request without its credential. */
export function withoutCredential(headers: Record<string, string>): Record<string, string> {
	const { authorization, ...rest } = headers;
	return authorization === undefined
		? rest
		: { ...rest, authorization: `${authorization.split(' ')[0]} ***` };
}
