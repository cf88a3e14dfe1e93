/** The API families whose request limits count together (docs/platform/interface.md, "Limits"). */
const FAMILIES: Record<string, string> = {
	monitoring: 'monitoring',
	orchestration: 'orchestration',
	processing: 'processing',
	account: 'account',
	security: 'security',
	scim: 'scim',
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
	const first = path.split('/')[1] ?? '';
	return FAMILIES[first] ?? 'other';
}
