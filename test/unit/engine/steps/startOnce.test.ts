/**
 * What an item has started is started once, in whichever try, and is looked for where its answer
 * was lost.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { record, records } from '../../../../nodes/shared/declare/answers';
import type { Input } from '../../../../nodes/shared/declare/context';
import { operation } from '../../../../nodes/shared/declare/define';
import { text } from '../../../../nodes/shared/declare/field';
import type { NodeRun } from '../../../../nodes/shared/declare/nodeRun';
import type { LookUp, RequestOperation } from '../../../../nodes/shared/declare/operation';
import type { Answer, WireRequest } from '../../../../nodes/shared/declare/wire';
import { memoryOf, Starts } from '../../../../nodes/shared/engine/starts/starts';
import { startOnce } from '../../../../nodes/shared/engine/steps/startOnce';
import type { Send } from '../../../../nodes/shared/transport/pipeline';
import type { Context } from '../../../../nodes/shared/transport/senders';
import type { ToolContext } from '../../../support/fakeNode';
import { stub } from '../../../support/stub';
import { type SimulatedTime, simulateTime } from '../../../support/time';

/** An error with which the answer was lost says so of itself. */
jest.mock('../../../../nodes/shared/transport/fate', () => ({
	lostAnswer: (error: { lost?: object } | undefined) => error?.lost,
}));
const lostError = (beganWell = false) =>
	Object.assign(new Error('No response arrived in time'), { lost: { beganWell } });

let time: SimulatedTime;
beforeEach(() => {
	time = simulateTime();
});
afterEach(() => time.restore());

const reported = { name: 'X', action: 'Run a task', description: 'X' };
const getRuns = operation('GET /runs', {
	...reported,
	query: { task: text('T').optional() },
	answers: records(undefined),
});
const LOOK_UP: LookUp = {
	subject: 'The run',
	list: getRuns,
	values: ({ task }) => ({ task }),
	matches: ({ state }) => (state === 'perhaps' ? 'perhaps' : state === 'mine'),
	id: 'executionId',
};
const start = (lookUp?: Partial<LookUp>): RequestOperation =>
	operation('POST /runs', {
		...reported,
		body: { task: text('T') },
		answers: record(undefined),
		...(lookUp ? { lookUp: { ...LOOK_UP, ...lookUp } } : {}),
	});

let number = 0;
interface Listed {
	body: unknown;
	headers?: Record<string, string>;
}

/** An item with its memory, and a platform that lists what the test sets. */
function item({
	lists = [],
	credential = `started ${++number}`,
	memory = new Map(),
	clientId = undefined,
}: {
	lists?: Array<Listed | Error>;
	credential?: string;
	memory?: ReturnType<typeof memoryOf>;
	clientId?: string;
} = {}) {
	const asked: Array<{ at: number; values: IDataObject }> = [];
	const kept: unknown[] = [];
	const stop = new AbortController();
	const run = stub<NodeRun>({ started: new Map(), maybeDone: new Map() });
	const began = time.elapsed();
	const list: Send = async ({ input }) => {
		asked.push({ at: time.elapsed() - began, values: input.values });
		const listed = lists[Math.min(asked.length, lists.length) - 1] ?? { body: [] };
		return listed instanceof Error
			? await Promise.reject(listed)
			: await Promise.resolve({ status: 200, headers: {}, ...listed });
	};
	const customData = {
		get: () => '',
		set: (_key: string, ids: string) => void kept.push(ids),
	};
	/** Each try of the item begins again, with the same memory. */
	const tries = () => {
		const starts = new Starts(memory);
		const step = startOnce({
			run,
			itemIndex: 3,
			starts,
			context: stub<Context>({ customData }),
			sender: { credential, clientId: async () => await Promise.resolve(clientId) },
			signal: stop.signal,
		});
		return {
			once: starts.once.bind(starts),
			forget: () => starts.forget(),
			begin: async (
				what: RequestOperation,
				sending: () => Promise<Answer>,
				url = '/runs',
				values: IDataObject = { task: 't' },
			) => {
				const input: Input = { path: {}, query: {}, body: undefined, settings: {}, values };
				const wire: WireRequest = { method: 'POST', url, headers: {} };
				return await step(
					{ operation: what, input, wire },
					async (request) => await (request.operation === what ? sending() : list(request)),
				);
			},
		};
	};
	return { tries, run, asked, kept, stop, memory, credential };
}
const answered = (executionId: string): Answer => ({
	status: 201,
	headers: {},
	body: { executionId },
});
const done = (executionId: string) =>
	jest.fn(async () => await Promise.resolve(answered(executionId)));
const fails = (error: Error) => jest.fn(async () => await Promise.reject(error));
const listed = (...found: IDataObject[]): Listed => ({ body: found });

describe('what was started', () => {
	test('a start is remembered, and named for the run', async () => {
		const { tries, run, kept } = item();
		expect(await tries().begin(start(), done('a'))).toEqual(answered('a'));
		expect(run.started).toEqual(new Map([['a', { action: 'Run a task', itemIndex: 3 }]]));
		expect(run.maybeDone.size).toBe(0);
		expect(kept).toEqual(['a']);
	});

	test('a stopped run does not look for a start, and waits for no other request', async () => {
		const { tries, stop, credential, asked, run } = item();
		let end: (answer: Answer) => void = () => undefined;
		const other = item({ credential })
			.tries()
			.begin(start({}), async () => await new Promise<Answer>((resolve) => (end = resolve)));
		const stopped = tries().begin(start({}), async () => {
			stop.abort();
			return await Promise.reject(lostError());
		});
		expect(
			await Promise.race([stopped.catch((error: Error) => error.message), time.sleep(1_000)]),
		).toBe('No response arrived in time');
		expect([asked, [...run.maybeDone.keys()]]).toEqual([[], [3]]);
		end(answered('b'));
		await other;
	});

	test('the next try gets the answers of the same starts, in the same order, and starts nothing again', async () => {
		const { tries, run } = item();
		const first = tries();
		await first.begin(start(), done('a'));
		await first.begin(start(), done('b'));
		await first.begin(start(), done('c'), '/others');
		const again = done('z');
		const second = tries();
		expect(
			[
				await second.begin(start(), again),
				await second.begin(start(), again),
				await second.begin(start(), again, '/others'),
			].map(({ body }) => body),
		).toEqual([{ executionId: 'a' }, { executionId: 'b' }, { executionId: 'c' }]);
		expect(again).not.toHaveBeenCalled();
		expect((await second.begin(start(), again)).body).toEqual({ executionId: 'z' });
		expect(run.started.size).toBe(4);
	});

	test.each<[unknown, string | undefined]>([
		[{ executionId: '', id: 'i' }, 'i'],
		[{ id: 7, executable: 'x' }, 'x'],
		[{ executable: '', other: 'o' }, undefined],
		['text', undefined],
		[undefined, undefined],
		[null, undefined],
	])('the ID of a start is found in %j: %s', async (body, id) => {
		const { tries, run, kept } = item();
		await tries().begin(
			start(),
			async () => await Promise.resolve({ status: 200, headers: {}, body }),
		);
		expect([...run.started.keys()]).toStrictEqual(id === undefined ? [] : [id]);
		expect(kept).toEqual([(body as IDataObject | null | undefined)?.executionId].filter(Boolean));
	});

	test('the ID of a start is the one that its list uses, if there are several', async () => {
		const { tries, run } = item();
		await tries().begin(
			start({ id: 'own' }),
			async () =>
				await Promise.resolve({ status: 200, headers: {}, body: { own: 'o', executionId: 'e' } }),
		);
		expect([...run.started.keys()]).toEqual(['o']);
	});

	test('a start that was refused was not started: the next try begins it', async () => {
		const { tries, run, asked } = item();
		await expect(tries().begin(start({}), fails(new Error('refused')))).rejects.toThrow('refused');
		expect(run.maybeDone.size).toBe(0);
		expect(asked).toEqual([]);
		expect((await tries().begin(start({}), done('a'))).body).toEqual({ executionId: 'a' });
	});

	test('a start can be forgotten because it has ended', async () => {
		const { tries } = item();
		const first = tries();
		await first.begin(start(), done('a'));
		expect(first.forget()).toBe(false);
		await first.begin(start(), done('b'));
		const second = tries();
		await second.begin(start(), done('z'));
		expect(second.forget()).toBe(true);
		expect(second.forget()).toBe(false);
		expect((await second.begin(start(), done('c'))).body).toEqual({ executionId: 'c' });
		expect((await tries().begin(start(), done('z'))).body).toEqual({ executionId: 'c' });
	});
});

describe('what was looked up once', () => {
	test('once() does work only once, unless the work failed', async () => {
		const { tries } = item();
		const work = jest.fn(async () => await Promise.resolve(7));
		expect([await tries().once('a', work), await tries().once('a', work)]).toEqual([7, 7]);
		expect(work).toHaveBeenCalledTimes(1);
		await tries().once('b', work);
		expect(work).toHaveBeenCalledTimes(2);
		await expect(tries().once('c', fails(new Error('x')))).rejects.toThrow('x');
		expect(await tries().once('c', work)).toBe(7);
	});

	test('forgetStarted() says whether an earlier try has started it', async () => {
		const { tries } = item();
		const first = tries();
		await first.once('a', async () => await Promise.resolve(1));
		expect(first.forget()).toBe(false);
		await first.once('a', async () => await Promise.resolve(1));
		const second = tries();
		await second.once('a', async () => await Promise.resolve(2));
		expect(second.forget()).toBe(true);
	});

	describe('the result of once()', () => {
		test('the result is forgotten if the start after it was certainly not done', async () => {
			const { tries } = item();
			const first = tries();
			await first.once('a', async () => await Promise.resolve(1));
			await expect(first.begin(start(), fails(new Error('refused')))).rejects.toThrow('refused');
			const second = tries();
			expect(await second.once('a', async () => await Promise.resolve(2))).toBe(2);
		});

		test('the result is kept if a start was done before', async () => {
			const { tries } = item();
			const second = tries();
			expect(await second.once('a', async () => await Promise.resolve(2))).toBe(2);
			await second.begin(start(), done('a'));
			await expect(second.begin(start(), fails(new Error('refused')), '/others')).rejects.toThrow(
				'refused',
			);
			expect(await tries().once('a', async () => await Promise.resolve(3))).toBe(2);
		});

		test('the result is forgotten, but not the start, by work that starts over', async () => {
			// Work that starts over does not continue what an earlier try did.
			const fresh = item();
			await fresh.tries().once('a', async () => await Promise.resolve(1));
			const continued = fresh.tries();
			await continued.once('a', async () => await Promise.resolve(2));
			await expect(continued.begin(start(), fails(new Error('refused')))).rejects.toThrow(
				'refused',
			);
			expect(continued.forget()).toBe(false);
		});

		test('the result is kept if the response of a start was lost', async () => {
			const lost = item();
			const third = lost.tries();
			await third.once('a', async () => await Promise.resolve(1));
			await expect(third.begin(start(), fails(lostError()))).rejects.toThrow('No response');
			await expect(third.begin(start(), fails(new Error('refused')), '/others')).rejects.toThrow(
				'refused',
			);
			expect(await lost.tries().once('a', async () => await Promise.resolve(2))).toBe(1);
		});
	});
});

describe('a lost response', () => {
	test('a lost response that cannot be searched for may have started something, so nothing is started again', async () => {
		const { tries, run } = item();
		const error = lostError();
		await expect(tries().begin(start(), fails(error))).rejects.toBe(error);
		expect(run.maybeDone).toEqual(new Map([[3, 'Run a task']]));
		const again = done('z');
		await expect(tries().begin(start(), again)).rejects.toBe(error);
		expect(again).not.toHaveBeenCalled();
		expect((error as Error & { description?: string }).description).toBeUndefined();
	});

	test('a lost response is found in the list, after one, five and fifteen seconds', async () => {
		const { tries, run, asked, kept } = item({
			lists: [
				listed({ executionId: 'x', state: 'other' }),
				listed(),
				listed({ executionId: 'a', state: 'mine' }, { executionId: 'p', state: 'perhaps' }),
			],
		});
		expect(await tries().begin(start({}), fails(lostError()))).toEqual({
			status: 200,
			headers: {},
			body: { executionId: 'a', state: 'mine' },
		});
		expect(asked).toEqual([1_000, 5_000, 15_000].map((at) => ({ at, values: { task: 't' } })));
		expect(run.maybeDone.size).toBe(0);
		expect([...run.started.keys()]).toEqual(['a']);
		expect(kept).toEqual(['a']);
		expect((await tries().begin(start({}), done('z'))).body).toEqual({
			executionId: 'a',
			state: 'mine',
		});
	});

	test('a lost response is found by the next try if this one could not look for it', async () => {
		const { tries, run } = item({
			lists: [new Error('503'), listed({ executionId: 'a', state: 'mine' })],
		});
		const error = lostError();
		await expect(tries().begin(start({}), fails(error))).rejects.toBe(error);
		const again = done('z');
		const next = tries();
		expect((await next.begin(start({}), again)).body).toMatchObject({ executionId: 'a' });
		expect(again).not.toHaveBeenCalled();
		expect([...run.started.keys()]).toEqual(['a']);
		// It was started by the try before.
		expect(next.forget()).toBe(true);
	});

	test('a lost response that began well is found like any other', async () => {
		const { tries } = item({ lists: [listed(), listed({ executionId: 'a', state: 'mine' })] });
		expect((await tries().begin(start({}), fails(lostError(true)))).body).toMatchObject({
			executionId: 'a',
		});
	});

	test('a lost response is found after a start whose response had no ID', async () => {
		const { tries } = item({ lists: [listed({ state: 'mine' })] });
		await tries().begin(
			start({}),
			async () => await Promise.resolve({ status: 201, headers: {}, body: {} }),
		);
		expect((await tries().begin(start({}), fails(lostError()), '/others')).body).toEqual({
			state: 'mine',
		});
	});

	test('a lost response is built from the record if the operation says how', async () => {
		const { tries } = item({ lists: [listed({ executionId: 'a', state: 'mine' })] });
		expect(
			(
				await tries().begin(
					start({ answer: ({ executionId }) => ({ started: executionId }) }),
					fails(lostError()),
				)
			).body,
		).toEqual({ started: 'a' });
	});

	test.each<[string, Partial<LookUp>, IDataObject[], string]>([
		[
			'there is none',
			{},
			[{ executionId: 'x', state: 'other' }],
			'The response was lost. The run was looked for and not found: the node can be run again.',
		],
		[
			'there are two',
			{},
			[
				{ executionId: 'a', state: 'mine' },
				{ executionId: 'b', state: 'mine' },
			],
			'The response was lost, and 2 matching records were found: a, b. Check which one it is before retrying.',
		],
		[
			'it may have been there before',
			{},
			[{ executionId: 'a', state: 'perhaps' }],
			'The response was lost, and a matching record was found that may have been there before: a. Check it before retrying.',
		],
		[
			'two may have been there before',
			{},
			[
				{ executionId: 'a', state: 'perhaps' },
				{ executionId: 'b', state: 'perhaps' },
			],
			'The response was lost, and a matching record was found that may have been there before: a, b. Check it before retrying.',
		],
		[
			'only the answer held what is needed',
			{ onlyOnce: 'Its token was in it: make another one.' },
			[{ executionId: 'a', state: 'mine' }],
			'The response was lost. The run was looked for and found: a. Its token was in it: make another one.',
		],
	])('a lost response is explained if %s', async (_what, lookUp, found, description) => {
		const { tries, run } = item({ lists: [listed(...found)] });
		const error = lostError();
		const nothing = found[0]!.state === 'other';
		await expect(tries().begin(start(lookUp), fails(error))).rejects.toBe(error);
		expect(error).toMatchObject({ description });
		// Where it certainly is not there, nothing is open any more.
		expect(run.maybeDone.size).toBe(nothing ? 0 : 1);
		const again = done('z');
		const next = tries().begin(start(lookUp), again);
		if (nothing) expect((await next).body).toEqual({ executionId: 'z' });
		else await expect(next).rejects.toBe(error);
		expect(again).toHaveBeenCalledTimes(nothing ? 1 : 0);
	});

	test('a lost response that began with success counts as done, although it is not listed yet', async () => {
		const { tries, run } = item({ lists: [listed()] });
		const error = lostError(true);
		await expect(tries().begin(start({}), fails(error))).rejects.toBe(error);
		expect('description' in error).toBe(false);
		expect(run.maybeDone.size).toBe(1);
	});

	test.each<[string, Listed | Error, Partial<LookUp>, boolean]>([
		['cannot be read', new Error('503'), {}, false],
		['is none', { body: { surprise: true } }, {}, false],
		['has more', { body: { items: [], total: 1 } }, {}, false],
		['has more by its header', { body: [], headers: { 'total-elements': '2' } }, {}, false],
		['has all', { body: { items: [{ executionId: 'x' }], total: 1 } }, {}, true],
		['has more that is older', { body: { items: [], total: 1 } }, { newestFirst: true }, true],
	])(
		'a list that %s proves that nothing was started: $proves',
		async (_what, list, lookUp, proves) => {
			const { tries, run } = item({ lists: [list] });
			const error = lostError();
			await expect(tries().begin(start(lookUp), fails(error))).rejects.toBe(error);
			expect('description' in error).toBe(proves);
			expect(run.maybeDone.size).toBe(proves ? 0 : 1);
		},
	);

	test('the search begins at the time of the start, by the clock of the platform', async () => {
		const about: unknown[] = [];
		const is: LookUp['matches'] = (_record, sent, of) => Boolean(about.push([sent, of]) && false);
		const found = { executionId: 'x' };
		const since = time.now();
		const { tries } = item({
			lists: [
				listed(found),
				{ ...listed(found), headers: { date: new Date(since + 5_000 + 120_000).toUTCString() } },
				{ ...listed(found), headers: { date: 'no time' } },
			],
			clientId: 'me',
		});
		await expect(tries().begin(start({ matches: is }), fails(lostError()))).rejects.toThrow(
			'No response',
		);
		const of = (ahead: number) => [
			{ task: 't' },
			{ since: since + ahead - 30_000, clientId: 'me', beganWell: false },
		];
		expect(about).toEqual([of(0), of(120_000), of(0)]);
	});

	test('a lost response is not mistaken for what another request of this process began', async () => {
		const one = item({
			lists: [listed({ executionId: 'taken', state: 'mine' }, { executionId: 'a', state: 'mine' })],
		});
		await one.tries().begin(start({}), done('taken'), '/others');
		expect((await one.tries().begin(start({}), fails(lostError()))).body).toMatchObject({
			executionId: 'a',
		});
		const other = item({ lists: [listed({ executionId: 'taken', state: 'mine' })] });
		expect((await other.tries().begin(start({}), fails(lostError()))).body).toMatchObject({
			executionId: 'taken',
		});
	});

	test('a lost response is not searched for once the workflow has been stopped', async () => {
		const { tries, stop, asked, run } = item({
			lists: [listed({ executionId: 'a', state: 'mine' })],
		});
		const error = lostError();
		await expect(
			tries().begin(start({}), async () => {
				stop.abort(new Error('stopped'));
				return await Promise.reject(error);
			}),
		).rejects.toBe(error);
		expect(asked).toEqual([]);
		expect(run.maybeDone.size).toBe(1);
	});
});

describe('a search that is in progress', () => {
	const settled = async () => await new Promise((resolve) => setImmediate(resolve));
	const looking = (credential: string) =>
		item({ credential, lists: [listed(), listed(), listed({ executionId: 'a', state: 'mine' })] });

	test('a similar request waits for the end of the search, and others do not', async () => {
		const one = looking('shared');
		const found = one.tries().begin(start({}), fails(lostError()));
		await settled();
		const like = done('b');
		const others = [done('c'), done('d'), done('e')];
		const waiting = item({ credential: 'shared' }).tries().begin(start({}), like);
		const free = Promise.all([
			item({ credential: 'shared' }).tries().begin(start({}), others[0]!, '/others'),
			item({ credential: 'shared' }).tries().begin(start({}), others[1]!, '/runs', { task: 'u' }),
			item().tries().begin(start({}), others[2]!),
		]);
		await free;
		expect(like).not.toHaveBeenCalled();
		await found;
		await waiting;
		expect(like).toHaveBeenCalledTimes(1);
	});

	test('the search begins when similar requests that were sent before have their responses', async () => {
		let answer: (came: Answer) => void;
		const before = item({ credential: 'both' })
			.tries()
			.begin(start({}), async () => await new Promise<Answer>((resolve) => (answer = resolve)));
		await settled();
		const one = item({
			credential: 'both',
			lists: [
				listed({ executionId: 'theirs', state: 'mine' }, { executionId: 'a', state: 'mine' }),
			],
		});
		const found = one.tries().begin(start({}), fails(lostError()));
		for (let turn = 0; turn < 20; turn++) await settled();
		expect(one.asked).toEqual([]);
		answer!(answered('theirs'));
		await before;
		// Others wait for the end of the look, also when those before them are through.
		let looks: number | undefined;
		const waiting = item({ credential: 'both' })
			.tries()
			.begin(start({}), async () => {
				looks = one.asked.length;
				return await Promise.resolve(answered('late'));
			});
		// What the other one began is known by now.
		expect((await found).body).toMatchObject({ executionId: 'a' });
		await waiting;
		expect(looks).toBe(1);
	});

	test('the searches for other lost responses wait, one after the other', async () => {
		const three = [looking('lost together'), looking('lost together'), looking('lost together')];
		const [first, second, third] = three.map(({ tries }) =>
			tries()
				.begin(start({}), fails(lostError()))
				.catch((error: Error) => error),
		);
		expect(await first).toMatchObject({ body: { executionId: 'a' } });
		// The one that was found is no longer there for the others.
		expect([await second, await third]).toEqual([lostError(), lostError()]);
		expect(three.map(({ asked }) => asked.map(({ at }) => at))).toEqual([
			[1_000, 5_000, 15_000],
			[16_000, 20_000, 30_000],
			[31_000, 35_000, 45_000],
		]);
	});
});

describe('the memory of an item', () => {
	const workflow = (items: INodeExecutionData[]) => stub<Context>({ getInputData: () => items });
	const tool = (inputData: object | undefined, item: INodeExecutionData = { json: {} }) =>
		stub<ToolContext>({ getItemIndex: () => 0, inputData, getInputData: () => item });

	test('the memory of an item is kept for the item between the tries, and for that item alone', () => {
		const items = [{ json: {} }, { json: {} }];
		const first = memoryOf(workflow(items), 0);
		expect(memoryOf(workflow(items), 0)).toBe(first);
		expect(memoryOf(workflow(items), 1)).not.toBe(first);
		expect(memoryOf(workflow([{ json: {} }]), 0)).not.toBe(first);
		expect(memoryOf(workflow([items[1]!, items[0]!]), 1)).toBe(first);
	});

	test('the memory of an item of a tool belongs to the call, by the index of the item', () => {
		const [one, two] = [{}, {}];
		const shared = { json: {} };
		const first = memoryOf(tool(one, shared), 0);
		expect(memoryOf(tool(one, shared), 0)).toBe(first);
		expect(memoryOf(tool(one, shared), 1)).not.toBe(first);
		expect(memoryOf(tool(two, shared), 0)).not.toBe(first);
		const context = tool(undefined);
		expect(memoryOf(context, 0)).toBe(memoryOf(context, 0));
		expect(memoryOf(tool(undefined), 0)).not.toBe(memoryOf(context, 0));
	});
});
