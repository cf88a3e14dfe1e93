/** Who sends a request, by the token of a service account or a person, and their permissions. */
import { keyOf } from '../../nodes/shared/declare/define';
import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { forbidden, Refusal } from '../refusals';
import { type Caller, hasPermission } from '../state/caller';
import type { State } from '../state/state';
import type { Tokens } from '../state/tokens';

/**
 * The caller of a request.
 * @throws Refusal 401
 */
export async function callerOf(
	authorization: string | undefined,
	tokens: Tokens,
	state: State,
): Promise<Caller> {
	const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
	const person = token === undefined ? undefined : state.personalTokens.get(token);
	if (person) return person;
	const subject = token === undefined ? undefined : await tokens.subjectOf(token);
	const account = subject === undefined ? undefined : state.serviceAccounts.get(subject);
	if (!account) throw new Refusal(401, 'The bearer token is missing, invalid or expired');
	return {
		id: account.id,
		name: account.name,
		type: 'SERVICE_ACCOUNT',
		permissions: account.permissions,
	};
}

/** Operations that need no permission: everybody can read their own identity. */
const FOR_EVERYBODY = ['GET /account/me'];

/**
 * Checks the permission of the caller. The documents list 403 even for operations without a
 * permission, so a caller without any permissions may do nothing.
 * @throws Refusal 403
 */
export function checkPermission(
	caller: Caller,
	operation: Pick<RequestOperation, 'permissions' | 'method' | 'endpoint'>,
): void {
	const { permissions } = operation;
	if (!hasPermission(caller, permissions))
		throw forbidden(`Permission ${[permissions!].flat().join(' or ')} is required`);
	if (caller.permissions.length === 0 && !FOR_EVERYBODY.includes(keyOf(operation)))
		throw forbidden('You have no permission');
}
