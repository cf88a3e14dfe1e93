/**
 * The tokens that this process sends: an output or an error that repeats one, whatever platform answered,
 * is masked by the nodes without decrypting the credential once more for each item.
 */
const tokens = new Set<string>();

/** More credentials than these are hardly used side by side. */
const KEPT = 200;

/** A shorter one could be an ordinary word. */
const SHORTEST = 8;

let listed: readonly string[] = [];

/** A token goes out: it is remembered, the last used the longest. */
export function noteToken(token: string): void {
	if (token.length < SHORTEST) return;
	const isNew = !tokens.delete(token);
	tokens.add(token);
	if (tokens.size > KEPT) tokens.delete(tokens.values().next().value!);
	if (isNew) listed = [...tokens];
}

/** The tokens that were sent lately; the same list as long as none is new. */
export const tokensInUse = (): readonly string[] => listed;
