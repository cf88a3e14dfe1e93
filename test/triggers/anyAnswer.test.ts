/**
 * Whatever the platform answers, a poll emits, proceeds or fails with a message; and after the
 * fault the next two polls catch up.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { OF_JAVASCRIPT } from '../support/ofJavaScript';
import { SECOND } from '../support/time';
import { histories, PATIENCE_MS, triedFor } from './history';
import { SimulatedPlatform } from './simulatedPlatform';
import { activated, addExecution, addLog, time, trigger, usePlatform, WATCHED } from './stage';

/** What becomes of an answer. */
const change = fc.record({
	total: fc.constantFrom('kept', 'kept', 'none', 'small', 'large', 'huge', 'text'),
	page: fc.constantFrom('kept', 'kept', 'first', 'short', 'empty', 'repeated', 'reversed', 'one'),
	times: fc.constantFrom('kept', 'kept', 'none', 'equal', 'future', 'past', 'local', 'nonsense'),
	limit: fc.constantFrom('kept', 'none', 'small'),
	/** How far the clock in the header is off. */
	skewMs: fc.constantFrom(0, 0, -86_400_000, 86_400_000, 365 * 86_400_000),
	status: fc.constantFrom(undefined, undefined, undefined, undefined, 500, 400),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const TIMES = ['triggerTimestamp', 'startTimestamp', 'finishTimestamp', 'timestamp'];

/** A record whose times are changed. */
function changedTimes(record: IDataObject, how: Change['times'], now: number): IDataObject {
	const text = (value: string) =>
		({
			equal: new Date(now).toISOString(),
			future: '2999-01-01T00:00:00Z',
			past: '1999-01-01T00:00:00Z',
			local: value.replace('Z', '1'),
			nonsense: 'soon',
		})[how as 'equal'] ?? value;
	return Object.fromEntries(
		Object.entries(record).flatMap(([name, value]) =>
			!TIMES.includes(name) ? [[name, value]] : how === 'none' ? [] : [[name, text(String(value))]],
		),
	);
}

/** A request for the first page of a list, instead of another one. */
const withoutPosition = (url: string): string => url.replace(/&(offset|page)=\d+/, '');

/**
 * Changes the answers of the platform, one after the other in the order given, until nothing is
 * left.
 */
function disturb(platform: SimulatedPlatform, changes: readonly Change[]): () => void {
	const usual = platform.request.bind(platform);
	let asked = 0;
	let before: IDataObject[] = [];
	platform.request = async (options) => {
		const how = changes[asked++ % changes.length]!;
		const answer = await usual(
			how.page === 'first' ? { ...options, url: withoutPosition(options.url) } : options,
		);
		const isArray = Array.isArray(answer.body);
		const body = answer.body as IDataObject;
		const list = (isArray ? answer.body : body?.items) as IDataObject[] | undefined;
		if (!list) return answer;
		if (how.status) return { ...answer, statusCode: how.status, body: { message: 'a fault' } };
		const shown =
			(
				{
					short: list.slice(0, Math.ceil(list.length / 3)),
					empty: [],
					repeated: before,
					reversed: [...list].reverse(),
					one: list.slice(0, 1),
				} as Record<string, IDataObject[]>
			)[how.page] ?? list;
		before = list;
		const records = shown.map((record) => changedTimes(record, how.times, time.now()));
		const { total, limit, ...rest } = isArray ? ({} as IDataObject) : body;
		const real = Number(isArray ? answer.headers['total-elements'] : total) || 0;
		const said = {
			kept: real,
			none: undefined,
			small: 1,
			large: real + 3,
			huge: 1e9,
			text: 'many',
		}[how.total];
		const says = { kept: limit, none: undefined, small: 3 }[how.limit];
		const date = new Date(time.now() + how.skewMs).toUTCString();
		return isArray
			? {
					...answer,
					headers: { date, ...(said === undefined ? {} : { 'total-elements': String(said) }) },
					body: records,
				}
			: {
					...answer,
					headers: { ...answer.headers, date },
					body: { ...rest, items: records, total: said, limit: says },
				};
	};
	return () => {
		platform.request = usual;
	};
}

const disturbed = fc.record({
	changes: fc.array(change, { minLength: 1, maxLength: 12 }),
	counts: fc.array(fc.integer({ min: 0, max: 250 }), { minLength: 1, maxLength: 4 }),
	apartMs: fc.constantFrom(0, 1, 20),
	durable: fc.boolean(),
	latencyMs: fc.constantFrom(50, 300),
});

test.each(WATCHED)(
	'the trigger of $what emits each event once, whatever Talend Cloud answers',
	async ({ name }) => {
		await fc.assert(
			fc.asyncProperty(
				disturbed,
				triedFor(async ({ changes, counts, apartMs, durable, latencyMs }) => {
					const platform = usePlatform({ latencyMs });
					const n8n = await activated(
						trigger(
							name,
							{
								...(name === 'execution' ? { runsOf: 'tasks', events: ['failed'] } : {}),
								options: { lookBack: 60 },
							},
							durable,
						),
					);
					await time.sleep(60 * SECOND);
					const recover = disturb(platform, changes);
					for (const count of counts) {
						for (let each = 0; each < count; each++)
							if (name === 'execution') addExecution({ time: time.now() - each * apartMs });
							else addLog({ time: time.now() - each * apartMs });
						n8n.error = undefined;
						const began = time.now();
						const outcome = await n8n.poll();
						expect(time.now() - began).toBeLessThanOrEqual(36 * SECOND);
						if (outcome === 'failed') expect(n8n.error!.message).not.toMatch(OF_JAVASCRIPT);
						await time.sleep(30 * SECOND);
					}
					recover();
					await time.sleep(60 * SECOND);
					for (let poll = 0; poll < 2; poll++) {
						await n8n.poll();
						await time.sleep(60 * SECOND);
					}
					const all = name === 'execution' ? platform.executions.length : platform.logs.length;
					const emitted = new Set(n8n.emitted.map(({ eventId }) => eventId));
					expect([emitted.size, n8n.emitted.length]).toEqual([all, all]);
					n8n.error = undefined;
					await n8n.poll();
					expect(n8n.error).toBeUndefined();
				}),
			),
			histories(60),
		);
	},
	PATIENCE_MS,
);
