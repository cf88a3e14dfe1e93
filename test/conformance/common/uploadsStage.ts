/** Uploads of large files from disk, to the emulator and to servers of their own. */
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { areaOf } from '../../support/area';
import { byId, workspaceIn } from '../../support/demo';
import { type Platform, startPlatform } from '../../support/platform';

export const CREATE = 'POST /orchestration/resources';

export const UPLOAD = 'PUT /orchestration/resources/{resourceId}/upload';

export const MB = 1024 * 1024;

let folder: string;

export let platform: Platform;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'uploads-'));
	Container.get(BinaryDataConfig).localStoragePath = folder;
	await Container.get(BinaryDataService).init();
	platform = await startPlatform();
});

afterAll(async () => {
	await platform.close();
	rmSync(folder, { recursive: true });
});

export const { run, succeed, requests } = areaOf('Orchestration', () => platform);

export const state = () => platform.emulator.state;

export const finance = () => byId(workspaceIn(state(), 'Production', 'Finance').id);

export const sha = (data: Iterable<Uint8Array>) =>
	[...data].reduce((hash, chunk) => hash.update(chunk), createHash('sha256')).digest('hex');

/** A file on disk, as n8n keeps it from 2.0 on. */
export async function onDisk(
	content: Readable | Buffer,
	executionId = '1',
): Promise<INodeExecutionData> {
	const about: IBinaryData = {
		data: '',
		mimeType: 'application/octet-stream',
		fileName: 'large.bin',
	};
	return {
		json: {},
		binary: {
			data: await Container.get(BinaryDataService).store(
				{ type: 'execution', workflowId: 'w', executionId },
				content,
				about,
			),
		},
	};
}

/** This many MB, each with different bytes. */
export const many = (megabytes: number) =>
	Readable.from(
		(function* () {
			for (let each = 0; each < megabytes; each++) yield Buffer.alloc(MB, `${each} `);
		})(),
	);

/** The file in a form that has only this part. */
export const fileIn = (form: Buffer) =>
	form.subarray(form.indexOf('\r\n\r\n') + 4, form.lastIndexOf('\r\n--'));

/** Files of the folder that this process holds open. */
export const openFiles = () =>
	readdirSync('/proc/self/fd').filter((fd) => {
		try {
			return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
		} catch {
			return false;
		}
	});

let tokenCount = 0;

/**
 * A server that takes what comes and keeps nothing of it; `taking` does it for each request, by its
 * number from 0.
 */
export async function taker(
	taking: (request: IncomingMessage, count: number) => Promise<number>,
): Promise<{ address: string; server: Server; seen: IncomingMessage[] }> {
	const seen: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		if (request.url === '/security/oauth/token') {
			response.writeHead(200, { 'content-type': 'application/json' });
			return void response.end(
				JSON.stringify({ access_token: `token-${++tokenCount}`, expires_in: 1800 }),
			);
		}
		void taking(request, seen.push(request) - 1).then(
			(status) => {
				response.writeHead(status, { 'content-type': 'application/json' });
				response.end(status < 300 ? undefined : '{}');
			},
			// The request broke off.
			() => response.destroy(),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, seen };
}

/** Replaces a file on a server of its own. */
export async function replaceAt(address: string, item: INodeExecutionData, more: object = {}) {
	const credential = platform.credentialStore.add('talendCloudApi', {
		region: 'other',
		address,
		clientId: 'id',
		clientSecret: 'a-secret',
		apiVersion: '',
		accessToken: '',
	});
	return await run(
		'resource',
		'replaceFile',
		{ resourceId: byId('5c1e8ab8c3e8e2155ba2fd01'), ...more },
		{ items: [item], credentials: { talendCloudApi: credential } },
	);
}
