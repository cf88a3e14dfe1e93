import type { Output } from '../shared/declare/answers';
import type { OperationContext, RequestOperation } from '../shared/declare/operation';
import type { Input } from '../shared/declare/runtime/context';
import { isRefusedWith } from '../shared/support/http/refused';

/**
 * Adds something that may already be there. The platform then refuses it with 409, but the desired
 * state is reached, and the output says so.
 */
export async function addIfMissing(
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
