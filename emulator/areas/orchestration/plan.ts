import { accepted, created, type Handlers, noContent, ok, type Request } from '../../handler';
import { equals, itemPage } from '../../lists/replies';
import { badRequest } from '../../refusals';
import { userTypeOf } from '../../state/caller';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { type Plan, plans, type PlanStep, tasks } from './orchestrationStore';
import { canView, nameFilter, pause, placeFilters, workspaceInfo, workspaceToFill } from './places';

interface Chart {
	id: string;
	name: string;
	note?: string;
	taskIds: string[];
	flows: object[];
	stepOnException?: object;
	nextStep?: Chart;
}

/** The steps as a linked list. */
function chartOf(state: State, steps: readonly PlanStep[]): Chart | undefined {
	const flows = (ids: readonly string[]) =>
		ids.map((id) => {
			const { name, version, workspaceId, description } = tasks.find(state, id);
			return { id, name, version, workspaceId, description };
		});
	return steps.reduceRight<Chart | undefined>(
		(nextStep, { id, name, note, taskIds, handlerOnFailure }) => ({
			id,
			name,
			note,
			taskIds,
			flows: flows(taskIds),
			stepOnException: handlerOnFailure?.taskIds && {
				taskIds: handlerOnFailure.taskIds,
				flows: flows(handlerOnFailure.taskIds),
			},
			nextStep,
		}),
		undefined,
	);
}

const planDetails = (state: State, plan: Plan) => ({
	executable: plan.id,
	name: plan.name,
	description: plan.description,
	workspace: workspaceInfo(state, plan.workspaceId),
	chart: chartOf(state, plan.steps),
	planPauseDetails: plan.pauseDetails ?? { pause: plan.paused },
});

const planView = ({ state, follows }: Request, plan: Plan) => ({
	id: plan.id,
	name: plan.name,
	description: plan.description,
	workspace: workspaceInfo(state, plan.workspaceId),
	createDate: rfc3339(plan.createdAt ?? 0),
	updateDate: plan.updatedAt === undefined ? undefined : rfc3339(plan.updatedAt),
	author: plan.author?.id ?? 'ana.demo',
	authorType: userTypeOf(plan.author?.type ?? 'HUMAN', follows),
	steps: plan.steps,
});

/**
 * The plan in a body.
 * @throws Refusal 400 if a step has a task that does not exist
 */
function planFromBody(
	request: Request,
): Pick<Plan, 'name' | 'description' | 'workspaceId' | 'steps'> {
	const { state } = request;
	const { name, description, workspaceId, steps } = request.body as Pick<
		Plan,
		'name' | 'description' | 'workspaceId'
	> & { steps: Array<Omit<PlanStep, 'id'> & { id?: string }> };
	workspaceToFill(request, workspaceId);
	const isTask = (id: string) => tasks.recordsIn(state).has(id);
	const isPlan = (id: string) => plans.recordsIn(state).has(id);
	for (const { taskIds, handlerOnFailure } of steps) {
		const missing =
			[...taskIds, ...(handlerOnFailure?.taskIds ?? [])].find((id) => !isTask(id)) ??
			handlerOnFailure?.planIds?.find((id) => !isPlan(id));
		if (missing) throw badRequest(`There is no task or plan ${missing}`);
	}
	return {
		name,
		description,
		workspaceId,
		steps: steps.map((step) => ({ ...step, id: step.id ?? state.uuid() })),
	};
}

const {
	list,
	get,
	create,
	replace,
	remove,
	one: planFor,
} = collection(plans, {
	variable: 'planId',
	sees: canView,
	given: planFromBody,
	fresh: ({ caller, clock }) => ({
		paused: false,
		configured: false,
		author: caller,
		createdAt: clock.now(),
	}),
	touched: ({ clock }) => ({ updatedAt: clock.now() }),
	show: (plan, { state }) => planDetails(state, plan),
	paging: itemPage,
	filters: {
		...placeFilters,
		name: nameFilter,
		planId: equals(({ id }) => id),
		taskId: ({ steps }, id: string) => steps.some(({ taskIds }) => taskIds.includes(id)),
	},
});

export { planFor };

export const planHandlers: Handlers = {
	'GET /orchestration/executables/plans': list(),
	'POST /orchestration/executables/plans': create((plan, request) =>
		created(planView(request, plan)),
	),
	'GET /orchestration/executables/plans/{planId}': get(),
	'PUT /orchestration/executables/plans/{planId}': replace((plan, request) =>
		ok(planView(request, plan)),
	),
	'DELETE /orchestration/executables/plans/{planId}': remove(),
	'PUT /orchestration/executables/plans/{planId}/pause': (request) => {
		const plan = planFor(request);
		pause(plan, request);
		return plan.paused ? accepted() : noContent();
	},
};
