/**
 * What happens at the time limit, and when the workflow is stopped.
 */
import { type IDataObject } from 'n8n-workflow';

import type { Message } from '../../../../nodes/shared/declare/messages';
import type { OperationContext } from '../../../../nodes/shared/declare/operation';
import type { FollowedWork } from '../../../../nodes/shared/flows/wait/followedWork';
import { notedRecord } from '../../../../nodes/shared/support/errorNotes';
import { showing } from '../../../support/messages';
import { stub } from '../../../support/stub';
import { MINUTE } from '../../../support/time';
import { DONE, GOING, type Look, notFollowed, refusal, watch } from './awaitEndStage';

const SHOWN = stub<OperationContext<Message>>(showing());

describe('the time limit', () => {
	const limit = { timeLimitMinutes: 5 };
	test('the error names the execution that keeps running', async () => {
		const { result, took, running } = await watch([GOING], limit);
		expect(result).toMatchObject({
			message: 'Run 7 did not end within 5 minutes',
			description:
				'Run 7 is still running. Check it later with Get and its ID, or raise the time limit.',
		});
		expect(notedRecord(result)).toEqual({ executionId: '7' });
		expect(took).toBe(5 * MINUTE);
		expect(running).toEqual(['other']);
	});

	test('an execution that is to be ended only at a stop keeps running', async () => {
		const act = jest.fn();
		const { result } = await watch([GOING], {
			...limit,
			end: { op: SHOWN, terminate: act, endsOnStop: true },
		});
		expect(result.description).toBe(
			'Run 7 is still running. Check it later with Get and its ID, or raise the time limit.',
		);
		expect(act).not.toHaveBeenCalled();
	});

	test('the error says what the last state waits for', async () => {
		const waitsFor = (state: IDataObject) => (state === GOING ? 'Somebody has to act.' : undefined);
		expect((await watch([GOING], { ...limit, waitsFor })).result.description).toBe(
			'Somebody has to act. Run 7 is still running. Check it later with Get and its ID, or raise the time limit.',
		);
		expect(
			(await watch([GOING, { status: 'on its way' }], { ...limit, waitsFor })).result.description,
		).toBe('Run 7 is still running. Check it later with Get and its ID, or raise the time limit.');
	});

	test.each([200, 404, 408, 429, 500, 503, undefined])(
		'the error about an execution that could never be read because of %s says why',
		async (status) => {
			const { result, took, running } = await watch([refusal(status)], { timeLimitMinutes: 1 });
			expect(result).toMatchObject(notFollowed(status));
			expect(notedRecord(result)).toEqual({ executionId: '7' });
			expect(took).toBe(MINUTE);
			expect(running).toEqual(['other']);
		},
	);

	test('the error says that the execution could not be followed if only another one was returned', async () => {
		const { result } = await watch([{ ...DONE, runId: '8' }], { ...limit, idField: 'runId' });
		expect(result).toMatchObject({
			message: 'Run 7 was started, but could not be followed: Talend Cloud returned 8 instead',
			description: 'It may still be running. Check it by its ID before you start it again.',
		});
	});

	test('an execution that can no longer be read is not reported as running', async () => {
		const last = async (more: Partial<FollowedWork>, ...looks: Look[]) =>
			(await watch((passed) => looks[passed < 4 * MINUTE ? 0 : 1]!, { ...limit, ...more })).result;
		expect(await last({}, GOING, refusal(503))).toMatchObject({
			message: 'Run 7 could not be read again before the time limit of 5 minutes was reached',
			description:
				'Its current state is not known. Check it later with Get and its ID, or raise the time limit. The last attempt to read it failed: refused 503.',
		});
		expect(
			(await last({ idField: 'runId' }, GOING, { ...DONE, runId: '8' })).description,
		).toContain('could not be followed: Talend Cloud returned 8 instead.');
		expect((await last({}, refusal(503), GOING)).description).toBe(
			'Run 7 is still running. Check it later with Get and its ID, or raise the time limit.',
		);
	});

	test('an execution that could never be read is ended at the time limit if that is chosen', async () => {
		const act = jest.fn(async () => await Promise.resolve());
		const { result } = await watch([refusal(503)], {
			...limit,
			end: { op: SHOWN, terminate: act, endsAtTimeLimit: true },
		});
		expect(result.message).toBe('Run 7 was terminated because it did not end within 5 minutes');
		expect(act).toHaveBeenCalledTimes(1);
	});

	test('an execution is ended at the time limit if that is chosen', async () => {
		const act = jest.fn(async () => await Promise.resolve());
		expect(
			(
				await watch([GOING], {
					...limit,
					end: { op: SHOWN, terminate: act, endsAtTimeLimit: true },
				})
			).result,
		).toMatchObject({
			message: 'Run 7 was terminated because it did not end within 5 minutes',
			description: 'To let it run longer, raise the time limit.',
		});
		expect(act).toHaveBeenCalledTimes(1);
	});

	test('an execution is known to have ended, even if another item stops the node in the meantime', async () => {
		const end = {
			op: SHOWN,
			terminate: async () => await Promise.resolve(),
			endsAtTimeLimit: true,
		};
		const { result } = await watch([GOING], {
			...limit,
			end,
			stopAt: 5 * MINUTE,
			failed: { itemIndex: 1, message: 'Other.' },
		});
		expect(result.message).toBe('Run 7 was terminated because it did not end within 5 minutes');
	});

	test('the error says if an execution could not be ended at the time limit', async () => {
		const ending = (message: string) => ({
			...limit,
			end: {
				op: SHOWN,
				terminate: async () => await Promise.reject(new Error(message)),
				endsAtTimeLimit: true,
			},
		});
		for (const message of ['Not now', 'Not now.'])
			expect((await watch([GOING], ending(message))).result.description).toBe(
				'Reason: Not now. Run 7 is still running. Check it later with Get and its ID, or raise the time limit.',
			);
	});
});

describe('a workflow that is stopped', () => {
	const stopped = { stopAt: 5_000 };
	test('an execution that is to be ended only at the time limit is still listed as running', async () => {
		const act = jest.fn();
		const { result, seen, running } = await watch([GOING], {
			...stopped,
			end: { op: SHOWN, terminate: act, endsAtTimeLimit: true },
		});
		expect(result.message).toBe('stopped by a person');
		expect(seen).toEqual([0, 2_000, 5_000]);
		expect(running).toEqual(['other', '7']);
		expect(act).not.toHaveBeenCalled();
		expect(notedRecord(result)).toEqual({ executionId: '7' });
	});

	test('an execution whose end at a stop is refused is listed as running', async () => {
		const act = jest.fn(async () => await Promise.reject(new Error('Not now')));
		const refused = await watch([GOING], {
			...stopped,
			end: { op: SHOWN, terminate: act, endsOnStop: true },
		});
		expect([refused.result.message, refused.running]).toEqual([
			'stopped by a person',
			['other', '7'],
		]);
		expect(act).toHaveBeenCalledTimes(1);
		expect((await watch([GOING], stopped)).result.message).toBe('stopped by a person');
	});

	test('an execution that was ended is not listed as running', async () => {
		const { result, running } = await watch([GOING], {
			...stopped,
			end: { op: SHOWN, terminate: async () => await Promise.resolve(), endsOnStop: true },
		});
		expect([result.message, running]).toEqual(['stopped by a person', ['other']]);
	});

	test('the error says that an execution keeps running because another item stopped the workflow', async () => {
		const act = jest.fn();
		const { result } = await watch([GOING], {
			...stopped,
			failed: { itemIndex: 2, message: 'No such task.' },
			end: { op: SHOWN, terminate: act, endsOnStop: true },
		});
		expect(result).toMatchObject({
			message:
				'Run 7 is no longer followed because item 2 failed and stopped the node. No such task.',
			description: 'Nothing was stopped in Talend Cloud. Check it later with Get and its ID.',
		});
		expect(act).not.toHaveBeenCalled();
	});

	test('an execution is ended when its item stops the workflow, if the user chose so', async () => {
		const act = jest.fn(async () => await Promise.resolve());
		const { result } = await watch([GOING], {
			...stopped,
			failed: { itemIndex: 4, message: 'Mine.' },
			end: { op: SHOWN, terminate: act, endsOnStop: true },
		});
		expect(result.message).toBe('stopped by a person');
		expect(act).toHaveBeenCalledTimes(1);
	});
});
