/** What an item has started is started once, in whichever try. */
import type { Answer } from '../../../../../nodes/shared/declare/runtime/exchange';
import {
	answerOf,
	answersWith,
	failsWith,
	itemWith,
	lostError,
	searchable,
	START,
	time,
} from './startOnceStage';

/** An error of these tests says itself whether its response was lost. */
jest.mock('../../../../../nodes/shared/transport/failure/fate', () => ({
	lostResponseOf: (error: { lost?: object } | undefined) => error?.lost,
}));

test('a start is noted in the node run under its ID', async () => {
	const { nextTry, nodeRun, savedIds } = itemWith();
	expect(await nextTry().send(START, answersWith('a'))).toEqual(answerOf('a'));
	expect(nodeRun.started).toEqual(new Map([['a', { action: 'Run a task', itemIndex: 3 }]]));
	expect(nodeRun.maybeDone.size).toBe(0);
	expect(savedIds).toEqual(['a']);
});

test('a stopped node run ends at once: it neither searches for a start nor waits for another request', async () => {
	const { nextTry, stop, credential, searches, nodeRun } = itemWith();
	let end: (answer: Answer) => void = () => undefined;
	const other = itemWith({ credential })
		.nextTry()
		.send(searchable(), async () => await new Promise<Answer>((resolve) => (end = resolve)));
	const stopped = nextTry().send(searchable(), async () => {
		stop.abort();
		return await Promise.reject(lostError());
	});
	expect(
		await Promise.race([stopped.catch((error: Error) => error.message), time.sleep(1_000)]),
	).toBe('No response arrived in time');
	expect(searches).toEqual([]);
	expect([...nodeRun.maybeDone.keys()]).toEqual([3]);
	end(answerOf('b'));
	await other;
});

test('the next try gets the responses of the same starts, in the same order, instead of starting again', async () => {
	const { nextTry, nodeRun } = itemWith();
	const first = nextTry();
	await first.send(START, answersWith('a'));
	await first.send(START, answersWith('b'));
	await first.send(START, answersWith('c'), { url: '/others' });
	const sentAgain = answersWith('z');
	const second = nextTry();
	expect(
		[
			await second.send(START, sentAgain),
			await second.send(START, sentAgain),
			await second.send(START, sentAgain, { url: '/others' }),
		].map(({ body }) => body),
	).toEqual([{ executionId: 'a' }, { executionId: 'b' }, { executionId: 'c' }]);
	expect(sentAgain).not.toHaveBeenCalled();
	expect((await second.send(START, sentAgain)).body).toEqual({ executionId: 'z' });
	expect(nodeRun.started.size).toBe(4);
});

/** The IDs that are noted and saved after a start with this response. */
async function notedAfter(body: unknown) {
	const { nextTry, nodeRun, savedIds } = itemWith();
	await nextTry().send(
		START,
		async () => await Promise.resolve({ status: 200, headers: {}, body }),
	);
	return { noted: [...nodeRun.started.keys()], saved: savedIds };
}

test.each<[body: unknown, id: string]>([
	[{ executionId: '', id: 'i' }, 'i'],
	[{ id: 7, executable: 'x' }, 'x'],
])('a start with the response %j is noted under the ID %s', async (body, id) => {
	expect(await notedAfter(body)).toEqual({ noted: [id], saved: [] });
});

test.each([[{ executable: '', other: 'o' }], ['text'], [undefined], [null]])(
	'a start with the response %j, which has no ID, is not noted',
	async (body) => {
		expect(await notedAfter(body)).toEqual({ noted: [], saved: [] });
	},
);

test('the ID of a start is the one that its list uses, if there are several', async () => {
	const { nextTry, nodeRun } = itemWith();
	await nextTry().send(
		searchable({ id: 'own' }),
		async () =>
			await Promise.resolve({ status: 200, headers: {}, body: { own: 'o', executionId: 'e' } }),
	);
	expect([...nodeRun.started.keys()]).toEqual(['o']);
});

test('a start that was refused was not started: the next try starts it', async () => {
	const { nextTry, nodeRun, searches } = itemWith();
	await expect(nextTry().send(searchable(), failsWith(new Error('refused')))).rejects.toThrow(
		'refused',
	);
	expect(nodeRun.maybeDone.size).toBe(0);
	expect(searches).toEqual([]);
	expect((await nextTry().send(searchable(), answersWith('a'))).body).toEqual({ executionId: 'a' });
});
