/** The log of an execution, asked as any client could. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO, DEMO_TOKEN } from '../../../emulator/seed';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { byId, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { SECOND } from '../../support/time';
import {
	advance,
	ask,
	observing,
	OF_VENDOR,
	platform,
	start,
	state,
	unknown,
} from './interfaceStage';

describe('the log of an execution', () => {
	const logs = async (method: string, id: string, rest = '', headers = {}) =>
		await ask(`${method} /monitoring/executions/${id}/logs${rest}`, undefined, headers);
	const ended = async () => {
		const task = taskNamed(state(), DEMO.failingTask);
		task.behaviors = [{ ...task.behaviors[0]!, logLines: 75 }];
		const id = await start(DEMO.failingTask);
		advance(60 * SECOND);
		return id;
	};

	describe('the pages of a log', () => {
		const timesOfLog = async (id: string) =>
			((await logs('GET', id, '?startIndex=50')).body.data as IDataObject[]).map(
				({ logTimestamp }) => Number(logTimestamp),
			);

		test('a log is read to its end in pages of 50', async () => {
			fact('B.121', 'B.207', 'B.241');
			const id = await ended();
			const { body: first } = await logs('GET', id);
			expect(schemaFindings('B.Log page', first)).toEqual([]);
			expect(first).toMatchObject({
				size: 50,
				totalSize: 75,
				totalSizeFiltered: 75,
				nextIndex: 50,
				data: { length: 50, 0: { severity: 'ERROR' } },
			});
			const { body: last } = await logs('GET', id, '?startIndex=50');
			expect(last).toMatchObject({ size: 25, data: { length: 25 } });
			expect(last).not.toHaveProperty('nextIndex');
		});

		test('the latest line of a log comes first', async () => {
			fact('B.207');
			const times = await timesOfLog(await ended());
			expect(times).toEqual([...times].sort((a, b) => b - a));
			expect(times[0]).toBeGreaterThan(times.at(-1)!);
		});

		test('a log is filtered by time', async () => {
			fact('B.207');
			const id = await ended();
			const times = await timesOfLog(id);
			const { body: narrowed } = await logs(
				'GET',
				id,
				`?startTime=${new Date(times[10]!).toISOString()}&endTime=${new Date(times[5]!).toISOString()}`,
			);
			expect(narrowed).toMatchObject({ totalSize: 75, totalSizeFiltered: narrowed.size });
			expect(Number(narrowed.size)).toBeGreaterThan(0);
			expect(Number(narrowed.size)).toBeLessThan(10);
		});

		test('a page of a log has 1 to 200 entries', async () => {
			fact('B.207', 'B.241');
			const id = await ended();
			for (const query of [
				'?count=0',
				'?count=201',
				'?startIndex=-1',
				'?order=UP',
				'?startTime=yesterday',
				...unknown('?limit=5'),
			])
				expect((await logs('GET', id, query)).status).toBe(400);
			expect((await logs('GET', id, '?count=200')).body).toMatchObject({ size: 75 });
		});
	});

	describe.each(['GET', 'POST', 'DELETE'])('a log that %s cannot reach', (method) => {
		const none = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';

		test('the log of an unknown execution is not found', async () => {
			fact('B.204', 'B.205');
			expect((await logs(method, none)).status).toBe(404);
		});

		test('the log of an execution whose ID is not a UUID is refused', async () => {
			fact('B.203', 'B.204', 'B.205');
			expect((await logs(method, '17')).status).toBe(400);
		});

		test('the log of an execution is refused without a valid token', async () => {
			fact('B.123', 'B.204', 'B.205');
			const { status, body } = await logs(method, none, '', { authorization: 'Bearer none' });
			expect(status).toBe(401);
			expect(schemaFindings('B.Logs ErrorResponse', body)).toEqual([]);
			expect(body.detail).toEqual(expect.any(String));
		});
	});

	test('a file has the old or the new name, as text or JSON', async () => {
		fact('B.120', 'B.205', 'B.206');
		const id = await ended();
		const file = async (query: string) => {
			const { body } = await logs('POST', id, query);
			expect(schemaFindings('B.Log generation result', body)).toEqual([]);
			expect(body.size).toBe(75);
			advance(5 * SECOND);
			const [status] = await observing.succeed('executionLog', 'getFileStatus', {
				executionId: byId(id),
				token: body.token,
			});
			const response = await fetch(String(status!.presignedURL));
			return [response.headers.get('content-disposition'), response.headers.get('content-type')];
		};
		const task = taskNamed(state(), DEMO.failingTask).id;
		expect(await file('')).toEqual([`attachment; filename="${id}.log"`, 'text/plain']);
		expect(await file(`?newFileName=true&fileFormat=${OF_VENDOR ? 'JSON' : 'json'}`)).toEqual([
			`attachment; filename="${task}_${id}.log"`,
			'application/json',
		]);
		expect((await logs('POST', id, '?fileFormat=xml')).status).toBe(400);
		expect((await logs('POST', id, '?newFileName=1')).status).toBe(400);
	});

	test('a file contains the entries of its time span', async () => {
		fact('B.205');
		const id = await ended();
		const times = ((await logs('GET', id, '?count=200&order=ASC')).body.data as IDataObject[]).map(
			({ logTimestamp }) => Number(logTimestamp),
		);
		const at = (index: number) => new Date(times[index]!).toISOString();
		const size = async (query: string) => (await logs('POST', id, query)).body.size;
		expect(await size(`?startTime=${at(10)}`)).toBe(65);
		expect(await size(`?endTime=${at(10)}`)).toBe(11);
		expect(await size(`?startTime=${at(10)}&endTime=${at(20)}`)).toBe(11);
		expect((await logs('POST', id, '?startTime=noon')).status).toBe(400);
	});

	describe('the status of a file', () => {
		/** A file that is being written, and the requests for its status. */
		const begun = async () => {
			const id = await ended();
			const { token } = (await logs('POST', id)).body;
			const status = async (type: string, body: string) => {
				const url = `${platform.address}/monitoring/executions/${id}/logs/status`;
				const headers = { authorization: `Bearer ${DEMO_TOKEN}`, 'content-type': type };
				const response = await fetch(url, { method: 'POST', headers, body });
				return { status: response.status, body: (await response.json()) as IDataObject };
			};
			const asText = async (given: unknown) => await status('text/plain', String(given));
			const asJson = async (given: unknown) =>
				await status('application/json', JSON.stringify(given));
			return OF_VENDOR
				? { token, taken: asJson, refused: asText }
				: { token, taken: asText, refused: asJson };
		};

		test('the status is requested with the token, with the described content type', async () => {
			fact('B.208');
			const { token, taken, refused } = await begun();
			expect(await taken(token)).toEqual({ status: 200, body: { status: 'IN_PROGRESS' } });
			expect((await refused(token)).status).toBe(415);
		});

		test('the status is refused for another token', async () => {
			fact('B.205', 'B.208');
			const { taken } = await begun();
			expect((await taken('another')).status).toBe(400);
		});

		test('the token of a file is valid for an hour', async () => {
			fact('B.120', 'B.208', 'B.242');
			const { token, taken } = await begun();
			advance(3_599 * SECOND);
			expect((await taken(token)).body).toMatchObject({
				status: 'READY',
				presignedURL: expect.stringMatching(/^http/) as string,
			});
			advance(2 * SECOND);
			expect((await taken(token)).status).toBe(400);
		});
	});

	test('the download link is valid for 60 minutes, unchanged and without a credential', async () => {
		fact('B.122', 'B.243');
		const id = await ended();
		const { token } = (await logs('POST', id)).body;
		advance(5 * SECOND);
		const [{ presignedURL } = {}] = await observing.succeed('executionLog', 'getFileStatus', {
			executionId: byId(id),
			token,
		});
		const link = String(presignedURL);
		advance(59 * 60 * SECOND);
		expect((await fetch(link)).status).toBe(200);
		expect((await fetch(link, { headers: { authorization: `Bearer ${DEMO_TOKEN}` } })).status).toBe(
			400,
		);
		expect((await fetch(link.replace(/expires=(\d)/, 'expires=9$1'))).status).toBe(403);
		advance(2 * 60 * SECOND);
		expect((await fetch(link)).status).toBe(403);
	});

	test('a log that is deleted twice is deleted once', async () => {
		fact('B.204');
		const id = await ended();
		for (let times = 0; times < 2; times++) expect((await logs('DELETE', id)).status).toBe(200);
		expect((await logs('GET', id)).body).toMatchObject({ size: 0, totalSize: 0 });
	});
});
