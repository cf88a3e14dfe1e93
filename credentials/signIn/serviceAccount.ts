import { createHash } from 'node:crypto';

import { type Addressed, baseAddress } from '../values/address';
import { withoutInvisible } from '../values/copied';

/** A service account, where it signs in, and the token that n8n has stored for it. */
export interface ServiceAccount extends Addressed {
	clientId?: unknown;
	clientSecret?: unknown;
	accessToken?: unknown;
}

/** Identifies a service account. With another secret, it counts as another account. */
export function accountFingerprint(account: ServiceAccount): string {
	return createHash('sha256')
		.update(
			JSON.stringify([
				baseAddress(account),
				withoutInvisible(account.clientId),
				withoutInvisible(account.clientSecret),
			]),
		)
		.digest('base64url');
}
