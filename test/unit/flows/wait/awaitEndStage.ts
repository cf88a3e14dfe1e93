/**
 * Something that was started, and whose states are what the test says.
 */
import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import type { Message } from '../../../../nodes/shared/declare/messages';
import type { OperationContext } from '../../../../nodes/shared/declare/operation';
import { awaitEnd } from '../../../../nodes/shared/flows/wait/awaitEnd';
import type { FollowedWork } from '../../../../nodes/shared/flows/wait/followedWork';
import { showing } from '../../../support/messages';
import { stub } from '../../../support/stub';
import { simulatedTimeForEach } from '../../../support/time';

export const time = simulatedTimeForEach();

const node = { name: 'Node' } as INode;

export const refusal = (status: number | undefined) =>
	new NodeApiError(
		node,
		{},
		{
			message: `refused ${String(status)}`,
			description: 'Why.',
			httpCode: status === undefined ? undefined : String(status),
		},
	);

export type Look = IDataObject | Error;

/** Follows something whose looks meet these, in their turn, the last one for all that follow. */
export async function watch(
	looks: Look[] | ((passed: number) => Look),
	more: Partial<FollowedWork> & {
		stopAt?: number;
		failed?: { itemIndex: number; message: string };
	} = {},
) {
	const { stopAt, failed, ...of } = more;
	const stop = new AbortController();
	const running = new Set<string>(['other']);
	const op = stub<OperationContext<Message>>({
		itemIndex: 4,
		nodeRun: { stillRunning: running, failed },
		signal: stop.signal,
		...showing(),
	});
	const began = time.elapsed();
	const seen: number[] = [];
	const result = await awaitEnd(op, {
		subject: 'Run 7',
		id: '7',
		ids: { executionId: '7' },
		read: async () => {
			const passed = time.elapsed() - began;
			expect(running.has('7')).toBe(true);
			seen.push(passed);
			if (stopAt !== undefined && passed >= stopAt) stop.abort(new Error('stopped by a person'));
			const look =
				typeof looks === 'function'
					? looks(passed)
					: looks[Math.min(seen.length, looks.length) - 1]!;
			return look instanceof Error ? await Promise.reject(look) : await Promise.resolve(look);
		},
		hasEnded: ({ status }) => status === 'done',
		timeLimitMinutes: 60,
		...of,
	}).catch((error: Error & { description?: string }) => error);
	return {
		result: result as Error & { description?: string },
		seen,
		took: time.elapsed() - began,
		running: [...running],
	};
}

export const DONE = { status: 'done' };

export const GOING = { status: 'going' };

/** The error about a run whose reads were refused. */
export const notFollowed = (status: number | undefined) => ({
	message: `Run 7 was started, but could not be followed: refused ${String(status)}`,
	description: 'Why. It may still be running. Check it by its ID before you start it again.',
});
