/** The lists in which the trigger finds executions, with the chosen filters. */
import type { IDataObject } from 'n8n-workflow';

import {
	getManyOfPlan,
	getManyPlanExecutions,
	getPlanExecution,
} from '../records/executions/planExecutions';
import {
	executionPaging,
	getManyOfTask,
	getManyTaskExecutions,
	getTaskExecution,
} from '../records/executions/taskExecutions';
import type { RequestOperation } from '../shared/declare/operation';
import type { Input } from '../shared/declare/runtime/context';
import { isSameId, objectIn } from '../shared/support/json';
import type { Listing, PageLimits } from '../shared/trigger/reading/listing';
import { triggeredAt } from '../TalendCloudProcessing/executions/triggeredAt';
import { searchTaskExecutions } from '../TalendCloudProcessing/resources/taskExecution/requests';
import { executionKey } from './observeExecution';

/** The largest page, and how many records the platform lists of one period. */
export const PAGE_LIMITS: PageLimits = {
	pageSize: 100,
	maxPerPeriod: executionPaging.mostListed,
};

/** A list of executions, and how to read one of them. */
export interface ExecutionList {
	operation: RequestOperation;
	input: Partial<Input>;
	get: RequestOperation;
	/** Name of the path variable of `get`. */
	idName: string;
	/** The statuses of open executions by which the platform can filter. */
	openStatuses: readonly string[];
	/**
	 * Whether an execution belongs to a chosen task or plan. If several were chosen, the platform
	 * also lists the executions of others.
	 */
	keep: (record: IDataObject) => boolean;
}

/** The list for the executions of tasks, with the chosen filters. */
export function executionsOfTasks({
	environmentId,
	workspaceId,
	tasks: chosen,
	tags,
}: IDataObject): ExecutionList {
	const ids = (chosen ?? []) as string[];
	const scope = { environmentId, workspaceId };
	const common = {
		get: getTaskExecution,
		idName: 'executionId',
		openStatuses: ['dispatching', 'executing'],
	};
	if (tags)
		return {
			...common,
			operation: searchTaskExecutions,
			input: { body: { ...scope, tags } },
			keep: ({ taskId, jobId }) => isOneOf(ids, taskId ?? jobId),
		};
	// The list of the executions of one task cannot be filtered by environment or workspace.
	if (ids.length === 1 && !environmentId && !workspaceId)
		return {
			...common,
			operation: getManyOfTask,
			input: { path: { taskId: ids[0] } },
			keep: () => true,
		};
	return {
		...common,
		operation: getManyTaskExecutions,
		input: { query: scope },
		keep: ({ taskId, jobId }) => isOneOf(ids, taskId ?? jobId),
	};
}

/** The list for the executions of plans, with the chosen filters. */
export function executionsOfPlans({
	environmentId,
	workspaceId,
	plans: chosen,
}: IDataObject): ExecutionList {
	const ids = (chosen ?? []) as string[];
	const common = { get: getPlanExecution, idName: 'planExecutionId', openStatuses: ['executing'] };
	if (ids.length === 1 && !environmentId && !workspaceId)
		return {
			...common,
			operation: getManyOfPlan,
			input: { path: { planId: ids[0] } },
			keep: () => true,
		};
	return {
		...common,
		operation: getManyPlanExecutions,
		input: { query: { environmentId, workspaceId } },
		keep: ({ planId }) => isOneOf(ids, planId),
	};
}

const isOneOf = (ids: string[], id: unknown) =>
	ids.length === 0 || ids.some((each) => isSameId(each, id));

/**
 * A list of executions, as parts of it are read by time.
 * @param filter a filter in addition to the chosen ones
 */
export const listingOf = (
	{ operation, input }: ExecutionList,
	limits: PageLimits,
	filter: IDataObject = {},
): Listing => ({
	...limits,
	operation,
	input:
		operation.pages?.where === 'body'
			? { ...input, body: { ...objectIn(input.body), ...filter } }
			: { ...input, query: { ...input.query, ...filter } },
	sinceFilter: (from) => ({ from }),
	untilFilter: (to) => ({ to }),
	key: executionKey,
	time: triggeredAt,
});
