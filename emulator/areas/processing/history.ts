/** What the lists of executions share. */
import { DAY } from '../../../nodes/shared/support/time/time';
import type { Description } from '../../../platform/descriptions/exchange';
import type { Request } from '../../handler';
import { badRequest } from '../../refusals';
import type { State } from '../../state/state';
import { workspaces } from '../orchestration/orchestrationStore';

export interface History {
	from?: number;
	to?: number;
	lastDays?: number;
	status?: string;
	limit?: number;
	offset?: number;
	tags?: string[];
	environmentId?: string;
	workspaceId?: string;
}

/**
 * Whether an execution is within the period of a list: by the time of its trigger or, if `end` is
 * given, by any overlap with the period.
 * @param time when it was triggered
 * @param end when it ends
 */
export function inHistory(time: number, filters: History, now: number, end = time): boolean {
	const from =
		filters.from ??
		(filters.to === undefined ? now - (filters.lastDays ?? 60) * DAY : filters.to - 60 * DAY);
	const earliest =
		filters.lastDays === undefined ? from : Math.max(from, now - filters.lastDays * DAY);
	return end >= earliest && time <= (filters.to ?? now);
}

/** Checks that the workspace belongs to the environment, if both are given. */
export function checkWorkspace(state: State, { environmentId, workspaceId }: History): void {
	if (environmentId === undefined || workspaceId === undefined) return;
	if (workspaces.recordsIn(state).get(workspaceId)?.environmentId !== environmentId)
		throw badRequest('The workspace does not belong to the environment');
}

/** In the OpenAPI files, `terminated` includes its sub-statuses. */
export const hasStatus = (
	status: string,
	wanted: string | undefined,
	follows: Description,
): boolean =>
	wanted === undefined ||
	status === wanted ||
	(follows === 'vendor' && wanted === 'terminated' && status.startsWith('terminated_'));

/** How many records can be reached by position, according to the vendor's OpenAPI files. */
const MAX_BY_POSITION = 1_000;

/**
 * The filters of a list, from a GET or a POST.
 * @throws Refusal 400
 */
export function historyOf({ operation, query, body, follows, state }: Request): History {
	const asked = (operation.method === 'GET' ? query : body) as History;
	if (follows === 'vendor' && (asked.offset ?? 0) + (asked.limit ?? 100) > MAX_BY_POSITION)
		throw badRequest(`offset and limit must not be more than ${MAX_BY_POSITION} together`);
	if (!state.seen.triggeredInWindow || asked.lastDays === undefined) return asked;
	const { from, to, ...rest } = asked;
	return rest;
}
