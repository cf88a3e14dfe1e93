/** How the execution that a request has started is found, if its response was lost. */
import type { IDataObject } from 'n8n-workflow';

import type { LookUp, RequestOperation } from '../../shared/declare/operation';
import { isText } from '../../shared/support/json';
import { triggeredAt } from './triggeredAt';

/** The types of executions that no request has started. */
const STARTED_OTHERWISE = new Set(['SCHEDULED', 'WEBHOOK', 'PLAN']);

/** Whether a schedule, a webhook or a plan started an execution. */
export const startedOtherwise = ({ executionType, planId }: IDataObject): boolean =>
	STARTED_OTHERWISE.has(String(executionType)) || isText(planId);

/**
 * How to find the execution if the response to its start was lost: among the executions of the task
 * or plan since then, by who started them, and how.
 * @param idName the parameter of the list for the ID of the task or plan
 */
export const lookUpExecution = (list: RequestOperation, idName: string): LookUp => ({
	subject: 'The execution',
	list,
	newestFirst: true,
	values: ({ executable }) => ({ [idName]: executable, limit: 100 }),
	matches: (execution, _sent, { since, clientId }) => {
		const { executionType, planId, userType, userId } = execution;
		const isOthers =
			clientId !== undefined &&
			(userType === 'HUMAN' ||
				(/^SERVICE(_ACCOUNT)?$/.test(String(userType)) && userId !== clientId));
		const ofPlan = idName === 'taskId' && isText(planId);
		return (
			triggeredAt(execution) >= since &&
			!STARTED_OTHERWISE.has(String(executionType)) &&
			!ofPlan &&
			!isOthers
		);
	},
	id: 'executionId',
	answer: ({ executionId }) => ({ executionId }),
});
