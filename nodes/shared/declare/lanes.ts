/** The API families whose request limits count together (docs/platform/interface.md, "Limits"). */
const LANES: Record<string, string> = {
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

/** The lane of a path: which requests share a limit. */
export function laneOf(path: string): string {
	const first = path.split('/')[1] ?? '';
	return LANES[first] ?? 'other';
}
