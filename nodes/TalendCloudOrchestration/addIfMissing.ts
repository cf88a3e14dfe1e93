/** Adding what may be there already: the platform refuses it, and what was wanted holds. */

import type { Output } from '../shared/declare/answers';
import type { Input } from '../shared/declare/context';
import type { OperationContext, RequestOperation } from '../shared/declare/operation';
import { isRefusedWith } from '../shared/support/refused';

/** Does an addition; a 409 says that it was done before, and the output says so. */
export async function addedOrThere(
	op: OperationContext,
	operation: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const additionOutput = (added: boolean): Output[] => [
		{ json: { success: true, ...input.path, added } },
	];
	return await op.request(operation, input).then(
		() => additionOutput(true),
		(error: unknown) => {
			if (isRefusedWith(error, 409)) return additionOutput(false);
			throw error;
		},
	);
}
