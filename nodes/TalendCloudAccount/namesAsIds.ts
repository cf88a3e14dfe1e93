import type { Output } from '../shared/declare/answers';
import { bodyFields, isWholeBody } from '../shared/declare/derived/operationParts';
import { nameOnWire } from '../shared/declare/fields';
import { sourceOf } from '../shared/declare/lists/loadedChoices';
import type { ContextShowing, RequestOperation } from '../shared/declare/operation';
import type { Input } from '../shared/declare/runtime/context';
import { type NAME_MESSAGES, valuesToSend } from '../shared/flows/valuesToSend';
import { objectIn } from '../shared/support/json';

/** Sends a request after replacing the names in its body by IDs. */
export async function namesAsIds(
	op: ContextShowing<typeof NAME_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	return await op.request(request, await withNamesAsIds(op, request, input));
}

/**
 * The input with each name replaced by an ID, in all lists of the body whose entries are chosen
 * from records.
 */
export async function withNamesAsIds(
	op: ContextShowing<typeof NAME_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Input> {
	let { body } = input;
	for (const [name, field] of Object.entries(bodyFields(request))) {
		if (input.values[name] === undefined || sourceOf(field) === undefined) continue;
		const ids = await valuesToSend(op, { name, field }, input.values[name] as string[]);
		body = isWholeBody(request.body) ? ids : { ...objectIn(body), [nameOnWire(name, field)]: ids };
	}
	return { ...input, body };
}
