import { tokensInUse } from '../../../../credentials/signIn/tokensInUse';
import { notedRecord } from '../../support/errorNotes';
import { withoutSecrets } from '../../support/text/mask';

/**
 * Masks secrets and tokens in all texts of an error, except in its node, which is masked on its
 * own.
 */
export function errorWithoutSecrets<E>(error: E, inputSecrets: readonly string[]): E {
	const secrets = [...inputSecrets, ...tokensInUse()];
	if (error instanceof Error)
		for (const holder of [error as object as Record<string, unknown>, notedRecord(error)])
			cleanInside(holder, secrets, new WeakSet());
	return error;
}

function cleanInside(
	holder: Record<string, unknown>,
	secrets: readonly string[],
	seen: WeakSet<object>,
): void {
	seen.add(holder);
	// This includes properties that are not enumerable, such as `message` and `stack`.
	for (const name of Object.getOwnPropertyNames(holder)) {
		const value = holder[name];
		if (name === 'node' && holder instanceof Error) continue;
		if (typeof value === 'string') {
			const clean = withoutSecrets(value, secrets);
			if (clean !== value) holder[name] = clean;
		} else if (typeof value === 'object' && value !== null && !seen.has(value))
			cleanInside(value as Record<string, unknown>, secrets, seen);
	}
}
