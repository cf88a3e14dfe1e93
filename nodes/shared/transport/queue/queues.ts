/** The request queues of the process: one for each credential and API family. */
import { RequestQueue } from './requestQueue';

const queues = new Map<string, RequestQueue>();

/**
 * The queue of an owner and family, created if it is missing. Queues that have been idle for long
 * are removed then.
 * @param owner the credential; for requests to another host, the credential together with the host
 */
export function queueFor(owner: string, family: string): RequestQueue {
	const key = `${owner} ${family}`;
	let queue = queues.get(key);
	if (!queue) {
		for (const [otherKey, { isIdle }] of queues) if (isIdle) queues.delete(otherKey);
		queue = new RequestQueue();
		queues.set(key, queue);
	}
	return queue;
}
