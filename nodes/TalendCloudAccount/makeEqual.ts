/**
 * Sets what belongs to a record (such as the roles of a user), although the platform can only add
 * and remove: only the difference is sent. Additions are sent first, so that nobody temporarily has
 * less than before and after.
 */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { problem } from '../shared/declare/messages';
import type { OperationContext } from '../shared/declare/operation';
import { isRefusedWith } from '../shared/support/http/refused';
import { idKey, isText } from '../shared/support/json';

/** The error if an ID is missing, because then nothing can be compared. */
export const MISSING_IDS = problem(
	'Talend Cloud returned {what} without their IDs',
	'They cannot be compared with what you gave. Nothing was changed.',
);

export interface Difference {
	present: readonly string[];
	wanted: readonly string[];
	/** Adds all of these in one request. The platform accepts all of them, or refuses all. */
	add: (ids: string[]) => Promise<unknown>;
	/** Removes one of them. */
	remove: (id: string) => Promise<unknown>;
}

/**
 * Adds what is missing, and removes what should not be there.
 * @returns what was added and removed, by ID
 */
export async function makeEqual({
	present,
	wanted,
	add,
	remove,
}: Difference): Promise<{ added: string[]; removed: string[]; unchanged: string[] }> {
	const there = new Set(present.map(idKey));
	const wantedByKey = new Map<string, string>();
	for (const id of wanted) if (!wantedByKey.has(idKey(id))) wantedByKey.set(idKey(id), id);
	const all = [...wantedByKey.values()];
	const added = all.filter((id) => !there.has(idKey(id)));
	const tooMuch = present.filter((id) => !wantedByKey.has(idKey(id)));
	if (added.length > 0) await add(added);
	const removed: string[] = [];
	for (const id of tooMuch) {
		try {
			await remove(id);
		} catch (error) {
			// With a 404, somebody else has removed it in the meantime.
			if (!isRefusedWith(error, 404))
				throw withDoneSoFar(error, added, removed, tooMuch.slice(removed.length));
		}
		removed.push(id);
	}
	return { added, removed, unchanged: all.filter((id) => there.has(idKey(id))) };
}

/**
 * The IDs of records.
 * @throws if an ID is missing, because then nothing can be compared
 */
export function idsOfRecords(
	op: OperationContext<typeof MISSING_IDS>,
	records: readonly IDataObject[],
	noun: string,
): string[] {
	const ids = records.map(({ id }) => id);
	if (ids.every(isText)) return ids;
	throw op.problem(MISSING_IDS, { what: noun });
}

/** Adds to the error of a change what became of the other ones. */
function withDoneSoFar(
	error: unknown,
	added: string[],
	removed: string[],
	notRemoved: string[],
): unknown {
	if (!(error instanceof NodeApiError)) return error;
	const lines = [
		...(added.length > 0 ? [`Added: ${added.join(', ')}.`] : []),
		...(removed.length > 0 ? [`Removed: ${removed.join(', ')}.`] : []),
		`Not removed: ${notRemoved.join(', ')}.`,
	];
	error.message = `${added.length + removed.length} of ${added.length + removed.length + notRemoved.length} changes were made: ${error.message}`;
	error.description = [
		error.description,
		...lines,
		'Run it again: changes that were made are not repeated.',
	]
		.filter(Boolean)
		.join(' ');
	error.messages = lines;
	return error;
}
