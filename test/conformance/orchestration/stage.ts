/**
 * The platform of the tests about the resources of Orchestration, and its names: each file that
 * imports this starts its own.
 */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { areaOf } from '../../support/area';
import { ask as askOf } from '../../support/ask';
import { taskNamed, workspaceIn } from '../../support/demo';
import { platformForAll, SEEN } from '../../support/platform';

/** Requests with parameters that no description has, where the platform refuses them. */
export const UNKNOWN = SEEN.unknownParameters
	? []
	: [
			{
				tasks: 'GET /orchestration/executables/tasks?triggerType=daily',
				environments: 'GET /orchestration/environments?limit=1',
			} as const,
		];
export const platform = platformForAll({ keepAnswers: true });
export const state = () => platform.emulator.state;
export const orchestration = () => orchestrationOf(state());
export const ask = async (
	endpoint: `${string} /${string}`,
	body?: unknown,
	headers?: Record<string, string>,
) => await askOf(platform, endpoint, body, headers);
export const { run, succeed, requests, expectRefused } = areaOf('Orchestration', () => platform);
export const finance = () => workspaceIn(state(), 'Production', 'Finance');
export const goodTask = () => taskNamed(state(), DEMO.goodTask);
export const bodiesSent = (operation: string) =>
	requests(operation).map(({ body }) => JSON.parse(body) as IDataObject);
/** An expression that gives nothing: what is plainly empty n8n itself refuses. */
export const NOTHING = '={{ $json.nothing }}';
export const RUN_CONFIG = 'PUT /orchestration/executables/tasks/{taskId}/run-config';

let holderCount = 0;
/** A token of a service account that holds only these permissions. */
export async function holding(
	...permissions: string[]
): Promise<{ id: string; headers: Record<string, string> }> {
	const { body } = await ask('POST /account/service-accounts', {
		name: `Holder ${++holderCount}`,
		permissions: ['TMC_SERVICE_ACCOUNT_MANAGEMENT', ...permissions],
	});
	const { id } = body as { id: string };
	const { access_token: token } = await platform.emulator.tokens.issue(id);
	return { id, headers: { authorization: `Bearer ${String(token)}` } };
}
