/** Requests whose body has lists of records, which may be given by name. */
import type { Output } from '../shared/declare/answers';
import type { Input } from '../shared/declare/context';
import { bodyFields, isWholeBody } from '../shared/declare/define';
import { nameOnWire } from '../shared/declare/field';
import { sourceOf } from '../shared/declare/lists/loadedChoices';
import type { ContextShowing, RequestOperation } from '../shared/declare/operation';
import { idsOfNames, type NAME_MESSAGES } from '../shared/flows/idsOfNames';
import { objectIn } from '../shared/support/json';

/**
 * Sends a request whose body may have names instead of IDs, in lists that are chosen from records.
 */
export async function namesAsIds(
	op: ContextShowing<typeof NAME_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	return await op.request(request, await withNamesAsIds(op, request, input));
}

/** The input with IDs instead of names, in each list of the body that is chosen from records. */
export async function withNamesAsIds(
	op: ContextShowing<typeof NAME_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Input> {
	let { body } = input;
	for (const [name, field] of Object.entries(bodyFields(request))) {
		if (input.values[name] === undefined || sourceOf(field) === undefined) continue;
		const ids = await idsOfNames(op, { name, field }, input.values[name] as string[]);
		body = isWholeBody(request.body) ? ids : { ...objectIn(body), [nameOnWire(name, field)]: ids };
	}
	return { ...input, body };
}
