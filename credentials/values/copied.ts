/** What a person has copied into a credential: an ID, a secret, or a token. */
import { trimmedName } from '../../nodes/shared/support/text/visibleNames';
import { CredentialRefused } from './credentialRefused';

/** A copied value, without the invisible characters around it. */
export const withoutInvisible = (value: unknown): string => trimmedName(String(value ?? '')).trim();

/**
 * Checks a copied value.
 * @throws CredentialRefused, without the value itself, if the value contains something that does
 * not belong to it, or is a placeholder
 */
export function checkCopied(label: string, value: string): void {
	const isEnclosed = /^["'`<{]/.test(value) && /.["'`>}]$/.test(value);
	if (isEnclosed || /[^!-~]/.test(value))
		throw new CredentialRefused(
			`${label} in the credential contains spaces, quotes or other characters that do not belong to it: copy it again`,
			'Nothing was sent.',
			{ isFinal: true },
		);
}

/**
 * A token as it is sent. A token that was copied from a header or a page may have other characters
 * around it.
 */
export const plainToken = (entered: unknown): string =>
	typeof entered === 'string' ? withoutInvisible(entered).replace(/^Bearer(?:[\s:]+|$)/i, '') : '';
