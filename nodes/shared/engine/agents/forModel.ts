/**
 * What is different if a model uses the node, as a tool of an agent or over MCP
 * (docs/project/why/agents.md).
 */
import { type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Output } from '../../declare/answers';
import { NotForModels } from '../../declare/badInput';
import type { Input } from '../../declare/context';
import { type Field, labelOf } from '../../declare/fields';
import { allFields, requestsOf } from '../../declare/fieldsOf';
import { asSwitch, isExpression } from '../../declare/kinds/common/parse';
import { collectionOf, isTopLevel } from '../../declare/layout';
import type { Operation } from '../../declare/operation';
import { toolFields } from '../../declare/toolFields';
import { clock } from '../../support/clock';
import { isObject, parseJson } from '../../support/json';
import { namesSecret } from '../../support/mask';
import { buildRequest } from '../../transport/wire';
import { insideCollection, type Parameters } from '../input/shownFields';
import { marksValue } from '../output/secrets';

const isOn = ({ value }: Parameters, name: string): boolean => asSwitch(value(name)) === true;

/** Whether to return only what would be sent. */
export const asksForDryRun = (operation: Operation, parameters: Parameters): boolean =>
	'dryRun' in toolFields(operation) && isOn(parameters, 'dryRun');

/**
 * Whether an input counts only if a person has set it. This is so for each switch that confirms,
 * and for a choice with the value that confirms.
 */
const needsPerson = ({ spec: { confirms } }: Field, value: unknown): boolean =>
	confirms !== undefined && (confirms.value === undefined || confirms.value === value);

/** The words "in the node by a person before an agent can delete a task", which end a sentence. */
const byPersonBefore = ({ action }: Operation): string =>
	`in the node by a person before an agent can ${action.charAt(0).toLowerCase()}${action.slice(1)}`;

/**
 * Refuses what only a person may do.
 * @throws NotForModels before anything is sent
 */
export function checkForModel(operation: Operation, parameters: Parameters): void {
	checkOutputIsNotSecret(operation);
	checkPersonalInputs(operation, parameters);
	checkIsAllowed(operation, parameters);
}

function checkOutputIsNotSecret({ name, answers: { whySecret } }: Operation): void {
	if (whySecret)
		throw new NotForModels(
			'operation',
			'Operation',
			`${name} is not for agents, because its output is secret: ${whySecret}. A person can run it in a workflow, outside of an agent, or use Talend Management Console`,
		);
}

/** An input that counts only if a person has set it. */
interface PersonalInput {
	name: string;
	label: string;
	/** How a person sets it, as the end of the sentence "<label> …". */
	rule: string;
}

/**
 * Refuses expressions in such inputs: an expression may contain what the model fills in, so it does
 * not show that a person has set the input.
 */
function checkPersonalInputs(operation: Operation, parameters: Parameters): void {
	const collection = insideCollection(collectionOf(operation), parameters);
	for (const { name, label, rule } of personalInputs(operation, parameters, collection))
		if (isExpression(parameters.entered(name) ?? collection.entered(name)))
			throw new NotForModels(
				name,
				label,
				`${rule}: an expression, or a value that the model fills in, does not count`,
			);
}

function personalInputs(
	operation: Operation,
	parameters: Parameters,
	collection: Parameters,
): PersonalInput[] {
	const fields = { ...allFields(operation), ...toolFields(operation) };
	const confirming = Object.entries(fields)
		.filter(([name, field]) =>
			needsPerson(field, (isTopLevel(field) ? parameters : collection).value(name)),
		)
		.map(([name, field]) => ({
			name,
			label: labelOf(name, field),
			rule:
				field.spec.confirms?.value === undefined
					? 'must be turned on or off in the node by a person'
					: 'must be chosen in the node by a person',
		}));
	const mayChange = 'dryRun' in toolFields(operation) && !asksForDryRun(operation, parameters);
	if (!mayChange) return confirming;
	// The person has allowed this operation, and not whichever one the model chooses.
	const rule = `must be chosen ${byPersonBefore(operation)}`;
	return [
		{ name: 'resource', label: 'Resource', rule },
		{ name: 'operation', label: 'Operation', rule },
		...confirming,
	];
}

function checkIsAllowed(operation: Operation, parameters: Parameters): void {
	const { allowAsTool } = toolFields(operation);
	if (allowAsTool && !isOn(parameters, 'allowAsTool') && !asksForDryRun(operation, parameters))
		throw new NotForModels(
			'allowAsTool',
			labelOf('allowAsTool', allowAsTool),
			`must be turned on ${byPersonBefore(operation)}`,
		);
}

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
		.map(({ method, endpoint }) => `${method} ${endpoint}`);
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

const NOT_FOR_MODELS =
	'(not shown to agents; a person sees it when the operation runs in a workflow, outside of an agent)';

/**
 * The maximum length of all outputs together, in characters of JSON. More would fill the context of
 * most models.
 */
const MAX_CHARACTERS = 60_000;

/**
 * The outputs as a model may see them: without secrets, never empty, and not longer than a model
 * can read.
 */
export function forModel(
	operation: Operation,
	outputs: Output[],
	{ settings }: Pick<Input, 'settings'>,
): Output[] {
	if (outputs.length === 0) return [{ json: { result: 'Nothing was found: the list is empty.' } }];
	const sensitive = new Set(operation.answers.sensitive);
	const visible = outputs.map((output) => ({
		...output,
		json: neverEmpty(output, valueForModel(output.json, sensitive) as IDataObject),
	}));
	const short = firstThatFit(visible);
	const mayHaveMore =
		operation.answers.kind === 'list' &&
		settings.returnAll === false &&
		visible.every(({ binary }) => binary === undefined) &&
		visible.length === settings.limit;
	const note =
		short.length < visible.length
			? `Only the first ${short.length} of ${visible.length} are shown, because the full list is too long. Narrow the list down with a filter or a limit.`
			: mayHaveMore
				? `There may be more: only ${visible.length} were requested. Narrow the list down with a filter, or raise Limit.`
				: undefined;
	return note === undefined ? short : [...short, { json: { result: note } }];
}

/** As many outputs as a model can read, at least one. */
function firstThatFit(outputs: Output[]): Output[] {
	let length = 0;
	const tooLong = outputs.findIndex(
		({ json }) => (length += JSON.stringify(json).length) > MAX_CHARACTERS,
	);
	return tooLong < 0 ? outputs : outputs.slice(0, Math.max(1, tooLong));
}

/**
 * n8n passes neither an output without fields nor the content of a file to a model, so a sentence
 * takes their place.
 */
function neverEmpty({ binary }: Output, json: IDataObject): IDataObject {
	if (Object.keys(json).length === 0) return { result: 'Done. Talend Cloud returned no details.' };
	return binary && Object.keys(binary).length > 0
		? { ...json, content: 'The content of the file is not shown to agents.' }
		: json;
}

/**
 * n8n's agents pass only the message of an error to the model, so the description is added to it.
 * It says what to do next, and has the ID of the execution.
 */
export function errorForModel<E>(error: E): E {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) return error;
	const { message, description } = error;
	if (description && !message.includes(description))
		error.message = `${message.replace(/[.:]?$/, '.')} ${description}`;
	return error;
}

/**
 * A value without anything that works like a credential. It is recognized by its declaration, by
 * its name, or by the name beside it (`{"name": "password", "value": …}`).
 */
function valueForModel(value: unknown, sensitive: ReadonlySet<string>): unknown {
	if (typeof value === 'string') return textForModel(value, sensitive);
	if (Array.isArray(value)) return value.map((entry) => valueForModel(entry, sensitive));
	if (!isObject(value)) return value;
	const isMarked = marksValue(value);
	// A value that is already masked stays as it is.
	const isSecret = (name: string, inner: unknown) =>
		sensitive.has(name) ||
		(typeof inner !== 'boolean' &&
			!/^\*+$/.test(String(inner)) &&
			(namesSecret(name) || (isMarked && name === 'value')));
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			inner !== null && inner !== undefined && isSecret(name, inner)
				? NOT_FOR_MODELS
				: valueForModel(inner, sensitive),
		]),
	);
}

/**
 * Removes secrets from a text that is JSON, such as the body of a request in a log. If it cannot be
 * parsed and names a secret, all of it is hidden.
 */
function textForModel(text: string, sensitive: ReadonlySet<string>): string {
	if (!/^\s*[[{]/.test(text)) return text;
	try {
		const value = parseJson(text);
		const masked = JSON.stringify(valueForModel(value, sensitive));
		return masked === JSON.stringify(value) ? text : masked;
	} catch {
		return (text.match(/[\w-]+/g) ?? []).some((word) => sensitive.has(word) || namesSecret(word))
			? NOT_FOR_MODELS
			: text;
	}
}
