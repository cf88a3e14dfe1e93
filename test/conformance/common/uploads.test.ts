/**
 * Uploads are sent as they are read: of a file that n8n keeps on disk only a little is in memory,
 * whatever happens on the way.
 */
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';

import { resources } from '../../../emulator/areas/orchestration/orchestrationStore';
import { changed } from '../../support/changed';
import { byId } from '../../support/demo';
import { steadyMegabytes } from '../../support/memory';
import {
	CREATE,
	fileIn,
	finance,
	many,
	MB,
	onDisk,
	openFiles,
	platform,
	replaceAt,
	requests,
	sha,
	state,
	succeed,
	taker,
	UPLOAD,
} from './uploadsStage';

test('less than a twentieth of a large file is in memory', async () => {
	const megabytes = 192;
	const item = await onDisk(many(megabytes));
	const ALLOWED = megabytes / 24;
	let most = 0;
	let looks = 0;
	let bytes = 0;
	const before = await steadyMegabytes();
	const { address, server, seen } = await taker(async (request) => {
		for await (const chunk of request) {
			bytes += (chunk as Buffer).length;
			if (bytes / MB < looks * 24) continue;
			looks += 1;
			most = Math.max(most, (await steadyMegabytes(before + ALLOWED / 2)) - before);
		}
		return 204;
	});
	const { error } = await replaceAt(address, item);
	server.close();
	expect(error).toBeUndefined();
	expect(bytes).toBeGreaterThan(megabytes * MB);
	expect(bytes).toBe(Number(seen[0]!.headers['content-length']));
	expect(seen[0]!.headers['transfer-encoding']).toBeUndefined();
	expect(looks).toBeGreaterThan(7);
	expect(most).toBeLessThan(ALLOWED);
	expect(openFiles()).toEqual([]);
});

describe('the file that is sent', () => {
	const content = Buffer.from(
		Array.from({ length: 200_001 }, (_, at) => (at * 7 + (at >> 8)) % 256),
	);
	const create = async (name: string, sent: Buffer, more: object = {}) => {
		const [created] = await succeed(
			'resource',
			'create',
			{ workspaceId: finance(), name, ...more },
			{ items: [await onDisk(sent)] },
		);
		return resources.find(state(), String(created!.id)).content;
	};
	const expectFormOfKnownLength = () => {
		const [{ headers } = {}] = requests(CREATE);
		expect(headers).toMatchObject({
			'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/) as string,
			'content-length': expect.stringMatching(/^\d+$/) as string,
		});
	};
	const asBase64 = { additionalFields: { encodeBase64: true } };

	test('the file arrives complete and unchanged', async () => {
		platform.clearLog();
		expect(sha([await create('streamed', content)])).toBe(sha([content]));
		expectFormOfKnownLength();
		expect(openFiles()).toEqual([]);
	});

	test('the file is sent as base64 on request', async () => {
		platform.clearLog();
		const arrived = await create('streamed as base64', content, asBase64);
		expect(Buffer.from(arrived).toString()).toBe(content.toString('base64'));
		expectFormOfKnownLength();
		expect(openFiles()).toEqual([]);
	});

	test.each([0, 1, 2, 3, 4])('a file of %s bytes is sent as base64', async (size) => {
		const sent = content.subarray(0, size);
		const arrived = await create(`of ${size}`, sent, asBase64);
		expect(Buffer.from(arrived).toString()).toBe(sent.toString('base64'));
		expect(openFiles()).toEqual([]);
	});
});

test.each([
	['a refused token', { status: 401 }],
	['a refusal that passes', { status: 503 }],
	['a connection that broke', { breaks: 'before' as const }],
])('the file is read again and sent completely after %s', async (_, fault) => {
	const content = Buffer.alloc(300_000, 'content ');
	const [made] = await succeed(
		'resource',
		'create',
		{ workspaceId: finance(), name: `after ${JSON.stringify(fault)}` },
		{ items: [await onDisk(Buffer.from('before'))] },
	);
	platform.clearLog();
	platform.emulator.faults.add({ operation: UPLOAD, ...fault });
	await succeed(
		'resource',
		'replaceFile',
		{ resourceId: byId(made!.id) },
		{ items: [await onDisk(content)] },
	);
	expect(requests(UPLOAD).length).toBe(2);
	expect(sha([resources.find(state(), String(made!.id)).content])).toBe(sha([content]));
	expect(openFiles()).toEqual([]);
});

test('the whole file is read again, leaving none open, after the server has hung up halfway', async () => {
	const item = await onDisk(many(24));
	const forms: Buffer[] = [];
	const { address, server, seen } = await taker(async (request, count) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) {
			chunks.push(chunk as Buffer);
			if (count === 0 && chunks.reduce((sum, { length }) => sum + length, 0) > 2 * MB) {
				request.socket.destroy();
				break;
			}
		}
		forms.push(Buffer.concat(chunks));
		return 204;
	});
	const { error } = await replaceAt(address, item);
	server.close();
	expect(error).toBeUndefined();
	expect(seen.length).toBe(2);
	expect(forms[1]!.length).toBe(Number(seen[1]!.headers['content-length']));
	expect(sha([fileIn(forms[1]!)])).toBe(sha((await many(24).toArray()) as Buffer[]));
	expect(openFiles()).toEqual([]);
});

test('a file that is shorter than n8n says is not sent as if it were complete', async () => {
	const item = await onDisk(Buffer.alloc(3 * MB, 'x'));
	const service = Container.get(BinaryDataService);
	changed(service, { getMetadata: async () => ({ fileSize: 4 * MB }) });
	let ended = false;
	const { address, server } = await taker(async (request) => {
		for await (const chunk of request) void chunk;
		ended = true;
		return 204;
	});
	const { error } = await replaceAt(address, item);
	server.close();
	expect(ended).toBe(false);
	expect(`${error!.message} ${error!.description}`).toMatch(
		/announced with 4194304 bytes, but has 3145728/,
	);
	expect(openFiles()).toEqual([]);
});
