/**
 * What becomes of a start whose response was lost.
 */
import type { IDataObject } from 'n8n-workflow';

import type { LookUp } from '../../../../../nodes/shared/declare/operation';
import {
	answersWith,
	failsWith,
	itemWith,
	list,
	type ListResponse,
	lostError,
	searchable,
	START,
	time,
	unavailable,
} from './startOnceStage';

/** An error of these tests says itself whether its response was lost. */
jest.mock('../../../../../nodes/shared/transport/failure/fate', () => ({
	lostResponseOf: (error: { lost?: object } | undefined) => error?.lost,
}));

/** A run that is the one that was started, that may be, or that is not. */
const startedRun = (executionId = 'a') => ({ executionId, state: 'mine' });

const possibleRun = (executionId: string) => ({ executionId, state: 'perhaps' });

const otherRun = (executionId: string) => ({ executionId, state: 'other' });

describe('a lost response', () => {
	test('a lost response that cannot be searched for may have started something, so nothing is started again', async () => {
		const { nextTry, nodeRun } = itemWith();
		const error = lostError();
		await expect(nextTry().send(START, failsWith(error))).rejects.toBe(error);
		expect(nodeRun.maybeDone).toEqual(new Map([[3, 'Run a task']]));
		const sentAgain = answersWith('z');
		await expect(nextTry().send(START, sentAgain)).rejects.toBe(error);
		expect(sentAgain).not.toHaveBeenCalled();
		expect((error as Error & { description?: string }).description).toBeUndefined();
	});

	test('a lost start is searched for after one, five and fifteen seconds', async () => {
		const { nextTry, searches } = itemWith({
			lists: [list(otherRun('x')), list(), list(startedRun())],
		});
		expect((await nextTry().send(searchable(), failsWith(lostError()))).body).toEqual(startedRun());
		expect(searches).toEqual([
			{ at: 1_000, values: { task: 't' } },
			{ at: 5_000, values: { task: 't' } },
			{ at: 15_000, values: { task: 't' } },
		]);
	});

	test('a lost start that was found counts like one whose response arrived', async () => {
		const { nextTry, nodeRun, savedIds } = itemWith({
			lists: [list(startedRun(), possibleRun('p'))],
		});
		const answer = await nextTry().send(searchable(), failsWith(lostError()));
		expect(answer).toEqual({ status: 200, headers: {}, body: startedRun() });
		expect(nodeRun.maybeDone.size).toBe(0);
		expect([...nodeRun.started.keys()]).toEqual(['a']);
		expect(savedIds).toEqual(['a']);
	});

	test('a lost start that was found is remembered for the next try', async () => {
		const { nextTry } = itemWith({ lists: [list(startedRun())] });
		await nextTry().send(searchable(), failsWith(lostError()));
		const sentAgain = answersWith('z');
		expect((await nextTry().send(searchable(), sentAgain)).body).toEqual(startedRun());
		expect(sentAgain).not.toHaveBeenCalled();
	});

	test('a lost start is found by the next try if this one could not search for it', async () => {
		const { nextTry, nodeRun } = itemWith({
			lists: [unavailable(), list(startedRun())],
		});
		const error = lostError();
		await expect(nextTry().send(searchable(), failsWith(error))).rejects.toBe(error);
		const sentAgain = answersWith('z');
		const next = nextTry();
		expect((await next.send(searchable(), sentAgain)).body).toMatchObject({ executionId: 'a' });
		expect(sentAgain).not.toHaveBeenCalled();
		expect([...nodeRun.started.keys()]).toEqual(['a']);
		expect(nodeRun.maybeDone.size).toBe(0);
		// It was started by the try before.
		expect(next.forget()).toBe(true);
	});

	test('a lost start that the next try cannot search for either is noted in its node run, too', async () => {
		const { nextTry, nodeRun } = itemWith({ lists: [unavailable()] });
		const error = lostError();
		await expect(nextTry().send(searchable(), failsWith(error))).rejects.toBe(error);
		// n8n runs the node again, with a state of its own.
		nodeRun.maybeDone.clear();
		await expect(nextTry().send(searchable(), answersWith('z'))).rejects.toBe(error);
		expect(nodeRun.maybeDone).toEqual(new Map([[3, 'Run a task']]));
	});

	test('a start is found like any other if its lost response began with success', async () => {
		const { nextTry } = itemWith({ lists: [list(), list(startedRun())] });
		expect(
			(await nextTry().send(searchable(), failsWith(lostError({ beganWell: true })))).body,
		).toMatchObject({
			executionId: 'a',
		});
	});

	test('a lost start is found after another start whose response had no ID', async () => {
		const { nextTry } = itemWith({ lists: [list({ state: 'mine' })] });
		await nextTry().send(
			searchable(),
			async () => await Promise.resolve({ status: 201, headers: {}, body: {} }),
		);
		expect(
			(await nextTry().send(searchable(), failsWith(lostError()), { url: '/others' })).body,
		).toEqual({
			state: 'mine',
		});
	});

	test('the answer of a lost start is built from the record if the operation says how', async () => {
		const { nextTry } = itemWith({ lists: [list(startedRun())] });
		expect(
			(
				await nextTry().send(
					searchable({ answer: ({ executionId }) => ({ started: executionId }) }),
					failsWith(lostError()),
				)
			).body,
		).toEqual({ started: 'a' });
	});

	describe('a response that was lost although nothing was started', () => {
		const item = () => itemWith({ lists: [list(otherRun('x'))] });

		test('the error says that the node can safely be run again', async () => {
			const { nextTry, nodeRun } = item();
			const error = lostError();
			await expect(nextTry().send(searchable(), failsWith(error))).rejects.toBe(error);
			expect(error).toMatchObject({
				description:
					'The response was lost. The run was not found afterwards, so you can safely run the node again.',
			});
			expect(nodeRun.maybeDone.size).toBe(0);
		});

		test('the next try repeats the start', async () => {
			const { nextTry } = item();
			const error = lostError();
			await expect(nextTry().send(searchable(), failsWith(error))).rejects.toBe(error);
			expect((await nextTry().send(searchable(), answersWith('z'))).body).toEqual({
				executionId: 'z',
			});
		});
	});

	test.each<{ what: string; lookUp: Partial<LookUp>; found: IDataObject[]; description: string }>([
		{
			what: 'there are two',
			lookUp: {},
			found: [startedRun('a'), startedRun('b')],
			description:
				'The response was lost, and 2 matching records were found: a, b. Check which one it is before retrying.',
		},
		{
			what: 'it may have been there before',
			lookUp: {},
			found: [possibleRun('a')],
			description:
				'The response was lost. A matching record exists, but may be older than this request: a. Check it before retrying.',
		},
		{
			what: 'two may have been there before',
			lookUp: {},
			found: [possibleRun('a'), possibleRun('b')],
			description:
				'The response was lost. A matching record exists, but may be older than this request: a, b. Check it before retrying.',
		},
		{
			what: 'only the lost response had what is needed',
			lookUp: { onlyOnce: 'Its token was in it: make another one.' },
			found: [startedRun()],
			description:
				'The response was lost. The run was found: a. Its token was in it: make another one.',
		},
	])(
		'a lost response is explained instead of being started again if $what',
		async ({ lookUp, found, description }) => {
			const { nextTry, nodeRun } = itemWith({ lists: [list(...found)] });
			const error = lostError();
			await expect(nextTry().send(searchable(lookUp), failsWith(error))).rejects.toBe(error);
			expect(error).toMatchObject({ description });
			expect(nodeRun.maybeDone.size).toBe(1);
			const sentAgain = answersWith('z');
			await expect(nextTry().send(searchable(lookUp), sentAgain)).rejects.toBe(error);
			expect(sentAgain).not.toHaveBeenCalled();
		},
	);

	test('a lost response that began with success counts as done, even if it is not listed yet', async () => {
		const { nextTry, nodeRun } = itemWith({ lists: [list()] });
		const error = lostError({ beganWell: true });
		await expect(nextTry().send(searchable(), failsWith(error))).rejects.toBe(error);
		expect('description' in error).toBe(false);
		expect(nodeRun.maybeDone.size).toBe(1);
	});

	/** Whether a list without the run shows that it was not started. */
	const provesIt = async (response: ListResponse | Error, lookUp: Partial<LookUp> = {}) => {
		const { nextTry, nodeRun } = itemWith({ lists: [response] });
		const error = lostError();
		await expect(nextTry().send(searchable(lookUp), failsWith(error))).rejects.toBe(error);
		expect('description' in error).toBe(nodeRun.maybeDone.size === 0);
		return nodeRun.maybeDone.size === 0;
	};

	test.each<[string, ListResponse | Error]>([
		['cannot be read', unavailable()],
		['is no list', { body: { surprise: true } }],
		['has more records', { body: { items: [], total: 1 } }],
		['has more records by its header', { body: [], headers: { 'total-elements': '2' } }],
	])('a list that %s does not prove that nothing was started', async (_what, response) => {
		expect(await provesIt(response)).toBe(false);
	});

	test('a credential that cannot be read meanwhile does not prove that nothing was started', async () => {
		const error = lostError();
		const { nextTry, nodeRun } = itemWith({
			lists: [list()],
			clientId: new Error('no credential'),
		});
		await expect(nextTry().send(searchable(), failsWith(error))).rejects.toBe(error);
		expect(nodeRun.maybeDone.size).toBe(1);
	});

	test('an error in the code that compares the records is not hidden', async () => {
		const matches = () => {
			throw new TypeError('of the code');
		};
		const { nextTry, nodeRun } = itemWith({ lists: [list(startedRun())] });
		const sent = nextTry().send(searchable({ matches }), failsWith(lostError()));
		await expect(sent).rejects.toThrow('of the code');
		expect(nodeRun.maybeDone.size).toBe(1);
	});

	test('a list with all records proves that nothing was started', async () => {
		const all = { body: { items: [{ executionId: 'x' }], total: 1 } };
		expect(await provesIt(all)).toBe(true);
	});

	test('a list that has more records, all of them older, proves that nothing was started', async () => {
		const newest = { body: { items: [], total: 1 } };
		expect(await provesIt(newest, { newestFirst: true })).toBe(true);
	});

	test('the search begins at the time of the lost attempt, by the platform’s clock', async () => {
		const compared: unknown[] = [];
		const matches: LookUp['matches'] = (_record, sent, lost) => {
			compared.push({ sent, lost });
			return false;
		};
		const run = otherRun('x');
		const sentAt = time.now() - 45_000;
		const inTwoMinutes = new Date(time.now() + 5_000 + 120_000).toUTCString();
		const { nextTry } = itemWith({
			lists: [
				list(run),
				{ ...list(run), headers: { date: inTwoMinutes } },
				{ ...list(run), headers: { date: 'no time' } },
			],
			clientId: 'me',
		});
		await expect(
			nextTry().send(searchable({ matches }), failsWith(lostError({ sentAt }))),
		).rejects.toThrow('No response');
		const withClockAhead = (ms: number) => ({
			sent: { task: 't' },
			lost: { since: sentAt + ms - 30_000, clientId: 'me', beganWell: false },
		});
		expect(compared).toEqual([withClockAhead(0), withClockAhead(120_000), withClockAhead(0)]);
	});

	test('a lost response is not confused with what the same credential has started otherwise', async () => {
		const { nextTry } = itemWith({ lists: [list(startedRun('taken'), startedRun('a'))] });
		await nextTry().send(searchable(), answersWith('taken'), { url: '/others' });
		const { body } = await nextTry().send(searchable(), failsWith(lostError()));
		expect(body).toMatchObject({ executionId: 'a' });
	});

	test('a lost response may be what another credential has started', async () => {
		await itemWith().nextTry().send(searchable(), answersWith('taken'));
		const { nextTry } = itemWith({ lists: [list(startedRun('taken'))] });
		const { body } = await nextTry().send(searchable(), failsWith(lostError()));
		expect(body).toMatchObject({ executionId: 'taken' });
	});

	test('a lost response is not searched for once the workflow has been stopped', async () => {
		const { nextTry, stop, searches, nodeRun } = itemWith({
			lists: [list(startedRun())],
		});
		const error = lostError();
		await expect(
			nextTry().send(searchable(), async () => {
				stop.abort(new Error('stopped'));
				return await Promise.reject(error);
			}),
		).rejects.toBe(error);
		expect(searches).toEqual([]);
		expect(nodeRun.maybeDone.size).toBe(1);
	});
});
