/** The tokens of service accounts, as signed JWTs. */
import { jwtVerify, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';

import { withoutUndefined } from '../../nodes/shared/support/json';
import type { Clock } from './clock';

export interface TokenOptions {
	/** Life of a token in seconds. */
	lifeSeconds: number;
	/** The form of `expires_in`; Talend's service has sent each of them. */
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
		return withoutUndefined({
			access_token: accessToken,
			token_type: 'Bearer',
			expires_in: life,
		});
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
