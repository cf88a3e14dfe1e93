/** Webhooks, which start a task or plan. A caller needs only the URL. */
import type { Context } from 'hono';

import type { Surroundings } from '../../handler';
import type { State } from '../../state/state';
import { startPlan, startTask } from '../processing/executions';
import { orchestrationOf } from './orchestrationStore';

/** How often each webhook was called since it last started something. */
const callsOf = (state: State): Map<string, number> =>
	state.entry('webhooks', () => new Map<string, number>());

/**
 * Counts a call, and starts the execution when the required number has arrived. The time limit of
 * waiting calls is not emulated.
 */
export function callWebhook(context: Context, { state, clock }: Surroundings): Response {
	const path = new URL(context.req.url).pathname;
	const { tasks, plans } = orchestrationOf(state);
	const executable = [...tasks.values(), ...plans.values()].find(({ runConfiguration }) =>
		runConfiguration?.trigger.webhook?.url?.endsWith(path),
	);
	if (!executable) return new Response(null, { status: 404 });
	const { triggerCalls = 1, runAsUser = 'ana.demo' } =
		executable.runConfiguration!.trigger.webhook!;
	const calls = (callsOf(state).get(path) ?? 0) + 1;
	const enough = calls >= Number(triggerCalls);
	callsOf(state).set(path, enough ? 0 : calls);
	const by = { id: String(runAsUser), type: 'HUMAN' as const };
	if (enough && !executable.paused) {
		if ('steps' in executable) startPlan(state, executable, clock.now(), { by });
		else startTask(state, executable, clock.now(), { type: 'WEBHOOK', by });
	}
	return new Response(null, { status: 204 });
}
