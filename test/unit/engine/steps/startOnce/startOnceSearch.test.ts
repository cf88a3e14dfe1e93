/**
 * While a lost response is searched for, similar requests wait.
 */
import type { Answer } from '../../../../../nodes/shared/declare/runtime/exchange';
import {
	answerOf,
	answersWith,
	failsWith,
	itemWith,
	list,
	lostError,
	searchable,
	time,
} from './startOnceStage';

/** An error of these tests says itself whether its response was lost. */
jest.mock('../../../../../nodes/shared/transport/failure/fate', () => ({
	lostResponseOf: (error: { lost?: object } | undefined) => error?.lost,
}));

/** A run in a list that is certainly the one that was started. */
const ownRun = (executionId = 'a') => ({ executionId, state: 'mine' });

describe('a search that is in progress', () => {
	const settled = async () => await new Promise((resolve) => setImmediate(resolve));
	/** An item whose third search finds what it has started. */
	const searching = (credential?: string) =>
		itemWith({ credential, lists: [list(), list(), list(ownRun())] });

	test('a similar request waits for the end of the search', async () => {
		const { nextTry, credential } = searching();
		const found = nextTry().send(searchable(), failsWith(lostError()));
		await settled();
		const similar = answersWith('b');
		const waiting = itemWith({ credential }).nextTry().send(searchable(), similar);
		await settled();
		expect(similar).not.toHaveBeenCalled();
		await found;
		await waiting;
		expect(similar).toHaveBeenCalledTimes(1);
	});

	test.each([
		['to another address', { url: '/others' }],
		['with other values', { values: { task: 'u' } }],
	])('a request %s does not wait for the end of the search', async (_how, request) => {
		const searched = searching();
		const found = searched.nextTry().send(searchable(), failsWith(lostError()));
		await settled();
		const { nextTry } = itemWith({ credential: searched.credential });
		await nextTry().send(searchable(), answersWith('c'), request);
		expect(searched.searches).toEqual([]);
		await found;
	});

	test('a request of another credential does not wait for the end of the search', async () => {
		const searched = searching();
		const found = searched.nextTry().send(searchable(), failsWith(lostError()));
		await settled();
		await itemWith().nextTry().send(searchable(), answersWith('c'));
		expect(searched.searches).toEqual([]);
		await found;
	});

	test('a similar request of an item that is stopped does not wait for the end of the search', async () => {
		const { nextTry, credential } = searching();
		const found = nextTry().send(searchable(), failsWith(lostError()));
		await settled();
		const stopped = itemWith({ credential });
		const similar = answersWith('b');
		const waiting = stopped.nextTry().send(searchable(), similar);
		stopped.stop.abort(new Error('stopped'));
		const ended = waiting.catch((error: Error) => error.message);
		expect(await Promise.race([ended, found])).toBe('stopped');
		expect(similar).not.toHaveBeenCalled();
		await found;
	});

	test('a request that is ended by the lost response of another item was not sent', async () => {
		const { nextTry, credential } = searching();
		const found = nextTry().send(searchable(), failsWith(lostError()));
		await settled();
		const ended = itemWith({ credential });
		const waiting = ended.nextTry().send(searchable(), answersWith('b'));
		const reason = lostError();
		ended.stop.abort(reason);
		await expect(waiting).rejects.toBe(reason);
		expect(ended.nodeRun.maybeDone.size).toBe(0);
		await found;
	});

	test('a search that is stopped while it waits lets later requests pass', async () => {
		let answer: (came: Answer) => void;
		const { nextTry, credential } = itemWith();
		const before = nextTry().send(
			searchable(),
			async () => await new Promise<Answer>((resolve) => (answer = resolve)),
		);
		const lost = itemWith({ credential });
		const error = lostError();
		const search = lost.nextTry().send(searchable(), failsWith(error));
		const ended = search.catch((reason: unknown) => reason);
		await settled();
		lost.stop.abort(new Error('stopped'));
		expect(await Promise.race([ended, time.sleep(1_000)])).toBe(error);
		answer!(answerOf('a'));
		await before;
		const later = itemWith({ credential }).nextTry().send(searchable(), answersWith('b'));
		expect(await Promise.race([later, time.sleep(1_000)])).toEqual(answerOf('b'));
	});

	test('the search begins when similar requests that were sent before have their responses', async () => {
		let answer: (came: Answer) => void;
		const before = itemWith({ credential: 'both' })
			.nextTry()
			.send(searchable(), async () => await new Promise<Answer>((resolve) => (answer = resolve)));
		await settled();
		const lost = itemWith({
			credential: 'both',
			lists: [list(ownRun('theirs'), ownRun())],
		});
		const found = lost.nextTry().send(searchable(), failsWith(lostError()));
		for (let turn = 0; turn < 20; turn++) await settled();
		expect(lost.searches).toEqual([]);
		answer!(answerOf('theirs'));
		await before;
		// Later ones wait for the end of the search, also when those before it are through.
		let searchesBefore: number | undefined;
		const waiting = itemWith({ credential: 'both' })
			.nextTry()
			.send(searchable(), async () => {
				searchesBefore = lost.searches.length;
				return await Promise.resolve(answerOf('late'));
			});
		// What the other one began is known by now.
		expect((await found).body).toMatchObject({ executionId: 'a' });
		await waiting;
		expect(searchesBefore).toBe(1);
	});

	test('the searches for other lost responses wait, one after another', async () => {
		const three = [
			searching('lost together'),
			searching('lost together'),
			searching('lost together'),
		];
		const [first, second, third] = three.map(({ nextTry }) =>
			nextTry()
				.send(searchable(), failsWith(lostError()))
				.catch((error: Error) => error),
		);
		expect(await first).toMatchObject({ body: { executionId: 'a' } });
		// The one that was found is no longer there for the others.
		expect([await second, await third]).toEqual([lostError(), lostError()]);
		expect(three.map(({ searches }) => searches.map(({ at }) => at))).toEqual([
			[1_000, 5_000, 15_000],
			[16_000, 20_000, 30_000],
			[31_000, 35_000, 45_000],
		]);
	});
});
