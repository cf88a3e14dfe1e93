/**
 * The tokens that this process sends: an output or an error that repeats one, whichever platform
 * responded, is masked by the nodes without decrypting the credential again for each item.
 */
const tokens = new Set<string>();

/** More credentials are hardly ever in use at once. */
const MAX_TOKENS = 200;

/** A shorter one could be an ordinary word. */
const SHORTEST = 8;

let tokenList: readonly string[] = [];

/** Remembers a token that is sent; the least recently used ones are forgotten first. */
export function noteToken(token: string): void {
	if (token.length < SHORTEST) return;
	const isNew = !tokens.delete(token);
	tokens.add(token);
	if (tokens.size > MAX_TOKENS) tokens.delete(tokens.values().next().value!);
	if (isNew) tokenList = [...tokens];
}

/** The recently sent tokens; the same list object as long as none is new. */
export const tokensInUse = (): readonly string[] => tokenList;
