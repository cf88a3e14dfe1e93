/** The request options of n8n: a proxy, and batches with pauses between them. */
import type { IDataObject } from 'n8n-workflow';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

import { byId } from '../../support/demo';
import { anExecution, entryPoints, items, platform } from './entryPointsStage';

describe.each(entryPoints)('the proxy of the request options (%s)', (entryPoint) => {
	const get = (proxy: string, more: IDataObject[] = [{}]) =>
		platform.run(
			'Processing',
			'taskExecution',
			'get',
			{ executionId: byId(anExecution()), requestOptions: { proxy } },
			{ entryPoint, items: more.map((json) => ({ json })) },
		);

	test.each([
		'nowhere',
		'proxy.corp:3128',
		'ftp://proxy.corp:3128',
		'socks5://proxy.corp:1080',
		'socks5:proxy.corp',
		'http:proxy.corp',
		'http://',
		'//proxy.corp:3128',
	])('%s is refused before anything is sent', async (proxy) => {
		const { error } = await get(proxy);
		expect(`${error!.message} ${error!.description}`).toMatch(
			/"Proxy" must be an address that begins with http:\/\/ or https:\/\/|The proxy is not valid/,
		);
		expect(platform.emulator.log).toEqual([]);
	});

	test('a request is sent through a valid proxy', async () => {
		const asked: string[] = [];
		const proxy = createServer((request, response) => {
			asked.push(request.url!);
			const passed = httpRequest(
				platform.address + new URL(request.url!, platform.address).pathname,
				{ headers: request.headers, method: request.method },
				(answer) => {
					response.writeHead(answer.statusCode!, answer.headers);
					answer.pipe(response);
				},
			);
			request.pipe(passed);
		});
		await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
		const { port } = proxy.address() as AddressInfo;
		const { error } = await get(`http://127.0.0.1:${port}`);
		proxy.closeAllConnections();
		proxy.close();
		expect(error).toBeUndefined();
		expect(asked).toEqual([
			expect.stringContaining('/processing/executions/'),
			// The name of its task.
			expect.stringContaining('/orchestration/executables/tasks/'),
		]);
	});
});

test('the proxy is read for each item', async () => {
	const { items: output } = await platform.run(
		'Processing',
		'taskExecution',
		'get',
		{
			executionId: byId(anExecution()),
			requestOptions: { proxy: '={{ $json.index === 1 ? "socks5://proxy.corp" : "" }}' },
		},
		{ items: items(3), onError: 'continueRegularOutput' },
	);
	expect(output.map(({ json }) => typeof json.error)).toEqual(['undefined', 'string', 'undefined']);
});

test.each([
	[0, 9],
	[1, 9],
	[3, 3],
	[4, 2],
	[-1, 0],
])('a batch size of %s: ten items have %s pauses between them', async (batchSize, pauses) => {
	const started = platform.emulator.clock.now();
	const requestOptions = { batching: { batch: { batchSize, batchInterval: 1000 } } };
	const { error } = await platform.run(
		'Processing',
		'taskExecution',
		'get',
		{ executionId: byId(anExecution()), requestOptions },
		{ items: items(10) },
	);
	expect(error).toBeUndefined();
	expect(platform.emulator.clock.now() - started).toBe(pauses * 1_000);
});
