/** What the platform refuses, by its status. */
import { NodeApiError } from 'n8n-workflow';

import { signInFailure } from '../errorNotes';

/**
 * Whether the platform refused a request with one of these statuses. If the sign-in before it was
 * refused, the request was not sent.
 */
export const isRefusedWith = (error: unknown, ...statuses: number[]): error is NodeApiError =>
	error instanceof NodeApiError &&
	!signInFailure(error) &&
	statuses.includes(Number(error.httpCode));

/**
 * The result of some work, or another value if the platform refuses it with one of these statuses.
 */
export async function unlessRefused<T, Else>(
	work: Promise<T>,
	statuses: readonly number[],
	instead: Else,
): Promise<T | Else> {
	return await work.catch((error: unknown) => {
		if (isRefusedWith(error, ...statuses)) return instead;
		throw error;
	});
}
