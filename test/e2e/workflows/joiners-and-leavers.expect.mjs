/** Joiners can sign in, leavers cannot, and an unknown leaver does not stop the others. */
import assert from 'node:assert/strict';

const out = (runData, node) =>
	(runData[node] ?? []).flatMap((run) => run.data.main[0] ?? []).map(({ json }) => json);

export default {
	workflow: 'joiners-and-leavers',
	async check({ runData, emulator }) {
		const [{ report }] = out(runData, 'Report');
		assert.match(
			report,
			/^• zoe\.reis@example\.com was created and can sign in\n• emil\.oneill was there and can sign in\n• bao\.nguyen can no longer sign in\n• unknown\.person: .*not found/,
		);
		const answer = await fetch(`${emulator}/scim/v2/Users?count=100`, {
			headers: { authorization: 'Bearer demo-personal-access-token' },
		});
		const users = Object.fromEntries(
			(await answer.json()).Resources.map((user) => [user.userName, user]),
		);
		assert.equal(users['bao.nguyen'].active, false);
		assert.equal(users['emil.oneill'].active, true);
		// What the table does not mention about existing users stays.
		assert.equal(users['bao.nguyen'].title, 'Analyst');
		assert.deepEqual(
			users['bao.nguyen'].roles.map(({ value }) => value),
			['Operator'],
		);
		assert.equal(users['emil.oneill'].title, 'Analyst');
		assert.deepEqual(
			users['zoe.reis@example.com'].roles.map(({ value }) => value),
			['Operator'],
		);
		// Nobody gets an email.
		const log = await (await fetch(`${emulator}/__emulator/log`)).json();
		assert.deepEqual(
			log.filter(({ operation }) => operation === 'POST /account/users').map(({ query }) => query),
			[[['invite', 'false']]],
		);
	},
};
