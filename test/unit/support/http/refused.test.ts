/** What the platform refuses, by its status. */
import { type INode, NodeApiError } from 'n8n-workflow';

import { noteSignInFailure } from '../../../../nodes/shared/support/errorNotes';
import { isRefusedWith, unlessRefused } from '../../../../nodes/shared/support/http/refused';

const refusal = (httpCode?: string) =>
	new NodeApiError({} as INode, {}, { message: 'Refused', httpCode });

test('an error is a refusal with one of several statuses', () => {
	expect(isRefusedWith(refusal('404'), 403, 404)).toBe(true);
	expect(isRefusedWith(refusal('404'), 403)).toBe(false);
	expect(isRefusedWith(refusal('404'))).toBe(false);
	expect(isRefusedWith(refusal(), 404)).toBe(false);
	for (const other of [new Error('404'), { httpCode: '404' }, undefined, null])
		expect(isRefusedWith(other, 404)).toBe(false);
});

test('a refused sign-in says nothing about the requested record', async () => {
	const error = noteSignInFailure(refusal('404'), true);
	expect(isRefusedWith(error, 404)).toBe(false);
	await expect(unlessRefused(Promise.reject(error), [404], 'none')).rejects.toBe(error);
});

test('only a refusal with one of the given statuses is replaced', async () => {
	expect(await unlessRefused(Promise.resolve('done'), [404], 'none')).toBe('done');
	expect(
		await unlessRefused(Promise.reject(refusal('403')), [403, 404], undefined),
	).toBeUndefined();
	for (const other of [refusal('500'), new Error('No response')])
		await expect(unlessRefused(Promise.reject(other), [403, 404], 'none')).rejects.toBe(other);
});
