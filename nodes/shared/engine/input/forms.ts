/** Requests that the two descriptions show in different forms, and which form the platform accepts. */
import type { Input, RequestOperation, WholeBody } from '../../declare/operation';
import { isRefusedWith } from '../../support/refused';

/** Where the platform accepts the other form, by credential and operation; what was refused last is at the end. */
const takesOther = new Set<string>();

const MOST_KEPT = 1_000;

/**
 * Sends a request in the form that the platform accepted before, and if that form is refused, in the other one.
 * @throws the refusal of the first form if both are refused: then it is about the values
 */
export async function inEitherForm<T>(
	credential: string,
	operation: RequestOperation,
	input: Input,
	sending: (operation: RequestOperation, input: Input) => Promise<T>,
): Promise<T> {
	const { otherForm, method, endpoint } = operation;
	if (!otherForm) return await sending(operation, input);
	const { contentType, query, body } = otherForm;
	const inForm = async (isOther: boolean): Promise<T> => {
		if (!isOther) return await sending(operation, input);
		const form =
			contentType === undefined
				? operation
				: { ...operation, body: { ...(operation.body as WholeBody), contentType } };
		return await sending(form, {
			...input,
			...(query && { query: query(input.query) }),
			...(body && { body: body(input.body) }),
		});
	};
	const key = `${credential} ${method} ${endpoint}`;
	const known = takesOther.has(key);
	return await inForm(known).catch(async (refused: unknown) => {
		if (!isRefusedWith(refused, 400, 415)) throw refused;
		const answer = await inForm(!known).catch(() => undefined);
		if (answer === undefined) throw refused;
		if (known) takesOther.delete(key);
		else takesOther.add(key);
		if (takesOther.size > MOST_KEPT) takesOther.delete(takesOther.values().next().value!);
		return answer;
	});
}
