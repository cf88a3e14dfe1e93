/** Which execution a request has started. */
import { problem } from '../../shared/declare/messages';
import type { ContextShowing } from '../../shared/declare/operation';
import { idText, isObject } from '../../shared/support/json';

const NO_ID = problem(
	'Talend Cloud started the execution, but did not return its ID',
	'Check with {where}.',
);

/** What {@link startedId} can say. */
export const START_MESSAGES = [NO_ID];

/** The ID in the response of a start. */
export function startedId(
	op: ContextShowing<typeof START_MESSAGES>,
	body: unknown,
	where: string,
): string {
	const executionId = isObject(body) ? idText(body.executionId) : undefined;
	if (executionId !== undefined) return executionId;
	throw op.problem(NO_ID, { where });
}
