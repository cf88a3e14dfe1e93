/**
 * Reads eleven thousand large audit logs in three ways. Its result is the MB that eight pages add
 * each time. Runs in a process of its own (ownProcess.ts).
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import '../../support/setup';

import { addAuditLog, auditOf } from '../../../emulator/areas/account/accountStore';
import { until } from '../../support/followedClock';
import { steadyMegabytes } from '../../support/memory';
import { sendResult } from '../../support/ownProcess';
import { type Platform, startPlatform } from '../../support/platform';

const LOGS = 11_000;
/** The logs of the pages between the two measurements. */
const MEASURED_LOGS = 8_000;
/** The characters of each of the two bodies of a log. */
const BODY_LENGTH = 4_000;

export interface AuditLogMemory {
	/** What eight pages add if all fields are returned, simplified ones, or two of them, in MB. */
	whole: number;
	simple: number;
	chosen: number;
	/** What the logs of eight pages take alone, in MB. */
	size: number;
	/** What the texts of their bodies take, in MB. */
	bodies: number;
}

/** The platform, whose logs are large. */
async function platformOfLargeLogs(): Promise<Platform> {
	const platform = await startPlatform();
	const { state, clock } = platform.emulator;
	auditOf(state).logs.splice(0);
	// All logs share this text: the platform's own memory stays small, but each page on the wire is
	// large.
	const body = JSON.stringify({ text: 'x'.repeat(BODY_LENGTH) });
	for (let index = 0; index < LOGS; index++)
		addAuditLog(state, clock.now() - index, {
			eventOperation: 'read',
			username: 'ana.demo',
			request: { url: '/a', method: 'GET', body },
			response: { code: '200', body },
		});
	return platform;
}

/**
 * What eight pages add. Memory is measured after page 1 and after page 9, while the requests of the
 * two pages after it are held: then no page is on its way.
 */
async function growthOf(platform: Platform, filters: IDataObject, simplify: boolean) {
	const requested = new Set<number>();
	const inUse = new Map<number, Promise<number>>();
	const measure = async (next: number) => {
		await until(`page ${next + 1} is requested`, () => requested.has(next + 1));
		return await steadyMegabytes();
	};
	platform.onRequest('GET /security/audit/logs', async ({ query }) => {
		const page = Number(new URLSearchParams(query).get('page') ?? 1);
		requested.add(page);
		const next = [2, 10].find((each) => page === each || page === each + 1);
		if (next === undefined) return;
		if (!inUse.has(next)) inUse.set(next, measure(next));
		await inUse.get(next);
	});
	const parameters = { returnAll: true, simplify, filters };
	const { items, error } = await platform.run('Account', 'auditLog', 'getMany', parameters);
	platform.restore();
	if (error || items.length !== LOGS) throw error ?? new Error(`${items.length} logs were read`);
	return { growth: (await inUse.get(10))! - (await inUse.get(2))!, items };
}

/** What the logs of eight pages occupy alone. Empties the items, so that there is only one copy. */
async function sizeOf(items: INodeExecutionData[]): Promise<number> {
	const text = JSON.stringify(items.splice(0).slice(0, MEASURED_LOGS));
	const before = await steadyMegabytes();
	const copy = JSON.parse(text) as unknown[];
	const size = (await steadyMegabytes()) - before;
	if (copy.length !== MEASURED_LOGS) throw new Error(`${copy.length} logs were measured`);
	return size;
}

async function measured(): Promise<AuditLogMemory> {
	const platform = await platformOfLargeLogs();
	const { growth: whole, items } = await growthOf(platform, {}, false);
	const size = await sizeOf(items);
	const { growth: simple } = await growthOf(platform, {}, true);
	const { growth: chosen } = await growthOf(platform, { fields: ['timestamp', 'logId'] }, false);
	await platform.close();
	const bodies = (MEASURED_LOGS * 2 * BODY_LENGTH) / 1e6;
	return { whole, size, bodies, simple, chosen };
}

sendResult(measured());
