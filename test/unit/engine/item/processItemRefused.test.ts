/**
 * What is refused before anything is sent, and what an item that was refused says.
 */
import type { IDataObject } from 'n8n-workflow';

import { nothing, record, records } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { file, id, text } from '../../../../nodes/shared/declare/fields';
import { picker } from '../../../../nodes/shared/declare/lists/picker';
import { onlyWith } from '../../../../nodes/shared/declare/rules';
import { doing, flowOf, get, optional, texts } from './performStage';

describe('the operation of a node', () => {
	test.each<{ what: string; parameters: IDataObject; message: string }>([
		{
			what: 'an operation that is not there',
			parameters: { operation: 'else' },
			message:
				'"Operation" is "else", which does not exist for the resource "thing": choose one from the list',
		},
		{
			what: 'a resource that is not there',
			parameters: { resource: 'none' },
			message:
				'"Operation" is "do", which does not exist for the resource "none": choose one from the list',
		},
		{
			what: 'none at all',
			parameters: { operation: null },
			message:
				'"Operation" is "null", which does not exist for the resource "thing": choose one from the list',
		},
	])('a node refuses an operation that is $what', async ({ parameters, message }) => {
		const { error, sent } = await doing(get, { parameters });
		expect(`${error!.message} ${error!.description}`).toContain(message);
		expect(sent).toEqual([]);
		expect(error!.description).toContain(
			'Nothing was sent. Change the field "Operation" (operation).',
		);
	});

	test('a node does not perform an operation that its version lacks', async () => {
		const declared = operation('GET /things', { ...texts, since: 2, answers: record(undefined) });
		const { error } = await doing(declared);
		expect(`${error!.message} ${error!.description}`).toContain(
			'"Operation" is Do, which is not in version 1 of this node: choose another operation, or add a new node',
		);
		expect(error!.description).toContain('"Operation" (operation)');
		expect((await doing(declared, { node: { typeVersion: 2 } })).sent).toHaveLength(1);
	});

	test('an operation has the fields of its node’s version', async () => {
		const declared = operation('GET /things', {
			...texts,
			query: {
				old: text('O').until(1).onTop().optional(),
				fresh: text('F').since(2).onTop().optional(),
			},
			answers: record(undefined),
		});
		const asked = async (typeVersion: number) =>
			(await doing(declared, { parameters: { old: 'o', fresh: 'f' }, node: { typeVersion } }))
				.sent[0]!.url;
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
			error: { message: '"A" was given, but is empty: give a value, or leave the field out' },
			sent: [],
		});
		const { items, sent } = await doing(named, { parameters: byName, replies });
		expect([items![0]!.json, sent.map(({ url }) => url)]).toEqual([
			{ at: '/things/7' },
			['/engines', '/things/7'],
		]);
	});

	test('another ID of a record becomes the one that the platform accepts', async () => {
		expect(
			(await doing(named, { parameters: { engineId: { mode: 'id', value: 'u-7' } }, replies }))
				.items![0]!.json,
		).toEqual({ at: '/things/7' });
	});

	test('a broken rule over several fields is refused before anything is sent', async () => {
		const { error, sent } = await doing(named, {
			parameters: { engineId: 'e', ...optional('x') },
			replies,
		});
		expect(`${error!.message} ${error!.description}`).toContain(
			'"A" can only be used together with "B"',
		);
		expect(sent).toEqual([]);
	});

	test('a file that the item does not have is refused', async () => {
		const upload = operation('POST /files', {
			...texts,
			body: { data: file('D') },
			multipart: {},
			answers: nothing(),
		});
		const { error, sent } = await doing(upload, { parameters: { data: 'none' } });
		expect(error!.message).toContain('but the item has no binary field');
		expect(sent).toEqual([]);
	});
});

test('an item that was refused says whether anything was read or changed before', async () => {
	const declared = flowOf(async (op) => {
		await op.sendValues(get, {});
		await op.file('none', 'file');
		return [];
	});
	const after = (await doing(declared, { replies: () => ({ body: {} }) })).error!;
	const deletes = operation('DELETE /things/{thingId}', {
		...texts,
		path: { thingId: id('T') },
		answers: nothing(),
	});
	const written = flowOf(async (op) => {
		await op.sendValues(deletes, { thingId: 'a' });
		await op.file('none', 'file');
		return [];
	});
	expect((await doing(written, { replies: () => ({ body: {} }) })).error!.description).toBe(
		'Earlier requests for this item may already have changed something in Talend Cloud. Change the field "Input Binary Field" (file).',
	);
	const before = (
		await doing(
			flowOf(async (op) => {
				await op.file('none', 'file');
				return [];
			}),
		)
	).error!;
	expect([after.description, before.description]).toEqual([
		'Nothing was changed in Talend Cloud. Change the field "Input Binary Field" (file).',
		'Nothing was sent. Change the field "Input Binary Field" (file).',
	]);
});

test('a node run that has ended begins no item', async () => {
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
