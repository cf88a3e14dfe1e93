/** Lists and searches of task executions: their filters, time range and limit. */
import { startTask } from '../../../emulator/areas/processing/executions';
import { DEMO } from '../../../emulator/seed';
import { environmentNamed, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { SEEN } from '../../support/platform';
import { DAY, SECOND } from '../../support/time';
import {
	ask,
	OF_VENDOR,
	PLANS,
	platform,
	start,
	state,
	succeed,
	TASKS,
	totalIfShown,
	unknown,
} from './interfaceStage';

describe('the history of task executions', () => {
	test('the list and the search accept the same filters and find the same executions', async () => {
		fact('B.88', 'B.89', 'B.185');
		const { id: environmentId } = environmentNamed(state(), 'Production');
		const { workspaceId } = taskNamed(state(), DEMO.goodTask);
		const now = platform.emulator.clock.now();
		for (const filters of [
			{},
			{ environmentId },
			{ workspaceId },
			{ environmentId, workspaceId },
			{ status: 'execution_failed' },
			{ lastDays: 2 },
			{ from: now - 3 * DAY, to: now - 2 * DAY },
			{ limit: 4, offset: 3 },
			{ status: 'execution_rejected', lastDays: 4, limit: 2 },
		]) {
			const query = new URLSearchParams(
				Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]),
			);
			const listed = await ask(`${TASKS}?${query.toString()}`);
			const searched = await ask('POST /processing/executables/tasks/executions', filters);
			expect(searched).toMatchObject({
				status: 200,
				body: { limit: expect.any(Number), offset: expect.any(Number), total: expect.any(Number) },
			});
			expect(listed.body.items.length).toBeGreaterThan(0);
			expect({ ...listed, body: { total: searched.body.total, ...listed.body } }).toEqual(searched);
			expect('total' in listed.body).toBe(!SEEN.missingTotals);
		}
	});

	test('an execution must have all given tags, which only the search accepts', async () => {
		fact('B.90', 'B.186', 'B.188');
		taskNamed(state(), DEMO.goodTask).tags = ['nightly', 'finance'];
		const found = async (...tags: string[]) =>
			(await succeed('taskExecution', 'search', { returnAll: true, filters: { tags } })).length;
		expect(await found('nightly')).toBe(15);
		expect(await found('finance')).toBe(5);
		expect(await found('nightly', 'finance')).toBe(5);
		expect(await found('nightly', 'none')).toBe(0);
		for (const query of unknown('tags=nightly'))
			expect(await ask(`${TASKS}?${query}`)).toMatchObject({
				status: 400,
				body: { message: 'Unknown query parameter tags' },
			});
	});

	test('the executions of 60 days are listed unless a time is given', async () => {
		fact('B.91', 'B.187', 'B.238');
		const task = taskNamed(state(), DEMO.goodTask);
		const now = platform.emulator.clock.now();
		const starter = { id: 'ana.demo', type: 'HUMAN' as const };
		const inside = startTask(state(), task, now - 60 * DAY + 1, {
			type: 'SCHEDULED',
			by: starter,
		}).id;
		// Where every execution that overlaps the window counts, it must also have ended before.
		const outside = startTask(
			state(),
			task,
			now - 60 * DAY - (OF_VENDOR && !SEEN.triggeredInWindow ? 60 * SECOND : 1),
			{ type: 'SCHEDULED', by: starter },
		).id;
		for (const filters of [{}, { lastDays: 60 }]) {
			const listed = (await succeed('taskExecution', 'getMany', { returnAll: true, filters })).map(
				({ executionId }) => executionId,
			);
			expect(listed).toContain(inside);
			expect(listed).not.toContain(outside);
		}
	});

	test('the first 100 executions are listed unless a limit is given', async () => {
		fact('B.93');
		for (let count = 0; count < 120; count++) await start(DEMO.goodTask);
		expect((await ask(TASKS)).body).toMatchObject({ limit: 100, offset: 0, ...totalIfShown(135) });
		expect((await ask(TASKS)).body.items).toHaveLength(100);
		expect((await ask(`${TASKS}?offset=100`)).body.items).toHaveLength(35);
	});

	describe('what the platform refuses in lists of executions', () => {
		const statuses = async (query: string) => ({
			tasks: (await ask(`${TASKS}?${query}`)).status,
			plans: (await ask(`${PLANS}?${query}`)).status,
		});
		const REFUSED = { tasks: 400, plans: 400 };

		test.each(['limit=0', 'limit=101', 'offset=-1'])('the page %s is refused', async (query) => {
			fact('B.93', 'B.238');
			expect(await statuses(query)).toEqual(REFUSED);
		});

		test.each([
			'lastDays=0',
			'lastDays=61',
			'lastDays=x',
			`from=0&to=${60 * DAY + 1}`,
			'from=2&to=1',
		])('the period %s is refused', async (query) => {
			fact('B.91', 'B.194', 'B.238');
			expect(await statuses(query)).toEqual(REFUSED);
		});

		test.each([...unknown('unknown=1'), 'status=a&status=b'])(
			'the parameters %s are refused',
			async (query) => {
				fact('B.91', 'B.92');
				expect(await statuses(query)).toEqual(REFUSED);
			},
		);
	});

	test('the history of one task cannot be filtered by workspace', async () => {
		fact('B.189');
		const history =
			`GET /processing/executables/tasks/${taskNamed(state(), DEMO.goodTask).id}/executions` as const;
		for (const parameter of unknown('workspaceId', 'environmentId', 'tags'))
			expect(await ask(`${history}?${parameter}=x`)).toMatchObject({
				status: 400,
				body: { message: `Unknown query parameter ${parameter}` },
			});
		const { body } = await ask(
			`${history}?lastDays=3&status=execution_successful&limit=2&offset=1`,
		);
		expect(body).toMatchObject(totalIfShown(3));
		expect(body.items).toHaveLength(2);
		expect((await ask('GET /processing/executables/tasks/none/executions')).status).toBe(404);
	});
});
