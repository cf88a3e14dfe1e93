import { type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Message } from '../declare/messages';
import type { Beside, Call, RequestOperation } from '../declare/operation';
import { isObject } from '../support/json';
import { readIfThere } from '../flows/readIfThere';
import { ENGINE } from './messages';

/** Does a change, and restores what it made the platform drop of the records beside. */
export async function keepingBeside<T>(call: Call<Message>, beside: Beside, values: IDataObject, write: () => Promise<T>): Promise<T> {
	const reading = async (get: RequestOperation) =>
		await readIfThere(call, get, Object.fromEntries(Object.keys(get.path ?? {}).map((name) => [name, values[name]])));
	const before = await Promise.all(beside.records.map(async ({ get }) => await reading(get)));
	const result = await write();
	for (const [index, { get, set }] of beside.records.entries()) {
		const wanted = before[index];
		if (wanted) await restore(call, beside, set, values, wanted, async () => await reading(get)).catch(notRestored(beside, values));
	}
	return result;
}

async function restore(
	call: Call<Message>,
	beside: Beside,
	set: RequestOperation,
	values: IDataObject,
	wanted: IDataObject,
	reading: () => Promise<IDataObject | undefined>,
): Promise<void> {
	const { whole, dropped } = completedBy((await reading()) ?? {}, wanted);
	if (dropped.length === 0) return;
	const path = Object.fromEntries(Object.keys(set.path ?? {}).map((name) => [name, values[name]]));
	const lost = { cause: beside.cause, fields: dropped.join(', '), noun: beside.noun, record: beside.of(values) };
	const instead = beside.cannotSet?.(whole);
	if (instead === undefined) await call.send(set, { path, query: {}, body: whole, settings: {}, values: {} });
	if (instead === undefined) call.hint(ENGINE.restored, lost);
	else call.hint(ENGINE.notRestored, { ...lost, instead });
}

/** By then, the record itself has been changed: the error must say so. */
const notRestored = ({ noun, cause, of }: Beside, values: IDataObject) => (error: unknown): never => {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		const what = of(values);
		error.message = `The ${what.split(' ')[0]} was updated, but not its ${noun}: ${error.message}`;
		error.description = `${cause} may have made the platform drop settings of the ${noun} of ${what}: look at it. ${error.description ?? ''}`;
	}
	throw error;
};

/** What there is, completed by what there was, and the names of what was missing. */
function completedBy(now: IDataObject, before: IDataObject, place = ''): { whole: IDataObject; dropped: string[] } {
	const whole = { ...now };
	const dropped: string[] = [];
	for (const [key, value] of Object.entries(before)) {
		const present = whole[key];
		if (present === undefined || present === null) {
			whole[key] = value;
			dropped.push(`${place}${key}`);
		} else if (isObject(present) && isObject(value)) {
			const inner = completedBy(present, value, `${place}${key}.`);
			whole[key] = inner.whole;
			dropped.push(...inner.dropped);
		}
	}
	return { whole, dropped };
}
