/**
 * Permissions whose name in the interface documents differs from the one under which they are given
 * to a service account.
 */
const GIVEN_AS: Record<string, string> = { ENVIRONMENT_MANAGEMENT: 'TMC_ENVIRONMENT_MANAGEMENT' };

/** "A", "A or B". */
export function permissionWords(permissions: string | readonly string[]): string {
	return [permissions]
		.flat()
		.map((permission) => GIVEN_AS[permission] ?? permission)
		.join(' or ');
}
