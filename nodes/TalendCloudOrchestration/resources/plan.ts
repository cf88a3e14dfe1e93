import { getManyPlans, getPlan, planId } from '../../records/tasks/plans';
import { nothing } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { pauseBody } from '../pause';
import { create, update } from '../requests/plan';

const remove = operation('DELETE /orchestration/executables/plans/{planId}', {
	name: 'Delete',
	action: 'Delete a plan',
	description: 'Delete a plan; its tasks stay',
	origin: FROM_VENDOR,
	path: { planId: planId() },
	answers: nothing(),
});

const pause = operation('PUT /orchestration/executables/plans/{planId}/pause', {
	name: 'Pause or Resume',
	action: 'Pause or resume a plan',
	description: 'Keep a plan from running, or let it run again; executions in progress continue',
	origin: FROM_VENDOR,
	path: { planId: planId() },
	body: pauseBody('plan'),
	answers: nothing({
		output: (_answer, { planId: plan, pause: paused }) => ({ success: true, planId: plan, paused }),
	}),
});

export const plan = resource(
	'plan',
	'Plan',
	{ create, get: getPlan, getMany: getManyPlans, update, delete: remove, pause },
	'Tasks in ordered steps',
);
