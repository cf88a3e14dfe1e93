/** Replacing what SCIM replaces whole: what is not given is read first and written back. */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../shared/declare/answers';
import type { Call, Input, RequestOperation } from '../../shared/declare/operation';
import { isObject } from '../../shared/support/json';

/**
 * Does a replacement; with Keep Other Attributes off as it was given.
 * @param get reads the record
 * @param names what the record consists of, beside what the platform keeps itself
 */
export const replaced =
	(get: RequestOperation, noun: string, [first, ...more]: readonly [string, ...string[]]) =>
	async (call: Call, of: RequestOperation, input: Input): Promise<Output[]> =>
		await call.oneByOne(`${noun} ${String(input.values.id)}`, async () => {
			if (input.settings.keepOthers === false) return await call.request(of, input);
			const { body: present } = await call.ask(get, { id: input.values.id });
			if (!isObject(present) || typeof present[first] !== 'string')
				throw call.problem(`The platform did not answer with the ${noun}`, 'The values to keep could not be read. Nothing was changed.');
			const kept: IDataObject = {};
			for (const name of [first, ...more, 'externalId', 'schemas']) if (present[name] !== undefined && present[name] !== null) kept[name] = present[name];
			return await call.request(of, { ...input, body: { ...(input.body as IDataObject), ...kept, ...pickGiven(input, [first, ...more]) } });
		});

const pickGiven = ({ body }: Input, names: readonly string[]): IDataObject =>
	Object.fromEntries(Object.entries(body as IDataObject).filter(([name, value]) => names.includes(name) && value !== undefined));
