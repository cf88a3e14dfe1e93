/**
 * Downloads by link. The signature in the link gives the permission, and no credential is needed.
 */
import type { Context } from 'hono';
import { timingSafeEqual } from 'node:crypto';

import type { Surroundings } from '../../handler';
import { fileText, observabilityOf, signature } from './observabilityStore';

/** Responds to a download link that the logs area returned. */
export function serveFile(context: Context, { state, clock }: Surroundings): Response {
	const key = context.req.param('key') ?? '';
	const expires = Number(context.req.query('expires'));
	const givenSignature = Buffer.from(context.req.query('signature') ?? '');
	const wanted = Buffer.from(signature(state, key, expires));
	if (
		givenSignature.length !== wanted.length ||
		!timingSafeEqual(givenSignature, wanted) ||
		clock.now() > expires
	)
		return new Response(
			'<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
			{
				status: 403,
				headers: { 'content-type': 'application/xml' },
			},
		);
	if (context.req.header('authorization') !== undefined)
		return new Response(
			'<Error><Code>InvalidArgument</Code><Message>Only one auth mechanism allowed</Message></Error>',
			{
				status: 400,
				headers: { 'content-type': 'application/xml' },
			},
		);
	const file = [...observabilityOf(state).files.values()].find((each) => each.key === key);
	if (!file) return new Response(null, { status: 404 });
	return new Response(fileText(state, file), {
		headers: {
			'content-type': file.format === 'json' ? 'application/json' : 'text/plain',
			'content-disposition': `attachment; filename="${file.name}"`,
		},
	});
}
