/** A table of who may do what, also for an account without an audit log. */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';

export default {
	workflow: 'who-may-do-what',
	async manually({ emulator, run, fileOf }) {
		const execution = await run();
		const lines = outputOf(execution, 'Table').map(({ json }) => json);
		const ana = lines.filter(({ login }) => login === 'ana.demo');
		assert.deepEqual(
			ana.map(({ environment, workspace }) => `${environment}/${workspace}`).sort(),
			['Development/Finance', 'Development/Shared', 'Production/Finance', 'Production/Shared'],
		);
		for (const { roles, groups, permissions, lastSignIn, mayManage } of ana) {
			assert.match(roles, /\w/);
			assert.doesNotMatch(roles, /^[0-9a-f-]{36}$/, 'roles have names');
			assert.match(mayManage, /TMC_/);
			assert.equal(groups, 'Finance');
			assert.equal(permissions, 'AUTHOR, EXECUTE, MANAGE, PUBLISH, VIEW');
			assert.match(lastSignIn, /^\d{4}-/);
		}
		const users = new Set(lines.map(({ login }) => login));
		assert.equal(users.size, 6);
		assert.ok(lines.some(({ groups }) => groups === 'Platform'));
		const [{ binary }] = outputOf(execution, 'File');
		const [header, ...rows] = (await fileOf(binary.table))
			.toString('utf8')
			.trimEnd()
			.split(/\r?\n/);
		assert.match(header, /login,name,active,roles,groups/);
		assert.equal(rows.length, lines.length);
		assert.match(
			outputOf(execution, 'Report')[0].json.report,
			new RegExp(
				`^who-may-do-what\\.csv has ${users.size} users in ${lines.length} lines\\. Not signed in for 90 days: none$`,
			),
		);

		emulator.faults.add({ operation: 'GET /security/audit/logs', status: 403 });
		const without = await run();
		assert.match(outputOf(without, 'Report')[0].json.report, /the audit log could not be read$/);
		assert.deepEqual(
			outputOf(without, 'Table').map(({ json }) => json.lastSignIn),
			lines.map(() => 'unknown'),
		);
	},
};
