/**
 * What an operation may do for one item: what it sends, as whom, and how often.
 */
import { nothing, record, records } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { text } from '../../../../nodes/shared/declare/fields';
import type { OperationContext } from '../../../../nodes/shared/declare/operation';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { fakeNode } from '../../../support/fakeNode';
import { calling, family, get, input, ofThing, path, time, urls } from './operationContextStage';

const start = operation('POST /things/{thingId}/run', {
	...ANY_TEXTS,
	action: 'Start a thing',
	path,
	answers: record(undefined),
});

const upload = operation('POST /files', {
	...ANY_TEXTS,
	answers: nothing(),
	body: { a: text('A') },
});

describe('a request', () => {
	test('a request is sent with checked input, or with values of the wire', async () => {
		const { done, sent } = await calling(
			async (op) => [
				await op.send(get, ofThing('a'), { page: 2 }),
				await op.sendValues(get, { thingId: 'b' }),
				op.hasSent(),
			],
			{ replies: ({ url }) => ({ body: { at: url } }) },
		);
		expect(urls(sent)).toEqual(['/things/a?page=2', '/things/b']);
		expect(done).toEqual([
			{ status: 200, headers: {}, body: { at: '/things/a?page=2' } },
			{ status: 200, headers: {}, body: { at: '/things/b' } },
			true,
		]);
	});

	test('hasSent and hasWritten say what was sent so far', async () => {
		const said: object[] = [];
		const { failed } = await calling(
			async (op) => {
				const say = () => said.push({ sent: op.hasSent(), written: op.hasWritten() });
				say();
				await op.sendValues(get, { thingId: 'a' });
				say();
				await op.sendValues(start, { thingId: 'a' });
				say();
			},
			{ items: [{ json: {} }], replies: () => ({ body: { executionId: 'run 1' } }) },
		);
		expect(failed).toBeUndefined();
		expect(said).toEqual([
			{ sent: false, written: false },
			{ sent: true, written: false },
			{ sent: true, written: true },
		]);
	});

	test('an operation knows its item, time zone, parameters and node', async () => {
		const { done } = await calling((op) =>
			Promise.resolve({
				item: op.itemIndex,
				timezone: op.timezone,
				operation: op.parameter('operation'),
				node: op.shownNode.name,
			}),
		);
		expect(done).toEqual({ item: 0, timezone: 'UTC', operation: 'do', node: 'Node' });
	});

	test('a request uses the options chosen under Request Options', async () => {
		const { sent } = await calling(
			async (op) => {
				await op.sendValues(get, { thingId: 'a' });
				await op.sendAfterStop(get, { thingId: 'a' });
			},
			{
				parameters: { requestOptions: { timeout: 7 } },
				replies: () => ({ body: { id: 'a' } }),
			},
		);
		expect(sent.map(({ options }) => options.timeout)).toEqual([7, 7]);
	});

	test('a request that only a person may send is refused to a service account', async () => {
		const only = operation('GET /me', {
			...ANY_TEXTS,
			whyPersonOnly: 'Talend asks for a user.',
			answers: record(undefined),
		});
		const { failed, sent } = await calling(async (op) => await op.sendValues(only, {}));
		expect([failed, sent]).toEqual([expect.objectContaining({ field: 'authentication' }), []]);
		expect(
			(
				await calling(async (op) => await op.sendValues(only, {}), {
					parameters: { authentication: 'token' },
				})
			).sent,
		).toHaveLength(1);
	});

	test('only a request that starts something is sent no more than once for an item', async () => {
		const items = [{ json: {} }];
		const work = async (op: OperationContext) => [
			(await op.sendValues(start, { thingId: 'a' })).body,
			(await op.sendValues(get, { thingId: 'a' })).body,
		];
		let count = 0;
		const replies = () => ({ body: { executionId: `run ${++count}` } });
		const first = await calling(work, { items, replies });
		// n8n tries the node again, with the same items.
		const second = await calling(work, { items, replies, node: { id: first.id } });
		expect([first.done, second.done]).toEqual([
			[{ executionId: 'run 1' }, { executionId: 'run 2' }],
			[{ executionId: 'run 1' }, { executionId: 'run 3' }],
		]);
	});

	test('the alternative of a request is sent if the usual one is refused', async () => {
		const two = operation('POST /x', {
			...ANY_TEXTS,
			effect: 'read',
			body: { a: text('A') },
			alternative: { body: (body) => ({ other: body }) },
			answers: record(undefined),
			family: family(),
		});
		const { sent } = await calling(async (op) => await op.sendValues(two, { a: 'x' }), {
			replies: (_sent, index) => (index === 0 ? { status: 400, body: {} } : { body: {} }),
		});
		expect(sent.map(({ body }) => body)).toEqual(['{"a":"x"}', '{"other":{"a":"x"}}']);
	});

	test('only cleanup requests are sent after the workflow was stopped', async () => {
		const stop = new AbortController();
		const { done, sent, ended } = await calling(
			async (op) => {
				stop.abort(new Error('stopped'));
				const usual = await op
					.sendValues(get, { thingId: 'a' })
					.catch((error: Error) => error.message);
				return [usual, op.signal.aborted, (await op.sendAfterStop(get, { thingId: 'b' })).body];
			},
			{ stop, replies: () => ({ body: { id: 'b' } }) },
		);
		expect(done).toEqual(['stopped', true, { id: 'b' }]);
		expect([urls(sent), (ended as Error).message]).toEqual([['/things/b'], 'stopped']);
	});

	/** By which credential each request was sent, and with which signal of n8n. */
	const helping = (stop: AbortController) => {
		const credentialTypes: unknown[] = [];
		const { inWorkflow } = fakeNode({ stop });
		const httpRequestWithAuthentication = async function (
			this: { getExecutionCancelSignal: () => AbortSignal | undefined },
			type: string,
		) {
			credentialTypes.push([type, this.getExecutionCancelSignal()?.aborted]);
			return await Promise.resolve({ statusCode: 200, headers: {}, body: '{"id":"a"}' });
		};
		return {
			by: credentialTypes,
			more: { helpers: { ...(inWorkflow.helpers as object), httpRequestWithAuthentication } },
		};
	};

	test('a request uses the credential that was chosen', async () => {
		const stop = new AbortController();
		const { by, more } = helping(stop);
		for (const authentication of ['token', 'serviceAccount', undefined])
			await calling(async (op) => await op.sendValues(get, { thingId: 'a' }), {
				more,
				parameters: { authentication },
			});
		expect(by).toEqual([
			['talendCloudTokenApi', false],
			['talendCloudApi', false],
			['talendCloudApi', false],
		]);
	});

	test('a cleanup request is not interrupted by n8n', async () => {
		const stop = new AbortController();
		const { by, more } = helping(stop);
		await calling(
			async (op) => {
				stop.abort(new Error('stopped'));
				await op.sendAfterStop(get, { thingId: 'a' });
			},
			{ stop, more },
		);
		expect(by).toEqual([['talendCloudApi', undefined]]);
	});

	test('a request that starts something and gets no response is searched for', async () => {
		const runs = operation('GET /runs', { ...ANY_TEXTS, answers: records(undefined) });
		const starting = operation('POST /runs', {
			...ANY_TEXTS,
			body: { task: text('T') },
			answers: record(undefined),
			lookUp: { subject: 'The run', list: runs, values: () => ({}), matches: () => true, id: 'id' },
		});
		const broken = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		const { done, sent } = await calling(
			async (op) => (await op.sendValues(starting, { task: 'a' })).body,
			{
				replies: ({ method }) => (method === 'POST' ? { error: broken } : { body: [{ id: 'r1' }] }),
			},
		);
		expect([done, sent.map(({ method, url }) => `${method} ${url}`)]).toEqual([
			{ id: 'r1' },
			['POST /runs', 'GET /runs'],
		]);
	});

	test('a request to another address has no credential', async () => {
		const { sent } = await calling(
			async (op) =>
				await op.sendElsewhere(upload, input({ body: { a: 'x' } }), {
					address: 'https://files.example',
					headers: { Authorization: 'Basic x' },
				}),
			{ parameters: { requestOptions: { timeout: 7 } } },
		);
		expect(sent).toEqual([
			expect.objectContaining({
				method: 'POST',
				url: 'https://files.example/files',
				signedIn: false,
				body: '{"a":"x"}',
			}),
		]);
		expect(sent[0]!.options).toMatchObject({
			timeout: 7,
			headers: { Authorization: 'Basic x', 'Content-Type': 'application/json' },
		});
		expect((sent[0]!.options.abortSignal as AbortSignal).aborted).toBe(false);
	});
});

test('the ID of a start is kept with the execution of n8n', async () => {
	const kept: Record<string, string> = {};
	const customData = {
		get: (key: string) => kept[key],
		set: (key: string, value: string) => void (kept[key] = value),
	};
	await calling(async (op) => await op.sendValues(start, { thingId: 'a' }), {
		replies: () => ({ body: { executionId: 'e1' } }),
		more: { customData },
	});
	expect(kept).toEqual({ talendStarted: 'e1' });
});

test('work that must not overlap is done one after another', async () => {
	const { done } = await calling(async (op) => {
		const log: string[] = [];
		const work = (name: string) => async () => {
			log.push(`${name} begins`);
			await time.sleep(10);
			log.push(`${name} ends`);
		};
		await Promise.all([op.serialize('x', work('a')), op.serialize('x', work('b'))]);
		return log;
	});
	expect(done).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

describe('work for once', () => {
	/** Does the same work as often as given, and forgets it after each number of times. */
	const doing = async (...times: number[]) => {
		const { done } = await calling(async (op) => {
			let count = 0;
			const results: Array<{ done: number[]; continuedEarlier: boolean }> = [];
			for (const often of times) {
				const numbers: number[] = [];
				for (let each = 0; each < often; each++)
					numbers.push(await op.once('o', async () => await Promise.resolve(++count)));
				results.push({ done: numbers, continuedEarlier: op.forgetStarted() });
			}
			return results;
		});
		return done!;
	};

	test('the work is done again only after it is forgotten', async () => {
		expect((await doing(2, 2)).map(({ done }) => done)).toEqual([
			[1, 1],
			[2, 2],
		]);
	});

	test('work that was done a second time counts as continued', async () => {
		expect((await doing(1, 2)).map(({ continuedEarlier }) => continuedEarlier)).toEqual([
			false,
			true,
		]);
	});
});
