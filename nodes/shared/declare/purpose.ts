/** What the values of an operation's fields are for, which decides what becomes of a blank (`input/blank.ts`). */
import { bodyFields, requestsOf } from './define';
import type { Purpose } from './input/blank';
import type { Operation } from './operation';

/** From the requests that send it: what is in the body of a creation describes, in that of an update it changes; all else selects. */
export function purposeOf(operation: Operation, name: string): Purpose {
	const sending = requestsOf(operation).filter((request) => name in bodyFields(request));
	if (sending.some(({ creates }) => creates)) return 'describes';
	return sending.some(({ method }) => method === 'PUT' || method === 'PATCH')
		? 'changes'
		: 'selects';
}
