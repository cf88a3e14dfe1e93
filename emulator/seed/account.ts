/** The demo's users, groups, permissions, audit logs and license. */
import { DAY } from '../../nodes/shared/support/time/time';
import { addAuditLog, licenseOf } from '../areas/account/accountStore';
import { grant } from '../areas/account/workspacePermission';
import { orchestrationOf } from '../areas/orchestration/orchestrationStore';
import { addGroup } from '../areas/scim/group';
import type { Provisioned } from '../areas/scim/scimStore';
import { addUser } from '../areas/scim/user';
import type { Clock } from '../state/clock';
import type { State } from '../state/state';

const PEOPLE: ReadonlyArray<
	readonly [givenName: string, familyName: string, title: string, role: string]
> = [
	['Ana', 'Demo', 'Data Engineer', 'Environment Administrator'],
	['Bao', 'Nguyen', 'Analyst', 'Operator'],
	['Chloé', 'Martin', 'Controller', 'Operator'],
	['Dilek', 'Kaya', 'Security Officer', 'Security Administrator'],
	['Emil', "O'Neill", 'Analyst', 'Operator'],
	['Farah', 'Haddad', 'Integration Developer', 'Integration Developer'],
];

const EVENTS: ReadonlyArray<readonly [category: string, operation: string]> = [
	['user account', 'login'],
	['user account', 'logout'],
	['access token', 'create'],
	['user group', 'update'],
	['audit logs', 'read'],
];

/** Fills the account; the workspaces already exist. */
export function seedAccount(state: State, clock: Clock): void {
	const now = clock.now();
	const users = seedUsers(state, now);
	seedGroups(state, now, users);
	seedPermissions(state, users);
	seedAuditLogs(state, now, users);
	seedLicense(state, now, users.length);
}

const seedUsers = (state: State, now: number): Provisioned[] =>
	PEOPLE.map(([givenName, familyName, title, role]) => {
		const login = `${givenName}.${familyName}`
			.normalize('NFD')
			.replace(/[^A-Za-z.]/g, '')
			.toLowerCase();
		return addUser(state, now - 80 * DAY, {
			userName: login,
			name: { givenName, familyName },
			emails: [{ value: `${login}@example.com`, type: 'work', primary: true }],
			title,
			preferredLanguage: 'en',
			timezone: 'Europe/Paris',
			roles: [{ value: role, display: role, type: 'direct' }],
		});
	});

function seedGroups(state: State, now: number, users: readonly Provisioned[]): void {
	for (const [displayName, members] of [
		['Finance', users.slice(0, 3)],
		['Platform', users.slice(3)],
	] as const)
		addGroup(state, now - 79 * DAY, {
			displayName,
			members: members.map(({ id: value }) => ({ value })),
		});
}

/** Gives the first user all rights in each workspace, and the second one some in every other. */
function seedPermissions(state: State, users: readonly Provisioned[]): void {
	for (const [index, workspace] of [...orchestrationOf(state).workspaces.values()].entries()) {
		grant(state, 'user', { workspaceId: workspace.id, subjectId: users[0]!.id }, [
			'AUTHOR',
			'EXECUTE',
			'MANAGE',
			'PUBLISH',
			'VIEW',
		]);
		if (index % 2 === 1)
			grant(state, 'user', { workspaceId: workspace.id, subjectId: users[1]!.id }, [
				'VIEW',
				'EXECUTE',
			]);
	}
}

/** Adds 150 entries within 30 days. */
function seedAuditLogs(state: State, now: number, users: readonly Provisioned[]): void {
	for (let index = 0; index < 150; index++) {
		const [category, operation] = EVENTS[index % EVENTS.length]!;
		const { id, attributes } = users[index % users.length]!;
		addAuditLog(state, now - (150 - index) * (DAY / 5), {
			applicationId: 'TMC',
			eventCategory: category,
			eventType: 'access management',
			eventOperation: operation,
			clientIp: '192.0.2.10',
			userId: id,
			username: String(attributes.userName),
			email: `${String(attributes.userName)}@example.com`,
			request: { url: '/login', method: 'POST', userAgent: 'Mozilla/5.0', body: '{}' },
			response: { code: '200', body: '{}' },
		});
	}
}

function seedLicense(state: State, now: number, currentUsers: number): void {
	licenseOf(state).subscription = {
		startDate: new Date(now - 200 * DAY).toISOString().slice(0, 10),
		endDate: new Date(now + 165 * DAY).toISOString().slice(0, 10),
		licenseType: 'Cloud Data Fabric',
		applications: ['Management Console', 'Studio', 'Data Inventory', 'Pipeline Designer'],
		supportLevel: 'Mission Critical',
		tokensStatus: { total: 100, consumed: 42 },
		enginesStatus: [
			{ type: 'RE-GEN1', consumed: 3 },
			{ type: 'RE-GEN2', consumed: 1 },
			{ type: 'CLOUD', consumed: 4 },
			{ type: 'DYNAMIC-ENGINE-ENVIRONMENT', consumed: 1 },
		],
		seats: [
			{ application: 'Management Console', maxUsers: 50, currentUsers },
			{ application: 'Studio', maxUsers: 10, currentUsers: 4 },
			{ application: 'Service Accounts', maxUsers: 20, currentUsers: state.serviceAccounts.size },
		],
	};
}
