/**
 * The tokens that this process has recently sent. With them, the nodes mask a token that a response
 * repeats, without decrypting the credential again for each item.
 */
import { RecentSet } from '../../nodes/shared/support/recentSet';

/** How many tokens are remembered. More credentials are hardly ever in use at the same time. */
const MAX_TOKENS = 200;

const tokens = new RecentSet<string>(MAX_TOKENS);

/** Shorter tokens are not remembered, because they could be ordinary words. */
const MIN_TOKEN_LENGTH = 8;

let tokenList: readonly string[] = [];

/** Remembers a token that is sent; the least recently used ones are forgotten first. */
export function noteToken(token: string): void {
	if (token.length < MIN_TOKEN_LENGTH) return;
	const isNew = !tokens.has(token);
	tokens.add(token);
	if (isNew) tokenList = [...tokens];
}

/** The recently sent tokens; the same list object as long as none is new. */
export const tokensInUse = (): readonly string[] => tokenList;
