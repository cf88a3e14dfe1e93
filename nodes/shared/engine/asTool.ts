/** What is different if a model uses the node, as a tool of an agent or over MCP (docs/project/architecture.md, "As a tool"). */
import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Output } from '../declare/answers';
import { NotForModels } from '../declare/input/badInput';
import { allFields, requestsOf, toolFields } from '../declare/define';
import { type Field, labelOf } from '../declare/field';
import type { Input, Operation } from '../declare/operation';
import { asSwitch, isExpression } from '../declare/input/read';
import { isTopLevel } from '../declare/layout';
import { clock } from '../support/clock';
import { isObject, parseJson } from '../support/json';
import { namesSecret } from '../support/mask';
import { insideCollection, type Parameters } from './input/input';
import { buildRequest } from '../transport/wire';
import { marksValue } from './output/secrets';

/** n8n gives a node another type if it is used as a tool. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

const isOn = ({ value }: Parameters, name: string): boolean => asSwitch(value(name)) === true;

/** Whether to return only what would be sent. */
export const isDryRun = (operation: Operation, parameters: Parameters): boolean =>
	'dryRun' in toolFields(operation) && isOn(parameters, 'dryRun');

/** Whether it counts only if a person set it: any value of a switch, that of a choice which does harm. */
const mustBeByPerson = (confirms: Field['spec']['confirms'], value: unknown): boolean =>
	confirms !== undefined && (confirms.value === undefined || confirms.value === value);

/** @throws NotForModels before anything is sent */
export function checkForModel(operation: Operation, parameters: Parameters): void {
	const { secret } = operation.answers;
	if (secret)
		throw new NotForModels(
			'operation',
			'Operation',
			`${operation.name} is not for agents, because its output is secret: ${secret}. A person can run it in a workflow, outside of an agent, or use the Talend Management Console`,
		);
	const extra = toolFields(operation);
	const { action } = operation;
	const beforehand = `in the node by a person before an agent can ${action.charAt(0).toLowerCase()}${action.slice(1)}`;
	// What a person allowed is this operation, not any that the model chooses.
	const allowed = 'dryRun' in extra && !isDryRun(operation, parameters);
	const rule = `must be chosen ${beforehand}`;
	const inside = insideCollection(operation, parameters);
	const at = (field: Field) => (isTopLevel(field) ? parameters : inside);
	const written = (name: string) => parameters.written(name) ?? inside.written(name);
	const byPersons = [
		...(allowed
			? [
					['resource', 'Resource', rule],
					['operation', 'Operation', rule],
				]
			: []),
		...Object.entries({ ...allFields(operation), ...extra })
			.filter(([name, field]) => mustBeByPerson(field.spec.confirms, at(field).value(name)))
			.map(([name, field]) => [
				name,
				labelOf(name, field),
				field.spec.confirms?.value === undefined
					? 'must be switched on or off in the node by a person'
					: 'must be chosen in the node by a person',
			]),
	] as Array<[name: string, label: string, rule: string]>;
	for (const [name, label, must] of byPersons)
		if (isExpression(written(name)))
			throw new NotForModels(
				name,
				label,
				`${must}: an expression, or a value that the model fills in, does not count`,
			);
	const { allowAsTool } = extra;
	if (allowAsTool && !isOn(parameters, 'allowAsTool') && !isDryRun(operation, parameters))
		throw new NotForModels(
			'allowAsTool',
			labelOf('allowAsTool', allowAsTool),
			`must be switched on ${beforehand}`,
		);
}

/** What would be sent, in words, and what a person has to allow before. */
export function dryRunOf(operation: Operation, input: Input, parameters: Parameters): Output[] {
	const exact = operation.kind === 'request' && !operation.perform;
	const wouldSend = exact
		? [`${operation.method} ${buildRequest(operation, input).url}`]
		: requestsOf(operation)
				.filter(({ effect }) => effect !== 'read')
				.map(({ method, endpoint }) => `${method} ${endpoint}`);
	const values = Object.fromEntries(
		Object.entries(input.values).filter(
			([name]) =>
				operation.settings?.[name]?.spec.confirms ?? !(name in (operation.settings ?? {})),
		),
	);
	// The switches without which nothing would be sent.
	const switches = (operation.rules ?? [])
		.filter(
			({ confirmation, check }) => confirmation && check(input.values, clock.now()) !== undefined,
		)
		.map(({ field }) => labelOf(field, allFields(operation)[field]!));
	const { allowAsTool } = toolFields(operation);
	if (allowAsTool && !isOn(parameters, 'allowAsTool'))
		switches.unshift(labelOf('allowAsTool', allowAsTool));
	return [
		{
			json: {
				dryRun: true,
				action: operation.action,
				wouldSend,
				...(Object.keys(values).length > 0 ? { values } : {}),
				result: 'Nothing was changed.',
				...(switches.length > 0
					? {
							needs: `Before an agent can do this, a person must switch on in the node: ${switches.join(', ')}.`,
						}
					: {}),
			},
		},
	];
}

const NOT_FOR_MODELS =
	'(not shown to agents; a person sees it when the operation runs in a workflow, outside of an agent)';

/** Characters of JSON, of all items together; more would fill the memory of most models. */
const MOST_CHARACTERS = 60_000;

/** The outputs as a model may see them: without secrets, never empty, and not longer than a model can read. */
export function forModel(
	operation: Operation,
	outputs: Output[],
	{ settings }: Pick<Input, 'settings'>,
): Output[] {
	if (outputs.length === 0) return [{ json: { result: 'Nothing was found: the list is empty.' } }];
	const sensitive = new Set(operation.answers.sensitive);
	const shown = outputs.map((output) => ({
		...output,
		json: withWords(output, shownToModel(output.json, sensitive) as IDataObject),
	}));
	let length = 0;
	const end = shown.findIndex(
		({ json }) => (length += JSON.stringify(json).length) > MOST_CHARACTERS,
	);
	const short = end < 0 ? shown : shown.slice(0, Math.max(1, end));
	const mayHaveMore =
		operation.answers.kind === 'list' &&
		settings.returnAll === false &&
		shown.every(({ binary }) => binary === undefined) &&
		shown.length === settings.limit;
	const note =
		short.length < shown.length
			? `Only the first ${short.length} of ${shown.length} are shown, because more would be too long. Narrow the list down with a filter or a limit.`
			: mayHaveMore
				? `There may be more: only ${shown.length} were asked for. Narrow the list down with a filter, or ask for more with Limit.`
				: undefined;
	return note === undefined ? short : [...short, { json: { result: note } }];
}

/** n8n passes neither an output without fields nor the content of a file to a model. */
function withWords({ binary }: Output, json: IDataObject): IDataObject {
	if (Object.keys(json).length === 0) return { result: 'Done. The platform returned no details.' };
	return binary && Object.keys(binary).length > 0
		? { ...json, content: 'The content of the file is not shown to agents.' }
		: json;
}

/** n8n's agents pass only the message of an error to the model, so it contains what to do next and the ID of the execution. */
export function errorForModel<E>(error: E): E {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) return error;
	const { message, description } = error;
	if (description && !message.includes(description))
		error.message = `${message.replace(/[.:]?$/, '.')} ${description}`;
	return error;
}

/** A value without what is as good as a credential: by its declaration, its own name, or the name that stands beside it. */
function shownToModel(value: unknown, sensitive: ReadonlySet<string>): unknown {
	if (typeof value === 'string') return textForModel(value, sensitive);
	if (Array.isArray(value)) return value.map((entry) => shownToModel(entry, sensitive));
	if (!isObject(value)) return value;
	const isMarked = marksValue(value);
	// What is masked for everybody already stays as it is.
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
				: shownToModel(inner, sensitive),
		]),
	);
}

/** A text that is JSON, such as the body of a request that a log repeats; one that cannot be parsed is hidden if it names a secret. */
function textForModel(text: string, sensitive: ReadonlySet<string>): string {
	if (!/^\s*[[{]/.test(text)) return text;
	try {
		const value = parseJson(text);
		const shown = JSON.stringify(shownToModel(value, sensitive));
		return shown === JSON.stringify(value) ? text : shown;
	} catch {
		return (text.match(/[\w-]+/g) ?? []).some((word) => sensitive.has(word) || namesSecret(word))
			? NOT_FOR_MODELS
			: text;
	}
}
