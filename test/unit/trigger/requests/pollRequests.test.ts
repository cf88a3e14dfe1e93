/** The time of a poll: how much of n8n's it takes, and the message when it was up. */
import type { IHttpRequestOptions, IPollFunctions } from 'n8n-workflow';

import { records } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { text } from '../../../../nodes/shared/declare/fields';
import { startPoll } from '../../../../nodes/shared/trigger/requests/pollRequests';
import { stub } from '../../../support/stub';
import { simulatedTimeForEach } from '../../../support/time';

const time = simulatedTimeForEach();

let polls = 0;
const getRuns = (more: object = {}) =>
	operation('GET /runs', {
		name: 'X',
		action: 'X',
		description: 'X',
		query: { of: text('O').optional() },
		family: `runs ${++polls}`,
		answers: records(undefined),
		...more,
	});

/** What the platform replies, and after how long; a fault is a connection that breaks. */
type Reply = {
	afterMs?: number;
	/** The response begins, and never ends, so that no time limit of the connection ends it. */
	hangs?: boolean;
	fault?: boolean;
	statusCode?: number;
	headers?: object;
	body?: string;
};

const ok: Reply = { statusCode: 200, body: '[]' };
const never: Reply = { ...ok, afterMs: 3_600_000 };

/** A poll that may take `budgetMs`, on a platform with these replies. */
function poll({
	budgetMs,
	node,
	replies = () => ok,
	zone = 'UTC',
	authentication,
}: {
	budgetMs?: number;
	replies?: (asked: number) => Reply;
	zone?: string;
	node?: string;
	authentication?: string;
} = {}) {
	const requests: Array<{ type: string; url: string; timeout: number }> = [];
	const id = node ?? `budget ${++polls}`;
	const context = stub<IPollFunctions>({
		getNode: () => ({
			id,
			name: 'Trigger',
			type: 't',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		}),
		getNodeParameter: (name: string) => (name === 'authentication' ? authentication : undefined),
		getTimezone: () => zone,
		getCredentials: async () => await Promise.resolve({}),
		...(budgetMs === undefined ? {} : { getPollBudgetMs: () => budgetMs }),
		helpers: {
			httpRequestWithAuthentication: async (
				type: string,
				{ url, timeout = 0 }: IHttpRequestOptions,
			) => {
				requests.push({ type, url, timeout });
				const {
					afterMs = 0,
					headers = {},
					body = '',
					fault,
					hangs,
					...reply
				} = replies(requests.length);
				if (hangs) await new Promise(() => {});
				await time.sleep(Math.min(afterMs, timeout));
				if (fault || afterMs > timeout)
					throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
				return { ...reply, headers, body };
			},
		},
	});
	return { poll: startPoll(context), requests };
}

const failing = async (asked: Promise<unknown>) =>
	(await asked.then(
		() => undefined,
		(error: unknown) => error,
	)) as Error & { description?: string; httpCode?: string };

test.each([
	['token', 'talendCloudTokenApi'],
	['serviceAccount', 'talendCloudApi'],
])('a poll uses the chosen credential: %s', async (authentication, type) => {
	const { poll: polling, requests } = poll({ authentication });
	await polling.send(getRuns(), {});
	expect(requests.map((each) => each.type)).toEqual([type]);
});

test('a response that is not a list is refused: it does not count as an empty one', async () => {
	const { poll: polling } = poll({ replies: () => ({ ...ok, body: '{"surprise":1}' }) });
	await expect(polling.send(getRuns(), {})).rejects.toThrow(
		'Talend Cloud returned an object with the field "surprise" instead of a list',
	);
});

describe('a poll has', () => {
	test.each<[number | undefined, number]>([
		[undefined, 299_000],
		[60_000, 59_000],
		[1_000_000, 299_000],
		[1_500, 750],
		[2_000, 1_000],
		[1_001, 500],
	])('a poll that n8n gives %s ms has %s for reading', (budgetMs, left) => {
		expect(poll({ budgetMs }).poll.leftMs()).toBe(left);
	});

	test('a part of a poll has no more time than the poll itself has left', async () => {
		const whole = poll({ budgetMs: 60_000 }).poll;
		const part = whole.limitedTo(10_000);
		await time.sleep(4_000);
		expect(whole.leftMs()).toBe(55_000);
		expect(part.leftMs()).toBe(6_000);
		expect(part.limitedTo(50_000).leftMs()).toBe(6_000);
		expect(whole.limitedTo(50_000).leftMs()).toBe(50_000);
		expect(whole.limitedTo(80_000).leftMs()).toBe(55_000);
	});

	test('errors have the words of the node', () => {
		expect(poll().poll.errorOf('It failed', 'Try again.')).toMatchObject({
			message: 'It failed',
			description: 'Try again.',
			node: { name: 'Trigger' },
		});
	});
});

describe('a request of a poll', () => {
	test('the request asks for what it is given', async () => {
		const { poll: of, requests } = poll({
			replies: () => ({ statusCode: 200, body: '[{"id":1}]' }),
		});
		const { body } = await of.send(getRuns(), { query: { of: 'a' } }, { offset: 5 });
		expect(body).toEqual([{ id: 1 }]);
		expect(requests).toMatchObject([{ url: '/runs?of=a&offset=5' }]);
	});

	test('the request has no more time than is left of the poll', async () => {
		const { poll: of, requests } = poll({ budgetMs: 11_000, replies: () => ok });
		await of.send(getRuns(), { query: { of: 'a' } }, { offset: 5 });
		await time.sleep(4_000);
		await of.send(getRuns(), {});
		await of.limitedTo(2_000).send(getRuns(), {});
		expect(requests).toMatchObject([
			{ url: '/runs?of=a&offset=5', timeout: 10_000 },
			{ url: '/runs', timeout: 6_000 },
			{ url: '/runs', timeout: 2_000 },
		]);
	});

	test("a refused request has Talend Cloud's message", async () => {
		const { poll: of } = poll({
			replies: () => ({ statusCode: 403, body: '{"message":"Not for you"}' }),
		});
		const error = await failing(of.send(getRuns(), {}));
		expect(error.httpCode).toBe('403');
		expect(`${error.message} ${error.description}`).toContain('Not for you');
		expect(error.description).not.toContain('pause');
	});

	describe.each([
		{ budgetMs: 61_000, seconds: 60 },
		{ budgetMs: 3_000, seconds: 2 },
	])('a poll of $budgetMs ms without a response', ({ budgetMs, seconds }) => {
		const description = `Talend Cloud took longer than the ${seconds} seconds that a poll has for reading. The next poll tries again.`;
		const unanswered = () => poll({ budgetMs, replies: () => never }).poll;

		test('the error says how long the poll has waited', async () => {
			expect(await failing(unanswered().send(getRuns(), {}))).toMatchObject({
				node: { name: 'Trigger' },
				httpCode: null,
				failure: { cause: 'temporarily-unavailable' },
				message: 'No response arrived within the time of a poll',
				description,
			});
		});
		test('the error of a part of the poll names the time of the poll', async () => {
			const error = await failing(unanswered().limitedTo(500).send(getRuns(), {}));
			expect(error.description).toBe(description);
		});
	});

	test('a response that never ends does not keep a poll longer than its time', async () => {
		const { poll: of } = poll({ budgetMs: 11_000, replies: () => ({ hangs: true }) });
		const failed = failing(of.send(getRuns(), {}));
		await time.sleep(12_000);
		expect((await failed).message).toBe('No response arrived within the time of a poll');
	});

	test('responses that never end keep no slot from the next poll', async () => {
		const node = `shared ${++polls}`;
		const operation = getRuns();
		const hanging = poll({ node, budgetMs: 11_000, replies: () => ({ hangs: true }) }).poll;
		const late = Array.from({ length: 8 }, async () => await failing(hanging.send(operation, {})));
		await time.sleep(12_000);
		await Promise.all(late);
		await expect(poll({ node }).poll.send(operation, {})).resolves.toMatchObject({ body: [] });
	});

	test('a request after the time of a poll is late without an unhandled rejection', async () => {
		const unhandled: unknown[] = [];
		const onUnhandled = (error: unknown) => unhandled.push(error);
		process.on('unhandledRejection', onUnhandled);
		const { poll: polling } = poll({ budgetMs: 11_000 });
		await time.sleep(10_500);
		expect((await failing(polling.send(getRuns(), {}))).message).toBe(
			'No response arrived within the time of a poll',
		);
		await new Promise(setImmediate);
		process.off('unhandledRejection', onUnhandled);
		expect(unhandled).toEqual([]);
	});

	test('a request that gets no slot in time fails when the time of the poll is over', async () => {
		const node = `shared ${++polls}`;
		const operation = getRuns();
		const busy = poll({ node, replies: () => never }).poll;
		const asked = Array.from({ length: 8 }, async () => await failing(busy.send(operation, {})));
		const began = time.elapsed();
		expect((await failing(poll({ node, budgetMs: 11_000 }).poll.send(operation, {}))).message).toBe(
			'No response arrived within the time of a poll',
		);
		expect(time.elapsed() - began).toBe(10_000);
		await Promise.all(asked);
	});

	test('a poll that began first gets the next slot, also for its parts', async () => {
		const node = `shared ${++polls}`;
		const operation = getRuns();
		const order: string[] = [];
		const startedPoll = (name: string) => {
			const { poll: started } = poll({ node, replies: () => ({ ...ok, afterMs: 100 }) });
			return async () =>
				await started
					.limitedTo(60_000)
					.send(operation, {})
					.then(() => order.push(name));
		};
		const [first, second] = [startedPoll('first'), startedPoll('second')];
		await Promise.all([
			...Array.from({ length: 9 }, async () => await second()),
			...Array.from({ length: 2 }, async () => await first()),
		]);
		expect(order.slice(8)).toEqual(['first', 'first', 'second']);
	});

	describe('a failure when the time of a poll ends', () => {
		const failingAfter = async (reply: Reply) =>
			await failing(
				poll({ budgetMs: 21_000, replies: () => reply }).poll.send(
					getRuns({ effect: 'start' }),
					{},
				),
			);
		test('a connection that breaks in the last 10 ms counts as late', async () => {
			expect((await failingAfter({ fault: true, afterMs: 19_990 })).message).toBe(
				'No response arrived within the time of a poll',
			);
		});
		test('a connection that breaks before that is a broken connection', async () => {
			expect((await failingAfter({ fault: true, afterMs: 19_989 })).message).toBe(
				'The connection broke before a response arrived',
			);
		});
		test('a refusal in the last 10 ms stays a refusal', async () => {
			expect(await failingAfter({ statusCode: 403, afterMs: 19_995 })).toMatchObject({
				httpCode: '403',
			});
		});
	});

	test('a request during a pause says when the pause ends', async () => {
		const { poll: of } = poll({
			budgetMs: 21_000,
			zone: 'Asia/Tokyo',
			replies: () => ({ statusCode: 429, headers: { 'retry-after': '600' } }),
		});
		const operation = getRuns();
		// It is 08:00:00 UTC.
		expect((await failing(of.send(operation, {}))).description).toMatch(
			/ The pause ends at 17:10:00 \(Asia\/Tokyo\)\.$/,
		);
		expect((await failing(of.send(operation, {}))).description).toMatch(
			/ The pause ends at 17:10:00 \(Asia\/Tokyo\)\.$/,
		);
	});

	test('a request that waits too long for a slot says until when requests are slowed', async () => {
		const family = `limited ${++polls}`;
		const { poll: of } = poll({
			budgetMs: 21_000,
			replies: (asked) => (asked <= 20 ? ok : asked === 21 ? { statusCode: 429 } : never),
		});
		const operation = getRuns({ family });
		for (let asked = 0; asked < 20; asked++) {
			await of.send(operation, {});
			await time.sleep(100);
		}
		expect(await failing(of.send(operation, {}))).toMatchObject({
			message: 'Rate limit reached: too many requests',
			httpCode: '429',
			description: expect.stringMatching(
				new RegExp(
					`^Requests to "${family}" are slowed until 08:0\\d:\\d\\d \\(UTC\\) at the latest, and the 20 seconds of a poll were not enough. The next poll continues.$`,
				),
			) as string,
		});
	});
});
