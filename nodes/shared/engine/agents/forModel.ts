/** The outputs and errors of an item as a model may see them. */
import { type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Output } from '../../declare/answers';
import { inputFields } from '../../declare/derived/operationParts';
import { labelOf } from '../../declare/fields';
import type { Operation } from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';
import { isObject, parseJson, textsIn } from '../../support/json';
import { isAbsent } from '../../support/nothing';
import { namesSecret, NOT_FOR_MODELS } from '../../support/text/mask';
import { isSecretAt } from '../output/secrets';
import { withoutCredentials } from './credentialsInTexts';

const NOTE = `${NOT_FOR_MODELS} a person sees it when the operation runs in a workflow, outside of an agent)`;

/**
 * The maximum length of all outputs together, in characters of JSON. More would fill the context of
 * most models.
 */
const MAX_CHARACTERS = 60_000;

/**
 * The outputs as a model may see them: without secrets, never empty, and, apart from a single
 * output, not longer than a model can read.
 */
export function outputsForModel(
	operation: Operation,
	outputs: Output[],
	{ settings, values }: Pick<Input, 'settings' | 'values'>,
): Output[] {
	if (outputs.length === 0)
		return [
			{
				json: {
					result: [
						'Nothing was found: the list is empty.',
						...unknownValues(operation, values),
					].join(' '),
				},
			},
		];
	const sensitive = new Set(operation.answers.sensitive);
	const short = firstThatFit(outputs, (output) => ({
		...output,
		json: neverEmpty(output, valueForModel(output.json, sensitive) as IDataObject),
	}));
	const mayHaveMore =
		operation.answers.kind === 'list' &&
		settings.returnAll === false &&
		outputs.every(({ binary }) => binary === undefined) &&
		outputs.length === settings.limit;
	const noted = (result: string): Output[] => [...short, { json: { result } }];
	if (short.length < outputs.length)
		return noted(
			`Only the first ${short.length} of ${outputs.length} are shown, because the full list is too long. Narrow the list down with a filter or a limit.`,
		);
	return mayHaveMore
		? noted(
				`There may be more: only ${outputs.length} were requested. Narrow the list down with a filter, or raise Limit.`,
			)
		: short;
}

/**
 * Says which values are not among the known ones, as sentences. A model guesses a status, such as
 * "running", and would report that nothing is running.
 */
const unknownValues = (operation: Operation, values: IDataObject): string[] =>
	Object.entries(inputFields(operation)).flatMap(([name, field]) => {
		const known = field.knownValues;
		const unknown = textsIn(values[name]).filter((value) => !known.includes(value));
		return known.length === 0 || unknown.length === 0
			? []
			: `"${labelOf(name, field)}" was ${unknown.join(', ')}, but the known values are ${known.join(', ')}.`;
	});

/**
 * As many outputs as a model can read, at least one, as it may see them. The others are not even
 * masked, because that takes long for a long list.
 */
function firstThatFit(outputs: Output[], shown: (output: Output) => Output): Output[] {
	const fitting: Output[] = [];
	let length = 0;
	for (const output of outputs) {
		const visible = shown(output);
		length += JSON.stringify(visible.json).length;
		if (length <= MAX_CHARACTERS || fitting.length === 0) fitting.push(visible);
		if (length > MAX_CHARACTERS) break;
	}
	return fitting;
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
 * A value without anything that works like a credential. It is recognized by its declaration, by
 * its name, or by the name beside it (`{"name": "password", "value": …}`).
 */
function valueForModel(value: unknown, sensitive: ReadonlySet<string>): unknown {
	if (typeof value === 'string') return textForModel(value, sensitive);
	if (Array.isArray(value)) return value.map((entry) => valueForModel(entry, sensitive));
	if (!isObject(value)) return value;
	// A value that is already masked stays as it is.
	const isSecret = (name: string, inner: unknown) =>
		sensitive.has(name) ||
		(typeof inner !== 'boolean' && !/^\*+$/.test(String(inner)) && isSecretAt(value, name));
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			!isAbsent(inner) && isSecret(name, inner) ? NOTE : fieldForModel(name, inner, sensitive),
		]),
	);
}

/** A name stays: the model searches for it, even if it is "Reset password: weekly". */
const fieldForModel = (name: string, value: unknown, sensitive: ReadonlySet<string>): unknown =>
	typeof value === 'string' && /^name$|Name$/.test(name) ? value : valueForModel(value, sensitive);

/**
 * Removes secrets from a text, such as the body of a request in a log. If it begins like JSON,
 * cannot be parsed and names a secret, all of it is hidden.
 */
function textForModel(text: string, sensitive: ReadonlySet<string>): string {
	if (!/^\s*[[{]/.test(text)) return withoutCredentials(text);
	try {
		const value = parseJson(text);
		const masked = JSON.stringify(valueForModel(value, sensitive));
		return masked === JSON.stringify(value) ? text : masked;
	} catch {
		return (text.match(/[\w-]+/g) ?? []).some((word) => sensitive.has(word) || namesSecret(word))
			? NOTE
			: withoutCredentials(text);
	}
}

/** The facts of an error as a model may see them, such as log lines that explain a failure. */
export const factsForModel = <Facts extends object>(facts: Facts): Facts =>
	valueForModel(facts, new Set()) as Facts;

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
