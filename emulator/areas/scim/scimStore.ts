/** The people and groups of an account, as provisioning knows them. */
import type { State } from '../../state/state';
import { stateEvent, store } from '../../state/store';

export interface Provisioned {
	id: string;
	/** ms since 1970 */
	created: number;
	modified: number;
	/**
	 * The attributes, without `id`, `meta` and those that follow from other records (such as the
	 * groups of a user).
	 */
	attributes: Record<string, unknown>;
}

export interface Group extends Provisioned {
	/** Ids of users. */
	members: string[];
}

export const users = store<Provisioned>({ name: 'User', idForm: 'uuid' });
export const groups = store<Group>({ name: 'Group', idForm: 'uuid' });

/** A user was deleted. */
export const userDeleted = stateEvent<Provisioned>();

export const scimOf = (state: State) => ({
	users: users.recordsIn(state),
	groups: groups.recordsIn(state),
});

/** The login of a user. */
export const loginOf = ({ attributes }: Provisioned): string => String(attributes.userName);

/** The user with a login. */
export const userByLogin = (state: State, login: string): Provisioned | undefined =>
	users.all(state).find((user) => loginOf(user) === login);

/** Makes a user a member of exactly these groups. */
export function setGroups(state: State, userId: string, ids: readonly string[]): void {
	for (const group of groups.all(state)) {
		group.members = group.members.filter((member) => member !== userId);
		if (ids.includes(group.id)) group.members.push(userId);
	}
}
