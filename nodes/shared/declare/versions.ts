/**
 * Versions of a node. A saved workflow keeps the one with which it was built: what there is may
 * change only for later versions.
 */

/** In which versions of its node something exists; in all if neither is given. */
export interface Versioned {
	since?: number;
	until?: number;
}

/** Whether a version of the node has it. */
export const isInVersion = (
	{ since = -Infinity, until = Infinity }: Versioned,
	version: number,
): boolean => since <= version && version <= until;

/** What n8n shows it for; nothing when all versions have it. */
export function shownForVersions({
	since,
	until,
}: Versioned): Readonly<Record<string, readonly unknown[]>> {
	if (since === undefined && until === undefined) return {};
	const condition =
		since === undefined
			? { lte: until }
			: until === undefined
				? { gte: since }
				: { between: { from: since, to: until } };
	return { '@version': [{ _cnd: condition }] };
}
