/**
 * Executes a request as its operation declares it. If the operation declares `readFirst`, the
 * record is read first, and the values that the input does not change are written back.
 */
import type { Output } from '../../declare/answers';
import type { Message } from '../../declare/messages';
import type {
	Change,
	CheckOfChange,
	OperationContext,
	ReadFirst,
	RequestOperation,
} from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';
import { objectIn } from '../../support/json';
import { mergeRecord } from './mergeRecord';
import { readPresent } from './readRecord';

/**
 * Calls the functions of the declaration, in the order that `RequestWork` (declare/operation.ts)
 * states.
 * @param check a check in addition to that of `readFirst`, which then reads the record even if the
 * write does not need it
 */
export async function performRequest(
	op: OperationContext<Message>,
	operation: RequestOperation,
	checkedInput: Input,
	check?: CheckOfChange,
): Promise<Output[]> {
	const { readFirst, around = async (_op, _input, send) => await send() } = operation;
	const input = (await operation.prepare?.(op, operation, checkedInput)) ?? checkedInput;
	const write = async (toWrite: Input, change?: Change) =>
		await around(op, toWrite, async () => await op.request(operation, toWrite), change);
	if (!readFirst) {
		if (check) throw new Error(`${operation.name} has no readFirst, which the check needs`);
		return await write(input);
	}
	if (!check && (readFirst.unless?.(input) ?? replacesAll(readFirst, input)))
		return await write(input);
	const present = await readPresent(op, operation, input);
	const body = await mergeRecord(op, operation, present, input);
	const change: Change = {
		present,
		body,
		input: { ...input, body, values: { ...input.values, ...body } },
	};
	await check?.(op, change);
	await readFirst.check?.(op, change);
	return await write(change.input, change);
}

/** Whether the input has all values that would be kept, so that the record need not be read. */
const replacesAll = ({ keep, keepOthersBut }: ReadFirst, { body }: Input): boolean =>
	keepOthersBut === undefined &&
	Object.keys(keep).every((name) => objectIn(body)[name] !== undefined);
