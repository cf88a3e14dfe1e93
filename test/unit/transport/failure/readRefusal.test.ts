/** The words of a refusal, in each of the forms in which the interface writes them. */
import { readRefusal } from '../../../../nodes/shared/transport/failure/readRefusal';

describe('the platform’s message', () => {
	test.each<{ api: string; body: object; reported: object }>([
		{
			api: 'service accounts',
			body: { status: 400, detail: 'Name is taken' },
			reported: { message: 'Name is taken' },
		},
		{
			api: 'orchestration',
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
			api: 'datasets',
			body: { timestamp: 't', status: 409, error: 'Conflict', message: 'It is there', path: '/x' },
			reported: { message: 'It is there' },
		},
		{
			api: 'engines',
			body: { status: 404, title: 'No engine', details: 'It was unpaired', code: 'E1' },
			reported: { message: 'It was unpaired', code: 'E1' },
		},
		{ api: 'AWS gateways', body: { Message: 'Denied' }, reported: { message: 'Denied' } },
		{
			api: 'crawlers',
			body: { message: 'Not now', cause: 'It runs' },
			reported: { message: 'Not now', detail: 'It runs' },
		},
		{
			api: 'crawlers of connections',
			body: { connectionId: 'c', i18nMsg: 'It has one' },
			reported: { message: 'It has one' },
		},
		{
			api: 'SCIM users',
			body: { detail: 'User exists', scimType: 'uniqueness' },
			reported: { message: 'User exists', detail: 'uniqueness' },
		},
		{
			api: 'OAuth tokens',
			body: { error: 'invalid_client', error_description: 'Unknown client' },
			reported: { message: 'Unknown client' },
		},
	])('a refusal by the API for $api is reported with its message', ({ body, reported }) => {
		expect(readRefusal(body)).toEqual(reported);
	});

	test.each<{ where: string; body: object; message: string }>([
		{ where: 'its title', body: { title: 'No engine' }, message: 'No engine' },
		{
			where: 'the first error of a list',
			body: [{ field: 'name', message: 'Too long' }, { message: 'x' }],
			message: 'Too long',
		},
		{
			where: 'a list of errors inside it',
			body: { errors: [{ field: 'name', detail: 'Too long' }] },
			message: 'name: Too long',
		},
		{
			where: 'an error inside it',
			body: { error: { code: 'E1', message: 'Too long', value: 'x' } },
			message: 'Too long',
		},
		{
			where: 'a list of texts inside it',
			body: { status: 400, errors: ['Too long', 'Too late', 'Too odd', 'Too many'] },
			message: 'Too long; Too late; Too odd',
		},
		{
			where: 'the texts for each field',
			body: { errors: { name: ['Too long', 'Too odd'], url: [] }, error: 'Bad Request' },
			message: 'name: Too long; name: Too odd',
		},
		{
			where: 'the text for each field',
			body: { errors: { name: 'must not be blank', size: 'Too big' }, error: 'Bad Request' },
			message: 'name: must not be blank; size: Too big',
		},
		{
			where: 'the violations of rules',
			body: { error: 'Bad Request', violations: [{ propertyPath: 'name', message: 'Too long' }] },
			message: 'name: Too long',
		},
		{ where: 'the first text of a list', body: ['Too long', 'Too late'], message: 'Too long' },
		{
			where: 'the ID of a connection that has a crawler',
			body: { connectionId: 'c' },
			message: 'Connection c already has one',
		},
		{
			where: 'the kind and ID of a record that is gone',
			body: { entityId: 5, entityType: 'Dataset' },
			message: 'Dataset 5 was not found',
		},
		{
			where: 'the ID of a record that is gone',
			body: { entityId: 'x' },
			message: 'The record x was not found',
		},
		{ where: 'its code', body: { error: 'invalid_client' }, message: 'invalid_client' },
	])('the message of a refusal without another one comes from $where', ({ body, message }) => {
		expect(readRefusal(body)).toEqual({ message });
	});

	test('the errors of fields are the detail of a message, without the rejected values', () => {
		const fieldError = {
			field: 'name',
			defaultMessage: 'must not be blank',
			rejectedValue: 's3cret',
		};
		for (const list of ['errors', 'fieldErrors'])
			expect(
				readRefusal({ error: 'Bad Request', message: 'Validation failed', [list]: [fieldError] }),
			).toEqual({ message: 'Validation failed', detail: 'name: must not be blank' });
		const withoutMessage = { field: 'name', rejectedValue: 's3cret' };
		for (const errors of [[withoutMessage], withoutMessage, { rejectedValue: 's3cret' }])
			expect(readRefusal({ errors })).toEqual({});
	});

	test('a long message is shortened after secrets were removed', () => {
		const clean = (text: string) => text.replaceAll('secret', '***');
		const { message, detail } = readRefusal(
			{ message: `${'x'.repeat(995)}secret${'y'.repeat(9)}`, detail: 'z'.repeat(2_000_000) },
			{},
			clean,
		);
		expect(message).toBe(`${'x'.repeat(995)}***y…`);
		expect(detail).toBe(`${'z'.repeat(999)}…`);
	});

	test.each<{ how: string; body: object; reported: object }>([
		{
			how: 'is not repeated',
			body: { message: 'Gone', detail: 'Gone', details: ' Gone ' },
			reported: { message: 'Gone' },
		},
		{
			how: 'has no blanks around it',
			body: { message: '  Gone\n', code: ' ' },
			reported: { message: 'Gone' },
		},
		{
			how: 'is missing if it has no words',
			body: { message: '', detail: null, details: { a: 1 } },
			reported: {},
		},
	])('the message of a refusal $how', ({ body, reported }) => {
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

	test.each([
		['a title', `<html><title>${'x'.repeat(95)} hunter2</title></html>`],
		['a message', `<Error><Message>${'x'.repeat(295)} hunter2</Message></Error>`],
	])('a secret in %s of markup is removed before the text is truncated', (_what, text) => {
		const { message } = readRefusal(text, {}, (given) => given.replace('hunter2', '***'));
		expect(message).toContain('x');
		expect(message).not.toContain('hun');
	});
});
