/**
 * How many engines a trigger watches, and what a manual test shows.
 */
import { engine, trigger } from './statesStage';

describe('a manual test', () => {
	test('a manual test shows the current engines, unavailable ones first, without remembering them', async () => {
		const { lists, poll, data } = trigger();
		lists.one = [engine('b', undefined), engine('c', false)];
		lists.two = [engine('a', true)];
		const at = '2026-03-31T08:00:00.000Z';
		expect(await poll('manual')).toEqual([
			{
				eventId: `c:${at}:unavailable`,
				event: 'unavailable',
				occurredAt: at,
				...engine('c', false).record,
			},
			{
				eventId: `a:${at}:available`,
				event: 'available',
				occurredAt: at,
				...engine('a', true).record,
			},
		]);
		expect(data).toEqual({});
	});

	test('a manual test says if there is nothing', async () => {
		const { lists, poll } = trigger();
		lists.one = [engine('b', undefined)];
		await expect(poll('manual')).rejects.toMatchObject({
			message: 'No engine fits',
			description: 'Change the filters, or try again when there is one.',
		});
	});
});

describe('the state of a trigger with too many engines', () => {
	const watchMany = async () => {
		const watching = trigger();
		const many = Array.from({ length: 3_000 }, (_, index) =>
			engine(`engine-${String(index).padStart(20, '0')}`, index % 1_000 !== 999),
		);
		watching.lists.one = many.slice(0, 1_500);
		watching.lists.two = many.slice(1_500);
		await watching.poll();
		const { lists } = watching.memory();
		return {
			...watching,
			many,
			kept: lists,
			states: Object.values({ ...lists.one, ...lists.two }),
		};
	};

	test('the state stays within its size', async () => {
		const { data, states, kept } = await watchMany();
		expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(64_000);
		expect(states.length).toBeGreaterThan(1_700);
		expect(Object.keys(kept).sort()).toEqual(['one', 'two']);
	});

	test('the state keeps all unavailable engines', async () => {
		const { states } = await watchMany();
		expect(states.filter((state) => state !== 0)).toHaveLength(3);
	});

	test('the log reports how many engines are not watched', async () => {
		const { warnings, states } = await watchMany();
		expect(warnings).toEqual([
			`There are too many engines to watch. Not watched: ${3_000 - states.length}. Use filters, or more than one trigger`,
		]);
	});

	test('the log reports nothing once all engines are watched', async () => {
		const { lists, many, warnings, poll } = await watchMany();
		lists.one = many.slice(0, 10);
		lists.two = [];
		warnings.length = 0;
		await poll();
		expect(warnings).toEqual([]);
	});
});

test('engines with the last keys are forgotten if there are too many', async () => {
	// [key, 0] has as many characters as the key and six more: 600 of them are exactly as many as
	// fit.
	const many = (count: number) =>
		Array.from({ length: count }, (_, index) => engine(String(index).padStart(94, '0'), true));
	const { lists, poll, warnings, memory } = trigger();
	lists.one = many(600).reverse();
	await poll();
	expect([Object.keys(memory().lists.one!).length, warnings]).toEqual([600, []]);
	const more = trigger();
	more.lists.one = [...many(602).slice(300), ...many(300)];
	await more.poll();
	expect(Object.keys(more.memory().lists.one!)).toEqual(many(600).map(({ key }) => key));
	expect(more.warnings).toEqual([
		'There are too many engines to watch. Not watched: 2. Use filters, or more than one trigger',
	]);
});
