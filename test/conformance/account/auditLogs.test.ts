/** Audit logs: their filters and pages, and the memory that reading them takes. */
import type { IDataObject } from 'n8n-workflow';
import { join } from 'node:path';

import { addAuditLog, licenseOf } from '../../../emulator/areas/account/accountStore';
import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { changed } from '../../support/changed';
import { byId } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { inOwnProcess } from '../../support/ownProcess';
import { DAY } from '../../support/time';
import type { AuditLogMemory } from './auditLogsMemory';
import {
	ask,
	expectRequestRefused,
	newAccount,
	platform,
	requests,
	run,
	state,
	succeed,
} from './stage';

describe('audit log', () => {
	const get = (filters: IDataObject = {}, more = {}) =>
		succeed('auditLog', 'getMany', { returnAll: true, simplify: false, filters, ...more });
	const times = (logs: IDataObject[]) => logs.map(({ timestamp }) => Date.parse(String(timestamp)));
	const now = () => platform.emulator.clock.now();
	const iso = (ms: number) => new Date(ms).toISOString();
	const AUDIT = 'GET /security/audit/logs';

	test('the audit log is listed newest first', async () => {
		fact('A.34', 'A.92', 'A.104');
		const logs = await get();
		expect(times(logs)).toEqual([...times(logs)].sort((a, b) => b - a));
	});

	test('the audit log is listed within the hot period, even if a longer one is requested', async () => {
		fact('A.92', 'A.97', 'A.150');
		const logs = await get();
		addAuditLog(state(), now() - 61 * DAY, { eventOperation: 'too old' });
		const far = await get({ fromDate: iso(now() - 300 * DAY) });
		expect(far.map(({ logId }) => logId)).toEqual(logs.map(({ logId }) => logId));
		expect(far.some(({ eventOperation }) => eventOperation === 'too old')).toBe(false);
	});

	test('the audit log is filtered by dates', async () => {
		fact('A.94', 'A.95', 'A.100');
		const from = now() - 10 * DAY;
		const to = now() - 5 * DAY;
		const between = times(await get({ fromDate: iso(from), toDate: iso(to) }));
		expect(between.length).toBeGreaterThan(5);
		expect(between.every((time) => time >= from && time <= to)).toBe(true);
	});

	test('the audit log is filtered by the oldest log', async () => {
		fact('A.98', 'A.99');
		const all = await get();
		const oldest = all[7]!;
		expect((await get({ fromId: oldest.logId })).map(({ logId }) => logId)).toEqual(
			all.slice(0, 8).map(({ logId }) => logId),
		);
		expect(await get({ fromId: '00000000-0000-4000-8000-000000000000' })).toEqual([]);
	});

	test('the oldest log is ignored if a date is given', async () => {
		fact('A.99');
		const from = now() - 10 * DAY;
		const oldest = (await get())[7]!;
		const dated = await get({ fromId: oldest.logId, fromDate: iso(from) });
		expect(dated.length).toBeGreaterThan(8);
	});

	test('an end in the future means now', async () => {
		fact('A.100');
		const all = await get();
		expect((await get({ toDate: iso(now() + 5 * DAY) })).length).toBe(all.length);
	});

	test('the paging of the audit log is in headers', async () => {
		fact('A.10', 'A.92', 'A.105');
		const { body, headers, status } = await ask('GET /security/audit/logs?page=2&size=10');
		expect(status).toBe(200);
		expect(body).toHaveLength(10);
		const total = (await get()).length;
		expect(
			Object.fromEntries([...headers].filter(([name]) => /^(page|total)-/.test(name))),
		).toEqual({
			'page-first': 'false',
			'page-last': 'false',
			'page-number': '2',
			'page-total-elements': '10',
			'total-elements': String(total),
			'total-pages': String(Math.ceil(total / 10)),
		});
	});

	describe('the pages of the audit log', () => {
		test('all logs are read in pages of the largest size', async () => {
			fact('A.102', 'A.149');
			platform.clearLog();
			await get();
			expect(requests(AUDIT)).toHaveLength(1);
			expect(new Map(requests(AUDIT)[0]!.query).get('size')).toBe('1000');
		});

		test('a limit requests no more than it needs', async () => {
			const all = await get();
			platform.clearLog();
			expect((await get({}, { returnAll: false, limit: 7 })).map(({ logId }) => logId)).toEqual(
				all.slice(0, 7).map(({ logId }) => logId),
			);
			expect(requests(AUDIT).map(({ query }) => query)).toEqual([[['size', '7']]]);
		});

		test('pages have the given size and begin at the given position', async () => {
			fact('A.101', 'A.102');
			const all = await get();
			platform.clearLog();
			const sized = await get({ size: 20, page: 2 }, { returnAll: false, limit: 45 });
			expect(sized.map(({ logId }) => logId)).toEqual(all.slice(20, 65).map(({ logId }) => logId));
			expect(requests(AUDIT).map(({ query }) => Object.fromEntries(query))).toEqual([
				{ size: '20', page: '2' },
				{ size: '20', page: '3' },
				{ size: '20', page: '4' },
			]);
		});

		test('all logs are read in pages of the size that is given', async () => {
			fact('A.102');
			const all = await get();
			platform.clearLog();
			expect((await get({ size: 20 })).map(({ logId }) => logId)).toEqual(
				all.map(({ logId }) => logId),
			);
			const sizes = requests(AUDIT).map(({ query }) => new Map(query).get('size'));
			expect(new Set(sizes)).toEqual(new Set(['20']));
			expect(sizes.length).toBeGreaterThanOrEqual(Math.ceil(all.length / 20));
		});
	});

	test('each log has only the chosen fields', async () => {
		fact('A.37', 'A.38');
		const [simple] = await get({}, { simplify: true });
		expect(simple).not.toHaveProperty('request');
		expect(simple).toHaveProperty('eventOperation');
		const seeded = (
			await get({
				toDate: iso(now() - 5 * DAY),
				fields: ['timestamp', 'request.url', 'request.method', 'response.code', 'nothing'],
			})
		)[0]!;
		expect(seeded).toEqual({
			timestamp: expect.any(String) as string,
			request: { url: '/login', method: 'POST' },
			response: { code: '200' },
		});
		const [whole] = await get(
			{ toDate: iso(now() - 5 * DAY), fields: ['request'] },
			{ simplify: true },
		);
		expect(whole).toEqual({
			request: { url: '/login', method: 'POST', userAgent: 'Mozilla/5.0', body: '{}' },
		});
	});

	test('the creation and the deletion of a service account are logged without a body', async () => {
		fact('A.34', 'A.148');
		const before = now();
		platform.emulator.clock.advance(1000);
		const { id } = await newAccount('Logged');
		const [log] = await get({ fromDate: iso(before) });
		expect(log).toMatchObject({
			eventCategory: 'service account',
			eventOperation: 'create',
			userId: 'ana.demo',
			request: { method: 'POST', url: `${platform.address}/account/service-accounts` },
			response: { code: '201' },
		});
		expect(log!.request).not.toHaveProperty('body');
		await succeed('serviceAccount', 'delete', { id: byId(id) });
		const [deletion] = await get({ fromDate: iso(before) });
		expect(deletion).toMatchObject({
			eventOperation: 'delete',
			username: 'Demo',
			request: { url: `${platform.address}/account/service-accounts/${id}` },
		});
		expect(deletion!.request).not.toHaveProperty('body');
	});

	test.each([
		['some', 3],
		['a whole page of', 10],
	])(
		'many pages neither repeat nor miss a log when %s new ones arrive in the meantime',
		async (_what, many) => {
			const before = (await get()).map(({ logId }) => logId);
			let pages = 0;
			const arrives = () => {
				if (++pages <= 3)
					for (let each = 0; each < many; each++)
						addAuditLog(state(), now(), { eventOperation: 'meanwhile' });
			};
			platform.onRequest(AUDIT, arrives);
			const ids = (await get({ size: 10 })).map(({ logId }) => logId);
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids).toEqual(expect.arrayContaining(before));
		},
	);

	test('the error names the missing support level', async () => {
		fact('A.106', 'A.138');
		changed(licenseOf(state()).subscription!, { supportLevel: 'Gold' });
		expect((await run('auditLog', 'getMany')).error).toMatchObject({
			httpCode: '403',
			message: 'The support level must be Platinum or Mission Critical',
		});
	});

	test('the error names the missing role', async () => {
		fact('A.106', 'A.138');
		const permissions = ['TMC_SERVICE_ACCOUNT_MANAGEMENT'];
		changed(state().serviceAccounts.get(DEMO_ACCOUNT.id)!, { permissions });
		const { error } = await run('auditLog', 'getMany');
		expect(error).toMatchObject({ httpCode: '403' });
		expect(error!.description).toMatch(/^This needs the role Security Administrator/);
	});

	test('a page that fails makes the node fail, so no log is lost silently', async () => {
		platform.emulator.faults.add({ operation: AUDIT, after: 2, status: 400 });
		const { error, items } = await run('auditLog', 'getMany', {
			returnAll: true,
			filters: { size: 20 },
		});
		expect(error).toMatchObject({ httpCode: '400' });
		expect(items).toEqual([]);
	});

	test('memory grows with the number of returned logs, not of logs that are read', async () => {
		const { whole, size, bodies, simple, chosen } = await inOwnProcess<AuditLogMemory>(
			join(__dirname, 'auditLogsMemory.ts'),
		);
		// Beside the bodies stand some 20 other fields. A second copy would double it.
		expect(size / bodies).toBeGreaterThan(1);
		expect(whole / size).toBeGreaterThan(0.8);
		expect(whole / size).toBeLessThan(1.25);
		expect(simple / size).toBeLessThan(1 / 7);
		expect(chosen / size).toBeLessThan(1 / 14);
	});
});

test('audit logs from an invalid ID are refused by the platform', async () => {
	fact('A.99', 'A.106', 'A.143');
	await expectRequestRefused('/security/audit/logs?fromId=4711');
});

test.each(['size=1001', 'page=0'])(
	'a page of the audit log with %s is refused by the platform',
	async (query) => {
		fact('A.101', 'A.102', 'A.149');
		await expectRequestRefused(`/security/audit/logs?${query}`);
	},
);

judgeRequests(platform, 'Account', ['auditLog']);
