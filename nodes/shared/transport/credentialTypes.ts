/** How a node signs in, and which operations need the token of a person. */
import { BadInput } from '../declare/badInput';
import type { RequestOperation } from '../declare/operation';

/** The credential types, by the values of *Authentication*. */
export const CREDENTIALS = {
	serviceAccount: 'talendCloudApi',
	token: 'talendCloudTokenApi',
} as const;

/** The credential type for a value of *Authentication*; a service account by default. */
export function credentialTypeOf(authentication: unknown): string {
	return authentication === 'token' ? CREDENTIALS.token : CREDENTIALS.serviceAccount;
}

/** @throws BadInput if the operation needs a personal token, and a service account was chosen */
export function checkPersonOnly(
	{ whyPersonOnly }: Pick<RequestOperation, 'whyPersonOnly'>,
	authentication: unknown,
): void {
	if (whyPersonOnly !== undefined && credentialTypeOf(authentication) !== CREDENTIALS.token)
		throw new BadInput('authentication', 'Authentication', `must be Token. ${whyPersonOnly}`);
}
