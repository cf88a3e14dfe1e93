/**
 * The hints and errors of an operation.
 */
import { NodeOperationError } from 'n8n-workflow';

import { noteToken } from '../../../../credentials/signIn/tokensInUse';
import { record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import type { ContextShowing } from '../../../../nodes/shared/declare/operation';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { type Reply, type Sent } from '../../../support/fakeNode';
import {
	calling,
	FAILED,
	family,
	get,
	messages,
	ONE,
	path,
	QUOTING,
	SECRETS,
	TWO,
} from './operationContextStage';

describe('hints', () => {
	test('the hints appear once, without secrets, beside the output of a workflow or in the log of a tool', async () => {
		const work = async (op: ContextShowing<typeof messages>) => {
			for (const each of [ONE, TWO, ONE]) op.hint(each);
			return await Promise.resolve();
		};
		expect(await calling(work)).toMatchObject({ hints: ['One', 'Two'], warnings: [] });
		expect(await calling(work, { asTool: true })).toMatchObject({
			hints: [],
			warnings: ['One', 'Two'],
		});
	});

	test('hints are warnings beside the output', async () => {
		const shown: unknown[] = [];
		await calling(async (op) => await Promise.resolve(op.hint(ONE)), {
			more: { addExecutionHints: (hint: unknown) => shown.push(hint) },
		});
		expect(shown).toEqual([{ message: 'One', type: 'warning', location: 'outputPane' }]);
	});

	test('the hints repeat no given secret and no token', async () => {
		noteToken('a-token-in-use-of-call');
		const { hints } = await calling(async (op) => await Promise.resolve(op.hint(SECRETS)), {
			parameters: { secret: 's3cr3t-of-mine' },
		});
		expect(hints).toEqual(['It has *** and ***.']);
	});

	test('the hints name each limit that slows requests, once', async () => {
		const limits = [family(), family()].map((of) =>
			operation('GET /slowed/{thingId}', {
				...ANY_TEXTS,
				path,
				answers: record(undefined),
				family: of,
			}),
		);
		const replies = (_sent: Sent, index: number): Reply =>
			index % 2 === 0 ? { status: 429, headers: { 'retry-after': '1' } } : { body: {} };
		const { hints } = await calling(
			async (op) => {
				for (const limit of [...limits, ...limits]) await op.sendValues(limit, { thingId: 'a' });
			},
			{ replies },
		);
		expect(hints.map((words) => /"(call \d+)"/.exec(words)![1])).toEqual(
			limits.map((limit) => limit.family),
		);
	});

	test('the hints say until when a limit slows requests, once', async () => {
		const slowed = operation('GET /slowed/{thingId}', {
			...ANY_TEXTS,
			path,
			answers: record(undefined),
			family: family(),
		});
		let limited = false;
		const replies = (_sent: Sent, index: number): Reply => {
			if (index !== 30 || limited) return { afterMs: 10, body: {} };
			limited = true;
			return { status: 429, headers: { 'retry-after': '2' } };
		};
		const { hints } = await calling(
			async (op) => {
				for (let round = 0; round < 10; round++)
					await Promise.all(
						Array.from({ length: 8 }, async () => await op.sendValues(slowed, { thingId: 'a' })),
					);
			},
			{ replies, more: { getTimezone: () => 'Asia/Tokyo' } },
		);
		expect(hints).toEqual([
			expect.stringMatching(
				/^Rate limit reached \(429\): requests to "call \d+" are slowed down until about 17:0\d \(Asia\/Tokyo\), or longer if the limit is reached again\.$/,
			),
		]);
	});
});

describe('errors', () => {
	test('errors belong to the item, with the text of the flow', async () => {
		const { done } = await calling(
			async (op) =>
				await Promise.resolve([
					op.problem(FAILED, undefined, ['a', 'b']),
					op.problem(FAILED),
				] as const),
		);
		const [problem, bare] = done!;
		expect(problem).toMatchObject({
			message: 'It failed',
			description: 'Try again.',
			messages: ['a', 'b'],
			context: { itemIndex: 0 },
			node: { name: 'Node' },
		});
		expect(problem).toBeInstanceOf(NodeOperationError);
		expect(bare.messages).toEqual([]);
	});

	test('errors of a request say to which item it belonged', async () => {
		const { failed } = await calling(async (op) => await op.sendValues(get, { thingId: 'a' }), {
			replies: () => ({ status: 403, body: { message: 'no' } }),
		});
		expect(failed).toMatchObject({ httpCode: '403', context: { itemIndex: 0 } });
	});
});

test('the error of an agent quotes no password that a job has logged', async () => {
	const quoting = async (asTool: boolean) => {
		const { failed } = await calling(
			async (op) => {
				const values = {
					name: 'Reset password: weekly',
					line: 'password=hunter2',
					cause: 'pwd: hunter2, retries: 3',
				};
				throw await Promise.resolve(op.problem(QUOTING, values));
			},
			{ asTool },
		);
		const { message, description } = failed as NodeOperationError;
		return [message, description];
	};
	expect(await quoting(false)).toEqual([
		'Reset password: weekly failed: password=hunter2',
		'The log says pwd: hunter2, retries: 3',
	]);
	expect(await quoting(true)).toEqual([
		'Reset password: weekly failed: password=***',
		'The log says pwd: ***, retries: 3',
	]);
});
