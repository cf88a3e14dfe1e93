/** Finds the demo's records in an emulator by name. */
import type { State } from '../../emulator';
import {
	orchestrationOf,
	type Workspace,
} from '../../emulator/areas/orchestration/orchestrationStore';
import { scimOf } from '../../emulator/areas/scim/scimStore';

const recordNamed = <T extends { name: string; id: string }>(
	records: Map<string, T>,
	name: string,
): T => {
	const found = [...records.values()].find((record) => record.name === name);
	if (!found) throw new Error(`The demo has no record called ${name}`);
	return found;
};

export const taskNamed = (state: State, name: string) =>
	recordNamed(orchestrationOf(state).tasks, name);
export const planNamed = (state: State, name: string) =>
	recordNamed(orchestrationOf(state).plans, name);
export const environmentNamed = (state: State, name: string) =>
	recordNamed(orchestrationOf(state).environments, name);

/** A record chosen by its ID, as the editor stores it. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value: value as string });
/** A record chosen by its name, as the editor stores it. */
export const byName = (value: string) => ({ __rl: true, mode: 'name', value });

/** The ID of the demo user with this user name. */
export function userNamed(state: State, userName: string): string {
	const found = [...scimOf(state).users.values()].find(
		({ attributes }) => attributes.userName === userName,
	);
	if (!found) throw new Error(`The demo has no user called ${userName}`);
	return found.id;
}

/** The workspace of this name in an environment of the demo. */
export function workspaceIn(state: State, environment: string, name: string): Workspace {
	const { id } = environmentNamed(state, environment);
	const found = [...orchestrationOf(state).workspaces.values()].find(
		(each) => each.environmentId === id && each.name === name,
	);
	if (!found) throw new Error(`${environment} has no workspace called ${name}`);
	return found;
}
