/** The demo data is what docs/platform/emulator.md says of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Emulator, standingClock } from '../../../emulator';
import { NO_LIMITS } from '../../../emulator/server/limits';
import { askAt } from '../../support/ask';
import { DAY } from '../../support/time';

type Json = Record<string, unknown>;

const page = readFileSync(join(__dirname, '../../../docs/platform/emulator.md'), 'utf8');
const section = page.slice(page.indexOf('## Demo data'), page.indexOf('## The page'));
/** The rows of a table, by its heading. */
const rowsOf = (heading: string) =>
	section
		.slice(section.indexOf(heading))
		.split('\n\n')[0]!
		.split('\n')
		.slice(2)
		.map((row) =>
			row
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);

let emulator: Emulator;
let address: string;
beforeEach(async () => {
	emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS });
	address = await emulator.listen();
});
afterEach(async () => await emulator.close());

const ask = async (endpoint: string, body?: unknown) => await askAt(address, endpoint, body);

/** The records that a list has. */
async function listed(path: string): Promise<Json[]> {
	const { body } = await ask(`GET ${path}`);
	if (Array.isArray(body)) return body as Json[];
	const { items, data, Resources } = body as Record<string, Json[]>;
	return items ?? data ?? Resources!;
}

const financeOf = async (environment: string) =>
	(await listed('/orchestration/workspaces')).find(
		({ name, environment: of }) => name === 'Finance' && (of as Json).name === environment,
	)!;
const tasksOf = async (environment: string) =>
	await listed(
		`/orchestration/executables/tasks?workspaceId=${String((await financeOf(environment)).id)}&limit=100`,
	);

test('the demo has two environments with two workspaces each, all owned by Ana', async () => {
	const workspaces = await listed('/orchestration/workspaces');
	const places = workspaces.map(({ environment }) => String((environment as Json).name)).sort();
	expect(places).toEqual(['Development', 'Development', 'Production', 'Production']);
	for (const { owner } of workspaces) expect(owner).toBe('ana.demo');
	const environments = await listed('/orchestration/environments');
	expect(environments.map(({ name }) => name).sort()).toEqual(['Development', 'Production']);
});

test('the demo has people and groups', async () => {
	expect(await listed('/scim/v2/Users')).toHaveLength(6);
	expect(await listed('/scim/v2/Groups')).toHaveLength(2);
});

test('the demo has audit logs of the last 30 days', async () => {
	const { body } = await ask('GET /security/audit/logs?size=1000');
	const logs = body as Array<{ timestamp: string }>;
	expect(logs).toHaveLength(150);
	const times = logs.map(({ timestamp }) => Date.parse(timestamp));
	expect(Math.min(...times)).toBeGreaterThanOrEqual(emulator.clock.now() - 30 * DAY);
});

/**
 * How the first and the second execution of a task go, as the table puts it: shortly before its
 * time, and shortly after.
 */
function expectedOf(words: string): [first: string, second: string] {
	const refused = /refused with (\d+)/.exec(words)?.[0];
	const [how] = words.split(', and write') as [string];
	if (refused) return [refused, refused];
	const known: Record<string, [string, string]> = {
		fail: ['execution_failed, execution_failed', 'execution_failed, execution_failed'],
		'succeed and reject 17 rows': [
			'execution_rejected 17 rejected, execution_rejected 17 rejected',
			'execution_rejected 17 rejected, execution_rejected 17 rejected',
		],
		'never end': ['executing, executing', 'executing, executing'],
		'fail the first time, then succeed': [
			'execution_failed, execution_failed',
			'execution_successful, execution_successful',
		],
	};
	return (
		known[how] ??
		(/^succeed after \d+ seconds/.test(words)
			? ['executing, execution_successful', 'executing, execution_successful']
			: ['', ''])
	);
}

test('the tasks of Finance end as the table says', async () => {
	const rows = rowsOf('| task |');
	const tasks = await tasksOf('Production');
	expect(tasks.map(({ name }) => name).sort()).toEqual(rows.map(([name]) => name).sort());
	for (const [name, words] of rows as Array<[string, string]>) {
		const { executable } = tasks.find((task) => task.name === name)!;
		const ended = async () => {
			const { status, body } = await ask('POST /processing/executions', { executable });
			if (status !== 201) return `refused with ${status}`;
			const read = async () =>
				(await ask(`GET /processing/executions/${String((body as Json).executionId)}`))
					.body as Json;
			const seconds = Number(/after (\d+) seconds/.exec(words)?.[1] ?? 30);
			emulator.clock.advance((seconds - 1) * 1_000);
			const before = await read();
			emulator.clock.advance(1_500);
			const after = await read();
			return [before, after]
				.map(
					({ status: of, numberOfRejectedRows }) =>
						`${String(of)}${numberOfRejectedRows ? ` ${String(numberOfRejectedRows)} rejected` : ''}`,
				)
				.join(', ');
		};
		expect([name, await ended(), await ended()]).toEqual([name, ...expectedOf(words)]);
		const written = /write `(.+)`/.exec(words)?.[1];
		if (written === undefined) continue;
		const [{ executionId } = {}] = (await listed(
			`/processing/executables/tasks/${String(executable)}/executions`,
		)) as [Json?];
		expect(
			JSON.stringify((await ask(`GET /monitoring/executions/${String(executionId)}/logs`)).body),
		).toContain(`: ${written}"`);
	}
});

describe('the text below the table of tasks', () => {
	/** A record of each executable in a list. */
	const eachOf = async (executables: Json[], path: (executable: string) => string) =>
		await Promise.all(
			executables.map(
				async ({ executable }) => (await ask(`GET ${path(String(executable))}`)).body as Json,
			),
		);
	const TASKS = '/orchestration/executables/tasks';
	const PLANS = '/orchestration/executables/plans';
	const wholeTasks = async () =>
		await eachOf(await tasksOf('Production'), (executable) => `${TASKS}/${executable}`);

	test('the page gives the times of the schedules', () => {
		expect(section.replace(/\s+/g, ' ')).toContain(
			'are scheduled for 02:30 in Paris, and the plans *Nightly load* and *Month-end close* for 04:00.',
		);
	});

	test('tasks tagged nightly are scheduled for 02:30 in Paris', async () => {
		const nightly = (await wholeTasks()).filter(({ tags }) =>
			(tags as string[] | undefined)?.includes('nightly'),
		);
		expect(nightly.length).toBeGreaterThan(0);
		for (const { id: executable } of nightly) {
			const { trigger } = (await ask(`GET ${TASKS}/${String(executable)}/run-config`)).body as {
				trigger: Json;
			};
			expect(JSON.stringify(trigger)).toMatch(/02:30.*Europe\/Paris|Europe\/Paris.*02:30/);
		}
	});

	test('two plans are scheduled for 04:00 in Paris', async () => {
		const plans = await listed(`${PLANS}?limit=100`);
		const configurations = await eachOf(plans, (executable) => `${PLANS}/${executable}/run-config`);
		const scheduled = plans.filter((_, at) =>
			/"04:00.*Europe\/Paris|Europe\/Paris.*"04:00/.test(JSON.stringify(configurations[at])),
		);
		expect(scheduled.map(({ name }) => name).sort()).toEqual(['Month-end close', 'Nightly load']);
		expect(plans.length).toBeGreaterThan(scheduled.length);
	});

	test('the artifact of each task has three versions', async () => {
		for (const { artifact } of await wholeTasks()) {
			const { body } = await ask(`GET /orchestration/artifacts/${String((artifact as Json).id)}`);
			expect((body as { versions: unknown[] }).versions).toHaveLength(3);
		}
	});

	test('one task is not in production yet', async () => {
		expect((await tasksOf('Development')).map(({ name }) => name)).toEqual(['Load suppliers']);
	});
});
