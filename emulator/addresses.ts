/** The fields of a credential that lead to an emulator. */
import { APPLICATIONS } from '../credentials/values/applications';

/**
 * The addresses of the other applications, by the field of the credential. Each application has a
 * path prefix.
 */
export const applicationAddresses = (address: string): Record<string, string> =>
	Object.fromEntries(APPLICATIONS.map(({ field, host }) => [field, `${address}/${host}`]));
