/** The credential of a node: what identifies it, its secrets, and how often it is read. */
import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';

import { mustRenew, storedToken } from '../../../credentials/signIn/token';
import { plainToken } from '../../../credentials/values/copied';
import type { RequestingContext } from '../n8n/contexts';
import { isText } from '../support/json';
import { clock } from '../support/time/clock';

/** Identifies the credential of a node without reading it. */
export function credentialKey(node: INode, type: string): string {
	const credential = node.credentials?.[type];
	return `${type} ${credential?.id ?? credential?.name ?? node.id}`;
}

/** The secrets of a credential, for removing them from errors. */
export async function credentialSecrets(
	context: RequestingContext,
	type: string,
): Promise<string[]> {
	const credential = await context.getCredentials<IDataObject>(type).catch((): IDataObject => ({}));
	const secrets = [
		credential.clientSecret,
		credential.token,
		plainToken(credential.token),
		storedToken(credential.accessToken),
	].filter(isText);
	return [...new Set(secrets)];
}

type Credential = ICredentialDataDecryptedObject;

/** The credential that was last read in a context of n8n, such as a node run. */
const lastRead = new WeakMap<
	RequestingContext,
	{ type: string; readAt: number; credential: Promise<Credential | undefined> }
>();

/**
 * For how long a credential is used again after it was read: reading it takes more than a third of
 * n8n's CPU time for a request (docs/project/why/tokens.md).
 */
const REUSE_MS = 1_000;

/**
 * The credential, as it was at most {@link REUSE_MS} ago. It is read again if its token has to be
 * renewed: another process may have renewed it already, and older versions of n8n store the whole
 * credential with a renewed token.
 * @returns undefined if it cannot be read: then n8n's request helper reports the reason
 */
export async function recentCredential(
	context: RequestingContext,
	type: string,
): Promise<Credential | undefined> {
	const lastReading = lastRead.get(context);
	if (lastReading?.type === type && clock.elapsed() - lastReading.readAt < REUSE_MS) {
		const recent = await lastReading.credential;
		if (!recent || !mustRenew(recent)) return recent;
	}
	const readCredential = async () => await context.getCredentials<Credential>(type);
	const credential = readCredential().catch(() => undefined);
	lastRead.set(context, { type, readAt: clock.elapsed(), credential });
	return await credential;
}
