/**
 * What an item does, from its parameters to its output.
 */
import type { INode } from 'n8n-workflow';

import { nothing, record } from '../../../../nodes/shared/declare/answers';
import { operation, wholeBody } from '../../../../nodes/shared/declare/define';
import { file, id, list, text } from '../../../../nodes/shared/declare/fields';
import type { OperationContext } from '../../../../nodes/shared/declare/operation';
import { onlyWith } from '../../../../nodes/shared/declare/rules';
import { notedRecord, noteEnd, noteRecord } from '../../../../nodes/shared/support/errorNotes';
import { fakeNode } from '../../../support/fakeNode';
import { simulatedTimeForEach } from '../../../support/time';
import { doing, ELSE, ENDED, flowOf, get, optional, texts } from './performStage';

const time = simulatedTimeForEach();

test('a body that is a list is sent as a list', async () => {
	const declared = operation('PUT /things', {
		...texts,
		body: wholeBody('all', list('A')),
		answers: nothing(),
	});
	expect((await doing(declared, { parameters: { all: ['a', 'b'] } })).sent[0]!.body).toBe(
		'["a","b"]',
	);
});

test('a file of the item is uploaded beside the other values', async () => {
	const upload = operation('POST /files', {
		...texts,
		body: { data: file('D').wireName('content'), note: text('N').optional() },
		multipart: { jsonPart: 'meta' },
		answers: nothing(),
	});
	const binary = { data: { data: 'Zm91cg==', mimeType: 'text/plain', fileName: 'f.txt' } };
	let uploaded = '';
	const httpRequestWithAuthentication = async (
		_type: string,
		{ body }: { body: { stream: () => AsyncIterable<Uint8Array> } },
	) => {
		for await (const chunk of body.stream()) uploaded += Buffer.from(chunk).toString();
		return await Promise.resolve({ statusCode: 200, headers: {}, body: '' });
	};
	const { error } = await doing(upload, {
		items: [{ json: {}, binary }],
		parameters: { data: 'data', additionalFields: { note: 'n' } },
		more: {
			helpers: { ...(fakeNode().inWorkflow.helpers as object), httpRequestWithAuthentication },
		},
	});
	expect(error).toBeUndefined();
	expect(uploaded).toContain(
		'name="content"; filename="f.txt"\r\nContent-Type: text/plain\r\n\r\nfour',
	);
	expect(uploaded).toContain('{"note":"n"}');
});

describe('a field that is always shown', () => {
	const declared = operation('GET /things', {
		...texts,
		query: { a: text('A').onTop().optional() },
		answers: record(undefined),
	});

	test('an expression with an empty result is refused', async () => {
		expect((await doing(declared, { parameters: { a: () => '' } })).error!.message).toBe(
			'"A" was given, but is empty: give a value, or leave the field out',
		);
	});

	test('an empty field is left out', async () => {
		const urlWith = async (a: string) =>
			(await doing(declared, { parameters: { a } })).sent[0]!.url;
		expect([await urlWith('x'), await urlWith('')]).toEqual(['/things?a=x', '/things']);
	});
});

test('items that write to one record with one credential do so one after another', async () => {
	const declared = operation('PUT /things/{thingId}', {
		...texts,
		path: { thingId: id('T') },
		answers: nothing(),
	});
	const both = async (authentication: string, ...credentials: Array<INode['credentials']>) => {
		const began = time.elapsed();
		await Promise.all(
			credentials.map(
				async (each) =>
					await doing(declared, {
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
	test('an operation with `perform` sends only what `perform` sends', async () => {
		const declared = operation('GET /things', {
			...texts,
			perform: async (_call, { endpoint }) => await Promise.resolve([{ json: { at: endpoint } }]),
			answers: record(undefined),
		});
		expect(await doing(declared)).toMatchObject({
			items: [{ json: { at: '/things' }, pairedItem: { item: 0 } }],
			sent: [],
		});
	});

	test('a warning of an operation is beside its output', async () => {
		const declared = operation('GET /things', {
			...texts,
			query: { a: text('A').optional(), b: text('B').optional() },
			warnings: [onlyWith('a', 'b')],
			answers: record(undefined),
		});
		expect((await doing(declared, { parameters: optional('x') })).hints).toEqual([
			'"A" can only be used together with "B"',
		]);
	});

	test('a flow gets the given values', async () => {
		expect(
			(
				await doing(
					flowOf(async (_call, { a }) => await Promise.resolve([{ json: { a } }])),
					{ parameters: optional('x') },
				)
			).items,
		).toEqual([{ json: { a: 'x' }, pairedItem: { item: 0 } }]);
	});
});

describe('a flow that is tried again', () => {
	/** An item whose flow ends without success, and tells the number of its execution. */
	const failing = () => {
		const executions = { count: 0 };
		const fails = async (op: OperationContext<typeof ENDED>) => {
			await op.once('begin', async () => await Promise.resolve(1));
			throw noteEnd(op.problem(ENDED, { tries: ++executions.count }), {});
		};
		return { given: { items: [{ json: {} }] }, fails, executions };
	};
	/** One whose first execution failed, and whose next try begins another one. */
	const failedBefore = async () => {
		const item = failing();
		await doing(flowOf(item.fails), item.given);
		await doing(
			flowOf(async (op) => await op.once('begin', async () => await Promise.resolve([]))),
			item.given,
		);
		return item;
	};

	test('an end without success is not repeated in the first try', async () => {
		const { given, fails, executions } = failing();
		const first = await doing(flowOf(fails), given);
		expect(executions.count).toBe(1);
		expect(first.error?.message).toBe('It ended without success (1)');
		expect(first.hints).toEqual([]);
	});

	test('a flow is started again, once, if an earlier try ended without success', async () => {
		const { given, fails, executions } = await failedBefore();
		const again = await doing(flowOf(fails), given);
		// The second is the one that began before, the third the new one.
		expect(executions.count).toBe(3);
		expect(again.error?.message).toBe('It ended without success (3)');
		expect(again.hints).toEqual([
			'An earlier try started an execution that did not succeed, so the node started it again. Reason: It ended without success (2)',
		]);
	});

	test('a flow that failed with another message is not started again', async () => {
		const { given } = await failedBefore();
		let tries = 0;
		const other = await doing(
			flowOf(async (op) => {
				await op.once('begin', async () => await Promise.resolve(1));
				throw op.problem(ELSE, { tries: ++tries });
			}),
			given,
		);
		expect(other.error?.message).toBe('Something else 1');
		expect(other.hints).toEqual([]);
	});
});

describe('the output for a person or a model', () => {
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

	test('an error shows no parameter if the operation is unknown', async () => {
		expect(
			(await doing(secretive, { parameters: { ...parameters, operation: 'else' } })).error!.node,
		).toMatchObject({ name: 'Node', parameters: {} });
	});

	const sensitive = operation('GET /things', {
		...texts,
		answers: record(undefined, { sensitive: ['token'] }),
	});
	const replies = () => ({ body: { token: 'abc' } });
	test('both entry points show a tool’s output in the form for models', async () => {
		expect((await doing(sensitive, { replies })).items![0]!.json).toEqual({ token: 'abc' });
		expect((await doing(sensitive, { replies, asTool: true })).items![0]!.json.token).toContain(
			'not shown to agents',
		);
		expect(
			(await doing(sensitive, { replies, node: { type: 'n8n-nodes-x.thingTool' } })).items![0]!.json
				.token,
		).toContain('not shown to agents');
	});

	test('the details of an error have no password in the form for models', async () => {
		const details = { lastErrorLines: ['Refused: password=hunter2'] };
		const failing = flowOf(
			async (op) => await Promise.reject(noteRecord(op.problem(ELSE, { tries: 1 }), details)),
		);
		expect(notedRecord((await doing(failing)).error)).toEqual(details);
		const tool = await doing(failing, { node: { type: 'n8n-nodes-x.thingTool' } });
		expect(notedRecord(tool.error)).toEqual({ lastErrorLines: ['Refused: password=***'] });
	});

	test('the message of an error includes what to do, unless the declarative engine adds it', async () => {
		const failing = { replies: () => ({ status: 403, body: { message: 'no' } }) };
		const usual = (await doing(get, failing)).error!;
		const tool = (await doing(get, { ...failing, node: { type: 'n8n-nodes-x.thingTool' } })).error!;
		expect(tool.message).toContain(usual.description!);
		expect(usual.message).not.toContain(usual.description!);
		expect((await doing(get, { ...failing, asTool: true })).error!.message).toBe(usual.message);
	});

	const deletes = operation('DELETE /things/{thingId}', {
		...texts,
		path: { thingId: id('T') },
		answers: nothing(),
	});
	const deleting = async (asTool: boolean, more = {}) =>
		await doing(deletes, { asTool, parameters: { thingId: 'a', ...more } });

	test('a model can delete only if a person has allowed it', async () => {
		const refused = await deleting(true);
		expect(refused.error!.message).toMatch(/^"Allow the Agent to Do This" must be turned on/);
		expect(refused.sent).toEqual([]);
		expect((await deleting(true, { allowAsTool: true })).sent).toHaveLength(1);
		expect((await deleting(false)).sent).toHaveLength(1);
	});

	test('a dry run of a model sends nothing, even if a person has not allowed the deletion', async () => {
		const tried = await deleting(true, { dryRun: true });
		expect([tried.items![0]!.json, tried.sent]).toEqual([
			expect.objectContaining({ dryRun: true, wouldSend: ['DELETE /things/a'] }),
			[],
		]);
	});

	test('a person has no dry run', async () => {
		expect((await deleting(false, { dryRun: true })).sent).toHaveLength(1);
	});
});
