/** The check-up: it only reads, finds what deviates, and repeats no value of the account. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { checkUp, readings, type Report } from '../../checkup/checkup';
import { reportFile, reportInWords } from '../../checkup/report';
import { Emulator, standingClock } from '../../emulator';
import { NO_LIMITS } from '../../emulator/limits';
import { DEMO_ACCOUNT } from '../../emulator/seed';

jest.setTimeout(120_000);

const access = (address: string) => ({ address, clientId: DEMO_ACCOUNT.id, clientSecret: DEMO_ACCOUNT.secret });

/** A platform in front of the emulator that changes some answers. */
async function deviating(address: string, change: (path: string, body: unknown) => unknown): Promise<{ server: Server; address: string }> {
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			void (async () => {
				const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name))) as Record<string, string>;
				const body = Buffer.concat(chunks).toString().replaceAll(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, address);
				const answer = await fetch(`${address}${request.url}`, { method: request.method, headers, body: body === '' ? undefined : body });
				const text = await answer.text();
				const json = answer.headers.get('content-type')?.includes('json');
				response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
				response.end(json ? JSON.stringify(change(request.url!, JSON.parse(text))) : text);
			})();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe.each(['documents', 'vendor'] as const)('on a platform that follows the %s', (dialect) => {
	let emulator: Emulator;
	let address: string;
	let report: Report;
	beforeAll(async () => {
		emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS, dialect });
		address = await emulator.listen();
		report = await checkUp(access(address), { everyMs: 0 });
	});
	afterAll(async () => await emulator.close());

	test('everything that reads is asked once or says why not, and nothing else is sent', () => {
		expect(report.operations).toHaveLength(readings().length);
		expect(report.operations.filter(({ status }) => status !== undefined && status < 300).length).toBeGreaterThan(70);
		for (const { status, skipped } of report.operations) expect(status !== undefined || skipped !== undefined).toBe(true);
		const sent = emulator.log.filter(({ method, path }) => method !== 'GET' && !/search$/.test(path) && path !== '/security/oauth/token');
		expect(sent).toEqual([]);
	});

	test('the questions are answered by what was seen', () => {
		const told = report.questions.filter(({ answer }) => answer !== 'not seen');
		expect(told.length).toBeGreaterThanOrEqual(4);
		const crawlers = report.questions.find(({ asks }) => asks.startsWith('Are the crawlers'))!;
		if (dialect === 'documents') expect(crawlers.answer).toBe('complete');
	});

	test('no value of the account stands in the report', () => {
		const written = `${reportFile(report)}${reportInWords(report)}`;
		for (const value of [DEMO_ACCOUNT.id, DEMO_ACCOUNT.secret, 'ana.demo', 'Load customers', 'Sales warehouse', 'Production', 'Finance']) expect(written).not.toContain(value);
		for (const record of [...emulator.state.serviceAccounts.values()]) expect(written).not.toContain(record.id);
	});
});

describe('planted deviations', () => {
	const SECRET = 'a-name-of-the-account';
	test.each<[string, RegExp, (body: never) => unknown, string | RegExp]>([
		['a field is missing', /^\/account\/service-accounts(\?|$)/, (body: Array<Record<string, unknown>>) => body.map((each) => ({ ...each, createdDate: undefined })), /createdDate is missing/],
		['a field has another type', /^\/account\/service-accounts(\?|$)/, (body: Array<Record<string, unknown>>) => body.map((each) => ({ ...each, name: { text: SECRET } })), /name is not string/],
		['a field is not known', /^\/account\/service-accounts(\?|$)/, (body: Array<Record<string, unknown>>) => body.map((each) => ({ ...each, nickname: SECRET })), /nickname/],
	])('%s: found, and no value is repeated', async (_what, path, change, finding) => {
		const emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS });
		const front = await deviating(await emulator.listen(), (url, body) => (path.test(url) ? change(body as never) : body));
		try {
			const report = await checkUp(access(front.address), { everyMs: 0 });
			const found = report.operations.flatMap(({ deviations }) => [...(deviations?.documents ?? []), ...(deviations?.vendor ?? [])]);
			expect(found.some((each) => (typeof finding === 'string' ? each.includes(finding) : finding.test(each)))).toBe(true);
			expect(`${reportFile(report)}${reportInWords(report)}`).not.toContain(SECRET);
		} finally {
			front.server.close();
			await emulator.close();
		}
	});
});

test('a wrong secret is refused in words', async () => {
	const emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS });
	const address = await emulator.listen();
	await expect(checkUp({ address, clientId: DEMO_ACCOUNT.id, clientSecret: 'wrong' })).rejects.toThrow(/did not accept the client ID and secret/);
	await emulator.close();
});
