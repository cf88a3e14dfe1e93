/** Updates for which the platform wants some fields each time, changed or not. */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../declare/answers';
import type { Call, Input, RequestOperation } from '../declare/operation';

/**
 * Does an update that must carry the fields `names`: those that were not given are read first.
 * @param get reads the record; it has the path variables of the update
 */
export const keeping =
	(get: RequestOperation, names: readonly string[]) =>
	async (call: Call, of: RequestOperation, input: Input): Promise<Output[]> => {
		const given = input.body as IDataObject;
		if (names.every((name) => given[name] !== undefined)) return await call.request(of, input);
		const present = (await call.ask(get, input.path)).body as IDataObject;
		const kept = Object.fromEntries(names.map((name) => [name, present[name] ?? '']));
		return await call.request(of, { ...input, body: { ...kept, ...given } });
	};
