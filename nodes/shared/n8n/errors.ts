/** The errors that a node shows in n8n, if they are not about a request. */
import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { type BadInput, MissingInput, NotForModels } from '../declare/badInput';
import type { SentRequests } from '../declare/runtime/context';
import { noteRecord } from '../support/errorNotes';

/**
 * n8n replaces messages in which it finds the name of a network fault, as in "FileNotFound", which
 * contains ENOTFOUND.
 */
export function withMessage<E extends NodeApiError | NodeOperationError>(
	error: E,
	message: string,
): E {
	error.message = message;
	error.messages = [];
	return error;
}

/** Makes an error of an item, a node or a poll, with a message of this package. */
export function operationError(
	node: INode,
	message: string,
	description: string | undefined,
	itemIndex?: number,
): NodeOperationError {
	return withMessage(new NodeOperationError(node, message, { description, itemIndex }), message);
}

function whatWasSentIn(sent: SentRequests | undefined): string {
	if (sent?.writing)
		return 'Earlier requests for this item may already have changed something in Talend Cloud.';
	return sent?.any ? 'Nothing was changed in Talend Cloud.' : 'Nothing was sent.';
}

/**
 * The error for refused input. If input is missing, the message asks for it, and the description
 * has the rule.
 * @param sent what was sent for the item before, such as the search for a record that was given by
 * its name
 */
export function inputError(
	node: INode,
	input: BadInput,
	itemIndex?: number,
	sent?: SentRequests,
): NodeOperationError {
	const whatWasSent = whatWasSentIn(sent);
	const ids = { field: input.field };
	if (input instanceof MissingInput)
		return noteRecord(
			operationError(
				node,
				input.step,
				`"${input.label}" (${input.field}) ${input.rule}. ${whatWasSent}`,
				itemIndex,
			),
			ids,
		);
	const givenValue = input.shownValue === undefined ? '' : ` You gave ${input.shownValue}.`;
	const todo =
		input instanceof NotForModels
			? whatWasSent
			: `${whatWasSent} Change the field "${input.label}" (${input.field}).${givenValue}`;
	return noteRecord(operationError(node, input.message, todo, itemIndex), ids);
}
