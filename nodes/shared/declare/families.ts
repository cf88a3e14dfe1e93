/** The API families whose request limits count together (docs/platform/interface.md, "Limits"). */
const FAMILIES: Record<string, string> = {
	...Object.fromEntries(
		['monitoring', 'orchestration', 'processing', 'account', 'security', 'scim'].map((own) => [
			own,
			own,
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
