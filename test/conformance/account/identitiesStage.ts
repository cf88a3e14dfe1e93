/**
 * The platform of the tests about users, groups and roles, and what it knows of them: each file
 * that imports this starts its own.
 */
import type { IDataObject } from 'n8n-workflow';

import { roleName, roles, rolesOf } from '../../../emulator/areas/account/identities';
import { groups, users } from '../../../emulator/areas/scim/scimStore';
import { areaOf } from '../../support/area';
import { userNamed } from '../../support/demo';
import { platformForAll } from '../../support/platform';

export const platform = platformForAll({ keepAnswers: true });

export const state = () => platform.emulator.state;

export const { run, succeed, requests, expectRefused } = areaOf('Account', () => platform);

/** What the last request of an operation has sent. */
export const sentBody = (operation: string) =>
	JSON.parse(requests(operation).at(-1)!.body) as IDataObject;

export const roleId = (name: string): string =>
	roles.all(state()).find((role) => roleName(role) === name)!.id;

/** The names of the roles that a user has on the platform. */
export const rolesNow = (id: unknown): string[] =>
	rolesOf(state(), users.find(state(), String(id)))
		.map(roleName)
		.sort();

/** The IDs of the members that a group has on the platform. */
export const membersNow = (id: unknown): string[] => groups.find(state(), String(id)).members;

/** The IDs of the users with these logins. */
export const people = (...logins: string[]): string[] =>
	logins.map((login) => userNamed(state(), login));

let usersMade = 0;
/** A user of its own for a test. */
export async function newUser(more: IDataObject = {}): Promise<IDataObject> {
	const login = `new.user${++usersMade}`;
	const [made] = await succeed('user', 'create', {
		login,
		email: `${login}@example.com`,
		firstName: 'New',
		lastName: 'User',
		additionalFields: more,
	});
	return made!;
}

/** The query of the last request of an operation. */
export const queryOf = (operation: string) => Object.fromEntries(requests(operation).at(-1)!.query);
