/** A new colleague gets an account, and permissions in one batch; what was refused is reported. */
import assert from 'node:assert/strict';

const USER = 'ines.costa@example.com';

const outputOf = (runData, node) =>
	runData[node].flatMap((run) => run.data.main[0].map(({ json }) => json));

const requestsOf = async (emulator, operation) =>
	(await (await fetch(`${emulator}/__emulator/log`)).json()).filter(
		(request) => request.operation === operation,
	);

export default {
	workflow: 'onboard-a-user',

	async check({ runData, emulator }) {
		const [user] = outputOf(runData, 'Create User');
		assert.equal(user.userName, USER);
		assert.deepEqual(user.name, {
			formatted: 'Inês Costa',
			givenName: 'Inês',
			familyName: 'Costa',
		});
		const results = outputOf(runData, 'Grant Permissions');
		assert.deepEqual(
			results.map(({ success }) => success),
			[true, true, false],
		);
		assert.ok(results.every(({ row }) => row.userId === user.id));
		const [report] = outputOf(runData, 'Report');
		assert.deepEqual(report, {
			user: USER,
			given: 2,
			refused: ['VIEW on Archive: Workspace Archive was not found'],
		});
		const batches = await requestsOf(emulator, 'POST /security/permissions/batch');
		assert.equal(batches.length, 1);
		assert.equal(JSON.parse(batches[0].body).length, 3);
	},
};
