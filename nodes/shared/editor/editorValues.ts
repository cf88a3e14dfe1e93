/**
 * What the loading of choices needs: the values of the node that is being edited, and a way to send
 * requests.
 */
import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { locatorValue } from '../declare/field/parse';
import type { Ask } from '../declare/lists/loadedChoices';
import type { RequestOperation } from '../declare/operation';
import type { Answer } from '../declare/runtime/exchange';
import { inputFrom } from '../engine/input/assemble';
import { isNothing } from '../support/nothing';
import { platformSend } from '../transport/platformSend';
import { loadOptionsSender } from '../transport/senders';

/**
 * Sends with the credential that is chosen in the node.
 * @param page the parameters of a page
 */
export async function answerTo(
	context: ILoadOptionsFunctions,
	operation: RequestOperation,
	values: IDataObject,
	page?: IDataObject,
): Promise<Answer> {
	return await platformSend(loadOptionsSender(context))({
		operation,
		input: inputFrom(operation, values),
		page,
	});
}

/** Like {@link answerTo}, but returns only the body of the response. */
export const askFor =
	(context: ILoadOptionsFunctions): Ask =>
	async (operation, values) =>
		(await answerTo(context, operation, values)).body;

/**
 * The IDs that are chosen in some fields, by the names of the fields.
 * @param names the parameters, such as "taskId.value" or "updateFields.artifactId.value"
 */
export function chosenIn(
	context: ILoadOptionsFunctions,
	names: readonly string[],
): Record<string, string> {
	return fixedValuesIn(context, names, (mode) => mode !== 'name');
}

/** The names that were given instead of IDs in some fields, by the names of the fields. */
export const pickedNames = (
	context: ILoadOptionsFunctions,
	names: readonly string[],
): Record<string, string> => fixedValuesIn(context, names, (mode) => mode === 'name');

/** The values that were given in one of these modes, and are not expressions. */
function fixedValuesIn(
	context: ILoadOptionsFunctions,
	names: readonly string[],
	isMode: (mode?: string) => boolean,
): Record<string, string> {
	const fixed: Record<string, string> = {};
	for (const { name, raw } of inputsAt(context, names)) {
		const value = locatorValue(raw);
		if (
			typeof value === 'string' &&
			value !== '' &&
			!value.startsWith('=') &&
			isMode((raw as { mode?: string }).mode)
		)
			fixed[name] = value;
	}
	return fixed;
}

/** Whether the user has filled in any of these fields, possibly with an expression. */
export const isAnyGiven = (context: ILoadOptionsFunctions, names: readonly string[]): boolean =>
	inputsAt(context, names).some(({ raw }) => !isNothing(locatorValue(raw)));

const inputsAt = (
	context: ILoadOptionsFunctions,
	names: readonly string[],
): Array<{ name: string; raw: unknown }> =>
	names.map((parameter) => {
		const [top, inner] = parameter.replace(/\.value$/, '').split('.') as [string, string?];
		const raw = context.getCurrentNodeParameter(top) as IDataObject | undefined;
		return inner === undefined ? { name: top, raw } : { name: inner, raw: raw?.[inner] };
	});
