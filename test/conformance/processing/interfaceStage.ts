/**
 * What the interface documents say of executions, run profiles, logs and metrics (their part B),
 * asked as any client could: the emulated platform is held to it, past what the nodes would let
 * through. Each file that imports this starts a platform for each of its tests.
 */
import type { IDataObject } from 'n8n-workflow';

import { areaOf } from '../../support/area';
import { ask as askAny } from '../../support/ask';
import { planNamed, taskNamed } from '../../support/demo';
import { DESCRIPTION, platformForEach, SEEN } from '../../support/platform';

export const platform = platformForEach();

export const state = () => platform.emulator.state;
export const { succeed, run, requests } = areaOf('Processing', () => platform);
export const observing = areaOf('Observability', () => platform);
export const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
export const advance = (ms: number) => platform.emulator.clock.advance(ms);

export async function ask(
	...given: Parameters<typeof askAny> extends [unknown, ...infer Rest] ? Rest : never
) {
	const { status, body } = await askAny(platform, ...given);
	return { status, body: body as IDataObject & { items: IDataObject[] } };
}

/** Where the two descriptions of the platform differ, the emulator follows this one. */
export const OF_VENDOR = DESCRIPTION === 'vendor';
/**
 * What the descriptions do not have: the platform that others have seen ignores it, so nothing can
 * be refused there.
 */
export const unknown = (...queries: string[]) => (SEEN.unknownParameters ? [] : queries);
/** The total of a list of task executions, which may be without one. */
export const totalIfShown = (total: number) => (SEEN.missingTotals ? {} : { total });
export const START = 'POST /processing/executions';
export const start = async (task: string, more: object = {}) =>
	String((await ask(START, { executable: taskNamed(state(), task).id, ...more })).body.executionId);
/** The response about an execution, with the ID that it was asked for. */
export const ofAsked = (body: IDataObject) => ({
	toJSON: () => ({ executionId: platform.emulator.log.at(-1)!.path.split('/').at(-1)!, ...body }),
});
export const execution = async (id: string) => (await ask(`GET /processing/executions/${id}`)).body;
export const TASKS = 'GET /processing/executables/tasks/executions';
export const PLANS = 'GET /processing/executables/plans/executions';
export const startPlan = async (plan: string, more: object = {}) =>
	await ask('POST /processing/executions/plans', {
		executable: planNamed(state(), plan).id,
		...more,
	});
/** They are a bare list, unlike most bodies. */
export const steps = async (id: unknown) =>
	(await ask(`GET /processing/executions/plans/${String(id)}/steps`))
		.body as unknown as IDataObject[];
