import { mayPass } from '../../nodes/shared/support/http/statuses';

/** A refusal of the credential itself. n8n wraps it; the mark lets the nodes find it again. */
export class CredentialRefused extends Error {
	readonly credentialRefused = true;
	/** The status of the response. If it were called "status", n8n would replace the message. */
	readonly refusedWith?: number;
	/** Whether the same values would be refused again. */
	readonly isFinal: boolean;
	readonly retryAfterMs?: number;

	/** @param facts facts about the refusal; if `isFinal` is absent, it follows from the status */
	constructor(
		message: string,
		readonly description: string,
		{ refusedWith, retryAfterMs, ...facts }: RefusalFacts = {},
	) {
		super(message);
		this.refusedWith = refusedWith;
		this.isFinal = facts.isFinal ?? (refusedWith !== undefined && !mayPass(refusedWith));
		this.retryAfterMs = retryAfterMs;
	}
}

type RefusalFacts = Partial<Pick<CredentialRefused, 'refusedWith' | 'isFinal' | 'retryAfterMs'>>;
