/** Plans. Document B defines their schemas, the vendor's published interface their endpoints (vendor-facts). */
import { rfc3339 } from '../../clock';
import { badRequest } from '../../refusals';
import { pageOf, type State } from '../../state';
import { created, noContent, ok, type Handlers, type Request } from '../handler';
import { listed, orchestrationOf, pause, planFor, workspaceInfo, type Plan, type PlanStep } from './records';
import { workspaceToFill } from './task';

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
			const { name, version, workspaceId, description } = orchestrationOf(state).tasks.get(id)!;
			return { id, name, version, workspaceId, description };
		});
	return steps.reduceRight<Chart | undefined>(
		(nextStep, { id, name, note, taskIds, handlerOnFailure }) => ({
			id,
			name,
			note,
			taskIds,
			flows: flows(taskIds),
			stepOnException: handlerOnFailure?.taskIds && { taskIds: handlerOnFailure.taskIds, flows: flows(handlerOnFailure.taskIds) },
			nextStep,
		}),
		undefined,
	);
}

const details = (state: State, plan: Plan) => ({
	executable: plan.id,
	name: plan.name,
	description: plan.description,
	workspace: workspaceInfo(state, plan.workspaceId),
	chart: chartOf(state, plan.steps),
	planPauseDetails: plan.pauseDetails ?? { pause: plan.paused },
});

const view = (state: State, plan: Plan) => ({
	id: plan.id,
	name: plan.name,
	description: plan.description,
	workspace: workspaceInfo(state, plan.workspaceId),
	createDate: rfc3339(plan.createdAt ?? 0),
	updateDate: plan.updatedAt === undefined ? undefined : rfc3339(plan.updatedAt),
	author: plan.author?.id ?? 'ana.demo',
	authorType: plan.author?.type ?? 'HUMAN',
	steps: plan.steps,
});

/** What a body says of a plan. @throws Refusal 400 when a step runs what is not there */
function defined(request: Request): Pick<Plan, 'name' | 'description' | 'workspaceId' | 'steps'> {
	const { state } = request;
	const { name, description, workspaceId, steps } = request.body as Pick<Plan, 'name' | 'description' | 'workspaceId'> & { steps: Array<Omit<PlanStep, 'id'> & { id?: string }> };
	workspaceToFill(request, workspaceId);
	const { tasks, plans } = orchestrationOf(state);
	for (const { taskIds, handlerOnFailure } of steps) {
		const missing =
			[...taskIds, ...(handlerOnFailure?.taskIds ?? [])].find((id) => !tasks.has(id)) ?? handlerOnFailure?.planIds?.find((id) => !plans.has(id));
		if (missing) throw badRequest(`There is no task or plan ${missing}`);
	}
	return { name, description, workspaceId, steps: steps.map((step) => ({ ...step, id: step.id ?? state.uuid() })) };
}

export const plans: Handlers = {
	'GET /orchestration/executables/plans': (request) => {
		const { state, query } = request;
		const found = listed(request, orchestrationOf(state).plans, query)
			.filter((plan) => query.planId === undefined || query.planId === plan.id)
			.filter((plan) => query.taskId === undefined || plan.steps.some(({ taskIds }) => taskIds.includes(String(query.taskId))));
		const page = pageOf(found, query.limit as number | undefined, query.offset as number | undefined);
		return ok({ ...page, items: page.items.map((plan) => details(state, plan)) });
	},
	'POST /orchestration/executables/plans': (request) => {
		const { state, caller, clock } = request;
		const plan: Plan = { id: state.uuid(), paused: false, configured: false, author: caller, createdAt: clock.now(), ...defined(request) };
		orchestrationOf(state).plans.set(plan.id, plan);
		return created(view(state, plan));
	},
	'GET /orchestration/executables/plans/{planId}': (request) => ok(details(request.state, planFor(request))),
	'PUT /orchestration/executables/plans/{planId}': (request) => {
		const plan = planFor(request);
		Object.assign(plan, defined(request), { updatedAt: request.clock.now() });
		return ok(view(request.state, plan));
	},
	'DELETE /orchestration/executables/plans/{planId}': (request) => {
		orchestrationOf(request.state).plans.delete(planFor(request).id);
		return noContent();
	},
	'PUT /orchestration/executables/plans/{planId}/pause': (request) => {
		const plan = planFor(request);
		pause(plan, request);
		return plan.paused ? { status: 202 } : noContent();
	},
};
