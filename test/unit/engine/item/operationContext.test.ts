/** What an operation may do for one item: what leaves, as whom, and where it leads. */
import { type IDataObject, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { noteToken } from '../../../../credentials/inUse';
import { fileAnswer, nothing, record, records } from '../../../../nodes/shared/declare/answers';
import type { Input } from '../../../../nodes/shared/declare/context';
import { flow, operation, resource } from '../../../../nodes/shared/declare/define';
import { id, integer, text } from '../../../../nodes/shared/declare/field';
import { limitOffset } from '../../../../nodes/shared/declare/lists/paging';
import { hint, problem } from '../../../../nodes/shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../../../nodes/shared/declare/operation';
import { paginate } from '../../../../nodes/shared/engine/entryPoints/tool';
import { customOperations } from '../../../../nodes/shared/engine/entryPoints/workflow';
import { fakeNode, type Reply, type Sent } from '../../../support/fakeNode';
import { stub } from '../../../support/stub';
import { type SimulatedTime, simulateTime } from '../../../support/time';

let time: SimulatedTime;
beforeEach(() => {
	time = simulateTime();
});
afterEach(() => time.restore());

const reported = { name: 'X', action: 'Do x', description: 'X' };
/** How long a file may take. */
const FILE_MS = 600_000;
const path = { thingId: id('T') };
let families = 0;
/** Each test has its own request queue. */
const family = () => `call ${++families}`;
const get = operation('GET /things/{thingId}', { ...reported, path, answers: record(undefined) });
const start = operation('POST /things/{thingId}/run', {
	...reported,
	action: 'Start a thing',
	path,
	answers: record(undefined),
});
const download = operation('GET /things/{thingId}/log', {
	...reported,
	path,
	answers: fileAnswer(),
});
const upload = operation('POST /files', {
	...reported,
	answers: nothing(),
	body: { a: text('A') },
});
const input = (more: Partial<Input> = {}): Input => ({
	path: {},
	query: {},
	body: undefined,
	settings: {},
	values: {},
	...more,
});
const ofThing = (thingId: string) => input({ path: { thingId }, values: { thingId } });

type Given = NonNullable<Parameters<typeof fakeNode>[0]> & { asTool?: boolean };
const ONE = hint('One');
const TWO = hint('Two');
const SECRETS = hint('It has s3cr3t-of-mine and a-token-in-use-of-call.');
const FAILED = problem('It failed', 'Try again.');
const messages = [ONE, TWO, SECRETS, FAILED];

/** Does something as an operation of an item. */
async function calling<T>(
	work: (op: ContextShowing<typeof messages>) => Promise<T>,
	{ asTool = false, ...given }: Given = {},
) {
	let result: { done?: T; failed?: unknown } = {};
	const doing = flow({
		...reported,
		fields: { secret: text('S').secret().onTop().optional() },
		uses: [],
		messages,
		answers: nothing(),
		run: async (op) => {
			result = await work(op).then(
				(done) => ({ done }),
				(failed: unknown) => ({ failed }),
			);
			return [];
		},
	});
	const resources = [resource('thing', 'Thing', { do: doing })];
	const node = fakeNode({
		...given,
		parameters: { resource: 'thing', operation: 'do', ...given.parameters },
	});
	const doingAll: Promise<unknown> = asTool
		? paginate(resources).call(node.asTool(0))
		: customOperations(resources).thing!.do!.call(node.inWorkflow);
	const ended = await doingAll.then(
		() => undefined,
		(error: unknown) => error,
	);
	return { ...result, ended, ...node };
}
/** Replies by path. */
const byUrl =
	(replies: Record<string, Reply>) =>
	({ url }: Sent) =>
		replies[url] ?? { status: 404, body: { message: `nothing at ${url}` } };
const urls = (sent: Sent[]) =>
	sent.map(({ url, signedIn }) => `${signedIn ? '' : 'without credential: '}${url}`);

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

	test('an operation knows its item, its time zone, its parameters and its node', async () => {
		const { done } = await calling((op) =>
			Promise.resolve({
				item: op.itemIndex,
				timezone: op.timezone,
				operation: op.parameter('operation'),
				node: op.node.name,
			}),
		);
		expect(done).toEqual({ item: 0, timezone: 'UTC', operation: 'do', node: 'Node' });
	});

	test('a request uses what was chosen under Request Options', async () => {
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
			...reported,
			personOnly: 'Talend asks for a user.',
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

	test('a request that starts something is sent once for an item, others as often as they are asked for', async () => {
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

	test('the alternative of a request is sent where the usual one is refused', async () => {
		const two = operation('POST /x', {
			...reported,
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

	test('only requests that put something right are sent after the workflow was stopped', async () => {
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
		const by: unknown[] = [];
		const { inWorkflow } = fakeNode({ stop });
		const httpRequestWithAuthentication = async function (
			this: { getExecutionCancelSignal: () => AbortSignal | undefined },
			type: string,
		) {
			by.push([type, this.getExecutionCancelSignal()?.aborted]);
			return await Promise.resolve({ statusCode: 200, headers: {}, body: '{"id":"a"}' });
		};
		return {
			by,
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

	test('a request that puts something right is not interrupted by n8n', async () => {
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

	test('a request that starts something and has no answer is looked for', async () => {
		const runs = operation('GET /runs', { ...reported, answers: records(undefined) });
		const starting = operation('POST /runs', {
			...reported,
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
				await op.sendTo(upload, input({ body: { a: 'x' } }), {
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

describe('a list', () => {
	const getMany = operation('GET /things', {
		...reported,
		query: {
			q: text('Q').optional(),
			limit: integer('L').optional(),
			offset: integer('O').optional(),
		},
		pages: limitOffset({ largest: 2 }),
		answers: records(undefined),
	});
	const replies = ({ url }: Sent) => {
		const offset = Number(/offset=(\d+)/.exec(url)?.[1] ?? 0);
		return {
			body: {
				items: [1, 2].map((add) => ({ id: offset + add })).filter(({ id }) => id <= 5),
				total: 5,
			},
		};
	};
	test('a list is read whole, or as much as was asked for', async () => {
		const { done, sent } = await calling(
			async (op) => [await op.list(getMany, { q: 'x' }), await op.list(getMany, {}, 3)],
			{ replies },
		);
		expect(done).toEqual([
			[1, 2, 3, 4, 5].map((each) => ({ id: each })),
			[1, 2, 3].map((each) => ({ id: each })),
		]);
		expect(sent.slice(0, 3).map(({ url }) => url)).toEqual([
			'/things?q=x&limit=2',
			'/things?q=x&limit=2&offset=2',
			'/things?q=x&limit=2&offset=4',
		]);
	});

	test('call.request sends one request and makes its outputs, and call.outputs makes outputs of an answer', async () => {
		expect(
			(
				await calling(
					async (op) => [
						await op.request(get, ofThing('a')),
						op.outputs(get, input(), { status: 200, headers: {}, body: { b: 1 } }),
					],
					{ replies: () => ({ body: { a: 1 } }) },
				)
			).done,
		).toEqual([[{ json: { a: 1 } }], [{ json: { b: 1 } }]]);
	});
});

describe('a file', () => {
	const there: Reply = { body: 'the file', headers: { 'content-type': 'text/plain' } };
	const to = (location: string, status = 302): Reply => ({ status, headers: { location } });
	const log = async (replies: Record<string, Reply>) => {
		const { done, failed, sent } = await calling(
			async (op) => (await op.send(download, ofThing('a'))).body,
			{ replies: byUrl(replies) },
		);
		return {
			body: done === undefined ? undefined : String(done),
			failed: failed as NodeOperationError,
			urls: urls(sent),
		};
	};
	const begin = '/things/a/log';

	test('a file is in the response, or at the address that the response names', async () => {
		expect(await log({ [begin]: there })).toMatchObject({ body: 'the file', urls: [begin] });
		// On the platform with its credential, elsewhere without.
		expect(await log({ [begin]: to('/other?x=1'), '/other?x=1': there })).toMatchObject({
			body: 'the file',
			urls: [begin, '/other?x=1'],
		});
		expect(
			await log({ [begin]: to('https://files.example/f'), 'https://files.example/f': there }),
		).toMatchObject({
			body: 'the file',
			urls: [begin, 'without credential: https://files.example/f'],
		});
		// From elsewhere a path leads to a file there, and not to the platform.
		expect(
			await log({
				[begin]: to('https://files.example/f'),
				'https://files.example/f': to('/g'),
				'https://files.example/g': there,
			}),
		).toMatchObject({
			body: 'the file',
			urls: [
				begin,
				'without credential: https://files.example/f',
				'without credential: https://files.example/g',
			],
		});
		expect(
			await log({
				[begin]: to('/other'),
				'/other': to('https://files.example/f'),
				'https://files.example/f': to('//more.example/h'),
				'https://more.example/h': there,
			}),
		).toMatchObject({ body: 'the file' });
	});

	test.each([
		'http://files.example/f',
		'https://user@files.example/f',
		'https://:pass@files.example/f',
		'ftp://files.example/f',
		'ftp://127.0.0.1/f',
		'//files.example/f',
		'/\\files.example/f',
		'nowhere',
		'',
	])('a file does not come from %s', async (location) => {
		const { failed, urls: asked } = await log({ [begin]: to(location) });
		expect(failed).toMatchObject({
			message: 'The platform returned a download link that is not safe to follow',
			description:
				'It, or an address that it leads to, does not begin with https://. Nothing was downloaded.',
			node: { name: 'Node' },
		});
		expect(asked).toEqual([begin]);
	});

	test('a file comes from this machine without encryption, as from the emulator', async () => {
		expect(
			await log({ [begin]: to('http://127.0.0.1:1/f'), 'http://127.0.0.1:1/f': there }),
		).toMatchObject({ body: 'the file' });
	});

	test('a file is not followed in circles', async () => {
		const { failed, urls: asked } = await log({
			[begin]: to('/1'),
			'/1': to('/2'),
			'/2': to('/3'),
			'/3': to('/4'),
			'/4': to('/5'),
			'/5': to('/6'),
			'/6': there,
		});
		expect(failed).toMatchObject({
			message: 'The platform returned a download link that redirects in a loop',
			description: 'It redirected 5 times. Nothing was returned; try again later.',
			context: { itemIndex: 0 },
		});
		expect(asked).toEqual([begin, '/1', '/2', '/3', '/4', '/5']);
		expect(
			await log({
				[begin]: to('/1'),
				'/1': to('/2'),
				'/2': to('/3'),
				'/3': to('/4'),
				'/4': to('/5'),
				'/5': there,
			}),
		).toMatchObject({ body: 'the file' });
	});

	test('a file is asked for with GET where a POST leads to it, and comes as it is', async () => {
		const post = operation('POST /things/{thingId}/export', {
			...reported,
			path,
			effect: 'read',
			answers: fileAnswer(),
		});
		const { sent, done } = await calling(async (op) => (await op.send(post, ofThing('a'))).body, {
			replies: byUrl({
				'/things/a/export': to('/made'),
				'/made': to('/again', 307),
				'/again': to('https://files.example/f'),
				'https://files.example/f': there,
			}),
		});
		expect(sent.map(({ method, options }) => [method, options.encoding, options.timeout])).toEqual(
			['POST', 'GET', 'GET', 'GET'].map((method) => [method, 'arraybuffer', FILE_MS]),
		);
		expect(String(done)).toBe('the file');
	});

	test('a file waits for the limit of its own host alone', async () => {
		let limited = 0;
		const replies = ({ url }: Sent): Reply =>
			url.includes('one.') && limited++ === 0
				? { status: 429, headers: { 'retry-after': '3' } }
				: there;
		const { sent, hints } = await calling(
			async (op) => {
				const first = op.download('https://one.example/f');
				await time.sleep(1_000);
				await Promise.all([
					first,
					op.download('https://one.example/g'),
					op.download('https://two.example/f'),
				]);
			},
			{ replies },
		);
		const began = sent[0]!.at;
		expect(hints).toEqual([expect.stringContaining('requests to "files" are slowed')]);
		expect(sent.map(({ options }) => options.timeout)).toEqual(Array(4).fill(FILE_MS));
		expect(sent.map(({ url, at }) => [url.slice(8), at - began >= 3_000])).toEqual([
			['one.example/f', false],
			['two.example/f', false],
			['one.example/f', true],
			['one.example/g', true],
		]);
	});

	const link = async (url: string, replies: Record<string, Reply> = {}) =>
		await calling(async (op) => await op.download(url), { replies: byUrl(replies) });
	test('a file is downloaded from a link without the credential', async () => {
		const { done, sent } = await link('https://files.example/a/f', {
			'https://files.example/a/f': to('g'),
			'https://files.example/a/g': there,
		});
		expect(done).toEqual({
			body: Buffer.from('the file'),
			headers: { 'content-type': 'text/plain' },
		});
		expect([urls(sent), sent[0]!.method]).toEqual([
			[
				'without credential: https://files.example/a/f',
				'without credential: https://files.example/a/g',
			],
			'GET',
		]);
		expect((await link('http://files.example/f')).failed).toMatchObject({
			message: 'The platform returned a download link that is not safe to follow',
		});
		expect((await link('/things/a/log')).failed).toMatchObject({
			message: 'The platform returned a download link that is not safe to follow',
		});
		expect(
			(
				await link('https://files.example/f', {
					'https://files.example/f': to('http://files.example/g'),
				})
			).failed,
		).toMatchObject({
			message: 'The platform returned a download link that is not safe to follow',
		});
	});
});

describe('a file of the item', () => {
	const stored = { id: 'database:1', mimeType: 'text/csv', fileName: 'a.csv', data: 'database' };
	const held = { mimeType: 'text/plain', data: 'eA==' };
	const helpers = {
		getBinaryMetadata: async (of: string) => await Promise.resolve({ fileSize: of.length }),
		getBinaryStream: async (of: string) =>
			await Promise.resolve([Buffer.from('of '), Buffer.from(of)]),
	};
	const reading = async (property: string, asTool = false) => {
		const items = stub<INodeExecutionData[]>([{ json: {}, binary: { stored, held } }]);
		const node = fakeNode();
		const { done, failed } = await calling(
			async (op) => {
				const { chunks, ...about } = await op.file(property);
				const read: Uint8Array[] = [];
				for await (const chunk of chunks()) read.push(chunk);
				return { ...about, read: Buffer.concat(read).toString() };
			},
			{ asTool, items, more: { helpers: { ...(node.inWorkflow.helpers as object), ...helpers } } },
		);
		return (done ?? failed) as IDataObject;
	};

	test.each([false, true])(
		'a file of the item is read from where n8n keeps it (as a tool: %s)',
		async (asTool) => {
			expect(await reading('stored', asTool)).toEqual({
				fileName: 'a.csv',
				mimeType: 'text/csv',
				bytes: 10,
				read: 'of database:1',
			});
			expect(await reading('held', asTool)).toEqual({
				fileName: 'held',
				mimeType: 'text/plain',
				bytes: 1,
				read: 'x',
			});
		},
	);

	test('a file of the item that is not there is named, with what is', async () => {
		expect(await reading('data')).toMatchObject({
			field: 'file',
			label: 'Input Binary Field',
			rule: 'is "data", but the item has only stored, held',
		});
		for (const items of [[{ json: {} }], [{ json: {}, binary: {} }]])
			expect((await calling(async (op) => await op.file('data'), { items })).failed).toMatchObject({
				rule: 'is "data", but the item has no binary field',
			});
	});

	test('a file of the item is made of data', async () => {
		expect(
			(await calling(async (op) => await op.binary(Buffer.from('x'), 'a.txt', 'text/plain'))).done,
		).toEqual({ data: 'eA==', fileName: 'a.txt', mimeType: 'text/plain' });
	});
});

describe('hints', () => {
	test('the hints appear once, without secrets, in a workflow beside the output, of a tool in the log', async () => {
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

	test('the hints repeat no secret that was given, and no token', async () => {
		noteToken('a-token-in-use-of-call');
		const { hints } = await calling(async (op) => await Promise.resolve(op.hint(SECRETS)), {
			parameters: { secret: 's3cr3t-of-mine' },
		});
		expect(hints).toEqual(['It has *** and ***.']);
	});

	test('the hints say of each limit that is slowed, once', async () => {
		const limits = [family(), family()].map((of) =>
			operation('GET /slowed/{thingId}', {
				...reported,
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

	test('the hints say of a slowed limit until when, once', async () => {
		const slowed = operation('GET /slowed/{thingId}', {
			...reported,
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

describe('a record', () => {
	const put = operation('PUT /things/{thingId}', {
		...reported,
		path,
		body: { name: text('N').optional(), size: integer('S').optional() },
		readFirst: { get, keep: { name: 'always' } },
		answers: record(undefined),
	});
	test('a record is read, checked, completed and written', async () => {
		const checked: unknown[] = [];
		const { done, sent } = await calling(
			async (op) =>
				await op.update(
					put,
					{ thingId: 'a', size: 3 },
					(_call, { present, body }) => void checked.push(present, body),
				),
			{
				replies: ({ method }) => ({
					body: method === 'GET' ? { id: 'a', name: 'old' } : { id: 'a', written: true },
				}),
			},
		);
		expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
			['GET', '/things/a', undefined],
			['PUT', '/things/a', '{"name":"old","size":3}'],
		]);
		expect([done, checked]).toEqual([
			[{ json: { id: 'a', written: true } }],
			[
				{ id: 'a', name: 'old' },
				{ name: 'old', size: 3 },
			],
		]);
		// The whole change holds the record.
		const both = await calling(
			async (op) => await op.update(put, { thingId: 'b', size: op.itemIndex }),
			{ items: [{ json: {} }, { json: {} }], replies: () => ({ body: { id: 'b', name: 'old' } }) },
		);
		expect(both.sent.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'PUT']);
	});

	test('a record is refused without the fields that it must have', async () => {
		const reading = async (must?: string[]) =>
			await calling(async (op) => await op.readRecord(get, { thingId: 'a' }, must), {
				replies: () => ({ body: { id: 'a' } }),
			});
		expect((await reading()).done).toEqual({ id: 'a' });
		expect((await reading(['name'])).failed).toMatchObject({
			message: expect.stringContaining('it has no name') as string,
		});
	});

	test('a record is worked on by one item at a time', async () => {
		const log: string[] = [];
		const worked = async (thingOf: (item: number) => string) => {
			log.length = 0;
			await calling(
				async (op) =>
					await op.withRecordLock(put, { thingId: thingOf(op.itemIndex) }, async () => {
						log.push(`${op.itemIndex} begins`);
						await time.sleep(10);
						log.push(`${op.itemIndex} ends`);
					}),
				{ items: [{ json: {} }, { json: {} }] },
			);
			return [...log];
		};
		expect(await worked(() => 'a')).toEqual(['0 begins', '0 ends', '1 begins', '1 ends']);
		expect(await worked(String)).toEqual(['0 begins', '1 begins', '0 ends', '1 ends']);
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

describe('errors', () => {
	test('errors are of the item, in the words of the flow', async () => {
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

	test('errors of a request say which item it was of', async () => {
		const { failed } = await calling(async (op) => await op.sendValues(get, { thingId: 'a' }), {
			replies: () => ({ status: 403, body: { message: 'no' } }),
		});
		expect(failed).toMatchObject({ httpCode: '403', context: { itemIndex: 0 } });
	});
});

test('work that must not overlap is done in turn, what is done once is done once', async () => {
	const { done } = await calling(async (op) => {
		const log: string[] = [];
		const work = (name: string) => async () => {
			log.push(`${name} begins`);
			await time.sleep(10);
			log.push(`${name} ends`);
		};
		await Promise.all([op.serialize('x', work('a')), op.serialize('x', work('b'))]);
		const once = async () =>
			await op.once('o', async () => await Promise.resolve(log.push('once')));
		await once();
		const began = op.forgetStarted();
		await once();
		await once();
		return [log, began];
	});
	expect(done).toEqual([['a begins', 'a ends', 'b begins', 'b ends', 'once', 'once'], false]);
});
