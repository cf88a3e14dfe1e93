/** The dry run of a tool: it says what would be sent, and sends nothing. */
import type { Output } from '../../declare/answers';
import { keyOf } from '../../declare/define';
import { allFields, requestsOf } from '../../declare/derived/operationParts';
import { toolFields } from '../../declare/derived/toolFields';
import { labelOf } from '../../declare/fields';
import type { Operation } from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';
import { clock } from '../../support/time/clock';
import { buildRequest } from '../../transport/request/wire';
import { isOn, type Parameters } from '../input/shownFields';

/** Whether to return only what would be sent. */
export const asksForDryRun = (operation: Operation, parameters: Parameters): boolean =>
	'dryRun' in toolFields(operation) && isOn(parameters, 'dryRun');

/** What would be sent, in words, and which switches a person has to set first. */
export function dryRunOf(operation: Operation, input: Input, parameters: Parameters): Output[] {
	const { settings = {}, action } = operation;
	const values = Object.fromEntries(
		Object.entries(input.values).filter(
			([name]) => !(name in settings) || settings[name]!.spec.confirms,
		),
	);
	const switches = missingSwitches(operation, input, parameters);
	return [
		{
			json: {
				dryRun: true,
				action,
				wouldSend: requestsInWords(operation, input),
				...(Object.keys(values).length > 0 ? { values } : {}),
				result: 'Nothing was changed.',
				...(switches.length > 0
					? {
							needs: `Before an agent can do this, a person must turn on in the node: ${switches.join(', ')}.`,
						}
					: {}),
			},
		},
	];
}

/**
 * The methods and paths of the requests with which an operation changes something. For a flow, and
 * for an operation with its own `perform`, they have no values filled in, because these depend on
 * responses.
 */
function requestsInWords(operation: Operation, input: Input): string[] {
	if (operation.kind === 'request' && !operation.perform)
		return [`${operation.method} ${buildRequest(operation, input).url}`];
	return requestsOf(operation)
		.filter(({ effect }) => effect !== 'read')
		.map(keyOf);
}

/** The labels of the switches that are off, but must be on before anything is sent. */
function missingSwitches(operation: Operation, input: Input, parameters: Parameters): string[] {
	const confirmations = (operation.rules ?? [])
		.filter(
			({ confirmation, finding }) =>
				confirmation && finding(input.values, clock.now()) !== undefined,
		)
		.map(({ field }) => labelOf(field, allFields(operation)[field]!));
	const { allowAsTool } = toolFields(operation);
	return allowAsTool && !isOn(parameters, 'allowAsTool')
		? [labelOf('allowAsTool', allowAsTool), ...confirmations]
		: confirmations;
}
