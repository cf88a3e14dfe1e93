import { MAX_IN_FLIGHT } from '../../../nodes/shared/declare/limits';
import { mapConcurrently } from '../../../nodes/shared/flows/mapConcurrently';

/** Work that is finished by hand, and how much of it was started. */
function byHand() {
	const open: Array<{
		one: number;
		done: (result: string) => void;
		fails: (error: Error) => void;
	}> = [];
	const started: number[] = [];
	const work = async (one: number) =>
		await new Promise<string>((done, fails) => {
			started.push(one);
			open.push({ one, done, fails });
		});
	return { open, started, work };
}

const settled = async () => await new Promise((resolve) => setImmediate(resolve));
const numbers = (count: number) => Array.from({ length: count }, (_each, index) => index);

test('work runs as often at once as a queue sends requests', async () => {
	const { open, started, work } = byHand();
	const all = mapConcurrently(numbers(20), work);
	expect(started).toEqual(numbers(MAX_IN_FLIGHT));
	while (open.length > 0) {
		expect(open.length).toBeLessThanOrEqual(MAX_IN_FLIGHT);
		open.pop()!.done('done');
		await settled();
	}
	await all;
	expect(started).toHaveLength(20);
});

test('the results are in the order of the work, whichever ends first', async () => {
	const { open, work } = byHand();
	const all = mapConcurrently(numbers(20), work);
	while (open.length > 0) {
		const { one, done } = open.pop()!;
		done(`result ${one}`);
		await settled();
	}
	expect(await all).toEqual(numbers(20).map((one) => `result ${one}`));
});

test('nothing more begins after a failure', async () => {
	const { open, started, work } = byHand();
	const all = mapConcurrently(numbers(20), work);
	const outcome = expect(all).rejects.toThrow('the third');
	open[2]!.fails(new Error('the third'));
	await settled();
	for (const { done } of open) done('late');
	await outcome;
	await settled();
	expect(started).toHaveLength(MAX_IN_FLIGHT);
});

test('an empty list has no results', async () => {
	expect(await mapConcurrently([], byHand().work)).toEqual([]);
});
