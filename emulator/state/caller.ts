/** Who can send requests, and what they may do. */
import type { Description } from '../../platform/descriptions/exchange';

/** The service account or person behind a request. */
export interface Caller {
	id: string;
	name: string;
	type: 'SERVICE_ACCOUNT' | 'HUMAN';
	permissions: readonly string[];
}

export interface ServiceAccount {
	id: string;
	secret: string;
	name: string;
	permissions: string[];
	createdDate: number;
	lastModifiedDate: number;
	lastUsedDate?: number;
	lastUsedApi?: string;
}

/** The type of a caller in responses. The OpenAPI files have no SERVICE_ACCOUNT. */
export const userTypeOf = (type: Caller['type'], follows: Description): string =>
	follows === 'vendor' && type === 'SERVICE_ACCOUNT' ? 'SERVICE' : type;

/** The documents have permission names with and without their prefix; they mean the same. */
const withoutPrefix = (permission: string) => permission.replace(/^TMC_/, '');

export function hasPermission(
	caller: Caller,
	needs: string | readonly string[] | undefined,
): boolean {
	if (needs === undefined) return true;
	const held = new Set(caller.permissions.map(withoutPrefix));
	return (typeof needs === 'string' ? [needs] : needs).some((need) =>
		held.has(withoutPrefix(need)),
	);
}
