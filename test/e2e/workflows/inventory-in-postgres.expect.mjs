/** Tables of a real Postgres hold everything once, however often the workflow runs. */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { MINUTE } from '../../support/durations.mjs';
import { startPostgres } from '../support/postgres.mjs';
import { orchestrationOf, startTask } from '../support/stage.mjs';

let database;

export default {
	workflow: 'inventory-in-postgres',
	async credentials(n8n) {
		database = await startPostgres();
		return [
			{
				...(await n8n.credential('Postgres', 'postgres', database.credentialData)),
				type: 'postgres',
				name: 'Postgres',
			},
		];
	},
	async manually({ emulator: { state, clock, faults }, run }) {
		try {
			const { tasks, plans } = orchestrationOf(state);
			/** Runs it; with a time, only with the executions that finished before. */
			const reported = async (to) => {
				const change = (workflow) =>
					(workflow.nodes.find(({ name }) => name === 'Finished Since').parameters.filters = to
						? { to }
						: {});
				return outputOf(await run({ change }), 'Tell Someone').map(({ json }) => json.report);
			};
			const contents = () => database.rows('SELECT * FROM talend_contents ORDER BY key');
			const executions = () => database.rows('SELECT * FROM talend_executions ORDER BY id');

			const [report, ...more] = await reported(new Date(clock.now() - 30 * MINUTE).toISOString());
			assert.deepEqual(more, []);
			const first = contents();
			assert.equal(first.filter(({ type }) => type === 'task').length, tasks.size);
			assert.equal(first.filter(({ type }) => type === 'plan').length, plans.size);
			assert.deepEqual(
				new Set(first.map(({ environment }) => environment)),
				new Set(['Development', 'Production']),
			);
			const ended = executions();
			const differences = database.rows('SELECT * FROM talend_comparison').length;
			assert.ok(
				report.startsWith(
					`${first.length} records, ${ended.length} executions\n• ${differences} differences between Development and Production\n`,
				),
				report,
			);
			const failed = ended.filter(({ error }) => error === 'Table ORDERS does not exist').length;
			assert.ok(failed > 0);
			assert.match(
				report,
				new RegExp(
					`for 30 days: .*Development/Finance/Load suppliers.*\\n• .*Table ORDERS does not exist \\(${failed}\\).*\\n• .*in the queue: .*\\(\\d+ s\\)$`,
				),
			);
			const never = database
				.rows('SELECT * FROM talend_last_executions WHERE last_execution IS NULL')
				.map(({ name }) => name);
			assert.ok(never.includes('Load suppliers') && !never.includes('Load customers'));
			const inOne = database.rows(
				"SELECT * FROM talend_comparison WHERE name = 'Load suppliers' AND type = 'task'",
			);
			assert.deepEqual(
				inOne.map(({ workspace, change }) => [workspace, change]),
				[['Finance', 'onlyInSource']],
			);

			// Again: nothing twice. What is new is added, and what is gone keeps its row.
			const customers = [...tasks.values()].find(({ name }) => name === 'Load customers');
			const { id } = startTask(state, customers, clock.now() - 20 * MINUTE, {
				type: 'MANUAL',
				by: { id: 'ana.demo', type: 'HUMAN' },
			});
			const suppliers = [...tasks.values()].find(({ name }) => name === 'Load suppliers');
			tasks.delete(suppliers.id);
			await reported(new Date(clock.now() - 18 * MINUTE).toISOString());
			assert.deepEqual(
				executions()
					.filter((each) => !ended.some((known) => known.id === each.id))
					.map((each) => each.id),
				[id],
			);
			assert.equal(executions().length, ended.length + 1);
			const second = contents();
			assert.deepEqual(
				second.map(({ key, first_seen }) => [key, first_seen]),
				first.map(({ key, first_seen }) => [key, first_seen]),
			);
			const kept = (key) => first.find((each) => each.key === key).last_seen;
			assert.deepEqual(
				second.filter(({ key, last_seen }) => last_seen === kept(key)).map(({ name }) => name),
				['Load suppliers'],
			);
			assert.deepEqual(
				database.rows("SELECT * FROM talend_last_executions WHERE name = 'Load suppliers'"),
				[],
			);
			assert.deepEqual(
				database.rows(
					"SELECT * FROM talend_comparison WHERE name = 'Load suppliers' AND type = 'task'",
				),
				[],
			);

			// One part that cannot be read is named, and the others are written.
			const { id: later } = startTask(state, customers, clock.now() - 15 * MINUTE, {
				type: 'MANUAL',
				by: { id: 'ana.demo', type: 'HUMAN' },
			});
			faults.add({ operation: 'GET /orchestration/artifacts', status: 403 });
			assert.match(
				(await reported()).join('\n'),
				/^Not everything could be written: .+\n?.*records, /s,
			);
			assert.ok(executions().some((each) => each.id === later));
		} finally {
			await database.close();
		}
		assert.match(
			outputOf(await run(), 'Tell Someone')[0].json.report,
			/^Not everything could be written: .*(refused|ECONNREFUSED)/i,
		);
	},
};
