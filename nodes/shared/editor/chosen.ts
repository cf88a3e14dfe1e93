/** What the loading of choices needs: what was chosen so far in the node that is being edited, and requests. */
import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { locatorValue } from '../declare/input/read';
import { isNothing } from '../declare/kinds/common/reading';
import type { Ask } from '../declare/lists/source';
import type { RequestOperation } from '../declare/operation';
import type { Answer } from '../declare/wire';
import { inputFrom } from '../engine/input/input';
import { platformSend } from '../transport/send';
import { loadOptionsSender } from '../transport/senders';

/** Sends with the credential that is chosen in the node. @param page the parameters of a page */
export async function answerTo(
	context: ILoadOptionsFunctions,
	asked: RequestOperation,
	values: IDataObject,
	page?: IDataObject,
): Promise<Answer> {
	return await platformSend(loadOptionsSender(context))({
		operation: asked,
		input: inputFrom(asked, values),
		page,
	});
}

/** As {@link answerTo}, for what only needs the body of a response. */
export const askFor =
	(context: ILoadOptionsFunctions): Ask =>
	async (asked, values) =>
		(await answerTo(context, asked, values)).body;

/**
 * The IDs that were chosen so far, by the last part of the name of their field.
 * @param names where they stand, such as "taskId.value" or "updateFields.artifactId.value"
 */
export function chosenIn(
	context: ILoadOptionsFunctions,
	names: readonly string[],
): Record<string, string> {
	return fixedIn(context, names, (mode) => mode !== 'name');
}

/** The names that were given instead of IDs, as {@link chosenIn}. */
export const namedIn = (
	context: ILoadOptionsFunctions,
	names: readonly string[],
): Record<string, string> => fixedIn(context, names, (mode) => mode === 'name');

/** What was given in one of these modes, and is no expression. */
function fixedIn(
	context: ILoadOptionsFunctions,
	names: readonly string[],
	isWanted: (mode?: string) => boolean,
): Record<string, string> {
	const fixed: Record<string, string> = {};
	for (const { name, given } of givenAt(context, names)) {
		const value = locatorValue(given);
		if (
			typeof value === 'string' &&
			value !== '' &&
			!value.startsWith('=') &&
			isWanted((given as { mode?: string }).mode)
		)
			fixed[name] = value;
	}
	return fixed;
}

/** Whether a person has filled in any of these fields, in whatever way. */
export const isAnyGiven = (context: ILoadOptionsFunctions, names: readonly string[]): boolean =>
	givenAt(context, names).some(({ given }) => !isNothing(locatorValue(given)));

const givenAt = (
	context: ILoadOptionsFunctions,
	names: readonly string[],
): Array<{ name: string; given: unknown }> =>
	names.map((place) => {
		const [top, inner] = place.replace(/\.value$/, '').split('.') as [string, string?];
		const given = context.getCurrentNodeParameter(top) as IDataObject | undefined;
		return inner === undefined ? { name: top, given } : { name: inner, given: given?.[inner] };
	});
