/** What a person has chosen so far in the node that is being edited. */
import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { locatorValue } from '../declare/input/read';

/**
 * The IDs that were chosen so far, by the last part of the name of their field.
 * @param names where they stand, such as "taskId.value" or "updateFields.artifactId.value"
 */
export function chosenIn(context: ILoadOptionsFunctions, names: readonly string[]): Record<string, string> {
	const chosen: Record<string, string> = {};
	for (const place of names) {
		const [top, inner] = place.replace(/\.value$/, '').split('.') as [string, string?];
		const given = context.getCurrentNodeParameter(top) as IDataObject | undefined;
		const locator = (inner === undefined ? given : given?.[inner]) as { mode?: string } | undefined;
		const id = locatorValue(locator);
		if (typeof id === 'string' && id !== '' && !id.startsWith('=') && locator?.mode !== 'name') chosen[inner ?? top] = id;
	}
	return chosen;
}
