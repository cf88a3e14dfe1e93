/**
 * How the engine explains what the platform refuses.
 */
import { byId } from '../../support/demo';
import { anExecution, GET, start } from './promisesStage';

describe('the error about a refusal', () => {
	test.each<{
		what: string;
		fault: { status: number; body: unknown; contentType?: string };
		message: string;
		description: RegExp;
	}>([
		{
			what: 'service accounts',
			fault: { status: 400, body: { status: 400, detail: 'Malformed' } },
			message: 'Malformed',
			description: /^Check the values of the fields\. \(Status 400/,
		},
		{
			what: 'security',
			fault: {
				status: 403,
				body: {
					status: 403,
					message: 'No way',
					details: 'dev words',
					code: 'SEC-1',
					requestId: 'r-1',
				},
			},
			message: 'No way',
			description: /^dev words\. Ask an administrator.*Status 403, code SEC-1, request ID r-1/,
		},
		{
			what: 'orchestration',
			fault: {
				status: 404,
				body: { status: 404, message: 'Gone', detail: 'more', requestId: 'r-2' },
			},
			message: 'Gone',
			description: /^more\. Check the ID/,
		},
		{
			what: 'datasets',
			fault: {
				status: 404,
				body: {
					timestamp: 1,
					status: 404,
					error: 'Not Found',
					message: 'No dataset',
					path: '/datasets/1',
				},
			},
			message: 'No dataset',
			description: /Check the ID/,
		},
		{
			what: 'engines',
			fault: {
				status: 409,
				body: {
					status: 409,
					title: 'Conflict',
					details: 'An operation is ongoing',
					type: 'about:blank',
				},
			},
			message: 'An operation is ongoing',
			description: /^Check whether the name is taken/,
		},
		{
			what: 'crawlers',
			fault: { status: 400, body: { connectionId: 'c-1' } },
			message: 'Connection c-1 already has one',
			description: /Check the values/,
		},
		{
			what: 'a missing crawler',
			fault: { status: 404, body: { entityId: 'e-1', entityType: 'CRAWLER' } },
			message: 'CRAWLER e-1 was not found',
			description: /Check the ID/,
		},
		{
			what: 'SCIM',
			fault: {
				status: 400,
				body: { schemas: [], status: '400', detail: 'Bad filter', scimType: 'invalidFilter' },
			},
			message: 'Bad filter',
			description: /^invalidFilter\. Check the values/,
		},
		{
			what: 'HTML',
			fault: {
				status: 400,
				body: '<html><head><title>Bad</title></head></html>',
				contentType: 'text/html',
			},
			message: 'The address returned a web page ("Bad") instead of data',
			description: /Status 400/,
		},
		{
			what: 'an empty response',
			fault: { status: 400, body: '' },
			message: 'Talend Cloud rejected the values',
			description: /Check the values/,
		},
	])(
		'an error explains a refusal in the form of $what',
		async ({ fault, message, description }) => {
			const { run, emulator } = await start();
			emulator.faults.add({ operation: GET, ...fault });
			const { error } = await run('Processing', 'taskExecution', 'get', {
				executionId: byId(anExecution()),
			});
			expect(error).toMatchObject({ message, httpCode: String(fault.status) });
			expect(error!.description).toMatch(description);
		},
	);

	test('a token that the platform echoes is not repeated', async () => {
		const { run, emulator } = await start();
		emulator.faults.add({
			operation: GET,
			status: 400,
			body: { message: 'Bad header Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.sig' },
		});
		const { error } = await run('Processing', 'taskExecution', 'get', {
			executionId: byId(anExecution()),
		});
		expect(error!.message).toBe('Bad header Bearer ***');
	});
});
