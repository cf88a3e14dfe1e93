import type { IDataObject } from 'n8n-workflow';

import { hint, problem } from '../declare/messages';
import type { Call, RequestOperation } from '../declare/operation';
import { isObject, withoutEmptyValues } from '../support/json';
import { isRefusedWith, unlessRefused } from '../support/refused';

export const NOT_A_RECORD = problem(
	'The platform answered "{action}" with something other than a record',
	'Try again; if this persists, check the address in the credential.',
);

const NOT_THERE = { body: undefined as unknown, status: 404 };

/** Reads a record. @returns nothing if the platform does not have it @throws if the response is not a record */
export async function readIfThere(
	call: Call<typeof NOT_A_RECORD>,
	get: RequestOperation,
	values: IDataObject,
): Promise<IDataObject | undefined> {
	const { body, status } = await unlessRefused(call.ask(get, values), [404], NOT_THERE);
	if (status === NOT_THERE.status) return undefined;
	if (isObject(body)) return withoutEmptyValues(body);
	throw call.problem(NOT_A_RECORD, { action: get.action });
}

/** The hint that something is missing. @param beginning its beginning, such as "Engines are missing" */
export const missing = (beginning: string) => hint(`${beginning}: {reason}` as '{reason}');

type Missing = ReturnType<typeof missing>;

/** The records of a list; none, with a hint, if the account may not see them. */
export async function listIfAllowed(
	call: Call<Missing>,
	list: RequestOperation,
	values: IDataObject,
	instead: Missing,
): Promise<IDataObject[]> {
	return await call.list(list, values).catch((error: unknown) => {
		if (!isRefusedWith(error, 403, 404)) throw error;
		call.hint(instead, { reason: error.message });
		return [];
	});
}

/**
 * Does work that follows the creation of a record. Its error says that the record was created.
 * @param record the record with its ID: "The workspace Finance (57f64991)"
 */
export async function afterCreation<T>(record: string, work: () => Promise<T>): Promise<T> {
	return await work().catch((error: unknown) => {
		if (error instanceof Error && 'description' in error)
			error.description =
				`${String(error.description ?? '')} ${record} was created before and is kept.`.trim();
		throw error;
	});
}
