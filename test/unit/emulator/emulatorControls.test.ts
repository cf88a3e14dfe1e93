/**
 * The controls of the emulator: its page, and what it does on command.
 */
import { DEMO, DEMO_ACCOUNT, DEMO_TOKEN } from '../../../emulator/seed';
import { whyControlIsRefused } from '../../../emulator/server/control';
import { ask, begin, emulator, refusalOf } from './emulatorStage';

describe('the controls', () => {
	beforeEach(async () => await begin());

	test.each([
		{
			title: 'this machine',
			asked: { remote: '127.0.0.1', host: '127.0.0.1:4010', origin: undefined },
		},
		{
			title: 'their own page',
			asked: { remote: '::1', host: 'localhost:4010', origin: 'http://localhost:4010' },
		},
		{
			title: 'this machine with IPv4 in IPv6',
			asked: { remote: '::ffff:127.0.0.1', host: '127.0.0.1:4010', origin: undefined },
		},
	])('the controls can be used from $title', ({ asked }) => {
		expect(whyControlIsRefused(asked)).toBe(undefined);
	});

	test.each([
		{
			title: 'another machine',
			asked: { remote: '10.0.0.7', host: '10.0.0.5:4010', origin: undefined },
			refused: 'The controls can be used from this machine only',
		},
		{
			title: 'another name of this machine',
			asked: { remote: '127.0.0.1', host: 'example.com:4010', origin: undefined },
			refused: 'The controls can be reached only at 127.0.0.1 or localhost',
		},
		{
			title: 'another web page',
			asked: { remote: '127.0.0.1', host: '127.0.0.1:4010', origin: 'https://example.com' },
			refused: 'Another web page cannot use the controls',
		},
	])('the controls cannot be used from $title', ({ asked, refused }) => {
		expect(whyControlIsRefused(asked)).toBe(refused);
	});

	test('the controls refuse another web page before anything is done', async () => {
		await ask(`GET /security/nothing`);
		const headers = { origin: 'https://example.com' };
		expect(await refusalOf('POST /__emulator/reset', { headers, body: {} })).toBe(
			'403 Another web page cannot use the controls',
		);
		expect(emulator().log).toHaveLength(1);
		expect((await ask('GET /__emulator/data', { headers })).status).toBe(403);
	});

	test('the controls give a browser the page, which may load nothing from elsewhere', async () => {
		const page = await ask('GET /__emulator', { headers: { accept: 'text/html,*/*' } });
		expect(page.headers.get('content-type')).toContain('text/html');
		expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
		for (const [, part] of page.text.matchAll(/(?:src|href)="([^"]+)"/g))
			expect((await ask(`GET ${part!}`)).status).toBe(200);
		expect((await ask('GET /__emulator/page/..%2Fmain.ts')).status).toBe(404);
	});

	test('a browser that opens the platform’s address gets the page with the controls', async () => {
		const led = await ask('GET /', { headers: { accept: 'text/html,*/*' } });
		const page = await ask('GET /__emulator', { headers: { accept: 'text/html,*/*' } });
		expect([led.status, led.text]).toEqual([200, page.text]);
		expect((await ask('GET /', { headers: { accept: 'application/json' } })).status).toBe(404);
	});

	test('the controls show the data of the account, without secrets', async () => {
		const { text } = await ask('GET /__emulator/data');
		const kinds = JSON.parse(text) as Array<{ title: string; total: number; records: object[] }>;
		expect(kinds.find(({ title }) => title === 'Orchestration → Task')!.records).toContainEqual(
			expect.objectContaining({ name: DEMO.goodTask }),
		);
		expect(kinds.length).toBeGreaterThan(20);
		for (const secret of [DEMO_ACCOUNT.secret, DEMO_TOKEN]) expect(text).not.toContain(secret);
		expect(emulator().log).toEqual([]);
	});

	test('the controls change the dialect while the emulator is running', async () => {
		expect((await ask('POST /__emulator/dialect', { body: { dialect: 'vendor' } })).body).toEqual({
			dialect: 'vendor',
		});
		expect((await ask('GET /__emulator')).body).toMatchObject({ dialect: 'vendor' });
		expect(await refusalOf('POST /__emulator/dialect', { body: { dialect: 'other' } })).toBe(
			'400 dialect must be one of documents, vendor, field',
		);
	});

	test('the controls publish a version of an artifact', async () => {
		const { body } = await ask('POST /__emulator/publish', {
			body: { artifact: 'load_suppliers' },
		});
		expect(body).toMatchObject({
			name: 'load_suppliers',
			version: expect.stringMatching(/^[\d.]+$/) as string,
		});
		expect(
			(
				await ask('POST /__emulator/publish', {
					body: { artifact: (body as { id: string }).id, version: '9.0.0' },
				})
			).body,
		).toMatchObject({ version: '9.0.0' });
		expect(
			await refusalOf('POST /__emulator/publish', {
				body: { artifact: 'load_suppliers', version: '9.0.0' },
			}),
		).toBe('409 There is no artifact load_suppliers, or it has that version');
		expect(await refusalOf('POST /__emulator/publish', { body: { version: '1' } })).toBe(
			'400 artifact must be its ID or name, and version a text',
		);
	});

	describe('the files of the controls', () => {
		const DEFINITIONS = '/__emulator/files/Finance.yaml';
		const LOGS = '/__emulator/files/otlp/v1/logs';

		test('the demo has a file of definitions', async () => {
			expect((await ask(`GET ${DEFINITIONS}`)).text).toMatch(/^tasks:\n/);
		});

		test('a file that was never written is not found', async () => {
			expect(await refusalOf(`GET ${LOGS}`)).toBe('404 There is no such file');
		});

		describe.each(['POST', 'PUT'])('a %s of a file', (method) => {
			test('the file is written', async () => {
				expect((await ask(`${method} ${LOGS}`, { body: { method } })).body).toEqual({});
				expect((await ask(`GET ${LOGS}`)).text).toBe(JSON.stringify({ method }));
			});

			test('the request is not logged', async () => {
				await ask(`${method} ${LOGS}`, { body: { method } });
				expect(emulator().log).toEqual([]);
			});
		});

		test('another web page cannot write a file', async () => {
			const headers = { origin: 'https://example.com' };
			expect((await ask(`POST ${DEFINITIONS}`, { headers, body: {} })).status).toBe(403);
		});

		test('a reset removes written files', async () => {
			await ask(`POST ${LOGS}`, { body: {} });
			await ask('POST /__emulator/reset');
			expect((await ask(`GET ${LOGS}`)).status).toBe(404);
		});

		test('a reset restores the files of the demo', async () => {
			await ask(`POST ${DEFINITIONS}`, { body: {} });
			await ask('POST /__emulator/reset');
			expect((await ask(`GET ${DEFINITIONS}`)).text).toMatch(/^tasks:\n/);
		});
	});

	test('the controls return the requests from a position on', async () => {
		await ask('GET /one');
		await ask('GET /two');
		expect((await ask('GET /__emulator/log/since?from=1')).body).toMatchObject({
			from: 1,
			requests: [{ path: '/two' }],
		});
		expect(await refusalOf('GET /__emulator/log/since?from=-1')).toBe(
			'400 from must be a number of 0 or more',
		);
	});
});
