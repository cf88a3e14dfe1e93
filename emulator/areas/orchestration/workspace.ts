import { created, type Handlers, noContent } from '../../handler';
import { badRequest } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { userByLogin } from '../scim/scimStore';
import { environmentToFill, ownerOf } from './environment';
import {
	artifacts,
	connections,
	environmentDeleted,
	environments,
	plans,
	resources,
	schedules,
	tasks,
	tasksOf,
	workspaceCreated,
	workspaceDeleted,
	workspaces,
} from './orchestrationStore';
import { maySee, workspaceInfo } from './places';

interface Given {
	name: string;
	description?: string;
	owner?: string;
	environmentId: string;
	protectedArtifactUpdate?: boolean;
}

/** In words, what other workspaces use in a workspace; undefined if they use nothing. */
function usedElsewhere(state: State, id: string): string | undefined {
	for (const task of tasks.all(state)) {
		if (task.workspaceId === id) continue;
		const artifact = artifacts.recordsIn(state).get(task.artifactId);
		if (artifact?.workspaceId === id)
			return `Artifact ${artifact.name} is used by task ${task.id} of another workspace`;
		const connection = Object.values(task.connections ?? {})
			.map((each) => connections.recordsIn(state).get(each))
			.find((each) => each?.workspaceId === id);
		if (connection)
			return `Connection ${connection.name} is used by task ${task.id} of another workspace`;
	}
	for (const plan of plans.all(state)) {
		const used = plan.steps
			.flatMap(tasksOf)
			.find((task) => tasks.recordsIn(state).get(task)?.workspaceId === id);
		if (plan.workspaceId !== id && used)
			return `Task ${used} is used by plan ${plan.id} of another workspace`;
	}
	return undefined;
}

/** Everything in a workspace is deleted with it. */
workspaceDeleted.on((state, id) => {
	workspaces.recordsIn(state).delete(id);
	for (const kind of [tasks, plans, artifacts, connections, resources])
		for (const record of kind.all(state))
			if (record.workspaceId === id) kind.recordsIn(state).delete(record.id);
	// Its tasks are removed from plans in other workspaces.
	const there = (task: string) => tasks.recordsIn(state).has(task);
	for (const plan of plans.all(state))
		plan.steps = plan.steps.map(({ handlerOnFailure, ...step }) => ({
			...step,
			taskIds: step.taskIds.filter(there),
			...(handlerOnFailure && {
				handlerOnFailure: { ...handlerOnFailure, taskIds: handlerOnFailure.taskIds?.filter(there) },
			}),
		}));
});

environmentDeleted.on((state, environmentId) => {
	for (const schedule of schedules.all(state))
		if (schedule.environmentId === environmentId) schedules.recordsIn(state).delete(schedule.id);
	for (const workspace of workspaces.all(state))
		if (workspace.environmentId === environmentId) workspaceDeleted.emit(state, workspace.id);
});

const { list, create, replace, remove } = collection(workspaces, {
	sees: (workspace, { caller }) => maySee(caller, workspace),
	required: ['name'],
	fresh: () => ({ type: 'custom' as const }),
	given: (request, own) => {
		const { name, description, environmentId, owner, protectedArtifactUpdate } =
			request.body as Given;
		const login = ownerOf(request, owner ?? own?.owner);
		if (own) return { name, description, owner: login, protectedArtifactUpdate };
		environmentToFill(request, environmentId);
		return { name, description, owner: login, environmentId, members: [login] };
	},
	// The interface lists no 409 for workspaces.
	unique: [
		{
			by: ({ name, environmentId }) => `${environmentId} ${name}`,
			says: 'name',
			refusal: ({ name }) =>
				badRequest(`A workspace with the name ${name} already exists in the environment`),
		},
	],
	added: (workspace, { state }) => workspaceCreated.emit(state, workspace),
	inUse: ({ id, type }, { state }) =>
		type === 'custom' ? usedElsewhere(state, id) : 'Only custom workspaces can be deleted',
	removed: ({ id }, { state }) => workspaceDeleted.emit(state, id),
	show: ({ id }, { state }) => workspaceInfo(state, id),
	fiql: ({ state }) => ({
		name: ({ name }) => name,
		description: ({ description }) => description,
		'environment.name': ({ environmentId }) =>
			environments.recordsIn(state).get(environmentId)?.name,
	}),
});

export const workspaceHandlers: Handlers = {
	'GET /orchestration/workspaces': list(),
	'POST /orchestration/workspaces': create(
		({ id, name, description, owner, type, environmentId }, { state, clock }) => {
			const now = rfc3339(clock.now());
			const user = userByLogin(state, owner)?.attributes.name as { formatted?: string } | undefined;
			return created({
				id,
				name,
				description,
				createDate: now,
				updateDate: now,
				owner,
				ownerFullName: user?.formatted ?? owner,
				type,
				environmentId,
			});
		},
	),
	'PUT /orchestration/workspaces/{id}': replace(() => noContent()),
	'DELETE /orchestration/workspaces/{id}': remove(),
};
