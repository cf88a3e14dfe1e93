/**
 * The two descriptions of the platform disagree about the form of some requests, and the real
 * platform may accept only one form. So both are tried.
 */
import { keyOf } from '../../declare/define';
import type { WholeBody } from '../../declare/operation';
import { isRefusedWith } from '../../support/http/refused';
import { RecentSet } from '../../support/recentSet';
import type { Outgoing, Step } from '../../transport/pipeline';

/** The credentials and operations for which the platform accepts the alternative. */
const acceptsAlternative = new RecentSet<string>(1_000);

/**
 * The step that sends a request in the form that the platform accepted before and, if that form is
 * refused, in the other one.
 * @throws the first refusal if both forms are refused: then it is about the values. Any other
 * failure of the second form is thrown itself: for example, after a lost response the request may
 * have been carried out.
 */
export const tryAlternative =
	({ sender }: { sender: { credentialKey: string } }): Step =>
	async (request, next) => {
		const { alternative } = request.operation;
		if (!alternative) return await next(request);
		const key = `${sender.credentialKey} ${keyOf(request.operation)}`;
		const isAlternativeFirst = acceptsAlternative.has(key);
		const variants = [request, alternativeTo(request)];
		const [first, second] = (isAlternativeFirst ? variants.reverse() : variants) as [
			Outgoing,
			Outgoing,
		];
		return await next(first).catch(async (refused: unknown) => {
			if (!isRefusedWith(refused, 400, 415)) throw refused;
			const answer = await next(second).catch((failure: unknown) => {
				throw isRefusedWith(failure, 400, 415) ? refused : failure;
			});
			if (isAlternativeFirst) acceptsAlternative.delete(key);
			else acceptsAlternative.add(key);
			return answer;
		});
	};

function alternativeTo({ operation, input, ...request }: Outgoing): Outgoing {
	const { contentType, query, body } = operation.alternative!;
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
