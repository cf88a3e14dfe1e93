/**
 * The files that an operation downloads, or finds in its item.
 */
import { type IDataObject, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { fileAnswer } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { fakeNode, type Reply, type Sent } from '../../../support/fakeNode';
import { stub } from '../../../support/stub';
import { calling, ofThing, path, time, urls } from './operationContextStage';

/** How long a file may take. */
const FILE_MS = 600_000;

const download = operation('GET /things/{thingId}/log', {
	...ANY_TEXTS,
	path,
	answers: fileAnswer(),
});

/** Replies by path. */
const byUrl =
	(replies: Record<string, Reply>) =>
	({ url }: Sent) =>
		replies[url] ?? { status: 404, body: { message: `nothing at ${url}` } };

describe('a file', () => {
	const theFile: Reply = { body: 'the file', headers: { 'content-type': 'text/plain' } };
	const redirectTo = (location: string, status = 302): Reply => ({ status, headers: { location } });
	const downloadLog = async (replies: Record<string, Reply>) => {
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
	const LOG_PATH = '/things/a/log';

	test('a file is in the response, or at the address that the response names', async () => {
		expect(await downloadLog({ [LOG_PATH]: theFile })).toMatchObject({
			body: 'the file',
			urls: [LOG_PATH],
		});
		// On the platform with its credential, elsewhere without.
		expect(
			await downloadLog({ [LOG_PATH]: redirectTo('/other?x=1'), '/other?x=1': theFile }),
		).toMatchObject({
			body: 'the file',
			urls: [LOG_PATH, '/other?x=1'],
		});
		expect(
			await downloadLog({
				[LOG_PATH]: redirectTo('https://files.example/f'),
				'https://files.example/f': theFile,
			}),
		).toMatchObject({
			body: 'the file',
			urls: [LOG_PATH, 'without credential: https://files.example/f'],
		});
		// From elsewhere a path leads to a file there, and not to the platform.
		expect(
			await downloadLog({
				[LOG_PATH]: redirectTo('https://files.example/f'),
				'https://files.example/f': redirectTo('/g'),
				'https://files.example/g': theFile,
			}),
		).toMatchObject({
			body: 'the file',
			urls: [
				LOG_PATH,
				'without credential: https://files.example/f',
				'without credential: https://files.example/g',
			],
		});
		expect(
			await downloadLog({
				[LOG_PATH]: redirectTo('/other'),
				'/other': redirectTo('https://files.example/f'),
				'https://files.example/f': redirectTo('//more.example/h'),
				'https://more.example/h': theFile,
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
	])('a redirect to %j is not followed', async (location) => {
		const { failed, urls: asked } = await downloadLog({ [LOG_PATH]: redirectTo(location) });
		expect(failed).toMatchObject({
			message: 'Talend Cloud returned a download link that is not safe to follow',
			description:
				'It, or an address that it leads to, does not begin with https://, or contains a user name. Nothing was downloaded.',
			node: { name: 'Node' },
		});
		expect(asked).toEqual([LOG_PATH]);
	});

	test('a file can come from this machine without encryption, as from the emulator', async () => {
		expect(
			await downloadLog({
				[LOG_PATH]: redirectTo('http://127.0.0.1:1/f'),
				'http://127.0.0.1:1/f': theFile,
			}),
		).toMatchObject({ body: 'the file' });
	});

	/** The addresses of a file that is behind a number of redirects. */
	const behind = (redirects: number) =>
		Object.fromEntries(
			Array.from({ length: redirects + 1 }, (_, index) => [
				index === 0 ? LOG_PATH : `/${index}`,
				index === redirects ? theFile : redirectTo(`/${index + 1}`),
			]),
		);

	test('a file behind five redirects is found', async () => {
		expect(await downloadLog(behind(5))).toMatchObject({ body: 'the file' });
	});

	test.each([
		{ what: 'behind more than five redirects', replies: behind(6), last: '/5' },
		{
			what: 'whose address leads to itself',
			replies: { [LOG_PATH]: redirectTo(LOG_PATH) },
			last: LOG_PATH,
		},
	])('a file $what is not followed further', async ({ replies, last }) => {
		const { failed, urls: asked } = await downloadLog(replies);
		expect(failed).toMatchObject({
			message: 'Talend Cloud returned a download link that redirects in a loop',
			description: 'It redirected 5 times. Nothing was returned; try again later.',
			context: { itemIndex: 0 },
		});
		expect([asked.length, asked.at(-1)]).toEqual([6, last]);
	});

	test('a file to which a POST leads is requested unchanged with GET', async () => {
		const post = operation('POST /things/{thingId}/export', {
			...ANY_TEXTS,
			path,
			effect: 'read',
			answers: fileAnswer(),
		});
		const { sent, done } = await calling(async (op) => (await op.send(post, ofThing('a'))).body, {
			replies: byUrl({
				'/things/a/export': redirectTo('/made'),
				'/made': redirectTo('/again', 307),
				'/again': redirectTo('https://files.example/f'),
				'https://files.example/f': theFile,
			}),
		});
		expect(sent.map(({ method, options }) => [method, options.encoding, options.timeout])).toEqual(
			['POST', 'GET', 'GET', 'GET'].map((method) => [method, 'arraybuffer', FILE_MS]),
		);
		expect(String(done)).toBe('the file');
	});

	test('a file waits only for the rate limit of its own host', async () => {
		let limited = 0;
		const replies = ({ url }: Sent): Reply =>
			url.includes('one.') && limited++ === 0
				? { status: 429, headers: { 'retry-after': '3' } }
				: theFile;
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
			'https://files.example/a/f': redirectTo('g'),
			'https://files.example/a/g': theFile,
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
			message: 'Talend Cloud returned a download link that is not safe to follow',
		});
		expect((await link('/things/a/log')).failed).toMatchObject({
			message: 'Talend Cloud returned a download link that is not safe to follow',
		});
		expect(
			(
				await link('https://files.example/f', {
					'https://files.example/f': redirectTo('http://files.example/g'),
				})
			).failed,
		).toMatchObject({
			message: 'Talend Cloud returned a download link that is not safe to follow',
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
	const reading = async (property: string, asTool = false, made: object = {}) => {
		const items = stub<INodeExecutionData[]>([
			{ json: {}, binary: { stored, held, made: made as typeof held } },
		]);
		const node = fakeNode();
		const { done, failed } = await calling(
			async (op) => {
				const { chunks, ...about } = await op.file(property, 'attachment');
				const read: Uint8Array[] = [];
				for await (const chunk of chunks()) read.push(chunk);
				return { ...about, read: Buffer.concat(read).toString() };
			},
			{ asTool, items, more: { helpers: { ...(node.inWorkflow.helpers as object), ...helpers } } },
		);
		return (done ?? failed) as IDataObject;
	};

	test.each([
		['a workflow', false],
		['an agent', true],
	])(
		'a file of the item is read from wherever n8n keeps it if %s runs the node',
		async (_runner, asTool) => {
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

	test('the error for a missing file of the item names it and the files that are there', async () => {
		expect(await reading('data')).toMatchObject({
			field: 'attachment',
			label: 'Input Binary Field',
			rule: 'is "data", but the item has only stored, held, made',
		});
		for (const items of [[{ json: {} }], [{ json: {}, binary: {} }]])
			expect(
				(await calling(async (op) => await op.file('data', 'attachment'), { items })).failed,
			).toMatchObject({
				rule: 'is "data", but the item has no binary field',
			});
	});

	test.each<[kind: string, data: unknown]>([
		['text', 'id,name\n1,Ana'],
		['words', 'no file'],
		['a data URL', 'data:text/plain;base64,eA=='],
		['bytes', Buffer.from('x')],
		['nothing', undefined],
		['two texts in base64, one after the other,', 'YQ==\nYg=='],
		['data after padding', 'YWI= YQ'],
	])('a binary field with %s in place of base64 is refused', async (_kind, data) => {
		expect(await reading('made', false, { mimeType: 'text/csv', data })).toMatchObject({
			field: 'attachment',
			rule: `is "made", whose content is not base64: if a Code node creates it, use Buffer.from(text).toString('base64')`,
		});
	});

	test('a binary field of a Code node may lack a usable name and type', async () => {
		const usual = { fileName: 'made', mimeType: 'application/octet-stream', bytes: 1, read: 'x' };
		for (const about of [{}, { fileName: '', mimeType: '' }, { fileName: null, mimeType: 'text' }])
			expect(await reading('made', false, { ...about, data: 'eA==\r\n' })).toEqual(usual);
		const injected = { mimeType: 'text/csv\r\nX-Other: 1', data: 'eA' };
		expect(await reading('made', false, injected)).toEqual(usual);
		const named = { fileName: 'a.csv', mimeType: 'text/csv; charset=utf-8', bytes: 1, read: 'x' };
		expect(await reading('made', false, { ...named, data: 'eA' })).toEqual(named);
	});

	test('the lines of base64 in a binary field may have blanks and tabs around them', async () => {
		const data = ' YWJj \r\n\tZGVm\n\n  Zw==\t\n';
		expect(await reading('made', false, { mimeType: 'text/csv', data })).toMatchObject({
			bytes: 7,
			read: 'abcdefg',
		});
	});

	test('a binary field is made of given bytes', async () => {
		expect(
			(await calling(async (op) => await op.binary(Buffer.from('x'), 'a.txt', 'text/plain'))).done,
		).toEqual({ data: 'eA==', fileName: 'a.txt', mimeType: 'text/plain' });
	});
});
