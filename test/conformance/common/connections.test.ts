/**
 * Connections that fail in every way that real servers can fail, before and after the request is on
 * its way. What starts something says that it may have succeeded exactly where the server may have
 * seen the request.
 */
import http from 'node:http';
import { type AddressInfo } from 'node:net';

import { runNode, TestCredentials } from '../../support/engine';
import { CASES, GET, runAgainst, START } from './connectionsStage';

describe.each(Object.entries(CASES))('%s', (_what, server) => {
	test('the error says whether a start, which happens only if it arrives, may have happened', async () => {
		const { error, starts } = await runAgainst(server, START);
		expect(starts).toBe(server.arrives ? 1 : 0);
		expect(error?.message).toBe(server.message);
		if (server.arrives)
			expect(error?.description).toMatch(/^The request (may have succeeded|probably succeeded)/);
		else {
			expect(error?.description).toMatch(/^Check the region or address in the credential/);
			expect(error?.description).toContain('tried 5 times');
		}
	});

	test('a read is repeated', async () => {
		const { error } = await runAgainst(server, GET);
		expect(error?.message).toBe(server.message);
		expect(error?.description).toMatch(
			/^Check the region or address in the credential.*tried 5 times/,
		);
	});
});

test.each([
	['iso-8859-1', 'latin1'],
	['"UTF-16LE"', 'utf16le'],
	['utf8', 'utf8'],
	['UTF-8', 'utf8'],
	['no-such-charset', 'utf8'],
] as const)('a response in %s is read correctly', async (charset, encoding) => {
	const server = http.createServer(
		(_request, response) =>
			void response
				.writeHead(200, { 'content-type': `application/json; charset=${charset}` })
				.end(Buffer.from('{"executionId":"a-run","errorMessage":"Größe überschritten"}', encoding)),
	);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
	try {
		const credentialStore = new TestCredentials();
		const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const credentials = {
			talendCloudTokenApi: credentialStore.add('talendCloudTokenApi', {
				region: 'other',
				address,
				token: 'a-personal-token',
			}),
		};
		const { items, error } = await runNode({
			node: 'Processing',
			parameters: { authentication: 'token', ...GET, simplify: false },
			credentials,
			credentialStore,
		});
		expect(error).toBeUndefined();
		expect(items[0]!.json.errorMessage).toBe('Größe überschritten');
	} finally {
		server.closeAllConnections();
		server.close();
	}
});
