/**
 * Operations with each kind of response, and what becomes of a response to them.
 */
import { fileAnswer, nothing, record, records } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { ANY_TEXTS } from '../../../support/anyTexts';

export const get = operation('GET /processing/x', {
	...ANY_TEXTS,
	answers: record('B.Executionidentifier', { requiredFields: ['executionId'] }),
});

export const put = operation('PUT /processing/x', { ...ANY_TEXTS, answers: record(undefined) });

export const list = operation('GET /scim/v2/x', {
	...ANY_TEXTS,
	answers: records('A.UserResource'),
});

export const remove = operation('DELETE /processing/x', { ...ANY_TEXTS, answers: nothing() });

export const download = operation('GET /processing/y', { ...ANY_TEXTS, answers: fileAnswer() });

export const log = operation('GET /processing/z', {
	...ANY_TEXTS,
	answers: fileAnswer({ whenEmpty: 'Nothing happened.' }),
});

export const responseWith = (body: string | Buffer, status = 200, type = 'application/json') => ({
	status,
	headers: { 'content-type': type },
	body: Buffer.from(body),
});
