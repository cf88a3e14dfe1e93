/** Who sends a request: tokens of service accounts (JWT), personal access tokens, permissions. */

import { jwtVerify, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';

import type { RequestOperation } from '../../nodes/shared/declare/operation';
import { type Caller, hasPermission } from '../caller';
import type { Clock } from '../clock';
import { forbidden, Refusal } from '../refusals';
import type { State } from '../state';

export interface TokenOptions {
	/** Life of a token in seconds. */
	lifeSeconds: number;
	/** The form of `expires_in`; the vendor's service has sent each of them. */
	expiresIn: 'string' | 'number' | 'absent';
}

const ISSUER = 'urn:talend-cloud-emulator';

/** Signs and reads tokens with a key that lives as long as the emulator. */
export class Tokens {
	private readonly key = new TextEncoder().encode(randomUUID() + randomUUID());
	/** The tokens of each account that were not revoked, by their id. */
	private readonly valid = new Map<string, Set<string>>();

	constructor(
		private readonly clock: Clock,
		readonly options: TokenOptions,
	) {}

	async issue(subject: string): Promise<Record<string, unknown>> {
		const now = Math.floor(this.clock.now() / 1000);
		const id = randomUUID();
		this.valid.set(subject, (this.valid.get(subject) ?? new Set()).add(id));
		const accessToken = await new SignJWT({})
			.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
			.setIssuer(ISSUER)
			.setSubject(subject)
			.setJti(id)
			.setIssuedAt(now)
			.setExpirationTime(now + this.options.lifeSeconds)
			.sign(this.key);
		const life = {
			string: String(this.options.lifeSeconds),
			number: this.options.lifeSeconds,
			absent: undefined,
		}[this.options.expiresIn];
		return {
			access_token: accessToken,
			token_type: 'Bearer',
			...(life === undefined ? {} : { expires_in: life }),
		};
	}

	/** Ends all tokens of an account before their time. */
	revokeAll(subject: string): void {
		this.valid.delete(subject);
	}

	/** The account that a token was issued to; undefined if the token is not valid now. */
	async subjectOf(token: string): Promise<string | undefined> {
		try {
			const { payload } = await jwtVerify(token, this.key, {
				issuer: ISSUER,
				currentDate: new Date(this.clock.now()),
			});
			return this.valid.get(payload.sub!)?.has(payload.jti!) ? payload.sub : undefined;
		} catch {
			return undefined;
		}
	}
}

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
	{ permissions, method, endpoint }: Pick<RequestOperation, 'permissions' | 'method' | 'endpoint'>,
): void {
	if (!hasPermission(caller, permissions))
		throw forbidden(`Permission ${[permissions!].flat().join(' or ')} is required`);
	if (caller.permissions.length === 0 && !FOR_EVERYBODY.includes(`${method} ${endpoint}`))
		throw forbidden('You have no permission');
}
