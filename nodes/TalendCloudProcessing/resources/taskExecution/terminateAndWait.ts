import type { IDataObject } from 'n8n-workflow';

import { outcomeOf } from '../../../records/executions/outcome';
import { getTaskExecution as getExecution } from '../../../records/executions/taskExecutions';
import { otherIdIn } from '../../../shared/declare/derived/recordId';
import type { ContextShowing } from '../../../shared/declare/operation';
import { awaitEnd } from '../../../shared/flows/wait/awaitEnd';
import { type WAIT_MESSAGES } from '../../../shared/flows/wait/waitMessages';
import { isRefusedWith, unlessRefused } from '../../../shared/support/http/refused';
import { objectIn } from '../../../shared/support/json';
import type { ErrorAtLimit } from '../../executions/alreadyRunning';
import { shownExecution } from '../../executions/shownExecution';
import { terminateTaskExecution } from './requests';

/** The end of executions that were to be terminated, as it is output. */
interface Terminations {
	/** How many of them Talend Cloud has terminated; the others had ended before, or are gone. */
	terminated: number;
	/** All of them in their final state; those that are gone as they were listed. */
	executions: IDataObject[];
}

/** Terminates executions, and waits until all of them have ended. */
export async function terminateAndWait(
	op: ContextShowing<typeof WAIT_MESSAGES>,
	taskId: string,
	executions: readonly IDataObject[],
	{ timeLimit, errorAtLimit }: { timeLimit: number; errorAtLimit?: ErrorAtLimit },
): Promise<Terminations> {
	const unknown = new Set<string>();
	for (const { executionId } of executions)
		await op.sendValues(terminateTaskExecution, { executionId }).catch((error: unknown) => {
			// The execution has ended meanwhile, or no longer exists.
			if (!isRefusedWith(error, 404)) throw error;
			unknown.add(String(executionId));
		});
	const open = new Set(
		executions
			.filter((execution) => outcomeOf(execution) === undefined)
			.map(({ executionId }) => String(executionId)),
	);
	const ended = new Map<unknown, IDataObject>();
	await awaitEnd(op, {
		subject: `Terminating the executions of task ${taskId}`,
		// The items have not started what is terminated.
		wasRunning: true,
		later: {
			progress: `Task ${taskId} still has executions in progress.`,
			lookAt: 'Task Execution → Get Many by Task',
		},
		id: taskId,
		ids: { taskId },
		read: async () => {
			for (const executionId of open) {
				const reading = op.sendValues(getExecution, { executionId });
				// Only one that could not be terminated either is gone: others may be read again.
				const answer = await (unknown.has(executionId)
					? unlessRefused(reading, [404], undefined)
					: reading);
				if (!answer) {
					open.delete(executionId);
					continue;
				}
				const execution = objectIn(answer.body);
				const isOfAnother = otherIdIn(execution, 'executionId', executionId) !== undefined;
				if (isOfAnother || outcomeOf(execution) === undefined) continue;
				open.delete(executionId);
				ended.set(executionId, execution);
			}
			return {};
		},
		hasEnded: () => open.size === 0,
		waitsFor: () => `Not terminated yet: ${[...open].join(', ')}.`,
		timeLimitMinutes: timeLimit,
		errorAtLimit: errorAtLimit && ((limit) => errorAtLimit(limit, [...open])),
	});
	return {
		terminated: executions.length - unknown.size,
		executions: executions.map((listed) =>
			shownExecution({ ...listed, ...ended.get(listed.executionId) }),
		),
	};
}
