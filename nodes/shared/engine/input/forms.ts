/** Requests that the two descriptions show in different forms, and which form the platform accepts. */
import { NodeApiError } from 'n8n-workflow';

import type { Input, OtherForm, RequestOperation } from '../../declare/operation';

const NOT_THIS_FORM = new Set(['400', '415']);

/** The operations for which a credential's platform accepts the other form. */
const takesOther = new Map<string, Set<string>>();

const MOST_CREDENTIALS = 200;

const formed = (input: Input, { query, body }: OtherForm): Input => ({
	...input,
	...(query ? { query: query(input.query) } : {}),
	...(body ? { body: body(input.body) } : {}),
});

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
	const { otherForm } = operation;
	if (!otherForm) return await sending(operation, input);
	const key = `${operation.method} ${operation.endpoint}`;
	const usual = async () => await sending(operation, input);
	const other = async () =>
		await sending(
			otherForm.contentType === undefined ? operation : withContentType(operation, otherForm.contentType),
			formed(input, otherForm),
		);
	const known = takesOther.get(credential)?.has(key) === true;
	const [first, second] = known ? [other, usual] : [usual, other];
	return await first().catch(async (refused: unknown) => {
		if (!(refused instanceof NodeApiError) || !NOT_THIS_FORM.has(String(refused.httpCode))) throw refused;
		const answer = await second().catch(() => undefined);
		if (answer === undefined) throw refused;
		remember(credential, key, !known);
		return answer;
	});
}

function remember(credential: string, key: string, isOther: boolean): void {
	const operations = takesOther.get(credential) ?? new Set<string>();
	if (isOther) operations.add(key);
	else operations.delete(key);
	takesOther.delete(credential);
	takesOther.set(credential, operations);
	if (takesOther.size > MOST_CREDENTIALS) takesOther.delete(takesOther.keys().next().value!);
}

const withContentType = (operation: RequestOperation, contentType: string): RequestOperation => ({
	...operation,
	body: { ...(operation.body as object), contentType } as RequestOperation['body'],
});
