/**
 * Versions of a node. A saved workflow keeps the version with which it was built. So whatever that
 * version has must not change; changes are only for later versions.
 */

/** In which versions something exists. Without limits, it exists in all of them. */
export interface Versioned {
	since?: number;
	until?: number;
}

/** Whether something exists in a version of the node. */
export const isInVersion = (
	{ since = -Infinity, until = Infinity }: Versioned,
	version: number,
): boolean => since <= version && version <= until;

/**
 * The display condition of n8n for the versions in which something exists; empty if all versions
 * have it.
 */
export function shownForVersions({
	since,
	until,
}: Versioned): Readonly<Record<string, readonly unknown[]>> {
	const inVersions = (condition: object) => ({ '@version': [{ _cnd: condition }] });
	if (since !== undefined && until !== undefined)
		return inVersions({ between: { from: since, to: until } });
	if (since !== undefined) return inVersions({ gte: since });
	return until === undefined ? {} : inVersions({ lte: until });
}
