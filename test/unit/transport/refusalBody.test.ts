/** The words of a refusal, in each of the forms in which the interface writes them. */
import { readRefusal } from '../../../nodes/shared/transport/refusalBody';

describe('the message of the platform', () => {
	test.each<{ what: string; body: object; reported: object }>([
		{
			what: 'service accounts',
			body: { status: 400, detail: 'Name is taken' },
			reported: { message: 'Name is taken' },
		},
		{
			what: 'orchestration',
			body: {
				status: 400,
				message: 'Bad task',
				details: 'The artifact is gone',
				code: 17,
				requestId: 'r',
			},
			reported: { message: 'Bad task', detail: 'The artifact is gone', code: '17', requestId: 'r' },
		},
		{
			what: 'datasets',
			body: { timestamp: 't', status: 409, error: 'Conflict', message: 'It is there', path: '/x' },
			reported: { message: 'It is there' },
		},
		{
			what: 'engines',
			body: { status: 404, title: 'No engine', details: 'It was unpaired', code: 'E1' },
			reported: { message: 'It was unpaired', code: 'E1' },
		},
		{ what: 'a gateway of AWS', body: { Message: 'Denied' }, reported: { message: 'Denied' } },
		{ what: 'a title alone', body: { title: 'No engine' }, reported: { message: 'No engine' } },
		{
			what: 'a list of errors',
			body: [{ field: 'name', message: 'Too long' }, { message: 'x' }],
			reported: { message: 'Too long' },
		},
		{
			what: 'errors inside',
			body: { errors: [{ field: 'name', detail: 'Too long' }] },
			reported: { message: 'Too long' },
		},
		{
			what: 'crawlers',
			body: { message: 'Not now', cause: 'It runs' },
			reported: { message: 'Not now', detail: 'It runs' },
		},
		{
			what: 'a connection with a crawler',
			body: { connectionId: 'c', i18nMsg: 'It has one' },
			reported: { message: 'It has one' },
		},
		{
			what: 'a connection with a crawler, without words',
			body: { connectionId: 'c' },
			reported: { message: 'Connection c already has one' },
		},
		{
			what: 'a record that is gone',
			body: { entityId: 5, entityType: 'Dataset' },
			reported: { message: 'Dataset 5 was not found' },
		},
		{
			what: 'a record of no kind that is gone',
			body: { entityId: 'x' },
			reported: { message: 'The record x was not found' },
		},
		{
			what: 'SCIM',
			body: { detail: 'User exists', scimType: 'uniqueness' },
			reported: { message: 'User exists', detail: 'uniqueness' },
		},
		{
			what: 'OAuth',
			body: { error: 'invalid_client', error_description: 'Unknown client' },
			reported: { message: 'Unknown client' },
		},
		{
			what: 'OAuth, without words',
			body: { error: 'invalid_client' },
			reported: { message: 'invalid_client' },
		},
		{
			what: 'nothing twice',
			body: { message: 'Gone', detail: 'Gone', details: ' Gone ' },
			reported: { message: 'Gone' },
		},
		{
			what: 'no blanks around it',
			body: { message: '  Gone\n', code: ' ' },
			reported: { message: 'Gone' },
		},
		{ what: 'no words', body: { message: '', detail: null, details: { a: 1 } }, reported: {} },
	])('a refusal by $what is reported with the message of the platform', ({ body, reported }) => {
		expect(readRefusal(body)).toEqual(reported);
	});

	test('the ID of the request is found wherever it is', () => {
		const headers = { 'x-request-id': 'header', 'x-correlation-id': 'correlation' };
		expect(readRefusal({ requestId: 'body' }, headers).requestId).toBe('body');
		expect(readRefusal({}, headers).requestId).toBe('header');
		expect(readRefusal('text', { 'x-correlation-id': 'correlation' }).requestId).toBe(
			'correlation',
		);
		expect(readRefusal(undefined, headers)).toEqual({ requestId: 'header' });
	});

	test('the message also names what still uses an environment', () => {
		expect(
			readRefusal({ message: 'In use', detail: 'Not deleted' }, { 'usage-details': '2 tasks' }),
		).toEqual({
			message: 'In use',
			detail: 'Not deleted. In use by: 2 tasks',
			requestId: undefined,
			code: undefined,
		});
		expect(readRefusal({ message: 'In use' }, { 'usage details': 'a plan' }).detail).toBe(
			'In use by: a plan',
		);
		for (const headers of [{ 'usage-details': ' ' }, {}] as Array<Record<string, string>>)
			expect(readRefusal({ message: 'In use' }, headers).detail).toBeUndefined();
	});
});

describe('responses that are not JSON', () => {
	test('a body that is not JSON is shown, up to three hundred characters, after secrets were removed', () => {
		expect(readRefusal(' Not now ').message).toBe('Not now');
		expect(readRefusal('x'.repeat(300)).message).toBe('x'.repeat(300));
		expect(readRefusal('x'.repeat(301)).message).toBe(`${'x'.repeat(299)}…`);
		const clean = (text: string) => text.replaceAll('secret', '***');
		expect(readRefusal(`${'x'.repeat(295)}secret${'y'.repeat(9)}`, {}, clean).message).toBe(
			`${'x'.repeat(295)}***y…`,
		);
	});

	test.each([
		[
			'<!doctype html><title>Sign in</title>',
			'The address returned a web page ("Sign in") instead of data',
		],
		[
			'<HTML><head><TITLE class="a"> Sign in </TITLE>',
			'The address returned a web page ("Sign in") instead of data',
		],
		['<body>busy</body>', 'The address returned a web page instead of data'],
		['<head></head>', 'The address returned a web page instead of data'],
		['<!-- proxy --><title></title>', 'The address returned a web page instead of data'],
		[
			'<?xml version="1.0"?><html><title>Sign in</title></html>',
			'The address returned a web page ("Sign in") instead of data',
		],
		[
			'<html><title>\n  Sign\n   in </title></html>',
			'The address returned a web page ("Sign in") instead of data',
		],
		[
			`<html><title>${'x'.repeat(200)}</title></html>`,
			`The address returned a web page ("${'x'.repeat(99)}…") instead of data`,
		],
		[
			'<html><title>Acme &amp; Co &#8211; l&#39;acc&#xe8;s &copy; &#9999999; &#xd83d;</title></html>',
			'The address returned a web page ("Acme & Co – l\'accès &copy; &#9999999; &#xd83d;") instead of data',
		],
		['<Message>a &lt;b&gt; &quot;c&quot;&nbsp;d</Message>', 'a <b> "c" d'],
		['<html><titles>no</titles></html>', 'The address returned a web page instead of data'],
		['<html><title', 'The address returned a web page instead of data'],
		['<html><title>never closed', 'The address returned a web page instead of data'],
		['<Error><Message>No match</Message></Error>', 'No match'],
		['  <Error><message>No match</message></Error>', 'No match'],
		['<Message>No match</Message>', 'No match'],
		['<Error><!-- a --><Message>No match</Message></Error>', 'No match'],
		['<Error><Message', undefined],
		['<Error><Code>A</Code></Error>', undefined],
		['<Error><Message> </Message></Error>', undefined],
		['a <html> b', 'a <html> b'],
	])('a body that is not JSON is read as markup if it begins like it: %j', (text, message) => {
		expect(readRefusal(text)).toEqual({ message, requestId: undefined });
	});
});
