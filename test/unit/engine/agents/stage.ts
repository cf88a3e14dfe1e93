/**
 * Operations, and parameters that a model or a person has given for them.
 */
import type { IDataObject } from 'n8n-workflow';

import { nothing, record } from '../../../../nodes/shared/declare/answers';
import { confirmation } from '../../../../nodes/shared/declare/confirmation';
import { operation } from '../../../../nodes/shared/declare/define';
import { id } from '../../../../nodes/shared/declare/fields';

export const texts = { name: 'Delete', action: 'Delete a Thing', description: 'X' };

export const path = { thingId: id('T') };

/** An operation that changes nothing. */
export const reads = operation('GET /things/{thingId}', {
	...texts,
	path,
	answers: record(undefined),
});

export const deletes = operation('DELETE /things/{thingId}', {
	...texts,
	path,
	answers: nothing(),
});

export const confirmed = operation('DELETE /things/{thingId}', {
	...texts,
	path,
	settings: confirmation('all'),
	answers: nothing(),
});

/** The parameters of a node, and what was entered for them. */
export const parametersOf = (values: IDataObject, written: IDataObject = values) => ({
	value: (name: string) => values[name] ?? null,
	entered: (name: string) => written[name],
});
