/**
 * Operations, and parameters that a model or a person has given for them.
 */
import { record } from '../../../../nodes/shared/declare/answers';
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
