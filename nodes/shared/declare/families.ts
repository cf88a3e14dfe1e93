/** The API families, whose requests count together against a limit. */

/** The families by the first part of the path. */
const FAMILIES: Record<string, string> = {
	...Object.fromEntries(
		['monitoring', 'orchestration', 'processing', 'account', 'security', 'scim'].map((name) => [
			name,
			name,
		]),
	),
	datasets: 'catalog',
	connections: 'catalog',
	transform: 'preparation',
	'data-stewardship': 'stewardship',
	schemaservice: 'stewardship',
	semanticservice: 'stewardship',
	api: 'designer',
};

/** The API family of a path: its requests share a limit. */
export function familyOf(path: string): string {
	return FAMILIES[path.split('/')[1] ?? ''] ?? 'other';
}
