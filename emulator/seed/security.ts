/** The demo's roles, its IP allowlist (off) and its single sign-on role mappings. */
import { DAY } from '../../nodes/shared/support/time/time';
import { roleAttributes, roles } from '../areas/account/identities';
import { allowlistOf, ipEntries, mappingsOf } from '../areas/security/securityStore';
import type { Clock } from '../state/clock';
import type { State } from '../state/state';

const ROLES: ReadonlyArray<
	readonly [
		name: string,
		permissions: readonly string[],
		more?: { application?: string; own?: boolean },
	]
> = [
	[
		'Environment Administrator',
		[
			'TMC_ENVIRONMENT_MANAGEMENT',
			'TMC_CLUSTER_MANAGEMENT',
			'TMC_ENGINE_USE',
			'TMC_RUN_PROFILE_MANAGEMENT',
		],
	],
	['Integration Developer', ['STUDIO_USE', 'TMC_PIPELINE_MANAGEMENT'], { application: 'Studio' }],
	['Operator', ['TMC_OPERATOR', 'TMC_ENGINE_USE']],
	[
		'Security Administrator',
		[
			'TMC_USER_MANAGEMENT',
			'TMC_GROUP_MANAGEMENT',
			'TMC_ROLE_MANAGEMENT',
			'TMC_SERVICE_ACCOUNT_MANAGEMENT',
			'AUDIT_LOGS_VIEW',
		],
	],
	['Night Shift', ['TMC_OPERATOR'], { own: true }],
];

/** Adds everything except the users, who have their roles by name. */
export function seedSecurity(state: State, clock: Clock): void {
	const at = clock.now() - 80 * DAY;
	for (const [name, permissions, { application, own = false } = {}] of ROLES)
		roles.add(state, {
			created: at,
			modified: at,
			builtIn: !own,
			attributes: roleAttributes(state, name, permissions),
			...(application ? { application } : {}),
		});
	allowlistOf(state).settings = {
		enabled: false,
		description: 'Offices and n8n; switch it on to see who is locked out',
	};
	for (const [ip, description] of [
		['127.0.0.1', 'n8n on this machine'],
		['203.0.113.7', 'Office in Paris'],
	] as const)
		ipEntries.add(state, { ip, description });
	for (const [name, given] of [
		['finance-analysts', ['Operator']],
		['platform-admins', ['Environment Administrator', 'Security Administrator']],
	] as const)
		mappingsOf(state).mappings.set(name, [...given]);
}
