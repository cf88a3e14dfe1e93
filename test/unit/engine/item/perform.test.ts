/**
 * One item of a node: what is checked before anything is sent, what is done, and what its output
 * and its error show.
 */
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { nothing, record, records } from '../../../../nodes/shared/declare/answers';
import { flow, operation, resource, wholeBody } from '../../../../nodes/shared/declare/define';
import { file, id, list, text } from '../../../../nodes/shared/declare/field';
import { picker } from '../../../../nodes/shared/declare/lists/picker';
import { problem } from '../../../../nodes/shared/declare/messages';
import type { Operation, OperationContext } from '../../../../nodes/shared/declare/operation';
import { onlyWith } from '../../../../nodes/shared/declare/rules';
import { paginate } from '../../../../nodes/shared/engine/entryPoints/tool';
import { customOperations } from '../../../../nodes/shared/engine/entryPoints/workflow';
import { noteEnd } from '../../../../nodes/shared/support/errorNotes';
import { fakeNode } from '../../../support/fakeNode';
import { simulatedTimeForEach } from '../../../support/time';

const time = simulatedTimeForEach();

const texts = { name: 'Do', action: 'Do a thing', description: 'X' };
const get = operation('GET /things', {
	...texts,
	query: { a: text('A').optional() },
	answers: record(undefined),
});
const ENDED = problem('It ended without success ({tries})', 'Try again.');
const ELSE = problem('Something else {tries}', 'Try again.');
const flowOf = (
	run: (
		op: OperationContext<typeof ENDED | typeof ELSE>,
		input: { a?: string },
	) => Promise<Array<{ json: IDataObject }>>,
) =>
	flow({
		...texts,
		fields: { a: text('A').optional() },
		uses: [],
		messages: [ENDED, ELSE],
		answers: nothing(),
		run,
	});

type Given = NonNullable<Parameters<typeof fakeNode>[0]> & { asTool?: boolean };
/** Does an operation for the first item. */
async function doing(of: Operation, { asTool = false, ...given }: Given = {}) {
	const node = fakeNode({
		...given,
		parameters: { resource: 'thing', operation: 'do', ...given.parameters },
	});
	const resources = [
		resource('other', 'Other', { do: get, else: get }),
		resource('thing', 'Thing', { do: of }),
	];
	const done: Promise<INodeExecutionData[]> = asTool
		? paginate(resources).call(node.asTool(0))
		: customOperations(resources)
				.thing!.do!.call(node.inWorkflow)
				.then(([items]) => items!);
	return await done.then(
		(items) => ({ items, error: undefined, ...node }),
		(error: unknown) => ({
			items: undefined,
			error: error as Error & { description?: string; node?: { parameters: IDataObject } },
			...node,
		}),
	);
}
const optional = (a: unknown) => ({ options: { a } });

describe('the operation that a node is set to', () => {
	test.each<{ what: string; parameters: IDataObject; message: string }>([
		{
			what: 'an operation that is not there',
			parameters: { operation: 'else' },
			message: 'Operation "else" does not exist for the resource "thing": choose one from the list',
		},
		{
			what: 'a resource that is not there',
			parameters: { resource: 'none' },
			message: 'Operation "do" does not exist for the resource "none": choose one from the list',
		},
		{
			what: 'none at all',
			parameters: { operation: null },
			message: 'Operation "null" does not exist for the resource "thing": choose one from the list',
		},
	])(
		'the operation that a node is set to is refused where it is $what',
		async ({ parameters, message }) => {
			const { error, sent } = await doing(get, { parameters });
			expect([`${error!.message} ${error!.description}`.includes(message), sent]).toEqual([
				true,
				[],
			]);
			expect(error!.description).toContain(
				'Nothing was sent. Change the field "Operation" (operation).',
			);
		},
	);

	test('the operation that a node is set to is not done in a version of the node that lacks it', async () => {
		const of = operation('GET /things', { ...texts, since: 2, answers: record(undefined) });
		const { error } = await doing(of);
		expect(`${error!.message} ${error!.description}`).toContain(
			'Do is not in version 1 of this node: choose another, or add the node again',
		);
		expect(error!.description).toContain('"Operation" (operation)');
		expect((await doing(of, { node: { typeVersion: 2 } })).sent).toHaveLength(1);
	});

	test('the operation that a node is set to is read with its fields of that version', async () => {
		const of = operation('GET /things', {
			...texts,
			query: {
				old: text('O').until(1).onTop().optional(),
				fresh: text('F').since(2).onTop().optional(),
			},
			answers: record(undefined),
		});
		const asked = async (typeVersion: number) =>
			(await doing(of, { parameters: { old: 'o', fresh: 'f' }, node: { typeVersion } })).sent[0]!
				.url;
		expect([await asked(1), await asked(2)]).toEqual(['/things?old=o', '/things?fresh=f']);
	});
});

describe('refusals before anything is sent', () => {
	const engines = picker({
		noun: 'thing',
		method: 'm',
		byName: true,
		example: 'an example',
		list: operation('GET /engines', { ...texts, answers: records(undefined) }),
		entry: ({ id, name }) => ({ id: String(id), name: String(name) }),
		otherId: { name: 'uuid', pattern: /^u-/ },
	});
	const named = operation('GET /things/{engineId}', {
		...texts,
		path: { engineId: id('E').pick(engines) },
		query: { a: text('A').optional() },
		rules: [onlyWith('a', 'b')],
		settings: { b: text('B').optional() },
		answers: record(undefined),
	});
	const replies = ({ url }: { url: string }) =>
		url === '/engines' ? { body: [{ id: 7, name: 'Seven', uuid: 'u-7' }] } : { body: { at: url } };

	test('each parameter is read once', async () => {
		const { read } = await doing(named, {
			parameters: {
				engineId: () => ({ mode: 'name', value: 'Seven' }),
				options: () => ({ a: 'x', b: 'y' }),
			},
			replies,
		});
		expect(read.filter((name, index) => read.indexOf(name) !== index)).toEqual([]);
		expect(read).toContain('0 engineId');
	});

	test('bad input is refused before a name is looked up', async () => {
		const byName = { engineId: { mode: 'name', value: 'Seven' } };
		expect(
			await doing(named, { parameters: { ...byName, options: { a: '' } }, replies }),
		).toMatchObject({
			error: { message: 'A was given, but is empty: give a value, or leave the field out' },
			sent: [],
		});
		const { items, sent } = await doing(named, { parameters: byName, replies });
		expect([items![0]!.json, sent.map(({ url }) => url)]).toEqual([
			{ at: '/things/7' },
			['/engines', '/things/7'],
		]);
	});

	test('names and other IDs become those that the platform takes', async () => {
		expect(
			(await doing(named, { parameters: { engineId: { mode: 'id', value: 'u-7' } }, replies }))
				.items![0]!.json,
		).toEqual({ at: '/things/7' });
	});

	test('a broken rule over several fields is refused, and nothing is sent', async () => {
		const { error, sent } = await doing(named, {
			parameters: { engineId: 'e', ...optional('x') },
			replies,
		});
		expect([
			`${error!.message} ${error!.description}`.includes('A can only be used together with B'),
			sent,
		]).toEqual([true, []]);
	});

	test('a file is looked for in the item', async () => {
		const upload = operation('POST /files', {
			...texts,
			body: {
				data: file('D').wireName('content'),
				more: file('M').optional(),
				note: text('N').optional(),
			},
			multipart: { jsonPart: 'meta' },
			answers: nothing(),
		});
		const uploaded: string[] = [];
		const items = [
			{
				json: {},
				binary: { data: { data: 'Zm91cg==', mimeType: 'text/plain', fileName: 'f.txt' } },
			},
		] as INodeExecutionData[];
		const { sent, error } = await doing(upload, {
			items,
			parameters: { data: 'data', additionalFields: { note: 'n' } },
			more: {
				helpers: {
					...(fakeNode().inWorkflow.helpers as object),
					httpRequestWithAuthentication: async (
						_type: string,
						{ body }: { body: { stream: () => AsyncIterable<Uint8Array> } },
					) => {
						const chunks: Uint8Array[] = [];
						for await (const chunk of body.stream()) chunks.push(chunk);
						uploaded.push(Buffer.concat(chunks).toString());
						return await Promise.resolve({ statusCode: 200, headers: {}, body: '' });
					},
				},
			},
		});
		expect([error, sent, uploaded]).toEqual([
			undefined,
			[],
			[
				expect.stringContaining(
					'name="content"; filename="f.txt"\r\nContent-Type: text/plain\r\n\r\nfour',
				),
			],
		]);
		expect(uploaded[0]).toContain('{"note":"n"}');
		expect((await doing(upload, { parameters: { data: 'none' } })).error!.message).toContain(
			'but the item has no binary field',
		);
	});
});

test('a body that is a list is sent as one', async () => {
	const of = operation('PUT /things', {
		...texts,
		body: wholeBody('all', list('A')),
		answers: nothing(),
	});
	expect((await doing(of, { parameters: { all: ['a', 'b'] } })).sent[0]!.body).toBe('["a","b"]');
});

test('an expression that gives nothing was given', async () => {
	const of = operation('GET /things', {
		...texts,
		query: { a: text('A').onTop().optional() },
		answers: record(undefined),
	});
	expect((await doing(of, { parameters: { a: () => '' } })).error!.message).toBe(
		'A was given, but is empty: give a value, or leave the field out',
	);
	expect((await doing(of, { parameters: { a: '' } })).sent).toHaveLength(1);
});

test('items that write to one record with one credential do so in turn', async () => {
	const of = operation('PUT /things/{thingId}', {
		...texts,
		path: { thingId: id('T') },
		answers: nothing(),
	});
	const both = async (authentication: string, ...credentials: Array<INode['credentials']>) => {
		const began = time.elapsed();
		await Promise.all(
			credentials.map(
				async (each) =>
					await doing(of, {
						parameters: { thingId: 'a', authentication },
						node: { credentials: each },
						replies: () => ({ afterMs: 1_000 }),
					}),
			),
		);
		return time.elapsed() - began;
	};
	const account = (id: string) => ({
		talendCloudApi: { id, name: 'N' },
		talendCloudTokenApi: { id: 'items token', name: 'N' },
	});
	expect([
		await both('serviceAccount', account('items 1'), account('items 2')),
		await both('serviceAccount', account('items 1'), account('items 1')),
	]).toEqual([1_000, 2_000]);
	// It is the credential that is chosen, not the other one that the node has.
	expect(await both('token', account('items 1'), account('items 2'))).toBe(2_000);
});

describe('an operation', () => {
	test('an operation is done in its own way', async () => {
		const of = operation('GET /things', {
			...texts,
			perform: async (_call, { endpoint }) => await Promise.resolve([{ json: { at: endpoint } }]),
			answers: record(undefined),
		});
		expect(await doing(of)).toMatchObject({
			items: [{ json: { at: '/things' }, pairedItem: { item: 0 } }],
			sent: [],
		});
	});

	test('a warning of an operation is beside its output', async () => {
		const of = operation('GET /things', {
			...texts,
			query: { a: text('A').optional(), b: text('B').optional() },
			warnings: [onlyWith('a', 'b')],
			answers: record(undefined),
		});
		expect((await doing(of, { parameters: optional('x') })).hints).toEqual([
			'A can only be used together with B',
		]);
	});

	test('an operation is a flow, with what was given', async () => {
		expect(
			(
				await doing(
					flowOf(async (_call, { a }) => await Promise.resolve([{ json: { a } }])),
					{ parameters: optional('x') },
				)
			).items,
		).toEqual([{ json: { a: 'x' }, pairedItem: { item: 0 } }]);
	});

	test('an operation is started again, once, if an earlier try of it ended without success', async () => {
		let tries = 0;
		const items = [{ json: {} }];
		const fails = async (op: OperationContext<typeof ENDED>) => {
			await op.once('begin', async () => await Promise.resolve(1));
			tries++;
			throw noteEnd(op.problem(ENDED, { tries }), {});
		};
		// The first try ends on its own.
		const first = await doing(flowOf(fails), { items });
		expect([tries, first.error?.message, first.hints]).toEqual([
			1,
			'It ended without success (1)',
			[],
		]);
		// The second continues the first, which has ended, and begins again.
		await doing(
			flowOf(async (op) => await op.once('begin', async () => await Promise.resolve([]))),
			{ items },
		);
		const second = await doing(flowOf(fails), { items });
		expect([tries, second.error?.message, second.hints]).toEqual([
			3,
			'It ended without success (3)',
			[
				'What an earlier try had started ended without success, so it was started again. How it ended: It ended without success (2)',
			],
		]);
		const other = await doing(
			flowOf(async (op) => {
				await op.once('begin', async () => await Promise.resolve(1));
				throw op.problem(ELSE, { tries: ++tries });
			}),
			{ items },
		);
		expect([other.error?.message, other.hints]).toEqual(['Something else 4', []]);
	});
});

describe('what a person or a model is shown', () => {
	const secretive = operation('POST /things', {
		...texts,
		effect: 'read',
		body: { key: text('K').secret(), a: text('A').optional() },
		answers: record(undefined),
	});
	const parameters = { key: 'my-secret-key' };

	test('neither an output nor an error shows a secret of the input', async () => {
		const replies = () => ({ body: { key: 'my-secret-key', text: 'is my-secret-key' } });
		expect(JSON.stringify((await doing(secretive, { parameters, replies })).items)).not.toContain(
			'my-secret-key',
		);
		const { error } = await doing(secretive, {
			parameters,
			replies: () => ({ status: 400, body: { message: 'my-secret-key is wrong' } }),
		});
		expect(error!.message + JSON.stringify(error!.description)).not.toContain('my-secret-key');
		expect(error!.node!.parameters).toMatchObject({
			key: expect.not.stringContaining('my-secret') as string,
		});
	});

	test('an error shows no parameter if the operation is not known', async () => {
		expect(
			(await doing(secretive, { parameters: { ...parameters, operation: 'else' } })).error!.node,
		).toMatchObject({ name: 'Node', parameters: {} });
	});

	const sensitive = operation('GET /things', {
		...texts,
		answers: record(undefined, { sensitive: ['token'] }),
	});
	const replies = () => ({ body: { token: 'abc' } });
	test('both entry points show a tool’s output as a model may see it', async () => {
		expect((await doing(sensitive, { replies })).items![0]!.json).toEqual({ token: 'abc' });
		expect((await doing(sensitive, { replies, asTool: true })).items![0]!.json.token).toContain(
			'not shown to agents',
		);
		expect(
			(await doing(sensitive, { replies, node: { type: 'n8n-nodes-x.thingTool' } })).items![0]!.json
				.token,
		).toContain('not shown to agents');
	});

	test('the message of an error includes what to do, unless the declarative engine adds it', async () => {
		const failing = { replies: () => ({ status: 403, body: { message: 'no' } }) };
		const usual = (await doing(get, failing)).error!;
		const tool = (await doing(get, { ...failing, node: { type: 'n8n-nodes-x.thingTool' } })).error!;
		expect([
			tool.message.includes(usual.description!),
			usual.message.includes(usual.description!),
		]).toEqual([true, false]);
		expect((await doing(get, { ...failing, asTool: true })).error!.message).toBe(usual.message);
	});

	const deletes = operation('DELETE /things/{thingId}', {
		...texts,
		path: { thingId: id('T') },
		answers: nothing(),
	});
	test('a model may do, or try, what it is allowed to', async () => {
		const given = { parameters: { thingId: 'a' } };
		expect((await doing(deletes, given)).sent).toHaveLength(1);
		const refused = await doing(deletes, { ...given, asTool: true });
		expect([
			refused.error!.message.startsWith('Allow the Agent to Do This must be turned on'),
			refused.sent,
		]).toEqual([true, []]);
		const tried = await doing(deletes, {
			parameters: { thingId: 'a', dryRun: true },
			asTool: true,
		});
		expect([tried.items![0]!.json, tried.sent]).toEqual([
			expect.objectContaining({ dryRun: true, wouldSend: ['DELETE /things/a'] }),
			[],
		]);
		// A person does not try.
		expect(
			(await doing(deletes, { parameters: { thingId: 'a', dryRun: true } })).sent,
		).toHaveLength(1);
	});
});

test('an item that was refused says whether anything was read or changed before', async () => {
	const of = flowOf(async (op) => {
		await op.sendValues(get, {});
		return (await op.file('none')) as never;
	});
	const after = (await doing(of, { replies: () => ({ body: {} }) })).error!;
	const deletes = operation('DELETE /things/{thingId}', {
		...texts,
		path: { thingId: id('T') },
		answers: nothing(),
	});
	const written = flowOf(async (op) => {
		await op.sendValues(deletes, { thingId: 'a' });
		return (await op.file('none')) as never;
	});
	expect((await doing(written, { replies: () => ({ body: {} }) })).error!.description).toBe(
		'Earlier requests for this item may already have changed something on the platform. Change the field "Input Binary Field" (file).',
	);
	const before = (await doing(flowOf(async (op) => (await op.file('none')) as never))).error!;
	expect([after.description, before.description]).toEqual([
		'Nothing was changed on the platform. Change the field "Input Binary Field" (file).',
		'Nothing was sent. Change the field "Input Binary Field" (file).',
	]);
});

test('a run that has ended begins no item', async () => {
	const stop = new AbortController();
	stop.abort(new Error('stopped before'));
	expect(await doing(get, { stop })).toMatchObject({
		error: { message: 'stopped before' },
		sent: [],
	});
	expect(await doing(get, { stop, asTool: true })).toMatchObject({
		error: { message: 'stopped before' },
		sent: [],
	});
});
