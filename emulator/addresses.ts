/** What a credential says to reach an emulator. */
import { APPLICATIONS } from '../credentials/address';

/**
 * The addresses of the other applications, each of which answers under a prefix of its own, by
 * field of the credential.
 */
export const applicationAddresses = (address: string): Record<string, string> =>
	Object.fromEntries(APPLICATIONS.map(({ field, host }) => [field, `${address}/${host}`]));
