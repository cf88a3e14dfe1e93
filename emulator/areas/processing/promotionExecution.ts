/** Executions of promotions. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { created, type Handlers, ok } from '../../handler';
import { forbidden, Refusal } from '../../refusals';
import type { Caller } from '../../state/caller';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { store } from '../../state/store';
import { type Promotion, promotions } from '../orchestration/orchestrationStore';
import { checkedScope } from '../orchestration/promotion';
import {
	type Keeping,
	promote,
	reportOf,
	workOf,
	type WorkspaceWork,
	wouldFail,
} from '../orchestration/promotionWork';
import { scimOf } from '../scim/scimStore';

interface PromotionExecution extends Keeping {
	id: string;
	promotionId: string;
	startedAt: number;
	endsAt: number;
	by: Caller;
	advanced?: { artifactId: string; artifactType: string };
	context?: string;
	work: WorkspaceWork[];
	done: boolean;
}

export const promotionExecutions = store<PromotionExecution>({ name: 'Execution', idForm: 'uuid' });

/**
 * How long the promotion of an environment or workspace takes. Smaller objects are promoted at
 * once.
 */
const TAKES_MS = 20_000;

/** Whether the promotion names the caller as one of its executors. */
function mayExecute(
	state: State,
	{ userIds, serviceAccountIds }: Promotion,
	caller: Caller,
): boolean {
	if (caller.type === 'SERVICE_ACCOUNT') return serviceAccountIds.includes(caller.id);
	return userIds.some((id) => scimOf(state).users.get(id)?.attributes.userName === caller.id);
}

/** Brings an execution to the present time. */
function advance(state: State, execution: PromotionExecution, now: number): void {
	if (execution.done || now < execution.endsAt) return;
	execution.done = true;
	promote(state, execution.work, promotions.find(state, execution.promotionId).targetEnvironmentId);
}

function promotionExecutionView({
	id,
	promotionId,
	startedAt,
	endsAt,
	by,
	advanced,
	context,
	keepTargetRunProfiles,
	keepTargetResources,
	work,
	done,
}: PromotionExecution) {
	return withoutUndefined({
		executionId: id,
		startTimestamp: rfc3339(startedAt),
		triggerTimestamp: rfc3339(startedAt),
		...(done ? { finishTimestamp: rfc3339(endsAt) } : {}),
		userId: by.id,
		userType: by.type,
		promotionId,
		keepTargetRunProfiles: keepTargetRunProfiles ?? false,
		keepTargetResources: keepTargetResources ?? false,
		...(advanced ? { advanced } : {}),
		context,
		defective: false,
		status: done ? 'PROMOTED' : 'PROMOTION_STARTED',
		workspaces: done ? reportOf(work, 'promotionReport') : [],
		engines: [],
		clusters: [],
	});
}

export const promotionExecutionHandlers: Handlers = {
	'POST /processing/executions/promotions': ({ state, caller, clock, body }) => {
		const { executable, advanced, ...given } = body as Keeping & {
			executable: string;
			context?: string;
			advanced?: PromotionExecution['advanced'];
		};
		const promotion = promotions.find(state, executable);
		if (!mayExecute(state, promotion, caller))
			throw forbidden('The caller is not allowed to execute the promotion');
		const work = workOf(
			state,
			promotion,
			checkedScope(
				state,
				promotion,
				advanced && { type: advanced.artifactType, id: advanced.artifactId },
			),
			given,
		);
		if (wouldFail(work)) throw new Refusal(501, 'The promotion has errors');
		const now = clock.now();
		const small = advanced !== undefined && advanced.artifactType !== 'WORKSPACE';
		const execution = promotionExecutions.add(state, {
			...given,
			promotionId: promotion.id,
			startedAt: now,
			endsAt: now + (small ? 0 : TAKES_MS),
			by: caller,
			advanced,
			work,
			done: false,
		});
		advance(state, execution, now);
		return created({
			executionId: execution.id,
			executionReport: promotionExecutionView(execution),
		});
	},
	'GET /processing/executions/promotions/{executionId}': ({ state, path, clock }) => {
		const execution = promotionExecutions.find(state, path.executionId!);
		advance(state, execution, clock.now());
		return ok(promotionExecutionView(execution));
	},
};
