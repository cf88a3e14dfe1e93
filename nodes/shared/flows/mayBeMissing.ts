/** Reads what may be missing, or what the account may not see. */
import type { IDataObject } from 'n8n-workflow';

import { hint } from '../declare/messages';
import type { OperationContext, RequestOperation } from '../declare/operation';
import { isRefusedWith, unlessRefused } from '../support/http/refused';
import { objectIn, withoutEmptyValues } from '../support/json';

/**
 * Reads a record.
 * @returns undefined if the platform does not have it
 */
export async function readIfThere(
	op: OperationContext,
	get: RequestOperation,
	values: IDataObject,
): Promise<IDataObject | undefined> {
	const answer = await unlessRefused(op.sendValues(get, values), [404], undefined);
	return answer && withoutEmptyValues(objectIn(answer.body));
}

/** Whether the platform shows a record with this ID. */
export const exists = async (
	op: OperationContext,
	get: RequestOperation,
	values: IDataObject,
): Promise<boolean> =>
	(await unlessRefused(op.sendValues(get, values), [400, 403, 404], undefined)) !== undefined;

/**
 * The hint that something is missing.
 * @param beginning the beginning of the hint, such as "Engines are missing"
 */
export const missingHint = (beginning: string) => hint(`${beginning}: {reason}` as const);

type Missing = ReturnType<typeof missingHint>;

/** The records of a list. If the account may not see them, there are none, and a hint says so. */
export async function listIfAllowed(
	op: OperationContext<Missing>,
	list: RequestOperation,
	values: IDataObject,
	instead: Missing,
): Promise<IDataObject[]> {
	return await op.list(list, values).catch((error: unknown) => {
		if (!isRefusedWith(error, 403, 404)) throw error;
		op.hint(instead, { reason: error.message });
		return [];
	});
}
