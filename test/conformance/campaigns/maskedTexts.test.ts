/** A text in which a secret was masked is not written back: the mask would replace the secret. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { byId, taskNamed, workspaceIn } from '../../support/demo';
import { platformForEach } from '../../support/platform';

const platform = platformForEach();
const finance = () => byId(workspaceIn(platform.emulator.state, 'Production', 'Finance').id);
const goodTask = () => byId(taskNamed(platform.emulator.state, DEMO.goodTask).id);

const update = async (updateFields: IDataObject, entryPoint?: 'agent' | 'tool') =>
	await platform.run(
		'Orchestration',
		'task',
		'update',
		{ taskId: goodTask(), updateFields, ...(entryPoint ? { allowAsTool: true } : {}) },
		{ entryPoint },
	);

const parameter = (value: string) => ({ parameters: { pairs: [{ name: 'context_url', value }] } });

const REFUSED = 'where a secret was masked: give the whole value, or leave it out';

/** What an agent, or a person, sees in place of a secret. */
const MASKED = [
	'***',
	'jdbc:x://h?user=u&password=***',
	'--password=*** --user=u',
	'https://me:***@git.example.com/r',
	'{"user":"u","password":"***"}',
	'sent {"password": "***"} to {\\"token\\":1}',
	'"{\\"password\\":\\"***\\"}"',
	'Authorization: Bearer ***',
	'-----BEGIN PRIVATE KEY-----***-----END PRIVATE KEY-----',
	'(not shown to agents; a person sees it when the operation runs in a workflow)',
];

/** Texts that only look like it. */
const ORDINARY = [
	'a*b',
	'/data/**/*.csv',
	'Rating: ****',
	'*** Done ***',
	'a=****',
	'2***3',
	"select '***' as card",
	'masked with "***"',
];

describe.each(['workflow', 'agent'] as const)('a masked text (%s)', (entryPoint) => {
	const of = entryPoint === 'workflow' ? undefined : entryPoint;

	test.each(MASKED)('%s is refused as the value of a parameter', async (value) => {
		const { error } = await update(parameter(value), of);
		expect(error!.message).toMatch(
			new RegExp(`^"Parameters: context_url" contains \\*\\*\\* ${REFUSED}`),
		);
		expect(platform.emulator.log).toEqual([]);
	});

	test.each(ORDINARY)('%s is accepted as the value of a parameter', async (value) => {
		const { error } = await update(parameter(value), of);
		expect(error).toBeUndefined();
	});
});

test.each(['agent', 'tool'] as const)(
	'an agent (%s) cannot write a masked description',
	async (of) => {
		const { error } = await update({ description: 'Loads with password=***' }, of);
		expect(error!.message).toContain(`"Description" contains *** ${REFUSED}`);
		expect((await update({ description: '*** Do not run ***' }, of)).error).toBeUndefined();
	},
);

test('a person can quote a log in a description', async () => {
	const { error } = await update({ description: 'Failed: password=*** is wrong' });
	expect(error).toBeUndefined();
});

test('a masked secret is refused in a row of a form', async () => {
	const { error } = await platform.run('Orchestration', 'connection', 'create', {
		name: 'Copy',
		workspaceId: finance(),
		app: 'Snowflake',
		parameters: { rows: [{ name: 'password', value: '***' }] },
	});
	expect(error!.message).toContain(REFUSED);
	expect(platform.emulator.log).toEqual([]);
});

test('a masked password is refused, although it is an ordinary text', async () => {
	const user = { userName: 'a.b', name: { givenName: 'A', familyName: 'B' } };
	const { error } = await platform.run('SCIM', 'user', 'create', {
		...user,
		additionalFields: { password: '***' },
	});
	expect(error!.message).toContain(REFUSED);
});

test('a name that looks masked is searched for, not refused', async () => {
	const taskId = { __rl: true, mode: 'name', value: 'Load=***' };
	const { error } = await platform.run(
		'Orchestration',
		'task',
		'update',
		{ taskId, updateFields: { description: 'A' }, allowAsTool: true },
		{ entryPoint: 'agent' },
	);
	expect(error!.message).toContain('was not found');
});

test('the records of a user can contain masks', async () => {
	const { error } = await platform.run('Stewardship', 'task', 'createMany', {
		campaignName: byId('rejected-invoices'),
		takeFrom: 'json',
		records: [{ number: '***', amount: 1 }],
	});
	expect(error).toBeUndefined();
});

test('an operation that only reads can search for a masked text', async () => {
	const { error } = await platform.run(
		'Orchestration',
		'task',
		'getMany',
		{ filters: { name: '***' } },
		{ entryPoint: 'agent' },
	);
	expect(error).toBeUndefined();
});
