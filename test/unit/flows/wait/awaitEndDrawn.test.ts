import fc from 'fast-check';
import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import type { Message } from '../../../../nodes/shared/declare/messages';
import type { OperationContext } from '../../../../nodes/shared/declare/operation';
import { awaitEnd } from '../../../../nodes/shared/flows/wait/awaitEnd';
import { readUntil } from '../../../../nodes/shared/flows/wait/readUntil';
import { noteSignInFailure } from '../../../../nodes/shared/support/errorNotes';
import { showing } from '../../../support/messages';
import { stub } from '../../../support/stub';
import { MINUTE, simulatedTimeForEach } from '../../../support/time';

const time = simulatedTimeForEach();
const NEVER = new AbortController().signal;
const errorAtLimit = (state: number) => Object.assign(new Error('too late'), { state });

test('the wait checks less and less often until it has ended', async () => {
	const looks: number[] = [];
	const started = time.now();
	const end = await readUntil({
		read: () => {
			looks.push(time.now() - started);
			return Promise.resolve(time.now() - started);
		},
		hasEnded: (passed) => passed > 60_000,
		limitMs: 120_000,
		errorAtLimit,
		signal: NEVER,
	});
	expect(looks.slice(0, 4)).toEqual([0, 2_000, 5_000, 9_500]);
	expect(Math.max(...looks.slice(1).map((at, index) => at - looks[index]!))).toBeLessThanOrEqual(
		30_000,
	);
	expect(end).toBe(looks.at(-1));
});

test('the wait ends at once when it is aborted', async () => {
	const stop = new AbortController();
	const waiting = readUntil({
		read: () => Promise.resolve(1),
		hasEnded: () => false,
		limitMs: 3_600_000,
		errorAtLimit,
		signal: stop.signal,
	});
	const failed = expect(waiting).rejects.toThrow('stopped');
	setImmediate(() => stop.abort(new Error('stopped')));
	await failed;
	expect(time.now()).toBeLessThan(Date.UTC(2026, 2, 31, 9));
});

describe('an execution, whatever the platform responds', () => {
	const node = { name: 'Node' } as INode;
	const refusal = (status: number | undefined) =>
		new NodeApiError(
			node,
			{},
			{
				message: `refused ${String(status)}`,
				httpCode: status === undefined ? undefined : String(status),
			},
		);
	/**
	 * What one look meets: a state, or the status of a refusal, perhaps of the sign-in; nothing is a
	 * broken connection.
	 */
	type Look = { state: IDataObject } | { refused: number | undefined; isSignIn?: boolean };
	const going = fc.constantFrom<Look>(
		{ state: { status: 'executing' } },
		{ state: { status: 'something_new' } },
		{ state: {} },
	);
	const passing = fc.constantFrom<Look>(
		{ refused: 408 },
		{ refused: 429 },
		{ refused: 500 },
		{ refused: 503 },
		{ refused: undefined },
	);
	const final = fc.constantFrom<Look>(
		{ refused: 400 },
		{ refused: 401 },
		{ refused: 403 },
		{ refused: 409 },
		{ refused: 404, isSignIn: true },
		{ refused: undefined, isSignIn: true },
	);

	async function watch(looks: Look[], timeLimit = 60) {
		const op = stub<OperationContext<Message>>({
			nodeRun: { stillRunning: new Set() },
			signal: new AbortController().signal,
			...showing(),
		});
		const began = time.now();
		const seen: number[] = [];
		let ended = 0;
		const result = await awaitEnd(op, {
			subject: 'Run 7',
			id: '7',
			ids: { executionId: '7' },
			read: () => {
				seen.push(time.now() - began);
				const look = looks.length > 1 ? looks.shift()! : looks[0]!;
				if ('state' in look) return Promise.resolve(look.state);
				const error = refusal(look.refused);
				return Promise.reject(look.isSignIn ? noteSignInFailure(error, true) : error);
			},
			hasEnded: ({ status }) => status === 'done',
			timeLimitMinutes: timeLimit,
			end: { op, terminate: () => Promise.resolve(ended++), endsAtTimeLimit: true },
		}).catch((error: Error) => error);
		expect(op.nodeRun.stillRunning.size).toBe(0);
		return { result, seen, ended, took: time.now() - began };
	}

	test('the end is found, however it gets there', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.oneof(going, passing), { maxLength: 25 }), async (looks) => {
				// 25 looks at most 30 s apart: never ten minutes in a row without an answer that counts,
				// except for a row of refusals.
				let row = 0;
				const kept = looks.filter((look) => ('state' in look ? ((row = 0), true) : ++row < 12));
				const { result, seen, ended } = await watch([...kept, { state: { status: 'done' } }]);
				expect(result).toEqual({ status: 'done' });
				expect(seen).toHaveLength(kept.length + 1);
				expect(ended).toBe(0);
			}),
			{ numRuns: 60 },
		);
	});

	test('a permanent failure ends the wait at once and is named', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(going, { maxLength: 10 }), final, async (looks, last) => {
				const { result, seen } = await watch([...looks, last]);
				expect(result).toMatchObject({
					message: expect.stringMatching(
						/^Run 7 was started, but could not be followed: /,
					) as string,
					description: expect.stringContaining('before you start it again') as string,
				});
				expect(seen).toHaveLength(looks.length + 1);
			}),
			{ numRuns: 30 },
		);
	});

	test.each<{ what: string; look: Look; atLeast: number; atMost: number }>([
		{ what: 'is not there', look: { refused: 404 }, atLeast: MINUTE, atMost: 2 * MINUTE },
		{ what: 'cannot be read', look: { refused: 503 }, atLeast: 10 * MINUTE, atMost: 11 * MINUTE },
	])('an execution that $what for long is given up', async ({ look, atLeast, atMost }) => {
		const { result, took } = await watch([look]);
		expect((result as Error).message).toMatch(/^Run 7 was started, but could not be followed: /);
		expect(took).toBeGreaterThanOrEqual(atLeast);
		expect(took).toBeLessThanOrEqual(atMost);
	});

	test('the wait for an unknown state ends at the time limit, as does the execution if so chosen', async () => {
		const { result, ended, took } = await watch([{ state: { status: 'unknown' } }], 5);
		expect(result).toMatchObject({
			message: 'Run 7 was terminated because it did not end within 5 minutes',
			description: 'To let it run longer, raise the time limit.',
		});
		expect([ended, took]).toEqual([1, 5 * MINUTE]);
	});
});
