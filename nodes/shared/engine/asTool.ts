/**
 * What is different if a model uses the node, as a tool of an agent or over MCP: destructive operations
 * must have been allowed by a person, no secret reaches the model, and an empty output says that it is empty.
 */
import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Output } from '../declare/answers';
import { NotForModels } from '../declare/input/badInput';
import { allFields, toolFields } from '../declare/define';
import { labelOf } from '../declare/field';
import type { Input, Operation } from '../declare/operation';
import { asSwitch, isExpression } from '../declare/input/read';
import { isObject } from '../support/json';
import type { Parameters } from './input/input';
import { buildRequest } from './input/wire';

/** n8n gives a node another type if it is used as a tool. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

const isOn = ({ value }: Parameters, name: string): boolean => asSwitch(value(name)) === true;

/** Whether to return only what would be sent. */
export const isDryRun = (operation: Operation, parameters: Parameters): boolean => 'dryRun' in toolFields(operation) && isOn(parameters, 'dryRun');

/**
 * Refuses what a model may not do.
 * @throws NotForModels before anything is sent
 */
export function checkForModel(operation: Operation, parameters: Parameters): void {
	const { secret } = operation.answers;
	if (secret) throw new NotForModels('operation', 'Operation', `${operation.name} is not for agents, because its output is secret: ${secret}. A person can run it in a workflow, outside of an agent, or use the Talend Management Console`);
	const extra = toolFields(operation);
	for (const [name, field] of Object.entries({ ...allFields(operation), ...extra }))
		if (field.spec.confirms && isExpression(parameters.written(name)))
			throw new NotForModels(name, labelOf(name, field), 'must be switched on or off in the node by a person: an expression, or a value that the model fills in, does not count');
	const { allowAsTool } = extra;
	if (allowAsTool && !isOn(parameters, 'allowAsTool') && !isDryRun(operation, parameters))
		throw new NotForModels('allowAsTool', labelOf('allowAsTool', allowAsTool), `must be switched on in the node by a person before an agent can ${operation.action.charAt(0).toLowerCase()}${operation.action.slice(1)}`);
}

/** What would be sent, in words. */
export function dryRunOf(operation: Operation, input: Input): Output[] {
	const exact = operation.kind === 'request' && !operation.perform;
	const requests = operation.kind === 'flow' ? operation.uses : [operation];
	const wouldSend = exact ? [`${operation.method} ${buildRequest(operation, input).url}`] : requests.filter(({ effect }) => effect !== 'read').map(({ method, endpoint }) => `${method} ${endpoint}`);
	const values = Object.fromEntries(Object.entries(input.values).filter(([name]) => operation.settings?.[name]?.spec.confirms ?? !(name in (operation.settings ?? {}))));
	return [{ json: { dryRun: true, action: operation.action, wouldSend, ...(Object.keys(values).length > 0 ? { values: values } : {}), result: 'Nothing was changed.' } }];
}

const NOT_FOR_MODELS = '(not shown to agents; a person sees it when the operation runs in a workflow, outside of an agent)';

/** The outputs as a model may see them. */
export function forModel(operation: Operation, outputs: Output[]): Output[] {
	if (outputs.length === 0) return [{ json: { result: 'Nothing was found: the list is empty.' } }];
	const sensitive = new Set(operation.answers.sensitive);
	return outputs.map((output) => {
		if (Object.keys(output.json).length === 0) return { ...output, json: { result: 'Done. The platform returned no details.' } };
		return sensitive.size === 0 ? output : { ...output, json: shownToModel(output.json, sensitive) as IDataObject };
	});
}

/** n8n's agents pass only the message of an error to the model, so it contains what to do next and the ID of the execution. */
export function errorForModel<E>(error: E): E {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) return error;
	const { message, description } = error;
	if (description && !message.includes(description)) error.message = `${message.replace(/[.:]?$/, '.')} ${description}`;
	return error;
}

function shownToModel(value: unknown, sensitive: ReadonlySet<string>): unknown {
	if (Array.isArray(value)) return value.map((entry) => shownToModel(entry, sensitive));
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, sensitive.has(name) && inner !== null && inner !== undefined ? NOT_FOR_MODELS : shownToModel(inner, sensitive)]));
}
