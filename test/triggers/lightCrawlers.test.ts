/**
 * Crawlers in the light form of the list, which does not say when they ran: each of them is read on
 * its own, and one that cannot be read hides no other.
 */
import type { IDataObject } from 'n8n-workflow';

import { MINUTE } from '../support/time';
import { crawlerOf, type Execution } from './platformRecords';
import {
	activated,
	active,
	addExecution,
	answering,
	idsOf,
	platform,
	polls,
	reply,
	time,
	trigger,
	usePlatform,
} from './stage';

/** The status with which the platform refuses to show a crawler on its own, by its ID. */
let refused: Record<string, number> = {};

beforeEach(() => {
	usePlatform({});
	refused = {};
	answering((url, usual) => {
		const status = refused[url.split('/').at(-1)!];
		if (status !== undefined) return reply(status, { message: 'no' });
		if (!url.endsWith('/crawlers')) return undefined;
		return usual().then((answer) => {
			const { data } = answer.body as { data: IDataObject[] };
			const light = ({ id, name, status: { runStatus } = {} }: IDataObject & Statuses) => ({
				id,
				name,
				runStatus,
			});
			return { ...answer, body: { ...(answer.body as IDataObject), data: data.map(light) } };
		});
	});
});

interface Statuses {
	status?: { runStatus?: string };
}

const run = (id: string, more: Partial<Execution> = {}) =>
	addExecution({ kind: 'crawler', id, end: 'finished', ...more });
const eventIdOf = (one: Execution, event = 'finished') =>
	`${crawlerOf(one)}:${new Date(one.time).toISOString()}:${event}`;

test.each([403, 500])(
	'a crawler that answers %i is emitted later without hiding any other',
	async (status) => {
		const other = run('c2 1');
		const n8n = await active('crawler');
		refused = { c1: status };
		const hidden = run('c1 1');
		const runs: Execution[] = [];
		for (let each = 2; each < 10; each++) {
			runs.push(run(`c2 ${each}`));
			await polls(n8n, 1, 10 * MINUTE);
		}
		expect(idsOf(n8n)).toEqual(runs.map((one) => eventIdOf(one)));
		expect(n8n.warnings.join()).toContain('The crawler "a crawler" (c1) could not be read');
		refused = {};
		await polls(n8n, 3);
		expect(idsOf(n8n).slice(runs.length)).toEqual([eventIdOf(hidden)]);
		expect(idsOf(n8n)).not.toContain(eventIdOf(other));
	},
);

test('a run in progress of a crawler that cannot be read for hours is followed to its end', async () => {
	const long = run('c1 1', { endsAt: time.now() + 3 * 60 * MINUTE });
	run('c2 1');
	const n8n = await active('crawler');
	await polls(n8n, 3, 10 * MINUTE);
	run('c2 2');
	await polls(n8n, 3, 10 * MINUTE);
	refused = { c1: 403 };
	await polls(n8n, 30, 10 * MINUTE);
	refused = {};
	await polls(n8n, 3);
	expect(idsOf(n8n).at(-1)).toBe(eventIdOf(long));
});

test('a poll without events fails with the name of the crawler that could not be read', async () => {
	for (const id of ['c1', 'c2', 'c3']) run(`${id} 1`);
	const n8n = await active('crawler');
	refused = { c1: 403 };
	expect(await n8n.poll()).toBe('failed');
	expect(n8n.error).toMatchObject({
		message: expect.stringMatching(
			/^The crawler "a crawler" \(c1\) could not be read: no/,
		) as string,
		description: expect.stringContaining('once it can be read') as string,
	});
	refused = { c1: 403, c3: 500 };
	await polls(n8n, 1);
	expect(n8n.error?.message).toMatch(/^The crawler "a crawler" \(c1\), and 1 more, could not/);
});

test.each([
	['all crawlers', { c1: 403, c2: 403 }, '403'],
	['the token', { c1: 401 }, '401'],
	['the rate limit', { c1: 429 }, '429'],
] as const)(
	'failures that concern %s are not blamed on one crawler',
	async (_what, refusing, httpCode) => {
		for (const id of ['c1', 'c2']) run(`${id} 1`);
		const n8n = await active('crawler');
		refused = { ...refusing };
		expect(await n8n.poll()).toBe('failed');
		expect(n8n.error).toMatchObject({ httpCode });
		expect(n8n.error?.message).not.toContain('could not be read');
	},
);

test('a crawler that cannot be read at the activation begins then', async () => {
	run('c2 1');
	await time.sleep(60 * MINUTE);
	run('c1 1');
	await time.sleep(60 * MINUTE);
	refused = { c1: 403 };
	const n8n = await activated(trigger('crawler'));
	refused = {};
	await polls(n8n, 2);
	expect(idsOf(n8n)).toEqual([]);
	const later = run('c1 2');
	await polls(n8n, 2);
	expect(idsOf(n8n)).toEqual([eventIdOf(later)]);
	expect(platform().faultCount).toBe(0);
});
