/**
 * What the values of an operation's fields are for, which decides what becomes of a blank
 * (`declare/field/blank.ts`).
 */
import type { Purpose } from '../field/blank';
import type { Operation, RequestOperation } from '../operation';
import { CLEAR_FIELDS } from './clearFields';
import { bodyFields, requestsOf } from './operationParts';

/**
 * Whether a request sends a value in its body: as a field, or as a setting from which a derived
 * field is built. The setting Clear Fields does not count, because it only selects fields.
 */
function isSent(request: RequestOperation, name: string): boolean {
	if (name === CLEAR_FIELDS) return false;
	const body = bodyFields(request);
	const isBuilt = Object.values(body).some(({ spec }) => spec.notAsked === 'derived');
	return name in body || (isBuilt && name in (request.settings ?? {}));
}

/**
 * A value in the body of a creation describes the new record; one in the body of an update changes
 * a record; all others select.
 */
export function purposeOf(operation: Operation, name: string): Purpose {
	const sending = requestsOf(operation).filter((request) => isSent(request, name));
	if (sending.some(({ creates }) => creates)) return 'describes';
	return sending.some(({ method }) => method === 'PUT' || method === 'PATCH')
		? 'changes'
		: 'selects';
}
