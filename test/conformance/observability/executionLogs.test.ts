/** Logs of executions: their entries, their files and their deletion. */
import type { IDataObject } from 'n8n-workflow';

import { changed } from '../../support/changed';
import { byId } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { execution, executionId, jsonOf, LINES, platform, run } from './stage';

describe('execution log', () => {
	describe('the order of the entries', () => {
		const entries = async (parameters: IDataObject) =>
			await jsonOf('executionLog', 'getEntries', {
				executionId: byId(executionId()),
				...parameters,
			});
		/** The numbers that the messages of the entries have. */
		const numbersOf = (found: IDataObject[]) =>
			found.map(({ logMessage }) => Number(/entry (\d+)/.exec(String(logMessage))![1]));

		test('entries are listed latest first, as many as requested', async () => {
			fact('B.8', 'B.207');
			const latest = await entries({ limit: 3 });
			expect(numbersOf(latest)).toEqual([450, 449, 448]);
			expect(latest[0]).toMatchObject({ severity: 'ERROR' });
		});

		test('all entries can be listed oldest first', async () => {
			fact('B.8', 'B.207');
			const all = await entries({ returnAll: true, filters: { order: 'ASC' } });
			expect(numbersOf(all)).toEqual(LINES);
		});

		test('a start index skips entries', async () => {
			fact('B.207');
			const found = await entries({ limit: 2, filters: { order: 'ASC', startIndex: 10 } });
			expect(numbersOf(found)).toEqual([11, 12]);
		});
	});

	test('a time span filters the entries', async () => {
		fact('B.207');
		const start = new Date(
			execution().triggeredAt + execution().behavior.dispatchMs + 1_000,
		).toISOString();
		const narrowed = await jsonOf('executionLog', 'getEntries', {
			executionId: byId(executionId()),
			returnAll: true,
			filters: { startTime: start },
		});
		expect(narrowed.length).toBeGreaterThan(250);
		expect(narrowed.length).toBeLessThan(350);
		expect(
			narrowed.every(({ logTimestamp }) => Date.parse(String(logTimestamp)) >= Date.parse(start)),
		).toBe(true);
	});

	describe('a file that is generated step by step', () => {
		const generate = async () => {
			const [made] = await jsonOf('executionLog', 'generateFile', {
				executionId: byId(executionId()),
				options: { fileFormat: 'text', newFileName: true },
			});
			return made!;
		};
		const status = async (token: unknown) =>
			await jsonOf('executionLog', 'getFileStatus', { executionId: byId(executionId()), token });
		/** The address of a file that is ready. */
		const readyAddress = async (token: unknown) => {
			platform.emulator.clock.advance(5_000);
			return String((await status(token))[0]!.presignedURL);
		};

		test('a file that cannot hold the whole log says where the next one ends', async () => {
			fact('B.8');
			expect(await generate()).toMatchObject({
				size: 100,
				complete: false,
				token: expect.any(String),
				nextRequestEndTime: expect.stringMatching(/^\d+$/),
			});
		});

		test('a file is in progress until it is ready', async () => {
			fact('B.122', 'B.208');
			const { token } = await generate();
			expect(await status(token)).toEqual([{ status: 'IN_PROGRESS' }]);
			platform.emulator.clock.advance(5_000);
			expect(await status(token)).toMatchObject([{ status: 'READY' }]);
		});

		test('a file is downloaded from its URL, under its new name', async () => {
			fact('B.8', 'B.208');
			const file = await fetch(await readyAddress((await generate()).token));
			expect(file.headers.get('content-disposition')).toBe(
				`attachment; filename="${execution().taskId}_${executionId()}.log"`,
			);
			expect((await file.text()).split('\n')).toHaveLength(101);
		});

		test('the URL of a file is valid for 60 minutes', async () => {
			fact('B.122', 'B.243');
			const address = await readyAddress((await generate()).token);
			platform.emulator.clock.advance(3_599_000);
			expect((await fetch(address)).status).toBe(200);
			platform.emulator.clock.advance(1_001);
			expect((await fetch(address)).status).toBe(403);
		});

		test('the refusal of a token after an hour does not repeat it', async () => {
			fact('B.242');
			const { token } = await generate();
			platform.emulator.clock.advance(3_600_001);
			const { error } = await run('executionLog', 'getFileStatus', {
				executionId: byId(executionId()),
				token,
			});
			expect(error).toMatchObject({ httpCode: '400', message: 'The token has expired' });
			expect(JSON.stringify(error)).not.toContain(token);
		});
	});

	test('a deletion of an execution log without the permission is refused', async () => {
		fact('B.204');
		const [account] = platform.emulator.state.serviceAccounts.values();
		changed(account!, {
			permissions: account!.permissions.filter(
				(permission) => permission !== 'EXECUTION_LOGS_DELETE',
			),
		});
		const refused = await run('executionLog', 'delete', { executionId: byId(executionId()) });
		expect(refused.error).toMatchObject({ httpCode: '403' });
		expect(refused.error!.description).toContain(
			'This operation needs the permission EXECUTION_LOGS_DELETE',
		);
	});

	test('a deleted execution log has no entries', async () => {
		fact('B.8');
		// The other tests read the log: the deletion is undone.
		changed(execution(), { logsDeleted: false });
		expect(await jsonOf('executionLog', 'delete', { executionId: byId(executionId()) })).toEqual([
			{ deleted: true, executionId: executionId() },
		]);
		expect(
			await jsonOf('executionLog', 'getEntries', { executionId: byId(executionId()) }),
		).toEqual([]);
	});
});

judgeRequests(platform, 'Observability', ['executionLog']);
