/**
 * Requests that the two descriptions show in different forms, and which form the platform accepts.
 */
import type { WholeBody } from '../../declare/operation';
import { isRefusedWith } from '../../support/refused';
import type { Outgoing, Step } from '../../transport/pipeline';

/**
 * Where the platform accepts the other form, by credential and operation; what was refused last is
 * at the end.
 */
const acceptsOther = new Set<string>();

const MAX_REMEMBERED = 1_000;

/**
 * Sends a request in the form that the platform accepted before, and if that form is refused, in
 * the other one.
 * @throws the refusal of the first form if both are refused: then it is about the values
 */
export const tryOtherForm =
	({ sender }: { sender: { credential: string } }): Step =>
	async (request, next) => {
		const { otherForm, method, endpoint } = request.operation;
		if (!otherForm) return await next(request);
		const key = `${sender.credential} ${method} ${endpoint}`;
		const isOtherFirst = acceptsOther.has(key);
		const forms = [request, inOtherForm(request)];
		const [first, second] = (isOtherFirst ? forms.reverse() : forms) as [Outgoing, Outgoing];
		return await next(first).catch(async (refused: unknown) => {
			if (!isRefusedWith(refused, 400, 415)) throw refused;
			const answer = await next(second).catch(() => undefined);
			if (answer === undefined) throw refused;
			if (isOtherFirst) acceptsOther.delete(key);
			else acceptsOther.add(key);
			if (acceptsOther.size > MAX_REMEMBERED)
				acceptsOther.delete(acceptsOther.values().next().value!);
			return answer;
		});
	};

function inOtherForm({ operation, input, ...request }: Outgoing): Outgoing {
	const { contentType, query, body } = operation.otherForm!;
	return {
		...request,
		operation:
			contentType === undefined
				? operation
				: { ...operation, body: { ...(operation.body as WholeBody), contentType } },
		input: {
			...input,
			...(query && { query: query(input.query) }),
			...(body && { body: body(input.body) }),
		},
	};
}
