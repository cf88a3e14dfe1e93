/** The record that a flow has read before it does something because of it. */
import type { IDataObject } from 'n8n-workflow';

import { otherIdIn } from '../declare/derived/recordId';
import { problem } from '../declare/messages';
import type { ContextShowing } from '../declare/operation';

const OTHER_RECORD = problem(
	'Talend Cloud returned a different record: {other}',
	'Nothing was done. Check the ID {id}, then try again.',
);

export const OWN_RECORD_MESSAGES = [OTHER_RECORD];

/**
 * Checks a record that was read by its ID, before a flow starts anything because of it.
 * @throws NodeOperationError if it is another record
 */
export function checkedOwnRecord(
	op: ContextShowing<typeof OWN_RECORD_MESSAGES>,
	record: IDataObject,
	idField: string,
	id: string,
): IDataObject {
	const otherId = otherIdIn(record, idField, id);
	if (otherId !== undefined) throw op.problem(OTHER_RECORD, { other: otherId, id });
	return record;
}
