/**
 * Reads the input of an operation from given parameters: what the tests of the input share.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../nodes/shared/declare/operation';
import { assemble } from '../../../../nodes/shared/engine/input/assemble';
import { readParameters } from '../../../../nodes/shared/engine/input/readParameters';

export const EMPTY = /is empty/;

/**
 * What an item's parameters come to; the values are those of the expressions that were written, if
 * any.
 */
export function read(
	declared: Operation,
	values: IDataObject,
	{ written = values, version }: { written?: IDataObject; version?: number } = {},
) {
	const asked: string[] = [];
	const parameters = {
		value: (name: string) => (asked.push(name), values[name] ?? null),
		entered: (name: string) => written[name],
	};
	return {
		...assemble(declared, readParameters(declared, parameters, { timezone: 'UTC', version })),
		asked,
	};
}
