import type { Input } from '../../declare/context';
import { nameOnWire } from '../../declare/fields';
import { inputFields } from '../../declare/fieldsOf';
import type { Message } from '../../declare/messages';
import type { Operation, OperationContext } from '../../declare/operation';
import { objectIn } from '../../support/json';

/**
 * The input with each file in place of the name of its binary field.
 * @throws BadInput if the item has no such file
 */
export async function withFiles(
	op: OperationContext<Message>,
	operation: Operation,
	input: Input,
): Promise<Input> {
	const files = Object.entries(inputFields(operation)).filter(
		([name, { isFile }]) => isFile && input.values[name] !== undefined,
	);
	if (files.length === 0) return input;
	const body = { ...objectIn(input.body) };
	for (const [name, field] of files)
		body[nameOnWire(name, field)] = await op.file(String(input.values[name]));
	return { ...input, body };
}
