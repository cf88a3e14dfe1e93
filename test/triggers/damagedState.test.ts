/** A state that was saved and is damaged keeps no event from being emitted. */
import { type IDataObject } from 'n8n-workflow';

import { MINUTE } from '../support/time';
import { type Execution } from './platformRecords';
import {
	active,
	addExecution,
	addLog,
	idsOf,
	platform,
	pollsFromNow,
	time,
	trigger,
	WATCHED,
} from './stage';

/** Each place in a value. */
function* placesIn(
	value: unknown,
	at: Array<string | number> = [],
): Generator<Array<string | number>> {
	if (at.length > 0) yield at;
	if (typeof value === 'object' && value !== null)
		for (const name of Object.keys(value))
			yield* placesIn((value as IDataObject)[name], [
				...at,
				Array.isArray(value) ? Number(name) : name,
			]);
}

/** A value with another one in a place; without that place if there is none. */
function withOther(
	value: unknown,
	place: ReadonlyArray<string | number>,
	other: unknown,
): IDataObject {
	const copy = structuredClone(value) as IDataObject;
	const holder = place
		.slice(0, -1)
		.reduce<IDataObject>((inside, part) => inside[part] as IDataObject, copy);
	if (other === undefined) delete holder[place.at(-1)!];
	else holder[place.at(-1)!] = other;
	return copy;
}

describe('a damaged state', () => {
	test.each([
		['a stream without its parts', { task: {} }],
		['a stream that is a text', { task: 'x' }],
		['numbers that are none', { task: { watermark: '!!!', window: [], open: {} } }],
		['no list', { task: { watermark: '000000000', window: {}, open: {} } }],
	])('the trigger starts over after %s', async (_title, streams) => {
		const n8n = await active('execution', { runsOf: 'tasks', events: ['failed'] });
		const memory = n8n.data.memory as IDataObject;
		n8n.data = { memory: { ...memory, streams } };
		addExecution({ time: time.now() - 20 * MINUTE });
		expect(await n8n.poll()).toBe('nothing');
		const { id } = addExecution();
		await n8n.poll();
		expect(idsOf(n8n)).toEqual([`task:${id}:failed`]);
	});

	test.each([...WATCHED, { what: 'crawlers', name: 'crawler' } as const])(
		'no damage in the state keeps $what that happen next from being emitted',
		async ({ name }) => {
			const parameters = {
				...(name === 'execution' ? { runsOf: 'tasks' } : {}),
				...(name === 'auditLog' ? {} : { events: ['started', 'failed'] }),
			};
			const happens = (id: string, more: Partial<Execution> = {}) =>
				name === 'auditLog'
					? addLog()
					: addExecution({
							...(name === 'crawler' ? { kind: 'crawler', id, end: 'failed' } : {}),
							...more,
						});
			const first = await active(name, parameters);
			happens('c1 1', { endsAt: time.now() + 600 * MINUTE });
			happens('c2 1');
			await pollsFromNow(first, 20);
			happens('c3 1', { endsAt: time.now() + 600 * MINUTE });
			await pollsFromNow(first, 2);
			const state = structuredClone(first.data);
			// One mark and one execution represent all of them.
			expect([...placesIn(state)].length).toBeGreaterThanOrEqual(8);
			const others = [
				undefined,
				null,
				1e300,
				'x',
				'zzzzzzzzz',
				[],
				[null],
				[1],
				{ time: 'x' },
				{ time: 1, phases: 1 },
			];
			const [executions, logs] = [[...platform().executions], [...platform().logs]];
			let tried = 0;
			for (const place of placesIn(state))
				for (const other of others) {
					Object.assign(platform(), { executions: [...executions], logs: [...logs] });
					const n8n = trigger(name, parameters);
					n8n.data = withOther(state, place, other);
					const outcomes = [await n8n.poll()];
					await time.sleep(2 * MINUTE);
					outcomes.push(await n8n.poll());
					const before = n8n.emitted.length;
					happens(`c${tried + 10} 1`, { time: time.now() });
					outcomes.push(await n8n.poll());
					await time.sleep(2 * MINUTE);
					outcomes.push(await n8n.poll());
					expect({
						place: place.join('.'),
						other,
						outcomes,
						emits: n8n.emitted.length > before,
					}).toMatchObject({
						outcomes: expect.not.arrayContaining(['failed']) as string[],
						emits: true,
					});
					tried++;
				}
			expect(tried).toBeGreaterThanOrEqual(80);
		},
	);

	test("a trigger that was activated while Talend Cloud's clock was a year ahead emits what happens next", async () => {
		platform().behavior.gatewaySkewMs = 365 * 24 * 60 * MINUTE;
		const n8n = await active('execution', { runsOf: 'tasks', events: ['failed'] });
		platform().behavior.gatewaySkewMs = 0;
		await pollsFromNow(n8n, 2);
		const { id } = addExecution();
		await pollsFromNow(n8n, 2);
		expect(idsOf(n8n)).toEqual([`task:${id}:failed`]);
	});
});
